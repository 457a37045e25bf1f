"""Pages of runs that are not finished, written again and again, about what is played so far (note 0103)."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from msgspec.structs import replace

from interplay.core.canonical import write_atomically
from interplay.core.errors import InterplayError
from interplay.core.processes import workers
from interplay.core.records import Header, Record
from interplay.core.release import Release, open_release
from interplay.running.run import Trial
from interplay.scoring.score import Options
from interplay.submissions import reading, writing
from interplay.tracks import catalogue
from interplay_lab.site import build, items, pages
from interplay_lab.site.scored import entries, score_all

REST = 3
"""Pages are not written again before so many times the seconds that they took, so that the run keeps the machine."""


class Watch:
    """Writes pages about runs into *folder* at most *every* so many seconds while it is open, and once more at its end.

    Pages are made in another process. A fault is reported to *on_message* and does not stop the run.
    """

    def __init__(self, folder: Path, release: Release, every: float, on_message: Callable[[str], None]) -> None:
        pages.check(folder)
        self._folder, self._root, self._every, self._say = folder, release.root, every, on_message
        self._runs: dict[str, tuple[Header, Mapping[Trial, Record], int]] = {}
        self._written = -1
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._repeat, name="watch", daemon=True)

    def __enter__(self) -> "Watch":
        """Begin to write."""
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Write for the last time, unless the user interrupts the run."""
        self._ended.set()
        if kind is not KeyboardInterrupt:
            self._thread.join()
            self._write("stopped")

    def add(self, header: Header, done: Mapping[Trial, Record], total: int) -> None:
        """Show a run, too: *done* grows as its predictions are finished, up to *total*."""
        self._runs[header.track] = header, done, total

    def _repeat(self) -> None:
        pause = self._every
        while not self._ended.wait(pause):
            began = time.monotonic()
            self._write("in progress")
            pause = max(self._every, REST * (time.monotonic() - began))

    def _write(self, state: str) -> None:
        runs = [(header, dict(done), total) for header, done, total in list(self._runs.values())]
        count, total = sum(len(done) for _, done, _ in runs), sum(total for *_, total in runs)
        if not count or (count == self._written and state == "in progress"):
            return
        note = "" if count == total else f"{state}, {count:,} of {total:,}"
        try:
            with TemporaryDirectory(prefix="interplay-") as folder, workers(1) as submit:
                paths = [_submission(Path(folder), header, done) for header, done, _ in runs if done]
                submit(write_pages, paths, self._root, self._folder, note).result()
            self._written = count
        except (InterplayError, OSError, RuntimeError) as error:
            self._say(f"warning: the pages in {self._folder} are not up to date: {error}")


def write_pages(paths: Sequence[Path], root: Path, folder: Path, note: str) -> None:
    """Write pages about the predictions in submissions, without the items that have none; *note* says how far."""
    release, scored = open_release(root, allow_modified=True), []
    for path in paths:
        header, predictions = reading.read(path)
        identity = catalogue.load(header.track).identity
        played = frozenset(identity(prediction)[0] for prediction in predictions)
        scored += score_all([path], release, Options(allow_partial=True, items=played))
    items.write(build.planned(folder, entries(paths, scored), release, note=note))


def _submission(folder: Path, header: Header, done: Mapping[Trial, Record]) -> Path:
    """Write what is done of a run into *folder*: the trials that every item has which has any."""
    path = folder / f"{header.track}.jsonl"
    trials = min(Counter(item_id for item_id, _ in done).values())
    write_atomically(path, writing.lines(replace(header, trials=trials), _whole(done, trials)))
    return path


def _whole(done: Mapping[Trial, Record], trials: int) -> Iterator[Record]:
    """Yield the first predictions of each item that has as many without a gap."""
    for item_id in dict.fromkeys(item_id for item_id, _ in done):
        keys = [(item_id, trial) for trial in range(trials)]
        if done.keys() >= {*keys}:
            yield from (done[key] for key in keys)
