"""Grade a submission, in one process or several: each reads the whole file and grades its share of the lines."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol, Self

from interplay.core.processes import workers
from interplay.core.records import Finding
from interplay.core.release import Release, open_release
from interplay.core.text import noop
from interplay.scoring.tally import Tally
from interplay.submissions.health import Health
from interplay.submissions.reading import Submission, open_submission
from interplay.tracks.base import Analyst, Grade


class Collector(Protocol):
    """Collects something from grades; made without arguments in each process that shares the work, and merged."""

    def add(self, submission: Submission, grade: Grade) -> None:
        """Take in one grade."""
        ...

    def merge(self, other: Self) -> None:
        """Take in what another process has collected."""
        ...


@dataclass(slots=True)
class Graded:
    """What grading a share of a submission adds up to."""

    tally: Tally
    analyst: Analyst | None
    findings: list[Finding]
    health: Health
    collector: Collector | None

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
        if self.collector is not None and other.collector is not None:
            self.collector.merge(other.collector)
        self.findings += [finding for finding in other.findings if finding not in self.findings]


def grade(
    submission: Submission,
    release: Release,
    processes: int,
    on_grade: Callable[[Grade], None] = noop,
    *,
    analyses: bool = True,
    collector: Collector | None = None,
) -> Graded:
    """Return what all grades of *submission* add up to; with several *processes*, they share the work.

    *on_grade* is called with each grade of this process's share, and *collector* gets those of all shares. Without
    *analyses*, statistics that no table shows are left out.
    """
    if processes == 1:
        return _graded(submission, 0, 1, on_grade, collector, analyses=analyses)
    path, only = submission.path, None if submission.is_as_selected else frozenset(submission.items)
    kind = None if collector is None else type(collector)
    share = partial(grade_share, path, release.root, analyses=analyses, kind=kind)
    with workers(processes - 1) as submit:
        others = [submit(share, n, processes, only) for n in range(1, processes)]
        graded = _graded(submission, 0, processes, on_grade, collector, analyses=analyses)
        for other in others:
            graded.merge(other.result())
    return graded


def grade_share(
    path: Path,
    root: Path,
    share: int,
    shares: int,
    only: frozenset[str] | None = None,
    *,
    analyses: bool = True,
    kind: Callable[[], Collector] | None = None,
) -> Graded:
    """Grade the lines of *path* whose number leaves *share* when divided by *shares*, of *only* some items."""
    submission = open_submission(path, open_release(root, allow_modified=True), only)
    return _graded(submission, share, shares, noop, None if kind is None else kind(), analyses=analyses)


def _graded(
    submission: Submission,
    share: int,
    shares: int,
    on_grade: Callable[[Grade], None],
    collector: Collector | None,
    *,
    analyses: bool,
) -> Graded:
    track = submission.track
    analyst = track.analyst() if analyses or track.analyses_in_tables else None
    graded = Graded(Tally(submission), analyst, submission.findings, submission.health, collector)
    for entry in submission.graded(share, shares):
        graded.add(entry)
        if collector is not None:
            collector.add(submission, entry)
        on_grade(entry)
    return graded
