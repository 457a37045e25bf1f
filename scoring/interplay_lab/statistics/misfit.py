"""Whether one strength a system explains the results of all pairs, as it cannot when a beats b beats c beats a.

Pearson's chi-squared compares the points in each pair with those that the fitted strengths expect. Its usual reference
distribution takes matches as independent and numerous. Here it is found by flipping signs instead: what a cluster of
matches departs from the expected is as likely to be turned around when the model is right (a score wild bootstrap,
Kline and Santos 2012), and the part that a new fit would take up is projected out, after what the fit has taken up
already was put back (as in the HC2 variance). That holds for pairs with few matches, for draws and shared points, for
weights, and for matches that repeat each other within a setup.
"""

from collections.abc import Iterator

import numpy as np

from interplay.core.records import Record
from interplay.ratings.arrays import FloatArray, stream
from interplay.ratings.ledger import Ledger
from interplay.ratings.pairwise import standings
from interplay.ratings.pairwise.cells import Cells, added_up, count
from interplay.ratings.pairwise.fit import Prior, expected_share, fit_many, incidence
from interplay.ratings.pairwise.graph import ROUNDING, components
from interplay.ratings.pairwise.tables import Settings
from interplay.ratings.rows import rounded
from interplay_lab.statistics.bootstrap import CHUNK_FLOATS

MOST_FLIPS, FEWEST_FLIPS = 999, 199
WORK = 20_000_000
"""Signs to draw, about: with so many clusters that this needs fewer flips, fewer are made."""
LEVEL = 0.01
"""Below this p a table warns."""
LEAST_VARIANCE = 0.25
"""A pair counts no less than one match between equals: one upset where none is expected is no misfit."""
WEAK = Prior(kind="luce", strength=1e-5)
"""What keeps the undefeated finite; the test is of the model and not of the prior of a table."""
MOST_TAKEN = 0.95
SAME = 1 - 1e-9
"""Departures above this share of the observed one are as large: rounding must not decide between equals."""


class PairFit(Record, frozen=True):
    """What one system took of its points against another, and what the ratings expect of it; both weighted shares."""

    first: str
    second: str
    observed: float
    expected: float


class Misfit(Record, frozen=True):
    """A test of whether one strength a system explains the results of all pairs.

    ``chi_squared`` adds up the squared differences of observed and expected points over pairs, each over its variance,
    divided by the ``design_effect``; it has ``degrees`` of freedom. ``p`` is the share of ``flips`` (random changes of
    sign of what each cluster of matches departs from the expected) that depart as much. ``worst`` is the pair with
    the largest part in it. All are ``None`` with a ``reason`` where there is nothing to test.
    """

    chi_squared: float | None = None
    degrees: int = 0
    design_effect: float | None = None
    p: float | None = None
    flips: int = 0
    worst: PairFit | None = None
    warnings: tuple[str, ...] = ()
    reason: str | None = None


def examine(ledger: Ledger, settings: Settings) -> Misfit:
    """Return the test for the matches of *ledger* between the systems that are rated with *settings*."""
    cells = count(ledger, settings, None)
    return misfit(standings.core(cells, settings), settings)


def misfit(cells: Cells, settings: Settings) -> Misfit:
    """Return the test for the systems of *cells*, which are connected; *settings* give the seed and the resampling."""
    compared = cells.pairs[cells.expected[1][0] > 0]
    group = components(len(cells.systems), compared, cells.played)
    degrees = len(compared) - len(group) + len(set(group.tolist()))
    if not degrees:
        return Misfit(reason="no cycle of systems has played each other, so ratings fit any results")
    if settings.resampling == "pooled":
        return Misfit(reason="pooled resampling has no clusters of matches to test")
    fitted = _Fitted(cells)
    observed = float(fitted.departure(fitted.surplus[None, :])[0])
    flipped = np.concatenate([fitted.departure(sums) for sums in _flips(cells, fitted, settings.seed)])
    p = (1 + int((flipped >= SAME * observed).sum())) / (1 + len(flipped))
    effect = float(flipped.mean()) / degrees
    chi_squared, worst = observed / effect if effect else 0.0, fitted.worst(cells.systems)
    taken, expected = f"{worst.observed:.0%} of the points against {worst.second}", f"{worst.expected:.0%}"
    warning = f"({test_of(chi_squared, degrees, p)}): {worst.first} scored {taken}, expected {expected}"
    return Misfit(
        chi_squared=rounded(chi_squared),
        degrees=degrees,
        design_effect=rounded(effect),
        p=rounded(p),
        flips=len(flipped),
        worst=worst,
        warnings=(f"one rating per system does not explain these results {warning}",) if p < LEVEL else (),
    )


