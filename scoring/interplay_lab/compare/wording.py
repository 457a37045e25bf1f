"""Sentences about a comparison, which text, Markdown and LaTeX share."""

from collections.abc import Iterator, Sequence

from interplay.core.text import counted
from interplay.tables.budgets import LEGEND as BUDGETS
from interplay.tables.numbers import UNDEFINED, number, p_value
from interplay_lab.compare.flips import EXACT
from interplay_lab.compare.records import ALPHA, Comparison, Difference
from interplay_lab.compare.tables import DIFFER, DIGITS, SAME, amount, many, verdict

TESTS = {"points": "sign flips", "levels": "posterior of the difference"}
"""What decides by the unit of differences."""
LISTED = 8
"""Names that a sentence lists."""


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
    verdict, notes = [*_significance(comparison), *_look(comparison)], [f"Note: {note}." for note in comparison.notes]
    lines = [*_power(comparison), *_equivalence(comparison), *_ratings(comparison), *_reasons(comparison)]
    # a note of a test for contamination can say that the two systems differ, so it follows the verdict
    lines = [*verdict, *notes, *lines] if comparison.kind == "fresh" else [*verdict, *lines, *notes]
    if comparison.modified_dataset:
        lines.append("Note: scored on a modified dataset; not comparable with anything else.")
    at_budgets = [BUDGETS.replace("\n", " ")] if any(system.budgets for system in comparison.systems) else []
    return [*lines, legend(comparison), *at_budgets]


def _level(comparison: Comparison) -> str:
    return f"{comparison.differences[0].alpha:.2g}"


def _look(comparison: Comparison) -> Iterator[str]:
    """Yield how this look's level keeps the error over all looks."""
    look = comparison.look
    if look is not None:
        level, all_looks = f"{look.alpha:.2g} (z {look.z:.2f})", f"all {look.of} looks, at equal steps of results,"
        yield (
            f"Look {look.number} of {look.of}: p is compared with {level} instead of 0.05, so that {all_looks} "
            "together err with 5% (O'Brien-Fleming type spending, Lan and DeMets); intervals are not adjusted."
        )


def _significance(comparison: Comparison) -> Iterator[str]:
    """Yield which systems differ significantly, or why nothing was tested."""
    level = _level(comparison)
    labels, pair = " and ".join(system.label for system in comparison.systems), comparison.differences[0]
    if all(other.p is None for other in comparison.differences):
        yield f"Not tested: {'; '.join(dict.fromkeys(d.reason for d in comparison.differences if d.reason))}."
    elif comparison.kind == "fresh":
        yield f"Contamination: {_fresh(pair, TESTS[comparison.unit], level)}."
    elif len(comparison.systems) == 2:
        test = TESTS[comparison.unit]
        answer = f"not distinguishable ({test}, p >= {level})"
        if pair.is_apart:
            better = f": {pair.first if pair.value > 0 else pair.second} is better" if pair.value else ""
            answer = f"significantly different ({test}, p < {level}){better}"
        yield f"{labels}: {_unclear(pair)}." if pair.is_unclear else f"{labels} are {answer}."
    else:
        several = ["{" + ", ".join(names) + "}" for names in comparison.alike if len(names) > 1]
        answer = "; ".join(several) or "none; all pairs are significantly different"
        test = "Holm" if comparison.unit == "levels" else "max-t"
        yield f"Not distinguishable ({test} over all pairs, p >= {level}): {answer}."
        disagreed = [f"{other.first} - {other.second}" for other in comparison.differences if other.is_unclear]
        if disagreed:
            at = level if comparison.look else "5%"
            yield f"Unclear, because Holm and max-t disagree at {at}: {_listed(disagreed)}."


def _fresh(pair: Difference, test: str, level: str) -> str:
    if pair.is_unclear:
        return _unclear(pair)
    if not pair.is_apart or not pair.value:
        return f"the scores on the release and on the fresh draw are not distinguishable ({test}, p >= {level})"
    higher = "release" if pair.value > 0 else "fresh draw"
    return f"the score on the {higher} is significantly higher ({test}, p < {level})"


def _unclear(pair: Difference) -> str:
    at = "5%" if pair.alpha == ALPHA else f"{pair.alpha:.2g}"
    return f"unclear, because the two tests disagree at {at} (t {p_value(pair.p_t)}, sign flips {p_value(pair.p_flip)})"


