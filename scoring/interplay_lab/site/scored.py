"""Submissions scored once, with what pages need beside the report: what they cost, and the results of matches."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from interplay.core.driver import RIVAL
from interplay.core.records import Record, Usage
from interplay.core.release import Release
from interplay.core.reports import ItemScore, Report
from interplay.ratings.matches import Match
from interplay.ratings.submissions import match_of
from interplay.scoring.batch import each_file
from interplay.scoring.score import Options, score
from interplay.submissions.pool import ItemPool
from interplay.submissions.reading import read_header, usage_of
from interplay.tables.notes import labels
from interplay.tracks import catalogue
from interplay.tracks.base import Grade, Track
from interplay_lab.statistics.normalised import shares

AnyTrack = Track[Any, Any]
SHARES = ("passed", "optimal", "strict", "constraints", "points")
STAND_INS = ("main_score", *SHARES)
"""What an item is ordered by where it has no headline of its own, the first that it has; ``SHARES`` are from 0 to 1."""


class Paid(Record, frozen=True):
    """What the matches of a game paid a system, each."""

    system: str
    game: str
    each: tuple[float, ...]


class Scored(Record, frozen=True):
    """What one process tells another of a submission: its report, what it cost, and its matches that rate somebody.

    ``uncounted`` are the predictions of which nobody counted the tokens; ``paid`` is what matches paid whom.
    """

    report: Report
    usage: Usage
    uncounted: int = 0
    matches: tuple[Match, ...] = ()
    paid: tuple[Paid, ...] = ()


@dataclass(frozen=True)
class Entry:
    """One submission on the pages. ``label`` is what tables call its system, ``blind`` whether it knows nothing."""

    path: Path
    report: Report
    usage: Usage
    uncounted: int
    matches: tuple[Match, ...]
    paid: tuple[Paid, ...]
    label: str
    blind: bool

    @property
    def track(self) -> AnyTrack:
        """The track that it is about."""
        return catalogue.load(self.report.track)

    @cached_property
    def items(self) -> Mapping[str, ItemScore]:
        """What each item scored, by its id."""
        return {item.item_id: item for item in self.report.per_item}

    @cached_property
    def rival(self) -> str:
        """The name of the system that it was played against, empty without one."""
        rival = read_header(self.path).rival
        return "" if rival is None else rival.name

    def quality(self, item_id: str) -> float | None:
        """Return the headline of an item, or what stands in for it where single items have none."""
        return self.measured(item_id)[1]

    def measured(self, item_id: str) -> tuple[str, float | None]:
        """Return the name of what ``quality`` is about, and its value."""
        values = self.items[item_id].values
        names = (self.report.headline_name, *STAND_INS)
        return next(((name, value) for name in names if (value := values.get(name)) is not None), ("", None))


Tell = Callable[[int, int], None]
"""Is told how many of how many things are done."""


def silent(done: int, total: int) -> None:
    """Tell nobody."""


def score_all(
    paths: Sequence[Path],
    release: Release,
    options: Options | None = None,
    processes: int = 1,
    tell: Tell = silent,
) -> list[Scored]:
    """Return what each submission scores and costs, in the order of *paths*; several *processes* share the files.

    *tell* is called with the number of files that are done, and of all.

    Raises ``InterplayError`` as ``score`` does, for the first file that cannot be scored.
    """
    work = partial(_scored, options=Options() if options is None else options)
    return each_file(paths, release, work, Scored, processes, tell)


def _scored(path: Path, pool: ItemPool, options: Options) -> Scored:
    header, matches, paid = read_header(path), list[Match](), dict[tuple[str, str], list[float]]()
    is_rated = header.track == "games"
    items = {item.item_id: item for item in pool.items(catalogue.load(header.track))} if is_rated else {}

    def note(grade: Grade) -> None:
        item = items[grade.item_id]
        for system, value in shares(header, item, grade):
            paid.setdefault((system, item.game), []).append(value)
        if header.rival is None and RIVAL in item.players:
            return
        found = match_of(header, item, grade)
        if found is not None:
            matches.append(found)

    report = score(path, pool.release, options, note if is_rated else lambda _: None, pool)
    usage, uncounted = usage_of(path)
    earned = tuple(Paid(system=system, game=game, each=tuple(each)) for (system, game), each in paid.items())
    return Scored(report=report, usage=usage, uncounted=uncounted, matches=tuple(matches), paid=earned)


def entries(paths: Sequence[Path], scored: Sequence[Scored]) -> list[Entry]:
    """Return the entries of a site, by track, best headline first."""
    order = sorted(
        zip(paths, scored, strict=True),
        key=lambda pair: (pair[1].report.track, -pair[1].report.headline.standing, pair[1].report.system.name),
    )
    names = labels([one.report for _, one in order])
    return [
        Entry(
            path,
            one.report,
            one.usage,
            one.uncounted,
            one.matches,
            one.paid,
            _label(path, one.report, label),
            _is_blind(one.report),
        )
        for (path, one), label in zip(order, names, strict=True)
    ]


def _label(path: Path, report: Report, label: str) -> str:
    """Return what charts call a system: with its rival, where it has one; a sample says so, a namesake has a number."""
    rival = read_header(path).rival
    if rival is not None:
        return f"{report.system.name} against {rival.name}"
    return f"{report.system.name} (sample)" if report.selected else label


def _is_blind(report: Report) -> bool:
    """Return whether a system is a shipped program that knows nothing; the random one is, however it is counted."""
    return report.system.name in {f"bot-{name}" for name in (*catalogue.load(report.track).blind, "random")}
