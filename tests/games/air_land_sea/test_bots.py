"""The bots of Air, Land & Sea: what they may know, what they never do, how they fare."""

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.air_land_sea.cards import PACK
from interplay.tracks.games.air_land_sea.rules import GAME
from interplay.tracks.games.air_land_sea.table import DOWN, FOUGHT, State, menu, price, totals
from interplay.tracks.games.air_land_sea.view import imagine_table
from tests.games import matches
from tests.games.air_land_sea.tables import (
    after,
    cards,
    dealt,
    known_to,
    laid,
    listed,
    walk,
    with_other_hidden_cards,
    zones,
)

BOTS = catalogue.bots_of("air_land_sea")
OURS = ("greedy", "search")


def chosen(bot: str, state: State, seed: object = 0) -> str:
    text = BOTS[bot].move(GAME, state, state.seat, Stream("tests", str(seed), bot))
    return GAME.parse(state, state.seat, text).id


def positions(seed: str) -> list[State]:
    start = GAME.start(matches.item("air_land_sea", seed=seed).setup)
    return [s for s in walk(start, Stream("tests", seed, "bots"), withdrawing=False) if GAME.to_move(s)]


@pytest.mark.parametrize("bot", OURS)
@pytest.mark.parametrize("seed", ["a", "b"])
def test_a_bot_does_not_use_what_its_seat_cannot_see(bot: str, seed: str) -> None:
    stream = Stream("tests", seed, "hidden")
    for state in positions(seed)[:: 5 if bot == "search" else 1]:
        assert chosen(bot, with_other_hidden_cards(state, state.seat, stream)) == chosen(bot, state)


@pytest.mark.parametrize("seed", ["c", "d", "e", "f"])
def test_an_imagined_table_agrees_with_all_that_the_seat_knows(seed: str) -> None:
    stream = Stream("tests", seed, "view")
    for state in positions(seed):
        for seat in (0, 1):
            table = imagine_table(state, seat, stream)
            assert tuple(sorted(zones(table))) == PACK
            assert (table.log, table.past, set(table.deals)) == ((), (), {PACK})
            assert totals(table) == totals(state)
            assert table.hands[seat] == state.hands[seat]
            assert table.sides[seat] == state.sides[seat]
            assert [len(zone) for zone in (*table.hands, table.deck)] == [len(z) for z in (*state.hands, state.deck)]
            unseen = set(PACK) - known_to(state, seat)
            assert all(
                one == two or (one >= DOWN and two >= DOWN)
                for mine, theirs in zip(table.sides[1 - seat], state.sides[1 - seat], strict=True)
                for one, two in zip(mine, theirs, strict=True)
            )
            assert unseen.isdisjoint(table.hands[seat])
            if state.seat == seat:
                assert menu(table) == menu(state)


def test_what_was_seen_stays_known_until_it_may_have_been_played_facedown() -> None:
    start = laid(("S4 A1 A2", "L2 A3 L6"), own={"land": "A6 L3"}, turn=1)
    flipped = after(start, "deploy_l2_land", "flip_land_opp")
    assert flipped.sides[0][1] == cards("A6 (L3)")
    tables = [imagine_table(flipped, 1, Stream("tests", n, "seen")) for n in range(30)]
    assert {table.sides[0][1] for table in tables} == {cards("A6 (L3)")}, "it saw the card before it was turned"
    back = after(flipped, "deploy_s4_sea", "return_l3", "improvise_a1_air")
    tables = [imagine_table(back, 1, Stream("tests", n, "back")) for n in range(60)]
    assert len({table.sides[0][0] for table in tables}) > 3, "the card played facedown may be the one taken back"
    held = after(flipped, "deploy_s4_sea", "return_l3", "deploy_a1_air")
    tables = [imagine_table(held, 1, Stream("tests", n, "held")) for n in range(30)]
    assert all(cards("L3")[0] in table.hands[0] for table in tables), "it must be in the hand still"


@pytest.mark.parametrize("bot", OURS)
def test_a_battle_that_one_play_wins_is_won(bot: str) -> None:
    state = laid(("L6", ""), own={"air": "A6"}, opp={"air": "A5", "land": "L5", "sea": "S6"}, first=1)
    assert chosen(bot, state) == "deploy_l6_land"


@pytest.mark.parametrize("bot", OURS)
def test_a_lost_battle_is_left_early_and_never_at_the_price_of_losing_it(bot: str) -> None:
    lost = {"air": "A6 A5", "land": "L6 L5", "sea": "S6 S5"}
    assert chosen(bot, laid(("A1 A2 A3", "S1 S2"), opp=lost, first=0)) == "withdraw"
    last = laid(("A1", ""), opp=lost, first=1)
    assert price(last, 0) == FOUGHT
    assert chosen(bot, last) != "withdraw"


@pytest.mark.parametrize("bot", OURS)
def test_a_fresh_hand_is_played(bot: str) -> None:
    state = dealt("A6 L6 S6 A5 L5 S5 A1 A2 A3 L1 L2 L3 A4 L4 S1 S2 S3 S4")
    assert chosen(bot, state) != "withdraw"


@pytest.mark.parametrize("bot", OURS)
def test_a_bot_is_a_function_of_state_and_stream(bot: str) -> None:
    for state in positions("same")[::9]:
        assert chosen(bot, state) == chosen(bot, state)
        assert chosen(bot, state) in listed(state)


@pytest.mark.slow
def test_bots_are_ordered_by_strength() -> None:
    for one, two, pairs, least in (("greedy", "random", 10, 0.95), ("search", "greedy", 4, 0.5)):
        total = 0.0
        for number in range(pairs):
            for players in ((one, two), (two, one)):
                item = matches.item("air_land_sea", tuple(f"bot:{p}@1" for p in players), seed=f"order{number}")
                claimed = matches.play(item, matches.randomly(0)).claimed
                assert claimed is not None
                total += claimed.returns[players.index(one)]
        assert total / (2 * pairs) > least, (one, two)
