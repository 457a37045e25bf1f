"""Hands of Hold'em made by hand, and their value by the textbook."""

import itertools
from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from interplay.tracks.games.holdem.hands import STRENGTHS, cards_of
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.holdem.table import (
    State,
    prices,
)
from interplay.tracks.games.records import Draw


def dealt(cards: str = "AsKsAdKd2c7h9cJh3s", dealer: int = 1, profile: str = "strict", rules: int = 0) -> State:
    """Return a hand before its first action; under *rules* 0, RLCard's, seat 0 acts first on every street."""
    setup = GAME.deal("any", {"rules": rules}, profile)
    draws = (Draw(name="button", values=(dealer,)), Draw(name="cards", values=cards_of(cards)))
    return GAME.start(replace(setup, draws=draws))


def after(state: State, actions: Iterable[int]) -> State:
    for action in actions:
        assert prices(state)[action] is not None
        state = GAME.apply(state, {state.seat: action})
    return state


def best_of_21(cards: Iterable[int]) -> tuple[int, list[int]]:
    """Return a sortable value by the textbook: the best of all choices of five."""
    return max(map(five, itertools.combinations(cards, 5)))


def five(cards: tuple[int, ...]) -> tuple[int, list[int]]:
    ranks = sorted((STRENGTHS[card] for card in cards), reverse=True)
    counts = Counter(ranks)
    order = sorted(ranks, key=lambda rank: (-counts[rank], -rank))
    flush = len({card // 13 for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = order = [3, 2, 1, 0, -1]
    straight = len(counts) == 5 and ranks[0] - ranks[4] == 4
    shape = tuple(sorted(counts.values(), reverse=True))
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    kind = 8 if straight and flush else 5 if flush else 4 if straight else kinds[shape]
    return kind, order
