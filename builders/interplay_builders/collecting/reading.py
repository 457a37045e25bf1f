"""What models reply, read without trusting it: JSON with limits."""

import re
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from interplay.core.text import quoted
from interplay.tracks.simulation.checks.reading import parts
from interplay.tracks.simulation.records import Strategy

STRATEGIES: tuple[Strategy, ...] = ("improve", "next", "new", "other")
"""By their number in the user agent's prompt, from 1 (section 2.3)."""
_NUMBER = re.compile(r"\s*\[?\s*([1-4])(?![0-9])")

T = TypeVar("T")


class BadReply(Exception):  # noqa: N818  says what was found
    """A reply that cannot be read as what was asked for."""


class TaskReply(msgspec.Struct, frozen=True):
    """A new task as a model writes it; further keys are passed over."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    brief: Annotated[str, Meta(min_length=40, max_length=4_000)]
    first_request: Annotated[str, Meta(min_length=1, max_length=2_000)]
    request_type: Annotated[str, Meta(min_length=1, max_length=200)]


class RequestReply(msgspec.Struct, frozen=True):
    """A user's next request as a model writes it; ``strategy`` is a number or begins with one."""

    strategy: int | str
    request: Annotated[str, Meta(min_length=1, max_length=4_000)]


def task(text: str) -> TaskReply:
    """Return the task in a reply."""
    reply = _object(text, TaskReply)
    values = tuple(_plain(value) for value in (reply.name, reply.brief, reply.first_request, reply.request_type))
    if not all(values):
        raise BadReply("found an empty name, brief, first_request or request_type, expected text")
    return TaskReply(*values)


def request(text: str) -> tuple[Strategy, str]:
    """Return the strategy and the request in a reply."""
    reply = _object(text, RequestReply)
    match = _NUMBER.match(str(reply.strategy))
    wanted = _plain(reply.request)
    if match is None:
        raise BadReply(f"found the strategy {quoted(reply.strategy)}, expected 1 to 4")
    if not wanted:
        raise BadReply("found an empty request, expected text")
    return STRATEGIES[int(match[1]) - 1], wanted


def _object(text: str, type_: type[T]) -> T:
    """Return the JSON object of a reply: in its only code block, or between its outermost braces."""
    blocks = parts(text).blocks
    source = blocks[0].text if len(blocks) == 1 else text
    start, end = source.find("{"), source.rfind("}")
    if not 0 <= start < end:
        raise BadReply(f"found {quoted(text)}, expected a JSON object")
    try:
        return msgspec.json.decode(source[start : end + 1], type=type_, strict=True)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadReply(f"{str(error)[:200]}, in {quoted(source[start : end + 1])}") from None


def _plain(text: str) -> str:
    """Return *text* trimmed, without NUL and half surrogate pairs."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode().strip()
