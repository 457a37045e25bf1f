"""The bots of Hold'em: what they may know, and that the better one wins."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Bot
from interplay.tracks.games.holdem.hands import cards_of
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.holdem.table import ALL_IN, CHECK_CALL, FOLD, LABELS, RAISE_FULL, RAISE_HALF, State
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Draw
from tests.games import matches

BOTS = catalogue.bots_of("holdem")
OWN = ("equity", "tight")


def at(hole: str, board: str, actions: list[int]) -> State:
    """Return a state in which seat 0, which is not the dealer, holds *hole*."""
    used = cards_of(hole + board)
    other = [card for card in range(52) if card not in used]
    cards = (used[0], other[0], used[1], other[1], *used[2:], *other[2 : 2 + 7 - len(used)])
    setup = GAME.deal("bots", {}, "strict")
    state = GAME.start(replace(setup, draws=(Draw(name="button", values=(1,)), Draw(name="cards", values=cards))))
    for action in actions:
        state = GAME.apply(state, {state.seat: action})
    return state


def move(bot: str, state: State, seat: int = 0) -> int:
    text = BOTS[bot].move(GAME, state, seat, Stream("holdem", "bots", f"bot/{bot}"))
    return GAME.parse(state, seat, text)


def payoff(first: str, second: str, deals: int) -> tuple[float, float]:
    """Return the first bot's mean payoff, and its share of points, over both seats of each deal."""
    names = {name: f"bot:{name}@{BOTS[name].version}" for name in (first, second)}
    won = points = 0.0
    for number, (one, other) in itertools.product(range(deals), ((first, second), (second, first))):
        item = matches.item("holdem", (names[one], names[other]), seed=f"strength/{number}")
        outcome = Replay(item).verify(matches.play(item, matches.randomly(0))).outcome
        seat = 0 if one == first else 1
        won += outcome.returns[seat]
        points += outcome.points[seat]
    return won / deals / 2, points / deals / 2


@pytest.mark.parametrize("bot", OWN)
@settings(max_examples=40, deadline=None)
@given(deck=st.permutations(range(52)), choices=st.lists(st.integers(1, 4), max_size=9), rules=st.integers(0, 1))
def test_moves_do_not_depend_on_hidden_cards(bot: str, deck: list[int], choices: list[int], rules: int) -> None:
    state = GAME.start(GAME.deal("hidden", {"rules": rules}, "strict"))
    state = replace(state, hand=replace(state.hand, cards=tuple(deck[:9])))
    for choice in choices:
        if state.ended or choice not in list(GAME.legal(state, state.seat)):  # type: ignore[arg-type]
            break
        state = GAME.apply(state, {state.seat: choice})
    if state.ended:
        return
    seat = state.seat
    changed = list(deck[:9])
    for place, card in zip([1 - seat, 3 - seat, *range(4 + len(state.board), 9)], deck[9:], strict=False):
        changed[place] = card
    other = replace(state, hand=replace(state.hand, cards=tuple(changed)))
    assert move(bot, state, seat) == move(bot, other, seat)


@pytest.mark.parametrize("bot", OWN)
def test_no_bot_folds_where_checking_is_free(bot: str) -> None:
    assert move(bot, at("2h7c", "AsKsQs", [CHECK_CALL, CHECK_CALL])) != FOLD


@pytest.mark.parametrize(
    ("hole", "board", "actions", "wanted"),
    [
        ("AsAd", "", [], RAISE_FULL),
        ("AsQd", "", [], RAISE_FULL),
        ("7s7d", "", [], CHECK_CALL),  # half the pot is no raise here
        ("7h6h", "", [], CHECK_CALL),
        ("7h2c", "", [], FOLD),
        ("AhAd", "As2c7d", [CHECK_CALL, CHECK_CALL], RAISE_FULL),
        ("AhJd", "As2c7d", [CHECK_CALL, CHECK_CALL], RAISE_HALF),
        ("QhQd", "Js2c7d", [CHECK_CALL, CHECK_CALL], RAISE_HALF),
        ("7hQd", "Js2c7d", [CHECK_CALL, CHECK_CALL], CHECK_CALL),
        ("7hQd", "Js2c7d", [CHECK_CALL, CHECK_CALL, CHECK_CALL, ALL_IN], FOLD),
        ("AhKh", "2h7h9c", [CHECK_CALL, CHECK_CALL, CHECK_CALL, RAISE_FULL], CHECK_CALL),
        ("8h3c", "KsKdKc", [CHECK_CALL, CHECK_CALL, CHECK_CALL, RAISE_FULL], FOLD),  # the board's trips are no hand
        ("8h3c", "KsKdKcQh", [CHECK_CALL] * 5 + [RAISE_FULL], FOLD),
        ("8h3c", "KsKdQcQh", [CHECK_CALL] * 5 + [RAISE_FULL], FOLD),
    ],
)
def test_tight_rates_hands_by_what_they_add(hole: str, board: str, actions: list[int], wanted: int) -> None:
    assert LABELS[move("tight", at(hole, board, actions))] == LABELS[wanted]


def test_equity_calls_all_in_with_a_made_hand_and_folds_air() -> None:
    facing = [CHECK_CALL, CHECK_CALL, CHECK_CALL, ALL_IN]
    assert move("equity", at("AhAd", "As2c7d", facing)) == CHECK_CALL
    assert move("equity", at("4h3d", "AsKcQd", facing)) == FOLD


def test_the_stronger_bot_wins_more() -> None:
    assert payoff("equity", "random", 80)[0] > 0
    won, points = payoff("equity", "tight", 80)
    assert points > 0.7
    assert won > -4


def test_bots_are_bots() -> None:
    bots: list[Bot] = [BOTS[name] for name in OWN]
    assert [bot.name for bot in bots] == ["equity", "tight"]
