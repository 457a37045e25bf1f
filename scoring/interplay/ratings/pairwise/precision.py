"""How exactly ratings and their differences are known: a sandwich variance whose filling is a jackknife.

What a cluster of matches (all of one setup, or one match) adds to the variance is the square of how far the estimate
moves without it, to first order: its score, carried by the inverse information *without* the cluster. For a single
match this is its influence divided by 1 - leverage, the form called HC3 (MacKinnon and White 1985); for clusters it is
CR3 (Bell and McCaffrey 2002). Nothing is centred within games: a game of a single cluster counts with all by which it
differs from what the other games say.

Each game adds one imagined cluster that came out the other way, in the manner of Jeffreys' counts, so that a variance
is never 0 where something was sampled. How many clusters of equal weight would tell as much decides the degrees of
freedom (Carter, Schnepel and Steigerwald 2017); below ``MIN_CLUSTERS`` of them there is no interval.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from interplay.ratings.arrays import BoolArray, FloatArray, IntArray
from interplay.ratings.pairwise.cells import Cells
from interplay.ratings.pairwise.fit import Prior, expected_share, incidence, information

MIN_CLUSTERS = 5.0
CHUNK_FLOATS = 4_000_000
"""Numbers that are held at a time, in the largest array (32 MB)."""
POWER = 0.5
FLOOR = 1e-3
"""Keeps the jackknife defined for a cluster on which alone a rating depends; others move less by this share."""


@dataclass(frozen=True)
class Precision:
    """The covariance (n x n) of centred ratings; how many equal clusters are behind each rating and difference.

    ``behind`` (n) counts them for the ratings, ``between`` (n x n) for the differences of two.
    """

    covariance: FloatArray
    behind: FloatArray
    between: FloatArray

    @property
    def errors(self) -> FloatArray:
        """Return the standard errors (n) of the ratings."""
        return np.asarray(np.sqrt(np.diag(self.covariance)), dtype=np.float64)

    @property
    def gaps(self) -> FloatArray:
        """Return the standard errors (n x n) of the differences."""
        own = np.diag(self.covariance)
        return np.asarray(np.sqrt(np.maximum(own[:, None] + own - 2 * self.covariance, 0)), dtype=np.float64)


def precision(cells: Cells, prior: Prior, strengths: FloatArray, centre: BoolArray) -> Precision:
    """Return the precision of the estimate at *strengths* (n), whose mean over *centre* (n) is 0 by definition."""
    n = len(strengths)
    model = _Model(cells, prior, strengths, centre)
    covariance, imagined = np.zeros((n, n)), _Moments(n)
    for moved, times in model.moves():
        covariance += moved.T @ (moved * times[:, None])
    for moved, times, in_game, beside in model.expected():
        second = moved * np.sqrt(times * beside / in_game)[:, None]
        covariance += second.T @ second
        imagined.add(moved, times, beside)
    behind, between = imagined.equal_clusters(float(cells.times.sum()))
    return Precision(covariance, behind, between)


class _Model:
    """The estimate seen from each entry of each cell: residuals, leverages and where a score moves the ratings."""

    def __init__(self, cells: Cells, prior: Prior, strengths: FloatArray, centre: BoolArray) -> None:
        first, second = cells.pairs[:, 0], cells.pairs[:, 1]
        gap = strengths[first] - strengths[second] + cells.edges
        self._share, rest = expected_share(gap), expected_share(-gap)
        self._cells, self._spread = cells, self._share * rest
        self._carry = np.linalg.pinv(curvature(cells, prior, strengths), hermitian=True)
        self._centre = centre
        self._load = cells.load
        self._beside = np.bincount(cells.tallies.cell, minlength=len(cells.times))

    def moves(self) -> Iterator[tuple[FloatArray, FloatArray]]:
        """Yield how far leaving out a cluster moves the centred estimate (b x n), and how many such there are (b)."""
        tallies, cells = self._cells.tallies, self._cells
        order = np.argsort(tallies.cell, kind="stable")
        width = self._beside[tallies.cell[order]]
        for size in np.unique(width).tolist():
            rows = order[width == size].reshape(-1, size)
            for entry in self._chunks(rows, size):
                cell, pair = tallies.cell[entry[:, 0]], tallies.pair[entry]
                load, totals = self._load[cell][:, None], tallies.totals[entry]
                moved, spread = self._carried(pair), np.sqrt(load * totals * self._spread[pair])
                along = np.take_along_axis(moved, np.broadcast_to(cells.pairs[pair, 0][:, None], (*pair.shape, size)), 2)
                back = np.take_along_axis(moved, np.broadcast_to(cells.pairs[pair, 1][:, None], (*pair.shape, size)), 2)
                own, axes = np.linalg.eigh(np.eye(size) - spread[:, :, None] * (along - back) * spread[:, None, :])
                standard = load * (tallies.wins[entry] - totals * self._share[pair]) / spread
                turned = np.maximum(own, FLOOR)[:, :, None] ** -POWER * (axes.swapaxes(1, 2) @ standard[:, :, None])
                score = spread[:, :, None] * (axes @ turned)
                yield self._centred((score * moved).sum(axis=1)), cells.times[cell].astype(np.float64)

    def expected(self) -> Iterator[tuple[FloatArray, FloatArray, FloatArray, FloatArray]]:
        """Yield the move (b x n) that the model expects of each entry of a cell, and what to weigh it by.

        That is how often its cluster occurred, how many clusters its game has, and how many entries the cluster has.
        """
        tallies, cells = self._cells.tallies, self._cells
        in_game = np.bincount(cells.game, cells.times)[cells.game]
        for entry in self._chunks(np.flatnonzero(tallies.totals > 0), 1):
            cell, pair = tallies.cell[entry], tallies.pair[entry]
            size = self._load[cell] * tallies.totals[entry] * np.sqrt(self._spread[pair])
            moved = self._centred(size[:, None] * self._carried(pair))
            yield moved, cells.times[cell].astype(np.float64), in_game[cell], self._beside[cell].astype(np.float64)

    def _carried(self, pair: IntArray) -> FloatArray:
        pairs = self._cells.pairs[pair]
        return np.asarray(self._carry[pairs[..., 0]] - self._carry[pairs[..., 1]], dtype=np.float64)

    def _chunks(self, rows: IntArray, size: int) -> Iterator[IntArray]:
        step = max(1, CHUNK_FLOATS // (size * max(size, len(self._carry), 1)))
        for begin in range(0, len(rows), step):
            yield rows[begin : begin + step]

    def _centred(self, moved: FloatArray) -> FloatArray:
        return np.asarray(moved - moved[:, self._centre].mean(axis=1, keepdims=True), dtype=np.float64)


def curvature(cells: Cells, prior: Prior, strengths: FloatArray) -> FloatArray:
    """Return minus the second derivative (n x n) of the objective at *strengths* (n), made invertible."""
    n, pairs = len(strengths), cells.pairs
    gap = strengths[pairs[:, 0]] - strengths[pairs[:, 1]] + cells.edges
    _, totals = cells.expected
    found: FloatArray = information(totals * expected_share(gap) * expected_share(-gap), pairs, incidence(pairs, n))[0]
    if prior.kind == "luce":
        return np.asarray(found + np.diag(prior.strength * n * np.exp(strengths)), dtype=np.float64)
    return found + (np.eye(n) * prior.strength**-2 if prior.kind == "normal" else 1 / n)


class _Moments:
    """Sums of second and fourth powers of moves, for ratings and for their differences."""

    def __init__(self, n: int) -> None:
        self._second, self._fourth = np.zeros((n, n)), np.zeros((n, n))
        self._own_fourth = np.zeros(n)

    def add(self, moved: FloatArray, times: FloatArray, beside: FloatArray) -> None:
        """Add rows of *moved* (b x n) that occur *times* (b), each beside others of its cluster."""
        square = moved**2
        self._second += moved.T @ (moved * times[:, None])
        weighted = (times * beside)[:, None]
        three, two = (square * moved).T @ (moved * weighted), square.T @ (square * weighted)
        own = np.diag(two)
        self._own_fourth += own
        self._fourth += own[:, None] + own - 4 * (three + three.T) + 6 * two

    def equal_clusters(self, most: float) -> tuple[FloatArray, FloatArray]:
        """Return how many clusters of equal weight tell as much about ratings (n) and differences (n x n)."""
        own = np.diag(self._second)
        gap = np.maximum(own[:, None] + own - 2 * self._second, 0)
        behind = np.divide(own**2, self._own_fourth, out=np.zeros_like(own), where=self._own_fourth > 0)
        small = 1e-9 * (self._own_fourth[:, None] + self._own_fourth)
        between = np.divide(gap**2, self._fourth, out=np.zeros_like(gap), where=self._fourth > small)
        return np.minimum(behind, most), np.minimum(between, most)
