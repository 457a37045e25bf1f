"""Import the tasks and scripts that the SimulBench project published (its data card: CC BY-NC 4.0).

Their rows name a dialogue by task and file, and give a turn number: 0 for a script that is the last turn of a dialogue
without a challenging turn, else the turn, counted from 1, which is the first challenging one or comes after it. They
have no type of script; it is derived here from turn number and dialogue.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import click
import msgspec
from msgspec import Meta

from interplay.core import canonical, strict
from interplay.core.errors import RecordError
from interplay.core.records import Finding, Message, printed_path
from interplay.tracks.simulation.records import Kind, Script, ScriptType, Strategy, Task
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.simulation import build
from interplay_builders.tracks.simulation.compose import SPLIT

SOURCE = "SimulBench (github.com/SimulBench/SimulBench)"
LICENCE = "CC-BY-NC-4.0"
FAMILY = "simulbench"
LAST_TURN = 4
"""Turns of every dialogue of the source."""
SESSIONS = 3
"""Dialogues that the paper collects for each task (section 2.4)."""
MAX_BYTES = 64 * 2**20
_UNRECORDED: tuple[Strategy, ...] = ("first", "other", "other", "other")

Text = Annotated[str, Meta(min_length=1, max_length=100_000)]
Id = Annotated[str, Meta(min_length=1, max_length=120)]
T = TypeVar("T")


class _Task(msgspec.Struct, frozen=True):
    """A task as in the source; keys that are not needed are passed over."""

    id: Id
    act: Id
    type: Kind
    task_description: Text
    request_type: str


class _Message(msgspec.Struct, frozen=True):
    role: Literal["user", "assistant"]
    content: str


class _Row(msgspec.Struct, frozen=True):
    """A script as in the source."""

    source_id: Id
    source_file_name: Annotated[str, Meta(min_length=1, max_length=60)]
    turn_num: Annotated[int, Meta(ge=0, le=LAST_TURN)]
    dialogue_history: Annotated[list[_Message], Meta(min_length=1, max_length=2 * LAST_TURN)]


@dataclass(frozen=True, slots=True)
class Imported:
    """The source as records of ours."""

    tasks: tuple[Task, ...]
    scripts: tuple[Script, ...]


@dataclass(frozen=True, slots=True)
class Derived:
    """Counts of the source. ``headless`` counts dialogues whose first challenging turn is missing."""

    tasks: int
    scripts: int
    stateless: int
    stateful: int
    last_only: int
    first_challenging: int
    subsequent_challenging: int
    first_stateless: int
    first_stateful: int
    headless: int
    absent_dialogues: int
    gaps: int
    repeated: int


def read(tasks: Path, scripts: Path, canary: str) -> Imported:
    """Return the source's tasks and scripts; raise ``RecordError`` with a finding for each line that does not fit."""
    known = _rows(tasks, _Task)
    _refuse_doubled(tasks, (task.id for task in known))
    by_id = {task.id: task for task in known}
    rows = _rows(scripts, _Row)
    problems = [
        Finding(severity="error", file=printed_path(scripts), line=number, message=message)
        for number, row in enumerate(rows, 1)
        if (message := _problem(row, by_id))
    ]
    if problems:
        raise RecordError(f"{scripts} does not fit {tasks}", problems[:100])
    converted = tuple(_scripts(rows, by_id, canary))
    _refuse_doubled(scripts, (script.item_id for script in converted))
    return Imported(tuple(_task(task, canary) for task in by_id.values()), converted)


def derived(source: Imported) -> Derived:
    """Return the counts that the paper states, and what explains where they differ."""
    kinds, types = Counter(t.kind for t in source.tasks), Counter(s.script_type for s in source.scripts)
    firsts = Counter(s.kind for s in source.scripts if s.script_type == "first_challenging")
    dialogues = [list(scripts) for _, scripts in groupby(source.scripts, key=_dialogue)]
    hard = [scripts for scripts in dialogues if scripts[0].hard]
    return Derived(
        tasks=len(source.tasks),
        scripts=len(source.scripts),
        stateless=kinds["stateless"],
        stateful=kinds["stateful"],
        last_only=types["last_only"],
        first_challenging=types["first_challenging"],
        subsequent_challenging=types["subsequent_challenging"],
        first_stateless=firsts["stateless"],
        first_stateful=firsts["stateful"],
        headless=sum(scripts[0].script_type == "subsequent_challenging" for scripts in hard),
        absent_dialogues=SESSIONS * len(source.tasks) - len(dialogues),
        gaps=sum(LAST_TURN + 1 - scripts[0].turns - len(scripts) for scripts in hard),
        repeated=len(source.scripts) - len({script.messages for script in source.scripts}),
    )


def described(counts: Derived) -> Iterator[str]:
    """Yield lines that compare the counts with those of the paper (sections 2.4 and 4.2)."""
    yield f"tasks: {counts.tasks} (paper: 109)"
    yield f"stateless, stateful tasks: {counts.stateless}, {counts.stateful} (paper: 51, 59)"
    yield f"scripts: {counts.scripts} (paper: 500)"
    yield f"last_only: {counts.last_only} (paper: 225)"
    yield f"first_challenging: {counts.first_challenging} (paper: 93)"
    yield f"subsequent_challenging: {counts.subsequent_challenging} (paper: 182)"
    by_kind = f"{counts.first_stateless}, {counts.first_stateful}"
    yield f"first_challenging of stateless, stateful tasks: {by_kind} (paper: 38, 55)"
    dialogues = f"{counts.absent_dialogues} of {SESSIONS * counts.tasks} dialogues"
    missing = f"{dialogues}, {counts.headless + counts.gaps} turns in others"
    yield f"missing: {missing} (paper: 10 scripts discarded)"
    yield f"scripts that repeat another's messages: {counts.repeated}"


