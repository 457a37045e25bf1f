"""What a scaffold is, and what scaffolds share."""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace

from msgspec import to_builtins

from interplay.core.driver import Ask, Reply
from interplay.core.packaged import table
from interplay.core.records import Message, Record, Scalar
from interplay.core.replies import visible

_TEXTS = table(__package__, "texts.toml", dict[str, dict[str, str]])
Thinking = Generator[Ask, Reply, Reply]
"""Yields asks to the model, is sent its replies, and returns the reply that counts."""


@dataclass(frozen=True, slots=True)
class Scaffold:
    """A way of coming to a reply. It does no I/O and remembers nothing from one ask to the next.

    ``think`` returns the exchange that leads to the reply to an ask; ``calls`` how many requests one reply takes at
    most, when so many actions are listed. ``extra_tokens`` are those of each request beside the one for the reply, at
    most, on average. One that ``searches`` needs listed actions, and ``calls`` is a bound then, not a number.
    ``params`` are its parameters, as submissions list them.
    """

    name: str
    think: Callable[[Ask], Thinking]
    calls: Callable[[int], int] = lambda _actions: 1
    extra_tokens: int = 0
    params: Mapping[str, Scalar] = field(default_factory=dict)
    searches: bool = False


def twice(name: str, max_tokens: int, params: Record, **values: object) -> Scaffold:
    """Return a scaffold that asks with some words before, and for the reply with others; *values* fill the former.

    They are in ``texts.toml`` under its *name*.
    """
    before, after = _TEXTS[name]["before"].format(**values), _TEXTS[name]["after"]

    def think(ask: Ask) -> Thinking:
        *earlier, last = ask.messages  # the last one is the user's
        question = Message(role=last.role, content=f"{last.content}\n\n{before}")
        first = replace(ask, messages=(*earlier, question), max_tokens=max_tokens)
        thoughts = yield first
        turns = (turn("assistant", visible(thoughts.text)), turn("user", after))
        reply = yield replace(first, messages=(*first.messages, *turns), max_tokens=ask.max_tokens)
        return summed(reply, (thoughts,), (thoughts.text,))

    return Scaffold(name, think, lambda _actions: 2, max_tokens, to_builtins(params))


def summed(last: Reply, before: Iterable[Reply], workings: Iterable[str]) -> Reply:
    """Return *last* with the cost of all replies, and *workings* that led to it."""
    replies, counts = (*before, last), ("prompt_tokens", "completion_tokens", "calls")
    return replace(last, workings=tuple(workings), **{name: sum(getattr(r, name) for r in replies) for name in counts})


def turn(role: str, content: str) -> Message:
    """Return a turn of a chat; models must not be sent empty ones."""
    return Message(role="assistant" if role == "assistant" else "user", content=content or "(nothing)")
