"""A chess arbiter who lists all legal moves after a game that is given in algebraic notation."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.families.chess.notation import move_of, san_of
from interplay_builders.tracks.simulation.families.chess.rules import START, Move, Position
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import Turn, any_order, session
from interplay_builders.tracks.simulation.hard.words import phrase, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__)
TASK = task_of(TEXTS, "chess-club-arbiter", "legal_moves")
PLIES = {1: (4, 8), 2: (8, 16), 3: (14, 34), 4: (24, 56)}
"""Of each level: the half moves at the first request and at the last one, at least."""
OPENINGS = (
    "e4 e5 Nf3 Nc6", "d4 d5 c4 e6", "e4 c5 Nf3 d6", "d4 Nf6 c4 g6", "e4 e6 d4 d5", "c4 e5 Nc3 Nf6", "e4 c6 d4 d5",
    "Nf3 d5 g3 Nf6", "e4 e5 f4 exf4", "d4 f5 g3 Nf6", "e4 d5 exd5 Qxd5", "e4 Nf6 e5 Nd5", "d4 d5 Bf4 Nf6",
    "e4 d6 d4 g6",
)  # fmt: skip
LEAST = 10
"""Legal moves in the last position, so that few answers are a list of three moves out of a check."""
WORTH = {".": 0, "p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}
PIECES = {"N": "with the knights", "B": "with the bishops", "": "with any piece"}


def _choice(chance: Stream, position: Position) -> Move:
    """Return a move of a player who likes taking, forward moves and checks, and rarely leaves things hanging."""
    moves = position.legal()
    bounds = list(accumulate(_weight(position, move) for move in moves))
    return moves[bisect_right(bounds, chance.below(bounds[-1]))]


def _weight(position: Position, move: Move) -> int:
    piece, target = position.board[move.source].lower(), position.board[move.target].lower()
    after = position.after(move)
    risk = WORTH[piece] > WORTH[target] and after.attacked(move.target, by_white=after.white)
    weight = 4 + 8 * WORTH[target] + (6 if after.in_check() else 0) + (4 if piece in "nbp" else 0)
    return 1 if risk or (piece in "kr" and abs(move.target - move.source) != 2) else weight


def _game(chance: Stream, plies: tuple[int, int]) -> tuple[list[Position], list[str]]:
    """Return the positions and moves of a game that is not over and has a little more than the last of *plies*."""
    while True:
        positions, names = [Position.of(START)], list[str]()
        opening = chance.choice(OPENINGS).split()
        for ply in range(plies[1] + chance.below(4)):
            position = positions[-1]
            if not position.legal() or set(position.board) <= set(".kK"):
                break
            move = move_of(position, opening[ply]) if ply < len(opening) else _choice(chance, position)
            if move is None:
                raise ValueError(f"found {opening[ply]} in the opening {' '.join(opening)}, expected a legal move")
            names.append(san_of(position, move))
            positions.append(position.after(move))
        if len(names) >= plies[1] and len(positions[-1].legal()) >= LEAST:
            return positions, names


def _written(names: list[str], start: int) -> str:
    """Return moves with their numbers; *start* is how many half moves were before."""
    parts = list[str]()
    for ply, name in enumerate(names, start):
        parts.append(f"{ply // 2 + 1}.{name}" if ply % 2 == 0 else name if parts else f"{ply // 2 + 1}...{name}")
    return " ".join(parts)


def legal(position: Position, piece: str = "") -> list[str]:
    """Return the legal moves in algebraic notation, sorted, all or those of a kind of piece."""
    return sorted(san for move in position.legal() if (san := san_of(position, move)).startswith(piece))


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue in which a game goes on and legal moves are asked for twice."""
    positions, names = _game(chance, PLIES[level])
    first, last = PLIES[level][0], len(names)
    turns = list[Turn]()
    for start, end, wordings in ((0, first, TEXTS["first"]), (first, last, TEXTS["next"])):
        position = positions[end]
        piece = chance.choice([p for p in ("N", "B", "") if legal(position, p)]) if level == 1 and start == 0 else ""
        piece = next(p for p in ("N", "B", "") if legal(position, p)) if level == 1 and start else piece
        side = "White" if position.white else "Black"
        request = phrase(chance, wordings, moves=_written(names[start:end], start), side=side, what=PIECES[piece])
        turns.append((request, "\n".join(legal(position, piece))))
    return session(TASK, turns, _near(positions[-1], turns[-1][1]), any_order(turns[-1][1]))


def _near(position: Position, printed: str) -> Iterator[str]:
    """Yield the list without marks, without a move, with one that is not legal, with a castling."""
    rows = printed.split("\n")
    yield printed.replace("+", "").replace("#", "")
    yield printed.replace("x", "")
    pinned = [move for move in position.pseudo() if move not in position.legal()]
    yield "\n".join((*rows, *(san_of(position, move) for move in pinned[:1])))
    yield "\n".join(rows[:-1])
    yield "\n".join((*rows, "O-O" if "O-O" not in rows else "O-O-O"))


FAMILY = Family(dialogue)
