"""TrueSkill: golden vectors, agreement with the package, and independence of the order of lines."""

import random

import numpy as np
import pytest
import trueskill
from hypothesis import given, settings
from hypothesis import strategies as st

from interplay.core.errors import RecordError
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.matches import Match
from interplay.ratings.skill.corrections import draw, draws, win, wins
from interplay.ratings.skill.orders import draw_probability, permuted, play_together, rate
from interplay.ratings.skill.players import Players, margin, update
from interplay.ratings.skill.tables import TrueSkillSettings

S = TrueSkillSettings()
EDGE = margin(S, 0.1)
FEW = TrueSkillSettings(permutations=5)
START = (25.0, (25 / 3) ** 2)


def duel(first: str, second: str, share: float = 1.0, **fields: str) -> Match:
    return Match(game="g", setup=None, seats=(first, second), returns=(share, 1 - share))


def ledger(*matches: Match) -> Ledger:
    return collect(enumerate(matches))


def league(n: int = 80, seed: int = 1) -> list[Match]:
    rng = random.Random(seed)
    pick = [tuple(rng.sample("abcde", 2)) for _ in range(n)]
    return [duel(first, second, rng.choice([0, 0.5, 1, 1 if first < second else 0])) for first, second in pick]


def test_the_draw_margin_of_the_defaults() -> None:
    assert pytest.approx(0.740467, abs=1e-6) == EDGE


GOLDEN = [
    pytest.param(START, START, False, (29.395832, 7.171476), (20.604168, 7.171476), 1e-6, id="win"),
    pytest.param(START, START, True, (25, 6.457516), (25, 6.457516), 1e-6, id="draw"),
    pytest.param((20, 16), (30, 25), False, (23.156, 3.635), (25.070, 4.264), 1e-3, id="upset"),
]


@pytest.mark.parametrize(("winner", "loser", "drawn", "first", "second", "tolerance"), GOLDEN)
def test_golden_updates(
    winner: tuple[float, float],
    loser: tuple[float, float],
    drawn: bool,
    first: tuple[float, float],
    second: tuple[float, float],
    tolerance: float,
) -> None:
    after = update(winner, loser, S, EDGE, drawn=drawn)
    found = [(mu, variance**0.5) for mu, variance in after]
    assert found[0] == pytest.approx(first, abs=tolerance)
    assert found[1] == pytest.approx(second, abs=tolerance)


skill = st.tuples(st.floats(-20, 70), st.floats(0.5, 15))


@settings(deadline=None, max_examples=200)
@given(skill, skill, st.booleans())
def test_the_closed_form_agrees_with_the_package(a: tuple[float, float], b: tuple[float, float], drawn: bool) -> None:
    package = Players((), ("a", "b"), S, 0.1).package
    try:
        expected = package.rate([(trueskill.Rating(*a),), (trueskill.Rating(*b),)], ranks=[0, 0 if drawn else 1])
    except FloatingPointError:
        return
    found = update((a[0], a[1] ** 2), (b[0], b[1] ** 2), S, EDGE, drawn=drawn)
    for (mu, variance), (rating,) in zip(found, expected, strict=True):
        assert (mu, variance**0.5) == pytest.approx((rating.mu, rating.sigma), abs=1e-6)


@given(st.floats(-200, 200), st.floats(0.001, 2))
def test_one_and_many_corrections_agree(t: float, e: float) -> None:
    for one, many in ((win, wins), (draw, draws)):
        v, w = one(t, e)
        both = many(np.array([t]), np.array([e]))
        assert v == pytest.approx(both[0][0], rel=1e-6, abs=1e-9)
        assert w == pytest.approx(both[1][0], rel=1e-4, abs=1e-6)
        assert 0 <= w <= 1


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 10))
def test_corrections_stay_finite_however_surprising_the_result(t: float, e: float) -> None:
    for one in (win, draw):
        v, w = one(t, e)
        assert abs(v) < 2 * abs(t) + 20
        assert 0 <= w <= 1


def test_side_by_side_gives_what_one_by_one_gives() -> None:
    made = ledger(*league())
    players = Players(made.results, made.systems, S, 0.1)
    rng = np.random.default_rng(2)
    orders = np.array([rng.permutation(made.sequence) for _ in range(7)])
    assert players.duels is not None
    mu, sigma = play_together(players.duels, orders, 5, S, EDGE)
    for row, order in enumerate(orders):
        alone_mu, alone_sigma, _ = players.play(order)
        assert mu[row] == pytest.approx(alone_mu, abs=1e-9)
        assert sigma[row] == pytest.approx(alone_sigma, abs=1e-9)


