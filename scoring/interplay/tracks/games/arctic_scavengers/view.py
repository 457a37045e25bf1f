"""What a seat in Arctic Scavengers may know, as its bots use it."""

from collections.abc import Iterable

from msgspec import Struct

from interplay.tracks.games.arctic_scavengers.cards import NUMBER, SABOTEUR, SNIPERS, STARTER, Cards, read_hire, without
from interplay.tracks.games.arctic_scavengers.state import Event, State, unfought
from interplay.tracks.games.arctic_scavengers.transitions import cards_of


class View(Struct, frozen=True):
    """One seat's knowledge. ``left`` counts the rounds after this one.

    ``stakes`` are the cards that may be contested now: the one that the seat has seen, or all that have not been
    fought for. ``other`` are the cards that the other is known to have and has not played this round, ``dug`` how many
    unknown ones it has; ``other_hand`` is how many cards it holds, ``waits`` whether it is yet to gather.
    """

    hand: Cards
    reserve: Cards
    deck: Cards
    food: int
    done: int
    piles: tuple[int, ...]
    left: int
    lead: int
    stakes: Cards
    other: Cards
    dug: int
    other_hand: int
    waits: bool
    first: bool


def view(state: State, seat: int) -> View:
    """Return what *seat* knows."""
    mine, other = state.tribes[seat], state.tribes[1 - seat]
    first = seat == state.initiator
    known, dug = _known(state, 1 - seat)
    return View(
        hand=mine.hand,
        reserve=tuple(sorted(mine.reserve)),
        deck=tuple(sorted(mine.owned)),
        food=mine.food,
        done=mine.done,
        piles=state.piles,
        left=len(state.contested) - 1,
        lead=mine.size - other.size,
        stakes=state.contested[:1] if first and state.table.peeks else unfought(state),
        other=known,
        dug=dug,
        other_hand=len(other.hand),
        waits=first and state.phase == "gather",
        first=first,
    )


class _Ledger:
    """What everybody has seen of a seat's cards: those it is known to own, those of them played this round."""

    def __init__(self) -> None:
        self.owned, self.played, self.gained = list(STARTER), list[int](), list[int]()
        self.dug = self.just_dug = 0
        self.round = 1

    def turn_to(self, number: int) -> None:
        if number != self.round:
            self.owned += self.gained
            self.dug += self.just_dug
            self.round, self.played, self.gained, self.just_dug = number, [], [], 0

    def see(self, cards: Iterable[int]) -> None:
        """Note cards shown beside those played; a card that was not known must have been dug up."""
        visible = [*self.played, *cards]
        for card in set(visible):
            new = visible.count(card) - self.owned.count(card)
            self.owned += [card] * new
            self.dug -= max(0, new)

    def note(self, event: Event, seat: int) -> None:
        self.turn_to(event.round)
        if event.action == "fight":
            self.see(event.hands[seat])
            self.gained += event.cards if event.seat == seat else ()
            return
        cards = _spent(event, seat)
        self.see(cards)
        if event.seat != seat or event.answer or not event.action.startswith("trash"):
            self.played += cards
        else:
            self.owned = list(without(tuple(self.owned), cards))
        if event.seat == seat and not event.answer:
            self.just_dug += event.kept >= 0
            hire = read_hire(event.action[5:]) if event.action.startswith("hire") else None
            self.gained += () if hire is None else (hire[0],)


def _spent(event: Event, seat: int) -> Cards:
    """Return the cards of *seat* that leave its hand in an event other than a fight."""
    verb, _, title = (event.answer or event.action).partition(":")
    if verb not in ("snipe", "sabotage"):
        return cards_of(event.action) if event.seat == seat else ()
    victim = event.seat if event.answer else 1 - event.seat
    if seat == victim:
        return (NUMBER[title],)
    return (SNIPERS if verb == "snipe" else SABOTEUR,) if event.answer else ()


def _known(state: State, seat: int) -> tuple[Cards, int]:
    """Return the cards of *seat* that it is known to own and has not played this round, and how many unknown ones."""
    ledger = _Ledger()
    for event in state.log:
        ledger.note(event, seat)
    ledger.turn_to(state.round)
    return tuple(sorted(without(tuple(ledger.owned), ledger.played))), max(ledger.dug, 0)
