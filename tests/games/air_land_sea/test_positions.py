"""The last cards of a battle of Air, Land & Sea: values against a plainer count of the deals."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations

import pytest
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.air_land_sea.cards import PACK, WITHDRAW
from interplay.tracks.games.air_land_sea.rules import GAME
from interplay.tracks.games.air_land_sea.table import DOWN, State
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import plan_of
from interplay_builders.tracks.positions import air_land_sea
from interplay_builders.tracks.positions.air_land_sea import EACH, Labelled, pool, positions, state_of


@cache
def made() -> tuple[Position, ...]:
    return tuple(positions("test", "canary"))


def deals(state: State, seat: int) -> Iterator[State]:
    """Yield the tables by what the other holds, what lies facedown on its side, and the top of the deck."""
    text = GAME.prompt(state, seat).observation
    hidden = [card for card in PACK if not named(text, card)]
    state = replace(state, past=(), log=())
    other = 1 - seat
    down = [(t, i) for t, col in enumerate(state.sides[other]) for i, c in enumerate(col) if c - DOWN in hidden]
    held = [i for i, card in enumerate(state.hands[other]) if card in hidden]
    top = int(bool(state.deck) and state.deck[0] in hidden)
    for order in permutations(hidden, len(held) + len(down) + top):
        hand, columns = list(state.hands[other]), [list(column) for column in state.sides[other]]
        for i, card in zip(held, order, strict=False):
            hand[i] = card
        for (theater, i), card in zip(down, order[len(held) :], strict=False):
            columns[theater][i] = card + DOWN
        hands, sides = list(state.hands), list(state.sides)
        hands[other], sides[other] = tuple(hand), (tuple(columns[0]), tuple(columns[1]), tuple(columns[2]))
        rest = iter([*order[len(order) - top :], *(card for card in hidden if card not in order)])
        deck = tuple(next(rest) if card in hidden else card for card in state.deck)
        yield replace(state, hands=tuple(hands), sides=tuple(sides), deck=deck)


def hidden_down(case: Labelled) -> bool:
    """Return whether a facedown card of the other is unknown; there are too many deals then to go through."""
    state = state_of(case)
    return "facedown on your opponent's side (" in air_land_sea.note(state)


def named(text: str, card: int) -> bool:
    """Return whether an observation names a card, in whatever place."""
    return f"{'ALS'[card // 6]}{card % 6 + 1} " in text


def score(state: State, seat: int) -> int:
    """Return 6 or -6 for *seat* by minimax over all that the engine lists, without any pruning."""
    if state.past:
        return 6 if state.past[0].winner == seat else -6
    mover = GAME.to_move(state)[0]
    listed = [c for c in GAME.legal(state, mover) if c.id != WITHDRAW]  # type: ignore[union-attr]
    found = [score(GAME.apply(state, {mover: choice}), seat) for choice in listed]
    return max(found) if mover == seat else min(found)


@pytest.mark.slow
def test_a_sample_has_the_values_of_a_plain_count_over_all_deals() -> None:
    for case in Stream("tests", 0, "sample").sample([case for case in pool() if not hidden_down(case)], 8):
        state = state_of(case)
        seat, tables = state.seat, list(deals(state, state.seat))
        for choice, value in zip(GAME.legal(state, seat), case.values, strict=True):  # type: ignore[arg-type]
            if choice.id == WITHDRAW:
                assert value == -int(GAME.prompt(state, seat).action.split("opponent gets ")[1][0])
                continue
            scores = [score(GAME.apply(table, {seat: choice}), seat) for table in tables]
            assert value == pytest.approx(sum(scores) / len(scores)), (case.match, choice)


def test_a_win_that_is_sure_counts_six_and_a_withdrawal_what_it_gives_away() -> None:
    for position in made():
        values = {entry.action: entry.value for entry in position.values}
        plan = plan_of(position)
        assert max(values.values()) <= 6
        assert min(values.values()) >= -6
        if WITHDRAW in values:
            left = len(plan.state.hands[position.seat])
            assert values[WITHDRAW] in ((-4, -6) if left == 1 else (-3, -4))


def test_the_kinds_are_as_many_as_said_and_all_messages_differ() -> None:
    assert Counter(position.kind for position in made()) == EACH
    texts = [position.messages[0].content for position in made()]
    assert len(set(texts)) == len(texts)
    assert max(len(text.encode()) for text in texts) < 12_000


def test_the_prompt_names_every_card() -> None:
    for position in made():
        assert all(named(position.messages[0].content, card) for card in PACK)


def test_the_seed_chooses_positions_order_and_sides() -> None:
    assert tuple(positions("test", "canary")) == made()
    other = {position.messages[0].content for position in positions("other", "canary")}
    assert len(other & {position.messages[0].content for position in made()}) < len(made()) / 4


def test_turning_the_row_of_theaters_changes_no_value() -> None:
    for case in pool()[:40]:
        position = air_land_sea.posed(case, 0, "canary", Stream("tests", case.match, "turn"))
        state = state_of(case)
        before = dict(zip([c.id for c in GAME.legal(state, state.seat)], case.values, strict=True))  # type: ignore[union-attr]
        assert {entry.action: entry.value for entry in position.values} == before


def test_a_broken_line_of_the_pool_is_refused() -> None:
    with pytest.raises(ValueError, match="expected actions"):
        air_land_sea._read("1\tfire\t1 2")
    assert air_land_sea._read("1\twithdraw\t1 2") == Labelled("1", ("withdraw",), (1.0, 2.0))
