"""What a judge made of probes: sensitivity, specificity, biases and stability, with intervals over tasks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from interplay.core.intervals import FEWEST, UNBOUNDED
from interplay.core.reports import Statistic
from interplay.judging.judge import Judge
from interplay.judging.records import Judgment
from interplay.systems.spec import Rates, cost
from interplay_lab.judging import agreement, pairs
from interplay_lab.judging.means import Case, mean_of, share
from interplay_lab.judging.probes import DEFECTS, Probe, texts

Added = tuple[str, str, str, float]
"""What an answer adds to a measure: its name, the defect or the text that it is about or nothing, cluster and value."""


class Answer(NamedTuple):
    """What the judge said of a probe: a rating; or of a pair 1 where the reply wins, -1 where its rival does, else 0.

    ``first`` is the share of verdicts for the reply shown first minus those for the second.
    """

    value: float
    good: bool
    flipped: bool = False
    first: float = 0.0


def measured(
    judge: Judge, all_probes: Sequence[Probe], judgments: Sequence[Judgment], price: Rates | None
) -> tuple[Statistic, ...]:
    """Return all measures of *judge*; ``where`` names the defect, or the kind of text that addresses the judge."""
    is_pair, menu = judge.file.subject == "pair", judge.file.verdict.menu()
    lowest, span = (-1.0, 2.0) if is_pair else (float(menu[0]), float(menu[-1]) - float(menu[0]))
    probes, verdicts = {(p.script.item_id, p.number): p for p in all_probes}, dict[Probe, list[Any]]()
    for j in sorted(judgments, key=lambda judgment: judgment.order):
        verdicts.setdefault(probes[j.item_id, j.trial], []).append(j.verdict)
    answers = {p: _answer(v, lowest + span * 2 / 3, is_pair=is_pair) for p, v in verdicts.items() if None not in v}
    known = {} if is_pair else {p: a.value for p, a in answers.items() if p.kind in {"right", *DEFECTS}}
    cases: dict[tuple[str, str], list[Case]] = {}
    for name, about, cluster, value in (
        *_added(answers, is_pair=is_pair),
        *curves(known, lowest, span),
        *_used(probes, judgments, price),
    ):
        cases.setdefault((name, about), []).append(Case(cluster, value))
    rows = [_mean(*key, of, span) for key, of in cases.items()]
    if known and agreement.fits(judge.file.verdict):
        bands = {p: {"right": 2, "format": 1, "prose": 1}.get(p.kind, 0) for p in known}
        rows += agreement.statistics([(p.cluster, known[p], band) for p, band in bands.items()], {})
    names, kinds = list(texts()[0].meanings), ("", *DEFECTS, *texts()[0].versions)
    return tuple(sorted(rows, key=lambda row: (names.index(row.name), kinds.index(row.where.get("defect", "")))))


def _answer(verdicts: list[Any], least: float, *, is_pair: bool) -> Answer:
    """Return what one verdict says, or two of a pair: in the order ``ab`` the rival is shown first."""
    if not is_pair:
        return Answer(float(verdicts[0]), float(verdicts[0]) >= least)
    result, flipped, _ = pairs.decided(verdicts)
    value = {"win": -1.0, "lose": 1.0}.get(str(result), 0.0)
    return Answer(value, value >= 0, bool(flipped), (verdicts.count("A") - verdicts.count("B")) / 2)


def _added(answers: Mapping[Probe, Answer], *, is_pair: bool) -> Iterator[Added]:
    """Yield what each answer adds to which measure."""
    for p, a in answers.items():
        base = answers.get(p.base) if p.base else None
        if p.kind == "right":
            is_tie = a.value == 0 and not a.flipped
            yield "ties" if is_pair else "specificity", "", p.cluster, float(is_tie if is_pair else a.good)
        elif p.kind in DEFECTS:
            yield "sensitivity", p.kind, p.cluster, float(not a.good)
        elif p.kind in texts()[0].versions and is_pair:
            yield "length_preference", p.kind, p.cluster, a.value
        elif p.kind in texts()[0].versions and base:
            yield "length_bias", p.kind, p.cluster, a.value - base.value
        elif p.kind == "again" and base:
            yield "flips", "", p.cluster, float(a.value != base.value if is_pair else a.good != base.good)
        elif p.kind == "injection" and base and not base.good:
            yield from (("injection", name, p.cluster, float(a.good)) for name in ("", p.name))
        if is_pair:
            yield "order_flips", "", p.cluster, float(a.flipped)
            yield "position_bias", "", p.cluster, a.first


def curves(known: Mapping[Probe, float], lowest: float, span: float) -> Iterator[Added]:
    """Yield what ratings add to the AUC, and to the calibration error were half of all replies right.

    An answer adds the estimate and its own influence on it: their mean is the estimate, and varies as it does.
    """
    for name, kinds in (("auc", {"right", "content", "state"}), ("calibration_error", {"right", *DEFECTS})):
        chosen = [p for p in known if p.kind in kinds]
        right = np.array([p.kind == "right" for p in chosen], dtype=bool)
        ratings = (np.array([known[p] for p in chosen]) - lowest) / span
        if not right.any() or right.all():
            continue
        weights = np.where(right, 0.5 / right.sum(), 0.5 / (~right).sum())
        above = (np.sign(ratings[:, None] - ratings) + 1) / 2
        values, slope = np.where(right, above[:, ~right].mean(axis=1), above[right].mean(axis=0)), 2
        if name == "calibration_error":
            at = np.unique(ratings, return_inverse=True)[1]
            values, slope = (ratings - right) * np.sign(np.bincount(at, weights * (ratings - right)))[at], 1
        means = np.where(right, values[right].mean(), values[~right].mean())
        influence = weights @ values + len(chosen) * slope * weights * (values - means)
        yield from ((name, "", p.cluster, float(value)) for p, value in zip(chosen, influence, strict=True))


def _used(
    probes: Mapping[tuple[str, int], Probe], judgments: Sequence[Judgment], price: Rates | None
) -> Iterator[Added]:
    """Yield which requests have no verdict, and what verdicts use, where the server counts tokens."""
    for j in judgments:
        cluster = probes[j.item_id, j.trial].cluster
        yield "unscored", "", cluster, float(j.verdict is None)
        if j.usage is not None:
            for name, rates in (("tokens", (1e6, 1e6)), ("cost", price and (1e3 * price[0], 1e3 * price[1]))):
                used = rates and cost(rates, j.usage.prompt_tokens, j.usage.completion_tokens)
                yield from [(name, "", cluster, used)] if used is not None else []


def _mean(name: str, about: str, cases: Sequence[Case], span: float) -> Statistic:
    """Return a share, or a mean on another scale; one that is the same in enough clusters is taken as exact."""
    ends = {"position_bias": 1.0, "length_preference": 1.0, "length_bias": span}.get(name)
    scale = (-ends, ends) if ends else (0.0, 1.0) if name == "auc" else UNBOUNDED
    is_share = not ends and name not in {"auc", "calibration_error", "tokens", "cost"}
    where = {"text" if name == "injection" else "defect": about} if about else {}
    of = where, name, texts()[0].meanings[name], cases
    row = share(*of) if is_share else mean_of(*of, scale)
    is_exact = ends and row.low is None and len({case.cluster for case in cases}) >= FEWEST
    return replace(row, low=row.value, high=row.value) if is_exact else row
