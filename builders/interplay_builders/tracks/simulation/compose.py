"""Cut dialogues into scripts."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from interplay.core.records import Message
from interplay.tracks.simulation.records import Script, ScriptType, Task
from interplay_builders.tracks.simulation.sessions import LICENCE, Exchange, Session, TaskSpec, strategies

SPLIT = "standard"
"""The split of the scripts whose dialogues are written; ``hard`` is that of those that programs make."""


def task_of(spec: TaskSpec, canary: str) -> Task:
    """Return the record of a task."""
    return Task(
        canary=canary,
        item_id=spec.item_id,
        name=spec.name,
        kind=spec.kind,
        family=spec.family,
        brief=spec.brief,
        request_type=spec.request_type,
        licence=LICENCE,
        provenance=spec.provenance,
    )


def scripts(sessions: Iterable[Session], canary: str) -> Iterator[Script]:
    """Yield the scripts of all dialogues."""
    for number, session in _numbered(sessions):
        yield from scripts_of(session, number, canary)


def _numbered(sessions: Iterable[Session]) -> Iterator[tuple[int, Session]]:
    """Yield each dialogue with its number, from 1 in each task."""
    count: Counter[str] = Counter()
    for session in sessions:
        count[session.task.task_id] += 1
        yield count[session.task.task_id], session


def scripts_of(session: Session, number: int, canary: str) -> Iterator[Script]:
    """Yield the scripts of one dialogue; *number* is the dialogue's number in its task."""
    last = len(session.exchanges) - 1
    if session.challenging is None:
        yield script(session, number, last, "last_only", canary)
        return
    yield script(session, number, session.challenging, "first_challenging", canary)
    for index in range(session.challenging + 1, last + 1):
        yield script(session, number, index, "subsequent_challenging", canary)


def superseded(sessions: Iterable[Session], canary: str) -> dict[str, str]:
    """Return the ids that the scripts of corrected tasks had in all editions before, with those they have now."""
    former: dict[str, str] = {}
    for number, session in _numbered(sessions):
        task = session.task
        for edition in range(1, task.edition):
            before = replace(session, task=replace(task, edition=edition))
            old, new = (scripts_of(version, number, canary) for version in (before, session))
            former |= {a.item_id: b.item_id for a, b in zip(old, new, strict=True)}
    return former


def opening(brief: str, request: str) -> str:
    """Return the user's first message: the brief, and the first request unless the brief contains it.

    A request stands below a brief of several paragraphs, and goes on in the line of a short one.
    """
    between = "" if not request or request[:1].isspace() else "\n\n" if "\n" in brief else " "
    return f"{brief}{between}{request}"


def script(session: Session, number: int, index: int, script_type: ScriptType, canary: str) -> Script:
    """Return the script of a turn, counted from 0, of a dialogue with a number in its task."""
    task, asked = session.task, session.exchanges[index]
    messages: list[Message] = []
    for turn, exchange in enumerate(session.exchanges[:index]):
        messages += [_request(task, turn, exchange), Message(role="assistant", content=_reply(session, turn))]
    messages.append(_request(task, index, asked))
    return Script(
        canary=canary,
        item_id=f"{task.item_id}/{number}/{index + 1}",
        split=SPLIT,
        task_id=task.item_id,
        task=task.name,
        kind=task.kind,
        family=task.family,
        script_type=script_type,
        hard=script_type != "last_only",
        decided_by=session.decided_by,
        turns=index + 1,
        strategies=strategies(session.exchanges[: index + 1]),
        messages=tuple(messages),
        reference=asked.reply,
        checks=asked.checks,
        planted=asked.planted,
        complaint=session.complaint if asked is session.exchanges[-1] else None,
    )


def _request(task: TaskSpec, turn: int, exchange: Exchange) -> Message:
    text = opening(task.brief, exchange.request) if turn == 0 else exchange.request
    return Message(role="user", content=text)


def _reply(session: Session, turn: int) -> str:
    """Return the reply in the history: the wrong one at the challenging turn."""
    exchange = session.exchanges[turn]
    if turn != session.challenging:
        return exchange.reply
    if exchange.wrong is None:
        raise ValueError(f"{session.task.task_id}: turn {turn + 1} is challenging and has no wrong reply")
    return exchange.wrong
