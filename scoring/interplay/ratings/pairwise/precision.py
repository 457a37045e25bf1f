"""How exactly ratings and their differences are known: a sandwich variance that is never empty.

What a cluster of matches (all of one setup, or one match) adds to the variance is the square of its influence, which
is how far the estimate moves, to first order, when the cluster occurs once more (the form called HC0, or CR0 with
clusters). Nothing is centred within games: a game of a single cluster counts with all by which it differs from what
the other games say.

Each game adds half an imagined cluster, in the manner of Jeffreys' counts: with the variance that the model expects of
a cluster whose matches all agree. So a variance is never 0 where something was sampled, such as 50 setups that all
came out even. How many clusters of equal weight would tell as much (Kish; Carter, Schnepel and Steigerwald 2017) says
when there is too little for an interval at all: below ``MIN_CLUSTERS``.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from interplay.ratings.arrays import BoolArray, FloatArray, IntArray
from interplay.ratings.pairwise.cells import Cells
from interplay.ratings.pairwise.fit import Prior, curvature, expected_share

MIN_CLUSTERS = 5.0
CHUNK_FLOATS = 4_000_000
"""Numbers that are held at a time, in the largest array (32 MB)."""
IMAGINED = 0.5
"""Clusters that each game adds."""


@dataclass(frozen=True)
class Strengths:
    """Fitted ``strengths`` (G x n, or 1 x n where all games share them), and the ``ratings`` (n) that follow.

    ``carry[g, i]`` (n) is how far a point of system i in game g moves the ratings. Rows of ``bias`` (K x n) are
    standard deviations of what games with few matches pull them by; ``inflation`` (G) is what fits take off surpluses.
    """

    strengths: FloatArray
    ratings: FloatArray
    carry: FloatArray
    bias: FloatArray
    inflation: FloatArray
    converged: bool


def shared(cells: Cells, prior: Prior, strengths: FloatArray, *, converged: bool = True) -> Strengths:
    """Return *strengths* (n) that are the same in all games."""
    bend = curvature(cells.expected[1][0], cells.pairs, cells.edges, prior, strengths)
    carry = np.asarray(np.linalg.pinv(bend, hermitian=True), dtype=np.float64)
    return Strengths(strengths[None], strengths, carry[None], np.zeros((0, len(carry))), np.ones(1), converged)


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
        variance = np.diag(self.covariance)
        return np.asarray(np.sqrt(np.maximum(variance[:, None] + variance - 2 * self.covariance, 0)), dtype=np.float64)


def precision(cells: Cells, fit: Strengths, centre: BoolArray) -> Precision:
    """Return the precision of the ratings of *fit* (n), whose mean over *centre* (n) is 0 by definition."""
    n = len(fit.ratings)
    model = _Model(cells, fit, centre)
    pulled = model.centred(fit.bias)
    covariance, imagined = pulled.T @ pulled, _Moments(n)
    for moved, times in model.moves():
        covariance += moved.T @ (moved * times[:, None])
    for moved, times, in_game, beside in model.expected():
        second = moved * np.sqrt(IMAGINED * times * beside / in_game)[:, None]
        covariance += second.T @ second
        imagined.add(moved, times, beside)
    behind, between = imagined.equal_clusters(float(cells.times.sum()))
    return Precision(covariance, behind, between)


class _Model:
    """The estimate seen from each entry of each cell: residuals, leverages and where a score moves the ratings."""

    def __init__(self, cells: Cells, fit: Strengths, centre: BoolArray) -> None:
        self._cells, self._carry, self._centre = cells, fit.carry, centre
        self._beside = np.bincount(cells.tallies.cell, minlength=len(cells.times))
        self._game = cells.game[cells.tallies.cell] * (len(fit.strengths) > 1)
        first, second = cells.pairs.T
        gap = (fit.strengths[:, first] - fit.strengths[:, second] + cells.edges)[self._game, cells.tallies.pair]
        share, load, tallies = expected_share(gap), cells.load[cells.tallies.cell], cells.tallies
        self._surplus = load * fit.inflation[self._game] * (tallies.wins - tallies.totals * share)
        self._expected = load * tallies.totals * np.sqrt(share * expected_share(-gap))

    def moves(self) -> Iterator[tuple[FloatArray, FloatArray]]:
        """Yield how far one more cluster moves the ratings (b x n), and how many such there are (b)."""
        order = np.argsort(self._cells.tallies.cell, kind="stable")
        begins = np.searchsorted(self._cells.tallies.cell[order], np.arange(len(self._beside)))
        for cell in self._chunks(np.flatnonzero(self._beside)):
            entry = np.concatenate([order[begins[u] : begins[u] + self._beside[u]] for u in cell.tolist()])
            moved, owner = np.zeros((len(cell), len(self._centre))), np.repeat(np.arange(len(cell)), self._beside[cell])
            np.add.at(moved, owner, self._moved(entry, self._surplus))
            yield self.centred(moved), self._cells.times[cell].astype(np.float64)

    def expected(self) -> Iterator[tuple[FloatArray, FloatArray, FloatArray, FloatArray]]:
        """Yield the move (b x n) that the model expects of each entry of a cell, and what to weigh it by.

        That is how often its cluster occurred, how many clusters its game has, and how many entries the cluster has.
        """
        tallies, cells = self._cells.tallies, self._cells
        in_game = np.bincount(cells.game, cells.times)[cells.game].astype(np.float64)
        for entry in self._chunks(np.flatnonzero(tallies.totals > 0)):
            cell, moved = tallies.cell[entry], self.centred(self._moved(entry, self._expected))
            yield moved, cells.times[cell].astype(np.float64), in_game[cell], self._beside[cell].astype(np.float64)

    def _moved(self, entry: IntArray, size: FloatArray) -> FloatArray:
        first, second = self._cells.pairs[self._cells.tallies.pair[entry]].T
        carried = self._carry[self._game[entry], first] - self._carry[self._game[entry], second]
        return np.asarray(size[entry][:, None] * carried, dtype=np.float64)

    def _chunks(self, rows: IntArray) -> Iterator[IntArray]:
        step = max(1, CHUNK_FLOATS // max(len(self._centre), 1))
        for begin in range(0, len(rows), step):
            yield rows[begin : begin + step]

    def centred(self, moved: FloatArray) -> FloatArray:
        """Return moves (b x n) as those of ratings whose mean over the centre is 0."""
        return np.asarray(moved - moved[:, self._centre].mean(axis=1, keepdims=True), dtype=np.float64)


class _Moments:
    """Sums of second and fourth powers of moves, for ratings and for their differences."""

    def __init__(self, n: int) -> None:
        self._second, self._fourth = np.zeros((n, n)), np.zeros((n, n))
        self._diagonal_fourth = np.zeros(n)

    def add(self, moved: FloatArray, times: FloatArray, beside: FloatArray) -> None:
        """Add rows of *moved* (b x n) that occur *times* (b), each beside others of its cluster."""
        square = moved**2
        self._second += moved.T @ (moved * times[:, None])
        weighted = (times * beside)[:, None]
        three, two = (square * moved).T @ (moved * weighted), square.T @ (square * weighted)
        diagonal = np.diag(two)
        self._diagonal_fourth += diagonal
        self._fourth += diagonal[:, None] + diagonal - 4 * (three + three.T) + 6 * two

    def equal_clusters(self, most: float) -> tuple[FloatArray, FloatArray]:
        """Return how many clusters of equal weight tell as much about ratings (n) and differences (n x n)."""
        variance = np.diag(self._second)
        gap = np.maximum(variance[:, None] + variance - 2 * self._second, 0)
        behind = np.divide(
            variance**2, self._diagonal_fourth, out=np.zeros_like(variance), where=self._diagonal_fourth > 0
        )
        small = 1e-9 * (self._diagonal_fourth[:, None] + self._diagonal_fourth)
        between = np.divide(gap**2, self._fourth, out=np.zeros_like(gap), where=self._fourth > small)
        return np.minimum(behind, most), np.minimum(between, most)
