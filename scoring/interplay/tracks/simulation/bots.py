"""Players that anchor the scale: they know the reference, or nothing at all."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from interplay.core.driver import Ask
from interplay.core.randomness import Stream
from interplay.tracks.simulation import hosts
from interplay.tracks.simulation.records import Host, Script

REFUSAL = "I'm sorry, but I can't help with that."
CONSTANT = "none"
"""The one text that passes most scripts."""
EXACT = ("reference", "empty", "echo", "refuse")
"""Bots whose scores follow from what every script must pass and reject before it is frozen."""
BLIND = ("empty", "echo", "refuse", "constant", "longest", "last-reply", "earlier-reply", "template")
"""Uninformed baselines: they ignore what is simulated."""


def _replies(ask: Ask) -> list[str]:
    """Return the replies of the dialogue so far; an empty one where there are none."""
    return [m.content for m in ask.messages if m.role == "assistant"] or [""]


def _reference(ask: Ask) -> str:
    """Send the reference; as a host the answer of the item's own secret."""
    if isinstance(ask.situation, Host):
        return hosts.right(ask.situation, _replies(ask))
    return ask.about(Script).reference


@lru_cache(maxsize=1)
def _templates() -> dict[str, str]:
    """Return for a few tasks one text in the form of the brief; it is right by chance, or the most frequent answer."""
    return msgspec.json.decode(files(__package__).joinpath("templates.json").read_bytes(), type=dict[str, str])


def _template(ask: Ask) -> str:
    """Send the nonsense that has the form of the task, or else the last reply again."""
    return _templates().get(getattr(ask.situation, "task_id", "").partition(".")[0], _replies(ask)[-1])


def _faulty(rate: int) -> Callable[[Ask], str]:
    def reply(ask: Ask) -> str:
        item = ask.situation if isinstance(ask.situation, Host) else ask.about(Script)
        stream = Stream("simulation", item.item_id, f"bot-faulty-{rate}")
        is_right = stream.below(100) >= rate or not item.planted
        return _reference(ask) if is_right else stream.choice(item.planted)

    return reply


BOTS: Mapping[str, Callable[[Ask], str]] = MappingProxyType(
    {
        "reference": _reference,
        "empty": lambda _: "",
        "echo": lambda ask: ask.messages[-1].content,
        "refuse": lambda _: REFUSAL,
        "constant": lambda _: CONSTANT,
        "longest": lambda ask: max(_replies(ask), key=len),
        "last-reply": lambda ask: _replies(ask)[-1],
        "earlier-reply": lambda ask: _replies(ask)[-2:][0],
        "template": _template,
        "faulty-25": _faulty(25),
        "faulty-50": _faulty(50),
        "faulty-75": _faulty(75),
    }
)
