"""Which systems are better than which, with simultaneous confidence: a stepwise max-t test over all pairs.

The claims of a table are the ordered pairs that differ significantly. With probability ``level`` all of them are true
at once, however the systems compare: a difference must exceed what the largest of all standardised differences reaches
by chance. Significant pairs then leave the comparison, and the others are tested again (Romano and Wolf 2005). Ranks
follow by counting (Mogstad, Romano, Shaikh and Wilhelm 2024). Critical values are those of normal variables with the
covariance of the ratings, drawn from a stream that NumPy has frozen.
"""

import numpy as np

from interplay.ratings.arrays import BoolArray, FloatArray, stream
from interplay.ratings.pairwise.precision import MIN_CLUSTERS, Precision

DUST = 1e-3
"""A difference below this, or one that is known to less, is a matter of rounding."""
DRAWS = 4000
NUMBERS = 400_000
"""Draws times systems: with more than 100 systems there are fewer draws."""
STEPS = 10
STEPS_OF_MANY = 1


def separated(
    estimate: FloatArray, known: Precision, open_: BoolArray, roots: FloatArray, level: float, seed: int
) -> BoolArray:
    """Return the matrix (n x n) that says whether i is better than j; with probability *level* all of it is true.

    Differences that are *open_* (n x n) are judged by the *roots* of their deviance.
    """
    n = len(estimate)
    better = np.zeros((n, n), dtype=bool)
    if n < 2:
        return better
    gap, error = estimate[:, None] - estimate, known.gaps
    judged = open_ | ((error > DUST) & (known.between >= MIN_CLUSTERS))
    scale = np.where(error > DUST, error, np.inf)
    clear, statistic = judged & (np.abs(gap) > DUST), np.where(open_, roots, gap / scale)
    drawn = _draws(known.covariance, seed)
    for _ in range(STEPS if n <= 100 else STEPS_OF_MANY):
        clearer = clear & (statistic > _limit(drawn, scale, judged & ~better, level))
        if (clearer == better).all():
            break
        better = clearer
    return better


def _draws(covariance: FloatArray, seed: int) -> FloatArray:
    """Return normal variables (D x n) whose differences have the *covariance* of the ratings'."""
    n = len(covariance)
    size = max(float(np.diag(covariance).max()), 1e-12)
    root = np.linalg.cholesky(covariance + size / n + 1e-9 * size * np.eye(n))  # a shift of all leaves differences
    number = min(DRAWS, max(500, NUMBERS // n))
    return np.asarray(stream(seed, "simultaneous").standard_normal((number, n)) @ root.T, dtype=np.float64)


def _limit(drawn: FloatArray, scale: FloatArray, doubted: BoolArray, level: float) -> float:
    """Return what the largest of the *doubted* standardised differences stays below with probability *level*."""
    largest = np.zeros(len(drawn))
    for i, others in enumerate(doubted & ~np.eye(len(doubted), dtype=bool)):
        if others.any():
            np.maximum(largest, ((drawn[:, i : i + 1] - drawn[:, others]) / scale[i, others]).max(axis=1), out=largest)
    return float(np.quantile(largest, level))
