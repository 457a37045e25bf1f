"""Grade a submission, in one process or several: each reads the whole file and grades its share of the lines."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from interplay.core.processes import workers
from interplay.core.records import Finding
from interplay.core.release import Release, open_release
from interplay.core.text import noop
from interplay.scoring.tally import Tally
from interplay.submissions.health import Health
from interplay.submissions.reading import Submission, open_submission
from interplay.tracks.base import Analyst, Grade


@dataclass(slots=True)
class Graded:
    """What grading a share of a submission adds up to."""

    tally: Tally
    analyst: Analyst | None
    findings: list[Finding]
    health: Health
    grades: list[Grade] = field(default_factory=list)
    """The grades of other processes' shares, with what is kept of their sources; only where they are asked for."""

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
        self.health.merge(other.health)
        self.findings += [finding for finding in other.findings if finding not in self.findings]


def grade(
    submission: Submission,
    release: Release,
    processes: int,
    on_grade: Callable[[Grade], None] = noop,
    *,
    analyses: bool = True,
    keep: Callable[[Grade], object] = noop,
) -> Graded:
    """Return what all grades of *submission* add up to; with several *processes*, they share the work.

    *on_grade* is called with each grade; those of other processes come last, with what *keep* makes of them, a function
    of a module, in place of their ``source``. Without *analyses*, statistics that no table shows are left out.
    """
    if processes == 1:
        return _graded(submission, 0, 1, on_grade, analyses=analyses)
    path, only = submission.path, None if submission.is_as_selected else frozenset(submission.items)
    share = partial(grade_share, path, release.root, analyses=analyses, keep=None if on_grade is noop else keep)
    with workers(processes - 1) as submit:
        others = [submit(share, n, processes, only) for n in range(1, processes)]
        graded = _graded(submission, 0, processes, on_grade, analyses=analyses)
        for other in others:
            graded.merge(result := other.result())
            for entry in result.grades:
                on_grade(entry)
    return graded


def grade_share(
    path: Path,
    root: Path,
    share: int,
    shares: int,
    only: frozenset[str] | None,
    *,
    analyses: bool,
    keep: Callable[[Grade], object] | None,
) -> Graded:
    """Grade the lines of *path* whose number leaves *share* when divided by *shares*, of *only* some items."""
    submission, grades = open_submission(path, open_release(root, allow_modified=True), only), list[Grade]()
    note = (lambda grade: grades.append(replace(grade, source=keep(grade)))) if keep else noop
    graded = _graded(submission, share, shares, note, analyses=analyses)
    graded.grades = grades
    return graded


def _graded(
    submission: Submission, share: int, shares: int, on_grade: Callable[[Grade], None], *, analyses: bool
) -> Graded:
    track = submission.track
    analyst = track.analyst() if analyses or track.analyses_in_tables else None
    graded = Graded(Tally(submission), analyst, submission.findings, submission.health)
    for entry in submission.graded(share, shares):
        graded.add(entry)
        on_grade(entry)
    return graded
