"""A gomoku player of seven by seven who follows a recipe and reports in JSON."""

import json
from collections.abc import Collection, Sequence

from interplay.tracks.simulation.checks.json_value import JsonValueParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import BLOCK
from interplay_builders.tracks.simulation.families.board.gomoku import DIRECTIONS, Point
from interplay_builders.tracks.simulation.sessions import content, fence, form

SIZE = 7
POINTS = tuple((row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))
CENTRE = (4, 4)


def line(stones: Collection[Point], point: Point) -> int:
    """Return the length of the longest unbroken line that *place* forms with *stones*."""
    return max(1 + _run(stones, point, step) + _run(stones, point, (-step[0], -step[1])) for step in DIRECTIONS)


def _run(stones: Collection[Point], point: Point, step: Point) -> int:
    count, here = 0, (point[0] + step[0], point[1] + step[1])
    while here in stones:
        count, here = count + 1, (here[0] + step[0], here[1] + step[1])
    return count


def steps_from_centre(point: Point) -> int:
    """Return the king's steps between a point and the centre."""
    return max(abs(point[0] - CENTRE[0]), abs(point[1] - CENTRE[1]))


def choice(mine: Collection[Point], theirs: Collection[Point]) -> tuple[Point, int] | None:
    """Return the player's point and the step of the recipe that gives it, or nothing on a full board."""
    free = sorted((p for p in POINTS if p not in mine and p not in theirs), key=lambda p: (steps_from_centre(p), p))
    for step, stones, least in ((1, mine, 5), (2, theirs, 5), (3, theirs, 4)):
        if (point := next((p for p in free if line(stones, p) >= least), None)) is not None:
            return point, step
    return (max(free, key=lambda p: line(mine, p)), 4) if free else None


class GomokuPlayer:
    """Plays White against the user's Black."""

    def __init__(self) -> None:
        self._black: list[Point] = []
        self._white: list[Point] = []

    def answer(self, commands: Sequence[str]) -> Answer:
        """Answer points such as ``34`` (row, column) and ``undo``."""
        played: list[int] = []
        steps: list[int] = []
        refused = []
        for word in " ".join(commands).split():
            if not (self._undo() if word == "undo" else self._move(word, played, steps)):
                refused.append(word)
        report = {
            "played": played,
            "steps": steps,
            "longest": [_longest(self._black), _longest(self._white)],
            "refused": refused,
            "state": self._state(),
        }
        text = json.dumps(report)
        return Answer(
            text,
            (
                content("json_value", JsonValueParams(expected=text)),
                BLOCK,
                form("pattern", PatternParams(pattern=r"(?s)\s*\{[^{}]*\}\s*", means="a JSON object")),
            ),
            encode=fence,
        )

    def _state(self) -> str:
        if _longest(self._black) >= 5:
            return "black"
        if _longest(self._white) >= 5:
            return "white"
        return "open" if len(self._black) + len(self._white) < SIZE**2 else "draw"

    def _undo(self) -> bool:
        """Lift Black's latest stone and the answer to it; a stone that ended the game has none."""
        if not self._black:
            return False
        self._black.pop()
        del self._white[len(self._black) :]
        return True

    def _move(self, word: str, played: list[int], steps: list[int]) -> bool:
        point = (int(word[0]), int(word[1:]))
        if self._state() != "open" or point not in POINTS or point in self._black or point in self._white:
            return False
        self._black.append(point)
        answer = choice(self._white, self._black) if self._state() == "open" else None
        if answer is not None:
            (row, column), step = answer
            self._white.append((row, column))
            played.append(10 * row + column)
            steps.append(step)
        return True


def _longest(stones: Sequence[Point]) -> int:
    return max((line(stones, point) for point in stones), default=0)
