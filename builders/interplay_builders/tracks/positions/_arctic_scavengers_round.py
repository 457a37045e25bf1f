"""The value of each gathering action in people gained in the round, when the other player's possible hands are known.

The other fights with one of a few hands, each as likely, and does nothing else. A gain is the people of who is hired,
those of the contested card where the skirmish is won, less those that are trashed; what is dug up does not count.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from interplay.tracks.games.arctic_scavengers.cards import (
    ACTS,
    DRAW,
    HIRE,
    HUNT,
    MEDICINE,
    MERCENARIES,
    TRASH,
    Cards,
    bill,
    hires,
    people,
    plays,
    read_hire,
    strength,
    value_of,
    without,
)
from interplay.tracks.games.arctic_scavengers.rules import gatherings
from interplay.tracks.games.arctic_scavengers.state import State, unfought
from interplay.tracks.games.arctic_scavengers.transitions import cards_of

Kept = tuple[Cards, int, int]
"""The state that determines future gains: the hand, the food, and a bit for each act of this round."""


class Round:
    """The rest of a round from one seat, with the possible hands of the other player."""

    def __init__(self, state: State, seat: int, hands: Sequence[Cards]) -> None:
        self.forces = [(strength(hand), people(hand)) for hand in hands]
        self.stake = expected_stake(state, seat)
        self.reserve = tuple(sorted(state.tribes[seat].reserve))
        self.offered = tuple(who for who, left in zip(MERCENARIES, state.piles, strict=True) if left)
        self.best = cache(self._best)
        self.drawn = cache(self._drawn)

    def fought(self, hand: Cards) -> float:
        """Return the people to be expected from the skirmish."""
        force_of = (strength(hand), people(hand))
        return self.stake * sum(force_of > force for force in self.forces) / len(self.forces)

    def _best(self, kept: Kept) -> float:
        """Return the gain of the best actions from here on; digging and trashing cannot gain."""
        hand, _, done = kept
        gains = [self.fought(hand)]
        gains += [self.best(self.hunted(kept, cards)) for cards in self._open(hand, done, HUNT)]
        gains += [gain + self.best(after) for gain, after in self._hired(kept)]
        if self.reserve:
            gains += [self.drawn(kept, cards) for cards in self._open(hand, done, DRAW)]
        return max(gains)

    def _open(self, hand: Cards, done: int, act: int) -> Sequence[Cards]:
        return () if done >> act & 1 else plays(hand, act)

    def hunted(self, kept: Kept, cards: Cards) -> Kept:
        """Return the state after a hunt."""
        hand, food, done = kept
        return without(hand, cards), food + value_of(cards, HUNT), done | 1 << HUNT

    def _hired(self, kept: Kept) -> Iterator[tuple[int, Kept]]:
        hand, food, done = kept
        if done >> HIRE & 1:
            return
        for who, paid in hires(tuple(card for card in hand if MEDICINE[card]), food, self.offered):
            yield people((who,)), self.hired(kept, who, paid)

    def hired(self, kept: Kept, who: int, paid: Cards) -> Kept:
        """Return the state after a hire."""
        hand, food, done = kept
        due = bill(who, food) or (0, 0)
        return without(hand, paid), food - due[0], done | 1 << HIRE

    def _drawn(self, kept: Kept, cards: Cards) -> float:
        """Return the mean over all possible draws; the reserve is drawn from only once."""
        hand, food, done = kept
        rest, number = without(hand, cards), min(value_of(cards, DRAW), len(self.reserve))
        draws = Counter(combinations(self.reserve, number))
        after = {drawn: (tuple(sorted(rest + drawn)), food, done | 1 << DRAW) for drawn in draws}
        return sum(count * self.best(after[drawn]) for drawn, count in draws.items()) / draws.total()


def values(state: State, seat: int, hands: Sequence[Cards]) -> list[tuple[str, float]]:
    """Return what each legal action is worth, with the best ones after it."""
    known, tribe = Round(state, seat, hands), state.tribes[seat]
    kept = tribe.hand, tribe.food, tribe.done
    return [(action, round(_worth(known, kept, action), 9)) for action in gatherings(state)]


def _worth(known: Round, kept: Kept, action: str) -> float:
    hand, food, done = kept
    verb, _, rest = action.partition(":")
    if verb == "stop":
        return known.fought(hand)
    act, cards = ACTS.index(verb), cards_of(action)
    if act == DRAW:
        return known.drawn(kept, cards)
    if act == HUNT:
        return known.best(known.hunted(kept, cards))
    if act == HIRE and (hire := read_hire(rest)):
        return people((hire[0],)) + known.best(known.hired(kept, *hire))
    lost = people(cards) if act == TRASH else 0
    return known.best((without(hand, cards), food, done | 1 << act)) - lost


def expected_stake(state: State, seat: int) -> float:
    """Return the people of the contested card, of an average one of those that are left if *seat* has not seen it."""
    stakes = state.contested[:1] if seat == state.initiator and state.table.peeks else unfought(state)
    return people(stakes) / len(stakes)
