"""Fresh draws: nothing of the release in them, everything else there or named, and siblings by id."""

import dataclasses
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from interplay.core import canonical
from interplay.core.release import open_release
from interplay.tracks import catalogue
from interplay.tracks.company.records import Item
from interplay.tracks.positions.bots import listed
from interplay.tracks.positions.records import Position
from interplay.tracks.scorekeeping.records import Item as ScorekeepingItem
from interplay_builders.cli import build as cli
from interplay_builders.release import fresh, sources
from interplay_builders.tracks.base import BUILDERS, DataFile, LeftOut, Renewed, TrackFiles
from interplay_builders.tracks.positions.blind import alike, expected
from interplay_builders.tracks.positions.identity import identity_of
from interplay_builders.tracks.positions.renew import apart, siblings
from interplay_builders.tracks.simulation import build as simulation
from interplay_builders.tracks.simulation.hard import compose as hard
from tests.benchmarks import fresh_difficulty

SEEDS = ("one", "two")
TRACKS = BUILDERS.names()
DRAWS = [(track, seed) for track in TRACKS for seed in (SEEDS[:1] if track == "simulation" else SEEDS)]
"""Tracks with the seeds that they are drawn by; a draw of simulation takes minutes, so one of it."""
SHARED = {
    "company": ("split", "kind", "setting", "events", "dialogue"),
    "games": ("split", "game", "side", "pair", "policy", "categories"),
    "horizon": ("split", "family", "layout", "level", "turn"),
    "positions": ("split", "game", "kind"),
    "scorekeeping": ("split", "domain", "rules"),
}


def builder(track: str) -> Callable[[str, str], TrackFiles]:
    """The builder of a track; the horizon's with its shortest sessions only, for others take long to prove."""
    module: Any = BUILDERS.load(track)
    return partial(module.files, levels=(8,), turned=(8,)) if track == "horizon" else module.build


@cache
def built(track: str, seed: str, canary: str) -> TrackFiles:
    return builder(track)(seed, canary)


def released(track: str) -> TrackFiles:
    known = sources.identity()
    return built(track, known.seed, known.canary)


@cache
def renewed(track: str, seed: str) -> Renewed:
    known = sources.identity()
    return fresh.renewed(partial(built, track), seed, known.seed, known.canary)


def rows(made: TrackFiles) -> list[Any]:
    """The rows of all files that name an item or a probe of one."""
    return [row for file in made.files for row in file.rows if hasattr(row, "item_id")]


def by_id(made: TrackFiles) -> dict[str, Any]:
    found = {getattr(row, "probe_id", row.item_id): row for row in rows(made)}
    assert len(found) == len(rows(made))
    return found


def content(row: Any) -> object:
    """What a row is to a model, written down apart from the builders."""
    if hasattr(row, "messages"):
        return tuple((m.role, m.content) for m in row.messages), getattr(row, "requests", ())
    if hasattr(row, "setup"):
        return row.game, row.setup.draws, row.setup.words
    if hasattr(row, "rounds"):
        return row.initial_prompt, row.rounds
    return row.brief


@pytest.mark.parametrize(("track", "seed"), DRAWS)
@pytest.mark.slow
def test_no_drawn_item_is_shown_as_a_released_one(track: str, seed: str) -> None:
    known = {content(row) for row in rows(released(track))}
    assert known
    drawn = [row for row in rows(renewed(track, seed).files) if not hasattr(row, "brief")]  # tasks are of all seeds
    assert not [row.item_id for row in drawn if content(row) in known]


@pytest.mark.parametrize(("track", "seed"), DRAWS)
@pytest.mark.slow
def test_every_released_item_has_a_sibling_or_is_left_out_by_name(track: str, seed: str) -> None:
    drawn, item = renewed(track, seed), catalogue.load(track).item
    before, after = by_id(released(track)), by_id(drawn.files)
    assert after.keys() <= before.keys()
    lost = [row for name, row in before.items() if name not in after and isinstance(row, item)]
    assert sum(one.items for one in drawn.left_out) == len(lost)
    assert all(one.track == track and one.name and one.reason for one in drawn.left_out)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("track", sorted(SHARED.keys() & set(TRACKS)))
@pytest.mark.slow
def test_siblings_differ_in_what_was_drawn_only(track: str, seed: str) -> None:
    before, after = by_id(released(track)), by_id(renewed(track, seed).files)
    assert after
    for name, row in after.items():
        for field in SHARED[track]:
            assert getattr(row, field, None) == getattr(before[name], field, None), (name, field)
        if hasattr(row, "players"):  # who sits where is drawn in games with secret roles
            assert Counter(row.players) == Counter(before[name].players)
        if hasattr(row, "slots"):
            assert [s.name for s in row.slots] == [s.name for s in before[name].slots]
            assert [r.request is None for r in row.rounds] == [r.request is None for r in before[name].rounds]


