"""The positions of Hold'em: reached by legal play, and labelled with what an independent count gives."""

import itertools
import math
from collections import Counter

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.holdem.equity import exact
from interplay.tracks.games.holdem.table import ALL_IN, CHECK_CALL, FOLD, State
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions import holdem_labels as labels
from interplay_builders.tracks.positions.holdem import EACH, positions
from tests.games.holdem.hands import best_of_21
from tests.games.holdem.oracles import counted_by_eval7

GAME = catalogue.load("holdem")
POSITIONS = tuple(positions("test", "canary"))
SAMPLE = Stream("tests", "holdem", "sample").sample(POSITIONS, 12)


def state_of(position: Position) -> State:
    state: State = GAME.start(position.setup)
    for (action,) in position.played:
        assert GAME.decode(action) in GAME.legal(state, state.seat)  # type: ignore[operator]
        state = GAME.apply(state, {state.seat: GAME.decode(action)})
    return state


def equity_of(position: Position) -> float:
    return (position.values[1].value + 100) / 200


def test_positions_are_balanced_and_all_different() -> None:
    groups = Counter((p.difficulty, p.values[1].value > p.values[0].value) for p in POSITIONS)
    assert len(POSITIONS) == 6 * EACH == 480
    assert set(groups.values()) == {EACH}
    assert len({p.messages[0].content for p in POSITIONS}) == len(POSITIONS)
    assert len({p.item_id for p in POSITIONS}) == len(POSITIONS)
    seats = Counter((p.seat, *p.setup.drawn("button")) for p in POSITIONS)
    assert len(seats) == 4
    assert min(seats.values()) > 80


def test_a_seed_gives_the_same_positions_and_another_seed_others() -> None:
    assert tuple(positions("test", "canary")) == POSITIONS
    others = {p.messages[0].content for p in positions("other", "canary")}
    assert len(others & {p.messages[0].content for p in POSITIONS}) < 5


def test_every_position_is_reached_by_legal_play_with_the_opponent_all_in_on_the_flop() -> None:
    for position in POSITIONS:
        state = state_of(position)
        assert (state.seat, state.street, len(state.board)) == (position.seat, 1, 3)
        assert (state.put[position.seat], state.put[1 - position.seat]) == (2, 100)
        assert GAME.legal(state, position.seat) == [FOLD, CHECK_CALL]
        assert (state.steps[-1].seat, state.steps[-1].action) == (1 - position.seat, ALL_IN)
        assert state.steps[-1].street == 1


def test_values_are_those_of_the_two_actions() -> None:
    for position in POSITIONS:
        assert [value.action for value in position.values] == ["fold", "check_call"]
        fold, call = (value.value for value in position.values)
        assert fold == -2
        assert call - fold == pytest.approx(200 * equity_of(position) - 98)
        assert position.penalty == pytest.approx(abs(200 * equity_of(position) - 98))
        level = "hard" if position.penalty < 15 else "medium" if position.penalty < 40 else "easy"
        assert position.difficulty == level
        assert position.penalty > 0


def test_the_prompt_shows_the_cards_that_were_labelled_and_no_other() -> None:
    for position in POSITIONS[:50]:
        state = state_of(position)
        text = position.messages[0].content
        assert GAME.prompt(state, position.seat).observation in text
        assert "opponent All in (98)" in text


@pytest.mark.parametrize("position", SAMPLE[:3], ids=lambda p: p.item_id)
def test_exact_labels_are_counted_again_from_the_cards_shown(position: Position) -> None:
    state = state_of(position)
    assert exact(state.hand.hole(position.seat), state.board).share == pytest.approx(equity_of(position), abs=1e-12)


@pytest.mark.parametrize("position", SAMPLE, ids=lambda p: p.item_id)
def test_labels_agree_with_sampled_deals_under_a_textbook_evaluator(position: Position) -> None:
    state = state_of(position)
    hole, board = state.hand.hole(position.seat), state.board
    unseen = [card for card in range(52) if card not in hole and card not in board]
    stream = Stream("tests", position.item_id, "deals")
    total = 0.0
    deals = 250
    for _ in range(deals):
        a, b, turn, river = stream.sample(unseen, 4)
        mine, theirs = (best_of_21((*cards, *board, turn, river)) for cards in (hole, (a, b)))
        total += (mine > theirs) + (mine == theirs) / 2
    assert total / deals == pytest.approx(equity_of(position), abs=4.5 * 0.5 / math.sqrt(deals))


def test_an_exact_label_agrees_with_eval7_on_every_deal() -> None:
    state = state_of(SAMPLE[0])
    wins, ties = counted_by_eval7(state.hand.hole(SAMPLE[0].seat), state.board)
    assert (wins + ties / 2) / labels.DEALS == pytest.approx(equity_of(SAMPLE[0]), abs=1e-12)


def test_the_label_file_holds_the_spots_of_its_seeds() -> None:
    spots = labels.spots()
    assert len(spots) == labels.SPOTS == 900
    assert [(spot.hole, spot.flop) for spot in spots] == [labels.cards(seed) for seed in range(labels.SPOTS)]


def test_the_label_file_is_what_its_command_writes() -> None:
    written = labels.FILE.read_text(encoding="utf-8").splitlines()
    assert written[:6] == list(itertools.islice(labels.lines(), 6))
