"""Hanabi, small: two seats of one team, two colors, hands of two cards, three hint tokens, one life.

After LLMArena (arXiv 2402.16499), whose environment is PettingZoo's. No options. A card is a number from 0 to 9: five
times its color plus its rank minus one. An action is a number from 0 to 10, in the order of ``CODES``. Profile
``compat`` shows neither the discard pile nor what the partner knows, reads the first action of a reply instead of the
last and minds upper and lower case, and substitutes any legal action.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.base import Game, Outcome, Prompt, Unexplained
from interplay.tracks.games.records import Draw, Policy, Setup

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
"""What is known of a card about which nothing was said: the set of the cards it can be, one bit a card."""
TOLD_COLOR, TOLD_RANK = 1 << 10, 1 << 11
"""Bits beside that set: the color, or the rank, was named by a hint."""
NAMED = (0b00000_11111, 0b11111_00000, *(0b00001_00001 << rank - 1 for rank in RANKS))
"""For each hint, from action ``HINT`` on, the set of the cards it points at."""

_INDEX = {label: action for action, label in enumerate(LABELS)}
_LABEL = "(?:(?:discard|play) position [01]|hint (?:red|yellow|rank [1-5]))(?![A-Za-z0-9_])"
_LAST = re.compile(rf".*\baction:\s*({_LABEL})?", re.ASCII | re.IGNORECASE | re.DOTALL)
_FIRST = re.compile(rf"\bAction:\s*({_LABEL})", re.ASCII)


class State(Struct, frozen=True, gc=False):
    """The table. ``deck`` is the whole deck, of which ``dealt`` cards have left the pile.

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
        """Return the seat whose turn it is."""
        return len(self.history) % 2

    @property
    def heights(self) -> int:
        """Return the sum of the fireworks, also after the life was lost."""
        return self.fireworks[0] + self.fireworks[1]

    @property
    def playable(self) -> int:
        """Return the set of the cards that would fit now, one bit a card."""
        return (1 << self.fireworks[0] & 0b11111) | (1 << self.fireworks[1] & 0b11111) << 5


