"""Who can be compared with whom: components of the graph of comparisons."""

import numpy as np

from interplay.ratings.arrays import BoolArray, FloatArray, IntArray
from interplay.ratings.pairwise.fit import by_pair

ROUNDING = 1e-9
"""Weighted wins below this are what subtraction leaves of none."""
MOST_NAMED = 5
"""Names that a warning gives of a group."""


def components(n: int, pairs: IntArray, played: IntArray) -> IntArray:
    """Return a component number for each of *n* systems, joined by *pairs* (E x 2); 0 is the main component.

    That is the one whose systems *played* (n) most; of equals the one with most systems, then the one with the first.
    A system that is joined to nobody comes after all who are.
    """
    # scipy.sparse.csgraph does this too, but importing it takes 0.2 s, and this a millisecond for 50 systems
    parent = list(range(n))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i, j in pairs.tolist():
        a, b = sorted((root(i), root(j)))
        parent[b] = a
    roots = np.array([root(i) for i in range(n)], dtype=np.int64)
    size, times = np.bincount(roots, minlength=n), np.bincount(roots, played, minlength=n)
    order = sorted(set(roots.tolist()), key=lambda r: (size[r] == 1, -times[r], -size[r], r))
    return np.array([order.index(r) for r in roots.tolist()], dtype=np.int64)


def component_warnings(systems: tuple[str, ...], group: IntArray, played: IntArray) -> tuple[str, ...]:
    """Return a warning when systems that *played* (n) are in more than one *group* (n, as ``components`` numbers)."""
    members = [
        [name for name, component, times in zip(systems, group, played, strict=True) if component == number and times]
        for number in range(int(group.max(initial=-1)) + 1)
    ]
    groups = [names for names in members if names]
    if len(groups) < 2:
        return ()
    others = "; ".join(map(_listed, groups[1:][:MOST_NAMED])) + ("; ..." if len(groups) > MOST_NAMED + 1 else "")
    parts = f"{len(groups)} groups of systems have no matches with each other and cannot be compared"
    return (f"{parts}; only the group with most matches is rated ({_listed(groups[0])}), not {others}",)


def _listed(names: list[str]) -> str:
    return ", ".join(names[:MOST_NAMED]) + (", ..." if len(names) > MOST_NAMED else "")


def rateable(group: IntArray, won: FloatArray, lost: FloatArray, pairs: IntArray) -> BoolArray:
    """Return who is rated without a prior (n): the largest strongly connected systems of the first *group* with any.

    *group* (n) is what ``components`` returns; the rest as for ``reach``, one row only.
    """
    n = len(group)
    for number in range(int(group.max(initial=-1)) + 1):
        inside = group[pairs[:, 0]] == number
        strong = largest_strong(won[inside], lost[inside], pairs[inside], n)
        if strong.sum() > 1:
            return strong
    return np.zeros(n, dtype=bool)


def largest_strong(won: FloatArray, lost: FloatArray, pairs: IntArray, n: int) -> BoolArray:
    """Return which systems form the largest group that is strongly connected (the first of equals); one row only."""
    reached = reach(won[None, :], lost[None, :], pairs, n)[0]
    mutual = reached & reached.T
    largest: BoolArray = mutual[mutual.sum(axis=1).argmax()] if n else np.zeros(0, dtype=bool)
    return largest


def reach(won: FloatArray, lost: FloatArray, pairs: IntArray, n: int) -> BoolArray:
    """Return (B x n x n) from whom a chain of wins leads to whom, oneself included.

    *won* and *lost* (B x E) hold what the first of each of the *pairs* (E x 2) won and lost.
    """
    chains = np.zeros((len(won), n, n), dtype=np.float32)
    different, either = by_pair(pairs, np.concatenate([won, lost]))
    chains[:, different[:, 0], different[:, 1]] = either[: len(won)] > ROUNDING
    chains[:, different[:, 1], different[:, 0]] = either[len(won) :] > ROUNDING
    chains[:, np.arange(n), np.arange(n)] = 1
    for _ in range(max(1, (n - 1).bit_length())):
        chains = np.minimum(chains @ chains, 1)
    return np.asarray(chains > 0)
