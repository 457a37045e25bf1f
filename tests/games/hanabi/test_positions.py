"""Positions of Hanabi: values recomputed by playing out every deal with a second writing of the stated rule."""

from collections import Counter
from functools import cache
from itertools import permutations

import pytest
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import HINT, PACK, PLAY, State
from interplay.tracks.games.records import Draw
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import plan_of
from interplay_builders.tracks.positions import _hanabi_ends as pool
from interplay_builders.tracks.positions.hanabi import MOST, positions
from interplay_builders.tracks.positions.rules.hanabi import RULES
from tests.games.hanabi.dealing import Dealing, fitting
from tests.games.hanabi.tables import held, hidden_places


@cache
def made() -> tuple[Position, ...]:
    return tuple(positions("test", "canary"))


def state_of(position: Position) -> State:
    state = GAME.start(position.setup)
    for (text,) in position.played:
        state = GAME.apply(state, {state.seat: GAME.decode(text)})
    return state


def ruled(state: State) -> int:
    """Return what the rule of the prompt does, from deals and hints gone through one by one."""
    seat = state.seat
    dealing = Dealing(state, seat)
    for at in range(len(state.hands[seat])):
        if dealing.chance(at, fitting(state)) == 1:
            return PLAY + at
    theirs = held(state.deck, state.history)[1 - seat]
    open_ranks = []
    for card, told in zip(state.hands[1 - seat], theirs, strict=True):
        ranks = {other % 5 for other in range(10) if all(hint.fits(other) for hint in told.hints)}
        if card in fitting(state) and len(ranks) > 1:
            open_ranks.append(card % 5)
    if state.tokens and open_ranks:
        return GAME.decode(f"hint_rank:{min(open_ranks) + 1}")
    return GAME.decode("discard:0" if state.tokens < 3 else f"hint_rank:{state.hands[1 - seat][0] % 5 + 1}")


def replayed(state: State, action: int) -> float:
    """Return the mean final score of an action over every different order of the hidden cards that fits the hints."""
    places = hidden_places(state, state.seat)
    own = held(state.deck, state.history)[state.seat]
    total = number = 0
    for order in set(permutations([state.deck[place] for place in places])):
        if not all(hint.fits(card) for card, told in zip(order, own, strict=False) for hint in told.hints):
            continue
        deck = list(state.deck)
        for place, card in zip(places, order, strict=True):
            deck[place] = card
        assert tuple(sorted(deck)) == PACK
        number += 1
        total += finished(tuple(deck), state.history, action)
    return total / number


def finished(deck: tuple[int, ...], history: tuple[int, ...], action: int) -> int:
    setup = GAME.deal("", {}, "strict")
    state = GAME.start(replace(setup, draws=(Draw(name="deck", values=deck),)))
    for one in (*history, action):
        state = GAME.apply(state, {state.seat: one})
    while GAME.to_move(state):
        state = GAME.apply(state, {state.seat: ruled(state)})
    return int(GAME.outcome(state).returns[0])


@pytest.mark.slow
def test_values_are_those_of_every_deal_played_out() -> None:
    for position in Stream("tests/hanabi", 0, "sample").sample(made(), 4):
        state = state_of(position)
        found = [replayed(state, GAME.decode(entry.action)) for entry in position.values]
        expected = [max(value, max(found) - MOST) for value in found]
        assert [entry.value for entry in position.values] == pytest.approx(expected, abs=1e-8)


def test_the_rule_is_the_one_that_was_written_down() -> None:
    for end in Stream("tests/hanabi", 1, "sample").sample(pool.ends(), 60):
        state = pool.state_of(end)
        assert pool.kept_to(state) == ruled(state)


def test_there_are_300_and_in_260_the_obvious_action_is_not_the_best() -> None:
    assert Counter(p.tags[0] for p in made()) == {"rule-wrong": 260, "rule-right": 40}
    assert len({p.messages for p in made()}) == len({p.item_id for p in made()}) == 300
    assert len({p.cluster for p in made()}) == 300
    for position in made()[::10]:
        plan = plan_of(position)
        own = plan.values[GAME.encode(ruled(plan.state))]
        assert (own < plan.best) == (position.tags[0] == "rule-wrong")


def test_one_action_is_the_best_and_none_costs_more_than_a_point() -> None:
    for position in made():
        second, best = sorted(entry.value for entry in position.values)[-2:]
        assert best - second >= pool.GAP - 1e-9
        assert best - min(entry.value for entry in position.values) <= MOST + 1e-9
        assert position.penalty == best - min(entry.value for entry in position.values)
        assert position.split == "hard"


def test_the_pile_is_short_and_the_prompt_states_the_rule() -> None:
    for position in made():
        state = state_of(position)
        assert len(state.deck) - state.dealt <= 2
        assert state.left != 1
        assert "both of you follow this rule" in position.messages[0].content


@pytest.mark.slow
def test_exchanging_the_colors_exchanges_their_hints_alone() -> None:
    others = {p.cluster: p for p in positions("other", "canary")}
    pairs = [(p, others[p.cluster]) for p in made() if p.cluster in others]
    changed = [(one, two) for one, two in pairs if one.messages != two.messages]
    assert len(pairs) > 50
    assert 0.3 < len(changed) / len(pairs) < 0.7
    for one, two in changed:
        theirs = {entry.action: entry.value for entry in two.values}
        for entry in one.values:
            if GAME.decode(entry.action) not in {HINT, HINT + 1}:
                assert theirs[entry.action] == entry.value


@pytest.mark.slow
def test_positions_follow_from_the_seed() -> None:
    assert tuple(positions("test", "canary")) == made()


def test_the_pool_begins_with_what_its_command_writes() -> None:
    known = pool.FILE.read_text(encoding="utf-8").splitlines()
    assert len(known) == sum(pool.POOL.values()) == 900
    drawn = pool.drawn()
    assert [pool.written(next(drawn)) for _ in range(5)] == known[:5]


@pytest.mark.parametrize("name", RULES)
def test_simple_rules_find_the_best_action_now_and_then_only(name: str) -> None:
    plans = [plan_of(position) for position in made()[::3]]
    assert sum(plan.values[RULES[name](plan)] == plan.best for plan in plans) < 0.55 * len(plans)
