"""The rows of the split ``hard``, which a seed draws."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from interplay.core.discovery import Catalogue
from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.core.records import Message
from interplay.tracks.simulation.records import Script, ScriptType, Task
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.gates import gates
from interplay_builders.tracks.simulation.hard.base import Family, ProgramMissing
from interplay_builders.tracks.simulation.sessions import Session

SPLIT = "hard"
EACH = 26
"""Scripts of a family, over all of its levels."""
MOST_ATTEMPTS = 100
FAMILIES: Catalogue[Family] = Catalogue("interplay_builders.tracks.simulation.hard.families", "FAMILY", "family")
Messages = tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """The scripts and tasks of some families. ``missing`` says why a family is not there, by its name."""

    tasks: tuple[Task, ...]
    scripts: tuple[Script, ...]
    missing: dict[str, str]


def rows(
    seed: str, canary: str, taken: Collection[Messages] = (), families: Collection[str] = (), each: int = EACH
) -> Rows:
    """Return *each* scripts of some families, all by default, none with the messages of another or of *taken*.

    Raises ``RecordError`` where a family breaks its rules or a script fails a gate.
    """
    tasks, scripts, missing = list[Task](), list[Script](), dict[str, str]()
    for name in sorted(families or FAMILIES.names()):
        try:
            drawn = list(_drawn(name, seed, canary, taken, each))
        except ProgramMissing as error:
            missing[name] = str(error)
            continue
        scripts += [script for _, script in drawn]
        tasks += dict.fromkeys(task for task, _ in drawn)
    _refuse_shared(tasks)
    return Rows(tuple(tasks), tuple(scripts), missing)


def _drawn(name: str, seed: str, canary: str, taken: Collection[Messages], each: int) -> Iterator[tuple[Task, Script]]:
    """Yield the scripts of a family, each with its task; the numbers of scripts of its levels differ by one at most."""
    family, used = FAMILIES.load(name), {*taken}
    for index in sorted(range(each), key=lambda index: index % len(family.levels)):
        level, number = index % len(family.levels), index // len(family.levels)
        item_id = f"{name}/{level + 1}/{number}"
        task, script = _fresh(item_id, family, family.levels[level], (seed, canary), used)
        used.add(script.messages)
        if problem := next(gates.problems(script := replace(script, level=level + 1, item_id=item_id)), ""):
            raise RecordError(f"{item_id} of the seed {seed!r}: {problem}")
        yield task, script


def _fresh(
    item_id: str, family: Family, level: int, source: tuple[str, str], used: Collection[Messages]
) -> tuple[Task, Script]:
    """Return the first draw whose messages are not *used*; *source* is seed and canary."""
    seed, canary = source
    for attempt in range(MOST_ATTEMPTS):
        session = family.session(Stream("simulation", seed, f"{item_id}/{attempt}"), level)
        name = item_id.partition("/")[0]
        script = replace(_script(session, canary), split=SPLIT, family=name)
        if script.messages not in used:
            return replace(compose.task_of(session.task, canary), family=name), script
    raise RecordError(f"{item_id}: all of {MOST_ATTEMPTS} draws with the seed {seed!r} are there already")


def _script(session: Session, canary: str) -> Script:
    """Return the script of a dialogue's last turn."""
    last = len(session.exchanges) - 1
    wrong = session.challenging
    kind: ScriptType = (
        "last_only" if wrong is None else "first_challenging" if wrong == last else "subsequent_challenging"
    )
    return compose.script(session, 1, last, kind, canary)


def _refuse_shared(tasks: list[Task]) -> None:
    """Raise ``RecordError`` where a family has two tasks, or two families have one."""
    families, ids = [task.family for task in tasks], [task.item_id for task in tasks]
    if again := next((task for n, task in enumerate(tasks) if task.family in families[:n]), None):
        raise RecordError(
            f"the family {again.family} has several tasks, expected the same one for all seeds and levels"
        )
    if shared := next((task_id for n, task_id in enumerate(ids) if task_id in ids[:n]), None):
        raise RecordError(f"two families have the task {shared}, expected another one for each")
