"""Grade a submission in several processes: each reads the whole file and grades its share of the lines."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from interplay.core.findings import Finding
from interplay.core.release import Release, open_release
from interplay.scoring.tally import Tally
from interplay.submissions.reading import Submission, open_submission
from interplay.tracks.base import Analyst, Grade

if TYPE_CHECKING:
    from concurrent.futures import Future


@dataclass(slots=True)
class Graded:
    """What grading a share of a submission adds up to."""

    tally: Tally
    analyst: Analyst | None
    findings: list[Finding]

    def add(self, grade: Grade) -> None:
        """Take in one grade."""
        self.tally.add(grade)
        if self.analyst is not None:
            self.analyst.add(grade)

    def merge(self, other: "Graded") -> None:
        """Take in what another share adds up to. Findings of reading are in every share, and are kept once."""
        self.tally.merge(other.tally)
        if self.analyst is not None and other.analyst is not None:
            self.analyst.merge(other.analyst)
        self.findings += [finding for finding in other.findings if finding not in self.findings]


@contextmanager
def grade_in_processes(
    path: Path, release: Release, shards: int, only: frozenset[str] | None = None
) -> Iterator[list["Future[Graded]"]]:
    """Start processes that grade the shares 1 to *shards* - 1, of *only* some items, and give their results to be."""
    if shards == 1:
        yield []
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  loads what only several processes need
    from multiprocessing import get_context  # noqa: PLC0415

    with ProcessPoolExecutor(shards - 1, mp_context=get_context("spawn")) as pool:
        try:
            yield [pool.submit(grade_share, path, release.root, n, shards, only) for n in range(1, shards)]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def grade_share(path: Path, root: Path, share: int, shards: int, only: frozenset[str] | None = None) -> Graded:
    """Grade the lines of *path* whose number leaves *share* when divided by *shards*."""
    submission = open_submission(path, open_release(root, allow_modified=True), only)
    graded = start(submission)
    for grade in submission.graded(share, shards):
        graded.add(grade)
    return graded


def start(submission: Submission) -> Graded:
    """Return what no grades add up to; its findings are those of *submission*."""
    return Graded(Tally(submission), submission.track.analyst(), submission.findings)
