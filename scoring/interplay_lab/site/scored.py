"""Submissions scored for pages: their reports, token usage and results of matches."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from interplay.core.driver import RIVAL
from interplay.core.records import Record, Usage
from interplay.core.release import Release
from interplay.core.reports import ItemScore, Report
from interplay.core.text import noop
from interplay.ratings.matches import Match
from interplay.ratings.submissions import match_of
from interplay.scoring.batch import each_file
from interplay.scoring.score import Options, score
from interplay.submissions.cache import ItemCache
from interplay.submissions.reading import read_header, usage_of
from interplay.tables.notes import labels
from interplay.tracks import catalogue
from interplay.tracks.base import Grade, Track
from interplay_lab.site.remarks import Remark, remark_of
from interplay_lab.statistics.normalised import shares

AnyTrack = Track[Any, Any]
PREFIX = "bot-"  # of the names of shipped programs
SHARES = ("passed", "optimal", "strict", "constraints", "points")
STAND_INS = ("main_score", *SHARES)
"""Metrics that sort items without a headline, the first one defined; ``SHARES`` are from 0 to 1."""


class Paid(Record, frozen=True):
    """The payoffs of a system in the matches of a game."""

    system: str
    game: str
    each: tuple[float, ...]


class Scored(Record, frozen=True):
    """A scored submission, as sent between processes: its report, usage, rated matches and payoffs.

    ``uncounted`` is the number of predictions without token counts.
    """

    report: Report
    usage: Usage
    uncounted: int = 0
    matches: tuple[Match, ...] = ()
    paid: tuple[Paid, ...] = ()
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True)
class Entry:
    """One submission on the pages: ``label`` is its system's name in tables, ``blind`` marks uninformed baselines."""

    path: Path
    report: Report
    usage: Usage
    uncounted: int
    matches: tuple[Match, ...]
    paid: tuple[Paid, ...]
    label: str
    blind: bool
    remarks: tuple[Remark, ...] = ()

    @property
    def track(self) -> AnyTrack:
        """Its track."""
        return catalogue.load(self.report.track)

    @cached_property
    def items(self) -> Mapping[str, ItemScore]:
        """The scores of its items by id."""
        return {item.item_id: item for item in self.report.per_item}

    @cached_property
    def rival(self) -> str:
        """The name of the rival system, or empty."""
        rival = read_header(self.path).rival
        return "" if rival is None else rival.name

    def quality(self, item_id: str) -> float | None:
        """Return the headline of an item, or its replacement where single items have none."""
        return self.measured(item_id)[1]

    def measured(self, item_id: str) -> tuple[str, float | None]:
        """Return the name of the metric of ``quality``, and its value."""
        values = self.items[item_id].values
        names = (self.report.headline_name, *STAND_INS)
        return next(((name, value) for name in names if (value := values.get(name)) is not None), ("", None))


OnProgress = Callable[[int, int], None]
"""Called with the number of things done and of all."""


def score_all(
    paths: Sequence[Path],
    release: Release,
    options: Options | None = None,
    processes: int = 1,
    on_progress: OnProgress = noop,
) -> list[Scored]:
    """Return the scored submissions in the order of *paths*; several *processes* share the files.

    *on_progress* is called with the numbers of scored files and of all. Raises the error of the first invalid file.
    """
    work = partial(_scored, options=Options() if options is None else options)
    return each_file(paths, release, work, Scored, processes, on_progress)


def _scored(path: Path, cache: ItemCache, options: Options) -> Scored:
    header, matches, paid = read_header(path), list[Match](), dict[tuple[str, str], list[float]]()
    remarks = list[Remark]()
    is_rated = header.track == "games"
    items = {item.item_id: item for item in cache.items(catalogue.load(header.track))} if is_rated else {}

    def note(grade: Grade) -> None:
        remarks.append(remark_of(grade))
        if not is_rated:
            return
        item = items[grade.item_id]
        for system, value in shares(header, item, grade):
            paid.setdefault((system, item.game), []).append(value)
        if header.rival is None and RIVAL in item.players:
            return
        match = match_of(header, item, grade)
        if match is not None:
            matches.append(match)

    report = score(path, cache.release, options, note, cache)
    usage, uncounted = usage_of(path)
    earned = tuple(Paid(system=system, game=game, each=tuple(each)) for (system, game), each in paid.items())
    return Scored(report, usage, uncounted, tuple(matches), earned, tuple(remarks))


def entries(paths: Sequence[Path], scored: Sequence[Scored]) -> list[Entry]:
    """Return the entries of a site, by track, best headline first."""
    order = sorted(
        zip(paths, scored, strict=True),
        key=lambda pair: (
            catalogue.order(pair[1].report.track),
            pair[1].report.track,
            -pair[1].report.headline.standing,
            pair[1].report.system.name,
        ),
    )
    names = labels([result.report for _, result in order])
    return [
        Entry(
            path,
            result.report,
            result.usage,
            result.uncounted,
            result.matches,
            result.paid,
            _label(path, result.report, label),
            _is_blind(result.report),
            result.remarks,
        )
        for (path, result), label in zip(order, names, strict=True)
    ]


def _label(path: Path, report: Report, label: str) -> str:
    """Return a system's name in charts, with its rival if any, a mark for a sample, or a number for equal names."""
    rival = read_header(path).rival
    if rival is not None:
        return f"{report.system.name} against {rival.name}"
    return f"{report.system.name} (sample)" if report.selected else label


def _is_blind(report: Report) -> bool:
    """Return whether a system is a shipped uninformed baseline; the random bot always is."""
    return report.system.name in {f"{PREFIX}{name}" for name in (*catalogue.load(report.track).uninformed, "random")}
