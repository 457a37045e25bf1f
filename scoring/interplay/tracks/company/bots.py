"""Players that anchor the scale: one that knows the answers, and some that look at nothing."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from interplay.core.driver import Ask
from interplay.core.randomness import Stream
from interplay.tracks.company.records import Item

EXACT = ("oracle", "always-yes", "always-no", "echo", "silent")
"""Bots whose headline is the same on every item that there could be, and so has no error."""
BLIND = ("always-yes", "always-no", "random", "echo", "silent")
"""Uninformed baselines: they ignore the question."""


def _random(ask: Ask) -> str:
    """Flip a coin, in a list one for each person."""
    item = ask.about(Item)
    stream = Stream("company", item.item_id, f"bot-random/{ask.trial}")
    if item.kind != "recall":
        return stream.choice(("yes", "no"))
    return ", ".join(name for name in item.people if stream.below(2)) or "nobody"


BOTS: Mapping[str, Callable[[Ask], str]] = MappingProxyType(
    {
        "oracle": lambda ask: ", ".join(ask.about(Item).gold),
        "always-yes": lambda ask: ", ".join(ask.about(Item).people) if ask.about(Item).kind == "recall" else "yes",
        "always-no": lambda ask: "nobody" if ask.about(Item).kind == "recall" else "no",
        "random": _random,
        "echo": lambda ask: ask.messages[-1].content,
        "silent": lambda _: "",
    }
)
