"""The tables of Air, Land & Sea that a seat takes for possible, and how often an action wins on them, all cards shown.

A world places every unseen card: in the other's hand, facedown on its side, or in the deck. Only the top card of the
deck is distinguished, and only where Reinforce is in play: it draws one card at most; otherwise ``UnclearError`` is
raised.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from msgspec.structs import replace

from interplay.tracks.games.air_land_sea.cards import PACK, REINFORCE, WITHDRAW, Cards
from interplay.tracks.games.air_land_sea.outlook import after
from interplay.tracks.games.air_land_sea.table import DOWN, FOUGHT, Side, State, menu, price


class UnclearError(Exception):
    """The seat knows more, or a line of play depends on more, than the worlds can distinguish."""


def unseen(state: State, seat: int) -> Cards:
    """Return the cards whose places *seat* does not know; ``UnclearError`` if the other has taken a card back."""
    if any(event.kind == "return" and event.seat != seat for event in state.log):
        raise UnclearError("the other has taken a card back into the hand")
    known = {event.card for event in state.log if event.open or event.seat == seat}
    known.update(state.hands[seat], (card % DOWN for column in state.sides[seat] for card in column))
    known.update(card for column in state.sides[1 - seat] for card in column if card < DOWN)
    if state.stack and state.stack[-1].kind == "reinforce" and state.seat == seat:
        known.add(state.deck[0])
    return tuple(card for card in PACK if card not in known)


def facedown(state: State, seat: int) -> int:
    """Return how many cards of the other lie facedown that *seat* does not know."""
    hidden = unseen(state, seat)
    return sum(card - DOWN in hidden for column in state.sides[1 - seat] for card in column)


def worlds(state: State, seat: int) -> Iterator[list[State]]:
    """Yield for each placing of the unseen cards, all equally likely, the tables by the top of the deck."""
    hidden = unseen(state, seat)
    bare = replace(state, log=(), past=(), deals=(PACK,) * len(state.deals))
    other = 1 - seat
    hand, down = sum(card in hidden for card in state.hands[other]), facedown(state, seat)
    for order in permutations(hidden, hand + down):
        if list(order[:hand]) != sorted(order[:hand]):
            continue
        rest = [card for card in hidden if card not in order]
        yield [_placed(bare, seat, hidden, order, deck) for deck in _decks(bare, hidden, rest)]


def _decks(state: State, hidden: Cards, rest: Sequence[int]) -> list[Cards]:
    """Return the decks that can matter: one for each top card where Reinforce is in play, else any one."""
    if not state.deck:
        return [()]
    tops = rest if state.deck[0] in hidden and REINFORCE not in rest else rest[:1]
    if state.deck[0] not in hidden:
        return [_filled(state.deck, hidden, rest)]
    return [_filled(state.deck, hidden, (top, *(card for card in rest if card != top))) for top in tops]


def _filled(deck: Cards, hidden: Cards, rest: Sequence[int]) -> Cards:
    cards = iter(rest)
    return tuple(next(cards) if card in hidden else card for card in deck)


def _placed(state: State, seat: int, hidden: Cards, order: Cards, deck: Cards) -> State:
    other, cards = 1 - seat, iter(order)
    hand = tuple(next(cards) if card in hidden else card for card in state.hands[other])
    air, land, sea = (
        tuple(next(cards) + DOWN if card - DOWN in hidden else card for card in column) for column in state.sides[other]
    )
    side: Side = (air, land, sea)
    return replace(
        state,
        hands=(state.hands[0], hand) if other else (hand, state.hands[1]),
        sides=(state.sides[0], side) if other else (side, state.sides[1]),
        deck=deck,
    )


def wins(state: State, seat: int) -> bool:
    """Return whether *seat* wins the battle with all cards shown, both playing their best and nobody withdrawing.

    ``UnclearError`` if Reinforce draws two cards on the way.
    """
    if state.past:
        return state.past[-1].winner == seat
    if state.log and state.log[-1].kind == "reinforce" and sum(e.kind == "reinforce" for e in state.log) > 1:
        raise UnclearError("Reinforce may draw two cards")
    outcomes = (wins(after(state, action), seat) for action in menu(state) if action != WITHDRAW)
    return any(outcomes) if state.seat == seat else all(outcomes)


def values(state: State, seat: int) -> list[tuple[str, float]]:
    """Return what each action is worth: victory points won in this battle minus those of the other, on average."""
    possible = list(worlds(state, seat))
    result = []
    for action in menu(state):
        if action == WITHDRAW:
            result.append((action, float(-price(state, seat))))
            continue
        shares = [sum(wins(after(t, action), seat) for t in tables) / len(tables) for tables in possible]
        result.append((action, round(2 * FOUGHT * sum(shares) / len(shares) - FOUGHT, 9)))
    return result
