"""Made-up tasks and dialogues: as many as a test wants, each with checks, none of the release."""

import msgspec

from interplay.core.randomness import Stream
from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.number import NumberParams
from interplay.tracks.simulation.records import Script, Task
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.sessions import Exchange, Session, TaskSpec, content, fence, form, wrapped

PLACES = ("harbour", "bakery", "library", "orchard", "station", "museum", "stadium", "theatre", "garden", "quarry")
THINGS = ("crates", "loaves", "volumes", "apples", "tickets", "vases", "scarves", "masks", "tulips", "slabs", "lamps")
BRIEF = """\
You are the counting desk of a {place} with {start} {things} on a pile. {talk}. A plus sign in my line brings {things},
a minus sign takes them. Answer with the number that is then on the pile, as digits in one code block, nothing else."""


def task(number: int) -> TaskSpec:
    """Return the task of a number; neighbours differ in all their nouns."""
    place, things = PLACES[number % len(PLACES)], THINGS[number % len(THINGS)]
    stream = Stream("test", number, "talk")
    talk = " ".join(stream.choice(PLACES) + str(stream.below(90)) for _ in range(60))
    return TaskSpec(
        task_id=f"desk-{number}",
        name=f"Counting desk {number} of the {place}",
        kind="stateful",
        family="desks",
        brief=BRIEF.format(place=place, things=things, start=number + 10, talk=talk).replace("\n", " "),
        request_type=f"a change of the pile of {things}",
    )


def exchange(number: int, turn: int, wrong: str | None = None) -> Exchange:
    """Return a turn that adds, with the pile after it."""
    pile = number + 10 + sum(7 * number + 3 * n + 1 for n in range(turn + 1))
    said = fence(str(pile))
    return Exchange(
        request=f"+{7 * number + 3 * turn + 1} for keeper {number}, cart {turn}, at gate {number * turn}",
        reply=said,
        strategy=("next", "improve", "new", "other")[turn % 4],
        checks=(content("number", NumberParams(value=pile)), form("fenced", FencedParams())),
        planted=(fence(str(pile + 1)), fence(str(pile - 10)), wrapped(said), str(pile)),
        wrong=wrong,
    )


def session(number: int, turns: int = 3, challenging: int | None = None) -> Session:
    """Return a dialogue of the task of a number."""
    wrong = fence("0")
    turned = (exchange(number, n, wrong if n == challenging else None) for n in range(turns))
    return Session(task(number), tuple(turned), challenging)


def scripts(sessions: int) -> tuple[Script, ...]:
    """Return the scripts of so many dialogues, each of a task of its own, of all types in turn."""
    made = (session(n, 1 + n % 4) if n % 2 else session(n, 4, 1) for n in range(sessions))
    return tuple(script for one in made for script in compose.scripts_of(one, 1, "canary"))


def tasks(number: int) -> tuple[Task, ...]:
    """Return the records of the first tasks."""
    return tuple(compose.task_of(task(n), "canary") for n in range(number))


def changed(script: Script, **change: object) -> Script:
    """Return *script* with other values."""
    return msgspec.structs.replace(script, **change)
