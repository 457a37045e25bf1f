"""What systems cost: the tokens that their servers counted, at the prices that are given."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from interplay.core.errors import UnknownName
from interplay.core.pricing import Rates, cost
from interplay.core.records import Usage
from interplay.core.text import nearest, quoted
from interplay_lab.site.scored import Entry

Prices = Mapping[str, Rates]
"""Name of a system -> US dollars for a million tokens of prompts, and of replies; the empty name is everybody else."""
ALL: Final = ""
_FREE: Final[Mapping[str, str]] = {
    "interplay": "a bot asks no server",
    "human": "a person takes no tokens",
    "llama.cpp": "it ran without a server that takes money",
}
"""By the provider of a system, why a price for everybody is not its own."""


class Cost(NamedTuple):
    """Dollars, or why there is no number."""

    dollars: float | None
    reason: str = ""

    def __str__(self) -> str:
        """Return the dollars as text; an en dash where there are none."""
        if self.dollars is None:
            return "–"
        return f"${self.dollars:,.2f}" if self.dollars >= 0.1 or not self.dollars else f"${self.dollars:.4f}"


def check(prices: Prices, names: Sequence[str]) -> None:
    """Raise ``UnknownName`` for a price of a system that is not among *names*."""
    for name in prices:
        if name != ALL and name not in names:
            known = ", ".join(dict.fromkeys(names))
            raise UnknownName(f"a price for {quoted(name)}, which is no system here{nearest(name, names)}; {known}")


def cost_of(entries: Sequence[Entry], prices: Prices) -> Cost:
    """Return what the submissions of one system cost together, undefined where a part of it is not known."""
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
        told = ", ".join(f"{one.uncounted:,} on {one.report.track}" for one in lacking)
        return Cost(None, f"its server did not count the tokens of some predictions: {told}")
    spent = sum((entry.usage for entry in entries), Usage())
    return Cost(cost(rates, spent.prompt_tokens, spent.completion_tokens))


def notes(costs: Mapping[str, Cost], prices: Prices) -> list[str]:
    """Return the prices, and why some of the *costs* by system are undefined."""
    if not prices:
        return []
    each = "; ".join(f"{name or 'all others'} ${one[0]:g} and ${one[1]:g}" for name, one in sorted(prices.items()))
    if set(prices) == {ALL}:
        each = each.removeprefix("all others ")
    found = [f"Cost: at the prices given for a million tokens in and out: {each}. Not what a server billed."]
    why: dict[str, list[str]] = {}
    for name, one in costs.items():
        if one.reason:
            why.setdefault(one.reason, []).append(name)
    for reason, names in why.items():
        who = "bots" if reason == _FREE["interplay"] else ", ".join(names)
        found.append(f"No cost for {who}: {reason}.")
    return found
