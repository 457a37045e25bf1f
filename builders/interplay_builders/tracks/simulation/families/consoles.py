"""Terminals, databases and interpreters: families ``terminal``, ``sql``, ``python`` and ``javascript``.

Requests and wrong replies are written by people (``consoles/dialogues``); every true reply is what a real bash,
SQLite, CPython or Node.js printed (``consoles/replies.json``, which ``consoles/record.py`` remakes).
"""

from collections.abc import Iterator, Sequence

from interplay.core.errors import RecordError
from interplay_builders.tracks.simulation.consoles.checking import checks
from interplay_builders.tracks.simulation.consoles.record import recorded
from interplay_builders.tracks.simulation.consoles.texts import SessionText, Slip, TaskText, Turn, tasks
from interplay_builders.tracks.simulation.sessions import Exchange, Session, fence, wrapped


def sessions(seed: str) -> Iterator[Session]:
    """Yield the dialogues; they are written by hand, so the seed changes nothing."""
    del seed
    for task in tasks():
        for text, printed in zip(task.sessions, recorded(task.task_id), strict=True):
            yield _session(task, text, printed)


def _session(task: TaskText, text: SessionText, printed: Sequence[str]) -> Session:
    turns = zip(text.turns, printed, strict=True)
    exchanges = tuple(_exchange(task, text, number, turn, reply) for number, (turn, reply) in enumerate(turns))
    return Session(task.spec(), exchanges, text.challenging, text.tags)


def _exchange(task: TaskText, text: SessionText, number: int, turn: Turn, printed: str) -> Exchange:
    request = turn.typed
    if number == 0 and "\n" in request:
        request = "\n" + request  # it follows the brief, and code of several lines starts on a line of its own
    reply = _dressed(task, printed)
    if not _is_script(text, number):
        return Exchange(request, reply, turn.strategy)
    wrong = None if turn.wrong is None else _slip(task, printed, turn.wrong)
    planted = [_slip(task, printed, slip) for slip in turn.planted]
    before, after = task.chatter[number % len(task.chatter)]
    undressed = printed if task.dress == "block" else fence(printed)
    planted = [*([] if wrong is None else [wrong]), *planted, wrapped(reply, before, after), undressed]
    return Exchange(request, reply, turn.strategy, checks(task, printed), tuple(planted), wrong)


def _is_script(text: SessionText, number: int) -> bool:
    """Return whether a script ends with this turn."""
    return number == len(text.turns) - 1 if text.challenging is None else number >= text.challenging


def _slip(task: TaskText, printed: str, slip: str | Slip) -> str:
    """Return a wrong reply; raise ``RecordError`` where an edit changes nothing."""
    if isinstance(slip, str):
        return _dressed(task, slip)
    if slip.raw:
        return slip.raw
    if not slip.old or slip.old not in printed:
        raise RecordError(
            f"{task.task_id}: found no {slip.old!r} in {printed!r}, expected the text that an edit changes"
        )
    return _dressed(task, printed.replace(slip.old, slip.new))


def _dressed(task: TaskText, printed: str) -> str:
    return fence(printed) if task.dress == "block" else printed
