"""Hive positions with a forced win of 2 or 3 own turns, or with only few defences against one of 2.

``hive.tsv`` beside this file is the pool that positions are drawn from; ``_hive_pool`` made it by play and ``_hive``
solved it, by looking at every turn of both sides as many plies ahead as the position asks for. A turn is one decision
here (option ``flat_actions``). A seed chooses the positions, their order, and for each one of the twelve rotations and
reflections of the plane. A best turn is worth 1 where a win is asked for and any other 0; where a defence is asked for
they are worth 0 and -1. The tag ``depth-N`` has the plies.
"""

from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path

from interplay.core.randomness import Stream
from interplay.tracks.games.hive.position import State
from interplay.tracks.games.hive.rules import GAME
from interplay.tracks.games.hive.text import rules
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions._forced import Case, drawn, note, posed, read, renamed

POOL = Path(__file__).with_name("hive.tsv")
SHARES: Mapping[int, int] = {3: 40, 4: 25, 5: 37}
"""Positions by plies."""
OPTIONS: Mapping[str, int] = {"flat_actions": 1}
DRAW = " Surrounding both queens at once is a draw, not a win."


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the positions that *seed* draws from the pool."""
    stream = Stream("positions/hive", seed, "draw")
    for number, case in enumerate(drawn(read(POOL), SHARES, stream)):
        image = imaged(case, turns=stream.below(6), mirrored=bool(stream.below(2)))
        yield positioned(image, seed=seed, canary=canary, number=number)


def positioned(case: Case, *, seed: str = "pool", canary: str = "", number: int = 0) -> Position:
    """Return the position of a case."""

    def note_of(state: State) -> str:
        return note(case.plies, "turn", rules(state.limits)[1]) + DRAW

    setup = GAME.deal(seed, OPTIONS, "strict")
    return posed(GAME, setup, case, ("hive-surround", "hive-defence"), note_of, number=number, canary=canary)


def imaged(case: Case, *, turns: int, mirrored: bool) -> Case:
    """Return a case on a plane that is rotated by *turns* sixths, and then mirrored or not."""
    return renamed(case, lambda move: image_of(move, turns=turns, mirrored=mirrored))


def identity(row: Position) -> Hashable:
    """Return the first of the twelve images of what was played."""
    ways = [(turns, mirrored) for turns in range(6) for mirrored in (False, True)]
    return min(tuple(image_of(move, turns=turns, mirrored=flip) for (move,) in row.played) for turns, flip in ways)


def image_of(action_id: str, *, turns: int, mirrored: bool) -> str:
    """Return the id of the same turn on a plane that is rotated and mirrored about 0,0."""
    verb, _, rest = action_id.partition(":")
    if not rest:
        return action_id
    for sign in "@>":
        what, _, end = rest.partition(sign)
        if end:
            start = what if sign == "@" else _image(what, turns, mirrored=mirrored)
            return f"{verb}:{start}{sign}{_image(end, turns, mirrored=mirrored)}"
    raise ValueError(f"found {action_id!r}, expected a whole turn")


def _image(named: str, turns: int, *, mirrored: bool) -> str:
    q, r = map(int, named.split(","))
    for _ in range(turns):
        q, r = -r, q + r
    return f"{r},{q}" if mirrored else f"{q},{r}"