def _power(comparison: Comparison) -> Iterator[str]:
    """Yield the least detectable difference, of the pair with the largest one, and the clusters that are needed."""
    measured = [pair for pair in comparison.differences if pair.detectable is not None]
    if not measured:
        return
    single, unit = len(measured) == 1, comparison.cluster_unit
    worst = max(measured, key=lambda pair: pair.detectable or 0.0)
    least = f"{number(worst.detectable, DIGITS[comparison.unit])} {comparison.unit}"
    subject = f"a true difference of {least}{'' if single else ' between any two'} is detected"
    yield f"With these {counted(worst.clusters, unit)}, {subject} with 80% probability (5%, two-sided)."
    if single and worst.clusters_needed is not None:
        takes = many(worst.clusters_needed, worst.clusters)
        yield f"Detecting a difference as large as the observed one takes {takes} {unit}."
    elif single:
        yield f"No feasible number of {unit} would detect a difference as small as the observed one."


def _equivalence(comparison: Comparison) -> Iterator[str]:
    """Yield whether two systems are equivalent within the margin; for more systems a table shows it."""
    pair = comparison.differences[0]
    test, unit = pair.equivalence, comparison.cluster_unit
    if test is None:
        return
    if len(comparison.differences) > 1:
        yield (
            f"Equivalent: two one-sided tests at 5%, for each pair alone; no: they differ by more; {unit} needed: how "
            "many show with 80% probability that equal systems are equivalent."
        )
        return
    names, within = f"{pair.first} and {pair.second}", f"within {amount(test.margin, comparison.unit)}"
    answer = verdict(pair)
    if answer == UNDEFINED:
        yield f"Whether {names} are equivalent {within} cannot be tested: {pair.reason}."
    elif answer == DIFFER:
        yield f"{names} are not equivalent {within}: they differ by more (90% interval)."
    elif answer == SAME:
        yield f"{names} are equivalent {within} (two one-sided tests, p {p_value(test.p)})."
    else:
        takes = ""
        if test.clusters_needed is not None:
            takes = f"; showing it with 80% probability takes {many(test.clusters_needed, pair.clusters)} {unit}"
        yield f"{names} are not shown to be equivalent {within} (two one-sided tests, p {p_value(test.p)}{takes})."


def _ratings(comparison: Comparison) -> Iterator[str]:
    """Yield the opponents in the matches behind the ratings, and why there are none."""
    if any(pair.value is not None for pair in comparison.ratings):
        names = ", ".join(dict.fromkeys(name for pair in comparison.ratings for name in pair.opponents)) or "each other"
        yield f"Ratings (Bradley-Terry) come from matches against {names}; wins: probability that the first wins."
    for pair in comparison.ratings:
        if pair.reason:
            yield f"{pair.first} - {pair.second}, no rating: {pair.reason}."


def _reasons(comparison: Comparison) -> Iterator[str]:
    """Yield what is undefined, or bounded on one side only, and why, each reason once."""
    for system in comparison.systems:
        if system.text.endswith("[–]") and system.unbounded:
            yield f"{system.label}: no interval: {system.unbounded}."
    pairs = [(pair.reason, f"{pair.first} - {pair.second}") for pair in comparison.differences]
    parts = [(pair.reason, " / ".join(pair.where.values())) for pair in comparison.parts]
    untested = all(pair.p is None for pair in comparison.differences)
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
    of = f"sign patterns of the differences over {comparison.cluster_unit}"
    if not comparison.signs.exact:
        return f"{comparison.signs.tried:,} random {of} (all of them where at most {EXACT} differ)"
    return f"all {comparison.signs.tried:,} {of}" if comparison.signs.tried > 1 else f"{of}, which are all 0"


def legend(comparison: Comparison) -> str:
    """Return what the columns mean."""
    is_level, several = comparison.unit == "levels", len(comparison.differences) > 1 or len(comparison.parts) > 1
    lines = f"p (t): Student's t over {comparison.cluster_unit}; p (flips): {_signs(comparison)}."
    if is_level:
        lines = "p: twice the posterior probability of a difference of the other sign."
    if comparison.kind == "fresh":
        lines += " Above 0: better on the release, as expected of a system trained on it."
    if several:
        tests = "Holm is" if is_level else "Holm (of t) and max-t (of flips) are"
        lines += f" {tests} adjusted for all lines of their table."
    tested = sum(pair.p is not None for pair in comparison.parts)
    if len(comparison.systems) > 2 and tested:
        test = "Holm" if is_level else "max-t"
        lines += (
            f" *: significantly different from 0 ({test} below {_level(comparison)} over all {tested:,} differences by "
            "part); intervals are not adjusted; --json has every p."
        )
    if is_level:
        lines += " Levels are doublings of the number of operations."
    if any(system.text.endswith("[deterministic]") for system in comparison.systems):
        lines += " [deterministic]: a bot that has the same score on every item by construction."
    return f"{lines} – = undefined."
