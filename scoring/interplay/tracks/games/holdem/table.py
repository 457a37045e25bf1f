"""The table of Texas Hold'em: actions as numbers, a hand in progress, and what each action costs, in chips."""

from typing import Literal

from msgspec import Struct, structs

Action = int
FOLD, CHECK_CALL, RAISE_HALF, RAISE_FULL, ALL_IN = ACTIONS = tuple(range(5))
NAMES = ("fold", "check_call", "raise_half_pot", "raise_full_pot", "all_in")
LABELS = ("Fold", "Check and Call", "Raise Half Pot", "Raise Full Pot", "All in")
CHIPS = 100
SMALL_BLIND, BIG_BLIND = 1, 2
BEFORE_FLOP, FLOP, TURN, RIVER = range(4)
STREETS = ("before the flop", "flop", "turn", "river")
PUBLIC = (0, 3, 4, 5)
"""Street -> number of public cards."""


class Hand(Struct, frozen=True):
    """What is fixed for a hand: nine cards (seat 0, 1, 0, 1, then the board), the dealer's seat, and the rules."""

    cards: tuple[int, ...]
    dealer: int
    standard: bool
    compat: bool

    def hole(self, seat: int) -> tuple[int, ...]:
        """Return the two private cards of a seat."""
        return self.cards[seat : seat + 3 : 2]

    def first(self, street: int) -> int:
        """Return the seat that acts first on a street."""
        return self.dealer if self.standard and street == BEFORE_FLOP else 1 - self.dealer


class Step(Struct, frozen=True, gc=False):
    """An action that was played, and the chips it put in."""

    street: int
    seat: int
    action: Action
    chips: int


class State(Struct, frozen=True):
    """A hand in progress: ``put`` is what each seat has put in so far, ``calm`` the actions since the last raise.

    The raise itself counts. Both seats have put in the same when a street begins.
    """

    hand: Hand
    street: int
    seat: int
    put: tuple[int, int]
    calm: int
    ended: Literal["", "fold", "showdown"]
    steps: tuple[Step, ...]

    @property
    def board(self) -> tuple[int, ...]:
        """Return the public cards on the table."""
        return self.hand.cards[4 : 4 + PUBLIC[self.street]]

    @property
    def need(self) -> int:
        """Return the chips that a call costs the seat to move."""
        return self.put[1 - self.seat] - self.put[self.seat]


def prices(state: State) -> tuple[int | None, ...]:
    """Return for each action the chips it puts in, ``None`` where it is not legal."""
    seat = state.seat
    mine, theirs = state.put[seat], state.put[1 - seat]
    need, stack = theirs - mine, CHIPS - mine
    if need >= stack:
        return 0, need, None, None, None
    if state.hand.standard:
        half, full = need + theirs, need + 2 * theirs  # after the call, the pot is twice what the other has put in
    else:
        half, full = (mine + theirs) // 2, mine + theirs
    return 0, need, half if need < half <= stack else None, full if full <= stack else None, stack


def after(state: State, action: Action) -> State:
    """Return the state after one more action, with the next street opened if it ended one."""
    seat, price = state.seat, prices(state)[action]
    if price is None:
        raise ValueError(f"{NAMES[action]} is not legal here")
    steps = (*state.steps, Step(state.street, seat, action, price))
    if action == FOLD:
        return State(state.hand, state.street, seat, state.put, 0, "fold", steps)
    mine, theirs = state.put[seat] + price, state.put[1 - seat]
    put = (theirs, mine) if seat else (mine, theirs)
    calm = state.calm + 1 if action == CHECK_CALL else 1
    if mine != theirs or calm < 2:
        return State(state.hand, state.street, 1 - seat, put, calm, "", steps)
    if mine == CHIPS or state.street == RIVER:
        return State(state.hand, RIVER, seat, put, 0, "showdown", steps)
    return State(state.hand, state.street + 1, state.hand.first(state.street + 1), put, 0, "", steps)


def opened(hand: Hand) -> State:
    """Return the state after the blinds."""
    first = hand.first(BEFORE_FLOP)
    put = (SMALL_BLIND, BIG_BLIND) if first == 0 else (BIG_BLIND, SMALL_BLIND)
    return State(hand, BEFORE_FLOP, first, put, 0, "", ())


def public(state: State) -> State:
    """Return the state without private cards, as an observer sees it."""
    hand = state.hand
    return structs.replace(state, hand=Hand((0, 0, 0, 0, *state.board), hand.dealer, hand.standard, hand.compat))
