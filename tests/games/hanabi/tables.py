"""Tables of Hanabi for tests, and what each seat was told, followed card by card without the rules' own bookkeeping."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import HAND, HINT, HINT_RANK, NAMES, PACK, PLAY, Cards, State, opening


class Hint(Struct, frozen=True):
    """A color (``by`` = 0) or a rank (``by`` = 1) that was named, and whether the card has it."""

    by: int
    value: int
    has: bool

    def fits(self, card: int) -> bool:
        """Return whether a card agrees with the hint."""
        return (divmod(card, 5)[self.by] == self.value) == self.has


class Held(Struct, frozen=True):
    """A card in a hand: its place in the deck and the hints it has been through."""

    place: int
    hints: tuple[Hint, ...] = ()


def named(text: str) -> Cards:
    """Return the cards of a text such as ``R1 Y5``."""
    return tuple(map(NAMES.index, text.split()))


DECK_A = named("R1 R2 R3 R4 R5 Y1 Y2 Y3 Y4 Y5 R1 R1 R2 R3 R4 Y1 Y1 Y2 Y3 Y4")


def deck(seed: object) -> Cards:
    """Return a shuffled deck."""
    return tuple(Stream("tests/hanabi", str(seed), "deck").shuffled(PACK))


def table(cards: Cards, actions: Iterable[int] = ()) -> State:
    """Return the state after *actions*."""
    state = opening(cards)
    for action in actions:
        state = step(state, action)
    return state


def step(state: State, action: int) -> State:
    """Return the state after one action."""
    return GAME.apply(state, {state.seat: action})


def legal(state: State) -> list[int]:
    """Return the legal actions of the seat to move."""
    return list(GAME.legal(state, state.seat))  # type: ignore[arg-type]


def states(cards: Cards, choose: Callable[[State], int]) -> list[State]:
    """Return all states of a game, the last one over."""
    found = [opening(cards)]
    while GAME.to_move(found[-1]):
        found.append(step(found[-1], choose(found[-1])))
    return found


def safe_player(seed: object, percent_safe: int) -> Callable[[State], int]:
    """Return a player of random legal moves; in *percent_safe* of its games it never plays a card that does not fit."""
    stream = Stream("tests/hanabi", str(seed), "moves")
    safe = stream.below(100) < percent_safe

    def choose(state: State) -> int:
        hand = state.hands[state.seat]
        actions = [
            action
            for action in legal(state)
            if not safe or not PLAY <= action < HINT or state.playable >> hand[action - PLAY] & 1
        ]
        return stream.choice(actions)

    return choose


def held(cards: Cards, actions: Sequence[int]) -> tuple[list[Held], list[Held]]:
    """Return both hands after *actions*, following the places of the deck."""
    hands = ([Held(0), Held(1)], [Held(2), Held(3)])
    top = 2 * HAND
    for turn, action in enumerate(actions):
        if action < HINT:
            del hands[turn % 2][action % PLAY]
            if top < len(cards):
                hands[turn % 2].append(Held(top))
                top += 1
        else:
            by, value = (1, action - HINT_RANK) if action >= HINT_RANK else (0, action - HINT)
            partner = hands[1 - turn % 2]
            for at, card in enumerate(partner):
                hint = Hint(by, value, divmod(cards[card.place], 5)[by] == value)
                partner[at] = Held(card.place, (*card.hints, hint))
    return hands


def hidden_places(state: State, seat: int) -> list[int]:
    """Return the places of the deck whose cards *seat* has not seen: its hand and the pile."""
    own = held(state.deck, state.history)[seat]
    return [card.place for card in own] + list(range(state.dealt, len(state.deck)))


def with_other_hidden_cards(state: State, seat: int, stream: Stream) -> State:
    """Return a state in which the cards hidden from *seat* are others that agree with all it was told."""
    own = held(state.deck, state.history)[seat]
    places = hidden_places(state, seat)
    while True:
        cards = list(state.deck)
        for place, card in zip(places, stream.shuffled([state.deck[place] for place in places]), strict=True):
            cards[place] = card
        if all(hint.fits(cards[card.place]) for card in own for hint in card.hints):
            return table(tuple(cards), state.history)
