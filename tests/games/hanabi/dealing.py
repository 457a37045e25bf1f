"""What a hand of Hanabi can be, by going through every way to deal the hidden cards, with no masks or formulas."""

from collections.abc import Collection
from fractions import Fraction
from itertools import permutations

from interplay.tracks.games.hanabi.table import PACK, State
from tests.games.hanabi.tables import held, hidden_places


class Dealing:
    """All deals of two hidden cards to the hand of *seat* that agree with every hint it was given."""

    def __init__(self, state: State, seat: int) -> None:
        own = held(state.deck, state.history)[seat]
        hidden = [state.deck[place] for place in hidden_places(state, seat)]
        self.hands = [
            hand
            for hand in permutations(hidden, len(own))
            if all(hint.fits(card) for card, told in zip(hand, own, strict=True) for hint in told.hints)
        ]

    def chance(self, position: int, cards: Collection[int]) -> Fraction:
        """Return the share of the deals in which the card at *position* is one of *cards*."""
        return Fraction(sum(hand[position] in cards for hand in self.hands), len(self.hands))


def out_of_reach(state: State, card: int) -> bool:
    """Return whether *card* is built, or it or a lower rank that is missing has lost all its copies."""
    color, rank = divmod(card, 5)
    height = state.fireworks[color]
    missing = range(5 * color + height, card + 1)
    return rank < height or any(PACK.count(lower) == state.discards.count(lower) for lower in missing)


def only_copy(state: State, card: int) -> bool:
    """Return whether discarding a *card* that can still be played would lose its last copy."""
    return not out_of_reach(state, card) and PACK.count(card) - state.discards.count(card) == 1


def fitting(state: State) -> set[int]:
    """Return the cards that would be the next of their color."""
    return {5 * color + height for color, height in enumerate(state.fireworks) if height < 5}
