"""How long to wait before a request is repeated."""

import email.utils
import random
from collections.abc import Mapping

LONGEST_WAIT = 60.0
"""Seconds of the longest wait that is not the server's wish."""
LONGEST_RETRY_AFTER = 900.0
"""Seconds of the longest wait that a server may ask for."""
FIRST_PATIENCE = 10.0
"""Seconds of waiting after which an address is given up at which nothing has ever answered."""
LONG_WAIT = 30.0
"""Seconds of waits that are told."""


def wait(attempt: int, first: float, asked: float | None, jitter: random.Random) -> float:
    """Return the seconds to wait after *attempt*, counted from 0: what the server *asked* for, and a backoff on top.

    The backoff doubles from *first* up to ``LONGEST_WAIT``; half of it is random, so that clients spread.
    """
    ceiling = min(LONGEST_WAIT, first * 2.0 ** min(attempt, 60))
    return min(asked or 0.0, LONGEST_RETRY_AFTER) + jitter.uniform(ceiling / 2, ceiling)


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Return the seconds that a server asks to wait, from ``Retry-After`` in seconds or as a date; never below 0."""
    text = headers.get("retry-after")
    if not text:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, OverflowError):
        return None