def _rows(path: Path, type_: type[T]) -> list[T]:
    """Return the rows of a JSONL file; raise ``RecordError`` when it cannot be read or a row does not fit."""
    rows, findings = [], []
    try:
        if path.stat().st_size > MAX_BYTES:
            raise RecordError(f"{path} has more than {MAX_BYTES:,} bytes, which no file of this source has")
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None
    for number, line in enumerate(lines, 1):
        try:
            rows.append(msgspec.convert(strict.scan(line), type_))
        except (strict.BadValue, json.JSONDecodeError, UnicodeDecodeError, RecursionError, msgspec.MsgspecError) as bad:
            findings.append(Finding(severity="error", file=printed_path(path), line=number, message=str(bad)[:300]))
    if findings or not rows:
        raise RecordError(f"{path} is not a file of SimulBench's" + ("" if rows else ": no rows fit"), findings[:100])
    return rows


def _refuse_doubled(path: Path, ids: Iterable[str]) -> None:
    doubled = [item_id for item_id, count in Counter(ids).items() if count > 1]
    if doubled:
        raise RecordError(f"{path} has {doubled[0]!r} more than once")


def _problem(row: _Row, tasks: dict[str, _Task]) -> str | None:
    roles = [message.role for message in row.dialogue_history]
    turns = (len(roles) + 1) // 2
    if row.source_id not in tasks:
        return f"found the task {row.source_id!r}, expected one of the tasks' file"
    if roles != [("user", "assistant")[index % 2] for index in range(2 * turns - 1)]:
        return "found roles that do not alternate from user to user, expected a dialogue that the user began and ends"
    if row.turn_num not in {0, turns}:
        return f"found turn {row.turn_num} and {turns} requests, expected as many"
    return None


def _scripts(rows: Sequence[_Row], tasks: dict[str, _Task], canary: str) -> Iterator[Script]:
    ordered = sorted(rows, key=lambda row: (row.source_id, row.source_file_name, row.turn_num))
    for _, dialogue in groupby(ordered, key=lambda row: (row.source_id, row.source_file_name)):
        kept = list(dialogue)
        for row in kept:
            yield _script(row, tasks[row.source_id], _type_of(row.turn_num, [r.turn_num for r in kept]), canary)


def _type_of(turn: int, kept: Iterable[int]) -> ScriptType:
    """Return the type of the script at *turn*, where *kept* are the turns of its dialogue that the source still has.

    The earliest turn is the first challenging one. Where only the last turn is left its predecessor was discarded: no
    dialogue of the source first fails at the last turn, and with this reading the paper's counts come out.
    """
    if turn == 0:
        return "last_only"
    return "first_challenging" if turn == min(kept) and turn < LAST_TURN else "subsequent_challenging"


def _script(row: _Row, task: _Task, script_type: ScriptType, canary: str) -> Script:
    turns = (len(row.dialogue_history) + 1) // 2
    return Script(
        canary=canary,
        item_id=f"{row.source_id}/{row.source_file_name.removesuffix('.json')}/{turns}",
        split=SPLIT,
        task_id=task.id,
        task=task.act,
        kind=task.type,
        family=FAMILY,
        script_type=script_type,
        hard=script_type != "last_only",
        decided_by="judge",
        turns=turns,
        strategies=_UNRECORDED[:turns],
        messages=tuple(Message(role=message.role, content=message.content) for message in row.dialogue_history),
        reference="",
        checks=(),
        planted=(),
    )


def _task(task: _Task, canary: str) -> Task:
    return Task(
        canary=canary,
        item_id=task.id,
        name=task.act,
        kind=task.type,
        family=FAMILY,
        brief=task.task_description,
        request_type=task.request_type,
        licence=LICENCE,
        provenance=SOURCE,
    )


def _dialogue(script: Script) -> str:
    return script.item_id.rpartition("/")[0]


@click.command(name="simulbench", short_help="Tasks and scripts of SimulBench.")
@click.argument("tasks", type=click.Path(path_type=Path), metavar="TASKS.jsonl")
@click.argument("scripts", type=click.Path(path_type=Path), metavar="SCRIPTS.jsonl")
@click.option(
    "-o", "--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Dataset directory to make."
)
def command(tasks: Path, scripts: Path, out: Path) -> None:
    """Make a dataset directory from SimulBench's tasks and scripts, and say how its counts agree with the paper.

    \b
    interplay-build import simulbench simulbench_tasks.jsonl simulbench_all.jsonl --out imported
    interplay run --dataset imported --track simulation --model bot:echo -o echo.jsonl
    """
    source = read(tasks, scripts, sources.identity().canary)
    digest = canonical.sha256(tasks.read_bytes() + scripts.read_bytes())
    note = (
        f"Imported from {SOURCE} (sha256 of both files {digest}); its licence, {LICENCE}, applies. It holds no checks "
        "and no references, so only a judge can grade it; strategies were not recorded and stand as 'other'."
    )
    files = build.files(source.scripts, source.tasks)
    manifest = freeze.freeze(out, sources.unversioned((files,), f"import-{digest[:16]}", note))
    for line in described(derived(source)):
        click.echo(line)
    click.echo(f"wrote {out}: {len(source.scripts)} scripts, version {manifest.release}")
