"""A Python prompt on which sets of integers are shown after deletions, growth and set operations, by CPython."""

import platform
from collections.abc import Iterator
from functools import lru_cache

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.families.consoles.console import Setup
from interplay_builders.tracks.simulation.families.consoles.python import Interpreter
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import Turn, lines, provenance, session
from interplay_builders.tracks.simulation.hard.words import phrase
from interplay_builders.tracks.simulation.sessions import Session, TaskSpec

VERSION = ".".join(platform.python_version_tuple()[:2])
BRIEF = f"""
i'm writing exam questions on why you must not rely on the order of a set, and i want true examples. play a 64 bit \
CPython {VERSION} prompt, one session for the whole chat. i send statements, you answer with what gets printed, in one \
code block, one result per line and no >>>. the order has to be what CPython really gives, my students will run it.
""".strip()
SIZES = {1: (3, 1, 10), 2: (5, 2, 60), 3: (8, 4, 130), 4: (14, 6, 900)}
"""Of each level: numbers in the first set, operations in the last turn, and the bound of the numbers."""
NAMES = ("s", "a", "user_ids", "rooms", "nums", "tags")
FIRST = ("first:\n\n{code}", "lets begin\n\n{code}", "question 1\n\n{code}", "ok so\n\n{code}")
NEXT = (
    "then\n\n{code}",
    "good. {name} goes on:\n\n{code}",
    "now the nasty part, same {name}\n\n{code}",
    "and if i continue with\n\n{code}",
    "part b, still the {name} from before\n\n{code}",
)


@lru_cache
def task() -> TaskSpec:
    """Return the task, which names the version of CPython."""
    return TaskSpec(
        task_id="set-order-prompt",
        name="Set Order Prompt",
        kind="stateful",
        family="set_order",
        brief=BRIEF,
        request_type="Python statements on sets of integers",
        provenance=provenance(f"CPython {platform.python_version()}"),
    )


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
        name, other = self.name, self.fresh(max(2, self.size // 2))
        kind = self.chance.below(3 if self.level == 1 else 4 if self.level == 2 else 7)
        if kind == 0:
            gone = self.chance.choice(self.numbers)
            return [f"{name}.discard({gone})"]
        if kind in (1, 2):
            return [f"{name}.add({value})" for value in other[: 1 + self.level]]
        if kind == 3:
            return [f"{name}.update({other})"]
        if kind == 4:
            return [f"{name} = {name} ^ set({other})"]
        if kind == 5:
            return [f"{name}.pop()", f"{name} = set(n * {2 + self.chance.below(3)} for n in {name})"]
        return [f"list({name} | set({other}))[:6]"]


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue in which a set changes and is shown, at last in another order than the rising one."""
    for _ in range(30):
        writer = _Writer(chance, level)
        show = f"print({writer.name})"
        last = [row for _ in range(writer.steps) for row in writer.step()]
        asked = ["\n".join(rows) for rows in (writer.start(), [*writer.step(), show], [*last, show])]
        printed = Interpreter(Setup(style="prompt")).run(asked)
        if printed[-1] not in (next(_near(printed[-1])), *printed[:-1]):
            break
    turns: list[Turn] = [
        (phrase(chance, NEXT if n else FIRST, code=code, name=writer.name), text)
        for n, (code, text) in enumerate(zip(asked, printed, strict=True))
    ]
    return session(task(), turns, _near(printed[-1]), lines(printed[-1]))


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
