"""Tables across games: averages, the scale with the best at 100, the general factor, leaving one game out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interplay.core.errors import RecordError
from interplay.ratings.averages import average_scores, mean_of_known, normalise
from interplay.ratings.factor import general_factor
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.matches import Match
from interplay.ratings.pairwise.tables import Settings
from interplay.ratings.report import RatingPlan, rate_ledger
from interplay.ratings.sensitivity import leave_one_out
from interplay.ratings.skill.tables import TrueSkillSettings

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


def test_one_ability_behind_all_games_is_found() -> None:
    made = general_factor(average_scores(abilities(25, 5)))
    assert made.explained is not None
    assert made.explained > 0.9
    assert all(loading.loading > 0.9 for loading in made.loadings)
    assert made.scores[0].system in {"outsider", "s24", "s23"}
    assert made.warnings == ()


def test_few_systems_and_gaps_are_warned_about() -> None:
    made = general_factor(average_scores(abilities(4, 5)))
    assert "too few" in made.warnings[0]
    gaps = ledger(
        *[(g, a, "o", s) for g in "ghi" for a, s in (("a", 1.0), ("b", 0.4), ("c", 0.2))], ("g", "d", "o", 0.3)
    )
    assert "missing" in general_factor(average_scores(gaps)).warnings[-1]
    assert general_factor(average_scores(gaps)).n_imputed == 2


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
