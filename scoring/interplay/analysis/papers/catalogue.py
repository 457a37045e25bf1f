"""The papers, found by their folders: each has a module ``exhibits`` with all tables and figures in order."""

from collections.abc import Callable, Sequence
from pathlib import Path

from interplay.analysis.papers.evidence import Given, gather
from interplay.analysis.papers.records import Analysis, Exhibit, Shown
from interplay.core.discovery import Catalogue
from interplay.core.errors import UnknownName
from interplay.core.release import Release
from interplay.core.text import nearest, quoted
from interplay.report.marks import notes

PAPERS: Catalogue[tuple[Exhibit, ...]] = Catalogue("interplay.analysis.papers", "EXHIBITS", "paper", module="exhibits")


def analyse(
    paper: str,
    paths: Sequence[Path],
    release: Release,
    judgments: Sequence[Path] = (),
    only: Sequence[str] = (),
    *,
    allow_partial: bool = False,
    tell: Callable[[int, int], None] = lambda _done, _total: None,
) -> Analysis:
    """Return the exhibits of *paper* made from the files at *paths*, or *only* those with these numbers.

    *tell* hears how many of how many predictions are graded. Raises ``UnknownName`` for a paper or a number that there
    is not, and ``RecordError`` for files unfit for scoring.
    """
    chosen = choose(paper, only)
    given = gather(paths, release, judgments, allow_partial=allow_partial, tell=tell)
    return Analysis(
        paper=paper,
        release=release.manifest.release,
        manifest_sha256=release.manifest_sha256,
        files=tuple(path.name for path in paths),
        exhibits=made(chosen, given),
        notes=(*given.warnings, *_notes(given)),
    )


def _notes(given: Given) -> list[str]:
    return notes([one.report for one in given.submissions], [one.path.name for one in given.submissions])


def made(exhibits: Sequence[Exhibit], given: Given) -> tuple[Shown, ...]:
    """Return *exhibits* made from what was *given*."""
    return tuple(Shown(number=one.number, title=one.title, content=one.make(given)) for one in exhibits)


def choose(paper: str, only: Sequence[str] = ()) -> tuple[Exhibit, ...]:
    """Return the exhibits of *paper*, or *only* those with these numbers; raise ``UnknownName`` for another one."""
    exhibits = PAPERS.load(paper)
    known = {one.number.lower(): one for one in exhibits}
    for number in only:
        if number.lower() not in known:
            numbers = ", ".join(one.number for one in exhibits)
            raise UnknownName(f"no exhibit {quoted(number)}{nearest(number.lower(), known)}; expected one of {numbers}")
    asked = {number.lower() for number in only}
    return tuple(one for name, one in known.items() if not asked or name in asked)