def test_of(chi_squared: float, degrees: int, p: float) -> str:
    """Return the numbers of a test in words."""
    return f"chi-squared {chi_squared:.1f}, {degrees} degree{'s' * (degrees > 1)} of freedom, p {p:.3f}"


class _Fitted:
    """Expected and observed points of E pairs at the fitted strengths.

    ``matrix`` (E x n) holds who is in which pair. ``variance`` (E) is that of points if matches were independent and
    won or lost, ``inverse`` (n x n) the inverse of the likelihood's curvature, and ``leverage`` (E) the share of a
    pair's departure that the fit takes up itself; below 1.
    """

    def __init__(self, cells: Cells) -> None:
        wins, totals = (part[0] for part in cells.expected)
        n, pairs = len(cells.systems), cells.pairs
        strengths = fit_many(*cells.expected, pairs, WEAK, np.zeros(n), cells.edges).strengths[0]
        self.cells, self.matrix = cells, incidence(pairs, n)
        self.share = expected_share(strengths[pairs[:, 0]] - strengths[pairs[:, 1]] + cells.edges)
        self.surplus: FloatArray = wins - totals * self.share
        self.total = np.maximum(totals, ROUNDING)  # a pair whose draws were all dropped has no departure
        self.variance: FloatArray = self.total * self.share * (1 - self.share)
        self.weights = np.maximum(self.variance, LEAST_VARIANCE)
        self.inverse = np.linalg.pinv(self.matrix.T @ (self.variance[:, None] * self.matrix), hermitian=True)
        leverage = self.variance * ((self.matrix @ self.inverse) * self.matrix).sum(axis=1)
        self.leverage = np.clip(leverage, 0.0, MOST_TAKEN)

    def departure(self, sums: FloatArray) -> FloatArray:
        """Return chi-squared (B) of the surpluses *sums* (B x E), after a new fit has taken up what strengths can."""
        moved = (sums @ self.matrix) @ self.inverse
        left = sums - (moved @ self.matrix.T) * self.variance
        return np.asarray((left**2 / self.weights).sum(axis=1), dtype=np.float64)

    def worst(self, systems: tuple[str, ...]) -> PairFit:
        """Return the pair with the largest part in chi-squared, the system that took more than expected first."""
        part = np.round(self.surplus**2 / self.weights, 9)
        index = int(part.argmax())
        first, second = (systems[i] for i in self.cells.pairs[index].tolist())
        expected, observed = self.share[index], self.share[index] + self.surplus[index] / self.total[index]
        if observed < expected:
            first, second, expected, observed = second, first, 1 - expected, 1 - observed
        return PairFit(first=first, second=second, observed=rounded(observed), expected=rounded(expected))


def _flips(cells: Cells, fitted: _Fitted, seed: int) -> Iterator[FloatArray]:
    """Yield chunks (b x E) of the surpluses of pairs after the sign of every cluster was drawn anew."""
    tallies = cells.tallies
    counted = tallies.totals * cells.weight[tallies.cell]
    surplus = tallies.wins * cells.weight[tallies.cell] - counted * fitted.share[tallies.pair]
    surplus /= np.sqrt(1 - fitted.leverage[tallies.pair] * np.minimum(counted / fitted.total[tallies.pair], 1.0))
    times = cells.times
    source, n_pairs = stream(seed, "signs of clusters"), len(cells.pairs)
    step = max(1, CHUNK_FLOATS // max(len(times), n_pairs))
    flips = WORK // max(len(times), n_pairs * len(cells.systems) // 32, 1)
    flips = min(MOST_FLIPS, max(FEWEST_FLIPS, flips))
    for begin in range(0, flips, step):
        kept = source.binomial(times, 0.5, size=(min(step, flips - begin), len(times)))
        signs = np.asarray(2 * kept - times, dtype=np.float64)
        yield added_up(surplus, tallies.pair, tallies.cell, signs.T, n_pairs).T
