"""Score several submissions: what they share is made once, and files can be dealt out to processes."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import msgspec

from interplay.core.errors import InterplayError
from interplay.core.processes import workers
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.core.text import noop
from interplay.scoring.score import Options, score
from interplay.submissions.cache import ItemCache
from interplay.submissions.files import OnProgress, counter, predictions_in

T = TypeVar("T")
Work = Callable[[Path, ItemCache], T]
POLL = 0.1
"""Seconds between two looks at how far other processes are."""


def score_files(
    paths: Sequence[Path],
    release: Release,
    options: Options | None = None,
    processes: int = 1,
    on_progress: OnProgress = noop,
) -> list[Report]:
    """Return the report of each submission, in the order of *paths*; several *processes* share them as in ``as_done``.

    Raises ``InterplayError`` as ``score`` does, for the first file that cannot be scored.
    """
    reports = dict(as_done(paths, release, scoring(options), Report, processes, on_progress))
    return [reports[path] for path in paths]


def scoring(options: Options | None = None) -> Work[Report]:
    """Return the work of scoring a submission with *options*."""
    return partial(_report, options=Options() if options is None else options)


def _report(path: Path, cache: ItemCache, options: Options) -> Report:
    return score(path, cache.release, options, cache=cache)


def as_done(
    paths: Sequence[Path],
    release: Release,
    work: Work[T],
    kind: type[T],
    processes: int = 1,
    on_progress: OnProgress = noop,
) -> Iterator[tuple[Path, T]]:
    """Yield each submission with what *work* makes of it, once it is done; the items of a track are read once.

    With several *processes*, each takes one file after another. What they leave undone, because they cannot be started
    or find a fault, is done here, so that results and errors are those of one process. A script that asks for several
    needs the usual ``if __name__ == "__main__"``. *work* is a function of a module; *kind* is the record that it makes.
    *on_progress* is called with the number of predictions that are read, and of all.
    """
    left = dict.fromkeys(paths)
    if min(processes, len(left)) > 1:
        for path, result in _done_elsewhere(list(left), release, work, kind, processes, on_progress):
            del left[path]
            yield path, result
    cache = ItemCache(release, counter(left, on_progress) if left else noop)
    for path in left:
        yield path, work(path, cache)


def _done_elsewhere(
    paths: Sequence[Path], release: Release, work: Work[T], kind: type[T], processes: int, on_progress: OnProgress
) -> Iterator[tuple[Path, T]]:
    """Yield what other processes could make of some of *paths*; each takes the longest file left.

    They write a byte into a file for each prediction that they read.
    """
    from concurrent.futures import BrokenExecutor, wait  # noqa: PLC0415  loads what only several processes need

    shares, total = _shares([path for path in paths if path.is_file()], processes), predictions_in(paths)
    with (
        suppress(BrokenExecutor, OSError, ImportError, NotImplementedError),  # where processes cannot be started
        TemporaryDirectory() as folder,
        workers(min(processes, len(shares))) as submit,
    ):
        done = Path(folder) / "predictions"
        done.touch()
        futures = {submit(_worked, release, work, share, done) for share in shares}
        while futures:
            ended, futures = wait(futures, POLL, "FIRST_COMPLETED")
            on_progress(min(done.stat().st_size, total), total)
            for path, result in (pair for future in ended for pair in future.result()):
                yield path, msgspec.msgpack.decode(result, type=kind)


def _worked(release: Release, work: Work[T], paths: Sequence[Path], done: Path) -> list[tuple[Path, bytes]]:
    """Return what the work makes of each submission as MessagePack, less than half the work of pickling records.

    Those that cannot be scored are left out. *done* is the file that gets a byte for each prediction.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a second thread would take the core of another process
    results = []
    with done.open("ab", buffering=0) as stream:
        cache = ItemCache(release, partial(stream.write, b"."))
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
