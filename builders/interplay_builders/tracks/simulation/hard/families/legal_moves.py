"""A chess arbiter who lists all legal moves after a game that is given in algebraic notation."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.families.chess.notation import move_of, san_of
from interplay_builders.tracks.simulation.families.chess.rules import START, Move, Position
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import Turn, any_order, session
from interplay_builders.tracks.simulation.hard.words import Speaker, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__)
TASK = task_of(TEXTS, "chess-club-arbiter", "legal_moves")
SIZES = {1: (1, 6, 14), 2: (3, 10, 44), 3: (8, 10, 46), 4: (22, 10, 46)}
"""Of each level: boards, and half moves at the first request and at the last one, at least."""
OPENINGS = (
    "e4 e5 Nf3 Nc6", "d4 d5 c4 e6", "e4 c5 Nf3 d6", "d4 Nf6 c4 g6", "e4 e6 d4 d5", "c4 e5 Nc3 Nf6", "e4 c6 d4 d5",
    "Nf3 d5 g3 Nf6", "e4 e5 f4 exf4", "d4 f5 g3 Nf6", "e4 d5 exd5 Qxd5", "e4 Nf6 e5 Nd5", "d4 d5 Bf4 Nf6",
    "e4 d6 d4 g6",
)  # fmt: skip
LEAST = 10
"""Legal moves in the last position, so that few answers are a list of three moves out of a check."""
WORTH = {".": 0, "p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}
KINDS = {"N": "with the knights", "B": "with the bishops", "Q": "with the queen", "R": "with the rooks"}
FEW = (5, 9)
"""Moves of a kind of piece whose replies are counted at the second level."""
VARIETY = {2: 3, 3: 6, 4: 6}
"""Different numbers of replies at a board, at least."""


def _choice(chance: Stream, position: Position, moves: Sequence[Move]) -> Move:
    """Return a move of a player who likes taking, forward moves and checks, and rarely leaves things hanging."""
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
            if not (moves := position.legal()) or set(position.board) <= set(".kK"):
                break
            move = move_of(position, opening[ply]) if ply < len(opening) else _choice(chance, position, moves)
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


def counted(position: Position, piece: str = "") -> list[str]:
    """Return the legal moves, each with the number of legal replies that it leaves."""
    moves = [(san_of(position, move), move) for move in position.legal()]
    return sorted(f"{san} {len(position.after(move).legal())}" for san, move in moves if san.startswith(piece))


def _board(chance: Stream, level: int) -> tuple[list[Position], list[str], str]:
    """Return a game, and the kind of piece that is asked for at its end, or nothing for all of them."""
    _, *plies = SIZES[level]
    while True:
        positions, names = _game(chance, (plies[0], plies[1]))
        for kind in chance.shuffled(list(KINDS)) if level == 2 else ("",):
            rows = counted(positions[-1], kind)
            numbers = {row.split()[-1] for row in rows}
            if len(numbers) >= VARIETY.get(level, 1) and (level != 2 or FEW[0] <= len(rows) <= FEW[1]):
                return positions, names, kind


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue in which games go on: legal moves are asked for, later (from level 2) their replies, too."""
    (boards, first, _), speaker = SIZES[level], Speaker(TEXTS, chance)
    games = [_board(chance, level) for _ in range(boards)]
    early, ends = games[0][0][first], [positions[-1] for positions, *_ in games]
    moves = list[str]()
    for start, end in ((0, first), (first, 99)):
        parts = [_written(names[start:end], start) for _, names, _ in games]
        moves.append(parts[0] if boards == 1 else "".join(f"\n{n}: {part}" for n, part in enumerate(parts, 1)))
    rows = legal(ends[0]) if level == 1 else counted(ends[0], games[0][2])
    if boards > 1:
        rows = [f"{number} {row}" for number, position in enumerate(ends, 1) for row in counted(position)]
    first_key, last_key = ("first", "next" if level == 1 else "count") if boards == 1 else ("many", "count_many")
    what = KINDS.get(games[0][2], "")
    turns: list[Turn] = [
        (speaker.phrase(first_key, moves=moves[0], side=_side(early), n=boards), "\n".join(legal(early))),
        (speaker.phrase(last_key, moves=moves[1], side=_side(ends[0]), what=what, n=boards), "\n".join(rows)),
    ]
    return session(TASK, turns, _near(ends[-1], rows, level), any_order(turns[-1][1]))


def _side(position: Position) -> str:
    return "White" if position.white else "Black"


def _near(position: Position, rows: list[str], level: int) -> Iterator[str]:
    """Yield the list without marks, without a move, with one that is not legal, with a castling; with a wrong count."""
    printed = "\n".join(rows)
    yield printed.replace("+", "").replace("#", "")
    yield printed.replace("x", "")
    yield "\n".join(rows[:-1])
    if level > 1:
        move, number = rows[0].rsplit(" ", 1)
        yield "\n".join((f"{move} {int(number) + 1}", *rows[1:]))
        yield "\n".join(row.rsplit(" ", 1)[0] for row in rows)
    pinned = [move for move in position.pseudo() if move not in position.legal()]
    yield "\n".join((*rows, *(san_of(position, move) for move in pinned[:1])))
    yield "\n".join((*rows, "O-O" if "O-O" not in rows else "O-O-O"))


FAMILY = Family(dialogue)
