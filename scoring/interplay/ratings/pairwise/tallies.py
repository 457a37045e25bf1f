"""What each cell adds to each pair: a sparse matrix, held as its entries."""

from dataclasses import dataclass

import numpy as np

from interplay.ratings.arrays import BoolArray, FloatArray, IntArray

FEW = 1000
"""Up to so many entries are added up one by one, which takes less time than importing scipy."""


@dataclass(frozen=True)
class Tallies:
    """Entries (K each) sorted by pair and then cell: what drawing the cell once adds to the pair.

    ``wins`` are those of the first of the pair, ``totals`` the comparisons.
    """

    cell: IntArray
    pair: IntArray
    wins: FloatArray
    totals: FloatArray

    def drawn(self, times: FloatArray, n_pairs: int) -> tuple[FloatArray, FloatArray]:
        """Return wins and comparisons (B x *n_pairs* each) when cell u counts ``times[b, u]`` times."""
        rows = np.ascontiguousarray(times.T)
        wins = added_up(self.wins, self.pair, self.cell, rows, n_pairs)
        return wins.T, added_up(self.totals, self.pair, self.cell, rows, n_pairs).T

    def only(self, keep: BoolArray) -> "Tallies":
        """Return the entries of the pairs to *keep* (E), which are numbered anew."""
        inside = keep[self.pair]
        number = np.cumsum(keep) - 1
        return Tallies(self.cell[inside], number[self.pair[inside]], self.wins[inside], self.totals[inside])


def tally(cell: IntArray, pair: IntArray, wins: FloatArray, totals: FloatArray) -> Tallies:
    """Return the entries of matches (one a row), those of one cell and pair added up."""
    n_cells = int(cell.max(initial=0)) + 1
    key, entry = np.unique(pair * n_cells + cell, return_inverse=True)
    return Tallies(
        cell=key % n_cells,
        pair=key // n_cells,
        wins=np.bincount(entry, wins, minlength=len(key)).astype(np.float64),
        totals=np.bincount(entry, totals, minlength=len(key)).astype(np.float64),
    )


def added_up(value: FloatArray, to: IntArray, of: IntArray, rows: FloatArray, n: int) -> FloatArray:
    """Return the sums (n x B) of ``value[k] * rows[of[k]]`` over all k with one ``to[k]``, added in order of ``of``.

    Both ways to add give the same bits.
    """
    if len(value) > FEW:
        from scipy.sparse import csr_array  # noqa: PLC0415

        return np.asarray(csr_array((value, (to, of)), shape=(n, len(rows))) @ rows)
    sums = np.zeros((n, rows.shape[1]))
    for factor, target, source in zip(value.tolist(), to.tolist(), of.tolist(), strict=True):
        sums[target] += factor * rows[source]
    return sums
