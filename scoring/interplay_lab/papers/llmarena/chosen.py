"""Which matches and statistics of the given submissions an exhibit of LLMArena is about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interplay.core.reports import Statistic
from interplay.tracks.games import catalogue
from interplay.tracks.games.verdicts import Verified
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.records import Missing


@dataclass(frozen=True, slots=True)
class Line:
    """A system in one split: what it is called in a table, and the statistics of one game there, by name."""

    one: Scored
    split: str
    label: str
    held: dict[str, Statistic]

    def value(self, name: str) -> float | None:
        """Return the value of a statistic; nothing where there is none."""
        return self.held[name].value if name in self.held else None

    def n(self, name: str) -> int:
        """Return over how many cases a statistic is."""
        return round(self.held[name].n) if name in self.held else 0


def lines(given: Given, game: str, needed: str) -> tuple[Line, ...]:
    """Return a line for each submission and split in which the statistic *needed* of *game* has cases."""
    found = []
    for one in given.on("games"):
        for split in dict.fromkeys(s.where["split"] for s in one.report.statistics if s.where.get("game") == game):
            about = {"split": split, "game": game}
            held = {s.name: s for s in one.report.statistics if s.where == about}
            if needed in held and held[needed].n:
                found.append((one, split, held))
    names = labelled([(one, split) for one, split, _ in found])
    return tuple(Line(one, split, name, held) for name, (one, split, held) in zip(names, found, strict=True))


def labelled(parts: Sequence[tuple[Scored, str]]) -> list[str]:
    """Return what the lines of submissions and splits are called; the split is told, or the rival, where two differ."""
    plain = [one.label for one, _ in parts]
    return [f"{one.label} ({told(one, split)})" if plain.count(one.label) > 1 else one.label for one, split in parts]


def told(one: Scored, split: str) -> str:
    """Return what tells a part of a submission apart from others of the same system."""
    return split if one.header.rival is None else f"{split} against {one.header.rival.name}"


def matches(one: Scored, game: str, split: str = "") -> Iterator[Verified]:
    """Yield the verified matches of *game* in a submission, or those of one *split*."""
    for grade in one.grades:
        match = grade.source
        if isinstance(match, Verified) and match.item.game == game and split in ("", match.item.split):
            yield match


def samples(line: Line, game: str, *names: str) -> tuple[list[float], ...]:
    """Return the single values behind a line, which the analysis of *game* calls so, in equal order for all names."""
    found: tuple[list[float], ...] = tuple([] for _ in names)
    analysis = catalogue.analysis_of(game)
    for match in matches(line.one, game, line.split):
        measured = {} if analysis is None else analysis.measure(match).samples
        for values, name in zip(found, names, strict=True):
            values.extend(measured.get(name, ()))
    return found


def absent(game: str, more: str = "") -> Missing:
    """Return that there is no match of *game*, and which files would hold some; *more* is what else they need."""
    needed = f"a submission on games with matches of {game}{more}"
    return Missing(reason=f"found no such matches; needed: {needed}, as `interplay run --track games` writes")
