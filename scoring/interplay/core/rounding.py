"""Numbers of reports, the same on every machine."""

import math


def rounded(value: float) -> float:
    """Drop the digits that may differ between machines, or with the order of a sum."""
    return float(f"{value:.12g}")


def bound(value: float) -> float | None:
    """Return a bound of an interval as reports hold it: ``None`` for one that is not a number."""
    return None if math.isnan(value) else rounded(value)
