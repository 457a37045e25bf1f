"""Players that anchor the scale: one that knows the answers, and some that look at nothing."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from interplay.core.driver import Ask
from interplay.core.randomness import Stream
from interplay.tracks.company.records import Item

EXACT = ("oracle", "always-yes", "always-no", "echo", "silent")
"""Bots whose headline is the same on every item that there could be, and so has no error."""
SHORTCUTS = ("true-state", "lower-order", "last-speaker", "recent")
"""Bots that answer by a rule of thumb, which the builder has put to each question of the split ``hard``."""
BLIND = ("always-yes", "always-no", "random", "echo", "silent", *SHORTCUTS)
"""Uninformed baselines: they ignore the question, or who noticed what."""


def _random(ask: Ask) -> str:
    """Flip a coin, in a list one for each person, or draw a small number for each."""
    item = ask.about(Item)
    stream = Stream("company", item.item_id, f"bot-random/{ask.trial}")
    if not item.is_list:
        return stream.choice(("yes", "no"))
    if item.is_whole:
        return ", ".join(f"{name} {stream.below(5)}" for name in item.people)
    return ", ".join(name for name in item.people if stream.below(2)) or "nobody"


def _shortcut(bot: str) -> Callable[[Ask], str]:
    """Return a bot that gives the answer of a rule of thumb; none where the builder has stored none."""
    return lambda ask: next((", ".join(s.answer) or "nobody" for s in ask.about(Item).shortcuts if s.bot == bot), "")


BOTS: Mapping[str, Callable[[Ask], str]] = MappingProxyType(
    {
        "oracle": lambda ask: ", ".join(ask.about(Item).gold),
        "always-yes": lambda ask: ", ".join(ask.about(Item).people) if ask.about(Item).is_list else "yes",
        "always-no": lambda ask: "nobody" if ask.about(Item).is_list else "no",
        "random": _random,
        "echo": lambda ask: ask.messages[-1].content,
        "silent": lambda _: "",
        **{bot: _shortcut(bot) for bot in SHORTCUTS},
    }
)
