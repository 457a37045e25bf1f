"""How each part of a collection comes about: drivers that yield asks, are sent replies, and do no I/O.

A reply that cannot be read is asked for again, a bounded number of times; then the part is a ``Failure``. Each attempt
has a trial number of its own, which shifts a sampling seed, so that a seeded model does not repeat itself.
"""

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from interplay.core.driver import Ask, Reply, Steps
from interplay.core.records import Message
from interplay.core.text import quoted
from interplay.judging import questions
from interplay.judging.judge import Judge
from interplay.judging.prompts import Material
from interplay.tracks.simulation.records import Kind, Strategy
from interplay_builders.collecting import prompts, reading
from interplay_builders.collecting.reading import BadReply, TaskReply
from interplay_builders.collecting.records import Dialogue, DrawnTask, Failure, Turn, Verdict, messages
from interplay_builders.tracks.simulation.gates import decency

TASK_MAKER, USER_AGENT, SIMULATOR, JUDGE = "task_maker", "user_agent", "simulator", "judge"
"""Who is asked."""

T = TypeVar("T")


def new_task(kind: Kind, number: int, exemplars: Sequence[DrawnTask], attempts: int) -> Steps[TaskReply | Failure]:
    """Ask for a task like *exemplars* (section 2.2)."""
    prompt = prompts.for_task(kind, exemplars)
    try:
        return (yield from _insisted(TASK_MAKER, _messages(prompt), number, _decent, attempts))
    except BadReply as error:
        return Failure(what=f"{kind} task {number + 1}", problem=str(error))


def dialogue(task: DrawnTask, session: int, turns: int, attempts: int) -> Steps[Dialogue | Failure]:
    """Let user agent and simulator take turns, the task's first request first (section 2.3)."""
    past: tuple[Turn, ...] = ()
    strategy: Strategy = "first"
    request = task.first_request
    while True:
        asked = messages(task, (*past, Turn(request=request, strategy=strategy, reply="")))[:-1]
        reply = yield Ask(asked, None, session, SIMULATOR)
        past = (*past, Turn(request=request, strategy=strategy, reply=reply.text))
        if len(past) == turns:
            return Dialogue(task_id=task.task_id, session=session, turns=past)
        prompt = prompts.for_request(messages(task, past), task.request_type)
        try:
            strategy, request = yield from _insisted(USER_AGENT, _messages(prompt), session, _request, attempts)
        except BadReply as error:
            what = f"{task.task_id}, dialogue {session}, request {len(past) + 1}"
            return Failure(what=what, problem=str(error))


def verdict(rubric: Judge, task: DrawnTask, drawn: Dialogue, attempts: int) -> Steps[Verdict | Failure]:
    """Ask for the first challenging turn of a dialogue (section 2.4)."""
    material = Material(task.name, messages(task, drawn.turns))
    asked = questions.ask_of(rubric, "text", material).messages

    def judged(reply: Reply) -> tuple[int, str]:
        read = questions.reading(rubric, "text", material, reply)
        if not isinstance(read.verdict, int):
            raise BadReply(f"{read.unscored}, in {quoted(reply.text[-200:])}")
        return read.verdict, reply.text

    try:
        turn, reply = yield from _insisted(JUDGE, asked, 0, judged, attempts)
    except BadReply as error:
        return Failure(what=f"{task.task_id}, dialogue {drawn.session}, verdict", problem=str(error))
    return Verdict(task_id=task.task_id, session=drawn.session, turn=turn, reply=reply)


def _insisted(
    player: str, asked: tuple[Message, ...], series: int, read: Callable[[Reply], T], attempts: int
) -> Generator[Ask, Reply, T]:
    """Ask until a reply can be read; raise ``BadReply`` with the last reason after *attempts*.

    *series* distinguishes asks that are the same but for chance.
    """
    last = "nothing was asked"
    for attempt in range(attempts):
        reply = yield Ask(asked, None, series * attempts + attempt, player)
        try:
            return read(reply)
        except BadReply as error:
            cut = " (the reply was cut at its limit)" if reply.finish_reason == "length" else ""
            last = f"{error}{cut}"
    raise BadReply(f"none of {attempts} replies could be read; the last: {last}")


def _decent(reply: Reply) -> TaskReply:
    task = reading.task(reply.text)
    problem = next(decency.problems("\n".join((task.name, task.brief, task.first_request))), None)
    if problem is not None:
        raise BadReply(problem)
    return task


def _request(reply: Reply) -> tuple[Strategy, str]:
    return reading.request(reply.text)


def _messages(prompt: str) -> tuple[Message, ...]:
    return (Message(role="user", content=prompt),)