@pytest.mark.parametrize("track", [track for track in TRACKS if track != "simulation"])
@pytest.mark.slow
def test_seeds_draw_different_sets(track: str) -> None:
    one, two = (Counter(map(content, rows(renewed(track, seed).files))) for seed in SEEDS)
    if track in {"games", "positions"}:  # what there is of the smallest games comes again: TicTacToe has 72 openings
        assert sum((one & two).values()) < sum(one.values()) / 2
    else:
        assert not one & two


@pytest.mark.slow
def test_a_seed_draws_the_same_matches_again() -> None:
    known = sources.identity()
    assert fresh.renewed(builder("games"), "one", known.seed, known.canary) == renewed("games", "one")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_only_games_without_any_chance_before_the_first_move_are_left_out(seed: str) -> None:
    made = renewed("games", seed)
    lost, drawn = {one.name for one in made.left_out}, {row.game for row in rows(made.files)}
    setups = {row.game: row.setup for row in rows(released("games"))}
    chance = {game for game, setup in setups.items() if any(one.values for one in (*setup.draws, *setup.words))}
    assert drawn == chance
    assert lost == setups.keys() - chance == {"hive", "santorini"}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_drawn_positions_have_the_kinds_and_depths_of_the_released(seed: str) -> None:
    before, after = by_id(released("positions")), by_id(renewed("positions", seed).files)
    far = [apart(before[name], row) for name, row in after.items()]
    assert sum(one == 0 for one in far) > 0.9 * len(far)
    assert len({content(row) for row in after.values()}) == len(after)


@pytest.mark.slow
def test_drawn_positions_have_the_zero_of_the_release() -> None:
    before, after = (
        [row for row in rows(made) if isinstance(row, Position)]
        for made in (released("positions"), renewed("positions", "one").files)
    )
    for key, group in alike(after).items():
        parts = (group, [row for row in before if listed(row) == key])
        left, released_left = (sum(row.blind for row in part) / sum(map(expected, part)) for part in parts)
        assert left == pytest.approx(released_left), key


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_no_drawn_position_is_a_released_one_turned_or_renamed(seed: str) -> None:
    before, after = (
        Counter(identity_of(row) for row in rows(made))
        for made in (released("positions"), renewed("positions", seed).files)
    )
    assert not before & after
    assert set(after.values()) == {1}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_games_without_enough_new_positions_are_left_out_whole(seed: str) -> None:
    made = renewed("positions", seed)
    before, after = (
        Counter((row.split, row.game) for row in rows(part)) for part in (released("positions"), made.files)
    )
    assert before.keys() - after.keys() == {("hard", "hive"), ("hard", "santorini")}
    assert all(after[part] > before[part] / 2 for part in after)
    lost = Counter[str]()
    for entry in made.left_out:
        lost[entry.name.partition(" (")[0]] += entry.items
    missing = Counter[str]()
    for (_, game), items in (before - after).items():
        missing[game] += items
    assert lost == missing


