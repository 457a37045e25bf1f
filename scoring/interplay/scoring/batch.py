"""Score several submissions: what they share is made once, and tracks can be dealt out to processes."""

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
from interplay.submissions.reading import read_header


def score_files(
    paths: Sequence[Path], release: Release, options: Options | None = None, processes: int = 1
) -> list[Report]:
    """Return the report of each submission, in the order of *paths*; the items of a track are read once.

    With several *processes*, each takes one track after another. What they leave undone, because they cannot be started
    or find a fault, is done here, so that reports and errors are those of one process. A script that asks for several
    needs the usual ``if __name__ == "__main__"``.

    Raises ``InterplayError`` as ``score`` does, for the first file that cannot be scored.
    """
    options = Options() if options is None else options
    parts = _by_track(paths) if processes > 1 else []
    done = _done_elsewhere(parts, release, options, processes) if len(parts) > 1 else {}
    pool = ItemPool(release)
    return [done[path] if path in done else score(path, release, options, pool=pool) for path in paths]


def _by_track(paths: Sequence[Path]) -> list[list[Path]]:
    """Return *paths* by the track that their headers claim, most bytes first."""
    parts: dict[str, list[Path]] = {}
    for path in paths:
        with suppress(InterplayError):  # said when the file is scored
            parts.setdefault(read_header(path).track, []).append(path)
    return sorted(parts.values(), key=lambda part: -sum(path.stat().st_size for path in part))


def _done_elsewhere(
    parts: Sequence[Sequence[Path]], release: Release, options: Options, processes: int
) -> dict[Path, Report]:
    """Return the reports of those *parts* that other processes could score."""
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # noqa: PLC0415  loads what only several need
    from multiprocessing import get_context  # noqa: PLC0415

    done: dict[Path, Report] = {}
    with (
        suppress(BrokenExecutor, OSError, ImportError, NotImplementedError),  # where processes cannot be started
        ProcessPoolExecutor(min(processes, len(parts)), mp_context=get_context("spawn")) as pool,
    ):
        futures = [pool.submit(_scored, part, release, options) for part in parts]
        try:
            for part, future in zip(parts, futures, strict=True):
                with suppress(InterplayError):
                    reports = msgspec.msgpack.decode(future.result(), type=list[Report])
                    done |= zip(part, reports, strict=True)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return done


def _scored(paths: Sequence[Path], release: Release, options: Options) -> bytes:
    """Return the reports of submissions as MessagePack, less than half the work of pickling records."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a second thread would take the core of another process
    pool = ItemPool(release)
    return msgspec.msgpack.encode([score(path, release, options, pool=pool) for path in paths])
