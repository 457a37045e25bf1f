"""The papers, found by their folders: each has a module ``exhibits`` with all tables and figures in order."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from interplay.core.discovery import Catalogue
from interplay.core.errors import RecordError, UnknownName
from interplay.core.release import Release
from interplay.core.text import nearest, quoted
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
    tell: Callable[[int, int], None] = lambda _done, _total: None,
) -> Analysis:
    """Return the exhibits of *paper* made from the files at *paths*, or *only* those with these numbers.

    *tell* hears how many of how many predictions are graded. Raises ``UnknownName`` for a paper or a number that there
    is not, and ``RecordError`` for files unfit for scoring, or of a track that the paper is not about.
    """
    chosen = choose(paper, only)
    _refuse_others(paper, paths)
    given = gather(paths, release, judgments, allow_partial=allow_partial, tell=tell)
    return Analysis(
        paper=paper,
        release=release.manifest.release,
        manifest_sha256=release.manifest_sha256,
        files=tuple(_called(path, given) for path in paths),
        exhibits=made(chosen, given),
        notes=(*given.warnings, *_notes(given)),
    )


def _called(path: Path, given: Given) -> str:
    """Return a file's name, and the system whose submission it is."""
    label = next((one.label for one in given.submissions if one.path == path), "")
    return f"{label} ({path.name})" if label else path.name


def _notes(given: Given) -> list[str]:
    return notes([one.report for one in given.submissions], [one.path.name for one in given.submissions])


def made(exhibits: Sequence[Exhibit], given: Given) -> tuple[Result, ...]:
    """Return *exhibits* made from what was *given*."""
    return tuple(Result(number=one.number, title=one.title, content=one.make(given)) for one in exhibits)


def choose(paper: str, only: Sequence[str] = ()) -> tuple[Exhibit, ...]:
    """Return the exhibits of *paper*, or *only* those whose numbers are these or begin so.

    Raises ``UnknownName`` for a paper or a number that there is not.
    """
    exhibits = PAPERS.load(paper)
    known = {one.number.lower(): one for one in exhibits}
    for number in only:
        if not _named(number, known):
            numbers = ", ".join(one.number for one in exhibits)
            raise UnknownName(f"no exhibit {quoted(number)}{nearest(number.lower(), known)}; expected one of {numbers}")
    return tuple(one for name, one in known.items() if not only or any(name in _named(n, known) for n in only))


def _named(number: str, known: Iterable[str]) -> list[str]:
    """Return the exhibit of this number, or all that begin so, as Table 2 (checks) and Table 2 (judge) do."""
    asked = number.strip().lower()
    begun = [name for name in known if name.startswith(asked) and not name[len(asked) :][:1].isdigit()]
    return [asked] if asked in known else begun if asked else []


def _refuse_others(paper: str, paths: Sequence[Path]) -> None:
    """Refuse submissions on a track that *paper* is not about, before anything is graded."""
    track = TRACKS.load(paper)
    for path in paths:
        if path.exists() and is_submission(path) and (found := read_header(path).track) != track:
            about = f"{path} is a submission on {quoted(found)}, expected one on {quoted(track)}"
            raise RecordError(f"{about}, which --paper {paper} is about")
