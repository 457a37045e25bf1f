"""Score several submissions: what they share is made once, and files can be dealt out to processes."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from interplay.core.errors import InterplayError
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.core.text import noop
from interplay.scoring.grading import pool_of
from interplay.scoring.score import Options, score
from interplay.submissions.cache import ItemCache

T = TypeVar("T")


def score_files(
    paths: Sequence[Path], release: Release, options: Options | None = None, processes: int = 1
) -> list[Report]:
    """Return the report of each submission, in the order of *paths*, as ``each_file`` deals them out.

    Raises ``InterplayError`` as ``score`` does, for the first file that cannot be scored.
    """
    return each_file(
        paths, release, partial(_report, options=Options() if options is None else options), Report, processes
    )


def _report(path: Path, cache: ItemCache, options: Options) -> Report:
    return score(path, cache.release, options, cache=cache)


def each_file(
    paths: Sequence[Path],
    release: Release,
    work: Callable[[Path, ItemCache], T],
    kind: type[T],
    processes: int = 1,
    on_progress: Callable[[int, int], None] = noop,
) -> list[T]:
    """Return what *work* makes of each submission, in the order of *paths*; the items of a track are read once.

    With several *processes*, each takes one file after another. What they leave undone, because they cannot be started
    or find a fault, is done here, so that results and errors are those of one process. A script that asks for several
    needs the usual ``if __name__ == "__main__"``. *work* is a function of a module; *kind* is the record that it makes.
    *on_progress* is called with the number of files that are done, and of all.

    Raises ``InterplayError`` as *work* does, for the first file.
    """
    on_progress(0, len(paths))
    done = _done_elsewhere(paths, release, work, kind, processes, on_progress) if min(processes, len(paths)) > 1 else {}
    cache, results = ItemCache(release), []
    for path in paths:
        results.append(done[path] if path in done else work(path, cache))
        on_progress(max(len(done), len(results)), len(paths))
    return results


def _done_elsewhere(
    paths: Sequence[Path],
    release: Release,
    work: Callable[[Path, ItemCache], T],
    kind: type[T],
    processes: int,
    on_progress: Callable[[int, int], None],
) -> dict[Path, T]:
    """Return what other processes could make of some of *paths*; each takes the longest file left."""
    from concurrent.futures import BrokenExecutor, as_completed  # noqa: PLC0415  loads what only several need

    done: dict[Path, T] = {}
    shares = _shares([path for path in dict.fromkeys(paths) if path.is_file()], processes)
    with (
        suppress(BrokenExecutor, OSError, ImportError, NotImplementedError),  # where processes cannot be started
        pool_of(min(processes, len(shares))) as pool,
    ):
        for future in as_completed([pool.submit(_worked, release, work, share) for share in shares]):
            for path, result in future.result():
                done[path] = msgspec.msgpack.decode(result, type=kind)
            on_progress(len(done), len(paths))
    return done


def _worked(release: Release, work: Callable[[Path, ItemCache], T], paths: Sequence[Path]) -> list[tuple[Path, bytes]]:
    """Return what the work makes of each submission as MessagePack, less than half the work of pickling records.

    Those that cannot be scored are left out.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a second thread would take the core of another process
    cache, results = ItemCache(release), []
    for path in paths:
        with suppress(InterplayError):  # raised again when the file is scored in the first process
            results.append((path, msgspec.msgpack.encode(work(path, cache))))
    return results


def _shares(paths: Sequence[Path], processes: int) -> list[list[Path]]:
    """Return the files in shares of one track each, the largest first; several shares a track for many processes.

    Files of one name are of one track, whose items each share reads once.
    """
    by_name: dict[str, list[Path]] = {}
    for path in sorted(paths, key=lambda path: -path.stat().st_size):
        by_name.setdefault(path.name, []).append(path)
    parts = 1 if processes < len(by_name) else processes
    shares = [files[n::parts] for files in by_name.values() for n in range(min(parts, len(files)))]
    return sorted(shares, key=lambda share: -sum(path.stat().st_size for path in share))
