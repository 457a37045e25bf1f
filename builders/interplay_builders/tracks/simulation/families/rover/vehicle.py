"""A rover on a grid with rocks, sand and a battery; x counts eastwards, y northwards."""

import re
from collections.abc import Sequence

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.text import TextParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

WIDTH, HEIGHT, FULL = 10, 8, 40
ROCKS = frozenset({(3, 2), (3, 3), (5, 6), (7, 1), (8, 4)})
SAND = frozenset({(2, 4), (4, 4), (4, 5), (6, 2), (6, 3)})
HEADINGS = "NESW"
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Rover:
    """Obeys strings such as ``2(FR)S``; starts on (1,1), facing north, with a full battery."""

    def __init__(self) -> None:
        self._x, self._y, self._heading = 1, 1, 0
        self._battery = FULL
        self._sampled: set[tuple[int, int]] = set()

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey letter by letter up to the first that fails, and report."""
        status = "OK"
        for letter in expanded("".join(commands)):
            status = self._obey(letter)
            if status != "OK":
                break
        samples = len(self._sampled)
        heading = HEADINGS[self._heading]
        text = f"{self._x},{self._y} {heading} | battery {self._battery} | samples {samples} | {status}"
        pattern = r"\d,\d [NESW] \| battery \d+ \| samples \d+ \| (?:OK|BLOCKED|LOW)"
        return Answer(
            text,
            (
                content("text", TextParams(accepted=(text,), blanks="collapsed", case=False)),
                form("bare", BareParams(most_lines=1)),
                form("pattern", PatternParams(pattern=pattern, means="one report line")),
            ),
        )

    def _obey(self, letter: str) -> str:
        if letter in "LR":
            return self._pays(1) or self._turns(1 if letter == "R" else -1)
        if letter == "W":
            self._battery = min(FULL, self._battery + 5)
            return "OK"
        if letter == "S":
            return self._samples()
        return self._drives(1 if letter == "F" else -1)

    def _pays(self, cost: int) -> str:
        """Take the cost from the battery, or return that it is too low."""
        if self._battery < cost:
            return "LOW"
        self._battery -= cost
        return ""

    def _turns(self, quarters: int) -> str:
        self._heading = (self._heading + quarters) % 4
        return "OK"

    def _samples(self) -> str:
        here = (self._x, self._y)
        if here in self._sampled:
            return "OK"
        if problem := self._pays(3):
            return problem
        self._sampled.add(here)
        return "OK"

    def _drives(self, way: int) -> str:
        east, north = STEPS[self._heading]
        x, y = self._x + way * east, self._y + way * north
        if (x, y) in ROCKS or not (0 <= x < WIDTH and 0 <= y < HEIGHT):
            self._battery = max(0, self._battery - 1)
            return "BLOCKED"
        if problem := self._pays(4 if (x, y) in SAND else 2):
            return problem
        self._x, self._y = x, y
        return "OK"


def expanded(text: str) -> str:
    """Return single letters for repeats such as ``3F`` and ``2(F3R)``."""
    letters = re.sub(r"(\d+)([A-Z])", lambda m: int(m[1]) * m[2], text.replace(" ", ""))
    while "(" in letters:
        letters, count = re.subn(r"(\d+)\(([A-Z]*)\)", lambda m: int(m[1]) * m[2], letters)
        if not count:
            raise ValueError(f"found {text!r}, expected groups such as 2(FR)")
    if not re.fullmatch(r"[FBLRSW]*", letters):
        raise ValueError(f"found {letters!r}, expected the letters F B L R S W")
    return letters
