"""Two chess tasks: a board that is kept and drawn, and an arbiter who answers questions about one position."""

import re
from collections.abc import Callable, Mapping, Sequence

from interplay.tracks.simulation.checks.board import BoardParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import BLOCK, plain_lines
from interplay_builders.tracks.simulation.families.chess.notation import move_of, san_of
from interplay_builders.tracks.simulation.families.chess.rules import START, Position
from interplay_builders.tracks.simulation.sessions import content, fence, form

SIDES = ("Black", "White")


class Board:
    """A board on which moves in algebraic notation are carried out."""

    def __init__(self) -> None:
        self._history = [Position.of(START)]

    def answer(self, commands: Sequence[str]) -> Answer:
        """Play moves, ``undo 2``, ``fen ...``; stop at the first move that is not possible."""
        refused = ""
        for command in commands:
            refused = self._obey(command)
            if refused:
                break
        position = self._history[-1]
        status = (_status(position), *((f"Not possible: {refused}",) if refused else ()))
        text = "\n".join((*(" ".join(row) for row in position.rows()), *status))
        pattern = r"(?:[KQRBNPkqrbnp.](?: [KQRBNPkqrbnp.]){7}\n){8}" + re.escape("\n".join(status))
        labels = tuple("abcdefghABCDEFGH12345678")
        params = BoardParams(rows=position.rows(), symbols="KQRBNPkqrbnp.", labels=labels, phrases=status)
        return Answer(
            fence(text),
            (
                content("board", params),
                BLOCK,
                form("pattern", PatternParams(pattern=pattern, means="eight ranks and the status")),
            ),
        )

    def _obey(self, command: str) -> str:
        """Carry out what one command asks; return the first move that is not possible."""
        verb, _, rest = command.partition(" ")
        if verb == "undo":
            keep = max(len(self._history) - int(rest), 1)
            del self._history[keep:]
        elif verb == "fen":
            self._history = [Position.of(rest)]
        else:
            return self._play(command)
        return ""

    def _play(self, moves: str) -> str:
        for text in (word for word in moves.split() if not re.fullmatch(r"\d+\.+", word)):
            position = self._history[-1]
            move = move_of(position, text)
            if move is None:
                return text
            self._history.append(position.after(move))
        return ""


def _status(position: Position) -> str:
    if not position.legal():
        return "Checkmate" if position.in_check() else "Stalemate"
    return f"{SIDES[position.white]} to move{', check' if position.in_check() else ''}"


class Arbiter:
    """Answers each question about a position in a line; nothing is remembered."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Answer questions; the first command is the position in FEN."""
        position = Position.of(commands[0])
        answers = tuple(_answered(position, question) for question in commands[1:])
        pattern = r"(?:legal|illegal|yes|no|none|\d+|[KQRBNOa-h][-KQRBNOa-h1-8x=+#]{1,8}(?: [-KQRBNOa-h1-8x=+#]{2,9})*"
        pattern += r"|[1-8KQRBNPkqrbnp/]{15,90} [wb] [-KQkq]{1,4} (?:-|[a-h][36]) \d+ \d+)"
        return plain_lines(
            answers, form("pattern", PatternParams(pattern=pattern, each_line=True, means="one bare answer a line"))
        )


def _answered(position: Position, question: str) -> str:
    verb, _, rest = question.partition(" ")
    return QUESTIONS[verb](position, rest)


def _sans(position: Position, source: str) -> str:
    names = sorted(san_of(position, move) for move in position.legal() if not source or str(move).startswith(source))
    return " ".join(names) or "none"


def _mates(position: Position, _rest: str) -> str:
    names = sorted(name for move in position.legal() if (name := san_of(position, move)).endswith("#"))
    return " ".join(names) or "none"


def _checks(position: Position, _rest: str) -> str:
    names = sorted(name for move in position.legal() if (name := san_of(position, move))[-1] in "+#")
    return " ".join(names) or "none"


def _fen(position: Position, rest: str) -> str:
    for text in rest.split():
        move = move_of(position, text)
        if move is None:
            raise ValueError(f"found the move {text!r} in {position.fen()}, expected a legal one")
        position = position.after(move)
    return position.fen()


QUESTIONS: Mapping[str, Callable[[Position, str], str]] = {
    "legal": lambda position, rest: "legal" if move_of(position, rest) else "illegal",
    "count": lambda position, _: str(len(position.legal())),
    "check": lambda position, _: "yes" if position.in_check() else "no",
    "moves": _sans,
    "mates": _mates,
    "checks": _checks,
    "fen": _fen,
}
