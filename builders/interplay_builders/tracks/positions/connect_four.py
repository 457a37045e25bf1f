"""Connect Four positions of 8 to 30 discs with the exact score of every open column.

``connect_four.tsv`` beside this file is the pool that positions are drawn from: moves from the empty board, then the
scores of columns 1 to 7 (``-`` where full). ``tests/games/connect_four/label_positions.py`` made it with an exact
solver; with ``--check`` it computes all of it again. A seed chooses 200 positions of each difficulty, their order, and
for each whether left and right are exchanged.

A score is positive where the player to move wins: 22 less the number of own discs at the end; 0 is a draw; a loss
is the negative of what the other scores. So its sign is the outcome, and sooner wins score higher. ``depth`` is how
many plies must be foreseen to tell the moves with the best outcome from the others: those until the quickest win if
the position is won, otherwise those until the slowest of the losses that a wrong move allows. ``easy`` is a depth of 1
or 2, ``medium`` 3 to 12, ``hard`` more.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.connect_four.bitboard import COLUMNS, completing, landing, landings
from interplay.tracks.games.connect_four.rules import GAME
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.compose import position

Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard")
EACH = 200
LABELS = Path(__file__).with_name("connect_four.tsv")
METHOD = (
    "Exact solution by alpha-beta search to the end of the game. Positive: the player to move wins; 22 less the number "
    "of own discs at the end. Zero: a draw. Negative: a loss, likewise by the other's discs. Its sign is the outcome."
)


class Labelled(Struct, frozen=True):
    """A position, as columns played from the empty board, and the score of each column; ``None`` where it is full."""

    moves: tuple[int, ...]
    scores: tuple[int | None, ...]

    @property
    def valued(self) -> tuple[tuple[int, int], ...]:
        """Return the open columns with their scores, from left to right."""
        return tuple((column, score) for column, score in enumerate(self.scores, 1) if score is not None)

    def mirrored(self) -> "Labelled":
        """Return the position with left and right exchanged."""
        return Labelled(tuple(COLUMNS + 1 - column for column in self.moves), self.scores[::-1])


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the positions that *seed* draws from the pool."""
    setup = GAME.deal(seed, {"opening_plies": 0}, "strict")
    chosen = _drawn(Stream("positions/connect_four", seed, "draw"))
    for number, labelled in enumerate(chosen):
        values = labelled.valued
        scores = [score for _, score in values]
        yield position(
            GAME,
            setup,
            [(column,) for column in labelled.moves],
            len(labelled.moves) % 2,
            values,
            number=number,
            canary=canary,
            split="hard" if difficulty(labelled) == "hard" else "easy",
            kind=kind(labelled),
            tags=(f"depth-{depth(labelled)}"),
            penalty=max(scores) - min(scores),
            method=METHOD,
        )


def pool() -> list[Labelled]:
    """Return the labelled positions as committed; raise ``ValueError`` for any other line."""
    return [_read(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]


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


def difficulty(labelled: Labelled) -> Difficulty:
    """Return the difficulty, as the module defines it."""
    plies = depth(labelled)
    return "easy" if plies <= 2 else "medium" if plies <= 12 else "hard"


def kind(labelled: Labelled) -> str:
    """Return ``must-win`` where a move wins at once, ``must-block`` where the other could, else ``quiet``."""
    first, second = discs_after(labelled.moves)
    own, other = (second, first) if len(labelled.moves) % 2 else (first, second)
    reachable = landings(own | other)
    if completing(own, own | other) & reachable:
        return "must-win"
    return "must-block" if completing(other, own | other) & reachable else "quiet"


def discs_after(moves: Sequence[int]) -> tuple[int, int]:
    """Return the bitboards of both players after *moves*, columns 1 to 7 from the empty board."""
    sides = [0, 0]
    for ply, column in enumerate(moves):
        sides[ply % 2] |= landing(sides[0] | sides[1], column)
    return sides[0], sides[1]


def _discs_at_end(own: int, seat: int) -> int:
    """Return the discs on the board when *seat* wins with its disc number *own*."""
    return 2 * own - 1 + seat


def _drawn(stream: Stream) -> list[Labelled]:
    """Return as many of each difficulty, in random order and each as it is or mirrored."""
    labelled = pool()
    chosen = [p for d in DIFFICULTIES for p in stream.sample([q for q in labelled if difficulty(q) == d], EACH)]
    return [p.mirrored() if stream.below(2) else p for p in stream.shuffled(chosen)]


def _read(line: str) -> Labelled:
    moves, *scores = line.split("\t")
    if len(scores) != COLUMNS or not moves.isdigit():
        raise ValueError(f"{LABELS.name}: found {line!r}, expected moves and {COLUMNS} scores")
    return Labelled(tuple(map(int, moves)), tuple(None if score == "-" else int(score) for score in scores))
