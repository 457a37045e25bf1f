"""What tokens cost."""

Rates = tuple[float, float]
"""What a million tokens of prompts, and a million tokens of replies, cost."""


def cost(rates: Rates, prompt_tokens: int, completion_tokens: int) -> float:
    """Return what so many tokens cost, in the currency of *rates*."""
    return (prompt_tokens * rates[0] + completion_tokens * rates[1]) / 1e6
