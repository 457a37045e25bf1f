"""Pages of runs that are not finished, written again and again, about what is played so far (note 0103)."""

import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from interplay.core.canonical import write_atomically
from interplay.core.errors import InterplayError
from interplay.core.processes import workers
from interplay.core.records import Header, Record
from interplay.core.release import Release, open_release
from interplay.running.options import OnStart
from interplay.scoring.score import Options
from interplay.submissions import reading, writing
from interplay.tables.terminal import say_text
from interplay_lab.site import build, items, pages
from interplay_lab.site.scored import entries, score_all

EVERY, REST = 60.0, 3
"""Pages are written so many seconds after the former ones, or so many times what these took, if that is longer."""


class Watch:
    """Writes pages about runs into *folder* while it is open, in another process, and once more at its end."""

    def __init__(self, folder: Path, release: Release) -> None:
        pages.check(folder)
        self._folder, self._root, self._ended = folder, release.root, threading.Event()
        self._runs: dict[str, tuple[Header, Mapping[tuple[str, int], Record], int]] = {}
        self._thread = threading.Thread(target=self._repeat, daemon=True)

    def __enter__(self) -> OnStart:
        """Begin to write; return what to call when a run starts."""
        self._thread.start()
        return lambda header, done, total: self._runs.update({header.track: (header, done, total)})

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Write for the last time, unless the user interrupts the run."""
        self._ended.set()
        if kind not in {KeyboardInterrupt, SystemExit}:
            self._thread.join()
            self._write("stopped")

    def _repeat(self) -> None:
        pause = EVERY
        while not self._ended.wait(pause):
            began = time.monotonic()
            self._write("in progress")
            pause = max(EVERY, REST * (time.monotonic() - began))

    def _write(self, state: str) -> None:
        runs = [(header, dict(done), total) for header, done, total in list(self._runs.values())]
        count, total = sum(len(done) for _, done, _ in runs), sum(total for *_, total in runs)
        note = "" if count == total else f"{state}, {count:,} of {total:,}"
        try:
            with TemporaryDirectory(prefix="interplay-") as folder, workers(1) as submit:
                paths = [_submission(Path(folder), header, done) for header, done, _ in runs if done]
                if paths:
                    submit(write_pages, paths, self._root, self._folder, note).result()
        except (InterplayError, OSError, RuntimeError) as error:  # which must not stop the run
            say_text(f"warning: the pages in {self._folder} are not up to date: {error}", err=True)


def write_pages(paths: Sequence[Path], root: Path, folder: Path, note: str) -> None:
    """Write pages about submissions, without the items that have no predictions; *note* says how far the runs are."""
    release, scored = open_release(root, allow_modified=True), []
    for path in paths:
        played = frozenset(record.item_id for record in reading.read(path)[1])  # type: ignore[attr-defined]
        scored += score_all([path], release, Options(allow_partial=True, items=played))
    items.write(build.planned(folder, entries(paths, scored), release, note=note))


def _submission(folder: Path, header: Header, done: Mapping[tuple[str, int], Record]) -> Path:
    """Write what is done of a run into *folder*: the trials that every item has which has any."""
    path, trials = folder / f"{header.track}.jsonl", min(Counter(item_id for item_id, _ in done).values())
    counts = Counter(item_id for item_id, trial in done if trial < trials)
    kept = [done[key] for key in sorted(done) if key[1] < trials and counts[key[0]] == trials]
    write_atomically(path, writing.lines(replace(header, trials=trials), kept))
    return path