def test_as_recorded_is_what_the_package_says_match_by_match() -> None:
    matches = league(40)
    table = rate(ledger(*matches), FEW)
    package = Players((), (), S, 0.1).package
    skills = {name: package.create_rating() for name in "abcde"}
    for match in matches:
        first, second = match.seats
        assert match.returns is not None
        ranks = [1 - match.returns[0], 1 - match.returns[1]]
        (skills[first],), (skills[second],) = package.rate([(skills[first],), (skills[second],)], ranks=ranks)
    for row in table.ratings:
        assert row.recorded_mu == pytest.approx(skills[row.system].mu, abs=1e-5)
        assert row.recorded_sigma == pytest.approx(skills[row.system].sigma, abs=1e-5)


@settings(deadline=None, max_examples=10)
@given(st.randoms(use_true_random=False))
def test_only_the_recorded_columns_depend_on_the_order_of_lines(shuffle: random.Random) -> None:
    matches = league()
    shuffled = list(matches)
    shuffle.shuffle(shuffled)
    first, second = rate(ledger(*matches), FEW), rate(ledger(*shuffled), FEW)
    assert [(r.system, r.mu, r.sigma, r.order_sd) for r in first.ratings] == [
        (r.system, r.mu, r.sigma, r.order_sd) for r in second.ratings
    ]


def test_the_same_seed_gives_the_same_table_and_another_seed_does_not() -> None:
    made = ledger(*league())
    assert rate(made, FEW) == rate(made, FEW)
    assert rate(made, FEW).ratings != rate(made, TrueSkillSettings(permutations=5, seed=1)).ratings


def test_many_orders_side_by_side_give_the_same_table_as_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    made, many = ledger(*league()), TrueSkillSettings(permutations=60)
    together = rate(made, many)
    monkeypatch.setattr("interplay.ratings.skill.orders.WIDE", 61)
    assert rate(made, many) == together


def test_chunks_of_permutations_do_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    made = ledger(*league())
    whole = rate(made, FEW)
    monkeypatch.setattr("interplay.ratings.skill.orders.CHUNK_STEPS", 100)
    assert rate(made, FEW) == whole


def test_spread_over_orders_is_reported() -> None:
    row = rate(ledger(*league()), TrueSkillSettings(permutations=50)).ratings[0]
    assert row.order_sd is not None and row.lowest is not None and row.highest is not None and row.mu is not None
    assert row.lowest < row.mu < row.highest
    assert 0.01 < row.order_sd < 5


def test_no_permutations_leaves_the_recorded_order() -> None:
    for row in rate(ledger(*league()), TrueSkillSettings(permutations=0)).ratings:
        assert (row.mu, row.sigma) == (row.recorded_mu, row.recorded_sigma)
        assert row.order_sd is None


def test_three_sides_and_teams_go_through_the_package() -> None:
    three = Match(game="g", setup=None, seats=("a", "b", "c"), returns=None, ranks=(1, 2, 2))
    teams = Match(game="g", setup=None, seats=("a", "b", "c", "d"), returns=(1, 1, 0, 0), teams=(1, 1, 2, 2))
    table = rate(ledger(three, teams), FEW)
    package = Players((), (), S, 0.1).package
    r = {name: package.create_rating() for name in "abcd"}
    (r["a"],), (r["b"],), (r["c"],) = package.rate([(r["a"],), (r["b"],), (r["c"],)], ranks=[0, 1, 1])
    (r["a"], r["b"]), (r["c"], r["d"]) = package.rate([(r["a"], r["b"]), (r["c"], r["d"])], ranks=[0, 1])
    for row in table.ratings:
        assert row.recorded_mu == pytest.approx(r[row.system].mu, abs=1e-5)
    assert {row.system: row.matches for row in table.ratings} == {"a": 2, "b": 2, "c": 2, "d": 1}


def test_copies_of_a_system_are_one_player() -> None:
    copies = Match(game="g", setup=None, seats=("a", "a", "b", "b", "b"), returns=(1, 1, 0, 0, 0))
    assert rate(ledger(copies), FEW).ratings == rate(ledger(duel("a", "b")), FEW).ratings


def test_an_update_that_the_package_cannot_compute_is_left_out_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def underflow(*_: object, **__: object) -> None:
        raise FloatingPointError

    monkeypatch.setattr(trueskill.TrueSkill, "rate", underflow)
    three = Match(game="g", setup=None, seats=("a", "b", "c"), returns=None, ranks=(3, 2, 1))
    table = rate(ledger(duel("a", "b"), three), TrueSkillSettings(permutations=2))
    assert table.warnings == ("3 updates were left out: too improbable to compute",)
    assert [row.system for row in table.ratings] == ["a", "c", "b"]


