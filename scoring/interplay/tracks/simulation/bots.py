"""Players that anchor the scale: they know the reference, or nothing at all."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from interplay.core.driver import Ask
from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Script

REFUSAL = "I'm sorry, but I can't help with that."


def _script(ask: Ask) -> Script:
    if not isinstance(ask.situation, Script):
        raise TypeError(f"simulation bots need a script, got {type(ask.situation).__name__}")
    return ask.situation


def _longest(ask: Ask) -> str:
    """Repeat the longest reply of the dialogue so far."""
    return max((m.content for m in ask.messages if m.role == "assistant"), key=len, default="")


def _faulty(rate: int) -> Callable[[Ask], str]:
    def reply(ask: Ask) -> str:
        script = _script(ask)
        stream = Stream("simulation", script.item_id, f"bot-faulty-{rate}")
        if stream.below(100) >= rate or not script.planted:
            return script.reference
        return stream.choice(script.planted)

    return reply


BOTS: Mapping[str, Callable[[Ask], str]] = MappingProxyType(
    {
        "reference": lambda ask: _script(ask).reference,
        "empty": lambda _: "",
        "echo": lambda ask: ask.messages[-1].content,
        "refuse": lambda _: REFUSAL,
        "longest": _longest,
        "faulty-25": _faulty(25),
        "faulty-50": _faulty(50),
        "faulty-75": _faulty(75),
    }
)
