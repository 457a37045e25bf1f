"""Comparisons of systems: which are not distinguishable, and by how much one differs from the others."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from interplay.tables.numbers import interval, minus, p_value
from interplay_lab.compare.flips import adjusted
from interplay_lab.compare.reports import Beside, Scores
from interplay_lab.compare.tables import DIGITS
from interplay_lab.site import charts
from interplay_lab.site.charts import Forest, Number
from interplay_lab.site.scored import Entry

LETTERS = 26


class Ties(NamedTuple):
    """The letters of each system, shared by systems that are not distinguishable, and whether pairs were compared."""

    letters: tuple[str, ...]
    paired: bool


class Duel(NamedTuple):
    """A comparison with another system on common items: difference, p, and numbers of items better or worse."""

    other: str
    href: str
    difference: str
    p: str
    better: int
    alike: int
    worse: int


class Versus(NamedTuple):
    """Comparisons of a system with the others, as a plot and in rows; ``without`` have no common items."""

    forest: Forest
    duels: tuple[Duel, ...]
    without: tuple[str, ...]
    notes: tuple[str, ...]
    unit: str


def key_of(entry: Entry) -> tuple[str, object]:
    """Return the rival and options of rules, which must be equal for two submissions to have the same items."""
    return entry.rival, tuple(sorted({} if (rule := entry.report.selection) is None else rule.options.items()))


def ties(entries: Sequence[Entry], scores: Scores) -> Ties:
    """Return the letters of systems on the same items: systems that share one are not distinguishable.

    They result from the paired comparison of all of them, or without one from overlapping intervals.
    """
    letters, used, paired = [""] * len(entries), 0, True
    keys = [(entry.report.comparability_key, key_of(entry)) for entry in entries]
    for key in dict.fromkeys(keys):
        places = [n for n, other in enumerate(keys) if other == key]
        if len(places) < 2:
            continue
        sets = scores.alike(places)
        if sets is None:
            paired = False
            bounds = [charts.bounds(entries[n].report.headline) for n in places]  # open where a headline is unbounded
            sets = [tuple(places[n] for n in run) for run in charts.runs(bounds)]
        for alike in sets:
            if len(alike) > 1:
                for index in alike:
                    letters[index] += chr(ord("a") + used % LETTERS)
                used += 1
    return Ties(tuple(letters), paired)


def versus(
    entry: Entry, others: Sequence[tuple[int, Entry]], index: int, scores: Scores, hrefs: Mapping[str, str]
) -> Versus | None:
    """Compare the entry at *index* with *others*, which come with their indices; return ``None`` without others.

    The p values are adjusted by Holm's procedure.
    """
    compared = [(other, _beside(entry, other, index, at, scores)) for at, other in others if at != index]
    shared = [(other, diff) for other, diff in compared if diff is not None]
    without = tuple(other.label for other, diff in compared if diff is None)
    if not compared:
        return None
    ps = adjusted([diff.p for _, diff in shared])
    duels = tuple(_duel(entry, *pair, p, hrefs, scores) for pair, p in zip(shared, ps, strict=True))
    texts = [duel.difference for duel in duels]
    rows = [Number(o.label, "", text, d.value, d.low, d.high) for (o, d), text in zip(shared, texts, strict=True)]
    plot = charts.forest("", rows, keep=(0.0,))
    why: dict[str, list[str]] = {}
    for other, diff in shared:
        if diff.reason:
            why.setdefault(diff.reason, []).append(other.label)
    notes = tuple(f"{', '.join(names)}: {reason}." for reason, names in why.items())
    return Versus(plot, duels, without, notes, scores.unit)


def _beside(entry: Entry, other: Entry, index: int, at: int, scores: Scores) -> Beside | None:
    diff = scores.difference(index, at) if key_of(entry) == key_of(other) else None
    return diff if diff is not None and diff.items else None


def _duel(entry: Entry, other: Entry, diff: Beside, p: float | None, hrefs: Mapping[str, str], scores: Scores) -> Duel:
    pairs = [(entry.quality(i), other.quality(i)) for i in entry.items if i in other.items]
    known = [(mine, theirs) for mine, theirs in pairs if mine is not None and theirs is not None]
    better, worse = sum(mine > theirs for mine, theirs in known), sum(mine < theirs for mine, theirs in known)
    href = hrefs[other.report.system.name]
    return Duel(
        other.label, href, difference_text(diff, scores), p_value(p), better, len(known) - better - worse, worse
    )


def difference_text(diff: Beside, scores: Scores) -> str:
    """Return a difference with its interval, such as ``+3.1 [1.2, 5.0]``, or its bounds."""
    return minus(interval(diff.value, diff.low, diff.high, DIGITS[scores.unit], "+"))
