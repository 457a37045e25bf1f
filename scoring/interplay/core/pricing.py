"""What tokens cost."""

Rates = tuple[float, float]
"""What a million tokens of prompts, and a million tokens of replies, cost."""


def rates(text: str) -> Rates:
    """Return prices written ``2.5,10`` or ``2.5/10``; raise ``ValueError`` where they are none.

    Example:
        >>> rates("2.5/10") == rates("2.5,10") == (2.5, 10.0)
        True
    """
    try:
        prompt, completion = (float(part) for part in text.replace("/", ",").split(","))
    except ValueError:
        raise ValueError(f"{text!r} is not of the form 2.5/10 or 2.5,10") from None
    if not (0 <= prompt < 1e6 and 0 <= completion < 1e6):
        raise ValueError(f"{text!r} holds no prices for a million tokens")
    return prompt, completion


def cost(rates: Rates, prompt_tokens: int, completion_tokens: int) -> float:
    """Return what so many tokens cost, in the currency of *rates*."""
    return (prompt_tokens * rates[0] + completion_tokens * rates[1]) / 1e6
