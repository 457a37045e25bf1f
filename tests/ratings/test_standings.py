"""Bradley-Terry tables: flags, ranks, ties, intervals, and undefined instead of infinite."""

import math

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.canonical import encode
from interplay.core.errors import RecordError
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.matches import Match
from interplay.ratings.pairwise.cells import count
from interplay.ratings.pairwise.fit import Prior
from interplay.ratings.pairwise.precision import precision, shared
from interplay.ratings.pairwise.standings import judge, rate
from interplay.ratings.pairwise.tables import REFERENCE, BradleyTerryTable, IntervalMethod, Rating, Settings

FAST = Settings(resamples=200)
RESAMPLED = Settings(resamples=200, interval="percentile", point="mean")
METHODS: tuple[IntervalMethod, ...] = ("robust", "percentile")


def ledger(*duels: tuple[str, str, float, int]) -> Ledger:
    """Return a ledger of ``(first, second, what the first scored, times)`` in one game."""
    matches = [
        Match(game="g", setup=None, seats=(first, second), returns=(share, 1 - share))
        for first, second, share, times in duels
        for _ in range(times)
    ]
    return collect(enumerate(matches))


def row(table: BradleyTerryTable, system: str) -> Rating:
    return next(rating for rating in table.ratings if rating.system == system)


CIRCLE = (("a", "b", 1.0, 6), ("b", "a", 1.0, 2), ("b", "c", 1.0, 6), ("c", "b", 1.0, 2), ("c", "a", 1.0, 2))


def test_a_table_is_sorted_and_carries_its_settings_and_counts() -> None:
    table = rate(ledger(*CIRCLE), FAST)
    assert [rating.system for rating in table.ratings] == ["a", "b", "c"]
    assert [rating.rank for rating in table.ratings] == [1, 2, 3]
    assert (table.matches, table.clusters, table.draws, table.settings) == (18, 18, 0, FAST)
    assert (row(table, "a").matches, row(table, "a").points) == (10, 6)


def test_ratings_have_mean_zero_and_are_the_estimate() -> None:
    many = ledger(*((a, b, s, 20 * n) for a, b, s, n in CIRCLE))
    table, resampled = rate(many, FAST), rate(many, RESAMPLED)
    assert sum(r.rating or 0 for r in table.ratings) == pytest.approx(0, abs=1e-5)
    for rating in table.ratings:
        assert rating.rating == rating.estimate == row(resampled, rating.system).estimate
        assert row(resampled, rating.system).rating != rating.rating
        assert row(resampled, rating.system).rating == pytest.approx(rating.rating, abs=0.05)


def test_win_probabilities_follow_from_the_ratings() -> None:
    table = rate(ledger(*CIRCLE), FAST)
    best, second = table.ratings[0].rating, table.ratings[1].rating
    assert best is not None
    assert second is not None
    assert table.win_probability[0][1] == pytest.approx(1 / (1 + math.exp(second - best)), abs=1e-6)
    assert table.win_probability[0][1] + table.win_probability[1][0] == pytest.approx(1)
    assert all(table.win_probability[i][i] == 0.5 for i in range(3))


def test_undefeated_and_winless_systems_are_flagged_and_finite() -> None:
    table = rate(ledger(*CIRCLE, ("best", "a", 1.0, 4), ("c", "worst", 1.0, 4)), FAST)
    best, worst = row(table, "best"), row(table, "worst")
    assert best.flags == ("undefeated",)
    assert worst.flags == ("winless",)
    assert best.rating is not None
    assert worst.rating is not None
    assert best.rating > 3 > -3 > worst.rating
    assert (best.high, worst.low) == (None, None)
    assert best.low is not None and best.low < best.rating
    assert worst.high is not None and worst.high > worst.rating
    assert "play stronger opponents" in (best.reason or "")


def test_without_a_prior_an_undefeated_system_has_no_rating_and_the_rest_do() -> None:
    table = rate(ledger(*CIRCLE, ("best", "a", 1.0, 4)), replace(FAST, prior=Prior(kind="none")))
    best = row(table, "best")
    assert (best.rating, best.low, best.high, best.rank) == (None, None, None, None)
    assert best.flags == ("undefined", "undefeated")
    assert "set a prior" in (best.reason or "")
    assert set(table.rated) == {"a", "b", "c"}


