"""Plans for a round of Arctic Scavengers: what to hunt, hire, dig with and trash, and how the rest will fight.

Values are whole numbers, in thousandths of a person.
"""

import math
from functools import lru_cache
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.arctic_scavengers import cards
from interplay.tracks.games.arctic_scavengers.cards import DIG, DRAW, HIRE, HUNT, TRASH, Cards, people, without
from interplay.tracks.games.arctic_scavengers.duel import fight
from interplay.tracks.games.arctic_scavengers.transitions import HAND
from interplay.tracks.games.arctic_scavengers.view import View

EXTRA = {"sniper_team": 2000, "saboteur": 1000, "scout": 500, "sled_team": 500}
"""The value of the special abilities of some cards."""
QUALITY = tuple(
    (750 if card.kind == "tool" else 1000) * (card.fight or 0) + EXTRA.get(card.title, 0) for card in cards.CARDS
)
"""The value of a card in a hand, in thousandths of a point of fight; less for tools, which sometimes lack a person."""
SAMPLES = 40
"""Hands of the other that are guessed."""
OUTCOMES = 8
"""Draws that are tried for each choice of cards to draw with."""
FIGHT_POINT = 900
"""The value of a point of fight in each later round."""
LAST = 1000
"""An eighth of the value of winning the match, in the last round."""
GUESSED = cards.NUMBER["pickaxe"]
"""The card that stands for an unknown card dug up by the other player."""
NEVER = -(10**9)


class Deck(Struct, frozen=True):
    """A deck's strength: the sum of its cards' qualities, their number, and the rounds in which it will be used."""

    quality: int
    number: int
    left: int

    def change(self, gained: Cards, lost: Cards = ()) -> int:
        """Return the value of gaining and losing cards: people, and the fight of later hands."""
        persons = people(gained) - people(lost)
        quality = self.quality + sum([QUALITY[card] for card in gained]) - sum([QUALITY[card] for card in lost])
        number = self.number + len(gained) - len(lost)
        better = HAND * quality // max(number, HAND) - HAND * self.quality // max(self.number, HAND)
        return 1000 * persons + self.left * FIGHT_POINT * better // 1000


def deck_of(owned: Cards, left: int) -> Deck:
    """Return the strength of a deck for *left* more rounds."""
    return Deck(sum([QUALITY[card] for card in owned]), len(owned), left)


@lru_cache(maxsize=1024)
def dig_value(number: int, deck: Deck) -> int:
    """Return the expected value of the best of *number* random cards of the first junkyard, or of keeping none."""
    values = sorted(max(0, deck.change((card,))) for card in cards.JUNKYARD)
    ranks = range(len(values) + 1)
    below = [math.prod([rank] * number) for rank in ranks]
    best = sum(value * (below[rank + 1] - below[rank]) for rank, value in enumerate(values))
    return best // below[-1]


@lru_cache(maxsize=4096)
def candidates(hand: Cards, act: int) -> tuple[Cards, ...]:
    """Return for each value that draw, dig or hunt can have the choice that leaves the strongest hand, and a second."""
    ranked = sorted(
        cards.plays(hand, act), key=lambda played: (-cards.strength(without(hand, played)), len(played), played)
    )
    by_value: dict[int, list[Cards]] = {}
    for played in ranked:
        choices = by_value.setdefault(cards.value_of(played, act), [])
        if len(choices) < 2:
            choices.append(played)
    return tuple(played for value in sorted(by_value) for played in by_value[value])


@lru_cache(maxsize=4096)
def best_hire(medicine: Cards, food: int, offered: Cards, deck: Deck) -> tuple[int, tuple[int, Cards] | None]:
    """Return the value of the best hire, and the hire."""
    options = [(deck.change((hire[0],)), hire) for hire in cards.hires(medicine, food, offered)]
    return max([(0, None), *options], key=itemgetter(0))


class Plan(Struct, frozen=True):
    """What is hunted, hired, dug with, trashed in a round, and what it is worth."""

    value: int
    hunt: Cards = ()
    hire: tuple[int, Cards] | None = None
    dig: Cards = ()
    trash: Cards = ()


