"""``interplay-build disjoint`` counts training items that a dataset has, up to what a seed turns or renames."""

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from interplay.adapters.training import match
from interplay.core.release import open_release
from interplay.tracks.games.records import Item
from interplay.tracks.positions.records import Position
from interplay_builders.cli import build as cli
from interplay_builders.release import disjoint
from interplay_builders.tracks.positions import tictactoe
from interplay_builders.tracks.positions.identity import identity_of


@pytest.mark.slow
def test_training_matches_are_not_in_the_release() -> None:
    ran = CliRunner().invoke(cli, ["disjoint", str(open_release().root), "--seeds", "12"])
    assert ran.exit_code == 0, ran.output
    lines = ran.output.splitlines()
    assert len(lines) == 14 + 1
    assert all(", 0 shared" in line for line in lines[:14])
    assert lines[0] == "games air_land_sea: 12 items, 12 different, 0 shared"
    assert "hive and santorini" in lines[14]


@pytest.mark.slow
def test_the_release_shares_everything_with_itself() -> None:
    root = str(open_release().root)
    ran = CliRunner().invoke(cli, ["disjoint", root, "--training", root])
    assert ran.exit_code == 1
    assert "company: " in ran.output
    assert " 0 shared" not in ran.output


def test_a_match_with_another_seed_and_other_options_is_the_same() -> None:
    row = match("connect_four", 3)
    other = replace(match("connect_four", 3, options={"hints": 0}), item_id="other")
    new = next(m for m in (match("connect_four", n) for n in range(4, 40)) if m.setup.identity != row.setup.identity)
    (part,) = disjoint.parts([other, new], [row])
    assert part == ("games connect_four", 2, 2, ("other",))


def test_a_turned_position_is_the_same() -> None:
    rows: dict[object, list[Position]] = {}
    for seed in ("one", "two"):
        for position in tictactoe.positions(seed, ""):
            rows.setdefault(identity_of(position), []).append(position)
    first, second = next((a, b) for a, *more in rows.values() for b in more if a.messages != b.messages)
    (part,) = disjoint.parts([second], [first])
    assert part == ("positions tictactoe", 1, 1, (second.item_id,))
    assert isinstance(first, Position)


def test_games_without_draws_are_left_out() -> None:
    rows = [row for row in disjoint.matches(1) if isinstance(row, Item)]
    assert "hive" not in {row.game for row in rows}
    assert len(rows) == 14