def test_a_separate_group_is_flagged_and_says_what_to_do() -> None:
    table = rate(ledger(*CIRCLE, ("x", "y", 1.0, 3), ("y", "x", 1.0, 3)), FAST)
    assert row(table, "x").flags == ("disconnected",)
    assert row(table, "x").rating is None
    assert "play matches against one of them" in (row(table, "x").reason or "")
    assert set(table.rated) == {"a", "b", "c"}


def test_of_groups_that_never_met_the_one_that_played_most_is_rated() -> None:
    few, many = [("a", "b", 1.0, 5), ("b", "a", 1.0, 5)], [("c", "d", 1.0, 9), ("d", "c", 1.0, 6)]
    for chosen in (FAST, replace(FAST, prior=Prior(kind="none"))):
        table = rate(ledger(*few, *many), chosen)
        assert set(table.rated) == {"c", "d"}
        assert row(table, "a").flags == row(table, "b").flags == ("disconnected",)
        assert "2 groups of systems have no matches with each other" in table.warnings[0]
        assert table.warnings[0].endswith("only the group with most matches is rated (c, d), not a, b")
    everyone = rate(ledger(*few, *many), replace(FAST, unplayed="fit"))
    assert len(everyone.rated) == 4
    assert not any("groups of systems" in warning for warning in everyone.warnings)


def test_without_a_prior_a_group_that_cannot_be_rated_gives_way_to_one_that_can() -> None:
    table = rate(
        ledger(("a", "b", 1.0, 50), ("c", "d", 1.0, 9), ("d", "c", 1.0, 6)), replace(FAST, prior=Prior(kind="none"))
    )
    assert set(table.rated) == {"c", "d"}
    assert row(table, "a").flags == ("disconnected", "undefeated")


def test_systems_without_matches_are_listed_as_unplayed() -> None:
    table = rate(ledger(*CIRCLE), FAST, ("a", "b", "c", "d"))
    assert row(table, "d").flags == ("unplayed",)
    assert row(table, "d").rating is None
    assert row(table, "d").matches == 0


def test_the_reference_settings_rate_everyone_that_the_prior_can_reach() -> None:
    table = rate(ledger(*CIRCLE), REFERENCE, ("a", "b", "c", "d"))
    assert row(table, "d").rating is not None
    assert row(table, "d").flags == ("unplayed",)


def test_draws_dropped_leave_a_pair_unconnected() -> None:
    drawn = ledger(*CIRCLE, ("a", "d", 0.5, 5))
    half, drop = rate(drawn, FAST), rate(drawn, replace(FAST, draws="drop"))
    assert row(half, "d").rating == pytest.approx(row(half, "a").rating, abs=0.1)
    assert row(drop, "d").flags == ("disconnected",)
    assert (half.draws, drop.draws, row(drop, "d").points) == (5, 5, 2.5)


def test_who_never_lost_does_not_move_the_others() -> None:
    """Ratings are centred over systems with two bounds; where an undefeated one stands, only the prior says."""
    without, with_ = rate(ledger(*CIRCLE), FAST), rate(ledger(*CIRCLE, ("best", "a", 1.0, 40)), FAST)
    for system in "abc":
        assert row(with_, system).rating == pytest.approx(row(without, system).rating, abs=0.05)
        assert row(with_, system).low == pytest.approx(row(without, system).low, abs=0.1)


LEAGUE = (("a", "b", 1.0, 90), ("b", "a", 1.0, 40), ("b", "c", 1.0, 90), ("c", "b", 1.0, 40), ("c", "d", 0.5, 60))


