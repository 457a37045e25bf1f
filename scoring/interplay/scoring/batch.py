"""Score several submissions: what they share is made once, and files can be dealt out to processes."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from interplay.core.errors import InterplayError
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.scoring.score import Options, score
from interplay.submissions.pool import ItemPool


def score_files(
    paths: Sequence[Path], release: Release, options: Options | None = None, processes: int = 1
) -> list[Report]:
    """Return the report of each submission, in the order of *paths*; the items of a track are read once.

    With several *processes*, each takes one file after another. What they leave undone, because they cannot be started
    or find a fault, is done here, so that reports and errors are those of one process. A script that asks for several
    needs the usual ``if __name__ == "__main__"``.

    Raises ``InterplayError`` as ``score`` does, for the first file that cannot be scored.
    """
    options = Options() if options is None else options
    done = _done_elsewhere(paths, release, options, processes) if min(processes, len(paths)) > 1 else {}
    pool = ItemPool(release)
    return [done[path] if path in done else score(path, release, options, pool=pool) for path in paths]


def _done_elsewhere(paths: Sequence[Path], release: Release, options: Options, processes: int) -> dict[Path, Report]:
    """Return the reports of those *paths* that other processes could score; each takes the longest file left."""
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # noqa: PLC0415  loads what only several need
    from multiprocessing import get_context  # noqa: PLC0415

    done: dict[Path, Report] = {}
    by_size = sorted({path for path in paths if path.is_file()}, key=lambda path: -path.stat().st_size)
    with (
        suppress(BrokenExecutor, OSError, ImportError, NotImplementedError),  # where processes cannot be started
        ProcessPoolExecutor(
            min(processes, len(by_size)),
            mp_context=get_context("spawn"),
            initializer=_prepare,
            initargs=(release, options),
        ) as executor,
    ):
        futures = {path: executor.submit(_scored, path) for path in by_size}
        try:
            for path, future in futures.items():
                with suppress(InterplayError):  # said when the file is scored here
                    done[path] = msgspec.msgpack.decode(future.result(), type=Report)
        except BaseException:
            executor.shutdown(cancel_futures=True)
            raise
    return done


_held: list[tuple[ItemPool, Options]] = []
"""What a process that scores for another keeps from one file to the next."""


def _prepare(release: Release, options: Options) -> None:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a second thread would take the core of another process
    _held[:] = [(ItemPool(release), options)]


def _scored(path: Path) -> bytes:
    """Return the report of a submission as MessagePack, less than half the work of pickling records."""
    pool, options = _held[0]
    return msgspec.msgpack.encode(score(path, pool.release, options, pool=pool))
