"""Treasure in Are You the Traitor: the deck, what a team is paid, and what magic rings take."""

from collections.abc import Sequence

from msgspec import Struct

Cards = tuple[int, ...]
"""Cards by kind (an index of ``KINDS``), in order of acquisition."""
GOAL = 10
"""Points of one member at which the game ends."""
EVIL: tuple[int, ...] = (0, 1)
GOOD: tuple[int, ...] = (2, 3, 4)
MEMBERS: tuple[int, ...] = (*EVIL, *GOOD)
TEAMS = (EVIL, GOOD)


class Kind(Struct, frozen=True):
    """A kind of treasure: its name, how many cards the deck has of it, and the points of each."""

    name: str
    cards: int
    points: int


KINDS = (
    Kind("crown jewels", 2, 5),
    Kind("platinum pyramids", 5, 4),
    Kind("bag of gold", 12, 3),
    Kind("silver goblets", 11, 2),
    Kind("chest of copper", 5, 1),
    Kind("magic ring", 5, 1),
    Kind("gilded statue", 2, 0),
)
RING, STATUE = 5, 6
DECK: Cards = tuple(number for number, kind in enumerate(KINDS) for _ in range(kind.cards))
RINGS = KINDS[RING].cards


class Hoard(Struct, frozen=True):
    """Who owns what: ``cards`` for each member, how many have left the ``deck``, and how many rings were used."""

    deck: Cards
    cards: tuple[Cards, ...] = ((),) * len(MEMBERS)
    dealt: int = 0
    rings: int = 0

    def points(self, member: int) -> int:
        """Return what the cards of *member* are worth."""
        return sum([KINDS[card].points for card in self.cards[member]])

    def best(self, team: int) -> int:
        """Return the points of the richest member of a team, 0 evil, 1 good."""
        return max([self.points(member) for member in TEAMS[team]])

    def total(self, team: int) -> int:
        """Return the points of all members of a team."""
        return sum([self.points(member) for member in TEAMS[team]])


class Theft(Struct, frozen=True):
    """A ring at work: who used it, on whom, and which kind of card changed hands."""

    thief: int
    victim: int
    card: int


def paid(hoard: Hoard, team: int) -> Hoard:
    """Return the hoard after each member of *team* has taken the top card, in member order."""
    cards = list(hoard.cards)
    for number, member in enumerate(TEAMS[team]):
        cards[member] = (*cards[member], hoard.deck[hoard.dealt + number])
    return Hoard(hoard.deck, tuple(cards), hoard.dealt + len(TEAMS[team]), hoard.rings)


def stolen(hoard: Hoard, draws: Sequence[tuple[int, int]]) -> tuple[Hoard, tuple[Theft, ...]]:
    """Return the hoard after each member's ring, at most one, has taken a card, and what was taken.

    *draws* has for each ring of the deck, in the order of their use, the numbers that choose victim and card.
    """
    cards, used, thefts = list(hoard.cards), hoard.rings, []
    for member in MEMBERS:
        victims = [other for other in TEAMS[member in EVIL] if cards[other]]
        if RING not in cards[member] or not victims:
            continue
        for_victim, for_card = draws[used]
        victim = victims[for_victim % len(victims)]
        theirs = cards[victim]
        at = theirs.index(STATUE) if STATUE in theirs else for_card % len(theirs)
        cards[victim] = theirs[:at] + theirs[at + 1 :]
        ring = cards[member].index(RING)
        cards[member] = (*cards[member][:ring], *cards[member][ring + 1 :], theirs[at])
        thefts.append(Theft(member, victim, theirs[at]))
        used += 1
    return Hoard(hoard.deck, tuple(cards), hoard.dealt, used), tuple(thefts)


def winner(hoard: Hoard, last: int) -> int | None:
    """Return the team that has won, ``None`` while nobody is rich enough; *last* won the last round."""
    best = [hoard.best(team) for team in (0, 1)]
    if max(best) < GOAL:
        return None
    if min(best) < GOAL:
        return best.index(max(best))
    ranks = [(best[team], hoard.total(team), last == team) for team in (0, 1)]
    return int(ranks[1] > ranks[0])