class Hanabi(Unexplained):
    """The rules of small Hanabi for two seats of one team, after LLMArena: two colors, three hint tokens, one life.

    An action is a number from 0 to 10, in the order of ``CODES``. Both seats get the score of the team, 0 to 10.
    """

    name = "hanabi"
    title = "Hanabi, small"
    version = 1
    seats = 2
    categories: tuple[str, ...] = ("team collaboration", "strategic planning", "numerical reasoning")
    labels: tuple[str, ...] = ("chance", "hidden information", "cooperation")
    longest = 36
    keeps_history = False
    rated = False
    policy = Policy(attempts=3, illegal="forfeit", exhausted="substitute")

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        """Draw the order of the deck; raise ``ValueError`` for any option."""
        if options:
            raise ValueError(f"hanabi has no options, found {', '.join(sorted(options))}")
        return Setup(
            game=self.name,
            version=self.version,
            profile="compat" if profile == "compat" else "strict",
            seed=seed,
            draws=(Draw(name="deck", values=shuffled(Stream(self.name, seed, "deck"))),),
        )

    def sides(self, setup: Setup) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Return the one team."""
        return (("team", (0, 1)),)

    def start(self, setup: Setup) -> State:
        """Return the table with two cards dealt to each seat."""
        deck = setup.drawn("deck")
        if tuple(sorted(deck)) != PACK:
            raise ValueError(f"the deck {deck} does not have the 20 cards of the game")
        return opening(deck, compat=setup.profile == "compat")

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return the seat to move, none once the life is lost, all is complete or the last turns are over."""
        over = state.lost or state.left == 0 or state.heights == BEST
        return () if over else (state.seat,)

    def prompt(self, state: State, seat: int) -> Prompt:
        """Return rules, table without the seat's own cards, and reply form."""
        return Prompt(system=_RULES, observation=_observation(state, seat, self.legal(state, seat)), action=_REPLY)

    def legal(self, state: State, seat: int) -> Sequence[int]:
        """Return discards, plays, hints, each by position, color or rank."""
        positions = range(len(state.hands[seat]))
        actions = [] if state.tokens == TOKENS else [*positions]
        actions += [PLAY + position for position in positions]
        if state.tokens:
            hand = state.hands[1 - seat]
            actions += sorted({HINT + card // 5 for card in hand} | {HINT_RANK + card % 5 for card in hand})
        return actions

    def parse(self, state: State, seat: int, text: str) -> int:
        """Read the label after the last ``Action:``, in any case (``compat``: the first label after one, as written).

        What stands behind the label is not read.
        """
        found = _FIRST.search(text) if state.compat else _LAST.match(text)
        if found is None:
            raise UnparsableMove(f"found no action in {text[:60]!r}, expected {_EXPECTED}")
        if found[1] is None:
            after = text[found.end() :][:60]
            raise UnparsableMove(f"found {after!r} after the last Action:, expected {_EXPECTED}")
        action = _INDEX[found[1].lower()]
        if action not in self.legal(state, seat):
            raise IllegalMove(f"found {LABELS[action]!r}, but {_objection(state, action)}")
        return action

    def write(self, state: State, seat: int, action: int) -> str:
        """Return ``Action:`` and the label."""
        return f"Action: {LABELS[action]}"

    def encode(self, action: int) -> str:
        """Return a text such as ``play:0`` or ``hint_rank:3``."""
        return CODES[action]

    def decode(self, text: str) -> int:
        """Return the action of such a text."""
        if text not in CODES:
            raise ValueError(f"{text!r} is no action of hanabi")
        return CODES.index(text)

    def apply(self, state: State, actions: Mapping[int, int]) -> State:
        """Return the table after one turn."""
        action = actions[state.seat]
        return _hinted(state, action) if action >= HINT else _moved(state, action)

    def outcome(self, state: State) -> Outcome:
        """Return the sum of the fireworks for both, 0 if the life was lost."""
        if state.lost:
            return _team("life_lost", 0)
        return _team("complete" if state.heights == BEST else "deck_empty", state.heights)

    def forfeit(self, state: State, seat: int) -> Outcome:
        """Return 0 for both."""
        return _team("forfeit", 0)

    def fallback(self, state: State, seat: int) -> Sequence[int]:
        """Return the discards and hints, of which there is always one (``compat``: every legal action)."""
        legal = self.legal(state, seat)
        return legal if state.compat else [action for action in legal if action < PLAY or action >= HINT]

    def flags(self, state: State, seat: int, action: int, text: str) -> tuple[str, ...]:
        """Return nothing: what is worth counting about a move follows from state and action."""
        return ()

    def show(self, state: State) -> str:
        """Return fireworks, tokens, both hands with what their holders know, discards and the last turn."""
        return _table(state, self.to_move(state))


def shuffled(stream: Stream) -> Cards:
    """Return the pack in random order."""
    return tuple(stream.shuffled(PACK))


def opening(deck: Cards, *, compat: bool = False) -> State:
    """Return the table with the first two cards of *deck* dealt to seat 0, the next two to seat 1."""
    hands = (deck[:HAND], deck[HAND : 2 * HAND])
    known = ((ANY,) * HAND, (ANY,) * HAND)
    return State(deck, 2 * HAND, hands, known, (0, 0), TOKENS, lost=False, left=-1, last=-1, compat=compat)


def _moved(state: State, action: int) -> State:
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
    return State(
        deck=state.deck,
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
        compat=state.compat,
    )


def _hinted(state: State, action: int) -> State:
    """Return the state after a hint."""
    other = 1 - state.seat
    named = NAMED[action - HINT]
    told = TOLD_RANK if action >= HINT_RANK else TOLD_COLOR
    touched, rest = named | told | TOLD_COLOR | TOLD_RANK, ~named
    cards = zip(state.hands[other], state.known[other], strict=True)
    known = tuple([known & touched | told if named >> card & 1 else known & rest for card, known in cards])
    return State(
        deck=state.deck,
        dealt=state.dealt,
        hands=state.hands,
        known=(state.known[0], known) if other else (known, state.known[1]),
        fireworks=state.fireworks,
        tokens=state.tokens - 1,
        lost=False,
        discards=state.discards,
        left=state.left - 1 if state.left > 0 else -1,
        last=state.last,
        history=(*state.history, action),
        compat=state.compat,
    )


def _objection(state: State, action: int) -> str:
    """Return why a discard or a hint is not legal; a seat to move has two cards, so that a play always is."""
    if action < PLAY:
        return "no card may be discarded while all 3 hint tokens are there"
    return "no hint token is left" if not state.tokens else "this hint matches no card of your partner"


def _team(reason: str, score: int) -> Outcome:
    return Outcome(reason, (float(score),) * 2, (score / BEST,) * 2)


def _observation(state: State, seat: int, legal: Sequence[int]) -> str:
    other = 1 - seat
    notes = ["" if state.compat else f" (your partner knows: {_about(known)})" for known in state.known[other]]
    partner = [f"- position {at}: {_words(card)}{notes[at]}" for at, card in enumerate(state.hands[other])]
    own = [f"- position {at}: {_about(known)}" for at, known in enumerate(state.known[seat])]
    discards = [] if state.compat else [f"Discard pile: {', '.join(map(_words, sorted(state.discards))) or 'empty'}."]
    return "\n".join(
        [
            f"Fireworks: red {state.fireworks[0]}, yellow {state.fireworks[1]}.",
            f"Hint tokens: {state.tokens} of {TOKENS}. Lives: 1. {_pile(state)}",
            *discards,
            "Your partner's hand:",
            *partner,
            "Your hand, as far as hints tell:",
            *own,
            f"Your partner's last action: {_action_of(state)}.",
            f"Card last played or discarded: {_last_card(state, seat)}.",
            f"Available actions: {'; '.join(LABELS[action] for action in legal)}.",
        ]
    )


def _pile(state: State) -> str:
    if state.left < 0:
        return f"Cards in the draw pile: {len(state.deck) - state.dealt}."
    return "The draw pile is empty: " + (
        "your partner has one more turn after this one." if state.left == 2 else "this is the last turn of the game."
    )


def _about(known: int) -> str:
    """Return what hints say of a card: its possible colors and ranks, and what was told directly."""
    colors = [color for color, named in zip(COLORS, NAMED[:2], strict=True) if known & named & ANY]
    *most, rank = (str(rank) for rank, named in zip(RANKS, NAMED[2:], strict=True) if known & named & ANY)
    ranks = f"{', '.join(most)} or {rank}" if most else rank
    color = f"color {' or '.join(colors)}{' (told)' * bool(known & TOLD_COLOR)}"
    return f"{color}, rank {ranks}{' (told)' * bool(known & TOLD_RANK)}"


def _action_of(state: State) -> str:
    """Return the last action with what it did, as the seat that has the next turn sees it."""
    if not state.history:
        return "none, the game begins with you"
    action = state.history[-1]
    if action < HINT:
        return LABELS[action]
    named = NAMED[action - HINT]
    touched = [f"position {at}" for at, known in enumerate(state.known[state.seat]) if not known & ~named & ANY]
    return f"{LABELS[action]}, pointing at your {' and '.join(touched)}"


def _last_card(state: State, seat: int) -> str:
    turns = [turn for turn, action in enumerate(state.history) if action < HINT]
    if not turns:
        return "none so far"
    who = "you" if turns[-1] % 2 == seat else "your partner"
    return f"{_words(state.last)}, {'discarded' if state.history[turns[-1]] < PLAY else 'played'} by {who}"


def _words(card: int) -> str:
    return f"{COLORS[card // 5]} {card % 5 + 1}"


def _table(state: State, moving: Sequence[int]) -> str:
    rows = [
        f"{color:<9}" + " ".join(str(rank) if rank <= height else "." for rank in RANKS)
        for color, height in zip(COLORS, state.fireworks, strict=True)
    ]
    life = "lost" if state.lost else "1"
    tokens = "o" * state.tokens + "." * (TOKENS - state.tokens)
    rows += [f"tokens   {tokens}   life {life}   pile {len(state.deck) - state.dealt}", ""]
    for seat, (hand, known) in enumerate(zip(state.hands, state.known, strict=True)):
        cards = "   ".join(f"{NAMES[card]} [{_short(k)}]" for card, k in zip(hand, known, strict=True))
        rows.append(f"seat {seat} {'>' if seat in moving else ' '} {cards}")
    rows.append("discards " + (" ".join(NAMES[card] for card in sorted(state.discards)) or "-"))
    return "\n".join([*rows, *_turn(state)])


def _short(known: int) -> str:
    """Return what a holder knows of a card, such as ``R 24``: possible colors, possible ranks; ``?`` for anything."""
    colors = "".join(name for name, named in zip("RY", NAMED[:2], strict=True) if known & named & ANY)
    ranks = "".join(str(rank) for rank, named in zip(RANKS, NAMED[2:], strict=True) if known & named & ANY)
    return "?" if known & ANY == ANY else f"{colors} {ranks}"


def _turn(state: State) -> list[str]:
    if not state.history:
        return []
    action = state.history[-1]
    card = f": {NAMES[state.last]}{', which does not fit' * state.lost}" if action < HINT else ""
    return ["", f"seat {1 - state.seat}: {LABELS[action]}{card}"]


_RULES = (
    "You and a partner play Hanabi with a small deck, as one team: you get the same score. The deck has 20 cards. In "
    "each of two colors, red and yellow, there are three cards of rank 1, two each of ranks 2, 3 and 4, and a single "
    "card of rank 5. Each player holds two cards, at positions 0 and 1. You see your partner's cards but not your own. "
    "The two of you may not talk; hints are the only way to tell something.\n\n"
    "The aim is to build one firework per color by playing its cards in the order 1, 2, 3, 4, 5. You take turns, and "
    "a turn is one of three actions:\n"
    "- Play one of your cards. If it is the next rank of its color, the firework grows; if that completes it with the "
    "5, the team gets a hint token back. If the card does not fit, it is discarded, the team loses its only life, and "
    "the game is over at once with score 0.\n"
    "- Discard one of your cards, which is then out of the game. The team gets a hint token back. This is not allowed "
    "while the team has all 3 hint tokens, of which there are never more.\n"
    "- Give your partner a hint, which costs a hint token. A hint names a color or a rank and points at all cards of "
    "your partner that have it; so your partner also learns which cards do not. It must match at least one card.\n"
    "After a play or a discard your other card is at position 0, and the card drawn from the pile is at position 1.\n\n"
    "The game starts with 3 hint tokens. It ends when the life is lost, when both fireworks are complete, or when the "
    "draw pile is used up: once its last card is drawn, each player has exactly one more turn. The score is the "
    "highest rank of the red firework plus that of the yellow one, 0 to 10, but 0 if the life was lost. An action "
    "that is not available also ends the game with score 0."
)
_EXPECTED = "Action: and one of the available actions, such as hint red"
_REPLY = (
    "Think about what you know of your cards and what your partner needs to know, and say why you choose an action. "
    "Then end your reply with the word Action, a colon and one of the available actions, worded as in the list, in "
    "this form:\nAction: <action>"
)

GAME: Game[State, int] = Hanabi()