@pytest.mark.parametrize("share", [0.5, 1.0, 0.0])
def test_who_played_one_match_leaves_the_others_as_they_were(share: float) -> None:
    without, with_ = rate(ledger(*LEAGUE), FAST), rate(ledger(*LEAGUE, ("e", "b", share, 1)), FAST)
    for system in "abcd":
        before, after = row(without, system), row(with_, system)
        assert before.low is not None and before.high is not None and after.low is not None and after.high is not None
        width = before.high - before.low
        assert (after.low, after.high) == pytest.approx((before.low, before.high), abs=0.03 * width)
        assert (after.rank, after.best_rank, after.worst_rank) == (before.rank, before.best_rank, before.worst_rank)
        assert (after.flags, after.reason) == ((), None)
    newcomer = row(with_, "e")
    assert newcomer.rating is not None
    assert (newcomer.best_rank, newcomer.worst_rank) == (None, None)
    assert newcomer.low is None or newcomer.high is None
    assert (newcomer.reason or "").endswith("too few matches for a rank, so the others are ranked without it")
    assert with_.tied == without.tied


def test_of_two_leagues_with_one_match_between_them_the_one_that_played_most_is_ranked() -> None:
    other = (("x", "y", 1.0, 40), ("y", "x", 1.0, 20))
    table = rate(ledger(*LEAGUE, *other, ("x", "a", 0.5, 1)), FAST)
    for system in "xy":
        assert row(table, system).flags == ("few",)
        assert row(table, system).best_rank is None
    assert [row(table, system).flags for system in "abcd"] == [()] * 4
    assert row(table, "a").best_rank == row(table, "a").worst_rank == 1


SAMPLED = [
    pytest.param([("a", "b", 0.5, 9)], id="only draws"),
    pytest.param([("a", "b", 1.0, 1)], id="one match"),
    pytest.param([("a", "b", 1.0, 60)], id="never lost"),
    pytest.param([("a", "b", 1.0, 2), ("b", "c", 1.0, 2)], id="chain"),
    pytest.param([("a", "b", 1.0, 40), ("b", "c", 1.0, 40), ("c", "a", 1.0, 40)], id="cycle"),
]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("duels", SAMPLED)
def test_nothing_that_was_sampled_has_an_interval_without_width(
    duels: list[tuple[str, str, float, int]], method: IntervalMethod
) -> None:
    for rating in rate(ledger(*duels), Settings(interval=method, resamples=300)).ratings:
        assert rating.low is None or rating.high is None or rating.high - rating.low > 0.1
        assert (rating.low is not None and rating.high is not None) or rating.reason


def test_one_match_bounds_and_separates_nobody() -> None:
    first, second = rate(ledger(("a", "b", 1.0, 1)), FAST).ratings
    assert first.low == pytest.approx(-math.log(19) / 2, abs=2e-3)
    assert second.high == pytest.approx(math.log(19) / 2, abs=2e-3)
    assert (first.high, second.low) == (None, None)
    assert [(r.best_rank, r.worst_rank, r.se) for r in (first, second)] == [(1, 2, None), (1, 2, None)]


def test_who_won_all_of_sixty_is_better_by_what_makes_that_likely_enough() -> None:
    first, second = rate(ledger(("a", "b", 1.0, 60)), FAST).ratings
    share = 0.05 ** (1 / 60)
    assert first.low == pytest.approx(math.log(share / (1 - share)) / 2, abs=2e-3)
    assert first.bounds == "> +1.49"
    assert second.bounds == "< -1.49"
    assert (first.worst_rank, second.best_rank) == (1, 2)


def test_matches_of_one_setup_count_once_in_the_bound_of_who_never_lost() -> None:
    once = [Match(game="g", setup=f"s{k}", seats=("a", "b"), returns=(1, 0)) for k in range(30)]
    single = rate(collect(enumerate(once)), FAST)
    double = rate(collect(enumerate([match for match in once for _ in range(2)])), FAST)
    assert double.clustered_by == "setup"
    assert double.ratings[0].low == pytest.approx(single.ratings[0].low, abs=2e-3)


def test_a_few_matches_that_weigh_much_do_not_narrow_the_interval() -> None:
    """Six matches of a small game count as 800 of a big one; what is known is known from six."""
    big = [("a", "b", 1.0)] * 500 + [("b", "a", 1.0)] * 300
    matches = [Match(game="big", setup=None, seats=(a, b), returns=(s, 1 - s)) for a, b, s in big]
    matches += [Match(game="small", setup=None, seats=("b", "a"), returns=(1, 0))] * 6
    first = rate(collect(enumerate(matches)), FAST).ratings[0]
    assert first.system == "b"
    assert first.low is not None and first.high is not None
    assert first.low < 0.15
    assert first.high > 0.6


