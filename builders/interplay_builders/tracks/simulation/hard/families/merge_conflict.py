"""Three-way merges of small text files with conflict markers in the style diff3, by ``git merge-file``."""

from collections.abc import Iterator
from functools import lru_cache

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard import programs
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import Turn, exact, provenance, session
from interplay_builders.tracks.simulation.hard.words import phrase, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session, TaskSpec

TEXTS = texts_of(__file__)
SIZES = {1: (7, 1), 2: (12, 3), 3: (20, 6), 4: (32, 10)}
"""Of each level: lines of the list, and edits of each side."""
THINGS = (
    "tent", "pegs", "stove", "gas", "pan", "mugs", "spoons", "soap", "towel", "torch", "rope", "map", "socks",
    "hat", "gloves", "tea", "rice", "oats", "salt", "oil", "jam", "bread", "cards", "radio", "knife", "tape", "candles",
    "bucket", "sponge", "boots", "poncho", "whistle", "plasters", "sun cream", "water bag", "charger", "pillow",
    "sleeping bag", "coffee", "beans", "lentils", "chocolate", "nuts", "hammer", "blanket", "fishing rod", "camera",
)  # fmt: skip


@lru_cache
def task() -> TaskSpec:
    """Return the task, which names the version of git."""
    return task_of(
        TEXTS, "packing-list-merge", "merge_conflict", provenance=provenance(programs.version("git", "--version"))
    )


def _edited(chance: Stream, rows: list[str], count: int, spots: list[int]) -> list[str]:
    """Return *rows* with so many edits, most of them at or beside *spots*, where the other side edits, too."""
    result: list[list[str]] = [[row] for row in rows]
    for spot in spots[:count]:
        index = min(max(spot + chance.below(3) - 1, 0), len(rows) - 1)
        new, kind = f"{chance.choice(THINGS)} x{2 + chance.below(4)}", chance.below(5)
        if kind == 0:
            result[index] = []
        elif kind == 1:
            result[index] = [*result[index], new]
        elif kind == 2 and index + 1 < len(rows):
            result[index], result[index + 1] = result[index + 1], result[index]
        else:
            result[index] = [f"{rows[index]} {chance.choice(('(big)', 'x2', '(new)', '?', '- ask Jo', 'maybe'))}"]
    return [row for part in result for row in part]


def merged(base: str, mine: str, theirs: str, *options: str, program: str = "git merge-file -p") -> str:
    """Return what git prints for three texts; conflicts are no failure."""
    files = {"base": f"{base}\n", "mine": f"{mine}\n", "theirs": f"{theirs}\n"}
    command = f"{program} {' '.join(options)} mine base theirs; [ $? -lt 128 ]"
    return programs.run(("bash", "-c", command), files=files, variables={"GIT_CONFIG_NOSYSTEM": "1"}).rstrip("\n")


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of a merge, and of another one with other edits of theirs."""
    length, edits = SIZES[level]
    rows = chance.sample(THINGS, length)
    for _ in range(40):
        spots = chance.sample(range(length), edits)
        mine, *theirs = (_edited(chance, rows, edits, spots) for _ in range(3))
        base, ours, first, last = ("\n".join(part) for part in (rows, mine, *theirs))
        printed = [merged(base, ours, text, "--diff3") for text in (first, last)]
        if len({*printed, base, ours, first, last}) == 6 and "<<<<" in printed[1]:
            break
    turns: list[Turn] = [
        (phrase(chance, TEXTS["first"], base=base, mine=ours, theirs=first), printed[0]),
        (phrase(chance, TEXTS["next"], theirs=last), printed[1]),
    ]
    return session(task(), turns, _near(base, ours, last), exact(printed[1]))


def _near(base: str, mine: str, theirs: str) -> Iterator[str]:
    """Yield other styles, diff3's own hunks, one conflict over everything."""
    yield merged(base, mine, theirs)
    yield merged(base, mine, theirs, "--zdiff3")
    yield merged(base, mine, theirs, program="diff3 -m")
    yield "\n".join(("<<<<<<< mine", mine, "||||||| base", base, "=======", theirs, ">>>>>>> theirs"))
    yield merged(base, mine, theirs, "--union")


FAMILY = Family(dialogue)
