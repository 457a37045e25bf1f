"""Pages of runs that are not finished, written again and again, about what is played so far (note 0103)."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
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
from interplay_lab.site.scored import Scored, entries, score_all

EVERY, REST = 60.0, 3
"""Pages are written so many seconds after the former ones, or so many times what these took, if that is longer."""


class Watch:
    """Writes pages about runs into *folder* while it is open, in another process, and once more at its end."""

    def __init__(self, folder: Path, release: Release) -> None:
        pages.check(folder)
        self._folder, self._root, self._ended = folder, release.root, threading.Event()
        self._pages: Callable[[Sequence[Path], Path, Path, str], None] = write_pages
        self._runs: dict[object, tuple[Header, Mapping[tuple[str, int], Record], int]] = {}
        self._thread = threading.Thread(target=self._repeat, daemon=True)

    def __enter__(self) -> OnStart:
        """Begin to write; return what to call when a run starts."""
        self._thread.start()
        return self._begin

    def _begin(self, header: Header, done: Mapping[tuple[str, int], Record], total: int) -> None:
        self._runs[header.track, header.system.name, header.rival and header.rival.name] = header, done, total

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
        count, total = sum(min(len(done), most) for _, done, most in runs), sum(most for *_, most in runs)
        try:
            with TemporaryDirectory(prefix="interplay-") as folder, workers(1) as submit:
                paths = [_submission(Path(folder, f"{n}.jsonl"), *run[:2]) for n, run in enumerate(runs) if run[1]]
                if paths:
                    submit(self._pages, paths, self._root, self._folder, self._note(state, count, total)).result()
        except (InterplayError, OSError, RuntimeError) as error:  # which must not stop the run
            say_text(f"warning: the pages in {self._folder} are not up to date: {error}", err=True)

    def _note(self, state: str, count: int, total: int) -> str:
        """Return how far the runs are, nothing if they are finished."""
        return "" if count == total else f"{state}, {count:,} of {total:,}"


def write_pages(paths: Sequence[Path], root: Path, folder: Path, note: str) -> None:
    """Write pages about submissions, without the items that have no predictions; *note* says how far the runs are."""
    release = open_release(root, allow_modified=True)
    items.write(build.planned(folder, entries(paths, score_played(paths, release)), release, note=note))


def score_played(paths: Sequence[Path], release: Release) -> list[Scored]:
    """Return the scored submissions, each without the items that have no predictions."""
    scored = []
    for path in paths:
        played = frozenset(record.item_id for record in reading.read(path)[1])  # type: ignore[attr-defined]
        scored += score_all([path], release, Options(allow_partial=True, items=played))
    return scored


def _submission(path: Path, header: Header, done: Mapping[tuple[str, int], Record]) -> Path:
    """Write what is done of a run to *path*: the trials that every item has which has any."""
    trials = min(Counter(item_id for item_id, _ in done).values())
    counts = Counter(item_id for item_id, trial in done if trial < trials)
    kept = [done[key] for key in sorted(done) if key[1] < trials and counts[key[0]] == trials]
    write_atomically(path, writing.lines(replace(header, trials=trials), kept))
    return path
