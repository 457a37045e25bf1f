"""The rows of the split ``hard``, which a seed draws: scripts, and guessing games for hosts."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from msgspec.structs import replace

from interplay.core.discovery import Catalogue
from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.core.records import Message
from interplay.tracks.simulation.records import Host, Script, ScriptType, Task
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.gates import gates
from interplay_builders.tracks.simulation.hard.base import Family, HostFamily, ProgramMissing
from interplay_builders.tracks.simulation.sessions import Session

SPLIT, HOST_SPLIT = "hard", "hosts"
"""The splits of scripts, each asked once, and of games, which are played in turns."""
EACH, HOSTS = 26, 12
"""Scripts of a family, over all of its levels, and games of a family of hosts, which take many requests each."""
MIX = (0, 1, 2, 3, 2, 3, 1, 3, 2, 3, 2, 3, 3)
"""The level of each of thirteen scripts, from 0: nearly half are of the highest."""
FAILED_FROM = 3
"""The first level at which strong readers often failed; the column ``hard`` marks it and those above."""
MOST_ATTEMPTS = 100
PACKAGE = "interplay_builders.tracks.simulation.hard"
FAMILIES: Catalogue[Family] = Catalogue(f"{PACKAGE}.families", "FAMILY", "family")
HOST_FAMILIES: Catalogue[HostFamily] = Catalogue(f"{PACKAGE}.hosts", "HOST", "family of hosts")
Messages = tuple[Message, ...]
R = TypeVar("R", Script, Host)
Drawn = tuple[Task, R]


@dataclass(frozen=True, slots=True)
class Rows:
    """The scripts, games and tasks of some families. ``missing`` says why a family is not there, by its name."""

    tasks: tuple[Task, ...]
    scripts: tuple[Script, ...]
    hosts: tuple[Host, ...]
    missing: dict[str, str]


def rows(seed: str, canary: str, taken: Collection[Messages] = (), families: Collection[str] = ()) -> Rows:
    """Return the rows of some families, all by default, none with the messages of another or of *taken*.

    Raises ``RecordError`` where a family breaks its rules or a row fails a gate.
    """
    tasks, scripts, missing = list[Task](), list[Script](), dict[str, str]()
    for name in sorted({*FAMILIES.names()}.intersection(families or FAMILIES.names())):
        try:
            drawn = [*scripts_of(name, seed, canary, taken)]
        except ProgramMissing as error:
            missing[name] = str(error)
            continue
        scripts += [script for _, script in drawn]
        tasks += dict.fromkeys(task for task, _ in drawn)
    names = sorted({*HOST_FAMILIES.names()}.intersection(families or HOST_FAMILIES.names()))
    games = [entry for name in names for entry in hosts_of(name, seed, canary, taken)]
    tasks += dict.fromkeys(task for task, _ in games)
    _refuse_shared(tasks)
    return Rows(tuple(tasks), tuple(scripts), tuple(game for _, game in games), missing)


def scripts_of(
    name: str, seed: str, canary: str, taken: Collection[Messages] = (), each: int = EACH
) -> Iterator[Drawn[Script]]:
    """Yield *each* scripts of a family with their task, of its levels as many as ``MIX`` says."""
    family = FAMILIES.load(name)

    def draw(stream: Stream, level: int) -> Drawn[Script]:
        session = family.session(stream, level)
        return compose.task_of(session.task, canary), _script(session, canary)

    mix = [MIX[number % len(MIX)] % len(family.levels) for number in range(each)]
    for task, script in _numbered(name, seed, (family.levels, mix, draw), taken, gates.problems):
        yield task, replace(script, hard=(script.level or 0) >= FAILED_FROM)


def hosts_of(
    name: str, seed: str, canary: str, taken: Collection[Messages] = (), each: int = HOSTS
) -> Iterator[Drawn[Host]]:
    """Yield *each* games of a family of hosts with their task."""
    family = HOST_FAMILIES.load(name)

    def draw(stream: Stream, level: int) -> Drawn[Host]:
        (host, others), task = family.draw(stream, level), compose.task_of(family.task, canary)
        if problem := next(gates.host_problems(host, others), ""):
            raise RecordError(f"{name}, level {level}: {problem}")
        return task, replace(host, canary=canary)

    mix = [number % len(family.levels) for number in range(each)]
    yield from _numbered(name, seed, (family.levels, mix, draw), taken, lambda _: iter(()))


def _numbered(
    name: str,
    seed: str,
    source: tuple[Sequence[int], Sequence[int], Callable[[Stream, int], Drawn[R]]],
    taken: Collection[Messages],
    problems: Callable[[R], Iterator[str]],
) -> Iterator[Drawn[R]]:
    """Yield the rows that *source* draws, its levels and the level of each row, one level after the other."""
    levels, mix, draw = source
    used = {*taken}
    for level, number in ((at, n) for at in range(len(levels)) for n in range(mix.count(at))):
        item_id = f"{name}/{level + 1}/{number}"
        for attempt in range(MOST_ATTEMPTS):
            task, row = draw(Stream("simulation", seed, f"{item_id}/{attempt}"), levels[level])
            if row.messages not in used:
                break
        else:
            raise RecordError(f"{item_id}: all of {MOST_ATTEMPTS} draws with the seed {seed!r} are there already")
        used.add(row.messages)
        row = replace(row, item_id=item_id, family=name, level=level + 1)
        if problem := next(problems(row), ""):
            raise RecordError(f"{item_id} of the seed {seed!r}: {problem}")
        yield replace(task, family=name), row


def _script(session: Session, canary: str) -> Script:
    """Return the script of a dialogue's last turn."""
    last = len(session.exchanges) - 1
    wrong = session.challenging
    kind: ScriptType = (
        "last_only" if wrong is None else "first_challenging" if wrong == last else "subsequent_challenging"
    )
    return replace(compose.script(session, 1, last, kind, canary), split=SPLIT)


def _refuse_shared(tasks: list[Task]) -> None:
    """Raise ``RecordError`` where a family has two tasks, or two families have one."""
    families, ids = [task.family for task in tasks], [task.item_id for task in tasks]
    if again := next((task for n, task in enumerate(tasks) if task.family in families[:n]), None):
        raise RecordError(
            f"the family {again.family} has several tasks, expected the same one for all seeds and levels"
        )
    if shared := next((task_id for n, task_id in enumerate(ids) if task_id in ids[:n]), None):
        raise RecordError(f"two families have the task {shared}, expected another one for each")
