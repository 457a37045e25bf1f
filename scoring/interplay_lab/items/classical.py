"""Classical test theory on a matrix of scores: difficulty, item-rest correlation, and reliability.

Rows are systems, columns are items, higher is better. Formulas: Lord and Novick (1968); alpha after Cronbach (1951),
which is the formula 20 of Kuder and Richardson (1937) where scores are 0 and 1.
"""

import numpy as np

from interplay.core.randomness import Stream
from interplay_lab.compare.effects import Floats, Integers

SPLITS = 200
"""Random halves that the split-half reliability is the mean of."""
_FLAT = 1e-12
"""A variance below this is none."""


def item_rest(scores: Floats) -> Floats:
    """Return for each item the correlation, over systems, of its score with the sum of all others.

    Args:
        scores: Shape (S, n).

    Returns:
        Shape (n,), from -1 to 1; NaN where an item, or the sum of the others, is the same for all systems.

    Example:
        >>> import numpy as np
        >>> item_rest(np.array([[0.0, 0, 1], [1, 1, 1], [1, 1, 1]])).tolist()
        [1.0, 1.0, nan]
    """
    centred = scores - scores.mean(axis=0)
    rest = centred.sum(axis=1, keepdims=True) - centred
    products, squares, others = (centred * rest).sum(axis=0), (centred**2).sum(axis=0), (rest**2).sum(axis=0)
    flat = (squares < _FLAT) | (others < _FLAT)
    correlations = products / np.sqrt(np.where(flat, 1.0, squares * others))
    return np.where(flat, np.nan, np.clip(correlations, -1, 1))


def alpha(scores: Floats) -> float | None:
    """Return Cronbach's alpha of the sum of all items over systems, ``None`` where it is not defined.

    Args:
        scores: Shape (S, n).

    Example:
        >>> import numpy as np
        >>> alpha(np.array([[0.0, 0, 0], [1, 1, 0], [1, 1, 1]]))
        0.75
    """
    systems, items = scores.shape
    if systems < 2 or items < 2:
        return None
    total = scores.sum(axis=1).var(ddof=1)
    if total < _FLAT:
        return None
    return float(items / (items - 1) * (1 - scores.var(axis=0, ddof=1).sum() / total))


def split_half(scores: Floats, clusters: Integers) -> float | None:
    """Return the split-half reliability, ``None`` if it is undefined.

    The mean, over random splits, of the correlation of the halves' mean scores, stepped up by the formula of Spearman
    and Brown (1910). Items of one cluster stay in one half, so their dependence does not inflate the reliability.

    Args:
        scores: Shape (S, n).
        clusters: Shape (n,), numbers of the clusters.
    """
    names, sizes = np.unique(clusters, return_counts=True)
    if len(scores) < 3 or len(names) < 2:
        return None
    sums = np.stack([scores[:, clusters == name].sum(axis=1) for name in names], axis=1)
    stream = Stream("items", f"{len(names)}", "halves")
    correlations = []
    for _ in range(SPLITS):
        half = np.zeros(len(names), dtype=bool)
        half[stream.sample(range(len(names)), len(names) // 2)] = True
        first, second = sums[:, half].sum(axis=1) / sizes[half].sum(), sums[:, ~half].sum(axis=1) / sizes[~half].sum()
        if first.var() > _FLAT and second.var() > _FLAT:
            correlations.append(float(np.corrcoef(first, second)[0, 1]))
    if not correlations:
        return None
    mean = sum(correlations) / len(correlations)
    return 2 * mean / (1 + mean) if mean > 0 else mean
