"""Deterministic players whose scores theory gives; they check the scorer and anchor the tables.

All but ``echo`` answer requests rightly; they differ in what they say to probes.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from interplay.core.driver import Ask
from interplay.core.randomness import Stream
from interplay.tracks.scorekeeping.dialogue import Situation


def _labelled(ask: Ask, label: Callable[[Situation], bool]) -> str:
    at = ask.situation
    if not isinstance(at, Situation):
        raise TypeError(f"scorekeeping bots need a scorekeeping situation, got {type(at).__name__}")
    if at.kind == "answer":
        return f"{at.tags.answer}: {at.value}"
    return f"{at.tags.aside}: {'yes' if label(at) else 'no'}"


def _coin(at: Situation) -> bool:
    """Flip a fair coin that depends on nothing but the place in the dialogue."""
    return Stream("scorekeeping", at.item_id, f"bot-random/{at.trial}/{at.round}/{at.slot}").below(2) == 1


BOTS: Mapping[str, Callable[[Ask], str]] = MappingProxyType(
    {
        "oracle": lambda ask: _labelled(ask, lambda at: at.shared),
        "always-private": lambda ask: _labelled(ask, lambda _: False),
        "always-shared": lambda ask: _labelled(ask, lambda _: True),
        "random": lambda ask: _labelled(ask, _coin),
        "echo": lambda ask: ask.messages[-1].content,
    }
)
