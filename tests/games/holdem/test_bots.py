"""The bots of Hold'em: what they may know, and how their styles differ. Who wins is in ``test_luck``."""

import dataclasses
import hashlib
from collections import Counter
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.holdem import policies
from interplay.tracks.games.holdem.hands import cards_of
from interplay.tracks.games.holdem.policies import POLICIES, SHARES
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.holdem.table import (
    ALL_IN,
    CHECK_CALL,
    FOLD,
    RAISE_FULL,
    RAISE_HALF,
    State,
    prices,
    public,
)
from interplay.tracks.games.records import Draw, Item
from interplay_builders.tracks.games import scales
from interplay_builders.tracks.games.build import SPLITS, files_of
from tests.games.holdem import players

BOTS = catalogue.bots_of("holdem")
STYLES = ("solid", "tight", "caller", "bluffer")
OWN = ("folder", *STYLES, "equity")


FROZEN = {
    0: {
        "solid": "3d3b6359572e",
        "tight": "0535fe6bff42",
        "caller": "c283e881af56",
        "bluffer": "8e14cf04fa93",
        "equity": "29cdb3d95e21",
    },
    1: {
        "solid": "421a338410e9",
        "tight": "9d04fb9d5173",
        "caller": "709b16761974",
        "bluffer": "b653d3fc68af",
        "equity": "626030fb636c",
    },
}
"""Rules -> bot -> digest of its policy in three states, at version 3."""


def at(hole: str, board: str, actions: list[int], rules: int = 0) -> State:
    """Return a state in which seat 0, which is not the dealer, holds *hole*; under *rules* 0 it acts first."""
    used = cards_of(hole + board)
    other = [card for card in range(52) if card not in used]
    cards = (used[0], other[0], used[1], other[1], *used[2:], *other[2 : 2 + 7 - len(used)])
    setup = GAME.deal("bots", {"rules": rules}, "strict")
    state = GAME.start(replace(setup, draws=(Draw(name="button", values=(1,)), Draw(name="cards", values=cards))))
    for action in actions:
        state = GAME.apply(state, {state.seat: action})
    return state


def move(bot: str, state: State, seat: int = 0) -> int:
    text = BOTS[bot].move(GAME, state, seat, Stream("holdem", "bots", f"bot/{bot}"))
    return GAME.parse(state, seat, text)


@pytest.mark.parametrize("bot", OWN)
@settings(max_examples=40, deadline=None)
@given(deck=st.permutations(range(52)), choices=st.lists(st.integers(1, 4), max_size=9), rules=st.integers(0, 1))
@pytest.mark.slow
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


@pytest.mark.parametrize("bot", OWN)
@pytest.mark.parametrize("rules", [0, 1])
def test_no_bot_gives_up_a_hand_for_one_chip(bot: str, rules: int) -> None:
    """So the system has something to decide in every hand."""
    state = GAME.start(GAME.deal("blind", {"rules": rules}, "strict"))
    for hole in ("2s7h", "3s2h", "AsAh", "Jd4c"):
        cards = cards_of(hole)
        rest = [card for card in range(52) if card not in cards]
        held = [*rest[:4], *rest[4:9]]
        held[state.seat], held[state.seat + 2] = cards
        dealt = replace(state, hand=replace(state.hand, cards=tuple(held)))
        assert move(bot, dealt, state.seat) != FOLD


FACING = [CHECK_CALL, CHECK_CALL, CHECK_CALL, ALL_IN]


@pytest.mark.parametrize("bot", [*STYLES, "equity"])
def test_all_in_is_called_with_a_set_and_folded_to_with_air(bot: str) -> None:
    assert move(bot, at("AhAd", "As2c7d", FACING)) == CHECK_CALL
    assert move(bot, at("4h3d", "AsKcQd", FACING)) == FOLD


@pytest.mark.parametrize(
    ("hole", "board", "actions", "wanted"),
    [
        ("QhJd", "Js2c7d", FACING, {"solid", "tight", "caller", "bluffer"}),
        ("2h3d", "Js2c7d", FACING, {"caller"}),
        ("Th9d", "Ts2cQd", [CHECK_CALL, CHECK_CALL, CHECK_CALL, RAISE_FULL], {"solid", "tight", "caller", "bluffer"}),
        ("Ah2h", "5s9cQd", [CHECK_CALL, CHECK_CALL, CHECK_CALL, RAISE_FULL], {"caller", "bluffer"}),
    ],
)
def test_styles_differ_in_what_they_go_on_with(hole: str, board: str, actions: list[int], wanted: set[str]) -> None:
    assert {bot for bot in STYLES if move(bot, at(hole, board, actions)) != FOLD} == wanted


