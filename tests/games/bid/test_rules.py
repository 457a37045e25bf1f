"""Bid: the specification's cases, what a seat may know, what a reply may be, and OpenSpiel's rules."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interplay.core.driver import Ask
from interplay.core.errors import MoveError, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.bid.rules import GAME, LARGEST, State
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Draw, Item
from tests.games import matches

cents = st.integers(1, 1000)
WHY = "OpenSpiel is in the dev extra"


def auction(first: int, second: int, tie: int = 0, *, compat: bool = False) -> State:
    return State((first, second), tie, prior=True, compat=compat)


def earned(state: State, first: int, second: int) -> tuple[float, ...]:
    return GAME.outcome(GAME.apply(state, {0: first, 1: second})).returns


def item_with(first: int, second: int, tie: int = 0) -> Item:
    item = matches.item("bid")
    draws = (Draw(name="values", values=(first, second)), Draw(name="tie", values=(tie,)))
    return msgspec.structs.replace(item, setup=msgspec.structs.replace(item.setup, draws=draws))


def read(text: str, seat: int = 0, *, compat: bool = False) -> int:
    return GAME.parse(auction(1000, 1000, compat=compat), seat, text)


def test_a_tie_goes_to_the_drawn_seat() -> None:
    assert earned(auction(375, 850, tie=1), 200, 200) == (0, 6.5)
    assert earned(auction(375, 850, tie=0), 200, 200) == (1.75, 0)


def test_the_higher_bid_wins_and_pays_itself() -> None:
    assert earned(auction(417, 720), 100, 200) == (0, 5.2)


def test_legal_bids_end_one_cent_below_the_valuation() -> None:
    state = auction(300, 500)
    assert GAME.legal(state, 0) == range(300)
    assert GAME.flags(state, 0, 299, "player_0: $2.99") == ()
    assert GAME.flags(state, 0, 300, "player_0: $3.00") == ("overbid",)
    assert GAME.legal(auction(300, 500, compat=True), 0) == range(301)


def test_an_overbid_cannot_win_even_against_nothing() -> None:
    assert earned(auction(300, 500), 300, 0) == (0, 5)
    assert earned(auction(300, 500), LARGEST, 500) == (0, 0)
    assert GAME.outcome(GAME.apply(auction(300, 500), {0: 300, 1: 500})).reason == "no valid bid"


def test_points_are_a_tenth_of_the_dollars() -> None:
    outcome = GAME.outcome(GAME.apply(auction(1000, 1), {0: 0, 1: 0}))
    assert outcome.returns == (10, 0)
    assert outcome.points == (1, 0)


@pytest.mark.parametrize(
    ("text", "bid", "flags"),
    [
        ("player_0: $0.29", 29, ()),
        ("player_0: $1.13", 113, ()),
        ("player_0: $3", 300, ()),
        ("player_0: $3.5", 350, ()),
        ("player_0: 3.05", 305, ()),
        ("player_0: $3.759", 375, ("rounded_down",)),
        ("player_0 :  $2.10.", 210, ()),
        ("**player_0: $2.10**", 210, ()),
        ("It is worth $5.00, half is $2.50.\nplayer_0: $2.60, no, I mean\nplayer_0: $2.10", 210, ()),
        ("player_0: $007.00", 700, ()),
    ],
)
def test_the_amount_after_the_last_own_name_is_read(text: str, bid: int, flags: tuple[str, ...]) -> None:
    state = auction(1000, 1000)
    assert GAME.parse(state, 0, text) == bid
    assert GAME.flags(state, 0, bid, text) == flags


@pytest.mark.parametrize(
    "amount",
    [
        "3,75",
        "$1,000.00",
        "٣",
        "$3٣",
        "3e2",
        "-3",
        "$-1.00",
        "50%",
        "three",
        "",
        "$",
        "1.2.3",
        "$0.29 to $9.00",
        "$0.29 - $9.00",
        "less than $0.29",
        "€3",
    ],
)
def test_other_amounts_are_unparsable(amount: str) -> None:
    with pytest.raises(UnparsableMove, match="expected one"):
        read(f"player_0: {amount}")


@pytest.mark.parametrize("text", ["player_1: $2.10", "xplayer_0: $2.10", "player_0 $2.10", "player_00: $2"])
def test_a_reply_needs_the_own_name(text: str) -> None:
    with pytest.raises(UnparsableMove):
        read(text)


@pytest.mark.parametrize("text", ["$2.10", "player_0: 210 cents", "player_0: 210¢", "My bid is $2.10.", "Bid: $2.1"])
def test_an_amount_that_can_only_be_the_bid_is_read(text: str) -> None:
    assert read(text) == 210


def test_a_final_bid_after_reasoning_with_amounts_is_read() -> None:
    assert read("At $4.20 I would earn little; $2.00 may lose. player_1: $2.10", seat=1) == 210


def test_compat_reads_the_first_amount_with_a_point() -> None:
    assert read("player_0: $2.10 or player_0: $3.00", compat=True) == 210
    assert read("My value is $7.50, so $3.75", compat=True) == 750
    state = auction(1000, 1000, compat=True)
    assert GAME.flags(state, 0, 750, "My value is $7.50, so $3.75") == ("unnamed",)
    with pytest.raises(UnparsableMove):
        read("player_0: $3", compat=True)


def test_all_amounts_up_to_ten_dollars_survive_text() -> None:
    state = auction(1000, 1000)
    for bid in range(1001):
        assert GAME.parse(state, 1, GAME.write(state, 1, bid)) == bid
        assert GAME.decode(GAME.encode(bid)) == bid


@pytest.mark.parametrize("text", ["bid:01", "bid:-1", "bid:", "bid:1 ", "bid:٣", f"bid:{LARGEST + 1}", "1"])
def test_other_texts_are_no_canonical_bid(text: str) -> None:
    with pytest.raises(ValueError, match="not a bid"):
        GAME.decode(text)


@pytest.mark.parametrize("part", ["9", "0", "player_0:", "player_0: 9", " ", "$", ".", "player_0: 1."])
def test_long_hostile_replies_are_read_or_refused(part: str) -> None:
    for text in (part * (20_000 // len(part)), "player_0: " + part * (19_990 // len(part))):
        try:
            assert 0 <= read(text) <= LARGEST
        except MoveError as error:
            assert len(str(error)) < 300


def test_the_seed_draws_the_published_values() -> None:
    stream = Stream("bid", 0, "values", prefix="llmarena-v1")
    assert [1 + stream.below(1000), 1 + stream.below(1000)] == [516, 567]


def test_valuations_are_uniform() -> None:
    counts = [0] * 1000
    for seed in range(50_000):
        for value in GAME.deal(str(seed), {}, "strict").drawn("values"):
            counts[value - 1] += 1
    chi_squared = sum((count - 100) ** 2 / 100 for count in counts)
    assert 850 < chi_squared < 1150  # 999 degrees of freedom, standard deviation 44.7


@pytest.mark.parametrize(("values", "tie"), [((0, 5), 0), ((5, 1001), 0), ((5,), 0), ((5, 5, 5), 0), ((5, 5), 2)])
def test_setups_that_no_draw_gives_are_refused(values: tuple[int, ...], tie: int) -> None:
    setup = matches.item("bid").setup
    draws = (Draw(name="values", values=values), Draw(name="tie", values=(tie,)))
    with pytest.raises(ValueError, match="expected"):
        GAME.start(msgspec.structs.replace(setup, draws=draws))


@given(cents, cents, cents, st.integers(0, 1), st.data())
def test_prompts_show_nothing_of_the_other(own: int, other: int, another: int, tie: int, data: Any) -> None:
    seat = data.draw(st.integers(0, 1))
    states = [auction(*((own, hidden) if seat == 0 else (hidden, own)), tie=tie) for hidden in (other, another)]
    assert GAME.prompt(states[0], seat) == GAME.prompt(states[1], seat)


def test_neither_bidder_is_shown_the_others_bid() -> None:
    prompts: list[tuple[str, ...]] = []
    for first in ("player_0: $1.00", "player_0: $2.00"):
        shown: list[str] = []

        def reply(ask: Ask, first: str = first, shown: list[str] = shown) -> str:
            shown.append(repr(ask.messages))
            assert isinstance(ask.situation, Situation)
            return first if ask.situation.seat == 0 else "player_1: $1.50"

        match = matches.play(item_with(400, 700), reply)
        assert [move.seat for move in match.rounds[0]] == [0, 1]
        prompts.append(tuple(shown))
    assert prompts[0] == prompts[1]


def test_the_distribution_is_stated_unless_left_out() -> None:
    for profile, options, stated in (("strict", {}, True), ("compat", {}, False), ("strict", {"prior": 0}, False)):
        state = GAME.start(GAME.deal("s", options, profile))
        assert ("equally likely" in GAME.prompt(state, 0).observation) is stated


def test_three_unreadable_replies_become_a_bid_of_nothing() -> None:
    item = item_with(400, 700)
    asked: list[int] = []

    def reply(ask: Ask) -> str:
        asked.append(len(ask.messages))
        return "I pass" if ask.situation.seat == 0 else "player_1: $0.00"  # type: ignore[attr-defined]

    prediction = matches.play(item, reply)
    assert prediction.rounds[0][0].substitute == "bid:0"
    assert asked == [1, 3, 5, 1], "a failed reply is shown once"
    verdict = Replay(item).verify(prediction)
    assert verdict.seats[0].substituted == 1
    assert verdict.outcome.returns == (4, 0)


@given(cents, cents, st.integers(0, 1), st.integers(0, 1200), st.integers(0, 1200))
def test_one_bidder_wins_unless_both_overbid(first: int, second: int, tie: int, a: int, b: int) -> None:
    returns = earned(auction(first, second, tie), a, b)
    assert sum(dollars > 0 for dollars in returns) == (a < first or b < second)
    assert min(returns) == 0
    swapped = earned(auction(second, first, 1 - tie), b, a)
    assert returns == swapped[::-1]


def test_a_replay_draws_both_bids_on_a_scale() -> None:
    shown = GAME.show(GAME.apply(auction(400, 1000), {0: 100, 1: 2000}))
    assert shown.splitlines() == [
        "player_0  values it at  $4.00  [====b----------v........................]  bid $1.00",
        "player_1  values it at $10.00  [=======================================b]  bid $20.00, which cannot win",
        "player_0 wins and earns $3.00.",
    ]


def test_random_auctions_agree_with_openspiel() -> None:
    pytest.importorskip("pyspiel", reason=WHY)
    from tests.benchmarks.games.differential_bid import compare

    compare(random.Random(1), 300)
