"""The split ``deep``: positions in which looking two plies ahead, or at a few samples, is no better than chance.

Each game has a pool of ``SETS`` sets of ``EACH`` positions beside its module, one position a line, made by

    python -m tests.positions.deep.pool GAME

from matches that no other pool uses. A seed takes one whole set, so that a draw can take another one, and what holds of
the positions of a set together holds of every draw. In each set the best and the worst move of a player that looks
hardly ahead (``tests.positions.deep.shallow``), and those of its ranks between them, lose about as much as a random
move: neither following it nor doing the opposite gains.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from interplay.core.randomness import Stream
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions import (
    _hanabi_ends,
    _holdem_spots,
    arctic_scavengers,
    are_you_the_traitor,
    connect_four,
    hanabi,
    holdem,
    santorini,
    sea_battle,
    two_rooms_and_a_boom,
)
from interplay_builders.tracks.positions._forced import Case, read

DEEP: Final = "deep"
EACH, SETS = 20, 2
Pose = Callable[[Any, int, str, Stream], Position]
"""Make a position of what a line of a pool has, a number, the canary, and what turns or renames it."""


def positions(game: str, seed: str, canary: str, first: int) -> Iterator[Position]:
    """Yield the positions of *game* that *seed* draws, numbered from *first*; none where it has no pool."""
    if game in POSES:
        cases, pose = POSES[game]
        stream = Stream("positions/deep", seed, game)
        start = EACH * stream.below(SETS)
        for number, case in enumerate(stream.shuffled(cases(file_of(game))[start : start + EACH]), first):
            yield pose(case, number, canary, stream)


def file_of(game: str) -> Path:
    """Return the file with the pool of *game*."""
    return Path(__file__).with_name(f"{game}_deep.tsv")


def _numbers(file: Path) -> list[int]:
    return list(map(int, file.read_text(encoding="utf-8").splitlines()))


def _connect_four(case: connect_four.Labelled, number: int, canary: str, stream: Stream) -> Position:
    image = case.mirrored() if stream.below(2) else case
    return connect_four.posed(image, DEEP, canary=canary, number=number)


def _holdem(case: _holdem_spots.Spot, number: int, canary: str, stream: Stream) -> Position:
    return holdem.posed(case, f"deep/{stream.below(10**9)}", number, canary, DEEP)


def _santorini(case: Case, number: int, canary: str, stream: Stream) -> Position:
    return santorini.positioned(
        santorini.imaged(case, stream.choice(santorini.IMAGES)), DEEP, canary=canary, number=number
    )


def _sea_battle(case: sea_battle.Labelled, number: int, canary: str, stream: Stream) -> Position:
    return sea_battle.posed(case, number, canary, sea_battle.Turn(stream.below(4), bool(stream.below(2))))


POSES: Mapping[str, tuple[Callable[[Path], Any], Pose]] = {
    "are_you_the_traitor": (_numbers, lambda case, number, canary, _: are_you_the_traitor.deep(case, canary, number)),
    "arctic_scavengers": (
        arctic_scavengers.pool,
        lambda case, number, canary, stream: arctic_scavengers.posed(
            case, number, canary, stream.shuffled(case.hands), DEEP
        ),
    ),
    "connect_four": (connect_four.pool, _connect_four),
    "hanabi": (
        _hanabi_ends.ends,
        lambda case, number, canary, stream: hanabi.posed(case, number, canary, swaps=stream.below(2) == 1),
    ),
    "holdem": (_holdem_spots.spots, _holdem),
    "santorini": (read, _santorini),
    "sea_battle": (sea_battle.pool, _sea_battle),
    "two_rooms_and_a_boom": (_numbers, lambda case, number, canary, _: two_rooms_and_a_boom.deep(case, canary, number)),
}
"""Game -> what reads its pool, and what makes a position."""
