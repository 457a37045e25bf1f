"""What hands of Hold'em are worth: an unbiased estimate of chips, and an order of players by skill."""

import itertools
import math
from statistics import fmean, stdev

import pytest
from msgspec.structs import replace

from interplay.core.driver import SYSTEM
from interplay.tracks.games import catalogue
from interplay.tracks.games.holdem import luck
from interplay.tracks.games.holdem.equity import before_flop
from interplay.tracks.games.holdem.hands import cards_of, value
from interplay.tracks.games.holdem.policies import POLICIES, SHARES
from interplay.tracks.games.holdem.ranges import FREE, HANDS, index_of, values
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.holdem.table import (
    ALL_IN,
    CHECK_CALL,
    FOLD,
    RAISE_FULL,
    RAISE_HALF,
    State,
    after,
    prices,
    public,
)
from tests.games import matches
from tests.games.holdem.hands import dealt
from tests.games.holdem.players import BLIND, STYLES, bot, match, pair, stream

PAIRS = 16


@pytest.fixture(scope="module")
def strong() -> dict[str, list[tuple[float, float]]]:
    """Return worth and chips of the strong bot in some deals against each style."""
    return {style: [pair(bot("equity"), style, f"luck/{n}") for n in range(PAIRS)] for style in STYLES}


def test_every_hand_on_a_board_has_the_value_that_one_by_one_gives() -> None:
    for board in map(cards_of, ("2s7hJdQdKd", "2s7s8sQsKd", "AsAdAhAcKd", "5h6h7h8h2c", "2s2d7h")):
        held = values([board])[0].tolist()
        for hand, number in zip(HANDS, held, strict=True):
            assert number == (-1 if set(hand) & set(board) else value((*hand, *board)))


# Unbiased, exactly


def river(put: int) -> State:
    """Return a river on which seat 1, the bot, acts first, both with *put* chips in."""
    state = dealt("AsKsAdKd2c7h9cJh3s", dealer=0)
    return replace(state, street=3, seat=1, put=(put, put), steps=())


def ends(hand: State, chance: float, bot_name: str, other: tuple[int, ...]) -> list[tuple[float, float, float]]:
    """Return probability, worth and chips of all ways in which a hand goes on against a bot that holds *other*.

    Seat 0 calls half pots, folds to pots, calls all-ins, and raises by half the pot where it is checked to.
    """
    found = []

    def walk(state: State, chance: float, actions: tuple[int, ...]) -> None:
        if state.ended:
            played = luck.Hand(hand, 0, bot_name)
            for action in actions:
                played.play(action)
            found.append((chance, played.won(), GAME.outcome(state).returns[0]))
        elif state.seat == 1:
            row = POLICIES[bot_name](public(state))[index_of(other)].tolist()
            for action, share in enumerate(row):
                if share:
                    walk(after(state, action), chance * share / SHARES, (*actions, action))
        else:
            last = state.steps[-1].action
            action = {CHECK_CALL: RAISE_HALF, RAISE_FULL: FOLD}.get(last, CHECK_CALL)
            walk(after(state, action if prices(state)[action] is not None else CHECK_CALL), chance, (*actions, action))

    walk(hand, chance, ())
    return found


@pytest.mark.parametrize("style", ["solid", "bluffer", "random"])
def test_over_all_hands_and_moves_of_the_bot_the_mean_is_that_of_the_chips(style: str) -> None:
    start = river(10)
    free = [card for card in range(52) if card not in (*start.hand.hole(0), *start.board)]
    others = list(itertools.combinations(free, 2))
    worth = chips = total = 0.0
    for other in others:
        cards = (start.hand.cards[0], other[0], start.hand.cards[2], other[1], *start.board)
        held = replace(start, hand=replace(start.hand, cards=cards))
        for chance, estimate, won in ends(held, 1 / len(others), style, other):
            worth, chips, total = worth + chance * estimate, chips + chance * won, total + chance
    assert total == pytest.approx(1)
    assert worth == pytest.approx(chips, abs=1e-9)


def test_over_all_rivers_the_luck_of_the_card_is_nothing() -> None:
    """The cards that can come are as likely as the opponent's possible hands leave them."""
    start = replace(dealt("AsKsAdKd2c7h9cJh3s", dealer=0), street=2, seat=1, put=(10, 10), steps=())
    known = (*start.hand.hole(0), *start.board)
    for actions in ((CHECK_CALL, CHECK_CALL), (RAISE_HALF, CHECK_CALL)):
        total = chances = 0.0
        for card in set(range(52)) - set(known):
            hand = replace(start.hand, cards=(*start.hand.cards[:8], card))
            played = luck.Hand(replace(start, hand=hand), 0, "solid")
            played.play(actions[0])
            shown = played.luck
            left = 52 - len(known) - 2
            chance = float(played.weights @ FREE[card]) / float(played.weights.sum()) / left
            played.play(actions[1])
            total, chances = total + chance * (played.luck - shown), chances + chance
        assert chances == pytest.approx(1)
        assert total == pytest.approx(0, abs=1e-9)


