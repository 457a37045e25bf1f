"""Three-way merges of small text files with conflict markers in the style diff3, by ``git merge-file``."""

from collections.abc import Iterator, Mapping, Sequence

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard import programs
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import Turn, exact, session, task_by
from interplay_builders.tracks.simulation.hard.words import phrase, texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__)
task = task_by(TEXTS, "packing-list-merge", "merge_conflict", ("git", "--version"))
SIZES = {1: (9, 2, 0), 2: (44, 16, 1), 3: (120, 40, 3), 4: (230, 78, 3)}
"""Of each level: lines of the list, edits of each side, and merges before the last one."""
OWNERS = {1: 1, 2: 1, 3: 3, 4: 5}
"""Of each level: whose things they are, at most."""
SIDES = ("lena", "tom", "jo", "oma")
LAST = "git merge-file -p --diff3 mine base"
THINGS = (
    "tent", "pegs", "stove", "gas", "pan", "mugs", "spoons", "soap", "towel", "torch", "rope", "map", "socks",
    "hat", "gloves", "tea", "rice", "oats", "salt", "oil", "jam", "bread", "cards", "radio", "knife", "tape", "candles",
    "bucket", "sponge", "boots", "poncho", "whistle", "plasters", "sun cream", "water bag", "charger", "pillow",
    "sleeping bag", "coffee", "beans", "lentils", "chocolate", "nuts", "hammer", "blanket", "fishing rod", "camera",
)  # fmt: skip


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


def merged(files: Mapping[str, str], commands: Sequence[str]) -> str:
    """Return what git prints after some commands; conflicts are no failure."""
    texts = {name: f"{text}\n" for name, text in files.items()}
    command = f"{'; '.join(commands)}; [ $? -lt 128 ]"
    return programs.run(("bash", "-c", command), files=texts, variables={"GIT_CONFIG_NOSYSTEM": "1"}).rstrip("\n")


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of a merge, then of one with other edits of theirs, or of several merges in a row."""
    length, edits, before = SIZES[level]
    pool = [f"{thing}{owner}" for owner in ("", " Ann", " Ben", " Cleo", " Dee")[: OWNERS[level]] for thing in THINGS]
    sides = SIDES[: before + 1] if before else ("theirs",)
    ways = chance.sample(("--ours", "--union", "--theirs"), before)
    commands = [
        f"git merge-file {way} mine base {side}" for way, side in zip((*ways, "-p --diff3"), sides, strict=True)
    ]
    while True:
        rows, spots = chance.sample(pool, length), chance.sample(range(length), edits)
        texts = ["\n".join(_edited(chance, rows, edits, spots)) for _ in range(before + 3)]
        files = dict(zip(("base", "mine", "theirs"), ("\n".join(rows), *texts), strict=False))
        last = files | dict(zip(sides, texts[2:], strict=True))
        printed = [merged(files, [f"{LAST} theirs"]), merged(last, commands)]
        if len({*printed, *files.values(), *last.values()}) == before + 6 and "<<<<" in printed[1]:
            break
    new = "\n".join(f"{side}:\n```\n{last[side]}\n```" for side in sides)
    key, facts = ("chain", {"files": new, "commands": "\n".join(commands)}) if before else ("next", last)
    turns: list[Turn] = [
        (phrase(chance, TEXTS["first"], **files), printed[0]),
        (phrase(chance, TEXTS[key], **facts), printed[1]),
    ]
    return session(task(), turns, _near(last, commands), exact(printed[1]))


def _near(files: Mapping[str, str], commands: list[str]) -> Iterator[str]:
    """Yield other styles, diff3's own hunks, one conflict over everything, no or other merges before."""
    *before, last = commands
    yield merged(files, [*before, last.replace("--diff3", "")])
    if before:
        yield merged(files, [last])
        yield merged(files, [*(way.replace("ours", "theirs").replace("union", "ours") for way in before), last])
    yield merged(files, [*before, last.replace("--diff3", "--zdiff3")])
    yield merged(files, [*before, last.replace("git merge-file -p --diff3", "diff3 -m")])
    parts = ("<<<<<<< mine", files["mine"], "||||||| base", files["base"], "=======", files[last.split()[-1]])
    yield "\n".join((*parts, f">>>>>>> {last.split()[-1]}"))


FAMILY = Family(dialogue)
