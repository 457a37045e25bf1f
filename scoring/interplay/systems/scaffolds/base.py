"""What a scaffold is, and what scaffolds share."""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from msgspec import to_builtins

from interplay.core.driver import Ask, Reply
from interplay.core.records import Message, Record, Scalar
from interplay.core.replies import visible

Thinking = Generator[Ask, Reply, Reply]
"""Yields asks to the model, is sent its replies, and returns the reply that counts."""


class Scaffold(Protocol):
    """A way of coming to a reply. It does no I/O and remembers nothing from one ask to the next."""

    name: str
    searches: bool
    """Whether it searches among listed actions: then it needs such, and ``calls`` is a bound, not a number."""
    extra_tokens: int
    """Tokens of each request beside the one for the reply, at most, on average; 0 where there are no such requests."""
    params: Mapping[str, Scalar]
    """Its parameters, as submissions list them."""

    def think(self, ask: Ask) -> Thinking:
        """Return the exchange that leads to the reply to *ask*."""
        ...

    def calls(self, actions: int) -> int:
        """Return how many requests one reply takes at most, when *actions* are listed."""
        ...


@dataclass(slots=True)
class Exchange:
    """A scaffold that sends as many *requests* for every reply."""

    name: str
    think: Callable[[Ask], Thinking]
    requests: int = 1
    extra_tokens: int = 0
    params: Mapping[str, Scalar] = field(default_factory=dict)
    searches: bool = False

    def calls(self, actions: int) -> int:  # noqa: ARG002  the same for any number
        """Return the number of requests."""
        return self.requests


def twice(name: str, before: str, after: str, max_tokens: int, params: Record) -> Exchange:
    """Return a scaffold that asks with the words *before* first, and for the reply with the words *after*."""

    def think(ask: Ask) -> Thinking:
        *earlier, last = ask.messages  # the last one is the user's
        question = Message(role=last.role, content=f"{last.content}\n\n{before}")
        first = replace(ask, messages=(*earlier, question), max_tokens=max_tokens)
        thoughts = yield first
        turns = (turn("assistant", visible(thoughts.text)), turn("user", after))
        reply = yield replace(first, messages=(*first.messages, *turns), max_tokens=ask.max_tokens)
        return summed(reply, (thoughts,), (thoughts.text,))

    return Exchange(name, think, 2, max_tokens, to_builtins(params))


def summed(last: Reply, before: Iterable[Reply], workings: Iterable[str]) -> Reply:
    """Return *last* with the cost of all replies, and *workings* that led to it."""
    replies = (*before, last)
    return replace(
        last,
        prompt_tokens=sum(r.prompt_tokens for r in replies),
        completion_tokens=sum(r.completion_tokens for r in replies),
        calls=sum(r.calls for r in replies),
        workings=tuple(workings),
    )


def turn(role: str, content: str) -> Message:
    """Return a turn of a chat; models must not be sent empty ones."""
    return Message(role="assistant" if role == "assistant" else "user", content=content or "(nothing)")
