"""A player of Black who follows a recipe from a fixed endgame, and says only moves and what the men are worth."""

from collections.abc import Sequence
from types import MappingProxyType

from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import fenced_lines
from interplay_builders.tracks.simulation.families.chess.notation import move_of, san_of
from interplay_builders.tracks.simulation.families.chess.rules import Move, Position
from interplay_builders.tracks.simulation.sessions import form

ENDGAME = "2r3k1/pp4pp/6b1/8/8/5N2/1P3PPP/3R2K1 w - - 0 1"
WORTH = MappingProxyType({"p": 1, "n": 3, "b": 3, "r": 5, "q": 9})
LAST = 10
"""The worth of the king where it takes: it does so last."""
REFUSED = "refused"


def choice(position: Position) -> Move | None:
    """Return Black's move by the recipe, or nothing where there is none; promotions to a queen only."""
    moves = (move for move in position.legal() if move.promotion in {"", "q"})
    return min(moves, key=lambda move: (*_urgency(position, move), str(move)), default=None)


def worth(position: Position) -> str:
    """Return the worth of White's and Black's men, such as ``12:9``, kings left out."""
    white, black = (
        sum(value * position.board.count(man) for man, value in zip(men, WORTH.values(), strict=True))
        for men in ("PNBRQ", "pnbrq")
    )
    return f"{white}:{black}"


def _urgency(position: Position, move: Move) -> tuple[int, int, int]:
    """Return what the recipe compares, the least first: its step, and the preference within the step."""
    after, man = position.after(move), position.board[move.source]
    if after.in_check() and not after.legal():
        return 1, 0, 0
    if position.captures(move):
        taken = position.board[move.target].lower()
        return 2, -WORTH["p" if taken == "." else taken], WORTH.get(man, LAST)
    if move.promotion:
        return 3, 0, 0
    if after.in_check() and not _can_be_taken(after, move.target):
        return 4, 0, 0
    return (5, move.source // 8, 0) if man == "p" else (6, 0, 0)


def _can_be_taken(position: Position, square: int) -> bool:
    """Return whether some legal move takes the man on a square, in passing or not."""
    man = position.board[square]
    return any(position.after(move).board[square] != man for move in position.legal())


class EndgamePlayer:
    """Plays Black against the user's White."""

    def __init__(self) -> None:
        self._turns = [Position.of(ENDGAME)]
        self._sheet: list[str] = []

    def answer(self, commands: Sequence[str]) -> Answer:
        """Answer moves in algebraic notation, ``back`` and ``sheet``, a line each."""
        lines = tuple(self._line(word) for command in commands for word in command.split())
        move = r"(?:[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|(?:[a-h]x)?[a-h][1-8](?:=[QRBN])?)[+#]?"
        pattern = rf"(?:{move}|-|back) \d+:\d+|refused|empty|(?:\d+\. {move}(?: {move})?)(?: \d+\. {move}(?: {move})?)*"
        return fenced_lines(
            lines, form("pattern", PatternParams(pattern=pattern, each_line=True, means="a line of the player"))
        )

    def _line(self, word: str) -> str:
        if word == "sheet":
            return " ".join(f"{number}. {moves}" for number, moves in enumerate(self._sheet, 1)) or "empty"
        if word == "back":
            return self._back()
        position = self._turns[-1]
        move = move_of(position, word) if position.white else None
        return REFUSED if move is None else self._turn(position, move)

    def _back(self) -> str:
        if not self._sheet:
            return REFUSED
        self._turns.pop()
        self._sheet.pop()
        return f"back {worth(self._turns[-1])}"

    def _turn(self, position: Position, move: Move) -> str:
        """Carry out a move of White, and answer it unless it has ended the game."""
        after = position.after(move)
        reply = choice(after)
        theirs, mine = san_of(position, move), "" if reply is None else san_of(after, reply)
        self._turns.append(after if reply is None else after.after(reply))
        self._sheet.append(f"{theirs} {mine}".rstrip())
        return f"{mine or '-'} {worth(self._turns[-1])}"
