"""Means of a judge's ratings, corrected by a random sample that people rated: prediction-powered inference.

Angelopoulos, Duchi and Zrnic 2023, "PPI++". The variance is that of the clusters' influences, as items of one task are
not independent of each other.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from interplay.core import intervals
from interplay.core.records import Finding
from interplay.core.reports import Statistic, statistic
from interplay_lab.judging.certificate.records import is_person
from interplay_lab.judging.means import Case, mean_of
from interplay_lab.judging.reading import Verdicts

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Corrected:
    """A corrected mean, its standard error and degrees of freedom, and the weight of the judge, from 0 to 1."""

    mean: float
    error: float
    freedom: int
    weight: float


def prediction_powered(judge: Floats, people: Floats, clusters: NDArray[np.int64]) -> Corrected:
    """Return the mean of what people would say of all items.

    Args:
        judge: Shape (n,), the judge's ratings.
        people: Shape (n,), people's ratings; NaN for items out of the sample, which has to be random.
        clusters: Shape (n,), the number of the cluster of each item.
    """
    labelled = ~np.isnan(people)
    n, rest = int(labelled.sum()), int((~labelled).sum())
    spread = judge.var(ddof=1) if len(judge) > 1 else 0.0
    weight = 0.0
    if rest and n > 1 and spread > 0:
        common = float(np.cov(people[labelled], judge[labelled], ddof=0)[0, 1])
        weight = min(1.0, max(0.0, common / ((1 + n / rest) * spread)))
    residual = people[labelled] - weight * judge[labelled]
    other = weight * judge[~labelled]
    influence = np.zeros(len(judge))
    influence[labelled] = (residual - residual.mean()) / n
    influence[~labelled] = (other - (other.mean() if rest else 0.0)) / max(rest, 1)
    sums = np.bincount(clusters, influence)
    number, rated = len(np.unique(clusters)), len(np.unique(clusters[labelled]))
    error = math.sqrt(number / (number - 1) * float((sums**2).sum())) if rated >= intervals.FEWEST else math.nan
    return Corrected(float(residual.mean() + (other.mean() if rest else 0.0)), error, rated - 1, weight)


def statistics(read: Sequence[Verdicts]) -> tuple[list[Statistic], list[Finding]]:
    """Return raw and corrected mean ratings by each judge and person, and why there are none.

    Only items that no program decides count: for the others its verdict is at hand, and nothing is to be estimated.
    """
    rows: list[Statistic] = []
    findings: list[Finding] = []
    ratings = [verdicts for verdicts in read if verdicts.judge.file.subject == "reply"]
    for people in [verdicts for verdicts in ratings if is_person(verdicts.header)]:
        for verdicts in [verdicts for verdicts in ratings if not is_person(verdicts.header)]:
            if (
                not verdicts.judged[0].submission.items.keys()
                or verdicts.judge.file.verdict != people.judge.file.verdict
            ):
                continue
            found = list(_corrected(verdicts, people))
            rows += found
            if not found:
                message = (
                    f"the ratings of {verdicts.header.model.name} were not corrected by those of "
                    f"{people.header.model.name}: a program decides every item that both rated; use its score"
                )
                findings.append(Finding(severity="warning", file="", line=1, path="$", message=message))
    return rows, findings


def _corrected(verdicts: Verdicts, people: Verdicts) -> Iterator[Statistic]:
    submission = verdicts.judged[0].submission
    rows = []
    for identity, reading in verdicts.readings.items():
        item = submission.items[identity[0]]
        if reading.verdict is not None and submission.track.where(item).get("decided_by") != "program":
            rated = people.of(*identity).verdict
            gold = math.nan if rated is None else float(rated)
            rows.append((submission.track.cluster(item), float(reading.verdict), gold))
    if not any(not math.isnan(gold) for *_, gold in rows):
        return
    numbers = {cluster: n for n, cluster in enumerate(dict.fromkeys(cluster for cluster, *_ in rows))}
    judge, gold = (np.array([row[column] for row in rows]) for column in (1, 2))
    of = prediction_powered(judge, gold, np.array([numbers[cluster] for cluster, *_ in rows]))
    ends = intervals.bounds(of.mean, of.error, of.freedom, of.freedom + 1, "tasks")
    bounds = [math.nan if end is None else end for end in (ends.low, ends.high)]
    model = verdicts.header.model.name
    where = {"judge": verdicts.judge.name, "judge_model": model, "people": people.header.model.name}
    yield mean_of(where, "rating_raw", "mean rating by the judge", [Case(c, r) for c, r, _ in rows])
    sample = [Case(cluster, g) for cluster, _, g in rows if not math.isnan(g)]
    yield mean_of(where, "rating_people", "mean rating of the sample by people", sample)
    title = "mean rating by the judge, corrected by people's (prediction-powered)"
    yield statistic(where, "rating_corrected", title, "mean", of.mean, len(rows), bounds)
