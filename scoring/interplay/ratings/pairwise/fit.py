r"""Bradley-Terry strengths, for one data set or for thousands of resamples at once.

The model is P(i beats j) = 1 / (1 + exp(-(b_i - b_j + edge))), where a known edge is what the first side has by its
seat alone. The data are sufficient statistics: for each comparison (a pair, and the edge of its first) how many
(weighted, possibly fractional) wins the first scored, and how many comparisons there were. The estimate maximises

    sum over comparisons  s log P(i beats j) + (m - s) log P(j beats i)  +  log prior(b)

by Newton's method with step halving, for a batch of data sets in one pass. The objective is concave. The ``luce``
prior is the one that ``choix`` adds through ``alpha``: its iterative Luce spectral ranking has as its fixed point the
maximiser with log prior = alpha n sum(b_i - exp(b_i)), n being the number of systems.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from interplay.core.records import Record
from interplay.ratings.arrays import BoolArray, FloatArray, IntArray

STEP_TOLERANCE = 1e-9
"""A fit has converged when a full Newton step moves no strength further than this; the error left is its square."""
MAX_STEP = 3.0
MAX_ITERATIONS = 200


class Prior(Record, frozen=True):
    """What is assumed of strengths before any match.

    ``luce``: as ``alpha`` = ``strength`` in choix. ``normal``: independent normal strengths with mean 0 and standard
    deviation ``strength``. ``none``: nothing; the estimate exists only where every system both won and lost along a
    chain to every other.
    """

    kind: Literal["luce", "normal", "none"] = "luce"
    strength: Annotated[float, Meta(ge=1e-8, le=1e6)] = 0.001


@dataclass(frozen=True)
class Fit:
    """Strengths (B x n, natural logarithm units) before centring, iterations used, and which rows converged."""

    strengths: FloatArray
    iterations: int
    converged: BoolArray

    @property
    def centred(self) -> FloatArray:
        """The strengths shifted so that each row has mean 0, the scale on which ratings are reported."""
        shifted: FloatArray = self.strengths - self.strengths.mean(axis=1, keepdims=True)
        return shifted


def fit_many(
    wins: FloatArray,
    totals: FloatArray,
    pairs: IntArray,
    prior: Prior,
    start: FloatArray,
    edges: FloatArray | float = 0.0,
    pull: FloatArray | None = None,
) -> Fit:
    """Return the strengths of n systems for each row of *wins* and *totals* (B x E), begun at *start* (n).

    ``wins[b, e]`` is what the first system of ``pairs[e]`` scored out of ``totals[b, e]`` with ``edges[e]`` in its
    favour; a pair may occur with several edges. *pull* (B x n) adds ``pull @ strengths`` to the objective. Rows that
    have no maximum (prior ``none`` and not strongly connected) must be left out by the caller: what they end as means
    nothing.
    """
    batch = _Batch(wins, totals, pairs, len(start), prior, edges, np.zeros((len(wins), 1)) if pull is None else pull)
    strengths = np.tile(start, (len(wins), 1))
    active = np.arange(len(wins))
    value = batch.objective(active, strengths)
    iterations = 0
    while len(active) and iterations < MAX_ITERATIONS:
        iterations += 1
        step = batch.newton_step(active, strengths[active])
        moved, value[active], accepted = _line_search(batch, active, strengths[active], step, value[active])
        strengths[active] = moved
        done = accepted & (np.abs(step).max(axis=1) < STEP_TOLERANCE)
        active = active[~done]
    converged = np.ones(len(wins), dtype=bool)
    converged[active] = False
    return Fit(strengths, iterations, converged & np.isfinite(strengths).all(axis=1))


def _line_search(
    batch: "_Batch", rows: IntArray, here: FloatArray, step: FloatArray, value: FloatArray
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Return where to go from *here*, the value there, and which rows took their full step.

    A step is halved until the objective does not fall by more than rounding explains.
    """
    size = np.abs(step).max(axis=1, keepdims=True)
    scale = np.minimum(1.0, MAX_STEP / np.maximum(size, MAX_STEP))
    there = here + scale * step
    reached = batch.objective(rows, there)
    slack = 1e-12 * (1 + np.abs(value))
    for _ in range(40):
        worse = reached < value - slack
        if not worse.any():
            break
        scale[worse] /= 2
        there[worse] = here[worse] + scale[worse] * step[worse]
        reached[worse] = batch.objective(rows[worse], there[worse])
    full: BoolArray = scale[:, 0] >= 1
    return there, reached, full


