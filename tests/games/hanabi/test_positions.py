"""Positions of Hanabi: labels recomputed by dealing every hidden hand, and the claims of the module."""

from collections import Counter
from functools import cache
from itertools import islice

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import HINT, PLAY, State
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.hanabi import positions
from tests.games.hanabi.dealing import Dealing, fitting, only_copy


@cache
def made() -> tuple[Position, ...]:
    return tuple(positions("test", "canary"))


def state_of(position: Position) -> State:
    state = GAME.start(position.setup)
    for (text,) in position.played:
        state = GAME.apply(state, {state.seat: GAME.decode(text)})
    return state


def values_of(position: Position) -> dict[int, float]:
    return {GAME.decode(entry.action): entry.value for entry in position.values}


def certain_play_labels(state: State) -> dict[int, float]:
    dealing = Dealing(state, state.seat)
    certain = {PLAY + at for at in (0, 1) if dealing.chance(at, fitting(state)) == 1}
    return {action: 0.0 if action in certain else -1.0 for action in GAME.legal(state, state.seat)}  # type: ignore[union-attr]


def safe_discard_labels(state: State) -> dict[int, float]:
    dealing = Dealing(state, state.seat)
    last = {card for card in range(10) if only_copy(state, card)}
    discards = {at: -float(dealing.chance(at, last)) for at in (0, 1)}
    plays = {PLAY + at: -float(1 - dealing.chance(at, fitting(state))) for at in (0, 1)}
    return {**discards, **plays}


def test_labels_are_those_of_every_deal_gone_through() -> None:
    recompute = {"certain_play": certain_play_labels, "safe_discard": safe_discard_labels}
    for position in Stream("tests/hanabi", 0, "sample").sample(made(), 120):
        expected = recompute[position.tags[0]](state_of(position))
        assert values_of(position) == pytest.approx(expected, abs=1e-12)


def test_there_are_sixty_of_each_kind_and_none_twice() -> None:
    assert set(Counter((p.tags, p.difficulty) for p in made()).values()) == {60}
    assert len(made()) == 360
    assert len({p.messages for p in made()}) == len({p.item_id for p in made()}) == 360


def test_the_best_action_has_no_regret_and_others_have_some() -> None:
    for position in made():
        values = values_of(position).values()
        assert max(values) == 0
        assert -position.penalty <= min(values) < 0
        assert "-0.0" not in map(str, values)


def test_discards_are_asked_for_without_tokens_and_with_one_safe_card() -> None:
    for position in made():
        values = values_of(position)
        if position.tags == ("safe_discard",):
            assert max(values) < HINT
            assert [values[0], values[1]].count(0) == 1
            assert max(values[2], values[3]) < 0
        else:
            assert all(PLAY <= action < HINT for action, value in values.items() if value == 0)


def test_positions_follow_from_the_seed() -> None:
    assert tuple(islice(positions("test", "canary"), 40)) == made()[:40]
    assert tuple(islice(positions("other", "canary"), 3)) != made()[:3]


def test_hard_positions_need_the_visible_cards_counted() -> None:
    for position in made():
        state = state_of(position)
        known = state.known[state.seat]
        best = {at for at in (0, 1) for action in (at, PLAY + at) if values_of(position).get(action) == 0}
        wanted = set(range(10)) - fitting(state)
        if position.tags == ("safe_discard",):
            wanted = {card for card in range(10) if only_copy(state, card)}
        shown = {at for at in (0, 1) if not any(known[at] >> card & 1 for card in wanted)}
        assert (shown != best) == (position.difficulty == "hard")
