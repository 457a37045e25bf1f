"""Santorini positions with a forced win of 2 to 4 own turns, or with only few defences against one of 2 or 3.

``santorini.tsv`` beside this file is the pool that positions are drawn from; ``_santorini_pool`` made it by play and
``_santorini`` solved it, by looking at every turn of both sides as many plies ahead as the position asks for. A seed
chooses the positions, their order, and for each one of the eight rotations and reflections of the grid. A best action
is worth 1 where a win is asked for and any other 0; where a defence is asked for they are worth 0 and -1. The tag
``depth-N`` has the plies.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from pathlib import Path

from interplay.core.randomness import Stream
from interplay.tracks.games.santorini.grid import DIRECTIONS, PLACES, SIZE, TURNS
from interplay.tracks.games.santorini.rules import GAME
from interplay.tracks.games.santorini.text import TOPICS
from interplay.tracks.positions.records import Position, Split
from interplay_builders.tracks.positions._forced import Case, drawn, note, posed, read, renamed

POOL = Path(__file__).with_name("santorini.tsv")
SHARES: Mapping[int, int] = {3: 33, 4: 19, 5: 33, 6: 4, 7: 12}
"""Positions by plies."""
Image = Callable[[int, int], tuple[int, int]]
IMAGES: tuple[Image, ...] = (
    lambda r, c: (r, c),
    lambda r, c: (c, -r),
    lambda r, c: (-r, -c),
    lambda r, c: (-c, r),
    lambda r, c: (r, -c),
    lambda r, c: (-r, c),
    lambda r, c: (c, r),
    lambda r, c: (-c, -r),
)
"""Rotations and reflections of rows and columns that are counted from the middle of the grid."""


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the positions that *seed* draws from the pool."""
    stream = Stream("positions/santorini", seed, "draw")
    for number, case in enumerate(drawn(read(POOL), SHARES, stream)):
        yield positioned(imaged(case, stream.choice(IMAGES)), seed=seed, canary=canary, number=number)


def positioned(case: Case, split: Split = "hard", *, seed: str = "pool", canary: str = "", number: int = 0) -> Position:
    """Return the position of a case."""
    setup, kinds = GAME.deal(seed, {}, "strict"), ("santorini-win", "santorini-defence")
    return posed(
        GAME, setup, case, kinds, lambda _: note(case.plies, "turn", TOPICS), split=split, number=number, canary=canary
    )


def imaged(case: Case, image: Image) -> Case:
    """Return a case on a grid that is rotated or reflected."""
    return renamed(case, lambda move: image_of(move, image))


def identity(row: Position) -> Hashable:
    """Return the first of the eight images of what was played."""
    return min(tuple(image_of(move, image) for (move,) in row.played) for image in IMAGES)


def image_of(action_id: str, image: Image) -> str:
    """Return the id of the same action on a grid that is rotated or reflected."""
    if action_id in PLACES:
        middle = SIZE // 2
        row, column = image(PLACES[action_id] // SIZE - middle, PLACES[action_id] % SIZE - middle)
        return f"place_{row + middle}_{column + middle}"
    turn, changes = TURNS[action_id], list(DIRECTIONS.values())
    names = dict(zip(changes, DIRECTIONS, strict=True))
    return f"move_{names[image(*changes[turn.step])]}_build_{names[image(*changes[turn.build])]}"
