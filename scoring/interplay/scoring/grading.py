"""Grade a submission, in one process or several: each reads the whole file and grades its share of the lines."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from interplay.core.records import Finding
from interplay.core.release import Release, open_release
from interplay.core.text import noop
from interplay.scoring.tally import Tally
from interplay.submissions.reading import Submission, open_submission
from interplay.tracks.base import Analyst, Grade

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


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


def grade(
    submission: Submission,
    release: Release,
    workers: int,
    on_grade: Callable[[Grade], None] = noop,
    *,
    analyses: bool = True,
) -> Graded:
    """Return what all grades of *submission* add up to; with several *workers*, as many processes share the work.

    *on_grade* is called with each grade of this process's share. Without *analyses*, statistics that no table shows are
    left out.
    """
    if workers == 1:
        return _graded(submission, 0, 1, on_grade, analyses=analyses)
    path, only = submission.path, None if submission.is_as_selected else frozenset(submission.items)
    with pool_of(workers - 1) as pool:
        others = [
            pool.submit(grade_share, path, release.root, n, workers, only, analyses=analyses) for n in range(1, workers)
        ]
        graded = _graded(submission, 0, workers, on_grade, analyses=analyses)
        for other in others:
            graded.merge(other.result())
    return graded


@contextmanager
def pool_of(processes: int) -> Iterator["ProcessPoolExecutor"]:
    """Give a pool of so many processes; after an error, what none of them has begun is given up."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  loads what only several processes need
    from multiprocessing import get_context  # noqa: PLC0415

    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def grade_share(
    path: Path, root: Path, share: int, shares: int, only: frozenset[str] | None = None, *, analyses: bool = True
) -> Graded:
    """Grade the lines of *path* whose number leaves *share* when divided by *shares*, of *only* some items."""
    submission = open_submission(path, open_release(root, allow_modified=True), only)
    return _graded(submission, share, shares, noop, analyses=analyses)


def _graded(
    submission: Submission, share: int, shares: int, on_grade: Callable[[Grade], None], *, analyses: bool
) -> Graded:
    track = submission.track
    analyst = track.analyst() if analyses or track.analyses_in_tables else None
    graded = Graded(Tally(submission), analyst, submission.findings)
    for entry in submission.graded(share, shares):
        graded.add(entry)
        on_grade(entry)
    return graded
