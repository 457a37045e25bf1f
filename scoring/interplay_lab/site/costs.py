"""The cost of systems: token counts of their servers at given prices."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from interplay.core.discovery import unknown
from interplay.core.records import Usage
from interplay.systems.spec import Rates, cost
from interplay_lab.site.scored import Entry

Prices = Mapping[str, Rates]
"""Name of a system -> US dollars per million tokens of prompts and of replies; the empty name is all others."""
ALL: Final = ""
_FREE: Final[Mapping[str, str]] = {
    "interplay": "a bot uses no server",
    "human": "a person uses no tokens",
    "llama.cpp": "it ran without a paid server",
}
"""Provider of a system -> why the price for all others does not apply to it."""


class Cost(NamedTuple):
    """Dollars, or the reason why they are undefined."""

    dollars: float | None
    reason: str = ""

    def __str__(self) -> str:
        """Return the dollars as text, or an en dash."""
        if self.dollars is None:
            return "–"
        return f"${self.dollars:,.2f}" if self.dollars >= 0.1 or not self.dollars else f"${self.dollars:.4f}"


def check(prices: Prices, names: Sequence[str]) -> None:
    """Raise ``UnknownName`` for a price of a system that is not among *names*."""
    for name in prices:
        if name != ALL and name not in names:
            raise unknown("priced system", name, dict.fromkeys(names))


def cost_of(entries: Sequence[Entry], prices: Prices) -> Cost:
    """Return the total cost of the submissions of one system, undefined if any part of it is unknown."""
    system = entries[0].report.system
    rates = prices.get(system.name)
    if rates is None:
        if system.provider in _FREE:
            return Cost(None, _FREE[system.provider])
        rates = prices.get(ALL)
    if rates is None:
        return Cost(None, "no price was given")
    lacking = [entry for entry in entries if entry.uncounted]
    if lacking:
        uncounted = ", ".join(f"{entry.uncounted:,} on {entry.report.track}" for entry in lacking)
        return Cost(None, f"its server did not count the tokens of some predictions: {uncounted}")
    spent = sum((entry.usage for entry in entries), Usage())
    return Cost(cost(rates, spent.prompt_tokens, spent.completion_tokens))
