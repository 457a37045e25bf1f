"""Ratings that the likelihood leaves open above or below: bounds and comparisons by its profile.

A system that never lost a point has no upper bound: the likelihood only grows with its strength. What it does have is
a lower bound, the strength at which so many wins in a row have the probability that a bound may miss with: where the
likelihood, maximised over everything else, has fallen to that share of its greatest value. (The chi-square limit of
the likelihood ratio does not hold here: it would miss five times as often.) The bound is computed among the systems
that a chain of its wins leads to, without a prior. Weighted and clustered matches count as many as Kish's effective
sample size.
"""

from dataclasses import dataclass
from math import exp, log
from statistics import NormalDist

import numpy as np

from interplay.ratings.arrays import BoolArray, FloatArray, IntArray
from interplay.ratings.pairwise.cells import Cells
from interplay.ratings.pairwise.fit import Prior, fit_many, surprise
from interplay.ratings.pairwise.graph import reach

MOST = 60
"""Systems up to which open ratings get bounds: each takes some fits with all others."""
FLAT = Prior(kind="normal", strength=100.0)
"""Keeps strengths finite that the likelihood does not; flat wherever it matters."""
STEPS = 48
"""Points at which the profile is computed, twice."""


@dataclass(frozen=True)
class Data:
    """Weighted wins and losses (E) of comparisons, as cells have them, and who reaches whom along wins (n x n)."""

    wins: FloatArray
    losses: FloatArray
    pairs: IntArray
    edges: FloatArray
    reach: BoolArray

    @classmethod
    def of(cls, cells: Cells) -> "Data":
        """Return the data of *cells*."""
        wins, totals = cells.expected
        reached = reach(wins, totals - wins, cells.pairs, len(cells.systems))[0]
        return cls(wins[0], totals[0] - wins[0], cells.pairs, cells.edges, reached)

    @property
    def mirrored(self) -> "Data":
        """The same with wins and losses exchanged."""
        return Data(self.losses, self.wins, self.pairs, -self.edges, self.reach.T)

    def open_above(self) -> BoolArray:
        """Return which systems (n) have no upper bound: no chain of wins leads to them from a largest group.

        Where no two systems are in a group, it must lead to them from everybody.
        """
        sizes = (self.reach & self.reach.T).sum(axis=1)
        largest = sizes == sizes.max(initial=1)
        is_open = ~self.reach[largest].any(axis=0) if sizes.max(initial=1) > 1 else ~self.reach.all(axis=0)
        return np.asarray(is_open)

    def only(self, keep: BoolArray) -> "Data":
        """Return the comparisons between the systems to *keep* (n)."""
        inside, number = keep[self.pairs].all(axis=1), np.cumsum(keep) - 1
        pairs = number[self.pairs[inside]]
        return Data(self.wins[inside], self.losses[inside], pairs, self.edges[inside], self.reach[np.ix_(keep, keep)])

    def fitted(self, pull: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return strengths (B x n) under each *pull* (B x n), and how surprising the data are there (B)."""
        wins, losses = (np.tile(values, (len(pull), 1)) for values in (self.wins, self.losses))
        fit = fit_many(wins, wins + losses, self.pairs, FLAT, np.zeros(pull.shape[1]), self.edges, pull)
        gap = fit.strengths[:, self.pairs[:, 0]] - fit.strengths[:, self.pairs[:, 1]] + self.edges
        return fit.centred, surprise(gap, wins, losses)

    def joined(self, i: int, j: int) -> float:
        """Return how surprising the data are at best when systems *i* and *j* are equally strong."""
        renamed = np.where(self.pairs == j, i, self.pairs)
        turned, same = renamed[:, 0] > renamed[:, 1], renamed[:, 0] == renamed[:, 1]
        among = surprise(self.edges[same], self.wins[same], self.losses[same])
        pairs = np.sort(renamed, axis=1)
        order = np.lexsort((pairs[:, 1], pairs[:, 0]))
        order = order[~same[order]]
        wins, losses = np.where(turned, self.losses, self.wins), np.where(turned, self.wins, self.losses)
        edges = np.where(turned, -self.edges, self.edges)
        rest = Data(wins[order], losses[order], pairs[order], edges[order], self.reach)
        return float(among + rest.fitted(np.zeros((1, len(self.reach))))[1][0])


def lower_bound(cells: Cells, data: Data, estimate: FloatArray, centre: BoolArray, i: int, miss: float) -> float:
    """Return the lower bound of the rating of system *i*, too high with probability *miss*; NaN if there is none.

    Ratings have mean 0 over *centre* (n). *estimate* (n) places those of them that no chain of its wins leads to.
    """
    below, others = data.reach[i], centre.copy()
    others[i] = False
    inside = others & below
    if not inside.any():
        return float("nan")
    lowest = _profile(data.only(below), int(below[:i].sum()), inside[below], effective(cells, i), -log(miss))
    lead = lowest + estimate[inside].mean() - estimate[others].mean()
    return float(lead * others.sum() / centre.sum())


def _profile(data: Data, i: int, others: BoolArray, factor: float, drop: float) -> float:
    """Return the least lead of system *i* over the mean of the *others* that costs no more than *drop*.

    The cost is in log-likelihood, times *factor*.
    """
    n = len(data.reach)
    direction = others / others.sum()
    direction[i] = -1.0
    touched = (data.pairs == i).any(axis=1)
    most = float(data.wins[touched].sum() + data.losses[touched].sum())
    least = data.fitted(np.zeros((1, n)))[1][0]
    pulls, lead = np.geomspace(1e-5 * most, 0.999 * most, STEPS), np.zeros(STEPS)
    for _ in range(2):
        strengths, value = data.fitted(pulls[:, None] * direction)
        fallen = factor * (value - least)
        lead = -strengths @ direction
        above = int(np.clip(np.searchsorted(fallen, drop), 1, STEPS - 1))
        pulls = np.linspace(pulls[above - 1], pulls[above], STEPS)
    return float(np.interp(drop, fallen, lead))


def effective(cells: Cells, i: int) -> float:
    """Return what to multiply weights by so that they add up to the effective number of matches of system *i*."""
    tallies = cells.tallies
    inside = (cells.pairs[tallies.pair] == i).any(axis=1)
    size = np.bincount(tallies.cell[inside], tallies.totals[inside], minlength=len(cells.times)) * cells.load
    square = float((cells.times * size**2).sum())
    return float((cells.times * size).sum()) / square if square else 0.0


def open_gaps(cells: Cells, data: Data, estimate: FloatArray) -> tuple[BoolArray, FloatArray]:
    """Return which differences (n x n) the likelihood leaves open, and quantiles that are as unlikely as none.

    They are of the normal distribution, signed as the differences of the *estimate*.
    """
    mutual = data.reach & data.reach.T
    open_, root = np.asarray(~mutual), np.zeros(mutual.shape)
    if not open_.any() or len(estimate) > MOST:
        return open_, root
    least = data.fitted(np.zeros((1, len(estimate))))[1][0]
    factor = [effective(cells, i) for i in range(len(estimate))]
    for i, j in np.argwhere(np.triu(open_)).tolist():
        fallen = max(min(factor[i], factor[j]) * (data.joined(i, j) - least), 0.0)
        root[i, j] = np.copysign(
            NormalDist().inv_cdf(1 - min(max(exp(-fallen), 1e-15), 0.5)), estimate[i] - estimate[j]
        )
        root[j, i] = -root[i, j]
    return open_, root
