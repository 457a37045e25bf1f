"""Amounts in whole cents."""

from fractions import Fraction

from interplay_builders.tracks.simulation.dialogues.decimals import rounded, signed


def cents(text: str) -> int:
    """Return an amount such as ``12.5`` in cents; raise ``ValueError`` for fractions of a cent."""
    value = Fraction(text) * 100
    if value.denominator != 1:
        raise ValueError(f"found the amount {text!r}, expected whole cents")
    return value.numerator


def euros(amount: int) -> str:
    """Return cents as an amount with two decimals."""
    return rounded(Fraction(amount, 100))


def signed_euros(amount: int) -> str:
    """Return cents as an amount with its sign; zero has none."""
    return signed(euros(amount))
