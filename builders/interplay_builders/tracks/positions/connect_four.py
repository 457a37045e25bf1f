"""Connect Four positions of 8 to 30 discs with the outcome of every open column: 1 a win, 0 a draw, -1 a loss.

Two pools stand beside this file, a position a line: moves from the empty board, then a score for each of columns 1 to 7
(``-`` where full), with an exact solver. ``tests/games/connect_four/label_positions.py`` made them; with ``--check`` it
computes all of it again. A seed chooses positions, their order, and for each whether left and right are exchanged.

A score is positive where the player to move wins: 22 less the number of own discs at the end; 0 is a draw; a loss
is the negative of what the other scores. So its sign is the outcome. How soon it comes does not count, as it does not
in the game. ``depth`` is how many plies must be foreseen to tell the moves with the best outcome from the others: those
until the quickest win if the position is won, otherwise those until the slowest of the losses that a wrong move allows.

``hard`` (300 of 600): nobody can win at once; one column keeps the outcome and all others spoil it; the win is at least
9 plies away, or at least two of the wrong columns lose after 9 plies or more. Where more than one of the rules of
``rules.connect_four`` finds the column, a position was kept for 3 in 10 places only.

``easy`` (100 of 687): a depth of 12 at most; half of them 1 or 2.
"""

from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.connect_four.bitboard import COLUMNS, completing, landing, landings
from interplay.tracks.games.connect_four.rules import GAME
from interplay.tracks.positions.records import Position, Split
from interplay_builders.tracks.positions._texts import TEXTS
from interplay_builders.tracks.positions.compose import position

HARD, SHALLOW, DEEPER = 300, 50, 50
"""Hard positions, and easy ones that need 1 or 2 plies, and more."""
SHALLOWEST, HARDEST = 2, 9
EASY_POOL = Path(__file__).with_name("connect_four.tsv")
HARD_POOL = Path(__file__).with_name("connect_four_hard.tsv")
NOTE = TEXTS["connect_four"]["note"]
METHOD = "Exact solution by alpha-beta search to the end of the game: 1 the player to move wins, 0 a draw, -1 a loss."


class Labelled(Struct, frozen=True):
    """A position, as columns played from the empty board, and the score of each column; ``None`` where it is full."""

    moves: tuple[int, ...]
    scores: tuple[int | None, ...]

    @property
    def valued(self) -> tuple[tuple[int, int], ...]:
        """Return the open columns with their scores, from left to right."""
        return tuple((column, score) for column, score in enumerate(self.scores, 1) if score is not None)

    @property
    def outcomes(self) -> tuple[tuple[int, int], ...]:
        """Return the open columns with 1 for a win, 0 for a draw and -1 for a loss."""
        return tuple((column, (score > 0) - (score < 0)) for column, score in self.valued)

    def mirrored(self) -> "Labelled":
        """Return the position with left and right exchanged."""
        return Labelled(tuple(COLUMNS + 1 - column for column in self.moves), self.scores[::-1])


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the positions that *seed* draws from the pool."""
    chosen = _drawn(Stream("positions/connect_four", seed, "draw"))
    for number, (split, labelled) in enumerate(chosen):
        yield posed(labelled, split, seed=seed, canary=canary, number=number)


def posed(labelled: Labelled, split: Split, *, seed: str = "pool", canary: str = "", number: int = 0) -> Position:
    """Return the position of a line of a pool."""
    return position(
        GAME,
        GAME.deal(seed, {"opening_plies": 0}, "strict"),
        [(column,) for column in labelled.moves],
        len(labelled.moves) % 2,
        labelled.outcomes,
        number=number,
        canary=canary,
        split=split,
        kind=kind(labelled),
        tags=(f"depth-{depth(labelled)}",),
        method=METHOD,
        note=NOTE,
    )


def identity(row: Position) -> Hashable:
    """Return the board of a position, or its mirror image where that is smaller."""
    moves = [int(column) for (column,) in row.played]
    return min(discs_after(moves), discs_after([COLUMNS + 1 - column for column in moves]))


def pool(file: Path) -> list[Labelled]:
    """Return the labelled positions of a file as committed; raise ``ValueError`` for any other line."""
    return [_read(line) for line in file.read_text(encoding="utf-8").splitlines()]


def written(labelled: Labelled) -> str:
    """Return a line of the pool."""
    scores = ["-" if score is None else str(score) for score in labelled.scores]
    return "\t".join(("".join(map(str, labelled.moves)), *scores))


def depth(labelled: Labelled) -> int:
    """Return the plies to foresee, as the module defines them."""
    scores = [score for _, score in labelled.valued]
    played = len(labelled.moves)
    if max(scores) > 0:
        return _discs_at_end(22 - max(scores), played % 2) - played
    return max(_discs_at_end(22 + score, 1 - played % 2) - played for score in scores if score < 0)


def is_hard(labelled: Labelled) -> bool:
    """Return whether one column alone keeps the outcome, and what follows from the others is far away."""
    outcomes = [outcome for _, outcome in labelled.outcomes]
    best, played = max(outcomes), len(labelled.moves)
    if kind(labelled) in {"must-win", "must-block"} or outcomes.count(best) > 1 or len(set(outcomes)) == 1:
        return False
    if best > 0:
        return depth(labelled) >= HARDEST
    losses = [_discs_at_end(22 + score, 1 - played % 2) - played for _, score in labelled.valued if score < 0]
    return sum(plies >= HARDEST for plies in losses) > 1


def kind(labelled: Labelled) -> str:
    """Return ``must-win`` where a move wins at once, ``must-block`` where the other could, else what is to be had.

    That is ``only-win`` where the position is won, and ``only-defence`` where it is not.
    """
    first, second = discs_after(labelled.moves)
    mine, other = (second, first) if len(labelled.moves) % 2 else (first, second)
    reachable = landings(mine | other)
    if completing(mine, mine | other) & reachable:
        return "must-win"
    if completing(other, mine | other) & reachable:
        return "must-block"
    return "only-win" if max(score for _, score in labelled.valued) > 0 else "only-defence"


def discs_after(moves: Sequence[int]) -> tuple[int, int]:
    """Return the bitboards of both players after *moves*, columns 1 to 7 from the empty board."""
    sides = [0, 0]
    for ply, column in enumerate(moves):
        sides[ply % 2] |= landing(sides[0] | sides[1], column)
    return sides[0], sides[1]


def _discs_at_end(number: int, seat: int) -> int:
    """Return the discs on the board when *seat* wins with its disc number *own*."""
    return 2 * number - 1 + seat


def _drawn(stream: Stream) -> list[tuple[Split, Labelled]]:
    """Return the positions with their splits, in random order and each as it is or mirrored."""
    easy, hard = pool(EASY_POOL), pool(HARD_POOL)
    chosen: list[tuple[Split, Labelled]] = [("hard", labelled) for labelled in stream.sample(hard, HARD)]
    for number, shallow in ((SHALLOW, True), (DEEPER, False)):
        group = [labelled for labelled in easy if (depth(labelled) <= SHALLOWEST) == shallow]
        chosen += [("easy", labelled) for labelled in stream.sample(group, number)]
    return [(split, p.mirrored() if stream.below(2) else p) for split, p in stream.shuffled(chosen)]


def _read(line: str) -> Labelled:
    moves, *scores = line.split("\t")
    if len(scores) != COLUMNS or not moves.isdigit():
        raise ValueError(f"found {line!r}, expected moves and {COLUMNS} scores")
    return Labelled(tuple(map(int, moves)), tuple(None if score == "-" else int(score) for score in scores))