def test_styles_differ_in_how_often_they_raise() -> None:
    state = public(at("AhAd", "2c7d9h", [CHECK_CALL, CHECK_CALL]))
    raised = {bot: int(POLICIES[bot](state)[:, RAISE_HALF:].sum()) for bot in STYLES}
    assert sorted(STYLES, key=raised.__getitem__) == ["caller", "tight", "solid", "bluffer"]


@settings(max_examples=60, deadline=None)
@given(deck=st.permutations(range(52)), choices=st.lists(st.integers(1, 4), max_size=9), rules=st.integers(0, 1))
@pytest.mark.slow
def test_every_policy_gives_all_its_chances_to_actions_on_offer(
    deck: list[int], choices: list[int], rules: int
) -> None:
    state = GAME.start(GAME.deal("any", {"rules": rules}, "strict"))
    state = replace(state, hand=replace(state.hand, cards=tuple(deck[:9])))
    for choice in choices:
        if state.ended or choice not in list(GAME.legal(state, state.seat)):  # type: ignore[arg-type]
            break
        state = GAME.apply(state, {state.seat: choice})
    if state.ended:
        return
    offered = [price is not None for price in prices(state)]
    for policy in POLICIES.values():
        chances = policy(public(state))
        assert chances.shape == (1326, 5)
        assert (chances >= 0).all()
        assert (chances.sum(axis=1) == SHARES).all()
        assert not chances[:, [not on for on in offered]].any()


def test_the_bots_of_a_match_are_one_style_on_both_sides_and_all_styles_in_turn() -> None:
    split = next(split for split in SPLITS if split.name == "llmarena")
    rows = [row for file in files_of([split], "any", "", {}).files for row in file.rows]
    items = [row for row in rows if isinstance(row, Item) and row.game == "holdem"]
    assert len(items) == 2 * GAME.setups
    seen = {(item.pair, player) for item in items for player in item.players if player != "system"}
    assert len(seen) == GAME.setups
    assert Counter(player for _, player in seen) == {f"bot:{name}@3": GAME.setups // 4 for name in STYLES}


def test_what_no_model_would_do_leaves_a_belief_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    state = public(at("AhAd", "2c7d9h", [CHECK_CALL, CHECK_CALL, CHECK_CALL, ALL_IN]))
    monkeypatch.setattr(policies, "MODELS", ((1, lambda _: np.tile(np.array([0, SHARES, 0, 0, 0]), (1326, 1))),))
    believed = policies.opponent_weights.__wrapped__(state)
    assert believed[0].max() == 2**20


@pytest.mark.slow
def test_zero_of_a_scale_is_the_best_bot_that_knows_nothing() -> None:
    split = next(split for split in SPLITS if split.name == "llmarena")
    split = dataclasses.replace(split, pairs=16, games=frozenset({"holdem"}))
    rows = [row for file in files_of([split], "zero", "", {}).files for row in file.rows]
    items = [row for row in rows if isinstance(row, Item) and row.side == "first"]
    (found,) = scales.measure(items).values()
    folded = [GAME.worth(players.match(players.bot("folder"), _style_of(item), 0, item.setup.seed)) for item in items]
    assert found.zero == pytest.approx(fmean(folded))
    assert found.unit == "chips"


def _style_of(item: Item) -> str:
    return item.players[1].removeprefix("bot:").removesuffix("@3")


@pytest.mark.parametrize("rules", FROZEN)
def test_policies_are_what_they_were(rules: int) -> None:
    """Who changes what a bot does raises its version, and writes down the new numbers."""
    states = [
        public(at("AhAd", "2c7d9h", actions, rules))
        for actions in ([CHECK_CALL], [CHECK_CALL, CHECK_CALL], [CHECK_CALL, CHECK_CALL, CHECK_CALL, RAISE_FULL])
    ]
    found = {
        name: hashlib.sha256(b"".join(POLICIES[name](s).astype("<i8").tobytes() for s in states)).hexdigest()[:12]
        for name in (*STYLES, "equity")
    }
    assert found == FROZEN[rules]
