"""What passes between a track's driver and a system under test."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, runtime_checkable

from interplay.core import canonical
from interplay.core.records import Message, Usage

P = TypeVar("P")
S = TypeVar("S")
SYSTEM = "system"
RIVAL = "rival"
"""Who is asked: the system under test, or another system that plays against it."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be replied: what it is called, and the reply that names it.

    One that comes with the player's own words has ``worded``, which makes the reply with them.
    """

    name: str
    reply: str
    worded: Callable[[str], str] | None = None


@runtime_checkable
class Choosing(Protocol):
    """A situation in which something can be chosen, as people and searching scaffolds want to know it."""

    @property
    def rules(self) -> str:
        """What holds throughout."""

    @property
    def observation(self) -> str:
        """What is seen now."""

    def options(self) -> tuple[Option, ...]:
        """Return what may be replied, in canonical order; nothing where the reply is free text."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board as *text*, a part of a message, and as an SVG document with the same content, which *key* explains."""

    text: str
    svg: str
    key: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A request for one reply. Models see ``messages`` only; ``situation`` is for the track's own bots.

    Where something can be chosen, the situation is ``Choosing``, which is all that others may know of it.
    ``trial`` shifts a sampling seed, so that trials of an item differ. ``player`` is who is asked, where an item has
    more than the system under test. ``max_tokens`` limits this reply otherwise than the run's replies;
    ``top_logprobs`` asks for that many of the most probable first tokens. ``schema`` is a JSON Schema, as text, that
    the reply has to fit, for servers that can see to it. ``board`` draws the board that the messages have as text; it
    returns ``None`` where no picture holds the same.
    """

    messages: tuple[Message, ...]
    situation: object
    trial: int = 0
    player: str = SYSTEM
    max_tokens: int | None = None
    top_logprobs: int = 0
    schema: str | None = None
    board: Callable[[], Board | None] = lambda: None

    def about(self, kind: type[S]) -> S:
        """Return the situation, which a bot needs to be of its track's *kind*."""
        if not isinstance(self.situation, kind):
            raise TypeError(f"this bot needs {kind.__module__}.{kind.__name__}, got {type(self.situation).__name__}")
        return self.situation


@dataclass(frozen=True, slots=True)
class Reply:
    """The raw text of one reply, and what its server counted.

    A scaffold's reply has ``workings``, what it had the model write before, and counts all of its ``calls``.
    ``logprobs`` are the most probable first tokens with the logarithms of their probabilities, where they were asked
    for and sent. ``reasoning`` is what the server sent apart from the text as the model's thoughts.
    """

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    finish_reason: str | None = None
    calls: int = 1
    workings: tuple[str, ...] = ()
    logprobs: tuple[tuple[str, float], ...] | None = None
    reasoning: str = ""

    @property
    def cut(self) -> bool:
        """Return whether the server ended the reply at the limit of tokens."""
        return self.finish_reason == "length"

    def answers(self, ask: Ask) -> bool:
        """Return whether the reply has what was asked for beside its text: probabilities, where they were."""
        return not ask.top_logprobs or self.logprobs is not None

    @property
    def usage(self) -> Usage:
        """Return what the reply cost."""
        return Usage(calls=self.calls, prompt_tokens=self.prompt_tokens, completion_tokens=self.completion_tokens)


Steps = Generator[Ask, Reply, P]
"""A track's driver: yields asks, is sent replies, and returns a prediction. It does no I/O."""


@dataclass(frozen=True, slots=True)
class Done(Generic[P]):
    """What a driver returned."""

    prediction: P


def begin(steps: Steps[P]) -> Ask | Done[P]:
    """Return a driver's first ask, or what it returned without asking: a match can end before the system moves."""
    try:
        return next(steps)
    except StopIteration as stop:
        return Done(stop.value)


def advance(steps: Steps[P], reply: Reply) -> Ask | Done[P]:
    """Send a reply; return the next ask, or what the driver returned."""
    try:
        return steps.send(reply)
    except StopIteration as stop:
        return Done(stop.value)


def drive(steps: Steps[P], reply: Callable[[Ask], str]) -> P:
    """Answer every ask of a driver with a function; return what it returned."""
    step = begin(steps)
    while not isinstance(step, Done):
        step = advance(steps, Reply(reply(step)))
    return step.prediction


def request_sha256(ask: Ask) -> str:
    """Return the digest of the messages of an ask."""
    return canonical.sha256(canonical.encode(ask.messages))
