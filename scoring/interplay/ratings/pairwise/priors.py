"""What is assumed of strengths before any match, as arguments of the public functions take it."""

from dataclasses import dataclass


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
