"""What a match scores: 0 for what the random bot gets, 100 for what the strong bot gets, nothing for silence."""

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import fmean

import pytest
from msgspec.structs import replace

from interplay.core.driver import SYSTEM, Ask, drive
from interplay.core.release import Release
from interplay.tracks.base import Grade
from interplay.tracks.games.bots import BLIND, BOTS, bots_of, player
from interplay.tracks.games.records import Item, Scale
from interplay.tracks.games.track import TRACK
from interplay_builders.tracks.games import build, scales


@pytest.fixture(scope="module")
def items() -> list[Item]:
    """Two setups of each game, without scales."""
    splits = [replace_pairs(split) for split in build.SPLITS if split.name in {"llmarena", "gamebench_quick"}]
    made = build.files_of(splits, "scales", "canary", {})
    return [row for file in made.files for row in file.rows if isinstance(row, Item)]


def replace_pairs(split: build.Split) -> build.Split:
    return build.Split(split.name, split.suite, split.opponent, pairs=1, shortened=split.shortened, alone=split.alone)


def graded(item: Item, reply: Callable[[Ask], str]) -> Grade:
    return TRACK.grader(item)(drive(TRACK.episode(item, 0), reply))


def value(grade: Grade, name: str) -> float | None:
    return grade.values[name]


def test_a_score_is_linear_between_zero_and_hundred(items: list[Item]) -> None:
    for item in items:
        played = graded(replace(item, scale=Scale(unit="any", zero=-1.0, hundred=3.0)), BOTS["competent"])
        worth = value(played, "worth")
        assert worth is not None
        assert value(played, "score") == pytest.approx(100 * (worth + 1) / 4)


def test_a_match_without_a_scale_has_points_and_no_score(items: list[Item]) -> None:
    played = graded(items[0], BOTS["competent"])
    assert value(played, "score") is None
    assert value(played, "points") is not None
    assert TRACK.undefined(items[0]) == ("score",)


@pytest.mark.parametrize(("zero", "expected"), [(0.4, -100.0), (-2.0, 0.0), (0.0, 0.0)])
@pytest.mark.slow
def test_silence_is_worth_nothing_whoever_wins(items: list[Item], zero: float, expected: float) -> None:
    for item in items:
        scaled = replace(item, scale=Scale(unit="any", zero=zero, hundred=zero + 0.4))
        played = graded(scaled, lambda _: "")
        if value(played, "substituted"):  # some hands of poker end before the system has to act
            assert [value(played, "unsound"), value(played, "score")] == pytest.approx([1.0, expected])
            assert TRACK.lost(scaled) == pytest.approx(expected)


def test_zero_is_the_best_that_knows_nothing_and_hundred_the_strong_bot(items: list[Item]) -> None:
    some = [item for item in items if item.game in {"tictactoe", "bargain", "undercover"}]
    for key, one in scales.measure(some).items():
        own = [item for item in some if item.game == key[1]]
        if one.scale is not None or key[1] == "undercover":  # else the sides are taken together
            own = [item for item in own if item.side == key[2]]
        simple = {bot.name: player(lambda _, bot=bot: bot) for bot in bots_of(key[1], "random")}  # type: ignore[misc]
        means = {
            name: fmean(value(graded(item, reply), "worth") or 0.0 for item in own)
            for name, reply in {**BOTS, **simple}.items()
        }
        assert one.hundred == pytest.approx(means["strong"])
        blind = {name: means[name] for name in (*simple, *BLIND) if name != "silent"}
        assert one.zero == pytest.approx(max(blind.values()))
        assert one.n == len({item.pair for item in own})


def test_bots_that_can_hardly_be_told_apart_make_no_scale() -> None:
    clear = scales.Measured(unit="points", n=50, blind="last", zero=0.2, hundred=0.8, error=0.1, edge=0.0)
    assert clear.scale == Scale(unit="points", zero=0.2, hundred=0.8)
    assert replace(clear, error=0.3).scale is None
    assert replace(clear, hundred=0.1).scale is None


def test_scales_survive_being_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = scales.Measured(unit="chips", n=50, blind="folder", zero=-2.123456789, hundred=3.5, error=0.25, edge=-1.5)
    (tmp_path / scales.FILE).write_text("\n".join(scales.lines({("a", "b", "c"): one})), encoding="utf-8")
    monkeypatch.setattr(scales, "files", lambda _: tmp_path)
    assert scales.frozen() == {("a", "b", "c"): one}


PLAYED = ("tictactoe",)
"""Games of quick bots; the shipped submissions are on a part of the setups that scales are made of."""


def by_side(release: Release, bot: str) -> dict[tuple[str, str], float]:
    """Return the mean score of a bot in each game of ``PLAYED`` and side of ``llmarena``."""
    scores = defaultdict[tuple[str, str], list[float]](list)
    for item in release.rows("games", Item):
        if item.split == "llmarena" and item.game in PLAYED:
            grade = TRACK.grader(item)(drive(TRACK.episode(item, 0), BOTS[bot]))
            scores[item.game, item.side].append(grade.values["score"] or 0.0)
    return {side: fmean(values) for side, values in scores.items()}


@pytest.mark.slow
def test_the_strong_bot_is_100_and_those_that_know_nothing_are_at_most_0(release: Release) -> None:
    strong = by_side(release, "strong")
    assert len(strong) == 2
    assert list(strong.values()) == pytest.approx([100.0] * len(strong))
    blind = [by_side(release, name) for name in ("random", *BLIND)]
    for part in strong:
        assert max(one[part] for one in blind) <= 1e-6
        assert max(one[part] for one in blind) == pytest.approx(0, abs=1e-6)


def test_every_match_against_a_bot_has_a_scale_unless_its_side_is_named(release: Release) -> None:
    lacking = {
        (item.split, item.game, item.side)
        for item in release.rows("games", Item)
        if item.scale is None and set(item.players) - {SYSTEM} and not item.split.endswith("_versus")
    }
    assert lacking == UNSCALED


UNSCALED = {
    *(
        (split, "bid", side)
        for split in ("llmarena", "llmarena_balanced", "llmarena_strong")
        for side in ("first", "second")
    ),
    *(("llmarena_strong", "holdem", side) for side in ("first", "second")),
    ("llmarena_strong", "undercover", "other"),
    ("gamebench_strong", "are_you_the_traitor", "evil"),
    *(("gamebench_strong", "two_rooms_and_a_boom", side) for side in ("blue", "red")),
}
"""Sides on which the strong bot is not clearly above the uninformed players; ``cards/games.md`` says so."""
