"""The rules of chess: positions, attacks and legal moves. Squares are 0 (a1) to 63 (h8), eight to a rank."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import NamedTuple

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
STRAIGHT, OBLIQUE = ((1, 0), (0, 1), (-1, 0), (0, -1)), ((1, 1), (1, -1), (-1, -1), (-1, 1))
ROUND = (*STRAIGHT, *OBLIQUE)
_CORNER = {0: "Q", 7: "K", 56: "q", 63: "k", 4: "KQ", 60: "kq"}


class Move(NamedTuple):
    """From, to, and the piece a pawn turns into (a lower case letter, or nothing)."""

    source: int
    target: int
    promotion: str = ""

    def __str__(self) -> str:
        """Return ``e7e8q`` and the like."""
        return name_of(self.source) + name_of(self.target) + self.promotion


def name_of(square: int) -> str:
    """Return ``e4`` and the like."""
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def square_of(name: str) -> int:
    """Return the number of a square such as ``e4``."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


@dataclass(frozen=True, slots=True)
class Position:
    """A position; ``board`` has FEN letters and dots from a1 to h8.

    ``passant``: the square behind a pawn that has just moved two squares. ``halfmoves`` since the last capture or pawn
    move; ``number`` of the move.
    """

    board: str
    white: bool
    castling: str
    passant: int | None
    halfmoves: int
    number: int

    @classmethod
    def of(cls, fen: str) -> "Position":
        """Return the position that *fen* describes."""
        ranks, side, castling, passant, halfmoves, number = fen.split()
        for digit in "12345678":
            ranks = ranks.replace(digit, "." * int(digit))
        board = "".join(reversed(ranks.split("/")))
        square = None if passant == "-" else square_of(passant)
        return cls(board, side == "w", castling.replace("-", ""), square, int(halfmoves), int(number))

    def rows(self) -> tuple[str, ...]:
        """Return the ranks from 8 to 1."""
        return tuple(self.board[start : start + 8] for start in range(56, -1, -8))

    def fen(self) -> str:
        """Return the position in FEN; the en passant square stands there whether or not a pawn can capture."""
        ranks = "/".join(self.rows())
        for count in range(8, 0, -1):
            ranks = ranks.replace("." * count, str(count))
        passant = "-" if self.passant is None else name_of(self.passant)
        side = "w" if self.white else "b"
        return f"{ranks} {side} {self.castling or '-'} {passant} {self.halfmoves} {self.number}"

    def in_check(self) -> bool:
        """Return whether the side to move is in check."""
        return self.attacked(self.board.index("K" if self.white else "k"), by_white=not self.white)

    def legal(self) -> tuple[Move, ...]:
        """Return all legal moves."""
        return tuple(move for move in self.pseudo() if self.after(move)._safe())

    def allows(self, move: Move) -> bool:
        """Return whether a move of a piece other than a pawn is legal, castling left out."""
        return move.target in self._reach(move.source) and not self._is_mine(move.target) and self.after(move)._safe()

    def captures(self, move: Move) -> bool:
        """Return whether a move takes something."""
        pawn = self.board[move.source] in "Pp"
        return self.board[move.target] != "." or (pawn and move.target == self.passant)

    def after(self, move: Move) -> "Position":
        """Return the position after a move, which is not examined."""
        cells, piece = list(self.board), self.board[move.source]
        pawn, steps = piece in "Pp", move.target - move.source
        if pawn and move.target == self.passant:
            cells[move.target + (-8 if self.white else 8)] = "."
        if piece in "Kk" and abs(steps) == 2:
            corner = move.source + (3 if steps > 0 else -4)
            cells[(move.source + move.target) // 2], cells[corner] = cells[corner], "."
        promoted = move.promotion.upper() if self.white else move.promotion
        cells[move.source], cells[move.target] = ".", promoted or piece
        lost = _CORNER.get(move.source, "") + _CORNER.get(move.target, "")
        return Position(
            board="".join(cells),
            white=not self.white,
            castling="".join(right for right in self.castling if right not in lost),
            passant=(move.source + move.target) // 2 if pawn and abs(steps) == 16 else None,
            halfmoves=0 if pawn or self.captures(move) else self.halfmoves + 1,
            number=self.number + (not self.white),
        )

    def _safe(self) -> bool:
        """Return whether the side that has just moved has not left its king in check."""
        return not self.attacked(self.board.index("k" if self.white else "K"), by_white=self.white)

    def _is_mine(self, square: int) -> bool:
        piece = self.board[square]
        return piece != "." and piece.isupper() == self.white

    def pseudo(self) -> Iterator[Move]:
        """Yield the moves of all pieces, whether or not they leave the king in check."""
        for square, piece in enumerate(self.board):
            if not self._is_mine(square):
                continue
            if piece in "Pp":
                yield from self._pawn(square)
            else:
                yield from (Move(square, target) for target in self._reach(square) if not self._is_mine(target))
            if piece in "Kk":
                yield from self._castles(square)

    def _reach(self, square: int) -> Iterator[int]:
        """Yield the squares a piece other than a pawn attacks, own pieces included."""
        kind = self.board[square].lower()
        steps = {"n": KNIGHT, "b": OBLIQUE, "r": STRAIGHT}.get(kind, ROUND)
        for step in steps:
            here = _moved(square, step)
            while here is not None:
                yield here
                here = None if kind in "nk" or self.board[here] != "." else _moved(here, step)

    def _pawn(self, square: int) -> Iterator[Move]:
        up = 1 if self.white else -1
        targets = []
        if self.board[square + 8 * up] == ".":
            targets.append(square + 8 * up)
            if square // 8 == (1 if self.white else 6) and self.board[square + 16 * up] == ".":
                targets.append(square + 16 * up)
        for side in (-1, 1):
            target = _moved(square, (side, up))
            taken = target is not None and self.board[target] != "." and not self._is_mine(target)
            if target is not None and (taken or target == self.passant):
                targets.append(target)
        for target in targets:
            promotions = "qrbn" if target // 8 in {0, 7} else ("",)
            yield from (Move(square, target, promotion) for promotion in promotions)

    def _castles(self, square: int) -> Iterator[Move]:
        for right, between, crossed in (("K", (5, 6), (4, 5)), ("Q", (1, 2, 3), (4, 3))):
            name, base = (right, 0) if self.white else (right.lower(), 56)
            free = all(self.board[base + offset] == "." for offset in between)
            if name in self.castling and free and not self._any_attacked(base, crossed):
                yield Move(square, square + (2 if right == "K" else -2))

    def _any_attacked(self, base: int, places: tuple[int, ...]) -> bool:
        return any(self.attacked(base + offset, by_white=not self.white) for offset in places)

    def attacked(self, square: int, *, by_white: bool) -> bool:
        """Return whether a piece of that side reaches *square*: look outwards from it."""
        for line, kinds in _lines(square, by_white=by_white):
            piece = next((piece for here in line if (piece := self.board[here]) != "."), ".")
            if piece in kinds:
                return True
        return False


@cache
def _lines(square: int, *, by_white: bool) -> tuple[tuple[tuple[int, ...], str], ...]:
    """Return the squares in each direction from one, near ones first, and the pieces that reach it along them."""
    down = -1 if by_white else 1
    looks = ((KNIGHT, "n", 1), (ROUND, "k", 1), (((-1, down), (1, down)), "p", 1))
    rays = ((STRAIGHT, "rq", 7), (OBLIQUE, "bq", 7))
    return tuple(
        (tuple(islice(_line(square, step), most)), kinds.upper() if by_white else kinds)
        for steps, kinds, most in (*looks, *rays)
        for step in steps
    )


def _line(square: int, step: tuple[int, int]) -> Iterator[int]:
    while (here := _moved(square, step)) is not None:
        yield here
        square = here


@cache
def _moved(square: int, step: tuple[int, int]) -> int | None:
    file, rank = square % 8 + step[0], square // 8 + step[1]
    return 8 * rank + file if 0 <= file < 8 and 0 <= rank < 8 else None
