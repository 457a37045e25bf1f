"""Strengths by game with partial pooling, and the ratings that are their means over the games of a table.

A system that is met in one game only, by opponents who lose there, is not as much stronger everywhere. So each system
has a strength in each game, normal around its mean: theta_ig ~ N(mu_i, spread^2). The spread is the most probable one
(restricted maximum likelihood, Laplace's approximation; matches of a pair from one setup count as one; the spread has
the prior exp(-spread^2)) times ``WIDER``. A rating is the mean of the strengths over all games. In a game that a
system did not play, it is taken to differ from each system that did as it differs from it in the games that both
played; the closer two are in those, the more the one counts for the other. See docs/decisions/0087.
"""

from dataclasses import dataclass, replace

import numpy as np

from interplay.ratings.arrays import FloatArray
from interplay.ratings.pairwise.cells import Cells
from interplay.ratings.pairwise.fit import (
    MAX_ITERATIONS,
    MAX_STEP,
    STEP_TOLERANCE,
    Prior,
    curvature,
    expected_share,
    fit_many,
    incidence,
    information,
    surprise,
)
from interplay.ratings.pairwise.precision import Strengths
from interplay_lab.statistics.bootstrap import drift

SPREADS = tuple(0.0625 * 2**k for k in range(7))
"""Standard deviations of a system's strengths between games that are tried, in log-odds; 4 is none alike."""
SYSTEMS = 60
"""Systems that the spread is estimated from, those with most matches: it takes time that grows with their cube."""
WIDER = 1.5
"""What the most probable spread is multiplied by: games that one side always wins tell least, and shrink most."""
MOST_TAKEN = 0.75
"""Share of what clusters depart from the expected that a fit takes up at the most."""
CLOSE = 0.1
"""Root mean square difference below which two systems count as alike, in log-odds."""


def by_game(cells: Cells, prior: Prior, start: FloatArray) -> Strengths:
    """Return the strengths in each game, found from *start* (n), and the ratings over the games with comparisons."""
    fit = _fitted(cells, prior, start, _spread(cells, prior, start))
    weights = _completed(fit.strengths, fit.reliability).swapaxes(0, 1)
    of_means = (weights @ fit.shrinkage).sum(axis=0) @ fit.inverse
    carry = (of_means + fit.spread**2 * weights) @ fit.shrinkage
    ratings = (weights @ fit.strengths[:, :, None]).sum(axis=(0, 2))
    bias = fit.spread * (carry @ fit.bend - weights).swapaxes(1, 2).reshape(-1, len(ratings))
    known = fit.spread**2 * fit.shrinkage + fit.shrinkage @ fit.inverse @ fit.shrinkage.swapaxes(1, 2)
    cell = np.unique(cells.tallies.cell)
    clusters = np.bincount(cells.game[cell], cells.times[cell], len(known))
    taken = np.trace(fit.bend @ known, axis1=1, axis2=2) / np.maximum(clusters, 1)
    inflation = 1 / np.sqrt(1 - np.minimum(taken, MOST_TAKEN))
    return Strengths(fit.strengths, ratings, carry.swapaxes(1, 2), bias, inflation, fit.converged)


def _spread(cells: Cells, prior: Prior, start: FloatArray) -> float:
    """Return the most probable standard deviation of strengths between games."""
    keep = np.argsort(np.argsort(-cells.played, kind="stable")) < SYSTEMS
    part, tallies = cells.only(keep), cells.only(keep).tallies
    counts = tallies.totals > 0
    share = np.divide(tallies.wins, tallies.totals, out=np.zeros_like(tallies.wins), where=counts)
    part = replace(part, tallies=replace(tallies, wins=share, totals=counts.astype(np.float64)))
    evidence = [_fitted(part, prior, start[keep], spread).evidence - spread**2 for spread in SPREADS]
    k = int(np.argmax(evidence[1:-1])) + 1
    low, middle, high = evidence[k - 1 : k + 2]
    bend = max(2 * middle - low - high, 1e-9)
    return float(WIDER * SPREADS[k] * 2 ** np.clip((high - low) / (2 * bend), -1, 1))


@dataclass(frozen=True)
class _Fit:
    """Strengths (G x n) with one *spread*; ``evidence`` is the log-probability of the matches up to a constant.

    ``bend`` (G x n x n) is the information of the matches, ``shrinkage`` (G x n x n) what a change of the means changes
    of strengths, and ``inverse`` (n x n) belongs to the curvature of the means.
    """

    spread: float
    strengths: FloatArray
    bend: FloatArray
    shrinkage: FloatArray
    inverse: FloatArray
    evidence: float
    converged: bool

    @property
    def reliability(self) -> FloatArray:
        """Return 0 for a strength (G x n) that is all assumed, to 1 for one that is all observed."""
        return 1 - 1 / (1 + self.spread**2 * np.diagonal(self.bend, axis1=1, axis2=2))


def _fitted(cells: Cells, prior: Prior, start: FloatArray, spread: float) -> _Fit:
    """Return the fit with one *spread*, by Newton's steps of the means; each step fits all games anew."""
    wins, totals = cells.totals((cells.game == np.arange(len(cells.games))[:, None]) * cells.times)
    matrix, mean, nothing = incidence(cells.pairs, len(start)), start, np.zeros(len(cells.pairs))
    around, identity = Prior(kind="normal", strength=spread), np.eye(len(start))
    for _ in range(MAX_ITERATIONS):
        pull = np.tile(mean / spread**2, (len(wins), 1))
        fit = fit_many(wins, totals, cells.pairs, around, mean, cells.edges, pull)
        gap = fit.strengths @ matrix.T + cells.edges
        bend = information(totals * expected_share(gap) * expected_share(-gap), cells.pairs, len(mean))
        shrinkage = np.asarray(np.linalg.inv(identity + spread**2 * bend), dtype=np.float64)
        total = curvature(nothing, cells.pairs, cells.edges, prior, mean) + (shrinkage @ bend).sum(axis=0)
        inverse, away = np.asarray(np.linalg.inv(total), dtype=np.float64), (fit.strengths - mean) / spread
        step = inverse @ (away.sum(axis=0) / spread + drift(prior, mean))
        size = float(np.abs(step).max())
        if size < STEP_TOLERANCE:
            break
        mean = mean + step * min(1.0, MAX_STEP / size)
    evidence = -surprise(gap, wins, totals - wins).sum() - (away**2).sum() / 2
    evidence += (np.linalg.slogdet(shrinkage)[1].sum() - np.linalg.slogdet(total)[1]) / 2
    is_done = bool(fit.converged.all()) and size < STEP_TOLERANCE
    return _Fit(spread, fit.strengths, bend, shrinkage, inverse, float(evidence), is_done)


def _completed(strengths: FloatArray, reliability: FloatArray) -> FloatArray:
    """Return what the strength of a system in a game counts in each rating (n x G x n)."""
    n, games = strengths.shape[1], np.flatnonzero(reliability.any(axis=1)).tolist()
    weights = np.zeros((n, *strengths.shape))
    for i in range(n):
        both = reliability * reliability[:, [i]]
        both /= np.maximum(both.sum(axis=0), 1e-300)
        close = both.any(axis=0) / ((both * (strengths - strengths[:, [i]]) ** 2).sum(axis=0) + CLOSE**2) ** 2
        for game in games:
            others = close * reliability[game]
            if reliability[game, i] or not others.any():
                weights[i, game, i] += 1
                continue
            others /= others.sum()
            weights[i, game] += others
            weights[i] -= both * others
            weights[i, :, i] += both @ others
    return weights / len(games)
