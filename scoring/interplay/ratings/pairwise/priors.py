"""What is assumed of strengths before any match, as arguments of the public functions take it."""

from dataclasses import dataclass
from typing import Final

import msgspec

from interplay.core.errors import RecordError
from interplay.core.text import quoted
from interplay.ratings.pairwise.fit import Prior


@dataclass(frozen=True, slots=True)
class Luce:
    """The prior that ``choix`` adds through its ``alpha``: a few imagined wins of everybody over everybody.

    Args:
        alpha: How strong the prior is, from 1e-8 to 1e6.

    Example:
        >>> from interplay import ratings
        >>> ratings.Luce(0.01)
        Luce(alpha=0.01)
    """

    alpha: float = 0.001


@dataclass(frozen=True, slots=True)
class Normal:
    """Independent normal strengths with mean 0.

    Args:
        sd: Their standard deviation, from 1e-8 to 1e6, in natural logarithm units.

    Example:
        >>> from interplay import ratings
        >>> ratings.Normal(2.0)
        Normal(sd=2.0)
    """

    sd: float = 1.0


LUCE: Final = Luce()
"""The default of every function and of ``interplay rate``."""


def record_of(prior: Luce | Normal | None) -> Prior:
    """Return *prior* as settings hold it; raise ``RecordError`` when it is out of range."""
    if prior is None:
        return Prior(kind="none")
    if not isinstance(prior, Luce | Normal):
        raise RecordError(f"found the prior {quoted(prior)}, expected Luce(...), Normal(...) or None")
    luce = isinstance(prior, Luce)
    raw = {"kind": "luce" if luce else "normal", "strength": prior.alpha if isinstance(prior, Luce) else prior.sd}
    try:
        return msgspec.convert(raw, Prior)
    except msgspec.ValidationError as error:
        raise RecordError(f"found {prior!r}, expected a strength from 1e-8 to 1e6 ({error})") from None
