"""Sea Battle's sealed orders: values against all own orders tried with the rules of the game."""

from collections import Counter
from functools import cache
from itertools import product

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games.sea_battle.rules import GAME, State
from interplay.tracks.games.sea_battle.waters import MENU, TEAMS
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.sea_battle import EACH, Labelled, Turn, kind, pool, posed, positions, state_of

ROUNDS = 3


@cache
def made() -> tuple[Position, ...]:
    return tuple(positions("test", "canary"))


def fought(case: Labelled, plan: int, own: tuple[int, ...]) -> tuple[int, list[object]]:
    """Return the gain of own orders against a plan, and what is seen after each round."""
    state: State = state_of(case)
    team = TEAMS[0] if case.seat in TEAMS[0] else TEAMS[1]
    before, seen = state.damage, list[object]()
    for orders, order in zip(case.plans[plan], own, strict=True):
        if GAME.to_move(state):
            given = {s: MENU[order if s == case.seat else orders[s]] for s in GAME.to_move(state)}
            state = GAME.apply(state, {seat: Choice(name) for seat, name in given.items()})
        seen.append((state.at, state.heading, state.damage, state.log.orders))
    gains = [d - b for d, b in zip(state.damage, before, strict=True)]
    return sum(-gain if seat in team else gain for seat, gain in enumerate(gains)), seen


def values(case: Labelled) -> list[float]:
    """Return what each order is worth: the best ways to go on that agree while the plans look alike."""
    ways = list(product(range(8), repeat=ROUNDS))
    played = [{own: fought(case, plan, own) for own in ways} for plan in range(len(case.plans))]
    if len(played) == 1:
        return [max(gain for own, (gain, _) in played[0].items() if own[0] == first) for first in range(8)]
    return [max(_both(played, first)) for first in range(8)]


def _both(played: list[dict[tuple[int, ...], tuple[int, list[object]]]], first: int) -> list[float]:
    found = []
    for second, third in product(range(8), repeat=2):
        one, seen = played[0][first, second, third]
        for later, last in product(range(8), repeat=2):
            two, also = played[1][first, later, last]
            if (seen[0] == also[0] and second != later) or (seen[:2] == also[:2] and third != last):
                continue
            found.append((one + two) / 2)
    return found


@pytest.mark.slow
def test_a_sample_has_the_values_of_all_own_orders_tried_one_by_one() -> None:
    for name in EACH:
        for case in Stream("tests", name, "sample").sample([case for case in pool() if kind(case) == name], 3):
            assert values(case) == pytest.approx(case.values), case.battle


def test_turning_the_board_turns_the_battle() -> None:
    for number, case in enumerate(pool()[:16]):
        turn = Turn(number % 4, mirrored=number > 7)
        state, position = state_of(case), posed(case, 0, "canary", turn)
        turned: State = GAME.start(position.setup)
        for names in position.played:
            orders = [GAME.decode(name) for name in names]
            turned = GAME.apply(turned, dict(zip(GAME.to_move(turned), orders, strict=True)))
        assert turned.at == tuple(map(turn.square, state.at))
        assert turned.heading == tuple(map(turn.heading, state.heading))
        assert turned.damage == state.damage


def test_the_prompt_tells_the_orders_of_all_other_ships() -> None:
    for position in made():
        text = position.messages[0].content
        assert text.count("(opponent): ") == text.count("- ship ") - text.count("(teammate): ") - told(text)
        assert text.count("Plan A:\n") == text.count("Plan B:\n") == ("two-plans" in position.kind)


def told(text: str) -> int:
    """Return how many lines about ships the game's own observation has."""
    return text.split("The rules that matter here", maxsplit=1)[0].count("- ship ")


def test_the_kinds_are_as_many_as_said_and_all_messages_differ() -> None:
    assert Counter(position.kind for position in made()) == EACH
    texts = [position.messages[0].content for position in made()]
    assert len(set(texts)) == len(texts)
    assert max(len(text.encode()) for text in texts) < 12_000


def test_the_seed_chooses_positions_and_turns() -> None:
    assert tuple(positions("test", "canary")) == made()
    other = {position.messages[0].content for position in positions("other", "canary")}
    assert len(other & {position.messages[0].content for position in made()}) < len(made()) / 4
