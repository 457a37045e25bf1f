"""The tables of a comparison, which text, Markdown and LaTeX share."""

from collections.abc import Sequence

from interplay.tables import budgets
from interplay.tables.numbers import UNDEFINED, interval, p_value, percent
from interplay.tables.table import Kind, Table, tabulate
from interplay_lab.compare.records import Comparison, Difference

DIGITS = {"points": 1, "levels": 2}
APART = " *"
"""Marks a difference that is significant after adjustment for all of its table."""
SENSIBLE = 100
"""Multiple of the clusters at hand beyond which the number needed is not stated."""
SAME, DIFFER, OPEN = "yes", "no", "not shown"
SPARE: dict[str, Kind] = {"p (t)": "spare", "p (flips)": "spare"}
"""Columns that tables with adjusted p omit in narrow terminals."""


def tables(comparison: Comparison) -> dict[str, Table]:
    """Return the tables by their titles: the systems' scores, their differences, and those by part."""
    name = comparison.headline_name.capitalize() if comparison.unit == "levels" else comparison.headline_name
    score = f"{name} [{comparison.percent}% interval]"
    sheets = {
        "scores": tabulate(("system", score), [(system.label, system.text) for system in comparison.systems]),
        "differences": _differences(comparison, comparison.differences, ("difference",)),
    }
    if comparison.parts:
        sheets.update(_by_part(comparison))
    if any(system.budgets for system in comparison.systems):
        lines = ((s.label, s.budgets, s.half_score, s.lower_bound_share) for s in comparison.systems)
        sheets[budgets.TITLE] = budgets.table(comparison.track, lines)
    if len(comparison.differences) > 1 and (test := comparison.differences[0].equivalence):
        sheets[f"equivalent within {amount(test.margin, comparison.unit)}?"] = _within(comparison)
    rated = [
        (
            f"{r.first} - {r.second}",
            interval(r.value, r.low, r.high, 2, "+"),
            percent(r.win_probability, 0),
            f"{r.matches:,}",
        )
        for r in comparison.ratings
        if r.value is not None
    ]
    if rated:
        headings = ("rating difference", "log-odds [90% interval]", "wins", "matches")
        sheets["from matches against common opponents"] = tabulate(headings, rated)
    return sheets


def _differences(comparison: Comparison, differences: Sequence[Difference], by: Sequence[str]) -> Table:
    several, is_level = len(differences) > 1, comparison.unit == "levels"
    score = f"{comparison.unit} [{comparison.percent}% interval]"
    rows = []
    for pair in differences:
        ps = (pair.p_t, pair.p_flip, *((pair.holm, pair.max_t) if several else ()))[:: 2 if is_level else 1]
        name = tuple(pair.where.values()) or (f"{pair.first} - {pair.second}",)
        rows.append((*name, difference(comparison, pair), *map(p_value, ps)))
    tests = ("p", "Holm")[: 1 + several] if is_level else (*SPARE, *(("Holm", "max-t") if several else ()))
    headings = (*by, score, *tests)
    return tabulate(headings, rows, len(by), SPARE if several else None)


def _by_part(comparison: Comparison) -> dict[str, Table]:
    """Return the differences by part: of two systems in lines as theirs, of several a line a part and a column each."""
    base, by, parts = comparison.parts[0].first, " and ".join(comparison.by), comparison.parts
    if len(comparison.systems) == 2:
        title = f"{base} minus {parts[0].second}, by {by}"
        return {title: _differences(comparison, parts, comparison.by)}
    rows: dict[tuple[str, ...], list[str]] = {}
    for part in parts:
        mark = APART if part.is_apart else " " * len(APART)
        rows.setdefault(tuple(part.where.values()), []).append(difference(comparison, part) + mark)
    title = f"{base} minus each of the others, by {by}: {comparison.unit} [{comparison.percent}% interval]"
    headings = (*comparison.by, *dict.fromkeys(f"minus {part.second}" for part in parts))
    return {title: tabulate(headings, [(*where, *cells) for where, cells in rows.items()], len(comparison.by))}


def _within(comparison: Comparison) -> Table:
    """Return which of several systems are equivalent within the margin, one line per pair."""
    rows = []
    for pair in comparison.differences:
        if test := pair.equivalence:
            needed = None
            if test.clusters_needed is not None and verdict(pair) == OPEN:
                needed = many(test.clusters_needed, pair.clusters)
            rows.append((f"{pair.first} - {pair.second}", verdict(pair), p_value(test.p), needed))
    return tabulate(("pair", "equivalent", "p", f"{comparison.cluster_unit} needed"), rows)


def verdict(pair: Difference) -> str:
    """Return whether two systems are equivalent within the margin, by the 90% interval of their difference."""
    test = pair.equivalence
    if test is None or test.p is None:
        return UNDEFINED
    ends = next((bounds for bounds in pair.intervals if bounds.percent == 90), None)
    if ends is not None and ((ends.low or 0.0) >= test.margin or (ends.high or 0.0) <= -test.margin):
        return DIFFER
    return SAME if test.equivalent else OPEN


def amount(value: float, unit: str) -> str:
    """Return so many points or levels in words."""
    return f"{value:g} {unit.removesuffix('s') if value == 1 else unit}"


def difference(comparison: Comparison, pair: Difference) -> str:
    """Return a difference with its interval, such as ``+3.1 [1.2, 5.0]``."""
    ends = [(bounds.low, bounds.high) for bounds in pair.intervals if bounds.percent == comparison.percent]
    return interval(pair.value, *(ends or [(None, None)])[0], DIGITS[comparison.unit], "+")


def many(needed: int, clusters: int) -> str:
    """Return how many are *needed* where there are so many *clusters*; only a bound where the number is no use."""
    if needed <= clusters:
        return f"at most {clusters:,}"
    return f"over {SENSIBLE * clusters:,}" if needed > SENSIBLE * clusters else f"{needed:,}"
