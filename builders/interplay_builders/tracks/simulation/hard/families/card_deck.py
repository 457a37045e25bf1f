"""A deck of cards for somebody who practises tricks: faros, cuts, dealt piles, and cards named in earlier answers."""

from collections.abc import Callable

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.talk import Turn, joined, may_ask, nth, session, sizes
from interplay_builders.tracks.simulation.hard.words import phrase, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__)
TASK = task_of(TEXTS, "travelling-deck", "card_deck")
LEVELS = {1: (4, 12, 5), 2: (64, 16, 10), 3: (290, 40, 18), 4: (960, 60, 30)}
"""Of each level: the shuffles, the turns before the last, and the cards that the last one asks for."""
Deck = tuple[str, ...]
Step = Callable[[Deck], Deck]
NEW: Deck = tuple(
    f"{rank}{suit}"
    for suit, order in (("S", 1), ("D", 1), ("C", -1), ("H", -1))
    for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")[::order]
)


def cut(number: int) -> Step:
    """Return the cut of some cards."""
    return lambda deck: deck[number:] + deck[:number]


def faro(*, inside: bool) -> Step:
    """Return the perfect weave."""
    return lambda deck: tuple(
        card for pair in zip(deck[:26], deck[26:], strict=True) for card in (pair[::-1] if inside else pair)
    )


def run(number: int) -> Step:
    """Return the run of single cards, with the rest on top."""
    return lambda deck: deck[number:] + deck[:number][::-1]


def dealt(hands: int, *, upward: bool) -> Step:
    """Return the deal into piles that are put together again; *upward*: the leftmost is the lowest."""

    def step(deck: Deck) -> Deck:
        piles = [deck[n::hands][::-1] for n in range(hands)]
        return tuple(card for pile in (piles[::-1] if upward else piles) for card in pile)

    return step


def to_end(card: str, *, top: bool) -> Step:
    """Return the move of one card to the top or bottom."""

    def step(deck: Deck) -> Deck:
        rest = tuple(c for c in deck if c != card)
        return (card, *rest) if top else (*rest, card)

    return step


class Table:
    """The deck as it is shuffled: all decks so far, the cards named, and the messages that can be repeated."""

    def __init__(self, chance: Stream) -> None:
        self.chance, self.decks, self.named = chance, [NEW], list[str]()
        self.batches: list[list[Step]] = []
        self.can_undo, self.moved = False, ""

    def message(self, size: int) -> list[str]:
        """Shuffle *size* times, and return what the user says."""
        self.batch, self.is_plain = list[Step](), True
        requests = [self._shuffle() for _ in range(size)]
        self.batches.append(self.batch if self.is_plain else [])
        return requests

    def look(self) -> tuple[str, str]:
        """Return a question where a card is, and the card."""
        number, top = 2 + self.chance.below(24), self.chance.below(3) > 0
        card = self.decks[-1][number - 1 if top else -number]
        self.named.append(card)
        return phrase(self.chance, TEXTS["look"] if top else TEXTS["look_up"], n=nth(number)), card

    def _shuffle(self) -> str:
        draw, earlier = self.chance.below(14), [n for n, batch in enumerate(self.batches) if batch]
        if draw == 0 and self.can_undo and self.batch:
            self.decks.pop()
            self.can_undo = self.is_plain = False
            return phrase(self.chance, TEXTS["undo"])
        if draw == 1 and earlier:
            number = self.chance.choice(earlier)
            return self._apply(
                self.batches[number], phrase(self.chance, TEXTS["again"], n=nth(number + 1)), is_plain=False
            )
        others = [n for n, card in enumerate(self.named, 1) if card != self.moved]
        if draw <= 3 and others:
            number, top = self.chance.choice(others), self.chance.below(2) == 0
            self.moved = self.named[number - 1]
            text = phrase(self.chance, TEXTS["back"], n=nth(number), side="top" if top else "the bottom")
            return self._apply([to_end(self.moved, top=top)], text, is_plain=False)
        step, text = self._plain()
        self.batch.append(step)
        return self._apply([step], text, is_plain=True)

    def _plain(self) -> tuple[Step, str]:
        kind = self.chance.below(8)
        number = 3 + self.chance.below(40)
        if kind < 2:
            return cut(number), phrase(self.chance, TEXTS["cut"], n=number)
        if kind < 5:
            inside = self.chance.below(2) == 0
            return faro(inside=inside), phrase(self.chance, TEXTS["in"] if inside else TEXTS["out"])
        if kind < 7:
            return run(3 + number // 3), phrase(self.chance, TEXTS["run"], n=3 + number // 3)
        hands, upward = 3 + self.chance.below(5), self.chance.below(2) == 0
        side = "on the bottom" if upward else "on top"
        return dealt(hands, upward=upward), phrase(self.chance, TEXTS["deal"], n=hands, a=side)

    def _apply(self, steps: list[Step], text: str, *, is_plain: bool) -> str:
        deck = self.decks[-1]
        for step in steps:
            deck = step(deck)
        self.decks.append(deck)
        self.can_undo = is_plain
        self.is_plain &= is_plain
        return text


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of shuffles and looks; the last request asks for cards at places all over the deck."""
    table, turns = Table(chance), list[Turn]()
    shuffles, count, cards = LEVELS[level]
    for number, size in enumerate(sizes(shuffles, count)):
        requests, reply = table.message(size), "done"
        if not size or (number % 3 == 1 and may_ask(number, count)):
            question, reply = table.look()
            requests.append(question)
            table.batches[-1] = []
        turns.append(Turn(joined(chance, requests), reply))
    spots = sorted(chance.sample(range(1, 53), cards))
    request = phrase(chance, TEXTS["final"], spots=", ".join(map(str, spots[:-1])) + f" and {spots[-1]}")
    deck = table.decks[-1]
    near = [table.decks[-2], cut(1)(deck), cut(51)(deck), faro(inside=True)(table.decks[-2]), deck[::-1]]
    rows = [[(str(spot), order[spot - 1]) for spot in spots] for order in (deck, *near)]
    return session(TASK, turns, request, rows[0], rows[1:])


FAMILY = Family(dialogue, (1, 2, 3, 4))
