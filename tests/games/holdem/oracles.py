"""Other engines for Hold'em, driven through the same hand as the rules under test: RLCard and OpenSpiel.

Each function plays one hand of random actions on both and fails on the first difference. In half of the hands nobody
folds, so that many go all the way.
"""

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games.holdem.hands import canonical
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.holdem.table import CHECK_CALL, FOLD, State, prices

SPIEL = (
    "universal_poker(betting=nolimit,numPlayers=2,numRounds=4,blind={blinds},firstPlayer={first},numSuits=4,numRanks=13,"
    "numHoleCards=2,numBoardCards=0 3 1 1,stack=100 100,bettingAbstraction=fchpa)"
)
SPIEL_ACTIONS = (0, 1, 4, 2, 3)
"""Our action -> OpenSpiel's: fold, call, half pot, pot, all in."""


class FixedDeck:
    """Stands in for RLCard's generator; its deck is dealt from the end."""

    def __init__(self, cards: Sequence[int]) -> None:
        self.cards = cards

    def shuffle(self, deck: list[Any]) -> None:
        new = {card.rank + card.suit.lower(): card for card in deck}
        dealt = [new.pop(canonical(card)) for card in self.cards]
        deck[:] = [*new.values(), *reversed(dealt)]


def against_rlcard(seed: str) -> int:
    """Return the number of actions of a hand in which RLCard agreed with the rules on everything."""
    nolimit = pytest.importorskip("rlcard.games.nolimitholdem", reason="RLCard is an optional test oracle")
    state = GAME.start(GAME.deal(seed, {"rules": 0}, "strict"))
    other = nolimit.Game()
    other.dealer_id = state.hand.dealer
    other.np_random = FixedDeck(state.hand.cards)
    other.init_game()
    stream = Stream("tests", seed, "rlcard")
    brave = stream.below(2)
    while not state.ended:
        _same_as_rlcard(state, other)
        legal = GAME.legal(state, state.seat)
        assert sorted(action.value for action in other.get_legal_actions()) == legal
        action = stream.choice(legal[brave:])
        other.step(nolimit.round.Action(action))
        state = GAME.apply(state, {state.seat: action})
    assert other.is_over()
    _same_as_rlcard(state, other)
    assert tuple(other.get_payoffs()) == GAME.outcome(state).returns
    return len(state.steps)


def _same_as_rlcard(state: State, other: Any) -> None:
    assert state.ended or other.game_pointer == state.seat
    assert tuple(player.in_chips for player in other.players) == state.put
    assert tuple(player.remained_chips for player in other.players) == tuple(100 - put for put in state.put)
    if state.ended != "fold":
        assert [card.rank + card.suit.lower() for card in other.public_cards] == [*map(canonical, state.board)]
    for seat, player in enumerate(other.players):
        assert [card.rank + card.suit.lower() for card in player.hand] == [*map(canonical, state.hand.hole(seat))]


def against_openspiel(seed: str) -> int:
    """Return the number of actions of a hand under ``rules`` 1 in which OpenSpiel agreed with the rules.

    OpenSpiel does not offer a fold when checking is free, nor any raise but all in where a full pot exceeds the stack.
    """
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is an optional test oracle")
    state = GAME.start(GAME.deal(seed, {"rules": 1}, "strict"))
    hand = state.hand
    blinds, first = ("1 2", "1 2 2 2") if hand.dealer == 0 else ("2 1", "2 1 1 1")
    other = pyspiel.load_game(SPIEL.format(blinds=blinds, first=first)).new_initial_state()
    cards = iter([*hand.hole(0), *hand.hole(1), *hand.cards[4:]])
    stream = Stream("tests", seed, "openspiel")
    brave = stream.below(2)
    while True:
        while other.is_chance_node():
            other.apply_action(_spiel_card(next(cards)))
        if state.ended:
            break
        assert other.current_player() == state.seat
        offered = prices(state)
        folding = [FOLD] if state.need else []
        raises = [2, 3] if offered[3] is not None else []
        expected = [*folding, CHECK_CALL, *raises, *([4] if offered[4] is not None else [])]
        assert other.legal_actions() == sorted(SPIEL_ACTIONS[action] for action in expected)
        action = stream.choice([a for a in expected if a != FOLD or not brave])
        other.apply_action(SPIEL_ACTIONS[action])
        state = GAME.apply(state, {state.seat: action})
        if not other.is_terminal() and not other.is_chance_node():
            assert f"Spent: [P0: {state.put[0]}  P1: {state.put[1]}  ]" in str(other)
    assert other.is_terminal()
    assert tuple(other.returns()) == GAME.outcome(state).returns
    return len(state.steps)


def _spiel_card(card: int) -> int:
    return 4 * "23456789TJQKA".index(canonical(card)[0]) + "cdhs".index(canonical(card)[1])


def counted_by_eval7(hole: Sequence[int], board: Sequence[int]) -> tuple[int, int]:
    """Return wins and ties over every deal of the rest of the board and the other hand, evaluated by eval7."""
    eval7 = pytest.importorskip("eval7", reason="eval7 is an optional test oracle")
    known = [eval7.Card(canonical(card)) for card in range(52)]
    unseen = [card for card in range(52) if card not in hole and card not in board]
    wins = ties = 0
    for runout in itertools.combinations(unseen, 5 - len(board)):
        shown = [known[card] for card in (*board, *runout)]
        mine = eval7.evaluate([known[hole[0]], known[hole[1]], *shown])
        for a, b in itertools.combinations([card for card in unseen if card not in runout], 2):
            theirs = eval7.evaluate([known[a], known[b], *shown])
            wins += mine > theirs
            ties += mine == theirs
    return wins, ties
