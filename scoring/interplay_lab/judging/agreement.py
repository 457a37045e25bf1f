"""The judge against the checks: where a program decides, it measures the judge.

By the rubric a reply with wrong content gets at most 4, one with only a wrong form at most 6.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from interplay.core import intervals
from interplay.core.reports import Statistic, statistic
from interplay.judging.judge import Scale
from interplay_lab.judging.means import Case, share
from interplay_lab.judging.reading import Verdicts

SCALE: Final = (1, 10)
"""The scale that the bands belong to."""
BAD, GOOD = 5, 7
"""The lowest ratings for a reply without wrong content, and for one without mistakes."""
Floats = NDArray[np.float64]
"""Shape (units, raters, categories): what a rater said of a unit, NaN for nothing; a rating is one category."""
Measure = Callable[[Floats], float]


Doubly = tuple[str, float, int]
"""The cluster of a reply, its rating, and the band of its checks: 0 wrong content, 1 wrong form only, 2 neither."""


def band(rating: float) -> int:
    """Return the band of a rating: 0 up to 4, 1 for 5 and 6, 2 from 7."""
    return int(rating >= BAD) + int(rating >= GOOD)


def fits(scale: Scale) -> bool:
    """Return whether the bands are those of *scale*."""
    return (scale.lowest, scale.highest) == SCALE


def doubly(verdicts: Verdicts) -> list[Doubly]:
    """Return every reply with a rating and with a check that applies."""
    judged = verdicts.judged[0]
    track = judged.submission.track
    both: list[Doubly] = []
    for (item_id, trial), prediction in judged.predictions.items():
        verdict = verdicts.of(item_id, trial).verdict
        if prediction.response is None or verdict is None:
            continue
        item = judged.submission.items[item_id]
        values = track.grader(item)(prediction).values
        content, form = values.get("content"), values.get("format")
        if content is None and form is None:
            continue
        both.append((track.cluster(item), float(verdict), 0 if content == 0 else 1 if form == 0 else 2))
    return both


def statistics(both: Sequence[Doubly], where: Mapping[str, str]) -> list[Statistic]:
    """Return the share of good ratings for wrong content, and the agreement of the bands."""
    wrong = [Case(cluster, float(rating >= GOOD)) for cluster, rating, checked in both if checked == 0]
    title = f"share of the replies that fail a check of content and are rated {GOOD} or more"
    labels = [(cluster, band(rating), checked) for cluster, rating, checked in both]
    same = [Case(cluster, float(rated == checked)) for cluster, rated, checked in labels]
    return [
        share(where, "rated_good_though_wrong", title, wrong),
        share(where, "band_agreement", "share of the replies rated within the band of their checks", same),
        kappa_of(where, "band_kappa", "Cohen's kappa between the bands of ratings and of checks", labels),
    ]


def kappa_of(where: Mapping[str, str], name: str, title: str, labels: Sequence[tuple[str, int, int]]) -> Statistic:
    """Return Cohen's kappa of *labels*, each a cluster and what two raters say; undefined where all have one label."""
    pairs = np.array([label[1:] for label in labels]).reshape(-1, 2, 1)
    values = (pairs == np.union1d(pairs, 0)).astype(np.float64)
    return jackknifed(where, name, title, kappa, values, [cluster for cluster, *_ in labels])


def jackknifed(
    where: Mapping[str, str], name: str, title: str, measure: Measure, values: Floats, clusters: Sequence[str]
) -> Statistic:
    """Return a *measure* of what two or more raters say, with its interval; undefined where all say the same."""
    value, home = measure(values), np.array(clusters)
    left = [measure(values[home != cluster]) for cluster in np.unique(home)]
    ends = jackknife(value, [other for other in left if not math.isnan(other)])
    bounds = [None if end is None else min(1.0, max(-1.0, end)) for end in ends]
    n = int(((~np.isnan(values[:, :, 0])).sum(axis=1) > 1).sum())
    return statistic(where, name, title, "ratio", value, n, (bounds[0], bounds[1]))


def jackknife(value: float, left: Sequence[float]) -> tuple[float | None, float | None]:
    """Return the ends of the t interval of an estimate from those that leave out one cluster each, if there is one."""
    n, mean = len(left), math.fsum(left) / max(len(left), 1)
    error = math.nan
    if n >= intervals.FEWEST:
        error = math.sqrt((n - 1) / n * math.fsum((value_left - mean) ** 2 for value_left in left))
    ends = intervals.bounds(value, error, n - 1, n, "clusters")
    return ends.low, ends.high


def alpha(values: Floats) -> float:
    """Return Krippendorff's alpha (2011), of ratings with squared distances, of categories nominal; NaN if undefined.

    Units that fewer than two raters rated do not count.
    """
    count = (~np.isnan(values[:, :, 0])).sum(axis=1)
    values, count = values[count > 1], count[count > 1]
    if not len(count):
        return math.nan
    within = (np.nanvar(values, axis=1).sum(axis=1) * count**2 / (count - 1)).sum()
    among = count.sum() * np.nanvar(values, axis=(0, 1), ddof=1).sum()
    return float(1 - within / among) if among > 0 else math.nan


def kappa(values: Floats) -> float:
    """Return Cohen's kappa of two raters, of ratings with squared weights; NaN where it is undefined."""
    first, second = values[~np.isnan(values[:, :, 0]).any(axis=1)].transpose(1, 0, 2)
    if not len(first):
        return math.nan
    expected = (first.var(axis=0) + second.var(axis=0) + (first.mean(axis=0) - second.mean(axis=0)) ** 2).sum()
    return float(1 - ((first - second) ** 2).sum(axis=1).mean() / expected) if expected > 0 else math.nan
