"""Gomoku: a board of nine by nine that is drawn, and a score sheet of ten by ten that reports line lengths."""

import re
from collections.abc import Callable, Sequence

from interplay.tracks.simulation.checks.board import BoardParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import BLOCK, fenced_lines
from interplay_builders.tracks.simulation.sessions import content, fence, form

Point = tuple[int, int]
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))
"""East, south, south-east, north-east; rows are counted downwards."""


class Stones:
    """Stones in the order in which they were placed, black first."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.placed: list[Point] = []

    def colour(self, point: Point) -> str | None:
        """Return ``B``, ``W`` or nothing for an empty point."""
        return "BW"[self.placed.index(point) % 2] if point in self.placed else None

    def lengths(self, point: Point) -> tuple[int, int, int, int]:
        """Return the lengths of the unbroken lines of one colour through a stone: - | and both diagonals."""
        row, two, three, four = (1 + self._run(point, d) + self._run(point, (-d[0], -d[1])) for d in DIRECTIONS)
        return row, two, three, four

    def _run(self, point: Point, step: Point) -> int:
        count, colour, here = 0, self.colour(point), (point[0] + step[0], point[1] + step[1])
        while self.colour(here) == colour:
            count, here = count + 1, (here[0] + step[0], here[1] + step[1])
        return count


class Drawn:
    """Nine by nine, columns A to I, row 9 at the top; five or more in a line win."""

    def __init__(self) -> None:
        self._stones = Stones(9)

    def answer(self, commands: Sequence[str]) -> Answer:
        """Place stones (``E5``), take some back (``back 2``), start over (``clear``)."""
        refused = [command for command in commands if not self._obey(command)]
        rows = tuple("".join(self._symbol((row, column)) for column in range(9)) for row in range(9))
        status = (self._status(), *((f"Refused: {' '.join(refused)}",) if refused else ()))
        drawn = [f"{9 - number} {' '.join(row)}" for number, row in enumerate(rows)]
        text = fence("\n".join((*drawn, "  A B C D E F G H I", *status)))
        pattern = r"(?:[1-9](?: [#o.]){9}\n){9} *A B C D E F G H I\n" + re.escape("\n".join(status))
        params = BoardParams(
            rows=rows, symbols="#o.", aliases=("+.", "_."), labels=(*"ABCDEFGHI", *"123456789"), phrases=status
        )
        return Answer(
            text,
            (
                content("board", params),
                BLOCK,
                form("pattern", PatternParams(pattern=pattern, means="nine rows, the letters and the status")),
            ),
        )

    def _symbol(self, point: Point) -> str:
        return {"B": "#", "W": "o", None: "."}[self._stones.colour(point)]

    def _won(self) -> bool:
        placed = self._stones.placed
        return bool(placed) and max(self._stones.lengths(placed[-1])) >= 5

    def _status(self) -> str:
        sides = ("Black", "White")
        count = len(self._stones.placed)
        return f"{sides[(count - 1) % 2]} has won" if self._won() else f"{sides[count % 2]} to play"

    def _obey(self, command: str) -> bool:
        if command == "clear":
            self._stones.placed.clear()
            return True
        if command.startswith("back "):
            count = min(int(command[5:]), len(self._stones.placed))
            del self._stones.placed[len(self._stones.placed) - count :]
            return True
        point = (9 - int(command[1:]), ord(command[0]) - ord("A"))
        if self._won() or point in self._stones.placed or not all(0 <= part < 9 for part in point):
            return False
        self._stones.placed.append(point)
        return True


class ScoreSheet:
    """Ten by ten, points ``row.column`` from 0.0 at the top left; exactly five in a line win."""

    def __init__(self) -> None:
        self._stones = Stones(10)
        self._verbs: dict[str, Callable[[str], str]] = {"back": self._back, "line": self._line, "row": self._row}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Report on each move (``4.5``), ``back``, ``line 4.5`` and ``row 4`` in a line of its own."""
        lines = tuple(self._entry(command) for command in commands)
        pattern = r"[BW] \d\.\d [1-9](?: wins)?|\d+\.\d+ (?:taken|outside|over)|back (?:[BW] \d\.\d|none)"
        pattern += r"|\d\.\d (?:empty|[BW](?: [1-9]){4})|[BW.]{10}"
        return fenced_lines(
            lines, form("pattern", PatternParams(pattern=pattern, each_line=True, means="a line of the score sheet"))
        )

    def _entry(self, command: str) -> str:
        verb, _, rest = command.partition(" ")
        return self._verbs[verb](rest) if verb in self._verbs else self._move(command)

    def _move(self, command: str) -> str:
        point = _point(command)
        if self._wins():
            return f"{command} over"
        if not all(0 <= part < 10 for part in point):
            return f"{command} outside"
        if point in self._stones.placed:
            return f"{command} taken"
        self._stones.placed.append(point)
        longest = max(self._stones.lengths(point))
        return f"{self._stones.colour(point)} {command} {longest}{' wins' if self._wins() else ''}"

    def _wins(self) -> bool:
        placed = self._stones.placed
        return bool(placed) and 5 in self._stones.lengths(placed[-1])

    def _back(self, _rest: str) -> str:
        if not self._stones.placed:
            return "back none"
        point = self._stones.placed[-1]
        colour = self._stones.colour(point)
        self._stones.placed.pop()
        return f"back {colour} {point[0]}.{point[1]}"

    def _line(self, rest: str) -> str:
        colour = self._stones.colour(_point(rest))
        if colour is None:
            return f"{rest} empty"
        return f"{rest} {colour} {' '.join(map(str, self._stones.lengths(_point(rest))))}"

    def _row(self, rest: str) -> str:
        return "".join(self._stones.colour((int(rest), column)) or "." for column in range(10))


def _point(text: str) -> Point:
    row, column = text.split(".")
    return int(row), int(column)
