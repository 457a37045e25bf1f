"""What is said of a comparison beside its tables, in sentences that text, Markdown and LaTeX share."""

from collections.abc import Iterator, Sequence

from interplay.core.text import counted
from interplay.tables.numbers import UNDEFINED, number, p_value
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
    """Return the notes below the tables: which systems differ, the power of the tests, and what was left out."""
    lines = [*_apart(comparison), *_power(comparison), *_equivalence(comparison)]
    lines += [*_ratings(comparison), *_reasons(comparison), *(f"Note: {note}." for note in comparison.notes)]
    if comparison.modified_dataset:
        lines.append("Note: scored on a modified dataset; not comparable with anything else.")
    return [*lines, legend(comparison)]


def _apart(comparison: Comparison) -> Iterator[str]:
    """Yield who differs from whom, or why nothing was tested."""
    labels, pair = " and ".join(system.label for system in comparison.systems), comparison.differences[0]
    if all(other.max_t is None for other in comparison.differences):
        yield f"Not tested: {'; '.join(dict.fromkeys(d.reason for d in comparison.differences if d.reason))}."
    elif comparison.kind == "fresh":
        yield f"Contamination: {_fresh(pair)}."
    elif len(comparison.systems) == 2:
        can = "can" if pair.is_apart else "cannot"
        yield f"{labels}: {_unclear(pair)}." if pair.is_unclear else f"{labels} {can} be told apart (sign flips, 5%)."
    else:
        several = ["{" + ", ".join(names) + "}" for names in comparison.alike if len(names) > 1]
        answer = "; ".join(several) or "none, all differ from each other"
        yield f"Cannot be told apart (max-t of all pairs, 5%): {answer}."
        disagreed = [f"{other.first} - {other.second}" for other in comparison.differences if other.is_unclear]
        if disagreed:
            yield f"Unclear, as Holm and max-t disagree at 5%: {_listed(disagreed)}."


def _fresh(pair: Difference) -> str:
    if pair.is_unclear:
        return _unclear(pair)
    if not pair.is_apart or not pair.value:
        return "the two cannot be told apart (sign flips, 5%)"
    better = "it does better on what was public" if pair.value > 0 else "it does better on the fresh draw"
    return f"{better} (sign flips, 5%)"


def _unclear(pair: Difference) -> str:
    return f"unclear, as the two tests disagree at 5% (t {p_value(pair.p_t)}, sign flips {p_value(pair.p_flip)})"


def _power(comparison: Comparison) -> Iterator[str]:
    """Yield the least difference that could be found, of the pair that is known worst, and what would be needed."""
    measured = [pair for pair in comparison.differences if pair.detectable is not None]
    if not measured:
        return
    single, unit = len(measured) == 1, comparison.cluster_unit
    worst = max(measured, key=lambda pair: pair.detectable or 0.0)
    least = f"{number(worst.detectable, DIGITS[comparison.unit])} {comparison.unit}"
    subject = f"a difference of {least} is" if single else f"between any two, differences of at most {least} are"
    yield f"With these {counted(worst.clusters, unit)} {subject} found in 80 of 100 comparisons (5%, two-sided)."
    if single and worst.clusters_needed is not None:
        takes = many(worst.clusters_needed, worst.clusters)
        yield f"For a difference as large as the one found, that takes {takes} {unit}."
    elif single:
        yield "For a difference as small as the one found, no feasible number would do."


def _equivalence(comparison: Comparison) -> Iterator[str]:
    """Yield whether two systems are the same within the margin; of several a table says so."""
    pair = comparison.differences[0]
    test, unit = pair.equivalence, comparison.cluster_unit
    if test is None:
        return
    if len(comparison.differences) > 1:
        yield (
            f"The same: two one-sided tests at 5%, of each pair alone; no: they differ by more; {unit} needed: how "
            "many show it in 80 of 100 comparisons of systems that are the same."
        )
        return
    names, within = f"{pair.first} and {pair.second}", f"within {amount(test.margin, comparison.unit)}"
    answer = verdict(pair)
    if answer == UNDEFINED:
        yield f"Whether {names} are the same {within} cannot be tested: {pair.reason}."
    elif answer == DIFFER:
        yield f"{names} are not the same {within}: they differ by more (90% interval)."
    elif answer == SAME:
        yield f"{names} are the same {within} (two one-sided tests, p {p_value(test.p)})."
    else:
        takes = ""
        if test.clusters_needed is not None:
            takes = f"; if they are, showing it in 80 of 100 takes {many(test.clusters_needed, pair.clusters)} {unit}"
        yield f"{names} are not shown to be the same {within} (two one-sided tests, p {p_value(test.p)}{takes})."


def _ratings(comparison: Comparison) -> Iterator[str]:
    """Yield whom the matches of the ratings were played against, and why there are none."""
    if any(pair.value is not None for pair in comparison.ratings):
        names = ", ".join(dict.fromkeys(name for pair in comparison.ratings for name in pair.opponents)) or "each other"
        yield f"Ratings (Bradley-Terry) are from matches against {names}; wins: the first's chance against the second."
    for pair in comparison.ratings:
        if pair.reason:
            yield f"{pair.first} - {pair.second}, no rating: {pair.reason}."


def _reasons(comparison: Comparison) -> Iterator[str]:
    """Yield what is undefined, or bounded on one side only, and why, each reason once."""
    for system in comparison.systems:
        if system.text.endswith("[–]") and system.unbounded:
            yield f"{system.label}: no interval, as {system.unbounded}."
    pairs = [(pair.reason, f"{pair.first} - {pair.second}") for pair in comparison.differences]
    parts = [(pair.reason, " / ".join(pair.where.values())) for pair in comparison.parts]
    untested = all(pair.max_t is None for pair in comparison.differences)
    for listed in (() if untested else pairs, parts):
        reasons: dict[str, dict[str, None]] = {}
        for reason, name in listed:
            if reason:
                reasons.setdefault(reason, {})[name] = None
        for reason, names in reasons.items():
            yield f"{_listed([*names])}: {reason}."


def _listed(names: Sequence[str]) -> str:
    """Return *names* in a line; of many the first, and how many more there are, which the tables show."""
    text = ", ".join(names[:LISTED])
    return text if len(names) <= LISTED else f"{text} and {len(names) - LISTED:,} more"


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
    tested = sum(pair.max_t is not None for pair in comparison.parts)
    if len(comparison.systems) > 2 and tested:
        lines += (
            f" *: not 0, by max-t below 0.05 over all {tested:,} differences of the table by part; its "
            "intervals are of each alone, and --json has every p."
        )
    if comparison.unit == "levels":
        lines += " Levels are doublings of the number of operations."
    if any(system.text.endswith("[exact]") for system in comparison.systems):
        lines += " [exact]: a bot that is made to have the same score in every item."
    return f"{lines} – is undefined."
