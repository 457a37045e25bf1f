"""Resampling cells: how often each was drawn, and the strengths that follow.

The counts come from ``numpy.random.RandomState`` over the bit generator PCG64. NumPy froze ``RandomState``: the same
seed and calls give the same numbers in all later versions, which it does not promise for ``Generator``. Every stratum
has its own stream, named by the seed and the stratum, so neither the chunk size nor another game changes what is drawn.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from interplay.ratings.arrays import BoolArray, FloatArray, IntArray
from interplay.ratings.pairwise.cells import Cells
from interplay.ratings.pairwise.fit import Prior, fit_many
from interplay.ratings.pairwise.graph import strongly_connected

CHUNK_FLOATS = 500_000
"""Numbers that one chunk of resamples may hold in its largest array (4 MB, which caches like)."""
MIN_RESAMPLES = 20
"""With fewer defined resamples than this, what needs resamples is undefined."""


@dataclass(frozen=True)
class Replicates:
    """Centred strengths (B x n) of the resamples that have an estimate.

    ``undefined`` counts those that have none; ``absent`` (n) counts in how many a system had no match.
    """

    strengths: FloatArray
    undefined: int
    absent: IntArray

    def centred(self, centre: BoolArray) -> "Replicates":
        """Return the same shifted so that each row has mean 0 over the systems of *centre* (n)."""
        shifted = self.strengths - self.strengths[:, centre].mean(axis=1, keepdims=True)
        return Replicates(shifted, self.undefined, self.absent)


def replicate(
    cells: Cells, prior: Prior, start: FloatArray, *, resamples: int, seed: int, chunk_floats: int = CHUNK_FLOATS
) -> Replicates:
    """Return the strengths of *resamples* resamples of *cells*, each fitted from *start* (n, not centred)."""
    n = len(cells.systems)
    found, absent = [np.zeros((0, n))], np.zeros(n, dtype=np.int64)
    touched = np.zeros((len(cells.pairs), n))
    touched[np.arange(len(cells.pairs)), cells.pairs[:, 0]] = 1
    touched[np.arange(len(cells.pairs)), cells.pairs[:, 1]] = 1
    for times in draw(cells, resamples, seed, chunk_floats):
        wins, totals = cells.totals(times)
        absent += ((totals @ touched) == 0).sum(axis=0)
        if prior.kind == "none":
            keep = strongly_connected(wins, totals - wins, cells.pairs, n)
            wins, totals = wins[keep], totals[keep]
        fit = fit_many(wins, totals, cells.pairs, prior, start, cells.edges)
        found.append(fit.centred[fit.converged])
    strengths = np.concatenate(found)
    return Replicates(strengths, resamples - len(strengths), absent)


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


def stream(seed: int, name: str) -> np.random.RandomState:
    """Return the frozen random source named by *seed* and *name*."""
    digest = hashlib.sha256(f"interplay-ratings-1|{seed}|{name}".encode()).digest()
    return np.random.RandomState(np.random.PCG64(int.from_bytes(digest[:16], "big")))
