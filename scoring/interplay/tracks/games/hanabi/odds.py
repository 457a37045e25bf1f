"""The exact posterior of a seat's own hand, given the visible cards and the hints.

Every deal that fits the visible cards and the hints is equally likely; conclusions from the partner's choice of action
are left out. With m(x) unseen copies of card x, the pair (x, y) has weight m(x) (m(y) - [x = y]).
"""

from collections.abc import Sequence

from msgspec import Struct

from interplay.tracks.games.hanabi.table import ANY, COPIES, HAND, State

TOTAL = COPIES + COPIES


class Odds(Struct, frozen=True, gc=False):
    """How many deals put each card at each position of a hand: ``weights[position][card]`` of ``total``."""

    total: int
    weights: tuple[tuple[int, ...], ...]

    def chance(self, position: int, cards: int) -> float:
        """Return the probability that the card at *position* is one of *cards* (one bit a card)."""
        return self.count(position, cards) / self.total

    def count(self, position: int, cards: int) -> int:
        """Return the number of deals in which the card at *position* is one of *cards*."""
        return sum(weight for card, weight in enumerate(self.weights[position]) if cards >> card & 1)

    def certain(self, position: int, cards: int) -> bool:
        """Return whether the card at *position* must be one of *cards*."""
        return self.count(position, cards) == self.total


def odds(state: State, seat: int) -> Odds:
    """Return the posterior of the hand of *seat*; it reads no card that is hidden from *seat*."""
    return hand_odds(unseen(state, seat), state.known[seat])


def hand_odds(copies: Sequence[int], known: Sequence[int]) -> Odds:
    """Return the posterior of a hand of one or two cards, *copies* of each card being unseen."""
    sets = [[copies[card] if candidates >> card & 1 else 0 for card in range(10)] for candidates in known]
    if len(sets) < HAND:
        return Odds(sum(sets[0]), (tuple(sets[0]),))
    first, second = sets
    sums = sum(first), sum(second)
    # A card that both positions can be has one copy less for the other position.
    weights = (
        tuple(m * (sums[1] - (second[card] > 0)) for card, m in enumerate(first)),
        tuple(m * (sums[0] - (first[card] > 0)) for card, m in enumerate(second)),
    )
    return Odds(sum(weights[0]), weights)


def unseen(state: State, seat: int) -> list[int]:
    """Return for each card how many copies *seat* does not see: those in the pile and in its own hand."""
    copies = remaining(state)
    for card in state.hands[1 - seat]:
        copies[card] -= 1
    return copies


def remaining(state: State) -> list[int]:
    """Return for each card how many copies are neither built nor discarded."""
    copies = list(TOTAL)
    for card in state.discards:
        copies[card] -= 1
    for color, height in enumerate(state.fireworks):
        for card in range(5 * color, 5 * color + height):
            copies[card] -= 1
    return copies


def dead(state: State) -> int:
    """Return the set of the cards that can never be played: already built, or a lower rank of their color is gone."""
    cards = 0
    for color, height in enumerate(state.fireworks):
        blocked = False
        for rank in range(5):
            card = 5 * color + rank
            blocked = blocked or (rank >= height and state.discards.count(card) == TOTAL[card])
            if rank < height or blocked:
                cards |= 1 << card
    return cards


def critical(state: State) -> int:
    """Return the set of the cards that can still be played and have one copy left."""
    last = sum(1 << card for card in range(10) if state.discards.count(card) == TOTAL[card] - 1)
    return last & ~dead(state) & ANY