def test_the_draw_probability_is_given_or_estimated() -> None:
    made = ledger(*[duel("a", "b", 0.5)] * 3, *[duel("a", "b")] * 6)
    assert draw_probability(made, S) == 0.1
    assert draw_probability(made, TrueSkillSettings(draw_probability=None)) == pytest.approx(3.5 / 10)
    with pytest.raises(RecordError, match="<memory>:0: found a draw"):
        rate(made, TrueSkillSettings(draw_probability=0.0))


def test_all_draws_and_no_draws_are_finite_with_an_estimated_probability() -> None:
    for share in (0.5, 1.0):
        table = rate(ledger(*[duel("a", "b", share)] * 50), TrueSkillSettings(draw_probability=None, permutations=3))
        assert all(row.mu is not None and 0 < row.mu < 60 for row in table.ratings)


def test_systems_without_matches_are_undefined() -> None:
    row = rate(ledger(duel("a", "b")), FEW, ("a", "b", "c")).ratings[-1]
    assert (row.system, row.mu, row.rank) == ("c", None, None)
    assert "no matches" in (row.reason or "")
    assert rate(collect([]), FEW).ratings == ()


def test_permutations_are_permutations() -> None:
    made = ledger(*league(9))
    players = Players(made.results, made.systems, S, 0.1)
    mus, sigmas, skipped = permuted(players, made, FEW, 0.1, 5)
    assert (mus.shape, sigmas.shape, skipped) == ((5, 5), (5, 5), 0)


def from_setups(*counts: int) -> list[Match]:
    """Return wins of a against b: so many from each setup."""
    return [
        Match(game="g", setup=f"s{place}", seats=("a", "b"), returns=(1, 0))
        for place, count in enumerate(counts)
        for _ in range(count)
    ]


def test_a_hundred_copies_of_one_match_are_hardly_more_than_one() -> None:
    copied, once = rate(ledger(*from_setups(100)), FEW), rate(ledger(*from_setups(1)), FEW)
    for many, one in zip(copied.ratings, once.ratings, strict=True):
        assert many.sigma is not None and many.sigma_by_setup is not None and one.sigma is not None
        assert many.sigma < one.sigma / 2 < one.sigma < many.sigma_by_setup < S.sigma
    assert (copied.matches, copied.setups) == (100, 1)
    assert "100 matches come from 1 setup," in copied.warnings[0]


def test_sigma_by_setup_divides_the_precision_gained_by_the_mean_size_of_a_matchs_setup() -> None:
    made = rate(ledger(*from_setups(6, 1, 1), duel("a", "b"), duel("b", "a")), FEW)
    row, effect = made.ratings[0], (6 * 6 + 4) / 10
    assert row.sigma is not None
    expected = (S.sigma**-2 + (row.sigma**-2 - S.sigma**-2) / effect) ** -0.5
    assert row.sigma_by_setup == pytest.approx(expected, abs=1e-5)
    assert made.setups == 5


def test_sigma_by_setup_is_sigma_where_no_setup_occurs_twice() -> None:
    for made in (ledger(*from_setups(1, 1, 1)), ledger(*league())):
        table = rate(made, FEW)
        assert table.setups == table.matches
        assert table.warnings == ()
        assert all(row.sigma_by_setup == pytest.approx(row.sigma, abs=1e-6) for row in table.ratings)


def test_systems_that_never_met_the_others_are_apart_and_say_why() -> None:
    table = rate(ledger(*[duel("a", "b")] * 5, *[duel("c", "d")] * 8), FEW)
    assert [(row.system, row.rank) for row in table.ratings] == [("c", 1), ("d", 2), ("a", None), ("b", None)]
    assert all(row.mu is None and row.matches == 5 for row in table.ratings[2:])
    assert "no chain of matches links it to the others" in (table.ratings[2].reason or "")
    assert table.warnings[0].endswith("only the group with most matches is rated (c, d), not a, b")


def test_a_match_joins_all_who_sit_at_it() -> None:
    three = Match(game="g", setup=None, seats=("b", "c", "d"), returns=None, ranks=(1, 2, 2))
    table = rate(ledger(duel("a", "b"), three, duel("d", "e")), FEW)
    assert all(row.rank is not None for row in table.ratings)
    assert table.warnings == ()
