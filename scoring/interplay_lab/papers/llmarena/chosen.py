"""Select the matches and statistics of one game and split for LLMArena's exhibits, and order statistics of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import StatisticsError, correlation, quantiles
from typing import Final

import numpy as np

from interplay.core.reports import Statistic
from interplay.tracks.games import catalogue
from interplay.tracks.games.verdicts import Verified
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.records import Content, Missing, words_of

WORDS: Final = words_of(__package__)
REACH = 1.5
"""Whiskers reach the furthest value within this many times the box, after Tukey."""


@dataclass(frozen=True, slots=True)
class Line:
    """A system in one split: its label in a table, and its statistics of one game, by name."""

    entry: Scored
    split: str
    label: str
    statistics: dict[str, Statistic]

    def value(self, name: str) -> float | None:
        """Return the value of a statistic, or ``None`` without it."""
        return self.statistics[name].value if name in self.statistics else None

    def n(self, name: str) -> int:
        """Return the number of cases of a statistic."""
        return round(self.statistics[name].n) if name in self.statistics else 0


def of_game(
    game: str, needed: str, more: str = ""
) -> Callable[[Callable[[Sequence[Line]], Content]], Callable[[Given], Content]]:
    """Return a decorator that gives a function all lines of *game*; without any, the exhibit is ``absent``."""

    def decorated(make: Callable[[Sequence[Line]], Content]) -> Callable[[Given], Content]:
        def content(given: Given) -> Content:
            systems = lines(given, game, needed)
            return make(systems) if systems else absent(game, more)

        return content

    return decorated


def lines(given: Given, game: str, needed: str) -> tuple[Line, ...]:
    """Return a line for each submission and split in which the statistic *needed* of *game* has cases.

    Equal labels get the split, and the rival if any, in parentheses.
    """
    parts = []
    for entry in given.on("games"):
        for split in dict.fromkeys(s.where["split"] for s in entry.report.statistics if s.where.get("game") == game):
            about = {"split": split, "game": game}
            by_name = {s.name: s for s in entry.report.statistics if s.where == about}
            if needed in by_name and by_name[needed].n:
                parts.append((entry, split, by_name))
    plain = [entry.label for entry, _, _ in parts]
    systems = []
    for entry, split, by_name in parts:
        rival = "" if entry.header.rival is None else f" against {entry.header.rival.name}"
        label = f"{entry.label} ({split}{rival})" if plain.count(entry.label) > 1 else entry.label
        systems.append(Line(entry, split, label, by_name))
    return tuple(systems)


def matches(entry: Scored, game: str, split: str = "") -> Iterator[Verified]:
    """Yield the verified matches of *game* in a submission, or those of one *split*."""
    for grade in entry.grades:
        match = grade.source
        if isinstance(match, Verified) and match.item.game == game and split in ("", match.item.split):
            yield match


def samples(line: Line, game: str, *names: str) -> tuple[list[float], ...]:
    """Return the single values of a line under *names* of the analysis of *game*, all in the same order."""
    analysis, played = catalogue.analysis_of(game), matches(line.entry, game, line.split)
    measured = [] if analysis is None else [analysis.measure(match).samples for match in played]
    return tuple([value for values in measured for value in values.get(name, ())] for name in names)


def absent(game: str, more: str = "") -> Missing:
    """Return the missing exhibit for want of matches of *game*; *more* describes the matches further."""
    needed = f"a submission on games with matches of {game}{more}"
    return Missing(reason=f"found no such matches; needed: {needed}, as written by `interplay run --track games`")


def five(values: Sequence[float]) -> tuple[float, float, float, float, float]:
    """Return whisker, lower quartile, median, upper quartile and whisker of one or more values.

    Quartiles are interpolated, as numpy does by default.

    Example:
        >>> five([1.0, 2.0, 3.0, 4.0, 100.0])
        (1.0, 2.0, 3.0, 4.0, 4.0)
    """
    ordered = sorted(values)
    if len(ordered) == 1:
        return (ordered[0],) * 5
    lower, median, upper = quantiles(ordered, n=4, method="inclusive")
    reach = REACH * (upper - lower)
    inside = [value for value in ordered if lower - reach <= value <= upper + reach]
    return inside[0], lower, median, upper, inside[-1]


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation, with mean ranks for ties, or ``None`` where one side is constant.

    Example:
        >>> rank_correlation([1.0, 2.0, 3.0], [10.0, 30.0, 20.0])
        0.5
    """
    try:
        return correlation(_ranks(first), _ranks(second))
    except StatisticsError:
        return None


def _ranks(values: Sequence[float]) -> list[float]:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return list((np.cumsum(counts) - (counts - 1) / 2)[inverse].tolist())
