"""Means of a judge's ratings, corrected by a random sample that people rated: prediction-powered inference.

Angelopoulos, Duchi and Zrnic 2023, "PPI++"; the variance is that of the influences of clusters.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from interplay.core import intervals
from interplay.core.records import Finding
from interplay.core.reports import Statistic, statistic
from interplay_lab.judging.certificate.records import is_person
from interplay_lab.judging.means import Case, mean_of
from interplay_lab.judging.reading import Verdicts


class Corrected(NamedTuple):
    """A corrected mean, its interval, and the weight of the judge's ratings in it, from 0 to 1."""

    mean: float
    interval: intervals.Bounds
    weight: float


def prediction_powered(
    judge: NDArray[np.float64], people: NDArray[np.float64], clusters: NDArray[np.int64]
) -> Corrected:
    """Return the mean of what people would say of all items.

    Args:
        judge: Shape (n,), the judge's ratings.
        people: Shape (n,), people's ratings; NaN for items out of the sample, which has to be random.
        clusters: Shape (n,), the number of the cluster of each item; those of the sample are at least 5.
    """
    rated = ~np.isnan(people)
    n, rest, weight = int(rated.sum()), int((~rated).sum()), 0.0
    if rest and n > 1 and judge.var() > 0:
        common = float(np.cov(people[rated], judge[rated], ddof=0)[0, 1])
        weight = min(1.0, max(0.0, common / ((1 + n / rest) * judge.var(ddof=1))))
    residual, other = people[rated] - weight * judge[rated], weight * judge[~rated]
    mean = residual.mean() + (other.mean() if rest else 0.0)
    influence = np.zeros(len(judge))
    influence[rated] = (residual - residual.mean()) / n
    influence[~rated] = (other - (mean - residual.mean())) / max(rest, 1)
    sums, number = np.bincount(clusters, influence), len(np.unique(clusters[rated]))
    error = math.sqrt(number / (number - 1) * (sums**2).sum()) if number >= intervals.FEWEST else math.nan
    return Corrected(float(mean), intervals.bounds(float(mean), float(error), number - 1, number, "clusters"), weight)


def statistics(read: Sequence[Verdicts]) -> tuple[list[Statistic], list[Finding]]:
    """Return raw and corrected mean ratings by each judge and person, and why there are none.

    Only replies that no program decides count: of the others its verdict is at hand, and nothing is to be estimated.
    """
    rows: list[Statistic] = []
    findings = []
    ratings = [verdicts for verdicts in read if verdicts.judge.file.subject == "reply"]
    for people in [verdicts for verdicts in ratings if is_person(verdicts.header)]:
        scale = people.judge.file.verdict
        for judge in [v for v in ratings if not is_person(v.header) and v.judge.file.verdict == scale]:
            rows += (corrected := list(_corrected(judge, people)))
            if not corrected:
                names = f"{judge.header.model.name} were not corrected by those of {people.header.model.name}"
                message = f"the ratings of {names}: a program decides every reply that both rated; use its score"
                findings.append(Finding(severity="warning", file="", line=1, path="$", message=message))
    return rows, findings


def _corrected(judge: Verdicts, people: Verdicts) -> Iterator[Statistic]:
    submission = judge.judged[0].submission
    rows = []
    for identity, reading in judge.readings.items():
        item, gold = submission.items[identity[0]], people.of(*identity).verdict
        if reading.verdict is not None and submission.track.where(item)["decided_by"] != "program":
            rated = math.nan if gold is None else float(gold)
            rows.append((submission.track.cluster(item), float(reading.verdict), rated))
    sample = [Case(cluster, gold) for cluster, _, gold in rows if not math.isnan(gold)]
    if not sample:
        return
    clusters = np.unique([cluster for cluster, *_ in rows], return_inverse=True)[1]
    of = prediction_powered(np.array([row[1] for row in rows]), np.array([row[2] for row in rows]), clusters)
    bounds = [math.nan if end is None else end for end in (of.interval.low, of.interval.high)]
    where = {"judge": judge.judge.name, "judge_model": judge.header.model.name, "people": people.header.model.name}
    yield mean_of(where, "rating_raw", "mean rating by the judge", [Case(c, rating) for c, rating, _ in rows])
    yield mean_of(where, "rating_people", "mean rating of the sample by people", sample)
    yield statistic(where, "rating_corrected", "prediction-powered mean rating", "mean", of.mean, len(rows), bounds)
