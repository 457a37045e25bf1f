"""The registry of papers: the folder of each has a module ``exhibits`` with its tables and figures in order."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from interplay.core.discovery import Catalogue
from interplay.core.errors import RecordError, UnknownName
from interplay.core.release import Release
from interplay.core.text import nearest, noop, quoted
from interplay.ratings.files import is_submission
from interplay.submissions.reading import read_header
from interplay.tables.notes import notes
from interplay_lab.papers.evidence import Given, gather
from interplay_lab.papers.records import Analysis, Exhibit, Result

PAPERS: Catalogue[tuple[Exhibit, ...]] = Catalogue("interplay_lab.papers", "EXHIBITS", "paper", module="exhibits")
TRACKS: Catalogue[str] = Catalogue("interplay_lab.papers", "TRACK", "paper", module="exhibits")
"""The track that a paper is about."""


def analyse(
    paper: str,
    paths: Sequence[Path],
    release: Release,
    judgments: Sequence[Path] = (),
    only: Sequence[str] = (),
    *,
    allow_partial: bool = False,
    on_progress: Callable[[int, int], None] = noop,
) -> Analysis:
    """Return the exhibits of *paper* made from the files at *paths*, or *only* those with these numbers.

    *on_progress* is called with the number of graded predictions and of all. Raises ``UnknownName`` for an unknown
    paper or number, and ``RecordError`` for files that cannot be scored or are on another track.
    """
    chosen = choose(paper, only)
    _refuse_others(paper, paths)
    given = gather(paths, release, judgments, allow_partial=allow_partial, on_progress=on_progress)
    labels = {entry.path: f"{entry.label} ({entry.path.name})" for entry in given.submissions}
    return Analysis(
        paper=paper,
        release=release.manifest.release,
        manifest_sha256=release.manifest_sha256,
        files=tuple(labels.get(path, path.name) for path in paths),
        exhibits=make(chosen, given),
        notes=(
            *given.warnings,
            *notes([x.report for x in given.submissions], [x.path.name for x in given.submissions]),
        ),
    )


def make(exhibits: Sequence[Exhibit], given: Given) -> tuple[Result, ...]:
    """Return *exhibits* made from what was *given*."""
    return tuple(Result(number=x.number, title=x.title, content=x.make(given)) for x in exhibits)


def choose(paper: str, only: Sequence[str] = ()) -> tuple[Exhibit, ...]:
    """Return the exhibits of *paper*, or *only* those with these numbers or prefixes of numbers.

    Raises ``UnknownName`` for an unknown paper or number.
    """
    exhibits = PAPERS.load(paper)
    known = {exhibit.number.lower(): exhibit for exhibit in exhibits}
    for number in only:
        if not _named(number, known):
            numbers = ", ".join(exhibit.number for exhibit in exhibits)
            raise UnknownName(f"no exhibit {quoted(number)}{nearest(number.lower(), known)}; expected one of {numbers}")
    return tuple(exhibit for name, exhibit in known.items() if not only or any(name in _named(n, known) for n in only))


def _named(number: str, known: Iterable[str]) -> list[str]:
    """Return the exhibit with this number, or all with this prefix, such as Table 2 (checks) and Table 2 (judge)."""
    asked = number.strip().lower()
    begun = [name for name in known if name.startswith(asked) and not name[len(asked) :][:1].isdigit()]
    return [asked] if asked in known else begun if asked else []


def _refuse_others(paper: str, paths: Sequence[Path]) -> None:
    """Raise ``RecordError`` for submissions on another track than the paper's, before anything is graded."""
    track = TRACKS.load(paper)
    for path in paths:
        if path.exists() and is_submission(path) and (other := read_header(path).track) != track:
            about = f"{path} is a submission on {quoted(other)}, expected one on {quoted(track)}"
            raise RecordError(f"{about}, which --paper {paper} is about")
