"""What a bid is worth: exactly what it can expect against the bot's policy, whatever the luck of the draw."""

from fractions import Fraction
from statistics import fmean

import msgspec
import pytest

from interplay.core.driver import RIVAL
from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.bid.equilibrium import HIGHEST, utility
from interplay.tracks.games.bid.expected import BIDS, RANDOM, best_utility, chances
from interplay.tracks.games.bid.expected import utility as expected
from interplay.tracks.games.bid.rules import GAME, State
from tests.games import matches
from tests.games.bid.test_rules import item_with

VALUES = range(1, HIGHEST + 1)
BOTS = catalogue.bots_of("bid")


def worth(reply: str, value: int, other: int, *, seat: int = 0, bot: str = "greedy", profile: str = "strict") -> float:
    """Return what *reply* is worth to a system with a valuation against a bot with another one."""
    values = (value, other) if seat == 0 else (other, value)
    player = bot if bot == RIVAL else f"bot:{bot}@{BOTS[bot].version}"
    item = item_with(*values)
    setup = msgspec.structs.replace(item.setup, profile=profile)
    players = ("system", player) if seat == 0 else (player, "system")
    item = msgspec.structs.replace(item, setup=setup, players=players)
    sent = {"system": reply, RIVAL: f"player_{1 - seat}: $0.10"}
    return GAME.worth(matches.verified(item, matches.play(item, lambda ask: sent[ask.player]), (seat,)))


def made(bot: str, value: int, *, compat: bool) -> dict[int, Fraction]:
    """Return the bids of a bot at a valuation, with their chances."""
    state = State((value, 1), 0, prior=not compat, compat=compat)
    if bot == "random":
        legal = [bid for bid in range(value + 1) if not GAME.flags(state, 0, bid, f"player_0: ${bid / 100:.2f}")]
        return dict.fromkeys(legal, Fraction(1, len(legal)))
    reply = BOTS[bot].move(GAME, state, 0, Stream("bid", "x", "y"))
    return {GAME.parse(state, 0, reply): Fraction(1)}


@pytest.mark.parametrize("compat", [False, True])
@pytest.mark.parametrize("bot", list(BOTS))
def test_chances_are_those_of_the_bots_own_bids_over_all_valuations(bot: str, compat: bool) -> None:
    assert bot in (RANDOM, *BIDS)
    bids: dict[int, Fraction] = {}
    for value in VALUES if bot != "random" else ():
        for bid, chance in made(bot, value, compat=compat).items():
            bids[bid] = bids.get(bid, Fraction(0)) + chance / HIGHEST
    for bid in (0, 1, 2, 250, 499, 500, 760, 999, 1000):
        if bot == "random":
            exact = sum(
                Fraction(2 * min(bid, count) + (bid < count), 2 * count) for count in (v + compat for v in VALUES)
            )
            wins = exact / HIGHEST
        else:
            wins = sum((chance * (2 * (b < bid) + (b == bid)) / 2 for b, chance in bids.items()), Fraction(0))
        assert chances(bot, compat=compat)[bid] == pytest.approx(float(wins), rel=1e-12)


def test_expectations_against_the_equilibrium_are_those_of_the_closed_form() -> None:
    for value in (1, 2, 3, 417, 1000):
        for bid in (0, value // 3, value // 2, value - 1, value, value + 1):
            assert expected(value, bid, "equilibrium", compat=False) == pytest.approx(utility(value, bid), rel=1e-12)


@pytest.mark.parametrize("profile", ["strict", "compat"])
@pytest.mark.parametrize("bot", list(BOTS))
@pytest.mark.parametrize("seat", [0, 1])
def test_worth_is_the_share_of_the_best_and_does_not_depend_on_the_others_valuation(
    seat: int, bot: str, profile: str
) -> None:
    compat = profile == "compat"
    share = expected(400, 150, bot, compat=compat) / best_utility(400, bot, compat=compat)
    for other in (1, 399, 1000):
        assert worth(f"player_{seat}: $1.50", 400, other, seat=seat, bot=bot, profile=profile) == share
    assert 0 < share < 1


def test_half_the_value_is_worth_almost_all_and_what_cannot_win_nothing() -> None:
    assert worth("player_0: $2.00", 400, 10) > 0.999
    for reply in ("player_0: $4.00", "player_0: $9.00"):
        assert worth(reply, 400, 10) == 0
    assert worth("no bid", 400, 10) == worth("player_0: $0.00", 400, 900) < 0.01


@pytest.mark.parametrize("seat", [0, 1])
def test_against_another_system_a_bid_is_worth_what_it_earned_as_a_share_of_the_value(seat: int) -> None:
    assert worth(f"player_{seat}: $1.00", 400, 900, seat=seat, bot=RIVAL) == pytest.approx(0.75)
    assert worth(f"player_{seat}: $0.05", 400, 900, seat=seat, bot=RIVAL) == 0
    item = item_with(400, 800)
    both = matches.verified(item, matches.play(item, lambda ask: f"player_{ask.situation.seat}: $2.00"), (0, 1))  # type: ignore[attr-defined]
    assert GAME.worth(both) == pytest.approx((0.5 + 0) / 2)


@pytest.mark.parametrize("bot", ["greedy", "equilibrium"])
def test_no_bid_that_is_always_the_same_beats_random_bids(bot: str) -> None:
    some = VALUES[::20]

    def share(value: int, bid: int) -> float:
        return expected(value, bid, bot, compat=False) / best_utility(value, bot, compat=False)

    at_random = fmean(fmean(share(value, bid) for bid in range(value)) for value in some)
    assert all(fmean(share(value, bid) for value in some) < at_random for bid in range(0, 1000, 20))