def plans(hand: Cards, food: int, done: int, offered: Cards, deck: Deck) -> list[tuple[Plan, Cards]]:
    """Return the plans without drawing, each with the cards that it leaves in the hand."""
    options = []
    may_dig = not done >> DIG & 1
    for hunt in ((), *(() if done >> HUNT & 1 else candidates(hand, HUNT))):
        rest = without(hand, hunt)
        medicine = tuple([card for card in rest if cards.MEDICINE[card]])
        earned = food + (cards.value_of(hunt, HUNT) if hunt else 0)
        gain, hire = (0, None) if done >> HIRE & 1 else best_hire(medicine, earned, offered, deck)
        if hunt and hire is None:
            continue
        gained, paid = ((hire[0],), hire[1]) if hire else ((), ())
        for dig in ((), *(candidates(rest, DIG) if may_dig else ())):
            dig_gain = dig_value(cards.value_of(dig, DIG), deck) if dig else 0
            left = without(rest, dig)
            for trash in trashes(without(left, paid), deck) if not done >> TRASH & 1 else ((),):
                value = dig_gain + (deck.change(gained, trash) if trash else gain)
                options.append((Plan(value, hunt, hire, dig, trash), without(left, trash)))
    return options


@lru_cache(maxsize=4096)
def trashes(hand: Cards, deck: Deck) -> tuple[Cards, ...]:
    """Return the worst card of a hand, the two worst, and so on, as far as one is better off without each; and none."""
    worst = [card for card in hand if deck.change((), (card,)) > 0]
    worst.sort(key=lambda card: -deck.change((), (card,)))
    return tuple(tuple(sorted(worst[:number])) for number in range(min(len(worst), cards.MOST_TRASHED) + 1))


class Planner:
    """Plans for one seat, with what it knows, and ``others``, its guesses of the hand that the other fights with."""

    def __init__(self, known: View, stream: Stream) -> None:
        self.known = known
        self.stream = stream
        self.offered = tuple(who for who, count in zip(cards.MERCENARIES, known.piles, strict=True) if count)
        pool = sorted((*known.other, *(GUESSED,) * known.dug))
        self.others = [tuple(sorted(stream.sample(pool, known.other_hand))) for _ in range(SAMPLES)]
        self.odds: dict[Cards, int] = {}
        self.deck = deck_of(known.deck, known.left)
        worths = [1000 * cards.PEOPLE[card] + self.deck.change((card,)) for card in known.stakes]
        self.stake = sum(worths) // len(worths)

    def chance(self, hand: Cards) -> int:
        """Return how often *hand* wins, ties counted half, of ``2 * SAMPLES``."""
        wins = self.odds.get(hand)
        if wins is None:
            wins = sum([fight(hand, other, first=self.known.first) for other in self.others])
            self.odds[hand] = wins
        return wins

    def best(self, hand: Cards, food: int, done: int) -> Plan:
        """Return the plan of highest value, without drawing."""
        options = plans(hand, food, done, self.offered, self.deck)
        value, best = max(((self._total(plan.value, rest), plan) for plan, rest in options), key=itemgetter(0))
        return replace(best, value=value)

    def _total(self, gain: int, rest: Cards) -> int:
        """Return the value of gains and of the skirmish; in the last round, mostly that of winning the match."""
        chance = self.chance(rest)
        if self.known.left:
            return gain + chance * self.stake // (2 * SAMPLES)
        swing = cards.PEOPLE[self.known.stakes[0]]
        lead = self.known.lead + gain // 1000
        won, lost = self._final(lead + swing), self._final(lead - swing)
        return gain + LAST * (chance * won + (2 * SAMPLES - chance) * lost) // (2 * SAMPLES)

    def _final(self, lead: int) -> int:
        """Return how good a lead is at the end, from -8 to 8, before what the other may still gain."""
        gains = (0, 1, 1, 2) if self.known.waits else (0, 0, 0, 0)
        return 2 * sum([(lead > more) - (lead < more) for more in gains])

    def drawing(self) -> tuple[int, Cards]:
        """Return the mean value of the best draw, and its cards; none if no draw is possible."""
        known = self.known
        if known.done >> DRAW & 1 or not known.reserve:
            return NEVER, ()
        draws = [(self._drawn(played), played) for played in candidates(known.hand, DRAW)]
        return max(draws, key=itemgetter(0), default=(NEVER, ()))

    def _drawn(self, played: Cards) -> int:
        known = self.known
        number, rest = cards.value_of(played, DRAW), without(known.hand, played)
        total = 0
        for _ in range(OUTCOMES):
            hand = tuple(sorted((*rest, *self.stream.sample(known.reserve, number))))
            total += self.best(hand, known.food, known.done | 1 << DRAW).value
        return total // OUTCOMES
