"""Draw new tasks from exemplars, and collect dialogues on them (sections 2.2 and 2.3 of the paper)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from interplay.core import canonical
from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.running.budget import Spent
from interplay.running.engine import Job
from interplay.systems.base import Model
from interplay.tracks.simulation.records import Kind, Script, Task
from interplay_builders.collecting import files, prompts, steps
from interplay_builders.collecting.engine import Limits, OnProgress, collecting
from interplay_builders.collecting.reading import TaskReply
from interplay_builders.collecting.records import COLLECTION, Collection, Dialogue, DrawnTask, Failure, Plan
from interplay_builders.tracks.simulation.gates import near
from interplay_builders.tracks.simulation.sessions import slug

EXEMPLARS = 5
"""Exemplars in a prompt for a new task (section 2.2)."""
KINDS: tuple[Kind, ...] = ("stateless", "stateful")
FAMILY = "drawn"
LICENCE = "as the terms of the models that wrote it allow"
Telling = Callable[[str], OnProgress]
"""Returns the progress callback of a stage."""


@dataclass(frozen=True, slots=True)
class Cast:
    """The models of a collection. The paper has GPT-4 make tasks, and GPT-3.5 play user and simulator."""

    task_maker: Model
    user_agent: Model
    simulator: Model


@dataclass(frozen=True, slots=True)
class Options:
    """What is collected: dialogues on ``new_tasks`` (half of them stateless), and on the exemplars if they are wanted.

    Each task gets ``sessions`` dialogues of ``turns`` turns. ``seed`` draws the exemplars.
    """

    seed: str = "0"
    new_tasks: int = 10
    with_exemplars: bool = False
    sessions: int = 3
    turns: int = 4
    attempts: int = 3


@dataclass(frozen=True, slots=True)
class Result:
    """The file of a finished collection, and the cost of this run."""

    path: Path
    spent: Spent


def exemplars(tasks: Iterable[Task], scripts: Iterable[Script]) -> tuple[DrawnTask, ...]:
    """Return *tasks* with a first request of each, which a script has after the brief."""
    first: dict[str, str] = {}
    for script in scripts:
        first.setdefault(script.task_id, script.messages[0].content)
    return tuple(
        DrawnTask(
            task_id=task.item_id,
            name=task.name,
            kind=task.kind,
            family=task.family,
            brief=task.brief,
            first_request=_behind(task.brief, first.get(task.item_id, "")),
            request_type=task.request_type,
            licence=task.licence,
            provenance=task.provenance,
        )
        for task in tasks
    )


async def draw(
    folder: Path, known: Sequence[DrawnTask], cast: Cast, options: Options, limits: Limits, telling: Telling
) -> Result:
    """Collect into ``collection.jsonl`` in *folder*; the same call resumes after an interruption.

    *known* are the tasks from which exemplars are drawn. Raises ``RecordError`` when they are too few,
    ``OutputError`` when the folder has another collection, and what ``Collector.collect`` does.
    """
    if not options.new_tasks and not options.with_exemplars:
        raise ValueError("nothing to collect: found neither new tasks nor exemplars, expected one of them")
    plan = _plan(known, cast, options)
    path = folder / files.COLLECTED
    if path.exists():
        if files.read_collection(path).plan != plan:
            raise files.other(path)
        return Result(path, Spent())
    asked = tuple(_new_tasks(known, options))
    models = {steps.TASK_MAKER: cast.task_maker, steps.USER_AGENT: cast.user_agent, steps.SIMULATOR: cast.simulator}
    with collecting(path, plan, "collection", models, limits) as work:
        tasks, unwritten = _kept(await work.collect(asked, telling("new tasks")), known, cast)
        chosen = (*(known if options.with_exemplars else ()), *tasks)
        results = await work.collect(tuple(_dialogues(chosen, options)), telling("dialogues"))
        dialogues = tuple(result for result in results if isinstance(result, Dialogue))
        broken = tuple(result for result in results if isinstance(result, Failure))
        files.write_collection(path, Collection(plan, chosen, dialogues, (*unwritten, *broken)))
    return Result(path, work.spent)


def _plan(known: Sequence[DrawnTask], cast: Cast, options: Options) -> Plan:
    return Plan(
        format=COLLECTION,
        seed=options.seed,
        task_maker=cast.task_maker.system,
        user_agent=cast.user_agent.system,
        simulator=cast.simulator.system,
        new_tasks=options.new_tasks,
        with_exemplars=options.with_exemplars,
        sessions=options.sessions,
        turns=options.turns,
        attempts=options.attempts,
        prompts_sha256=prompts.sha256(),
        exemplars_sha256=canonical.sha256(canonical.encode_lines(known)),
    )


def _new_tasks(known: Sequence[DrawnTask], options: Options) -> Iterator[Job[TaskReply | Failure]]:
    """Yield the drivers of the new tasks, stateless and stateful in turn, each shown exemplars of its kind."""
    usable = {kind: [task for task in known if task.kind == kind and task.first_request] for kind in KINDS}
    for number in range(options.new_tasks):
        kind = KINDS[number % len(KINDS)]
        if len(usable[kind]) < EXEMPLARS:
            count = f"found {len(usable[kind])} {kind} tasks with a first request"
            raise RecordError(f"{count}, expected at least {EXEMPLARS} to draw exemplars from")
        chosen = Stream("simulation", options.seed, f"exemplars/{number}").sample(usable[kind], EXEMPLARS)
        yield Job(f"{kind} task", number, steps.new_task(kind, number, chosen, options.attempts))


def _kept(
    written: Sequence[TaskReply | Failure], known: Sequence[DrawnTask], cast: Cast
) -> tuple[tuple[DrawnTask, ...], tuple[Failure, ...]]:
    """Return the new tasks without those that repeat another one, and why the others are missing."""
    tasks, failures = list(known), []
    for number, reply in enumerate(written):
        if isinstance(reply, Failure):
            failures.append(reply)
            continue
        task = _task(reply, KINDS[number % len(KINDS)], number, cast)
        if like := _repeated(task, tasks):
            what = f"{task.kind} task {number + 1}"
            failures.append(Failure(what=what, problem=f"found {task.name!r}, which repeats {like!r}"))
        else:
            tasks.append(task)
    return tuple(tasks[len(known) :]), tuple(failures)


def _task(reply: TaskReply, kind: Kind, number: int, cast: Cast) -> DrawnTask:
    models = f"{cast.user_agent.system.name} and {cast.simulator.system.name}"
    return DrawnTask(
        task_id=f"drawn-{number + 1}-{slug(reply.name)}",
        name=reply.name,
        kind=kind,
        family=FAMILY,
        brief=reply.brief,
        first_request=reply.first_request,
        request_type=reply.request_type,
        licence=LICENCE,
        provenance=f"written by {cast.task_maker.system.name}; dialogues of {models}",
    )


def _repeated(task: DrawnTask, others: Sequence[DrawnTask]) -> str | None:
    """Return the name of a task with the same name or nearly the same brief, if there is one."""
    grams = near.shingles(task.brief)
    for other in others:
        is_named = other.name.casefold() == task.name.casefold()
        if is_named or near.jaccard(near.shingles(other.brief), grams) >= near.THRESHOLD:
            return other.name
    return None


def _dialogues(tasks: Sequence[DrawnTask], options: Options) -> Iterator[Job[Dialogue | Failure]]:
    for task, session in product(tasks, range(1, options.sessions + 1)):
        yield Job(task.task_id, session, steps.dialogue(task, session, options.turns, options.attempts))


def _behind(brief: str, text: str) -> str:
    return text.removeprefix(brief).strip() if text.startswith(brief) else ""
