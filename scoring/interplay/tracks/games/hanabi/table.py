"""The table of small Hanabi: cards and actions as numbers, the state of a match, and how actions change it.

A card is a number from 0 to 9: five times its color plus its rank minus one. An action is a number from 0 to 10, in the
order of ``CODES``.
"""

from msgspec import Struct
from msgspec.structs import replace

Cards = tuple[int, ...]
COLORS = ("red", "yellow")
RANKS = range(1, 6)
COPIES = (3, 2, 2, 2, 1)
PACK: Cards = tuple(5 * color + rank - 1 for color in (0, 1) for rank in RANKS for _ in range(COPIES[rank - 1]))
NAMES = tuple(f"{color}{rank}" for color in "RY" for rank in RANKS)
HAND, TOKENS, BEST = 2, 3, 10

CODES = (
    *("discard:0", "discard:1", "play:0", "play:1", "hint_color:R", "hint_color:Y"),
    *(f"hint_rank:{rank}" for rank in RANKS),
)
LABELS = (
    *("discard position 0", "discard position 1", "play position 0", "play position 1", "hint red", "hint yellow"),
    *(f"hint rank {rank}" for rank in RANKS),
)
PLAY, HINT, HINT_RANK = 2, 4, 6

ANY = 0b11111_11111
"""The knowledge of a card without hints: the set of the cards it can be, one bit a card."""
NAMED_COLOR, NAMED_RANK = 1 << 10, 1 << 11
"""Bits beside that set: the color, or the rank, was named by a hint."""
NAMED = (0b00000_11111, 0b11111_00000, *(0b00001_00001 << rank - 1 for rank in RANKS))
"""For each hint, from action ``HINT`` on, the set of the cards it points at."""


def candidates(known: int) -> tuple[list[int], list[int]]:
    """Return the colors and the ranks that a card can have after the hints."""
    colors = [color for color in (0, 1) if known & NAMED[color]]
    return colors, [rank for rank, cards in zip(RANKS, NAMED[2:], strict=True) if known & cards]


class State(Struct, frozen=True, gc=False):
    """The table. ``deck`` is the whole deck; ``dealt`` of its cards have left the pile.

    ``known`` has for each card of ``hands`` what hints say of it (see ``ANY``). ``fireworks`` are the heights, red
    first. ``left`` counts the turns to come once the pile is empty and is -1 before. ``last`` is the card last played
    or discarded, -1 before the first.
    """

    deck: Cards
    dealt: int
    hands: tuple[Cards, Cards]
    known: tuple[Cards, Cards]
    fireworks: tuple[int, int]
    tokens: int
    lost: bool
    left: int
    last: int
    compat: bool
    discards: Cards = ()
    history: tuple[int, ...] = ()

    @property
    def seat(self) -> int:
        return len(self.history) % 2

    @property
    def heights(self) -> int:
        """Return the sum of the fireworks, also after the life was lost."""
        return self.fireworks[0] + self.fireworks[1]

    @property
    def playable(self) -> int:
        """Return the set of the cards that would fit now, one bit a card."""
        return (1 << self.fireworks[0] & 0b11111) | (1 << self.fireworks[1] & 0b11111) << 5


def opening(deck: Cards, *, compat: bool = False) -> State:
    """Return the table with the first two cards of *deck* dealt to seat 0, the next two to seat 1."""
    hands = (deck[:HAND], deck[HAND : 2 * HAND])
    known = ((ANY,) * HAND, (ANY,) * HAND)
    return State(deck, 2 * HAND, hands, known, (0, 0), TOKENS, lost=False, left=-1, last=-1, compat=compat)


def after_move(state: State, action: int) -> State:
    """Return the state after a play or a discard; no card is drawn once a play has ended the game."""
    seat, at = state.seat, action % PLAY
    hand, known = state.hands[seat], state.known[seat]
    card = hand[at]
    hand, known = hand[:at] + hand[at + 1 :], known[:at] + known[at + 1 :]
    fits = action >= PLAY and state.playable >> card & 1
    lost = action >= PLAY and not fits
    red, yellow = state.fireworks
    fireworks = (red + (card < 5), yellow + (card >= 5)) if fits else state.fireworks
    dealt, left = state.dealt, state.left
    if left > 0:
        left -= 1
    elif not lost and fireworks != (5, 5):
        hand, known, dealt = (*hand, state.deck[dealt]), (*known, ANY), dealt + 1
        left = 2 if dealt == len(state.deck) else -1
    return replace(
        state,
        dealt=dealt,
        hands=(state.hands[0], hand) if seat else (hand, state.hands[1]),
        known=(state.known[0], known) if seat else (known, state.known[1]),
        fireworks=fireworks,
        tokens=min(TOKENS, state.tokens + 1) if action < PLAY or (fits and card % 5 == 4) else state.tokens,
        lost=lost,
        discards=state.discards if fits else (*state.discards, card),
        left=left,
        last=card,
        history=(*state.history, action),
    )


def after_hint(state: State, action: int) -> State:
    """Return the state after a hint."""
    other = 1 - state.seat
    named = NAMED[action - HINT]
    mark = NAMED_RANK if action >= HINT_RANK else NAMED_COLOR
    touched, rest = named | mark | NAMED_COLOR | NAMED_RANK, ~named
    cards = zip(state.hands[other], state.known[other], strict=True)
    known = tuple([known & touched | mark if named >> card & 1 else known & rest for card, known in cards])
    return replace(
        state,
        known=(state.known[0], known) if other else (known, state.known[1]),
        tokens=state.tokens - 1,
        left=state.left - 1 if state.left > 0 else -1,
        history=(*state.history, action),
    )
