"""Strengths from tables of wins: one table by ``choix``, many side by side by Newton's method.

The two give the same numbers (to about 1e-10). Newton's method fits thousands of tables in one pass (decision 0042).
"""

from typing import Final

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from interplay.core.errors import RecordError
from interplay.core.extras import require
from interplay.core.text import quoted
from interplay.ratings.arrays import FloatArray, IntArray
from interplay.ratings.pairwise.fit import Prior, fit_many
from interplay.ratings.pairwise.graph import largest_strong
from interplay.ratings.pairwise.tables import Luce, Normal
from interplay_lab.statistics.bootstrap import CHUNK_FLOATS, strongly_connected

MAX_ROUNDS = 1000
TOLERANCE = 1e-12
"""Mean change of a strength in the last round of choix. With so few rounds allowed, the error is not much larger."""
LUCE: Final = Luce()
"""The default of every function and of ``interplay rate``."""


def record_of(prior: Luce | Normal | None) -> Prior:
    """Return *prior* as settings hold it; raise ``RecordError`` when it is out of range."""
    if prior is None:
        return Prior(kind="none")
    if not isinstance(prior, Luce | Normal):
        raise RecordError(f"found the prior {quoted(prior)}, expected Luce(...), Normal(...) or None")
    kind, strength = ("luce", prior.alpha) if isinstance(prior, Luce) else ("normal", prior.sd)
    try:
        return msgspec.convert({"kind": kind, "strength": strength}, Prior)
    except msgspec.ValidationError as error:
        raise RecordError(f"found {prior!r}, expected a strength from 1e-8 to 1e6 ({error})") from None


def fit_bradley_terry(wins: ArrayLike, prior: Luce | Normal | None = LUCE) -> FloatArray:
    """Return Bradley-Terry strengths for a table of wins, or for a batch of tables.

    Args:
        wins: An array of shape ``(n, n)`` or ``(batch, n, n)``: entry ``[i, j]`` says how often system i beat system j.
            A draw is half a win for each; shares and weights are fine. The diagonal is 0.
        prior: ``Luce(alpha)``, ``Normal(sd)``, or ``None`` for plain maximum likelihood. With a prior every system
            gets a strength, also one that met nobody; ``bradley_terry`` flags such systems, this function does not.

    Returns:
        Strengths of shape ``(n,)`` or ``(batch, n)`` in natural logarithm units with mean 0, so that i beats j with
        probability ``1 / (1 + exp(b[j] - b[i]))``.

    Raises:
        RecordError: The array has another shape, holds negative or infinite numbers or wins of a system against
            itself, or has no finite estimate without a prior, because somebody never won or never lost.

    Example:
        >>> from interplay import ratings
        >>> ratings.fit_bradley_terry([[0, 3], [1, 0]], prior=None).round(3).tolist()
        [0.549, -0.549]
        >>> ratings.fit_bradley_terry([[[0, 3], [1, 0]], [[0, 5], [5, 0]]]).round(3).tolist()
        [[0.549, -0.549], [0.0, 0.0]]
    """
    tables, assumed = _checked(wins), record_of(prior)
    batch = tables.reshape(-1, *tables.shape[-2:])
    if assumed.kind == "none":
        _check_connected(batch, single=tables.ndim == 2)
    is_single = tables.ndim == 2 and assumed.kind != "normal" and len(tables) > 1
    strengths = by_choix(tables, assumed) if is_single else None
    return _by_newton(batch, assumed).reshape(tables.shape[:-1]) if strengths is None else strengths


def by_choix(wins: FloatArray, prior: Prior) -> FloatArray | None:
    """Return the strengths (n, with mean 0) that ``choix`` finds for one table of *wins* (n x n).

    Nothing is returned for a nearly disconnected table, where it gives up and Newton's steps do not.
    """
    require("choix", "fitting with choix")
    import choix  # noqa: PLC0415  it takes half a second to import

    alpha = prior.strength if prior.kind == "luce" else 0.0
    try:
        with np.errstate(all="ignore"):
            strengths: FloatArray = choix.ilsr_pairwise_dense(wins, alpha=alpha, max_iter=MAX_ROUNDS, tol=TOLERANCE)
    except (RuntimeError, ValueError):
        return None
    return strengths


def _checked(wins: ArrayLike) -> FloatArray:
    try:
        tables = np.asarray(wins, dtype=np.float64)
    except (TypeError, ValueError):
        raise RecordError(
            "found wins that are not an array of numbers, expected shape (n, n) or (batch, n, n)"
        ) from None
    if tables.ndim not in {2, 3} or tables.shape[-1] != tables.shape[-2] or not tables.shape[-1]:
        raise RecordError(f"found wins of shape {tables.shape}, expected (n, n) or (batch, n, n) with n of at least 1")
    if not (np.isfinite(tables) & (tables >= 0)).all():
        index = np.argwhere(~(np.isfinite(tables) & (tables >= 0)))[0].tolist()
        raise RecordError(f"wins{index}: found {tables[tuple(index)]}, expected a finite number, 0 or more")
    diagonal = np.diagonal(tables, axis1=-2, axis2=-1)
    if diagonal.any():
        *row, i = np.argwhere(diagonal)[0].tolist()
        raise RecordError(f"wins{[*row, i, i]}: found wins of a system against itself, expected 0")
    return tables


def _check_connected(batch: FloatArray, *, single: bool) -> None:
    """Raise ``RecordError`` naming who has no finite strength without a prior, in the first such table."""
    first, totals, pairs = _by_pair(batch)
    n = batch.shape[-1]
    bad = np.flatnonzero(~strongly_connected(first, totals - first, pairs, n))
    if len(bad):
        row = int(bad[0])
        rest = np.flatnonzero(~largest_strong(first[row], (totals - first)[row], pairs, n)).tolist()
        who = ", ".join(map(str, rest[:5])) + (", ..." if len(rest) > 5 else "")
        where = "" if single else f"table {row}: "
        reason = f"{where}no finite estimate without a prior: no chain of wins leads from and to system {who}"
        raise RecordError(f"{reason}; use a prior such as Luce(0.001), omit these systems, or play more matches")


def _by_pair(batch: FloatArray) -> tuple[FloatArray, FloatArray, IntArray]:
    """Return the wins of the first of each pair, the comparisons (B x E each), and the pairs (E x 2)."""
    pairs = np.stack(np.triu_indices(batch.shape[-1], 1), axis=1).astype(np.int64)
    compared = (batch + batch.swapaxes(-1, -2))[:, pairs[:, 0], pairs[:, 1]].any(axis=0)
    pairs = pairs[np.flatnonzero(compared)]
    first, second = batch[:, pairs[:, 0], pairs[:, 1]], batch[:, pairs[:, 1], pairs[:, 0]]
    return first, first + second, pairs


def _by_newton(batch: FloatArray, prior: Prior) -> FloatArray:
    first, totals, pairs = _by_pair(batch)
    n = batch.shape[-1]
    step = max(1, CHUNK_FLOATS // n**2)
    fitted = [np.zeros((0, n))]
    for begin in range(0, len(batch), step):
        rows = slice(begin, begin + step)
        fit = fit_many(first[rows], totals[rows], pairs, prior, np.zeros(n))
        if not fit.converged.all():
            row = begin + int(np.flatnonzero(~fit.converged)[0])
            raise RecordError(f"table {row}: the fit did not converge; use a stronger prior, or less extreme numbers")
        fitted.append(fit.centred)
    return np.concatenate(fitted)
