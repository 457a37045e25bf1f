"""What a judge made of probes: sensitivity, specificity, biases and stability, with intervals over tasks."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from interplay.core import intervals
from interplay.core.reports import Statistic, statistic
from interplay.judging.judge import Judge
from interplay.judging.records import Judgment
from interplay.systems.spec import Rates, cost
from interplay_lab.judging import agreement, pairs
from interplay_lab.judging.certificate.probes import DEFECTS, Probe, texts
from interplay_lab.judging.means import Case

Key = tuple[str, str, str]
"""Name of a measure, the defect that it is about, and the kind of text to the judge, or nothing."""
Estimate = Callable[[NDArray[np.bool_], NDArray[np.float64]], float]
"""A function of which replies are right, and of their ratings from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the judge said of a probe: a rating; or of a pair 1 where the reply wins, -1 where its rival does, else 0.

    ``first`` is the share of verdicts for the reply shown first minus those for the second.
    """

    probe: Probe
    value: float
    good: bool
    flipped: bool = False
    first: float = 0.0


def measured(
    judge: Judge, made: Sequence[Probe], judgments: Sequence[Judgment], price: Rates | None
) -> list[Statistic]:
    """Return all measures of *judge*; ``where`` names the defect, or the kind of text that addresses the judge."""
    said: dict[tuple[str, int, str], object] = {(j.item_id, j.trial, j.order): j.verdict for j in judgments}
    is_pair, menu = judge.file.subject == "pair", judge.file.verdict.menu()
    lowest, highest = (-1.0, 1.0) if is_pair else (float(menu[0]), float(menu[-1]))
    answers: dict[tuple[str, int | None], Answer] = {}
    for p in made:
        at = p.script.item_id, p.number
        verdicts: list[object] = [said[*at, order] for order in (pairs.ORDERS if is_pair else ("single",))]
        if None not in verdicts:
            answers[at] = _compared(p, verdicts) if is_pair else _rated(p, verdicts[0], lowest, highest)
    span, both = highest - lowest, (-1.0, 1.0)
    scales = {"position_bias": both, "length_preference": both, "length_bias": (-span, span)}
    cases: dict[Key, list[Case]] = {}
    for key, case in _cases(answers, is_pair=is_pair):
        cases.setdefault(key, []).append(case)
    rows = [_bounded(key, of, scales.get(key[0], (0.0, 1.0))) for key, of in cases.items()]
    rows += _asked(made, judgments, price)
    if is_pair:
        return rows
    known = [a for a in answers.values() if a.probe.kind in {"right", *DEFECTS}]
    checked = {"right": 2, "format": 1, "prose": 1}
    bands = [(a, checked.get(a.probe.kind, 0)) for a in known]
    doubly = [agreement.Doubly(a.probe.cluster, a.value, band == 0, band) for a, band in bands]
    rows += agreement.of(doubly, {}) if agreement.fits(judge.file.verdict) else []
    content = [a for a in known if a.probe.kind in {"right", "content", "state"}]
    curves = ((content, _auc), (known, _calibration_error))
    return [_jackknifed(f.__name__[1:], of, f, lowest, highest) for of, f in curves if of] + rows


def _rated(probe: Probe, verdict: object, lowest: float, highest: float) -> Answer:
    rating = float(str(verdict))
    return Answer(probe, rating, good=rating >= lowest + (highest - lowest) * 2 / 3)


def _compared(probe: Probe, verdicts: list[object]) -> Answer:
    result, flipped, _ = pairs.decided(verdicts)
    value = {"win": -1.0, "lose": 1.0}.get(str(result), 0.0)  # the rival is the candidate that `ab` shows first
    return Answer(probe, value, value >= 0, bool(flipped), (verdicts.count("A") - verdicts.count("B")) / 2)


def _cases(answers: Mapping[tuple[str, int | None], Answer], *, is_pair: bool) -> Iterator[tuple[Key, Case]]:
    """Yield what each answer adds to which measure."""
    for a in answers.values():
        kind, base, cluster = a.probe.kind, answers.get((a.probe.script.item_id, a.probe.base)), a.probe.cluster
        if kind == "right":
            is_tie = a.value == 0 and not a.flipped
            yield ("ties" if is_pair else "specificity", "", ""), Case(cluster, float(is_tie if is_pair else a.good))
        elif kind in DEFECTS:
            yield ("sensitivity", kind, ""), Case(cluster, float(not a.good))
        elif kind == "again" and base:
            same = a.value == base.value if is_pair else a.good == base.good
            yield ("flips", "", ""), Case(cluster, float(not same))
        elif kind in texts()[0].versions and is_pair:
            yield ("length_preference", kind, ""), Case(cluster, a.value)
        elif kind in texts()[0].versions and base:
            yield ("length_bias", kind, ""), Case(cluster, a.value - base.value)
        elif kind == "injection" and base and not base.good:
            yield ("injection", "", ""), Case(cluster, float(a.good))
            yield ("injection", "", a.probe.name), Case(cluster, float(a.good))
        if is_pair:
            yield ("order_flips", "", ""), Case(cluster, float(a.flipped))
            yield ("position_bias", "", ""), Case(cluster, a.first)


def _statistic(key: Key, value: float, n: int, low: float | None, high: float | None) -> Statistic:
    where = {name: value for name, value in zip(("defect", "text"), key[1:], strict=True) if value}
    bounds = [math.nan if end is None else end for end in (low, high)]
    title, defined = texts()[0].meanings[key[0]], None if math.isnan(value) else value
    return statistic(where, key[0], title, "mean", defined, n, bounds)


def _bounded(key: Key, cases: Sequence[Case], scale: tuple[float, float]) -> Statistic:
    """Return a share, or a mean on another *scale*, with its interval over clusters."""
    values = np.array([[case.value] for case in cases])
    clusters = np.unique([case.cluster for case in cases], return_inverse=True)[1]
    of = intervals.moments(values, np.ones_like(values), np.zeros(len(cases), dtype=np.int64), clusters, np.zeros(1))
    ends = intervals.interval(of, 0, "tasks", scale, is_share=scale == (0.0, 1.0))
    return _statistic(key, float(of.mean[0]), len(cases), ends.low, ends.high)


def _jackknifed(name: str, answers: Sequence[Answer], estimate: Estimate, lowest: float, highest: float) -> Statistic:
    """Return an estimate from all answers, with the jackknife interval over clusters, within 0 and 1."""
    clusters = np.array([a.probe.cluster for a in answers])
    right = np.array([a.probe.kind == "right" for a in answers])
    ratings = (np.array([a.value for a in answers]) - lowest) / (highest - lowest)

    def of(keep: NDArray[np.bool_]) -> float:
        return float(estimate(right[keep], ratings[keep])) if len(set(right[keep])) == 2 else math.nan

    value, left = (
        of(np.full(len(answers), fill_value=True)),
        [of(clusters != cluster) for cluster in np.unique(clusters)],
    )
    low, high = agreement.jackknife(value, [other for other in left if not math.isnan(other)])
    return _statistic((name, "", ""), value, len(answers), *np.clip([low, high], 0, 1).tolist())


def _auc(right: NDArray[np.bool_], ratings: NDArray[np.float64]) -> float:
    return float((np.sign(ratings[right][:, None] - ratings[~right]).mean() + 1) / 2)


def _calibration_error(right: NDArray[np.bool_], ratings: NDArray[np.float64]) -> float:
    """Return how far ratings are from shares of right replies, were half of all replies right."""
    error = np.where(right, 0.5 / right.sum(), 0.5 / (~right).sum()) * (ratings - right)
    return float(sum(abs(error[ratings == rating].sum()) for rating in np.unique(ratings)))


def _asked(made: Sequence[Probe], judgments: Sequence[Judgment], price: Rates | None) -> Iterator[Statistic]:
    """Yield the share of requests without a verdict, and what verdicts use, where the server counts tokens."""
    clusters = {(probe.script.item_id, probe.number): probe.cluster for probe in made}
    at = [(clusters[j.item_id, j.trial], j) for j in judgments]
    yield _bounded(("unscored", "", ""), [Case(cluster, float(j.verdict is None)) for cluster, j in at], (0.0, 1.0))
    used = [(cluster, j.usage.prompt_tokens, j.usage.completion_tokens) for cluster, j in at if j.usage is not None]
    for name, rates in (("tokens", (1e6, 1e6)), ("cost", price and (price[0] * 1_000, price[1] * 1_000))):
        if used and rates:
            yield _bounded((name, "", ""), [Case(c, cost(rates, *tokens)) for c, *tokens in used], intervals.UNBOUNDED)
