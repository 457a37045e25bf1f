"""A deck of cards for somebody who practises tricks: faros, cuts, dealt piles, and cards named in earlier answers."""

from collections.abc import Callable

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.talk import Turn, joined, nth, phrase, session, sizes
from interplay_builders.tracks.simulation.sessions import Session, TaskSpec

TASK = TaskSpec(
    task_id="travelling-deck",
    name="Travelling Deck",
    kind="stateful",
    family="card_deck",
    request_type="shuffles, cuts and deals of a deck, and questions where cards are",
    brief="""
I practise card tricks on the train and can't get the cards out, so please be my deck. 52 cards face down, from the \
top: ace to king of spades, ace to king of diamonds, king to ace of clubs, king to ace of hearts. Write them like AS, \
10D, QH. "Cut 20" puts the top 20 under the rest in one block. An out-faro is the perfect weave of the two halves of \
26 with the top card staying on top; in an in-faro it ends up second. "Run 7" means I run the top 7 one by one onto \
the table and drop all the rest on them. When I deal into hands, I deal the whole deck card by card, left to right and \
round again, each card on top of the one before; I'll say how I pick the hands up. Just answer what I ask, and "done" \
when I don't ask anything.
""".strip(),
)
LEVELS = {1: (8, 12, 8), 2: (24, 12, 10), 3: (64, 16, 14), 4: (150, 24, 20)}
"""Of each level: the shuffles, the turns before the last, and the cards that the last one asks for."""
Deck = tuple[str, ...]
Step = Callable[[Deck], Deck]
NEW: Deck = tuple(
    f"{rank}{suit}"
    for suit, order in (("S", 1), ("D", 1), ("C", -1), ("H", -1))
    for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")[::order]
)
CUT = ("cut {n}", "Cut off {n}, complete the cut.", "now cut {n} please", "cut at {n}")
OUT = ("out-faro", "An out-faro.", "one out faro", "weave it, out")
IN = ("in-faro", "An in-faro.", "one in faro", "weave it, in this time")
RUN = ("run {n}", "I run {n} and throw the rest on top.", "run {n} cards, rest on top", "Run {n}.")
DEAL = (
    "deal {n} hands, and pick them up left to right, the leftmost {a}",
    "I deal it all out into {n} hands. Hands go back together from the left, the first ends up {a}.",
    "{n} hands dealt, collected so that the leftmost is {a}, the second next to it and so on",
)
LOOK = ("what's the {n} card from the top?", "which card is {n} from the top?", "peek: {n} card down from the top?")
LOOK_UP = ("and the {n} from the bottom?", "which one's {n} from the bottom?", "what is {n} from the bottom now?")
BACK = (
    "the card you named in your {n} look goes on {side}",
    "find me the card from my {n} peek and put it on {side}",
    "take out the {n} card that you've told me so far and put it on {side}",
)
UNDO = (
    "no, scrap the last shuffle",
    "Undo that last one, I fumbled.",
    "wait, forget the last shuffle, back to before it",
)
AGAIN = (
    "all that I did in my {n} message once more, same order",
    "same again as in my {n} message",
    "And once more exactly what my {n} message said to do.",
)
FINAL = (
    "Right, the show. Give me the cards at {spots} from the top, a line each like 5 | AS, in one code block.",
    "now tell me what lies at {spots} from the top, lines like 5 | AS in a code block please",
    "And now for the trick: which cards are at {spots}, counted from the top? A code block with lines such as 5 | AS.",
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
        self.can_undo = False

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
        return phrase(self.chance, LOOK if top else LOOK_UP, n=nth(number)), card

    def _shuffle(self) -> str:
        draw, earlier = self.chance.below(14), [n for n, batch in enumerate(self.batches) if batch]
        if draw == 0 and self.can_undo and self.batch:
            self.decks.pop()
            self.can_undo = self.is_plain = False
            return phrase(self.chance, UNDO)
        if draw == 1 and earlier:
            number = self.chance.choice(earlier)
            return self._apply(self.batches[number], phrase(self.chance, AGAIN, n=nth(number + 1)), is_plain=False)
        if draw <= 3 and self.named:
            number, top = 1 + self.chance.below(len(self.named)), self.chance.below(2) == 0
            text = phrase(self.chance, BACK, n=nth(number), side="top" if top else "the bottom")
            return self._apply([to_end(self.named[number - 1], top=top)], text, is_plain=False)
        step, text = self._plain()
        self.batch.append(step)
        return self._apply([step], text, is_plain=True)

    def _plain(self) -> tuple[Step, str]:
        kind = self.chance.below(8)
        number = 3 + self.chance.below(40)
        if kind < 2:
            return cut(number), phrase(self.chance, CUT, n=number)
        if kind < 5:
            inside = self.chance.below(2) == 0
            return faro(inside=inside), phrase(self.chance, IN if inside else OUT)
        if kind < 7:
            return run(3 + number // 3), phrase(self.chance, RUN, n=3 + number // 3)
        hands, upward = 3 + self.chance.below(5), self.chance.below(2) == 0
        side = "on the bottom" if upward else "on top"
        return dealt(hands, upward=upward), phrase(self.chance, DEAL, n=hands, a=side)

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
        if number % 3 == 1 or not size:
            question, reply = table.look()
            requests.append(question)
            table.batches[-1] = []
        turns.append(Turn(joined(chance, requests), reply))
    spots = sorted(chance.sample(range(1, 53), cards))
    request = phrase(chance, FINAL, spots=", ".join(map(str, spots[:-1])) + f" and {spots[-1]}")
    deck, near = table.decks[-1], list[Deck]()
    near += [table.decks[-2], cut(1)(deck), cut(51)(deck), faro(inside=True)(table.decks[-2]), deck[::-1]]
    rows = [[(str(spot), order[spot - 1]) for spot in spots] for order in (deck, *near)]
    return session(TASK, turns, request, rows[0], rows[1:])


FAMILY = Family(dialogue, (1, 2, 3, 4))