@pytest.fixture
def few_families(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One family of hard scripts and one of hosts, for all take minutes to draw."""
    for name, family in (("FAMILIES", "kitty"), ("HOST_FAMILIES", "suspects")):
        only = SimpleNamespace(names=lambda family=family: (family,), load=getattr(hard, name).load)
        monkeypatch.setattr(hard, name, only)
    simulation._hard.cache_clear()
    yield
    simulation._hard.cache_clear()


@pytest.mark.usefixtures("few_families")
@pytest.mark.slow
def test_written_simulations_are_left_out_by_task() -> None:
    made = renewed("simulation", "one")
    assert {row.split for row in rows(made.files) if hasattr(row, "split")} == {"hard", "hosts"}
    assert {one.name for one in made.left_out} == {
        row.task_id for row in rows(released("simulation")) if getattr(row, "split", "") == "standard"
    }
    (line,) = fresh.lines(made.left_out)
    assert line.startswith("left out ") and "interplay-build draw simulation" in line and len(line) < 400


def scripted(*attempts: Mapping[str, tuple[str, ...]]) -> Callable[[str, str], TrackFiles]:
    """A builder that gives for each seed the items of the company track with these numbers."""
    pool = {item.item_id: item for item in open_release().rows("company", Item)}
    known = {seed: names for one in attempts for seed, names in one.items()}

    def build(seed: str, canary: str) -> TrackFiles:
        own = tuple(pool[f"company/{name}"] for name in known[seed])
        return TrackFiles(
            "company", ("company",), (DataFile("company/company.jsonl.gz", "company", Item, own),), (Item,)
        )

    return build


@pytest.mark.slow
def test_a_track_that_repeats_an_item_is_drawn_again() -> None:
    build = scripted({"old": ("0/0", "0/1"), "new": ("1/0", "0/1"), "new/1": ("2/0", "2/1")})
    made = fresh.renewed(build, "new", "old", "canary")
    assert list(by_id(made.files)) == ["company/2/0", "company/2/1"]
    assert not made.left_out


def test_an_item_that_comes_again_and_again_is_left_out() -> None:
    again = {f"new/{n}": ("1/0", "0/1") for n in (1, 2)}
    made = fresh.renewed(scripted({"old": ("0/0", "0/1"), "new": ("0/0", "0/1")}, again), "new", "old", "canary")
    assert list(by_id(made.files)) == ["company/1/0"]
    assert made.left_out == (LeftOut(track="company", name="company", items=1, reason=fresh.REASON),)


def test_ids_and_the_canary_do_not_make_a_row_another() -> None:
    row = next(open_release().rows("scorekeeping", ScorekeepingItem))
    assert canonical.visible(row) == canonical.visible(changed(row, item_id="base/x/0", canary="another"))
    assert canonical.visible(row) != canonical.visible(changed(row, initial_prompt="Hello"))


def changed(row: Any, **changes: object) -> Any:
    """A copy of a record with changes."""
    return type(row)(**({name: getattr(row, name) for name in row.__struct_fields__} | changes))


@pytest.mark.slow
def test_the_sibling_is_the_one_of_nearest_depth() -> None:
    drawn = [row for row in rows(released("positions")) if row.game == "bargain"][:3]
    tagged = [
        changed(row, tags=tags) for row, tags in zip(drawn, (("depth-9", "a"), ("depth-3",), ("b",)), strict=True)
    ]
    wanted = [changed(drawn[0], item_id=f"x/{n}", tags=(f"depth-{n}",)) for n in (4, 8)]
    found = list(siblings(wanted, tagged))
    assert [row.item_id for row in found] == ["x/4", "x/8"]
    assert [row.tags for row in found] == [("depth-3",), ("depth-9", "a")]
    assert len(list(siblings(wanted, tagged[:1]))) == 1


@pytest.mark.usefixtures("few_families")
@pytest.mark.slow
def test_the_command_says_what_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def few(seed: str, canary: str) -> TrackFiles:
        made = built("company", seed, canary)
        return dataclasses.replace(made, files=(dataclasses.replace(made.files[0], rows=made.files[0].rows[:8]),))

    monkeypatch.setattr(sources, "builders", lambda: iter([SimpleNamespace(build=few), BUILDERS.load("simulation")]))
    result = CliRunner().invoke(cli, ["draw", "--seed", "one", "-o", str(tmp_path / "fresh")])
    assert result.exit_code == 0, result.output
    assert "left out 645 items of simulation" in result.output
    release = open_release(tmp_path / "fresh")
    assert [track.name for track in release.manifest.tracks] == ["company", "simulation"]
    assert any("645 items of simulation" in note for note in release.manifest.notes)
    listed = json.loads((tmp_path / "fresh" / "left_out.json").read_text(encoding="utf-8"))
    assert sum(one["items"] for one in listed) == 645
    assert release.manifest.sealed is None


def test_the_release_s_own_seed_draws_nothing_new(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["draw", "--seed", sources.identity().seed, "-o", str(tmp_path / "fresh")])
    assert result.exit_code == 2
    assert "is the seed of the release" in result.output


@pytest.mark.parametrize("track", ["company", "positions", "scorekeeping"])
@pytest.mark.slow
def test_sets_of_different_seeds_are_equally_hard(track: str) -> None:
    made = (released(track), *(renewed(track, seed).files for seed in SEEDS))
    sets = fresh_difficulty.paired([fresh_difficulty.items(one, 1) for one in made])
    sets = [own[:: 3 if track == "positions" else 1] for own in sets]
    for name, bot in fresh_difficulty.players(track).items():
        found = fresh_difficulty.compared(track, sets, bot)
        assert found.p > 0.001, (name, found)


@pytest.mark.slow
def test_a_set_that_is_easier_is_told_apart() -> None:
    own, bot = rows(released("company")), fresh_difficulty.players("company")["an error in 1,000 events"]
    right = [row for row in own if (fresh_difficulty.value_of(catalogue.load("company"), row, bot) or 0) > 0]
    assert fresh_difficulty.compared("company", [own, own, right], bot).p < 0.001
