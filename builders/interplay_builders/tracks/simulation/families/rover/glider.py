"""An ocean glider: headings in steps of 45 degrees, depths, a current in each layer, a battery."""

import json
from collections.abc import Callable, Sequence

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.json_value import JsonValueParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

SHELF, DEEPEST = 250, 600


class Glider:
    """Starts at the surface, 0 km east and north, heading 90, battery 100. Depths in metres, distances in km."""

    def __init__(self) -> None:
        self._east, self._north, self._depth, self._heading = 0, 0, 0, 90
        self._battery, self._fixes = 100, 0

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey ``head``, ``turn``, ``glide``, ``depth`` (each with a number) and ``fix``; report as JSON."""
        refused = sum(not self._obey(command) for command in commands)
        state = {
            "east": self._east,
            "north": self._north,
            "depth": self._depth,
            "heading": self._heading,
            "battery": self._battery,
            "fixes": self._fixes,
            "refused": refused,
        }
        text = json.dumps(state)
        return Answer(
            text,
            (
                content("json_value", JsonValueParams(expected=text)),
                form("bare", BareParams(most_lines=1)),
                form("pattern", PatternParams(pattern=r"\s*\{[^\n]*\}", means="a JSON object in one line")),
            ),
        )

    def _obey(self, command: str) -> bool:
        """Carry out a command; return whether it was done in full."""
        verb, _, number = command.partition(" ")
        verbs: dict[str, Callable[[int], bool]] = {
            "head": self._head,
            "turn": lambda degrees: self._head(self._heading + degrees),
            "glide": lambda legs: all(self._leg() for _ in range(legs)),
            "depth": self._dive,
            "fix": lambda _: self._depth == 0 and self._pays(2) and self._fixed(),
        }
        return verbs[verb](int(number or 0))

    def _pays(self, cost: int) -> bool:
        if self._battery < cost:
            return False
        self._battery -= cost
        return True

    def _fixed(self) -> bool:
        self._fixes += 1
        return True

    def _head(self, degrees: int) -> bool:
        if degrees % 45:
            return False
        self._heading = degrees % 360
        return True

    def _dive(self, depth: int) -> bool:
        if not 0 <= depth <= DEEPEST or depth % 50:
            return False
        reached = min(depth, SHELF) if self._east < 0 else depth
        if not self._pays(abs(reached - self._depth) // 50):
            return False
        self._depth = reached
        return True

    def _leg(self) -> bool:
        if not self._pays(3):
            return False
        eighth = self._heading // 45
        self._east += (0, 1, 1, 1, 0, -1, -1, -1)[eighth] + (self._depth < 100)
        self._north += (1, 1, 0, -1, -1, -1, 0, 1)[eighth] - (self._depth >= 300)
        if self._east < 0:
            self._depth = min(self._depth, SHELF)
        return True
