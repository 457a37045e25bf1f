"""Turn the dialogues of a desk into sessions: true replies from its engine, wrong ones from its file."""

import base64
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from interplay.core.errors import RecordError
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.desks.texts import SessionText, Slip, TaskText, Turn, read
from interplay_builders.tracks.simulation.sessions import Exchange, Session, fence, wrapped

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine says to one request: the reply's text without its dress, and the checks of a reply."""

    text: str
    checks: tuple[Check, ...]


Engine = Callable[[Sequence[A]], tuple[Answer, ...]]
"""Answers what the turns of one dialogue ask for, in order, from the state that the brief describes."""


def assembled(task_id: str, asks: type[A], engine: Engine[A]) -> Iterator[Session]:
    """Yield the sessions of a task."""
    task = read(task_id, asks)
    for text in task.sessions:
        answers = engine([turn.asks for turn in text.turns])
        pairs = enumerate(zip(text.turns, answers, strict=True))
        exchanges = tuple(_exchange(task, text, number, turn, answer) for number, (turn, answer) in pairs)
        yield Session(task.spec(), exchanges, text.challenging, text.tags)


def _exchange(task: TaskText[A], text: SessionText[A], number: int, turn: Turn[A], answer: Answer) -> Exchange:
    request, reply = turn.request.strip(), dressed(task.dress, answer.text)
    if number == 0 and "\n" in request:
        request = "\n" + request  # it follows the brief, and a list starts on a line of its own
    last = len(text.turns) - 1
    if number < (last if text.challenging is None else text.challenging):
        return Exchange(request, reply, turn.strategy)
    wrong = None if turn.wrong is None else _slip(task, answer.text, turn.wrong)
    planted = [_slip(task, answer.text, slip) for slip in turn.planted]
    before, after = task.chatter[number % len(task.chatter)]
    planted = [*([] if wrong is None else [wrong]), *planted, wrapped(reply, before, after), _undressed(task, answer)]
    return Exchange(request, reply, turn.strategy, answer.checks, tuple(planted), wrong)


def _slip(task: TaskText[A], true: str, slip: str | Slip) -> str:
    """Return a wrong reply; raise ``RecordError`` where an edit changes nothing."""
    if isinstance(slip, str):
        return dressed(task.dress, slip.strip("\n"))
    if slip.raw:
        return slip.raw.strip("\n")
    if not slip.old or slip.old not in true:
        raise RecordError(f"{task.task_id}: found no {slip.old!r} in {true!r}, expected the text that an edit changes")
    return dressed(task.dress, true.replace(slip.old, slip.new))


def dressed(dress: str, text: str) -> str:
    """Return a reply in the form that the brief demands."""
    if dress == "data_url":
        return f"data:image/svg+xml;base64,{base64.b64encode(text.encode()).decode()}"
    return fence(text) if dress == "block" else text


def _undressed(task: TaskText[A], answer: Answer) -> str:
    """Return the right text in a form that the brief forbids."""
    return answer.text if task.dress == "block" else fence(dressed(task.dress, answer.text))