def test_over_all_own_hands_the_luck_of_the_deal_is_nothing() -> None:
    assert fmean(before_flop(hand) for hand in HANDS) == pytest.approx(luck.MEAN, abs=1e-12)


# Unbiased, over deals


@pytest.mark.parametrize("name", ["random", "equity"])
@pytest.mark.slow
def test_against_styles_the_mean_is_that_of_the_chips(name: str, strong: dict[str, list[tuple[float, float]]]) -> None:
    held = [strong[style] if name == "equity" else _pairs(bot(name), style, 100) for style in STYLES]
    gaps = [fmean(worth - chips for worth, chips in deal) for deal in zip(*held, strict=True)]  # a deal is one draw
    assert abs(fmean(gaps)) < 3 * stdev(gaps) / math.sqrt(len(gaps))


@pytest.mark.parametrize("opponent", ["random", "equity"])
@pytest.mark.slow
def test_against_the_other_bots_the_mean_is_that_of_the_chips(opponent: str) -> None:
    gaps = [worth - chips for worth, chips in _pairs(BLIND["always call"], opponent, 60)]
    assert abs(fmean(gaps)) < 3 * stdev(gaps) / math.sqrt(len(gaps))


def _pairs(reply: object, opponent: str, number: int) -> list[tuple[float, float]]:
    return [pair(reply, opponent, f"luck/{n}") for n in range(number)]  # type: ignore[arg-type]


@pytest.mark.slow
def test_most_of_the_luck_is_gone(strong: dict[str, list[tuple[float, float]]]) -> None:
    held = [p for pairs in strong.values() for p in pairs]
    assert stdev([worth for worth, _ in held]) < 0.6 * stdev([chips for _, chips in held])


# What worth is of


def test_a_forfeit_costs_the_chips_put_in() -> None:
    forfeiting = replace(GAME.policy, illegal="forfeit")  # as only profile compat has it
    seats = (SYSTEM, f"bot:solid@{catalogue.bots_of('holdem')['solid'].version}")
    item = replace(matches.item("holdem", seats, "forfeit/3", rules=0), policy=forfeiting)
    silly = matches.verified(item, matches.play(item, lambda _: "Action: Raise Half Pot"), (0,))
    assert silly.verdict.outcome.reason == "forfeit"
    expected = -silly.decisions[-1].state.put[0]
    assert GAME.worth(silly) == pytest.approx(expected, abs=8)


def test_without_a_bot_as_opponent_worth_is_the_chips() -> None:
    item = matches.item("holdem", ("system", "rival"), seed="rivals")
    played = matches.verified(item, matches.play(item, matches.randomly(2)), (0,))
    assert GAME.worth(played) == played.verdict.outcome.returns[0]


def test_worth_is_the_same_when_computed_again() -> None:
    played = match(BLIND["always call"], "bluffer", 1, "again")
    first = GAME.worth(played)
    luck.results.cache_clear()
    assert GAME.worth(played) == first


def test_in_every_hand_the_system_has_something_to_decide() -> None:
    for style in STYLES:
        for number in range(30):
            played = match(BLIND["always fold"], style, number % 2, f"asked/{number}")
            assert any(seen.seat == played.seats[0] for seen in played.decisions)


# Skill


@pytest.mark.slow
def test_no_player_without_a_look_at_the_cards_profits_and_the_strong_bot_does(
    strong: dict[str, list[tuple[float, float]]],
) -> None:
    blind = {
        name: fmean(pair(reply, STYLES[n % 4], f"luck/{n}")[0] for n in range(4 * PAIRS))
        for name, reply in BLIND.items()
    }
    assert max(blind.values()) < 0 < fmean(worth for pairs in strong.values() for worth, _ in pairs)
    folder = fmean(pair(bot("folder"), STYLES[n % 4], f"luck/{n}")[0] for n in range(4 * PAIRS))
    assert max(blind.values()) < folder + 0.5


@pytest.mark.parametrize("name", ["always all in", "always the pot", "always call", "random, but no folds"])
@pytest.mark.slow
def test_they_lose_to_the_strong_bot(name: str) -> None:
    assert fmean(pair(BLIND[name], "equity", f"vs/{n}")[0] for n in range(2 * PAIRS)) < 0


def test_chances_of_a_hand_are_those_of_its_draws() -> None:
    """A bot plays each action as often as its policy says."""
    state = public(dealt(dealer=1))
    row = POLICIES["bluffer"](state)[index_of(dealt().hand.hole(0))].tolist()
    drawn = [bot_move(n) for n in range(300)]
    for action, share in enumerate(row):
        assert drawn.count(action) / 300 == pytest.approx(share / SHARES, abs=0.1)
    assert ALL_IN not in drawn


def bot_move(number: int) -> int:
    from interplay.tracks.games.holdem.bots import BLUFFER

    state = dealt(dealer=1)
    return GAME.parse(state, 0, BLUFFER.move(GAME, state, 0, stream(str(number))))
