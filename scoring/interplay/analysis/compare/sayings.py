"""A comparison in tables and sentences, which text, Markdown and LaTeX share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interplay.analysis.compare.records import Comparison, Difference, Rated

DIGITS = {"points": 1, "levels": 2}


@dataclass(frozen=True)
class Sheet:
    """A table: its title, headings and rows of text; the first *names* columns hold names."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: int = 1


def title(comparison: Comparison) -> str:
    """Return what is compared, in one line."""
    unit = comparison.cluster_unit
    clusters = f", {comparison.clusters:,} {unit}" if comparison.clusters < comparison.items else ""
    trials = f", {comparison.trials:,} trials each" if comparison.trials > 1 else ""
    about = f"release {comparison.release}"
    if comparison.kind == "fresh":
        about += f" against a fresh draw, {comparison.systems[0].name}"
    return f"{comparison.track}, {about}: {comparison.items:,} items in common{clusters}{trials}"


def sheets(comparison: Comparison) -> list[Sheet]:
    """Return the tables: the systems' scores, their differences, and those by part."""
    percent = comparison.percent
    scores = [(one.label, one.shown) for one in comparison.systems]
    found = [
        Sheet("scores", ("system", f"{comparison.headline_name} [{percent}% interval]"), tuple(scores)),
        _differences(comparison, comparison.differences, ("difference",), "differences"),
    ]
    if comparison.parts:
        about = f"{comparison.parts[0].first} less {comparison.parts[0].second}, by {' and '.join(comparison.by)}"
        found.append(_differences(comparison, comparison.parts, comparison.by, about))
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
        adjusted = (_p(one.holm), _p(one.max_t)) if several else ()
        rows.append((*name, difference(comparison, one), _p(one.p_t), _p(one.p_flip), *adjusted))
    return Sheet(about, headings, tuple(rows), len(by))


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
    ends = "" if low is None or high is None else f" [{low:.{digits}f}, {high:.{digits}f}]"
    return f"{value:{sign}.{digits}f}{ends}"


def _p(value: float | None) -> str:
    return "–" if value is None else "<0.001" if value < 0.001 else f"{value:.3f}"


def _rated(one: Rated) -> tuple[str, ...]:
    chance = "–" if one.win_probability is None else f"{one.win_probability:.0%}"
    value = _interval(one.value, one.low, one.high, digits=2, sign="+")
    return f"{one.first} - {one.second}", value, chance, f"{one.matches:,}"


def sentences(comparison: Comparison) -> list[str]:
    """Return what the tables do not say: who can be told apart, what could have been found, and what was left out."""
    found = [*_apart(comparison), *_power(comparison), *_equivalence(comparison)]
    found += [*_ratings(comparison), *_reasons(comparison), *(f"Note: {note}." for note in comparison.notes)]
    if comparison.modified_dataset:
        found.append("Note: scored on a modified dataset; not comparable with anything else.")
    return [*found, legend(comparison)]


def _apart(comparison: Comparison) -> Iterator[str]:
    if comparison.kind == "fresh":
        one = comparison.differences[0]
        clear = one.is_apart and one.value is not None
        told = "it does better on what was public" if (one.value or 0) > 0 else "it does better on the fresh draw"
        yield f"Contamination: {told if clear else 'the two cannot be told apart'} (sign flips, 5%)."
        return
    labels = [system.label for system in comparison.systems]
    if len(labels) == 2:
        can = "can" if comparison.differences[0].is_apart else "cannot"
        yield f"{labels[0]} and {labels[1]} {can} be told apart (sign flips, 5%)."
        return
    several = ["{" + ", ".join(own) + "}" for own in comparison.alike if len(own) > 1]
    told = "; ".join(several) or "none, all differ from each other"
    yield f"Cannot be told apart (max-t of all pairs, 5%): {told}."
    yield "Name two of them for differences by part."


def _power(comparison: Comparison) -> Iterator[str]:
    """Yield the least difference that could be found, of the pair that is known worst, and what would be needed."""
    measured = [one for one in comparison.differences if one.detectable is not None]
    if not measured:
        return
    digits, unit = DIGITS[comparison.unit], comparison.unit
    worst = max(measured, key=lambda one: one.detectable or 0.0)
    of_any = "" if len(measured) == 1 else "between any two of these systems "
    yield (
        f"With these {worst.clusters:,} {comparison.cluster_unit} a difference {of_any}of "
        f"{worst.detectable:.{digits}f} {unit} is found in 80 of 100 comparisons (5%, two-sided)."
    )
    for one in measured if len(measured) == 1 else ():
        if one.clusters_needed is not None:
            many = f"{one.clusters_needed:,} {comparison.cluster_unit} like these"
            yield f"For a difference as large as the one found, that takes {many}."
        else:
            yield "For a difference as small as the one found, no feasible number would do."


def _equivalence(comparison: Comparison) -> Iterator[str]:
    for one in comparison.differences:
        own = one.equivalence
        if own is None:
            continue
        names = f"{one.first} and {one.second}"
        within = f"within {own.margin:g} {comparison.unit}"
        if own.equivalent is None:
            yield f"Whether {names} are the same {within} cannot be tested: {one.reason}."
        elif own.equivalent:
            yield f"{names} are the same {within} (two one-sided tests, p {_p(own.p)})."
        else:
            more = own.clusters_needed
            takes = "" if more is None else f"; if they are, {more:,} {comparison.cluster_unit} show it in 80 of 100"
            yield f"{names} are not shown to be the same {within} (two one-sided tests, p {_p(own.p)}{takes})."


def _ratings(comparison: Comparison) -> Iterator[str]:
    """Yield whom the matches of the ratings were played against, and why there are none."""
    if any(one.value is not None for one in comparison.ratings):
        names = ", ".join(dict.fromkeys(name for one in comparison.ratings for name in one.opponents)) or "each other"
        yield f"Ratings (Bradley-Terry) are from matches against {names}; wins: the first's chance against the second."
    for one in comparison.ratings:
        if one.reason:
            yield f"{one.first} - {one.second}, no rating: {one.reason}."


def _reasons(comparison: Comparison) -> Iterator[str]:
    for one in comparison.differences:
        if one.reason:
            yield f"{one.first} - {one.second}: {one.reason}."
    short: dict[str, list[str]] = {}
    for one in comparison.parts:
        if one.reason:
            short.setdefault(one.reason, []).append(" / ".join(one.where.values()))
    for reason, parts in short.items():
        yield f"{', '.join(parts)}: {reason}."


def legend(comparison: Comparison) -> str:
    """Return what the columns mean."""
    unit = comparison.cluster_unit
    tried = f"all {comparison.signs.tried:,}" if comparison.signs.exact else f"{comparison.signs.tried:,} random"
    lines = f"p (t): Student's t over {unit}; p (flips): {tried} signs of the {unit}' differences."
    if len(comparison.differences) > 1 or len(comparison.parts) > 1:
        lines += " Holm (of t) and max-t (of flips) allow for all lines of their table."
    if comparison.unit == "levels":
        lines += " Levels are doublings of the number of operations."
    return lines
