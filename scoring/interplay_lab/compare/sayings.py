"""What is said of a comparison beside its tables, in sentences that text, Markdown and LaTeX share."""

from collections.abc import Iterator, Sequence

from interplay.core.text import counted
from interplay.tables.numbers import UNDEFINED, p_value
from interplay_lab.compare.flips import EXACT
from interplay_lab.compare.records import Comparison, Difference
from interplay_lab.compare.tables import DIFFER, DIGITS, SAME, amount, many, verdict

LISTED = 8
"""Names that a sentence tells."""


def title(comparison: Comparison) -> str:
    """Return what is compared, in one line."""
    unit = comparison.cluster_unit
    clusters = f", {counted(comparison.clusters, unit)}" if comparison.clusters < comparison.items else ""
    trials = f", {comparison.trials:,} trials each" if comparison.trials > 1 else ""
    about = f"release {comparison.release}"
    if comparison.kind == "fresh":
        about += f" against a fresh draw, {comparison.systems[0].name}"
    scored = f", {comparison.items:,} of them scored" if comparison.items < comparison.in_common else ""
    return f"{comparison.track}, {about}: {counted(comparison.in_common, 'items')} in common{scored}{clusters}{trials}"


def sentences(comparison: Comparison) -> list[str]:
    """Return what the tables do not say: who can be told apart, what could have been found, and what was left out."""
    found = [*_untested(comparison), *_apart(comparison), *_power(comparison), *_equivalence(comparison)]
    found += [*_ratings(comparison), *_reasons(comparison), *(f"Note: {note}." for note in comparison.notes)]
    if comparison.modified_dataset:
        found.append("Note: scored on a modified dataset; not comparable with anything else.")
    return [*found, legend(comparison)]


def _untested(comparison: Comparison) -> Iterator[str]:
    if all(one.max_t is None for one in comparison.differences):
        reasons = dict.fromkeys(one.reason for one in comparison.differences if one.reason)
        yield f"Not tested: {'; '.join(reasons)}."


def _apart(comparison: Comparison) -> Iterator[str]:
    if all(one.max_t is None for one in comparison.differences):
        return
    labels, one = [system.label for system in comparison.systems], comparison.differences[0]
    if comparison.kind == "fresh":
        yield f"Contamination: {_fresh(one)}."
        return
    if len(labels) == 2:
        can = "can" if one.is_apart else "cannot"
        told = f"{can} be told apart (sign flips, 5%)"
        yield f"{labels[0]} and {labels[1]}: {_unclear(one)}." if one.is_unclear else f"{' and '.join(labels)} {told}."
        return
    several = ["{" + ", ".join(own) + "}" for own in comparison.alike if len(own) > 1]
    told = "; ".join(several) or "none, all differ from each other"
    yield f"Cannot be told apart (max-t of all pairs, 5%): {told}."
    disagreed = [f"{one.first} - {one.second}" for one in comparison.differences if one.is_unclear]
    if disagreed:
        yield f"Unclear, as Holm and max-t disagree at 5%: {_listed(disagreed)}."


def _fresh(one: Difference) -> str:
    if one.is_unclear:
        return _unclear(one)
    if not one.is_apart or not one.value:
        return "the two cannot be told apart (sign flips, 5%)"
    told = "it does better on what was public" if one.value > 0 else "it does better on the fresh draw"
    return f"{told} (sign flips, 5%)"


def _unclear(one: Difference) -> str:
    return f"unclear, as the two tests disagree at 5% (t {p_value(one.p_t)}, sign flips {p_value(one.p_flip)})"


def _power(comparison: Comparison) -> Iterator[str]:
    """Yield the least difference that could be found, of the pair that is known worst, and what would be needed."""
    measured = [one for one in comparison.differences if one.detectable is not None]
    if not measured:
        return
    digits, unit = DIGITS[comparison.unit], comparison.unit
    worst = max(measured, key=lambda one: one.detectable or 0.0)
    least = f"{worst.detectable:.{digits}f} {unit}"
    found = (
        f"a difference of {least} is" if len(measured) == 1 else f"between any two, differences of at most {least} are"
    )
    yield (
        f"With these {counted(worst.clusters, comparison.cluster_unit)} {found} found in 80 of 100 comparisons "
        "(5%, two-sided)."
    )
    for one in measured if len(measured) == 1 else ():
        if one.clusters_needed is not None:
            takes = many(one.clusters_needed, one.clusters)
            yield f"For a difference as large as the one found, that takes {takes} {comparison.cluster_unit}."
        else:
            yield "For a difference as small as the one found, no feasible number would do."


