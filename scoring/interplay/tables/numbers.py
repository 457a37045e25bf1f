"""Numbers as tables and pages print them: values, intervals, shares, p values, and what is undefined."""

import re
from typing import Final

UNDEFINED: Final = "–"
_NEGATIVE_ZERO: Final = re.compile(r"-(0(?:\.0*)?)(?![\d.])")


def number(value: float | None, digits: int = 2, sign: str = "") -> str:
    """Return *value* rounded; *sign* ``+`` also marks what is above 0. What rounds to 0 has no sign.

    Example:
        >>> number(None), number(-0.001), number(0.001, sign="+"), number(1.25, 1, "+")
        ('–', '0.00', '0.00', '+1.2')
    """
    if value is None:
        return UNDEFINED
    text = f"{value:{sign}.{digits}f}"
    return text if float(text) else text.lstrip("+-")


def percent(share: float | None, digits: int = 1) -> str:
    """Return *share* in percent, such as ``31.4%``."""
    return UNDEFINED if share is None else f"{number(100 * share, digits)}%"


def interval(value: float | None, low: float | None, high: float | None, digits: int = 1, sign: str = "") -> str:
    """Return ``value [low, high]``, the value alone without both bounds, and ``> low`` or ``< high`` without a value.

    Example:
        >>> interval(3.14, 1, 5, sign="+"), interval(2, None, None), interval(None, 4, None)
        ('+3.1 [1.0, 5.0]', '2.0', '> 4.0')
    """
    if value is None and (low is None) != (high is None):
        return f"< {number(high, digits, sign)}" if low is None else f"> {number(low, digits, sign)}"
    ends = [number(end, digits) for end in (low, high) if end is not None]
    return f"{number(value, digits, sign)} [{', '.join(ends)}]" if len(ends) == 2 else number(value, digits, sign)


def p_value(p: float | None) -> str:
    """Return a p value; the smallest and the largest are bounds."""
    if p is None:
        return UNDEFINED
    return "<0.001" if p < 0.001 else ">0.999" if 0.9995 <= p < 1 else f"{p:.3f}"


def compact(count: int, millions: int = 1_000_000, digits: int = 1) -> str:
    """Return a count in thousands from 10,000, and in millions with so many *digits* from *millions*."""
    if count < 10_000:
        return f"{count:,}"
    return f"{count / 1e3:,.0f}k" if count < millions else f"{count / 1e6:,.{digits}f}M"


def significant(value: float) -> str:
    """Return *value* to three digits, with a minus sign."""
    text = f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return minus("0" if text == "-0" else text)


def minus(text: str) -> str:
    """Return *text* with minus signs in place of hyphens."""
    return text.replace("-", "−")


def cell(text: str) -> str:
    """Return the text of numbers with minus signs, but none before what is rounded to 0."""
    return minus(_NEGATIVE_ZERO.sub(r"\1", text))
