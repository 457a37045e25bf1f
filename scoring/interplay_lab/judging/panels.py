"""Several judges of the same replies: their verdicts as those of one judge, and how far they agree."""

import math
import statistics as averages
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from interplay.core.reports import Statistic, statistic
from interplay.judging.verdicts import Reading
from interplay_lab.judging.agreement import jackknife
from interplay_lab.judging.certificate.records import is_person
from interplay_lab.judging.reading import Verdicts

Values = NDArray[np.float64]
"""Shape (units, raters, categories): what a rater said of a unit, NaN for nothing; a rating is one category."""


def panels(read: Sequence[Verdicts]) -> Iterator[tuple[str, Verdicts]]:
    """Yield the verdicts of all judges with the same rubric as one: mean and median of ratings, or majority."""
    for several in _groups([verdicts for verdicts in read if not is_person(verdicts.header)]):
        rates = several[0].judge.file.subject == "reply"
        chosen: dict[str, Callable[[Any], Any]] = {"majority": _majority}
        if rates:
            chosen = {"mean": averages.fmean, "median": averages.median}
        for name, combine in chosen.items():
            yield f"{name} of {len(several)} judges", _together(several, combine)


def _groups(read: Sequence[Verdicts]) -> list[list[Verdicts]]:
    def key(verdicts: Verdicts) -> str:
        return repr((verdicts.judge.file.verdict, verdicts.header.submissions, verdicts.header.where))

    groups = [list(several) for _, several in groupby(sorted(read, key=key), key)]
    return [several for several in groups if len(several) > 1]


def _together(several: Sequence[Verdicts], combine: Callable[[Any], Any]) -> Verdicts:
    readings = {}
    for identity in several[0].readings:
        of = [verdicts.of(*identity) for verdicts in several]
        known = [reading.verdict for reading in of if reading.verdict is not None]
        readings[identity] = Reading(combine(known), None) if known else of[0]
    tokens = math.fsum(math.nan if verdicts.tokens is None else verdicts.tokens for verdicts in several)
    return replace(several[0], readings=readings, tokens=None if math.isnan(tokens) else tokens, findings=())


def _majority(choices: Sequence[str]) -> str:
    """Return what more than half say, or else that neither of two is better, or that a clue does not describe."""
    choice, count = Counter(choices).most_common(1)[0]
    return choice if 2 * count > len(choices) else "no" if choice in {"yes", "no"} else "C"


def agreement(read: Sequence[Verdicts]) -> Iterator[Statistic]:
    """Yield Krippendorff's alpha of all that judged a submission, people too, and alpha and kappa of each two."""
    for several in _groups(read):
        for group in ([several] if len(several) > 2 else []) + list(map(list, combinations(several, 2))):
            judged, menu = group[0].judged[0].submission, group[0].judge.file.verdict.choices
            units = dict.fromkeys(identity for verdicts in group for identity in verdicts.readings)
            said = [[_numbers(verdicts.of(*unit).verdict, menu) for verdicts in group] for unit in units]
            clusters = np.array([judged.track.cluster(judged.items[unit[0]]) for unit in units])
            where = {"judge": group[0].judge.name, "raters": " and ".join(v.header.model.name for v in group)}
            for measure in (alpha, kappa)[: 2 if len(group) == 2 else 1]:
                yield _statistic(where, measure, np.array(said), clusters)


def _statistic(where: dict[str, str], measure: Callable[[Values], float], said: Values, clusters: Any) -> Statistic:
    value = measure(said)
    left = [measure(said[clusters != cluster]) for cluster in np.unique(clusters)]
    bounds = jackknife(value, [other for other in left if not math.isnan(other)])
    n = int(((~np.isnan(said[:, :, 0])).sum(axis=1) > 1).sum())
    title = "Krippendorff's alpha" if measure is alpha else "Cohen's kappa, with squared weights of ratings"
    name = f"judges_{measure.__name__}"
    return statistic(where, name, title, "ratio", None if math.isnan(value) else value, n, bounds)


def _numbers(verdict: object, menu: Sequence[str]) -> list[float]:
    if verdict is None:
        return [math.nan] * max(1, len(menu))
    return [float(verdict == choice) for choice in menu] or [float(str(verdict))]


def alpha(values: Values) -> float:
    """Return Krippendorff's alpha (2011), of ratings with squared distances, of categories nominal; NaN if undefined.

    Units that fewer than two raters rated do not count.
    """
    known = ~np.isnan(values[:, :, 0])
    values, known = values[known.sum(axis=1) > 1], known[known.sum(axis=1) > 1]
    expected = known.sum() * values[known].var(axis=0, ddof=1).sum() if len(values) else 0
    observed = sum(len(of) * of.var(axis=0, ddof=1).sum() for of in map(lambda v, k: v[k], values, known))
    return float(1 - observed / expected) if expected > 0 else math.nan


def kappa(values: Values) -> float:
    """Return Cohen's kappa of two raters, of ratings with squared weights; NaN where it is undefined."""
    first, second = values[~np.isnan(values[:, :, 0]).any(axis=1)].transpose(1, 0, 2)
    expected = ((first[:, None] - second) ** 2).sum(axis=2).mean() if len(first) else 0
    return float(1 - ((first - second) ** 2).sum(axis=1).mean() / expected) if expected > 0 else math.nan
