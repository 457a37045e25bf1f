"""Players that anchor the scale: exact ones that slip now and then, one that forgets, and uninformed baselines."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from interplay.core.driver import Ask
from interplay.core.randomness import Stream
from interplay.tracks.horizon.records import TURNS, Item, Line

EXACT = ("exact", "parrot", "silent")
"""Bots whose horizon follows from what they are."""
BLIND = ("parrot", "silent")
"""Uninformed baselines: they ignore the item."""
ECHOED = 500
"""Characters that the parrot says again."""
MEMORY = 64
"""Operations that the forgetful bot can keep track of."""


def written(lines: Sequence[Line], values: Sequence[str]) -> str:
    """Return a report as the brief asks for it."""
    return "\n".join(f"{line.label}: {value}" for line, value in zip(lines, values, strict=True))


def _asked(ask: Ask) -> tuple[Item, int, int]:
    """Return the item, which of its reports is asked for, from 0, and how many operations went before it.

    After a true report, which a bot takes for all there is to know, these are the operations since then.
    """
    item = ask.about(Item)
    if item.layout == "turns_true":
        return item, 0, item.level // TURNS
    turn = sum(message.role == "assistant" for message in ask.messages)
    return item, turn, item.level * (turn + 1) // len(item.expected)


def _slipped(item: Item, values: Sequence[str]) -> list[str]:
    """Return a report in which the first number is one too high; without a number the first value is another one."""
    index = next((n for n, line in enumerate(item.report) if line.kind == "number"), 0)
    other = _more if item.report[index].kind == "number" else partial(_other, item.report[index])
    return [other(text) if n == index else text for n, text in enumerate(values)]


def _other(line: Line, value: str) -> str:
    return next((word for word in line.allowed if word.casefold() != value.casefold()), "none")


def _more(number: str) -> str:
    whole, point, decimals = number.partition(".")
    return f"{int(whole) + 1}{point}{decimals}"


def _replying(is_right: Callable[[str, int], bool]) -> Callable[[Ask], str]:
    """Return the bot whose reports are right where *is_right* says so of a trial of a session and its operations."""

    def reply(ask: Ask) -> str:
        item, turn, operations = _asked(ask)
        values = item.expected[turn]
        trial = item.item_id if item.layout == "turns_true" else item.session
        is_so = is_right(f"{trial}/{ask.trial}", operations)
        return written(item.report, values if is_so else _slipped(item, values))

    return reply


def _faulty(rate: int) -> Callable[[str, int], bool]:
    """Return whether one who gets an operation wrong once in *rate* times has made no mistake yet."""

    def is_right(trial: str, operations: int) -> bool:
        stream = Stream("horizon", trial, f"bot-faulty-{rate}")
        return all(stream.below(rate) for _ in range(operations))

    return is_right


BOTS: Mapping[str, Callable[[Ask], str]] = MappingProxyType(
    {
        "exact": _replying(lambda trial, operations: True),  # noqa: ARG005  it is always right
        "faulty-100": _replying(_faulty(100)),
        "faulty-1000": _replying(_faulty(1_000)),
        "forgetful": _replying(lambda trial, operations: operations <= MEMORY),  # noqa: ARG005
        "parrot": lambda ask: ask.messages[-1].content[-ECHOED:],
        "silent": lambda _: "",
    }
)
