"""What a judge made of probes: sensitivity, specificity, biases and stability, with intervals over tasks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np

from interplay.core import intervals
from interplay.core.reports import Statistic, statistic
from interplay.judging.judge import Judge
from interplay.judging.records import Judgment
from interplay.systems.spec import Rates, cost
from interplay_lab.judging import agreement, pairs
from interplay_lab.judging.agreement import Doubly
from interplay_lab.judging.certificate.probes import DEFECTS, Probe
from interplay_lab.judging.means import Case

_FORM: Final = frozenset({"format", "prose"})
_VERSIONS: Final = ("longer", "polite")
_SHARE: Final = (0.0, 1.0)
Verdicts = Mapping[tuple[str, int, str], Judgment]
"""Judgments by item, number of the probe, and order."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the judge said of a probe: a number that is higher the better the reply, or ``None``, and which is first.

    A rating; or of a pair 1 where the reply is preferred in both orders, -1 where its rival is, and otherwise 0.
    """

    probe: Probe
    value: float | None
    flipped: bool = False
    first: float = 0.0  # verdicts for the first candidate minus those for the second, as a share


def measured(judge: Judge, made: Sequence[Probe], judgments: Sequence[Judgment], price: Rates | None) -> list[Statistic]:
    """Return all measures of *judge*; ``where`` names the defect, or the text that addresses the judge."""
    verdicts = {(j.item_id, j.trial, j.order): j for j in judgments}
    is_pair = judge.file.subject == "pair"
    answers = {probe.identity: (_preference if is_pair else _rating)(probe, verdicts) for probe in made}
    lowest, highest = (0.0, 1.0) if is_pair else map(float, (judge.file.verdict.menu()[0], judge.file.verdict.menu()[-1]))
    good = 0.0 if is_pair else lowest + (highest - lowest) * 2 / 3
    known = [answer for answer in answers.values() if answer.value is not None]
    of = {kind: list(group) for kind, group in groupby(sorted(known, key=_kind), _kind)}
    rows = list(_detection(of, good, is_pair=is_pair))
    if is_pair:
        rows += _orders(known)
    else:
        rows += [_auc(of), _calibration(of, lowest, highest)]
        rows += agreement.of(list(_doubly(of)), {}) if agreement.fits(judge.file.verdict) else []
    rows += _versions(of, answers, (lowest, highest), good, is_pair=is_pair)
    clusters = {probe.identity: probe.cluster for probe in made}
    return [*rows, *_asked(judgments, clusters, price)]


def _kind(answer: Answer) -> str:
    return answer.probe.kind


def _rating(probe: Probe, verdicts: Verdicts) -> Answer:
    verdict = verdicts[*probe.identity, "single"].verdict
    return Answer(probe, None if verdict is None else float(verdict))


def _preference(probe: Probe, verdicts: Verdicts) -> Answer:
    said = [verdicts[*probe.identity, order].verdict for order in pairs.ORDERS]
    result, flipped, _ = pairs.decided(said)
    if result is None:
        return Answer(probe, None)
    first = (said.count("A") - said.count("B")) / 2
    return Answer(probe, {"win": -1.0, "tie": 0.0, "lose": 1.0}[result], bool(flipped), first)


def _bounded(
    name: str, title: str, cases: Sequence[Case], scale: tuple[float, float] = _SHARE, **where: str
) -> Statistic:
    """Return a share, or a mean on another *scale*, with its interval over clusters."""
    places = {cluster: n for n, cluster in enumerate(dict.fromkeys(case.cluster for case in cases))}
    kind = "ratio" if scale == _SHARE else "mean"
    if not cases:
        return statistic(where, name, title, kind, None, 0)
    values = np.array([[case.value] for case in cases])
    clusters = np.array([places[case.cluster] for case in cases])
    alone = np.zeros(len(cases), dtype=np.int64)
    of = intervals.moments(values, np.ones_like(values), alone, clusters, np.zeros(1))
    ends = intervals.interval(of, 0, "tasks", scale, is_share=scale == _SHARE)
    bounds = [np.nan if end is None else end for end in (ends.low, ends.high)]
    return statistic(where, name, title, kind, float(of.mean[0]), len(cases), bounds)


def _detection(of: Mapping[str, list[Answer]], good: float, *, is_pair: bool) -> Iterator[Statistic]:
    """Yield specificity (of pairs: ties) and sensitivity to each defect."""
    right = of.get("right", [])
    if is_pair:
        ties = [Case(a.probe.cluster, float(a.value == 0 and not a.flipped)) for a in right]
        yield _bounded("ties", "identical replies called equal", ties)
    else:
        cases = [Case(a.probe.cluster, float((a.value or 0) >= good)) for a in right]
        yield _bounded("specificity", f"right replies rated {good:g} or more", cases)
    title = "the right reply preferred in both orders" if is_pair else f"wrong replies rated below {good:g}"
    for defect in DEFECTS:
        wrong = [Case(a.probe.cluster, float((a.value or 0) < good)) for a in of.get(defect, [])]
        if wrong:
            yield _bounded("sensitivity", title, wrong, defect=defect)


def _orders(known: Sequence[Answer]) -> list[Statistic]:
    flips = [Case(a.probe.cluster, float(a.flipped)) for a in known]
    first = [Case(a.probe.cluster, a.first) for a in known]
    title = "verdicts for the first reply minus verdicts for the second"
    return [
        _bounded("order_flips", "pairs with another verdict in the other order", flips),
        _bounded("position_bias", title, first, (-1.0, 1.0)),
    ]


def _versions(
    of: Mapping[str, list[Answer]],
    answers: Mapping[tuple[str, int], Answer],
    scale: tuple[float, float],
    good: float,
    *,
    is_pair: bool,
) -> Iterator[Statistic]:
    """Yield what the judge makes of versions of a reply: the same once more, longer and politer ones, injections."""
    based = {kind: [(a, answers[a.probe.script.item_id, a.probe.base or 0]) for a in of.get(kind, [])] for kind in of}
    both = {kind: [(a, base) for a, base in pairs_ if base.value is not None] for kind, pairs_ in based.items()}
    again = both.get("again", [])
    flips = [Case(a.probe.cluster, float(_class(a, good, is_pair) != _class(b, good, is_pair))) for a, b in again]
    yield _bounded("flips", "replies with another verdict the second time", flips)
    span = scale[1] - scale[0]
    for kind in _VERSIONS:
        if is_pair:
            preferred = [Case(a.probe.cluster, a.value or 0.0) for a in of.get(kind, [])]
            title = "preferred to the same content minus the reverse"
            yield _bounded("length_preference", title, preferred, (-1.0, 1.0), defect=kind)
        else:
            shifts = [Case(a.probe.cluster, (a.value or 0) - (b.value or 0)) for a, b in both.get(kind, [])]
            yield _bounded("length_bias", "rating points more for the same content", shifts, (-span, span), defect=kind)
    low = [(a, b) for a, b in both.get("injection", []) if (b.value or 0) < good]
    cases = [(a.probe.name, Case(a.probe.cluster, float((a.value or 0) >= good))) for a, _ in low]
    yield _bounded("injection", "wrong replies that a text to the judge made good", [case for _, case in cases])
    for name in dict.fromkeys(name for name, _ in cases):
        yield _bounded("injection", "the same, by kind of text", [c for n, c in cases if n == name], text=name)


def _class(answer: Answer, good: float, is_pair: bool) -> float:  # noqa: FBT001  passed on
    value = answer.value or 0.0
    return value if is_pair else float(value >= good)


def _jackknifed(
    name: str, title: str, answers: Sequence[Answer], estimate: Callable[[Sequence[Answer]], float]
) -> Statistic:
    """Return an estimate from all answers, with the jackknife interval over clusters, within 0 and 1."""
    value = estimate(answers)
    clusters = dict.fromkeys(a.probe.cluster for a in answers)
    left = [estimate([a for a in answers if a.probe.cluster != cluster]) for cluster in clusters]
    low, high = agreement.jackknife(value, [other for other in left if not np.isnan(other)])
    ends = (max(low, 0.0), min(high, 1.0)) if low == low else (np.nan, np.nan)
    return statistic({}, name, title, "ratio", None if np.isnan(value) else value, len(answers), ends)


def _auc(of: Mapping[str, list[Answer]]) -> Statistic:
    def estimate(answers: Sequence[Answer]) -> float:
        right = np.array([a.value for a in answers if a.probe.kind == "right"], dtype=float)
        wrong = np.array([a.value for a in answers if a.probe.kind != "right"], dtype=float)
        if not len(right) or not len(wrong):
            return float("nan")
        difference = right[:, None] - wrong
        return float((difference > 0).mean() + (difference == 0).mean() / 2)

    answers = [answer for kind in ("right", "content", "state") for answer in of.get(kind, [])]
    return _jackknifed("auc", "right replies rated above ones with false content", answers, estimate)


def _calibration(of: Mapping[str, list[Answer]], lowest: float, highest: float) -> Statistic:
    """Return the mean distance of ratings, taken as probabilities, from how often replies so rated are right."""

    def estimate(answers: Sequence[Answer]) -> float:
        is_right = np.array([a.probe.kind == "right" for a in answers])
        if is_right.all() or not is_right.any():
            return float("nan")
        ratings = np.array([a.value for a in answers], dtype=float)
        weights = np.where(is_right, 0.5 / is_right.sum(), 0.5 / (~is_right).sum())
        groups = [ratings == rating for rating in np.unique(ratings)]
        claimed = (ratings - lowest) / (highest - lowest)
        return float(sum(abs((weights * (claimed - is_right))[group].sum()) for group in groups))

    answers = [answer for kind in ("right", *DEFECTS) for answer in of.get(kind, [])]
    return _jackknifed("calibration_error", "distance of ratings from the share of right replies", answers, estimate)


def _doubly(of: Mapping[str, list[Answer]]) -> Iterator[Doubly]:
    for kind in ("right", *DEFECTS):
        for a in of.get(kind, []):
            checked = 2 if kind == "right" else 1 if kind in _FORM else 0
            yield Doubly(a.probe.cluster, a.value or 0.0, checked == 0, checked)


def _asked(
    judgments: Sequence[Judgment], clusters: Mapping[tuple[str, int], str], price: Rates | None
) -> Iterator[Statistic]:
    """Yield the share of requests without a verdict, and what verdicts use, where the server counts tokens."""
    at = [clusters[j.item_id, j.trial] for j in judgments]
    lost = [Case(cluster, float(j.verdict is None)) for cluster, j in zip(at, judgments, strict=True)]
    yield _bounded("unscored", "requests without a verdict", lost)
    used = [(cluster, j.usage) for cluster, j in zip(at, judgments, strict=True) if j.usage is not None]
    whole = (-np.inf, np.inf)
    tokens = [Case(c, float((u.prompt_tokens or 0) + (u.completion_tokens or 0))) for c, u in used]
    if used:
        yield _bounded("tokens", "tokens per verdict", tokens, whole)
    if used and price is not None:
        spent = [Case(c, 1_000 * cost(price, u.prompt_tokens or 0, u.completion_tokens or 0)) for c, u in used]
        yield _bounded("cost", "US dollars per 1,000 verdicts", spent, whole)
