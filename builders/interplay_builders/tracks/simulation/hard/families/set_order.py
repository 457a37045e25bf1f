"""A Python prompt on which sets of integers are shown after deletions, growth and set operations, by CPython."""

import platform
from collections.abc import Iterator

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.families.consoles.console import Setup
from interplay_builders.tracks.simulation.families.consoles.python import Interpreter
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import lines, provenance, session, turns_of
from interplay_builders.tracks.simulation.hard.words import task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__)
VERSION = ".".join(platform.python_version_tuple()[:2])
BRIEF = {"brief": (TEXTS["brief"][0].format(version=VERSION),)}
ORIGIN = provenance(f"CPython {platform.python_version()}")
TASK = task_of(TEXTS | BRIEF, "set-order-prompt", "set_order", provenance=ORIGIN)
SIZES = {1: (4, 1, 90), 2: (18, 12, 400), 3: (30, 50, 9000), 4: (44, 160, 90000)}
"""Of each level: numbers in the first set, operations in the last turn, and the bound of the numbers."""
MOST = 260
"""Numbers in the last set."""
NAMES = ("s", "a", "user_ids", "rooms", "nums", "tags", "seats")


class _Writer:
    """Writes statements on a set; *numbers* is what is in it."""

    def __init__(self, chance: Stream, level: int) -> None:
        self.chance, (self.size, self.steps, self.bound) = chance, SIZES[level]
        self.level, self.name = level, chance.choice(NAMES)
        self.numbers = self.fresh(self.size)

    def fresh(self, count: int) -> list[int]:
        """Return different numbers, some with the same remainder by 8 or 16, at high levels some below 0."""
        drawn = dict[int, None]()
        while len(drawn) < count:
            value = self.chance.below(self.bound)
            if drawn and self.level > 1 and self.chance.below(3) == 0:
                value = next(reversed(drawn)) + 8 * (1 + self.chance.below(6))
            drawn[-value if self.level > 2 and self.chance.below(6) == 0 else value] = None
        return list(drawn)

    def start(self) -> list[str]:
        rows = [f"{self.name} = set()", f"for n in {self.numbers}: {self.name}.add(n)"]
        return [*rows, "", f"print({self.name})"]

    def step(self) -> list[str]:
        """Return one operation, by which the set changes or is shown."""
        name, other, few = self.name, self.fresh(max(2, self.size // 2)), self.fresh(self.size // 2 + 3)
        kinds = [
            [f"{name}.discard({self.chance.choice(self.numbers)})"],
            [f"{name}.add({value})" for value in other[: 1 + self.level]],
            [f"for n in {few}: {name}.add(n)", ""],
            [f"{name}.update({other})"],
            [f"{name} = {name} ^ set({other})"],
            [f"print({name}.pop(), {name}.pop())"],
            [f"print(list({name} | set({other}))[:6])"],
            [f"{name} = set(n * {2 + self.chance.below(2)} + {self.chance.below(9)} for n in {name} if n % 3 != 1)"],
            [f"{name} = {name} - set({other}) | {{n // 2 for n in {name} if n % 2 == {self.chance.below(2)}}}"],
            [f"for n in list({name}):", f"    if n % 4 == {self.chance.below(4)}: {name}.discard(n)", ""],
        ]
        return self.chance.choice(kinds[: (2, 4, 10, 10)[self.level - 1]])


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue in which a set changes and is shown, at last in another order than the rising one."""
    while True:
        writer = _Writer(chance, level)
        show = f"print({writer.name})"
        last = [row for _ in range(writer.steps) for row in writer.step()]
        asked = ["\n".join(rows) for rows in (writer.start(), [*writer.step(), show], [*last, show])]
        printed = Interpreter(Setup(style="prompt")).run(asked)
        least = writer.size - level if level > 1 else 3
        if "Error" in printed[-1] or not least <= printed[-1].split("\n")[-1].count(",") + 1 <= MOST:
            continue
        if printed[-1] not in (next(_near(printed[-1])), *printed[:-1]):
            break
    turns = turns_of(chance, TEXTS, asked, printed, name=writer.name)
    return session(TASK, turns, _near(printed[-1]), lines(printed[-1]))


def _near(printed: str) -> Iterator[str]:
    """Yield the last set in rising order, in rising remainders by 8 and by 32, turned round, begun late."""
    *before, last = printed.split("\n")
    numbers = [int(part) for part in last.strip("{}").split(", ")]
    orders = (
        sorted(numbers),
        sorted(numbers, key=lambda n: (n % 8, n)),
        sorted(numbers, key=lambda n: (n % 32, n)),
        numbers[::-1],
        [*numbers[1:], numbers[0]],
    )
    for order in orders:
        yield "\n".join((*before, f"{{{', '.join(map(str, order))}}}"))


FAMILY = Family(dialogue)
