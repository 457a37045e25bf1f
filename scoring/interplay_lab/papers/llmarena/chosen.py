"""Select the matches and statistics of one game and split for LLMArena's exhibits."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps

from interplay.core.reports import Statistic
from interplay.tracks.games import catalogue
from interplay.tracks.games.verdicts import Verified
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.records import Content, Missing


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
        @wraps(make)
        def content(given: Given) -> Content:
            systems = lines(given, game, needed)
            return make(systems) if systems else absent(game, more)

        return content

    return decorated


def lines(given: Given, game: str, needed: str) -> tuple[Line, ...]:
    """Return a line for each submission and split in which the statistic *needed* of *game* has cases."""
    parts = []
    for entry in given.on("games"):
        for split in dict.fromkeys(s.where["split"] for s in entry.report.statistics if s.where.get("game") == game):
            about = {"split": split, "game": game}
            by_name = {s.name: s for s in entry.report.statistics if s.where == about}
            if needed in by_name and by_name[needed].n:
                parts.append((entry, split, by_name))
    names = labels([(entry, split) for entry, split, _ in parts])
    return tuple(Line(entry, split, name, by_name) for name, (entry, split, by_name) in zip(names, parts, strict=True))


def labels(parts: Sequence[tuple[Scored, str]]) -> list[str]:
    """Return the labels of lines; equal ones get the split, and the rival if any, in parentheses."""
    plain, names = [entry.label for entry, _ in parts], []
    for entry, split in parts:
        rival = "" if entry.header.rival is None else f" against {entry.header.rival.name}"
        names.append(f"{entry.label} ({split}{rival})" if plain.count(entry.label) > 1 else entry.label)
    return names


def matches(entry: Scored, game: str, split: str = "") -> Iterator[Verified]:
    """Yield the verified matches of *game* in a submission, or those of one *split*."""
    for grade in entry.grades:
        match = grade.source
        if isinstance(match, Verified) and match.item.game == game and split in ("", match.item.split):
            yield match


def samples(line: Line, game: str, *names: str) -> tuple[list[float], ...]:
    """Return the single values of a line under *names* of the analysis of *game*, all in the same order."""
    columns: tuple[list[float], ...] = tuple([] for _ in names)
    analysis = catalogue.analysis_of(game)
    for match in matches(line.entry, game, line.split):
        measured = {} if analysis is None else analysis.measure(match).samples
        for values, name in zip(columns, names, strict=True):
            values.extend(measured.get(name, ()))
    return columns


def absent(game: str, more: str = "") -> Missing:
    """Return the missing exhibit for want of matches of *game*; *more* describes the matches further."""
    needed = f"a submission on games with matches of {game}{more}"
    return Missing(reason=f"found no such matches; needed: {needed}, as written by `interplay run --track games`")
