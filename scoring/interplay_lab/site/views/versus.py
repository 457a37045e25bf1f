"""Systems against each other: who cannot be told apart, and by how much one differs from the others."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from interplay.tables.numbers import minus, number
from interplay_lab.compare.flips import adjusted
from interplay_lab.compare.reports import Beside, Scores
from interplay_lab.site import charts
from interplay_lab.site.charts import Forest, Number
from interplay_lab.site.scored import Entry

LETTERS = 26


class Ties(NamedTuple):
    """A letter or several for each system that cannot be told apart from others, and whether pairs were compared."""

    letters: tuple[str, ...]
    paired: bool


class Duel(NamedTuple):
    """One system beside another on the items of both: the difference, its p, and on how many it did better or worse."""

    other: str
    href: str
    difference: str
    p: str
    better: int
    alike: int
    worse: int


class Versus(NamedTuple):
    """A system beside the others: the plot of the differences, and a line for each; ``without`` share no items."""

    forest: Forest
    duels: tuple[Duel, ...]
    without: tuple[str, ...]
    notes: tuple[str, ...]
    unit: str


def key_of(entry: Entry) -> tuple[str, object]:
    """Return what two submissions must have alike for their items to be the same: options of rules, and the rival."""
    return entry.rival, tuple(sorted({} if (held := entry.report.selection) is None else held.options.items()))


def ties(entries: Sequence[Entry], scores: Scores) -> Ties:
    """Return who cannot be told apart, of systems that were asked the same items; others have no letter in common.

    By the paired comparison of all of them; where there is none, those whose intervals overlap.
    """
    letters, used, paired = [""] * len(entries), 0, True
    keys = [(entry.report.comparability_key, key_of(entry)) for entry in entries]
    for key in dict.fromkeys(keys):
        places = [n for n, own in enumerate(keys) if own == key]
        if len(places) < 2:
            continue
        sets = scores.alike(places)
        if sets is None:
            paired = False
            sets = [tuple(places[n] for n in run) for run in charts.runs([bounds_of(entries[n]) for n in places])]
        for held in sets:
            if len(held) > 1:
                for place in held:
                    letters[place] += chr(ord("a") + used % LETTERS)
                used += 1
    return Ties(tuple(letters), paired)


def bounds_of(entry: Entry) -> charts.Bounds:
    """Return the ends of a headline's interval for telling systems apart; open where nothing bounds it."""
    return charts.bounds(entry.report.headline)


def versus(
    entry: Entry, others: Sequence[tuple[int, Entry]], place: int, scores: Scores, hrefs: Mapping[str, str]
) -> Versus | None:
    """Return the entry at *place* beside *others*, with their places; nothing where there are no others.

    The p are adjusted for all of these by Holm's procedure.
    """
    held = [(other, _beside(entry, other, place, at, scores)) for at, other in others if at != place]
    shared = [(other, found) for other, found in held if found is not None]
    without = tuple(other.label for other, found in held if found is None)
    if not held:
        return None
    p = adjusted([found.p for _, found in shared])
    duels = tuple(_duel(entry, other, found, one, hrefs, scores) for (other, found), one in zip(shared, p, strict=True))
    plot = charts.forest("", [_number(*one, hrefs, scores) for one in shared], keep=(0.0,))
    why: dict[str, list[str]] = {}
    for other, found in shared:
        if found.reason:
            why.setdefault(found.reason, []).append(other.label)
    notes = tuple(f"{', '.join(names)}: {reason}." for reason, names in why.items())
    return Versus(plot, duels, without, notes, scores.unit)


def _beside(entry: Entry, other: Entry, place: int, at: int, scores: Scores) -> Beside | None:
    found = scores.difference(place, at) if key_of(entry) == key_of(other) else None
    return found if found is not None and found.items else None


def _number(other: Entry, found: Beside, hrefs: Mapping[str, str], scores: Scores) -> Number:
    href = hrefs[other.report.system.name]
    return Number(other.label, href, said(found, scores), found.value, found.low, found.high)


def _duel(entry: Entry, other: Entry, found: Beside, p: float | None, hrefs: Mapping[str, str], scores: Scores) -> Duel:
    pairs = [(entry.quality(i), other.quality(i)) for i in entry.items if i in other.items]
    known = [(own, its) for own, its in pairs if own is not None and its is not None]
    better, worse = sum(own > its for own, its in known), sum(own < its for own, its in known)
    href = hrefs[other.report.system.name]
    text = "–" if p is None else "<0.001" if p < 0.001 else f"{p:.3f}"
    return Duel(other.label, href, said(found, scores), text, better, len(known) - better - worse, worse)


def said(found: Beside, scores: Scores) -> str:
    """Return a difference with its interval, such as ``+3.1 [1.2, 5.0]``, or what it is above or below."""
    digits = 1 if scores.unit == "points" else 2
    if found.value is None:
        known = [f"{sign} {one:+.{digits}f}" for sign, one in ((">", found.low), ("<", found.high)) if one is not None]
        return minus(" and ".join(known) or "–")
    ends = "" if found.low is None or found.high is None else f" [{found.low:.{digits}f}, {found.high:.{digits}f}]"
    return minus(f"{number(found.value, digits, '+z')}{ends}")
