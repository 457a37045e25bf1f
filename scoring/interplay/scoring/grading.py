"""Grade a submission, in one process or several: each reads the whole file and grades its share of the lines."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from interplay.core.records import Finding
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


def grade(
    submission: Submission,
    release: Release,
    workers: int,
    on_grade: Callable[[Grade], None] = lambda _: None,
    *,
    analyses: bool = True,
) -> Graded:
    """Return what all grades of *submission* add up to; with several *workers*, as many processes share the work.

    *on_grade* is called with each grade of this process's share. Without *analyses*, statistics that no table shows are
    left out.
    """
    graded = _empty(submission, analyses=analyses)
    with _others(submission, release, workers, analyses=analyses) as others:
        for entry in submission.graded(0, workers):
            graded.add(entry)
            on_grade(entry)
        for other in others:
            graded.merge(other.result())
    return graded


@contextmanager
def _others(
    submission: Submission, release: Release, workers: int, *, analyses: bool
) -> Iterator[list["Future[Graded]"]]:
    """Start processes that grade the shares 1 to *workers* - 1, and give their results to be."""
    if workers == 1:
        yield []
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  loads what only several processes need
    from multiprocessing import get_context  # noqa: PLC0415

    path, only = submission.path, None if submission.is_as_selected else frozenset(submission.items)
    with ProcessPoolExecutor(workers - 1, mp_context=get_context("spawn")) as pool:
        try:
            yield [
                pool.submit(grade_share, path, release.root, n, workers, only, analyses=analyses)
                for n in range(1, workers)
            ]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def grade_share(
    path: Path, root: Path, share: int, shares: int, only: frozenset[str] | None = None, *, analyses: bool = True
) -> Graded:
    """Grade the lines of *path* whose number leaves *share* when divided by *shares*, of *only* some items."""
    submission = open_submission(path, open_release(root, allow_modified=True), only)
    graded = _empty(submission, analyses=analyses)
    for entry in submission.graded(share, shares):
        graded.add(entry)
    return graded


def _empty(submission: Submission, *, analyses: bool) -> Graded:
    """Return what no grades add up to; its findings are those of *submission*."""
    track = submission.track
    analyst = track.analyst() if analyses or track.analyses_in_tables else None
    return Graded(Tally(submission), analyst, submission.findings)
