"""The table of Arctic Scavengers: what is fixed in a match, tribes, what happened, and the whole position.

A match asks one seat at a time. ``phase`` says what: what to do in the gathering, whether to respond to what the other
has announced, which of the cards dug up to keep, whom to hit in the skirmish.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from interplay.tracks.games.arctic_scavengers.cards import (
    CARDS,
    CONTESTED,
    JUNKYARD,
    PILES,
    STARTER,
    Cards,
    people,
    without,
)

Phase = Literal["gather", "respond", "keep", "skirmish", "over"]


class Slots(Struct, frozen=True):
    """Places in a pile to be shuffled: those of the cards that were in it at first, then those of all others.

    A card of the first kind has the same rank in a shuffle whatever else came into the pile.
    """

    counts: tuple[int, ...]
    first: tuple[int, ...]

    def sorted(self, cards: Cards, ranks: Sequence[int]) -> Cards:
        """Return *cards* by the ranks of their places."""
        places = []
        extra, card, copies = self.first[-1], -1, 0
        for each in sorted(cards):
            copies = copies + 1 if each == card else 0
            card = each
            if copies < self.counts[card]:
                places.append((ranks[self.first[card] + copies], card))
            else:
                places.append((ranks[extra], card))
                extra += 1
        places.sort()
        return tuple([card for _, card in places])


def slots(cards: Cards) -> Slots:
    """Return the places for a pile that has *cards* at first."""
    counts = tuple(map(cards.count, range(len(CARDS))))
    return Slots(counts, tuple(sum(counts[:card]) for card in range(len(CARDS) + 1)))


DECK, DUMP = slots(STARTER), slots(JUNKYARD)


class Table(Struct, frozen=True):
    """What stays the same in a match: ``rounds``, whether the initiator sees the contested card, all shuffles.

    ``decks`` has ranks for each round and seat; ``dumps`` for each round when the initiator, then the other has
    trashed, and when a contested card has come to the junkyard.
    """

    rounds: int
    peeks: bool
    decks: tuple[tuple[int, ...], ...]
    dumps: tuple[tuple[int, ...], ...]


class Tribe(Struct, frozen=True, gc=False):
    """A seat's cards; ``reserve`` has the next card first. ``done`` has a bit for each of ``ACTS`` this round."""

    reserve: Cards
    hand: Cards = ()
    used: Cards = ()
    food: int = 0
    done: int = 0

    @property
    def owned(self) -> Cards:
        """Return all cards."""
        return self.reserve + self.hand + self.used

    @property
    def size(self) -> int:
        """Return the number of people."""
        return people(self.owned)


class Event(Struct, frozen=True, gc=False):
    """Something that happened, to be told to each seat as far as it may know.

    ``action`` is what *seat* announced or did, ``fight`` at the end of a skirmish (*seat* won, -1: nobody). ``answer``
    is the response that cancelled it. ``cards`` were drawn, looked at or fought for, ``kept`` is the one that was
    kept, ``hands`` are those that fought.
    """

    round: int
    seat: int
    action: str
    answer: str = ""
    cards: Cards = ()
    kept: int = -1
    hands: tuple[Cards, ...] = ()


class State(Struct, frozen=True, gc=False):
    """The whole position. ``junkyard`` and ``contested`` have the top card first; ``seat`` has to decide.

    ``announced`` waits for a response, ``revealed`` were dug up. ``uses`` are snipers and saboteurs that *seat* can
    still use in the skirmish. ``count`` counts the announcements of this gathering.
    """

    table: Table
    tribes: tuple[Tribe, Tribe]
    junkyard: Cards
    contested: Cards
    initiator: int
    piles: tuple[int, ...] = PILES
    round: int = 0
    phase: Phase = "over"
    seat: int = 0
    announced: str = ""
    revealed: Cards = ()
    count: int = 0
    uses: tuple[int, int] = (0, 0)
    log: tuple[Event, ...] = ()

    @property
    def gatherer(self) -> int:
        """Return the seat whose gathering it is."""
        return 1 - self.seat if self.phase == "respond" else self.seat


def unfought(state: State) -> Cards:
    """Return the contested cards that are left, in table order, as everybody knows them."""
    fought = [card for event in state.log if event.action == "fight" for card in event.cards]
    return without(CONTESTED[: state.table.rounds], fought)


def deck_sizes(rounds: int) -> list[int]:
    """Return how many places each of ``Table.decks`` has: a deck grows by three cards a round at most."""
    return [len(STARTER) + 3 * number for number in range(rounds) for _ in (0, 1)]


def dump_sizes(rounds: int) -> list[int]:
    """Return how many places each of ``Table.dumps`` has: six cards trashed, one lost in a skirmish, each round."""
    return [len(JUNKYARD) + 7 * number + more for number in range(rounds) for more in (3, 6, 7)]
