"""Scores at budgets of reply tokens: what a run with a large limit would have scored with a smaller one (note 0098)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from interplay.core import intervals
from interplay.core.intervals import FEWEST, Floats, Integers
from interplay.core.reports import Budget, HalfScore, rounded
from interplay.core.tokens import BUDGETS, SHORT
from interplay.scoring.groups import Column, Sheet, metric_of, sheet_of
from interplay.scoring.tally import STATUSES, Means, Tally
from interplay.tracks.base import MetricSpec

RESAMPLES = 1_000
_CHUNK = 100  # resamples at a time, which bounds the memory
_DUST = 1e-9
_ZERO = "the score at the largest budget is not above 0"


@dataclass(frozen=True, slots=True)
class _Replies:
    """Replies in the order of their ``tokens`` (E,), the ``rows`` of their items, and what they ``gain`` there."""

    sheet: Sheet
    lost: Floats  # (n,): what an item has without any reply
    weights: Floats  # (n,)
    tokens: Integers
    rows: Integers
    gain: Floats

    def within(self, budget: int) -> Floats:
        """Return the values of items (n,) when a reply may have at most *budget* tokens; others count as missing."""
        count = np.searchsorted(self.tokens, budget, side="right")
        return self.lost + np.bincount(self.rows[:count], self.gain[:count], len(self.lost))

    def half(self, times: Floats, budget: int) -> Floats:
        """Return the tokens with which half of the score at *budget* is reached (R,), infinite where it is not above 0.

        *times* (C, R) is what the clusters count for.
        """
        sheet, count = self.sheet, np.searchsorted(self.tokens, budget, side="right")
        share = intervals.shares(times[sheet.clusters] * self.weights[:, None], sheet.strata)
        tokens, gains = np.append(0, self.tokens[:count]), share[self.rows[:count]] * self.gain[:count, None]
        curve = np.cumsum(np.vstack([self.lost @ share, gains]), axis=0)
        last = np.flatnonzero(np.diff(tokens, append=budget + 1))
        at = tokens[last][(curve[last] >= curve[-1] / 2 - _DUST).argmax(axis=0)]
        return np.where(curve[-1] > _DUST, at, np.inf)


def budgeted(
    tally: Tally, means: Means, *, deterministic: bool
) -> tuple[tuple[Budget, ...], HalfScore | None, float | None]:
    """Return the scores at budgets of all items of *tally*, whose *means* are given; none in tracks without them.

    Then where half of the score is reached, and the share of replies whose tokens are only a lower bound.
    """
    spec, known = tally.at_budgets, [budget for budget in BUDGETS if budget <= tally.limit]
    if spec is None or not tally.replies:
        return (), None, None
    replies, budgets = _replies(tally, means, spec), [Budget(b, None, reason=SHORT) for b in BUDGETS[len(known) :]]
    half = HalfScore(reason=SHORT)
    if known:
        budgets = [*_scores(tally, spec, replies, known, deterministic=deterministic), *budgets]
        half = _half_score(replies, known[-1], tally.cluster_unit)
    return tuple(budgets), half, rounded(tally.lower_bounds / tally.replies)


def _replies(tally: Tally, means: Means, spec: MetricSpec) -> _Replies:
    sheet = sheet_of(tally, means)
    lost = np.array([tally.absent(item_id, spec) for item_id in means])
    entries = sorted(
        (tokens, sheet.row[item_id], gain / tally.trials) for (item_id, tokens), gain in tally.gains.items()
    )
    tokens, rows, gain = map(np.array, zip(*entries, strict=True))
    return _Replies(sheet, lost, sheet.weights[:, sheet.column[spec.name]], tokens, rows, gain)


def _scores(
    tally: Tally, spec: MetricSpec, replies: _Replies, budgets: Sequence[int], *, deterministic: bool
) -> Iterator[Budget]:
    """Yield the scores at *budgets*, with the intervals that the metric has in reports."""
    values = np.stack([replies.within(budget) for budget in budgets], axis=1)
    weights = np.repeat(replies.weights[:, None], len(budgets), axis=1)
    most = np.full(len(budgets), intervals.MAX_DIFFERENCE * (spec is tally.headline))
    moments = intervals.moments(values, weights, replies.sheet.strata, replies.sheet.clusters, most)
    counts = dict.fromkeys((*STATUSES, "missing"), 0)
    for index, budget in enumerate(budgets):
        column = Column(tally, tuple(replies.sheet.row), spec, index, values[:, index], replies.weights)
        metric = metric_of(column, moments, None, counts, deterministic=deterministic)
        ci = None if metric.low is None or metric.high is None else (metric.low, metric.high)
        yield Budget(budget, metric.value, ci, metric.reason)


def _half_score(replies: _Replies, budget: int, unit: str) -> HalfScore:
    """Return where half of the score at *budget* is reached; words of PCG64 are the same in all versions of NumPy."""
    number = int(replies.sheet.clusters.max()) + 1
    value = float(replies.half(np.ones((number, 1)), budget)[0])
    if np.isinf(value):
        return HalfScore(reason=_ZERO)
    if len(np.unique(replies.sheet.clusters[replies.weights > 0])) < FEWEST:
        return HalfScore(int(value), reason=f"an interval needs at least {FEWEST} {unit}")
    words = np.random.PCG64(98).random_raw(RESAMPLES * number).reshape(-1, number, _CHUNK)
    at = np.concatenate([replies.half(-np.log((chunk + 0.5) / 2.0**64), budget) for chunk in words])
    low, high = np.quantile(at, (0.025, 0.975), method="inverted_cdf")
    ci = None if np.isinf(high) else (int(low), int(high))
    return HalfScore(int(value), ci, None if ci else f"in some resamples {_ZERO}")
