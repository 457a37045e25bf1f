"""Noughts and crosses: a board that keeps book for two people, and an opponent that plays by a rule."""

import re
from collections.abc import Sequence

from interplay.tracks.simulation.checks.board import BoardParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import BLOCK
from interplay_builders.tracks.simulation.sessions import content, fence, form

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
CORNERS, EDGES, CENTRE = (0, 2, 6, 8), (1, 3, 5, 7), 4


def has_line(cells: Sequence[str], mark: str) -> bool:
    """Return whether *mark* stands three times in a line."""
    return any(all(cells[cell] == mark for cell in line) for line in LINES)


def finishing(cells: Sequence[str], mark: str) -> int | None:
    """Return the first empty cell, in reading order, that completes a line of *mark*."""
    for cell in range(9):
        if cells[cell] == "." and has_line([*cells[:cell], mark, *cells[cell + 1 :]], mark):
            return cell
    return None


def other(mark: str) -> str:
    """Return the mark of the other side."""
    return "O" if mark == "X" else "X"


class Keeper:
    """Squares 1 to 9; the sides alternate in opening, and a score is kept."""

    def __init__(self) -> None:
        self._placed: list[int] = []
        self._opener = "X"
        self._score = {"X": 0, "O": 0, "=": 0}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Carry out digits, ``undo`` and ``new``; show board, score and status."""
        refused = [word for word in " ".join(commands).split() if not self._obey(word)]
        cells = self._cells()
        rows = tuple("".join(cells[start : start + 3]) for start in (0, 3, 6))
        score = f"Score X {self._score['X']}, O {self._score['O']}, draws {self._score['=']}"
        status = self._status() + (f" (refused: {', '.join(refused)})" if refused else "")
        text = "\n".join((*(" ".join(row) for row in rows), score, status))
        pattern = r"(?:[XO.] [XO.] [XO.]\n){3}" + re.escape(f"{score}\n{status}")
        return Answer(
            text,
            (
                content("board", BoardParams(rows=rows, symbols="XO.", aliases=("_.", "-."), phrases=(score, status))),
                BLOCK,
                form("pattern", PatternParams(pattern=pattern, means="three rows, the score and the status")),
            ),
            encode=fence,
        )

    def _cells(self) -> list[str]:
        cells, mark = ["."] * 9, self._opener
        for cell in self._placed:
            cells[cell], mark = mark, other(mark)
        return cells

    def _result(self) -> str | None:
        cells = self._cells()
        won = next((mark for mark in "XO" if has_line(cells, mark)), None)
        return won or ("=" if len(self._placed) == 9 else None)

    def _status(self) -> str:
        result = self._result()
        if result is None:
            return f"{self._opener if len(self._placed) % 2 == 0 else other(self._opener)} to move"
        return "Draw" if result == "=" else f"{result} wins"

    def _obey(self, word: str) -> bool:
        """Carry out one command; return whether that was possible."""
        result = self._result()
        if word == "new":
            self._placed, self._opener = [], other(self._opener)
            return True
        if word == "undo":
            if result is not None:
                self._score[result] -= 1
            return bool(self._placed and (self._placed.pop() or True))
        return self._mark_cell(int(word) - 1) if word in set("123456789") else self._unknown(word)

    def _mark_cell(self, cell: int) -> bool:
        if self._result() is not None or cell in self._placed:
            return False
        self._placed.append(cell)
        if (result := self._result()) is not None:
            self._score[result] += 1
        return True

    @staticmethod
    def _unknown(word: str) -> bool:
        raise ValueError(f"found the command {word!r}, expected a digit, undo or new")


class Opponent:
    """Plays O by a fixed rule against the user's X; squares are a1 to c3, row letter first."""

    def __init__(self) -> None:
        self._cells = ["."] * 9
        self._turns: list[tuple[int, int | None]] = []

    def answer(self, commands: Sequence[str]) -> Answer:
        """Take ``a1`` ... as moves, ``back``, ``again`` (the user opens) and ``you`` (the machine opens)."""
        played: list[str] = []
        problem = ""
        for word in " ".join(commands).split():
            problem = self._obey(word, played)
            if problem:
                break
        rows = tuple("".join(self._cells[start : start + 3]) for start in (0, 3, 6))
        drawn = ["  1 2 3", *(f"{name} {' '.join(row)}" for name, row in zip("abc", rows, strict=True))]
        lines = (f"O: {' '.join(played) or '-'}", problem or self._status())
        pattern = r" *1 2 3\n(?:[abc] [XO.] [XO.] [XO.]\n){3}" + re.escape("\n".join(lines))
        return Answer(
            fence("\n".join((*drawn, *lines))),
            (
                content(
                    "board",
                    BoardParams(rows=rows, symbols="XO.", aliases=("_.", "-."), labels=tuple("abc123"), phrases=lines),
                ),
                BLOCK,
                form("pattern", PatternParams(pattern=pattern, means="the board, the answers and the status")),
            ),
        )

    def _status(self) -> str:
        if has_line(self._cells, "X"):
            return "X wins"
        if has_line(self._cells, "O"):
            return "O wins"
        return "Draw" if "." not in self._cells else "Your move"

    def _over(self) -> bool:
        return self._status() != "Your move"

    def _obey(self, word: str, played: list[str]) -> str:
        """Carry out one command; return what stands in its way."""
        if word in {"again", "you"}:
            self._cells, self._turns = ["."] * 9, []
            if word == "you":
                self._reply(None, played)
            return ""
        if word == "back":
            return self._back()
        cell = "abc".index(word[0]) * 3 + "123".index(word[1])
        if self._over():
            return "The game is over"
        if self._cells[cell] != ".":
            return f"{word} is taken"
        self._cells[cell] = "X"
        self._reply(cell, played)
        return ""

    def _back(self) -> str:
        if not self._turns:
            return "Nothing to take back"
        for cell in self._turns.pop():
            if cell is not None:
                self._cells[cell] = "."
        return ""

    def _reply(self, latest: int | None, played: list[str]) -> None:
        cell = None if self._over() else self.choice(self._cells, latest)
        if cell is not None:
            self._cells[cell] = "O"
            played.append("abc"[cell // 3] + "123"[cell % 3])
        if latest is not None:
            self._turns.append((latest, cell))

    @staticmethod
    def choice(cells: Sequence[str], latest: int | None) -> int:
        """Return where the machine plays: win, block, centre, corner opposite, corner, edge, in this order."""
        for mark in "OX":
            if (cell := finishing(cells, mark)) is not None:
                return cell
        if cells[CENTRE] == ".":
            return CENTRE
        if latest in CORNERS and cells[8 - latest] == ".":
            return 8 - latest
        return next(cell for cell in (*CORNERS, *EDGES) if cells[cell] == ".")
