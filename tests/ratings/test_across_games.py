"""Tables across games: averages, the scale with the best at 100, the general factor, leaving one game out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interplay.core.errors import RecordError
from interplay.ratings.averages import Average, AverageTable, SystemAverage, average_scores
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.matches import Match
from interplay.ratings.pairwise.tables import Settings
from interplay.ratings.report import RatingPlan, rate_ledger
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay_lab.statistics.compute import leave_one_out
from interplay_lab.statistics.factor import _analyse, baseline, general_factor, loadings
from interplay_lab.statistics.normalised import mean_of_known, normalise

FAST = Settings(resamples=50)


def ledger(*rows: tuple[str, str, str, float], times: int = 1) -> Ledger:
    matches = [
        Match(game=game, setup=None, seats=(first, second), returns=(share, 1 - share))
        for game, first, second, share in rows
        for _ in range(times)
    ]
    return collect(enumerate(matches))


def test_averages_are_totals_over_matches_and_missing_is_none() -> None:
    made = average_scores(ledger(("g", "a", "b", 1.0), ("g", "a", "b", 0.25), ("h", "b", "c", 0.5)))
    rows = {row.system: row for row in made.systems}
    assert rows["a"].overall.mean == 0.625
    assert (rows["a"].games[0].mean, rows["a"].games[0].n) == (0.625, 2)
    assert (rows["a"].games[1].mean, rows["a"].games[1].n) == (None, 0)
    assert rows["a"].games[1].reason == "no scored matches"
    assert [row.system for row in made.systems] == ["a", "c", "b"]


def test_ranks_of_two_sides_score_and_of_three_are_counted_as_unscored() -> None:
    two = Match(game="g", setup=None, seats=("a", "b"), returns=None, ranks=(2, 1))
    three = Match(game="g", setup=None, seats=("a", "b", "c"), returns=None, ranks=(1, 2, 3))
    made = average_scores(collect(enumerate([two, three, three])))
    assert made.n_unscored == 2
    assert {row.system: row.overall.mean for row in made.systems} == {"a": 0.0, "b": 1.0, "c": None}


def test_scores_in_unlike_units_have_no_mean() -> None:
    duel = Match(game="g", setup=None, seats=("a", "b"), returns=(0.25, 0.75))
    points = Match(game="h", setup=None, seats=("a", "b"), returns=(0.5, 0.9))
    three = Match(game="i", setup=None, seats=("a", "b", "c"), returns=(0.2, 0.3, 0.5))
    mixed = Match(game="i", setup=None, seats=("a", "b"), returns=(0.4, 0.6))
    made = average_scores(collect(enumerate([duel, points, three, mixed])))
    a = next(row for row in made.systems if row.system == "a")
    assert made.units[:2] == ("share of a win between 2", "points of its own")
    assert [(game.mean, game.n) for game in a.games] == [(0.25, 1), (0.5, 1), (None, 2)]
    assert "share of a win between 2 and share of a win between 3" in (a.games[2].reason or "")
    assert (a.overall.mean, a.overall.n) == (None, 4)
    assert "points of its own" in (a.overall.reason or "")


def test_a_game_of_its_own_points_has_a_mean_also_where_two_scores_add_up_to_one() -> None:
    matches = [Match(game="h", setup=None, seats=("a", "b"), returns=given) for given in ((0.5, 0.5), (0.9, 0.9))]
    made = average_scores(collect(enumerate(matches)))
    assert [row.overall.mean for row in made.systems] == [pytest.approx(0.7)] * 2


@given(st.lists(st.none() | st.floats(0.01, 100), min_size=1), st.floats(0.1, 10))
def test_scaling_raw_values_leaves_the_normalised_ones_unchanged(values: list[float | None], factor: float) -> None:
    scaled = normalise([None if value is None else factor * value for value in values])
    for one, other in zip(normalise(values), scaled, strict=True):
        assert one == pytest.approx(other, abs=1e-5)


def test_a_best_of_zero_or_a_missing_value_is_undefined_and_never_zero() -> None:
    assert normalise([0.0, -1.0]) == (None, None)
    assert normalise([2.0, None, 1.0]) == (100.0, None, 50.0)
    assert normalise([]) == ()
    assert mean_of_known([1.0, None]) is None
    assert mean_of_known([1.0, 2.0]) == 1.5
    assert mean_of_known([]) is None


def abilities(n_systems: int, n_games: int) -> Ledger:
    """Return matches in which one ability decides every game: each beats an outsider as often as it is able."""
    rows = [
        (f"g{game}", f"s{k:02d}", "outsider", won)
        for k in range(n_systems)
        for game in range(n_games)
        for won in [1.0] * (1 + k + (k * game) % 3) + [0.0] * (n_systems + 3 - k - (k * game) % 3)
    ]
    return ledger(*rows)


@pytest.mark.slow
def test_one_ability_behind_all_games_is_found() -> None:
    made = general_factor(average_scores(abilities(25, 5)))
    assert made.explained is not None
    assert made.explained > 0.9
    assert all(loading.loading > 0.9 for loading in made.loadings)
    assert made.scores[0].system in {"outsider", "s24", "s23"}
    assert made.warnings == ()


@pytest.mark.slow
def test_few_systems_and_gaps_are_warned_about() -> None:
    made = general_factor(average_scores(abilities(4, 5)))
    assert "too few" in made.warnings[0]
    gaps = ledger(
        *[(g, a, "o", s) for g in "ghi" for a, s in (("a", 1.0), ("b", 0.4), ("c", 0.2))], ("g", "d", "o", 0.3)
    )
    assert "missing" in general_factor(average_scores(gaps)).warnings[-1]
    assert general_factor(average_scores(gaps)).n_imputed == 2


def noise(n_systems: int, n_games: int, seed: int) -> AverageTable:
    """Return average scores without any relation between games."""
    rng, games = np.random.default_rng(seed), tuple(f"g{k}" for k in range(n_games))
    rows = tuple(
        SystemAverage(
            system=f"s{k:02d}",
            overall=Average(game="all", mean=None, n=0),
            games=tuple(Average(game=game, mean=float(rng.normal()), n=1) for game in games),
        )
        for k in range(n_systems)
    )
    return AverageTable(kind="average score", games=games, units=("",) * n_games, systems=rows, n_unscored=0)


def test_the_noise_baseline_is_what_scikit_learn_finds_in_noise() -> None:
    drawn = np.random.default_rng(5).normal(size=(6, 7, 5))
    standard = (drawn - drawn.mean(axis=1, keepdims=True)) / drawn.std(axis=1, keepdims=True)
    for ours, table in zip(loadings(standard), standard, strict=True):
        theirs, _, _ = _analyse(table)
        assert np.sort(ours**2) == pytest.approx(np.sort(theirs**2), abs=1e-9)


@pytest.mark.slow
def test_seven_systems_in_nine_games_of_noise_share_a_third_of_their_variance() -> None:
    found = baseline(np.zeros((7, 9), dtype=bool))
    assert found.median == pytest.approx(0.34, abs=0.02)
    assert (found.low, found.high) == pytest.approx((0.26, 0.41), abs=0.02)
    assert found == baseline(np.zeros((7, 9), dtype=bool))


@pytest.mark.slow
def test_scores_without_relation_are_said_to_show_no_factor() -> None:
    made = [general_factor(noise(7, 4, seed)) for seed in range(8)]
    said = ["no general factor" in table.warnings[0] for table in made]
    assert sum(said) >= 7
    for table, is_said in zip(made, said, strict=True):
        assert table.noise is not None and table.explained is not None
        assert (table.explained <= table.noise.high) == is_said


@pytest.mark.slow
def test_gaps_are_in_the_noise_baseline_as_they_are_in_the_scores() -> None:
    missing = np.zeros((6, 5), dtype=bool)
    missing[:3, :2] = True
    assert baseline(missing).median > 0.02 + baseline(np.zeros((6, 5), dtype=bool)).median


def test_nothing_to_analyse_is_undefined_with_a_reason() -> None:
    same = general_factor(average_scores(ledger(*[(g, "a", "b", 0.5) for g in "ghi"])))
    assert (same.explained, same.loadings) == (None, ())
    assert same.excluded_games == ("g", "h", "i")
    assert "at least three systems" in (same.reason or "")
    assert general_factor(average_scores(collect([]))).explained is None


SEESAW = ledger(("g", "b", "a", 0.6), ("h", "a", "b", 0.9), ("i", "b", "a", 0.55), times=20)


def test_leaving_out_the_game_that_decides_changes_the_order() -> None:
    made = leave_one_out(SEESAW, FAST)
    rows = {row.game: row for row in made.games}
    assert made.games[0].game == "h"
    assert {row.game for row in made.games if row.order_changes} == {"h"}
    assert [(s.system, s.rank, s.rank_with_all) for s in rows["h"].shifts] == [("a", 2, 1), ("b", 1, 2)]
    assert rows["h"].most_moved in {"a", "b"}


def test_leaving_out_the_only_game_leaves_nothing() -> None:
    (row,) = leave_one_out(SEESAW.only(["g"]), FAST).games
    assert (row.largest_shift, row.reason) == (None, "it is the only game")


def test_a_system_of_one_game_has_no_rating_without_it() -> None:
    made = leave_one_out(ledger(("g", "a", "b", 0.7), ("h", "a", "c", 0.6), ("g", "b", "a", 0.6), times=5), FAST)
    without = next(row for row in made.games if row.game == "h")
    assert next(shift.rating for shift in without.shifts if shift.system == "c") is None


PLAN = RatingPlan(bradley_terry=FAST, trueskill=TrueSkillSettings(permutations=3))


def test_groups_by_game_list_every_system() -> None:
    made = ledger(("g", "a", "b", 0.7), ("h", "a", "c", 0.6), times=5)
    report = rate_ledger(made, RatingPlan(by="game", model="bt", bradley_terry=FAST))
    assert [group.name for group in report.groups] == ["all games", "g", "h"]
    for group in report.groups:
        assert group.bradley_terry is not None
        assert {row.system for row in group.bradley_terry.ratings} == {"a", "b", "c"}
        assert group.trueskill is None


def test_groups_by_category_follow_the_header() -> None:
    made = ledger(("g", "a", "b", 0.7), ("h", "a", "c", 0.6), times=5)
    labelled = Ledger(
        made.results, made.sequence, made.setups, (("g", ("luck",)), ("h", ("luck", "talk")), ("z", ("x",)))
    )
    report = rate_ledger(labelled, RatingPlan(by="category", model="trueskill", trueskill=PLAN.trueskill))
    assert [(group.name, group.games) for group in report.groups[1:]] == [("luck", ("g", "h")), ("talk", ("h",))]
    assert all(group.bradley_terry is None and group.trueskill is not None for group in report.groups)


def test_categories_that_nobody_named_are_an_error() -> None:
    with pytest.raises(RecordError, match="no game has a category"):
        rate_ledger(SEESAW, RatingPlan(by="category"))