def _equivalence(comparison: Comparison) -> Iterator[str]:
    """Yield whether two systems are the same within the margin; of several a table says so."""
    one = comparison.differences[0]
    own, unit = one.equivalence, comparison.cluster_unit
    if own is None:
        return
    if len(comparison.differences) > 1:
        yield (
            f"The same: two one-sided tests at 5%, of each pair alone; no: they differ by more; {unit} needed: how "
            "many show it in 80 of 100 comparisons of systems that are the same."
        )
        return
    names, within = f"{one.first} and {one.second}", f"within {amount(own.margin, comparison.unit)}"
    found = verdict(one)
    if found == UNDEFINED:
        yield f"Whether {names} are the same {within} cannot be tested: {one.reason}."
    elif found == DIFFER:
        yield f"{names} are not the same {within}: they differ by more (90% interval)."
    elif found == SAME:
        yield f"{names} are the same {within} (two one-sided tests, p {p_value(own.p)})."
    else:
        more = own.clusters_needed
        takes = (
            "" if more is None else f"; if they are, showing it in 80 of 100 takes {many(more, one.clusters)} {unit}"
        )
        yield f"{names} are not shown to be the same {within} (two one-sided tests, p {p_value(own.p)}{takes})."


def _ratings(comparison: Comparison) -> Iterator[str]:
    """Yield whom the matches of the ratings were played against, and why there are none."""
    if any(one.value is not None for one in comparison.ratings):
        names = ", ".join(dict.fromkeys(name for one in comparison.ratings for name in one.opponents)) or "each other"
        yield f"Ratings (Bradley-Terry) are from matches against {names}; wins: the first's chance against the second."
    for one in comparison.ratings:
        if one.reason:
            yield f"{one.first} - {one.second}, no rating: {one.reason}."


def _reasons(comparison: Comparison) -> Iterator[str]:
    """Yield what is undefined, or bounded on one side only, and why, each reason once."""
    for system in comparison.systems:
        if system.shown.endswith("[–]") and system.unbounded:
            yield f"{system.label}: no interval, as {system.unbounded}."
    pairs = [(one.reason, f"{one.first} - {one.second}") for one in comparison.differences]
    parts = [(one.reason, " / ".join(one.where.values())) for one in comparison.parts]
    untested = all(one.max_t is None for one in comparison.differences)
    for listed in (() if untested else pairs, parts):
        reasons: dict[str, dict[str, None]] = {}
        for reason, name in listed:
            if reason:
                reasons.setdefault(reason, {})[name] = None
        for reason, names in reasons.items():
            yield f"{_listed([*names])}: {reason}."


def _listed(names: Sequence[str]) -> str:
    """Return *names* in a line; of many the first, and how many more there are, which the tables show."""
    told = ", ".join(names[:LISTED])
    return told if len(names) <= LISTED else f"{told} and {len(names) - LISTED:,} more"


def _signs(comparison: Comparison) -> str:
    of = f"signs of the {comparison.cluster_unit}' differences"
    if not comparison.signs.exact:
        return f"{comparison.signs.tried:,} random {of}, all of them where at most {EXACT} differ"
    return (
        f"all {comparison.signs.tried:,} {of}" if comparison.signs.tried > 1 else f"{of}, of which none is other than 0"
    )


def legend(comparison: Comparison) -> str:
    """Return what the columns mean."""
    unit = comparison.cluster_unit
    lines = f"p (t): Student's t over {unit}; p (flips): {_signs(comparison)}."
    if comparison.kind == "fresh":
        lines += " Above 0: better on what was public, as one is that has learnt it."
    if len(comparison.differences) > 1 or len(comparison.parts) > 1:
        lines += " Holm (of t) and max-t (of flips) allow for all lines of their table."
    tested = sum(one.max_t is not None for one in comparison.parts)
    if len(comparison.systems) > 2 and tested:
        lines += (
            f" *: not 0, by max-t below 0.05 over all {tested:,} differences of the table by part; its "
            "intervals are of each alone, and --json has every p."
        )
    if comparison.unit == "levels":
        lines += " Levels are doublings of the number of operations."
    if any(one.shown.endswith("[exact]") for one in comparison.systems):
        lines += " [exact]: a bot that is made to have the same score in every item."
    return f"{lines} – is undefined."
