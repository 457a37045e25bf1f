"""Several judges of the same replies: their verdicts as those of one judge, and how far they agree."""

import math
import statistics as averages
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from interplay.core.reports import Statistic, statistic
from interplay.judging.verdicts import Reading
from interplay_lab.judging.agreement import jackknife
from interplay_lab.judging.certificate.records import is_person
from interplay_lab.judging.reading import Identity, Verdicts

Values = NDArray[np.float64]
"""Shape (units, raters, categories): what a rater said of a unit; one category where verdicts are ratings."""
_CHOICES: Final = ("A", "B", "C")


def panels(read: Sequence[Verdicts]) -> Iterator[tuple[str, Verdicts]]:
    """Yield the verdicts of all judges with the same rubric as one: mean and median of ratings, or majority."""
    by_rubric: dict[tuple[object, ...], list[Verdicts]] = {}
    for verdicts in read:
        if not is_person(verdicts.header):
            key = (verdicts.judge.digest, verdicts.header.submissions, tuple(verdicts.header.where.items()))
            by_rubric.setdefault(key, []).append(verdicts)
    for several in by_rubric.values():
        if len(several) > 1:
            rates = several[0].judge.file.subject == "reply"
            chosen = {"mean": averages.fmean, "median": averages.median} if rates else {"majority": _majority}
            for name, combine in chosen.items():
                yield f"{name} of {len(several)} judges", _together(several, combine)


def _together(several: Sequence[Verdicts], combine: Callable[[Any], Any]) -> Verdicts:
    readings: dict[Identity, Reading] = {}
    for identity in several[0].readings:
        of = [verdicts.of(*identity) for verdicts in several]
        known = [reading.verdict for reading in of if reading.verdict is not None]
        readings[identity] = Reading(combine(known), None) if known else of[0]
    tokens = [verdicts.tokens for verdicts in several]
    whole = None if None in tokens else math.fsum(each for each in tokens if each is not None)
    return replace(several[0], readings=readings, tokens=whole, findings=())


def _majority(choices: Sequence[str]) -> str:
    """Return what more than half say; of pairs otherwise that neither is better, of clues that they do not describe."""
    choice, count = Counter(choices).most_common(1)[0]
    return choice if 2 * count > len(choices) else "C" if choice in _CHOICES else "no"


def agreement(read: Sequence[Verdicts]) -> Iterator[Statistic]:
    """Yield Krippendorff's alpha of all that judged a submission, people too, and kappa of each two of them."""
    by_subject: dict[tuple[object, ...], list[Verdicts]] = {}
    for verdicts in read:
        scale = (verdicts.judge.file.subject, verdicts.judge.file.verdict, verdicts.header.submissions)
        by_subject.setdefault(scale, []).append(verdicts)
    for several in by_subject.values():
        groups = [several] if len(several) > 2 else []
        for group in [*groups, *combinations(several, 2)]:
            yield from _agreement(group)


def _agreement(several: Sequence[Verdicts]) -> Iterator[Statistic]:
    judged, menu = several[0].judged[0], several[0].judge.file.verdict.choices
    units = dict.fromkeys(identity for verdicts in several for identity in verdicts.readings)
    said = [[verdicts.of(*identity).verdict for verdicts in several] for identity in units]
    values = np.array([[_numbers(verdict, menu) for verdict in row] for row in said])
    cluster = np.array([judged.submission.track.cluster(judged.submission.items[identity[0]]) for identity in units])
    where = {"raters": " and ".join(v.header.model.name for v in several), "judge": several[0].judge.name}
    measures = {"alpha": alpha, **({"kappa": kappa} if len(several) == 2 else {})}
    n = int(((~np.isnan(values[:, :, 0])).sum(axis=1) > 1).sum())
    for name, measure in measures.items():
        value = measure(values)
        left = [measure(values[cluster != one]) for one in dict.fromkeys(cluster)]
        bounds = jackknife(value, [other for other in left if not math.isnan(other)])
        defined = None if math.isnan(value) else value
        title = "Krippendorff's alpha" if name == "alpha" else "Cohen's kappa, with squared weights of ratings"
        yield statistic(where, f"judges_{name}", title, "ratio", defined, n, bounds)


def _numbers(verdict: object, menu: Sequence[str]) -> list[float]:
    if not menu:
        return [math.nan if verdict is None else float(str(verdict))]
    return [math.nan if verdict is None else float(verdict == choice) for choice in menu]


def alpha(values: Values) -> float:
    """Return Krippendorff's alpha, of ratings with squared distances, of categories nominal; NaN where undefined.

    Units that fewer than two raters rated do not count (Krippendorff 2011, "Computing Krippendorff's alpha").
    """
    known = ~np.isnan(values[:, :, 0])
    counted = known.sum(axis=1) > 1
    values, known = values[counted], known[counted]
    if not len(values):
        return math.nan
    observed = sum(2 * known[u].sum() * values[u][known[u]].var(axis=0, ddof=1).sum() for u in range(len(values)))
    expected = 2 * values[known].var(axis=0, ddof=1).sum()
    return float(1 - observed / known.sum() / expected) if expected > 0 else math.nan


def kappa(values: Values) -> float:
    """Return Cohen's kappa of two raters, of ratings with squared weights; NaN where undefined."""
    both = values[~np.isnan(values[:, :, 0]).any(axis=1)]
    if not len(both):
        return math.nan
    first, second = both[:, 0], both[:, 1]
    expected = ((first[:, None] - second) ** 2).sum(axis=2).mean()
    return float(1 - ((first - second) ** 2).sum(axis=1).mean() / expected) if expected > 0 else math.nan


def tokens(where: Mapping[str, str], verdicts: Verdicts) -> list[Statistic]:
    """Return what a verdict of the judge takes, where its server counted tokens."""
    if verdicts.tokens is None or not verdicts.readings:
        return []
    n = len(verdicts.readings)
    return [statistic(where, "judge_tokens", "tokens per verdict", "mean", verdicts.tokens / n, n)]
