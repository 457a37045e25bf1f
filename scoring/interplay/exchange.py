"""What passes between a track's driver and a system under test."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from interplay.types import Message

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Ask:
    """A request for one reply. Models see ``messages`` only; ``situation`` is for the track's own bots.

    ``trial`` shifts a sampling seed, so that trials of an item differ.
    """

    messages: tuple[Message, ...]
    situation: object
    trial: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """The raw text of one reply, and what its server counted."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    finish_reason: str | None = None


Steps = Generator[Ask, Reply, P]
"""A track's driver: yields asks, is sent replies, and returns a prediction. It does no I/O."""