def test_copies_of_one_system_are_not_told_apart_by_rounding() -> None:
    """Mirrored setups give exactly one half; the prior's asymmetry then moves ratings by 1e-5."""
    copies = (("a", "b", 1.0, 50), ("b", "a", 1.0, 50), ("a", "c", 1.0, 30))
    for method in METHODS:
        table = rate(ledger(*copies), replace(FAST, interval=method))
        assert [(row(table, name).best_rank, row(table, name).worst_rank) for name in "ab"] == [(1, 2), (1, 2)]
    mirrored = [
        Match(game="g", setup=f"s{k}", seats=seats, returns=(1, 0))
        for k in range(50)
        for seats in (("a", "b"), ("b", "a"))
    ]
    table = rate(collect(enumerate(mirrored)), FAST)
    assert [(r.best_rank, r.worst_rank) for r in table.ratings] == [(1, 2), (1, 2)]
    assert all(r.low is not None and r.low < -0.02 for r in table.ratings)


def test_fewer_than_five_setups_give_no_interval() -> None:
    few = [
        Match(game="g", setup=f"s{k % 4}", seats=("a", "b"), returns=(share, 1 - share))
        for k, share in enumerate([1, 0, 1, 1] * 10)
    ]
    first = rate(collect(enumerate(few)), FAST).ratings[0]
    assert (first.low, first.high, first.flags) == (None, None, ("few",))
    assert "play more setups" in (first.reason or "")
    assert (first.best_rank, first.worst_rank) == (1, 2)


def test_systems_that_can_and_cannot_be_told_apart() -> None:
    table = rate(ledger(("a", "b", 1.0, 30), ("b", "a", 1.0, 28), ("b", "c", 1.0, 90), ("c", "b", 1.0, 10)), FAST)
    assert table.tied == (("a", "b"),)
    assert [(r.best_rank, r.worst_rank) for r in table.ratings] == [(1, 2), (1, 2), (3, 3)]


def test_more_matches_give_narrower_intervals() -> None:
    few, many = (rate(ledger(*((a, b, s, k * n) for a, b, s, n in CIRCLE)), FAST) for k in (4, 64))
    for system in "abc":
        wide, narrow = row(few, system), row(many, system)
        assert wide.low is not None and wide.high is not None and narrow.low is not None and narrow.high is not None
        assert (wide.high - wide.low) / (narrow.high - narrow.low) == pytest.approx(4, rel=0.3)


@pytest.mark.parametrize("method", METHODS)
def test_all_intervals_agree_where_there_is_much_data(method: IntervalMethod) -> None:
    table = rate(ledger(*((a, b, s, 200 * n) for a, b, s, n in CIRCLE)), Settings(resamples=2000, interval=method))
    first = row(table, "a")
    assert first.low is not None and first.high is not None and first.estimate is not None and first.se is not None
    assert (first.high - first.low) / 2 == pytest.approx(1.645 * first.se, rel=0.06)
    assert (first.high + first.low) / 2 == pytest.approx(first.estimate, abs=0.2 * first.se)


def test_the_standard_error_is_that_of_the_resamples() -> None:
    cells = count(ledger(*((a, b, s, 100 * n) for a, b, s, n in CIRCLE)), Settings())
    found = judge(cells, replace(RESAMPLED, resamples=4000))
    assert found.error == pytest.approx(found.replicates.strengths.std(axis=0), rel=0.05)


def test_differences_are_known_as_well_as_the_covariance_says() -> None:
    cells = count(ledger(*((a, b, s, 100 * n) for a, b, s, n in CIRCLE)), Settings())
    found = judge(cells, replace(RESAMPLED, resamples=4000))
    known = precision(cells, shared(cells, Prior(), found.estimate), found.zero_mean_systems)
    drawn = found.replicates.strengths
    assert known.gaps == pytest.approx((drawn[:, :, None] - drawn[:, None, :]).std(axis=0), rel=0.05)


