"""Exact numbers and how they are shown."""

from fractions import Fraction


def rounded(value: Fraction, places: int = 2) -> str:
    """Return *value* with *places* decimals, halves rounded away from zero; zero has no sign."""
    scale = 10**places
    units = (abs(value) * scale + Fraction(1, 2)).__floor__()
    whole, rest = divmod(units, scale)
    sign = "-" if value < 0 and units else ""
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"


def shortened(text: str) -> str:
    """Return a decimal number without trailing zeros."""
    return text.rstrip("0").rstrip(".") if "." in text else text


def signed(text: str) -> str:
    """Return an amount with a plus sign if it is above zero."""
    return text if text.startswith("-") or not text.strip("0.") else f"+{text}"
