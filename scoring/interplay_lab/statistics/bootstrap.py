"""Resampling cells: how often each was drawn, and the strengths that follow.

Every stratum has a stream of its own, named by the seed and the stratum, so neither the chunk size nor another game
changes what is drawn.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from interplay.ratings.arrays import BoolArray, FloatArray, IntArray, stream
from interplay.ratings.pairwise.cells import Cells
from interplay.ratings.pairwise.fit import Prior, curvature, expected_share, fit_many, incidence
from interplay.ratings.pairwise.graph import reach
from interplay.ratings.pairwise.standings import Replicates

CHUNK_FLOATS = 500_000
"""Numbers that one chunk of resamples may hold in its largest array (4 MB, which caches like)."""
STEPPED = 100
"""Systems above which resamples are not fitted in full, as that takes time that grows with the cube of them."""


def replicate(cells: Cells, prior: Prior, start: FloatArray, *, resamples: int, seed: int) -> Replicates:
    """Return the strengths of *resamples* resamples of *cells*, each fitted from *start* (n, not centred).

    With more than ``STEPPED`` systems each takes a single step from there, with the curvature of all matches: the
    score bootstrap (Kline and Santos 2012).
    """
    n = len(cells.systems)
    carry = None
    if resamples and n > STEPPED:
        at_start = curvature(cells.expected[1][0], cells.pairs, cells.edges, prior, start)
        carry = np.asarray(np.linalg.pinv(at_start, hermitian=True), dtype=np.float64)
    fitted, absent = [np.zeros((0, n))], np.zeros(n, dtype=np.int64)
    matrix = _sparse(cells.pairs, n) if n > STEPPED else incidence(cells.pairs, n)
    touched = abs(matrix)
    for times in draw(cells, resamples, seed):
        wins, totals = cells.totals(times)
        absent += (np.asarray(totals @ touched) == 0).sum(axis=0)
        if carry is not None:
            moved = start + _score(matrix, cells.edges, prior, start, wins, totals) @ carry
            fitted.append(moved - moved.mean(axis=1, keepdims=True))
            continue
        if prior.kind == "none":
            keep = strongly_connected(wins, totals - wins, cells.pairs, n)
            wins, totals = wins[keep], totals[keep]
        fit = fit_many(wins, totals, cells.pairs, prior, start, cells.edges)
        fitted.append(fit.centred[fit.converged])
    strengths = np.concatenate(fitted)
    return Replicates(strengths, resamples - len(strengths), absent)


def _sparse(pairs: IntArray, n: int) -> Any:
    """Return the incidence (E x n) of many *pairs* without its zeros."""
    from scipy.sparse import csr_array  # noqa: PLC0415  only large leagues come here

    places = np.tile(np.arange(len(pairs)), 2)
    return csr_array((np.repeat([1.0, -1.0], len(pairs)), (places, pairs.T.ravel())), shape=(len(pairs), n))


def _score(
    matrix: Any, edges: FloatArray, prior: Prior, at: FloatArray, wins: FloatArray, totals: FloatArray
) -> FloatArray:
    """Return the first derivatives (B x n) of the objective at strengths *at* (n); *matrix* is the incidence."""
    surplus = wins - totals * expected_share(matrix @ at + edges)
    return np.asarray((matrix.T @ surplus.T).T, dtype=np.float64) + drift(prior, at)


def drift(prior: Prior, at: FloatArray) -> FloatArray:
    """Return the first derivative (n) of the log of *prior* at strengths *at* (n)."""
    if prior.kind == "luce":
        return np.asarray(prior.strength * len(at) * (1 - np.exp(at)), dtype=np.float64)
    return -at / prior.strength**2 if prior.kind == "normal" else np.zeros(len(at))


def strongly_connected(won: FloatArray, lost: FloatArray, pairs: IntArray, n: int) -> BoolArray:
    """Return for each row, as ``reach`` takes them, whether every system is reached from every other along wins.

    Exactly then the likelihood without a prior has a maximum (Ford 1957).
    """
    return np.asarray(reach(won, lost, pairs, n).all(axis=(1, 2)))


def draw(cells: Cells, resamples: int, seed: int, chunk_floats: int = CHUNK_FLOATS) -> Iterator[FloatArray]:
    """Yield chunks (b x U) of how often each cell is drawn; their rows add up to *resamples*."""
    n, n_cells = len(cells.systems), len(cells.chance)
    widest = max(n_cells, n * n, 2 * len(cells.pairs), 1)
    step = max(1, chunk_floats // widest)
    streams = [stream(seed, name) for name in cells.strata]
    members = [np.flatnonzero(cells.stratum == s) for s in range(len(cells.strata))]
    drawn = [(a, b, c) for a, b, c in zip(streams, members, cells.size.tolist(), strict=True) if c]
    for begin in range(0, resamples, step):
        size = min(step, resamples - begin)
        times = np.zeros((size, n_cells))
        for source, inside, number in drawn:
            times[:, inside] = source.multinomial(number, cells.chance[inside], size=size)
        yield times