def test_only_what_needs_resamples_draws_them() -> None:
    table = rate(ledger(*CIRCLE), replace(RESAMPLED, resamples=0))
    assert row(table, "a").rating == row(table, "a").estimate
    assert (row(table, "a").low, row(table, "a").high) == (None, None)
    assert "too few resamples" not in " ".join(table.warnings)
    plain, unresampled = rate(ledger(*CIRCLE), FAST), rate(ledger(*CIRCLE), replace(FAST, resamples=0))
    assert plain.ratings == unresampled.ratings
    assert FAST.resampled == 0


def test_resamples_without_an_estimate_are_left_out_and_counted() -> None:
    table = rate(ledger(("a", "b", 1.0, 5), ("b", "a", 1.0, 1)), replace(RESAMPLED, prior=Prior(kind="none")))
    assert 30 < table.undefined_resamples < 120
    assert "no finite estimate" in table.warnings[0]
    assert all(math.isfinite(r.high or 0) for r in table.ratings)


def test_systems_with_few_matches_are_warned_about_where_intervals_are_too_narrow() -> None:
    few = ledger(*CIRCLE[:1], ("b", "a", 1.0, 2))
    assert "fewer than 30 matches of a, b" in " ".join(rate(few, RESAMPLED).warnings)
    assert rate(few, FAST).warnings == ()


def test_three_sides_are_refused_with_the_line() -> None:
    three = Match(game="g", setup=None, seats=("a", "b", "c"), returns=(1, 0, 0))
    duel = Match(game="g", setup=None, seats=("a", "b"), returns=(1, 0))
    with pytest.raises(RecordError, match="3 systems on 3 sides, expected two systems") as caught:
        rate(collect([(2, duel), (3, three)], "f.jsonl"), FAST)
    assert (caught.value.findings[0].file, caught.value.findings[0].line) == ("f.jsonl", 3)


def test_returns_that_are_no_shares_are_refused_with_the_line_unless_scored_by_order() -> None:
    odd = collect([(4, Match(game="g", setup=None, seats=("a", "b"), returns=(0.9, 0.3)))], "f.jsonl")
    with pytest.raises(RecordError, match=r"f.jsonl:4: \$.returns: found returns that add up to 1.2, expected 1"):
        rate(odd, FAST)
    assert row(rate(odd, replace(FAST, scoring="order")), "a").points == 1


def test_an_empty_ledger_gives_an_empty_table() -> None:
    table = rate(collect([]), FAST, ("a", "b"))
    assert [r.flags for r in table.ratings] == [("unplayed",), ("unplayed",)]
    assert table.rated == ()


@pytest.mark.parametrize("change", [{"resamples": -1}, {"level": 1.0}, {"seed": -1}, {"draws": "all"}, {"nonsense": 1}])
def test_settings_out_of_range_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**msgspec.to_builtins(FAST), **change}, Settings)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("abcd"), st.sampled_from("abcd"), st.sampled_from([0, 0.3, 0.5, 1]), st.integers(1, 4)
        ).filter(lambda duel: duel[0] != duel[1]),
        max_size=8,
    ),
    st.sampled_from(METHODS),
    st.sampled_from([Prior(), Prior(kind="none"), Prior(kind="normal", strength=1.0), Prior(strength=1e-8)]),
    st.sampled_from(["half", "drop"]),
)
@pytest.mark.slow
def test_whatever_is_played_the_table_is_finite_or_undefined(
    duels: list[tuple[str, str, float, int]], method: IntervalMethod, prior: Prior, draws: str
) -> None:
    options = replace(Settings(resamples=60), interval=method, prior=prior, draws=draws)
    table = rate(ledger(*duels), options, tuple("abcd"))
    assert encode(table)  # refuses NaN and infinity
    assert len(table.ratings) == 4
    for rating in table.ratings:
        assert (rating.rating is None) == (rating.rank is None)
        assert rating.rating is not None or rating.reason
        if rating.low is not None and rating.high is not None:
            assert rating.low <= rating.high
