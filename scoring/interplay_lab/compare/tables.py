"""The tables of a comparison, which text, Markdown and LaTeX share."""

from collections.abc import Sequence
from dataclasses import dataclass

from interplay_lab.compare.records import Comparison, Difference, Rated

DIGITS = {"points": 1, "levels": 2}
APART = " *"
"""Stands behind a difference that is one, allowing for all of its table."""
SENSIBLE = 100
"""Times as many clusters as there are, beyond which it makes no sense to say how many are needed."""
SAME, DIFFER, OPEN, UNKNOWN = "yes", "no", "not shown", "–"


@dataclass(frozen=True)
class Sheet:
    """A table: its title, headings and rows of text; the first *names* columns hold names.

    Columns to *spare* are left out where there is no room for all.
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: int = 1
    spare: tuple[int, ...] = ()


def sheets(comparison: Comparison) -> list[Sheet]:
    """Return the tables: the systems' scores, their differences, and those by part."""
    percent = comparison.percent
    scores = [(one.label, one.shown) for one in comparison.systems]
    name = comparison.headline_name.capitalize() if comparison.unit == "levels" else comparison.headline_name
    found = [
        Sheet("scores", ("system", f"{name} [{percent}% interval]"), tuple(scores)),
        _differences(comparison, comparison.differences, ("difference",), "differences"),
    ]
    if comparison.parts:
        found.append(_by_part(comparison))
    if len(comparison.differences) > 1 and comparison.differences[0].equivalence:
        found.append(_within(comparison))
    rated = [one for one in comparison.ratings if one.value is not None]
    if rated:
        headings = ("rating difference", "log-odds [90% interval]", "wins", "matches")
        found.append(Sheet("from matches against common opponents", headings, tuple(map(_rated, rated))))
    return found


def _differences(comparison: Comparison, held: Sequence[Difference], by: Sequence[str], about: str) -> Sheet:
    several = len(held) > 1
    first = (f"{comparison.unit} [{comparison.percent}% interval]", "p (t)", "p (flips)")
    headings = (*by, *first, *(("Holm", "max-t") if several else ()))
    rows = []
    for one in held:
        name = tuple(one.where.values()) or (f"{one.first} - {one.second}",)
        adjusted = (shown_p(one.holm), shown_p(one.max_t)) if several else ()
        rows.append((*name, difference(comparison, one), shown_p(one.p_t), shown_p(one.p_flip), *adjusted))
    spare = (len(by) + 1, len(by) + 2) if several else ()
    return Sheet(about, headings, tuple(rows), len(by), spare)


def _by_part(comparison: Comparison) -> Sheet:
    """Return the differences by part: of two systems in lines as theirs, of several a line a part and a column each."""
    base, by = comparison.parts[0].first, " and ".join(comparison.by)
    if len(comparison.systems) == 2:
        about = f"{base} less {comparison.parts[0].second}, by {by}"
        return _differences(comparison, comparison.parts, comparison.by, about)
    others = tuple(dict.fromkeys(one.second for one in comparison.parts))
    rows: dict[tuple[str, ...], list[str]] = {}
    for one in comparison.parts:
        mark = APART if one.is_apart else " " * len(APART)
        rows.setdefault(tuple(one.where.values()), []).append(difference(comparison, one) + mark)
    about = f"{base} less each of the others, by {by}: {comparison.unit} [{comparison.percent}% interval]"
    headings = (*comparison.by, *(f"less {other}" for other in others))
    return Sheet(about, headings, tuple((*part, *cells) for part, cells in rows.items()), len(comparison.by))


def _within(comparison: Comparison) -> Sheet:
    """Return which of several systems are the same within the margin, a line a pair."""
    rows, about = [], ""
    for one in comparison.differences:
        if (own := one.equivalence) is None:
            continue
        about = f"the same within {amount(own.margin, comparison.unit)}?"
        needed = "–" if own.clusters_needed is None or verdict(one) != OPEN else many(own.clusters_needed, one.clusters)
        rows.append((f"{one.first} - {one.second}", verdict(one), shown_p(own.p), needed))
    return Sheet(about, ("pair", "the same", "p", f"{comparison.cluster_unit} needed"), tuple(rows))


def verdict(one: Difference) -> str:
    """Return whether two systems are the same within the margin: what the 90% interval of their difference says."""
    own = one.equivalence
    if own is None:
        return UNKNOWN
    ends = next((bounds for bounds in one.intervals if bounds.percent == 90), None)
    if ends is not None and ((ends.low or 0.0) >= own.margin or (ends.high or 0.0) <= -own.margin):
        return DIFFER
    return UNKNOWN if own.equivalent is None else SAME if own.equivalent else OPEN


def amount(value: float, unit: str) -> str:
    """Return so many points or levels in words."""
    return f"{value:g} {unit.removesuffix('s') if value == 1 else unit}"


def difference(comparison: Comparison, one: Difference) -> str:
    """Return a difference with its interval, such as ``+3.1 [1.2, 5.0]``."""
    digits = DIGITS[comparison.unit]
    ends = next((bounds for bounds in one.intervals if bounds.percent == comparison.percent), None)
    low, high = (None, None) if ends is None else (ends.low, ends.high)
    return _interval(one.value, low, high, digits=digits, sign="+")


def _interval(value: float | None, low: float | None, high: float | None, *, digits: int, sign: str = "") -> str:
    if value is None:
        if low is None and high is None:
            return "–"
        return f"< {high:{sign}.{digits}f}" if low is None else f"> {low:{sign}.{digits}f}"
    ends = "" if low is None or high is None else f" [{number(low, digits)}, {number(high, digits)}]"
    return f"{number(value, digits, sign)}{ends}"


def number(value: float, digits: int, sign: str = "") -> str:
    """Return *value* rounded; what rounds to nothing has no sign."""
    return f"{abs(value):.{digits}f}" if not round(value, digits) else f"{value:{sign}.{digits}f}"


def shown_p(value: float | None) -> str:
    """Return a p as tables show it."""
    if value is None:
        return "–"
    return "<0.001" if value < 0.001 else ">0.999" if 0.9995 <= value < 1 else f"{value:.3f}"


def many(needed: int, held: int) -> str:
    """Return how many clusters are *needed*, of which there are *held*; no digits where these would mean nothing."""
    if needed <= held:
        return "fewer than there are"
    return f"over {SENSIBLE * held:,}" if needed > SENSIBLE * held else f"{needed:,}"


def _rated(one: Rated) -> tuple[str, ...]:
    chance = "–" if one.win_probability is None else f"{one.win_probability:.0%}"
    value = _interval(one.value, one.low, one.high, digits=2, sign="+")
    return f"{one.first} - {one.second}", value, chance, f"{one.matches:,}"
