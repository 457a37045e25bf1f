"""Several judges of the same replies: as one judge, how far they agree, and their means corrected by people's.

Corrected means are prediction-powered (Angelopoulos, Duchi and Zrnic 2023, "PPI++"), with the variance of clusters.
"""

import statistics as averages
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, groupby, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from interplay.core import intervals
from interplay.core.reports import Statistic, statistic
from interplay.judging.verdicts import Reading
from interplay_lab.judging.agreement import Floats, alpha, jackknifed, kappa
from interplay_lab.judging.certificates import is_person
from interplay_lab.judging.means import Case, mean_of
from interplay_lab.judging.reading import Verdicts


def panels(read: Sequence[Verdicts]) -> Iterator[tuple[str, Verdicts]]:
    """Yield the verdicts of all judges with the same rubric as one: mean and median of ratings, or majority."""
    for several in _groups([verdicts for verdicts in read if not is_person(verdicts.header)]):
        ways: dict[str, Callable[[Any], Any]] = {"majority": _majority}
        if several[0].judge.file.subject in {"reply", "points"}:
            ways = {"mean": averages.fmean, "median": averages.median}
        for name, combine in ways.items():
            readings = {}
            for identity in several[0].readings:
                of = [verdicts.of(*identity) for verdicts in several]
                known = [reading.verdict for reading in of if reading.verdict is not None]
                readings[identity] = Reading(combine(known), None) if known else of[0]
            tokens = sum(verdicts.tokens for verdicts in several)
            yield f"{name} of {len(several)} judges", replace(several[0], readings=readings, tokens=tokens, findings=())


def _groups(read: Sequence[Verdicts]) -> list[list[Verdicts]]:
    def key(verdicts: Verdicts) -> str:
        return repr((verdicts.judge.file.verdict, verdicts.header.submissions, verdicts.header.where))

    groups = [list(several) for _, several in groupby(sorted(read, key=key), key)]
    return [several for several in groups if len(several) > 1]


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
            ratings = np.array([[_numbers(verdicts.of(*unit).verdict, menu) for verdicts in group] for unit in units])
            clusters = [judged.track.cluster(judged.items[unit[0]]) for unit in units]
            where = {"judge": group[0].judge.name, "raters": " and ".join(v.header.model.name for v in group)}
            yield jackknifed(where, "judges_alpha", "Krippendorff's alpha", alpha, ratings, clusters)
            if len(group) == 2:
                title = "Cohen's kappa, with squared weights of ratings"
                yield jackknifed(where, "judges_kappa", title, kappa, ratings, clusters)


def _numbers(verdict: object, menu: Sequence[str] = ()) -> list[float]:
    if verdict is None:
        return [np.nan] * max(1, len(menu))
    return [float(verdict == choice) for choice in menu] or [float(str(verdict))]


def prediction_powered(
    judge: Floats, people: Floats, clusters: NDArray[np.int64]
) -> tuple[float, intervals.Bounds, float]:
    """Return the mean of what people would say of all items, its interval, and the weight of the judge in it.

    Args:
        judge: Shape (n,), the judge's ratings.
        people: Shape (n,), people's ratings; NaN for items out of the sample, which has to be random.
        clusters: Shape (n,), the number of the cluster of each item; an interval needs 5 with items of the sample.
    """
    rated = ~np.isnan(people)
    n, rest, weight = int(rated.sum()), int((~rated).sum()), 0.0
    if rest and n > 1 and judge.var() > 0:
        common = float(np.cov(people[rated], judge[rated], ddof=0)[0, 1])
        weight = min(1.0, max(0.0, common / ((1 + n / rest) * judge.var(ddof=1))))
    values = np.where(rated, people - weight * judge, weight * judge)
    means = np.where(rated, values[rated].mean(), values[~rated].mean() if rest else 0.0)
    sums = np.bincount(clusters, (values - means) / np.where(rated, n, max(rest, 1)))
    mean, number = float(values[rated].mean() + (values[~rated].mean() if rest else 0.0)), len(set(clusters[rated]))
    error = np.sqrt(number / (number - 1) * (sums**2).sum()) if number >= intervals.FEWEST else np.nan
    return mean, intervals.bounds(mean, float(error), number - 1, number, "clusters"), weight


def corrected(read: Sequence[Verdicts]) -> Iterator[Statistic]:
    """Yield raw and corrected mean ratings by each judge that rated the same as a person.

    Only replies that no program decides count: of the others its verdict is at hand, and nothing is to be estimated.
    """
    for judge, people in product(read, read):
        if is_person(judge.header) or not is_person(people.header) or judge.judge.file.subject != "reply":
            continue
        submission, name = judge.judged[0].submission, judge.header.model.name
        items = {at: submission.items[at[0]] for at, reading in judge.readings.items() if reading.verdict is not None}
        chosen = {at: i for at, i in items.items() if submission.track.where(i)["decided_by"] != "program"}
        rated = [Case(submission.track.cluster(i), _numbers(judge.of(*at).verdict)[0]) for at, i in chosen.items()]
        gold = np.array([_numbers(people.of(*at).verdict)[0] for at in chosen])
        sample = [Case(case.cluster, value) for case, value in zip(rated, gold, strict=True) if not np.isnan(value)]
        if sample and judge.judge.file.verdict == people.judge.file.verdict:
            clusters = np.unique([case.cluster for case in rated], return_inverse=True)[1]
            mean, ends, _ = prediction_powered(np.array([case.value for case in rated]), gold, clusters)
            where = {"judge": judge.judge.name, "judge_model": name, "people": people.header.model.name}
            yield mean_of(where, "rating_raw", "mean rating by the judge", rated)
            yield mean_of(where, "rating_people", "mean rating of the sample by people", sample)
            title = "mean rating, corrected by people"
            yield statistic(where, "rating_corrected", title, "mean", mean, len(rated), (ends.low, ends.high))
