"""What a seed turns, mirrors or renames stays the same position, and another position is another one."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions import (
    _hanabi_ends,
    _holdem_spots,
    air_land_sea,
    arctic_scavengers,
    hanabi,
    hive,
    holdem,
    santorini,
    sea_battle,
)
from interplay_builders.tracks.positions._forced import read
from interplay_builders.tracks.positions.build import GAMES
from interplay_builders.tracks.positions.identity import identity_of
from interplay_builders.tracks.positions.renew import SPENT

CASES = 4


def images(game: str) -> list[list[Position]]:
    """A few positions of a game's pool, each as every seed can show it."""
    stream = Stream("tests", game, "images")
    if game == "hive":
        ways = [(turns, mirrored) for turns in range(6) for mirrored in (False, True)]
        cases = read(hive.POOL)[:CASES]
        return [[hive.positioned(hive.imaged(c, turns=t, mirrored=m)) for t, m in ways] for c in cases]
    if game == "santorini":
        return [
            [santorini.positioned(santorini.imaged(c, image)) for image in santorini.IMAGES]
            for c in read(santorini.POOL)[:CASES]
        ]
    if game == "sea_battle":
        turns = [sea_battle.Turn(quarters, mirrored) for quarters in range(4) for mirrored in (False, True)]
        return [[sea_battle.posed(c, 0, "", turn) for turn in turns] for c in sea_battle.pool()[:CASES]]
    if game == "hanabi":
        ends = list(_hanabi_ends.ends())[:CASES]
        return [[hanabi.posed(end, 0, "", swaps=swaps) for swaps in (False, True)] for end in ends]
    if game == "holdem":
        spots = list(_holdem_spots.spots())[::90][:CASES]
        return [[holdem.posed(spot, f"seed/{n}", n, "") for n in range(12)] for spot in spots]
    if game == "arctic_scavengers":
        hands = [(c, (c.hands, stream.shuffled(c.hands))) for c in arctic_scavengers.pool()[:CASES]]
        return [[arctic_scavengers.posed(c, 0, "", order) for order in orders] for c, orders in hands]
    return [[air_land_sea.posed(c, 0, "", stream) for _ in range(8)] for c in air_land_sea.pool()[:CASES]]


@pytest.mark.parametrize(
    "game", ["hive", "santorini", "sea_battle", "hanabi", "holdem", "arctic_scavengers", "air_land_sea"]
)
def test_all_images_of_a_position_are_the_same_and_positions_are_not(game: str) -> None:
    groups = images(game)
    identities = [{identity_of(position) for position in group} for group in groups]
    assert all(len({position.messages for position in group}) > 1 for group in groups)
    assert [len(group) for group in identities] == [1] * CASES
    assert len(set.union(*identities)) == CASES


def test_a_mirrored_board_of_connect_four_is_the_same() -> None:
    first, second = ([(column,) for column in moves] for moves in ("4435", "4453"))
    assert shown("connect_four", first) == shown("connect_four", second) != shown("connect_four", [("4",)])


def test_a_turned_board_of_tictactoe_is_the_same_in_whatever_order_it_was_reached() -> None:
    first = [("(1,1)",), ("(2,2)",), ("(1,3)",)]
    assert shown("tictactoe", first) == shown("tictactoe", [("(3,3)",), ("(2,2)",), ("(3,1)",)])
    assert shown("tictactoe", first) == shown("tictactoe", [("(1,3)",), ("(2,2)",), ("(1,1)",)])
    assert shown("tictactoe", first) != shown("tictactoe", [("(1,1)",), ("(2,2)",), ("(3,3)",)])


def shown(game: str, played: Sequence[tuple[str, ...]]) -> object:
    """The identity of a position that was reached by these moves."""
    return identity_of(replace(some(game), played=tuple(played)))


@cache
def some(game: str) -> Position:
    return next(GAMES.load(game)("seed", ""))


def test_positions_without_images_are_told_apart_by_what_is_shown() -> None:
    rows = [*GAMES.load("undercover")("seed", "")]
    assert Counter(identity_of(row) for row in rows) == Counter(("undercover", row.messages) for row in rows)


def test_games_that_draws_leave_out_have_hardly_more_positions_than_the_release_uses() -> None:
    pools = {"hive": read(hive.POOL), "santorini": read(santorini.POOL)}
    assert {(game, "hard") for game in pools} == SPENT
    for game, pool in pools.items():
        used = sum(1 for _ in GAMES.load(game)("seed", ""))
        assert used <= len(pool) < 1.1 * used