class _Batch:
    """The objective and its derivatives for a batch of data sets over the same pairs."""

    def __init__(
        self,
        wins: FloatArray,
        totals: FloatArray,
        pairs: IntArray,
        n: int,
        prior: Prior,
        edges: FloatArray | float,
        pull: FloatArray,
    ) -> None:
        self._wins, self._losses, self._n, self._prior, self._edges = wins, totals - wins, n, prior, edges
        self._pull = pull
        self._first, self._second = pairs[:, 0], pairs[:, 1]
        self._pairs, self._incidence = pairs, incidence(pairs, n)
        self._alpha = prior.strength * n if prior.kind == "luce" else 0.0
        self._precision = prior.strength**-2 if prior.kind == "normal" else 0.0

    def objective(self, rows: IntArray, b: FloatArray) -> FloatArray:
        gap = b[:, self._first] - b[:, self._second] + self._edges
        prior = self._alpha * (b - np.exp(b)).sum(axis=1) - self._precision / 2 * (b**2).sum(axis=1)
        prior += (self._pull[rows] * b).sum(axis=1)
        return np.asarray(prior - surprise(gap, self._wins[rows], self._losses[rows]), dtype=np.float64)

    def newton_step(self, rows: IntArray, b: FloatArray) -> FloatArray:
        gap = b[:, self._first] - b[:, self._second] + self._edges
        wins, losses = self._wins[rows], self._losses[rows]
        chance, rest = expected_share(gap), expected_share(-gap)
        gradient = (wins * rest - losses * chance) @ self._incidence
        gradient += self._alpha * (1 - np.exp(b)) - self._precision * b + self._pull[rows]
        curvature = information((wins + losses) * chance * rest, self._pairs, self._n)
        diagonal = np.arange(self._n)
        curvature[:, diagonal, diagonal] += self._alpha * np.exp(b) + self._precision
        if self._prior.kind == "none":
            curvature += 1 / self._n  # fixes the mean, which the data leave open
        ridge = 1e-13 * curvature[:, diagonal, diagonal].max(axis=1, keepdims=True) + 1e-300
        curvature[:, diagonal, diagonal] += ridge  # keeps the system solvable; the fixed point does not depend on it
        return np.asarray(np.linalg.solve(curvature, gradient[:, :, None])[:, :, 0], dtype=np.float64)


def expected_share(gap: FloatArray) -> FloatArray:
    """Return P(win) for a difference in strength, without overflow, and with all digits also close to 0."""
    shrunk = np.exp(-np.abs(gap))
    return np.where(gap > 0, 1.0, shrunk) / (1.0 + shrunk)


def surprise(gap: FloatArray, wins: FloatArray, losses: FloatArray) -> FloatArray:
    """Return minus the log-likelihood of *wins* and *losses* (... x E) at differences in strength *gap*."""
    shared = np.log1p(np.exp(-np.abs(gap)))
    total = wins * (np.maximum(-gap, 0) + shared) + losses * (np.maximum(gap, 0) + shared)
    return np.asarray(total.sum(axis=-1), dtype=np.float64)


def incidence(pairs: IntArray, n: int) -> FloatArray:
    """Return the matrix (E x n) with +1 at the first and -1 at the second system of each pair."""
    matrix = np.zeros((len(pairs), n))
    rows = np.arange(len(pairs))
    matrix[rows, pairs[:, 0]] = 1
    matrix[rows, pairs[:, 1]] = -1
    return matrix


def information(weights: FloatArray, pairs: IntArray, n: int) -> FloatArray:
    """Return the graph Laplacians (B x n x n) for *weights* (B x E) of *pairs* of *n* systems."""
    laplacian = np.zeros((len(weights), n, n))
    different, joined = by_pair(pairs, weights)
    laplacian[:, different[:, 0], different[:, 1]] = -joined
    laplacian[:, different[:, 1], different[:, 0]] = -joined
    diagonal = np.arange(n)
    laplacian[:, diagonal, diagonal] = -laplacian.sum(axis=2)
    return laplacian


def by_pair(pairs: IntArray, values: FloatArray) -> tuple[IntArray, FloatArray]:
    """Return the different *pairs* (E x 2), and *values* (B x E) added up over those that are equal.

    Pairs are sorted, as comparisons are kept, so equal ones are neighbours.
    """
    begins = np.flatnonzero(np.r_[True, (pairs[1:] != pairs[:-1]).any(axis=1)]) if len(pairs) else np.arange(0)
    if len(begins) == len(pairs):
        return pairs, values
    return pairs[begins], np.add.reduceat(values, begins, axis=1)


def curvature(
    totals: FloatArray, pairs: IntArray, edges: FloatArray, prior: Prior, strengths: FloatArray
) -> FloatArray:
    """Return minus the second derivative (n x n) of the objective at *strengths* (n), made invertible."""
    n = len(strengths)
    gap = strengths[pairs[:, 0]] - strengths[pairs[:, 1]] + edges
    bend: FloatArray = information((totals * expected_share(gap) * expected_share(-gap))[None, :], pairs, n)[0]
    if prior.kind == "luce":
        return np.asarray(bend + np.diag(prior.strength * n * np.exp(strengths)), dtype=np.float64)
    return bend + (np.eye(n) * prior.strength**-2 if prior.kind == "normal" else 1 / n)
