"""Extract scripts at challenging turns (section 2.4 of the paper).

A dialogue in which the judge finds no challenging turn gives one script, its last turn (``last_only``). Otherwise the
first challenging turn (``first_challenging``) and every turn after it (``subsequent_challenging``) are scripts, and the
simulator's replies stay in their histories as they were.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from interplay.core import canonical
from interplay.core.errors import RecordError
from interplay.core.records import Manifest
from interplay.judging.judge import Judge, load
from interplay.running.budget import Spent
from interplay.running.engine import Job
from interplay.systems.base import Model
from interplay.tracks.simulation.records import Script, Task
from interplay_builders.collecting import files, steps
from interplay_builders.collecting.draw import Result, Telling
from interplay_builders.collecting.engine import Limits, collecting
from interplay_builders.collecting.records import (
    EXTRACTION,
    Collection,
    Dialogue,
    DrawnTask,
    Extraction,
    Failure,
    Judging,
    Verdict,
)
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.simulation import build, compose
from interplay_builders.tracks.simulation.sessions import Exchange, Session, TaskSpec

JUDGE = "challenging"


async def judge(folder: Path, model: Model, attempts: int, limits: Limits, telling: Telling) -> Result:
    """Ask *model* for the first challenging turn of each dialogue in *folder*, into ``extraction.jsonl`` there.

    It is asked by the package's judge ``challenging``, whose digest is kept with the verdicts.

    The same call resumes after an interruption. Raises ``RecordError`` when there is no sound collection,
    ``OutputError`` when there are verdicts of another judge, and what ``Collector.collect`` does.
    """
    source = folder / files.COLLECTED
    collection, rubric = files.read_collection(source), load(JUDGE)
    judging = Judging(
        format=EXTRACTION,
        collection_sha256=canonical.sha256(source.read_bytes()),
        model=model.system,
        judge=rubric.name,
        judge_sha256=rubric.digest,
        attempts=attempts,
    )
    path = folder / files.EXTRACTED
    if path.exists():
        if files.read_extraction(path).judging != judging:
            raise files.other(path)
        return Result(path, Spent())
    with collecting(path, judging, "extraction", {steps.JUDGE: model}, limits) as work:
        results = await work.collect(tuple(_questions(rubric, collection, attempts)), telling("verdicts"))
        verdicts = tuple(verdict for verdict in results if isinstance(verdict, Verdict))
        failures = tuple(failure for failure in results if isinstance(failure, Failure))
        files.write_extraction(path, Extraction(judging, verdicts, failures))
    return Result(path, work.spent)


def dataset(folder: Path, out: Path) -> Manifest:
    """Write the scripts of the collection and the verdicts in *folder* as a dataset directory."""
    collection = files.read_collection(folder / files.COLLECTED)
    extraction = files.read_extraction(folder / files.EXTRACTED)
    canary = sources.identity().canary
    rows = scripts(collection, extraction.verdicts, canary)
    if not rows:
        raise RecordError(f"{folder / files.EXTRACTED} has no verdict, so there are no scripts to write")
    used = {script.task_id for script in rows}
    tasks = tuple(_task(task, canary) for task in collection.tasks if task.task_id in used)
    digest = canonical.sha256((folder / files.COLLECTED).read_bytes() + (folder / files.EXTRACTED).read_bytes())
    plan, judge_name = collection.plan, extraction.judging.model.name
    models = f"{plan.task_maker.name}, {plan.user_agent.name}, {plan.simulator.name} and the judge {judge_name}"
    note = (
        f"Collected with {models} (sha256 of collection and verdicts {digest}). It holds no checks and no references, "
        "so only a judge can grade it; no person has looked at it."
    )
    made_from = sources.unversioned((build.files(rows, tasks),), f"collected-{digest[:16]}", note)
    return freeze.freeze(out, made_from)


def scripts(collection: Collection, verdicts: Sequence[Verdict], canary: str) -> tuple[Script, ...]:
    """Return the scripts of all dialogues that have a verdict, without checks and references."""
    first = {(verdict.task_id, verdict.session): verdict.turn for verdict in verdicts}
    tasks = {task.task_id: task for task in collection.tasks}
    return tuple(
        replace(script, reference="")  # the simulator's reply is not the truth
        for dialogue in collection.dialogues
        if (dialogue.task_id, dialogue.session) in first
        for script in compose.scripts_of(
            _session(tasks[dialogue.task_id], dialogue, first[dialogue.task_id, dialogue.session]),
            dialogue.session,
            canary,
        )
    )


def _questions(rubric: Judge, collection: Collection, attempts: int) -> Iterator[Job[Verdict | Failure]]:
    tasks = {task.task_id: task for task in collection.tasks}
    for dialogue in collection.dialogues:
        task = tasks[dialogue.task_id]
        yield Job(task.task_id, dialogue.session, steps.verdict(rubric, task, dialogue, attempts))


def _session(task: DrawnTask, dialogue: Dialogue, first: int) -> Session:
    exchanges = tuple(Exchange(turn.request, turn.reply, turn.strategy, wrong=turn.reply) for turn in dialogue.turns)
    return Session(_spec(task), exchanges, first - 1 if first else None, decided_by="judge")


def _spec(task: DrawnTask) -> TaskSpec:
    return TaskSpec(
        task_id=task.task_id,
        name=task.name,
        kind=task.kind,
        family=task.family,
        brief=task.brief,
        request_type=task.request_type,
        provenance=task.provenance,
    )


def _task(task: DrawnTask, canary: str) -> Task:
    return replace(compose.task_of(_spec(task), canary), licence=task.licence)
