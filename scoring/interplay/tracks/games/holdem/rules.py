"""No-limit Texas Hold'em for two seats, one hand with 100 chips each; the better hand or the last one in wins.

After LLMArena (arXiv 2402.16499), whose environment is PettingZoo's over RLCard. Option ``rules``: 0 (the default) is
RLCard's game, in which the dealer posts the big blind, the other seat acts first on every street and a raise puts in
half the pot or the pot with the call inside; 1 is the casino's, in which the dealer posts the small blind, acts first
before the flop and last after it, and a raise comes on top of the call. Results under the two are never mixed. Profile
``compat`` shows neither pot, opponent's chips nor history, and takes the first label of a reply instead of the last.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.base import Game, Outcome, Prompt, Unexplained
from interplay.tracks.games.holdem.hands import RANKS, category, value, words
from interplay.tracks.games.records import Draw, Policy, Setup
from interplay.tracks.games.shared.options import options_of

Action = int
FOLD, CHECK_CALL, RAISE_HALF, RAISE_FULL, ALL_IN = ACTIONS = tuple(range(5))
NAMES = ("fold", "check_call", "raise_half_pot", "raise_full_pot", "all_in")
LABELS = ("Fold", "Check and Call", "Raise Half Pot", "Raise Full Pot", "All in")
CHIPS = 100
SMALL_BLIND, BIG_BLIND = 1, 2
BEFORE_FLOP, FLOP, TURN, RIVER = range(4)
STREETS = ("before the flop", "flop", "turn", "river")
SHOWN = (0, 3, 4, 5)
"""Street -> number of public cards."""
OPTIONS = {"rules": (0, 1)}
_LABEL = re.compile(
    r"action:\s*(fold|check and call|check & call|raise half pot|raise full pot|all[ -]in)(?!\w)",
    re.ASCII | re.IGNORECASE,
)
_INDEX = {label.lower(): action for action, label in enumerate(LABELS)}


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
        return self.hand.cards[4 : 4 + SHOWN[self.street]]

    @property
    def need(self) -> int:
        """Return the chips that a call costs the seat to move."""
        return self.put[1 - self.seat] - self.put[self.seat]


class Holdem(Unexplained):
    """The rules of no-limit Texas Hold'em for two seats, after LLMArena: one hand with 100 chips each.

    An action is a number from 0 to 4 (fold, check or call, raises by half and by the full pot, all in); returns are
    chips.
    """

    name = "holdem"
    title = "Texas Hold'em"
    version = 1
    seats = 2
    categories: tuple[str, ...] = ("numerical reasoning", "opponent modelling", "risk assessment")
    labels: tuple[str, ...] = ("chance", "hidden information")
    longest = 18
    keeps_history = False
    rated = True
    policy = Policy(attempts=3, illegal="forfeit", exhausted="substitute")

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        """Draw the dealer and nine cards."""
        deck = Stream(self.name, seed, "deck").shuffled(range(52))
        return Setup(
            game=self.name,
            version=self.version,
            profile="compat" if profile == "compat" else "strict",
            seed=seed,
            options=options_of(OPTIONS, options, profile),
            draws=(
                Draw(name="button", values=(Stream(self.name, seed, "button").below(2),)),
                Draw(name="cards", values=tuple(deck[:9])),
            ),
        )

    def sides(self, setup: Setup) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Return the two players."""
        return (("first", (0,)), ("second", (1,)))

    def start(self, setup: Setup) -> State:
        """Return the state after the blinds."""
        cards, button, rules = setup.drawn("cards"), setup.drawn("button"), setup.option("rules")
        if len(cards) != 9 or len(set(cards)) != 9 or not all(0 <= card < 52 for card in cards):
            raise ValueError(f"the cards {cards} are not nine different ones from 0 to 51")
        if button not in {(0,), (1,)}:
            raise ValueError(f"the button {button} is not one seat, 0 or 1")
        if rules not in {0, 1}:
            raise ValueError(f"the option rules is {rules}, expected 0 (rlcard) or 1 (standard)")
        hand = Hand(cards, button[0], rules == 1, setup.profile == "compat")
        first = hand.first(BEFORE_FLOP)
        put = (SMALL_BLIND, BIG_BLIND) if first == 0 else (BIG_BLIND, SMALL_BLIND)
        return State(hand, BEFORE_FLOP, first, put, 0, "", ())

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return the seat to move, none when the hand is over."""
        return () if state.ended else (state.seat,)

    def prompt(self, state: State, seat: int) -> Prompt:
        """Return rules, own cards, board, chips and choices; ``strict`` adds pot, opponent's chips and history."""
        if state.hand.compat:
            return Prompt(system=_RULES, observation=_brief(state, seat), action=_REPLY)
        rules = f"{_RULES} {_STANDARD if state.hand.standard else _RLCARD}"
        return Prompt(system=rules, observation=_full(state, seat), action=_REPLY)

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        """Return the actions on offer, by index."""
        return [action for action, price in enumerate(prices(state)) if price is not None]

    def parse(self, state: State, seat: int, text: str) -> Action:
        """Read the label after the last ``Action:`` that has one (``compat``: the first)."""
        found = _LABEL.findall(text)
        if not found:
            raise UnparsableMove(f"found no action in {_short(text)}, expected one such as Action: Fold")
        action = _action(found[0 if state.hand.compat else -1])
        if prices(state)[action] is None:
            offered = ", ".join(LABELS[a] for a in self.legal(state, seat))
            raise IllegalMove(f"found {LABELS[action]}, which is not on offer now, expected one of {offered}")
        return action

    def write(self, state: State, seat: int, action: Action) -> str:
        """Return the line that a reply ends with."""
        return f"Action: {LABELS[action]}"

    def encode(self, action: Action) -> str:
        """Return the action's name, such as ``check_call``."""
        return NAMES[action]

    def decode(self, text: str) -> Action:
        """Return the action of a name."""
        if text not in NAMES:
            raise ValueError(f"{text!r} is no action, expected one of {', '.join(NAMES)}")
        return NAMES.index(text)

    def apply(self, state: State, actions: Mapping[int, Action]) -> State:
        """Return the state after one more action, with the next street opened if it ended one."""
        seat, action = state.seat, actions[state.seat]
        price = prices(state)[action]
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

    def outcome(self, state: State) -> Outcome:
        """Return the chips won and lost; points are those of a win, draw or loss."""
        if state.ended == "fold":
            return _lost(state, state.seat, "fold")
        first, second = (value((*state.hand.hole(seat), *state.board)) for seat in (0, 1))
        if first == second:
            return Outcome("showdown", (0.0, 0.0), (0.5, 0.5))
        return _lost(state, int(first > second), "showdown")

    def forfeit(self, state: State, seat: int) -> Outcome:
        """Return the loss of the chips that *seat* has put in."""
        return _lost(state, seat, "forfeit")

    def fallback(self, state: State, seat: int) -> Sequence[Action]:
        """Return the actions on offer."""
        return self.legal(state, seat)

    def flags(self, state: State, seat: int, action: Action, text: str) -> tuple[str, ...]:
        """Flag a fold where checking is free, and a reply that names different actions."""
        several = len({_action(label) for label in _LABEL.findall(text)}) > 1
        folded = action == FOLD and state.need == 0
        return (*(("free_fold",) if folded else ()), *(("several_labels",) if several else ()))

    def show(self, state: State) -> str:
        """Return board, hands, chips and what was played."""
        return "\n".join((_headline(state), "", *_table(state), "", *_story(state)))


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


def _action(label: str) -> Action:
    return _INDEX[label.lower().replace("&", "and").replace("-", " ")]


def _lost(state: State, loser: int, reason: str) -> Outcome:
    chips = float(state.put[loser])
    return Outcome(reason, (-chips, chips), (0.0, 1.0)) if loser == 0 else Outcome(reason, (chips, -chips), (1.0, 0.0))


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:59] + "…")


def _count(chips: int) -> str:
    return "1 chip" if chips == 1 else f"{chips} chips"


def _cards(cards: Sequence[int]) -> str:
    return ", ".join(map(words, cards)) or "none yet"


def _brief(state: State, seat: int) -> str:
    offered = ", ".join(LABELS[a] for a, price in enumerate(prices(state)) if price is not None)
    return (
        f"Your private cards: {_cards(state.hand.hole(seat))}\n"
        f"Public cards: {_cards(state.board)}\n"
        f"Chips you have left: {CHIPS - state.put[seat]}\n"
        f"Chips you have put in: {state.put[seat]}\n"
        f"Actions on offer: {offered}"
    )


def _full(state: State, seat: int) -> str:
    mine, theirs = state.put[seat], state.put[1 - seat]
    offered = (f"- {LABELS[a]}: {_gloss(state, a, p)}" for a, p in enumerate(prices(state)) if p is not None)
    lines = (
        f"Your private cards: {_cards(state.hand.hole(seat))}",
        f"Public cards: {_cards(state.board)}",
        f"Street: {STREETS[state.street]}",
        f"Position: {_position(state.hand, seat)}",
        f"Pot: {_count(mine + theirs)}",
        f"You: {mine} put in, {CHIPS - mine} left",
        f"Opponent: {theirs} put in, {CHIPS - theirs} left",
        "",
        "This hand so far, with the chips put in:",
        *_history(state, ("opponent", "you") if seat else ("you", "opponent")),
        "",
        "Actions on offer:",
        *offered,
    )
    return "\n".join(lines)


def _position(hand: Hand, seat: int) -> str:
    role = "dealer" if seat == hand.dealer else "not the dealer"
    before, after = (("first" if hand.first(street) == seat else "second") for street in (BEFORE_FLOP, FLOP))
    order = f"you act {after} on every street"
    if before != after:
        order = f"you act {before} before the flop and {after} on every later street"
    return f"{role}; {order}"


def _history(state: State, names: tuple[str, str]) -> list[str]:
    first = state.hand.first(BEFORE_FLOP)
    posted = [f"{names[first]} small blind ({SMALL_BLIND})", f"{names[1 - first]} big blind ({BIG_BLIND})"]
    told = [posted, [], [], []]
    for step in state.steps:
        told[step.street].append(f"{names[step.seat]} {LABELS[step.action]} ({step.chips})")
    return [f"- {STREETS[street]}: {', '.join(parts)}" for street, parts in enumerate(told) if parts]


def _gloss(state: State, action: Action, price: int) -> str:
    mine = state.put[state.seat]
    if action == FOLD:
        return f"give up the hand and the {_count(mine)} you have put in"
    if action == CHECK_CALL:
        return f"put in {_count(price)} to call" if price else "check, at no cost"
    if action == ALL_IN:
        return f"put in all {_count(price)} you have left"
    return (
        f"put in {_count(price)}, so that you have put in {mine + price} and the opponent {state.put[1 - state.seat]}"
    )


def _face(cards: Sequence[int]) -> str:
    return " ".join(f"{RANKS[card % 13].replace('T', '10')}{'♠♥♦♣'[card // 13]}" for card in cards)


def _headline(state: State) -> str:
    pot = f"pot {sum(state.put)}"
    if state.ended:
        returns = GAME.outcome(state).returns
        result = "split" if returns[0] == 0 else f"seat {int(returns[1] > 0)} wins {max(returns):.0f}"
        return f"{state.ended.capitalize()}: {result}, {pot}"
    return f"{STREETS[state.street].capitalize()}, {pot}, seat {state.seat} to move"


def _table(state: State) -> list[str]:
    hidden = " ??" * (5 - len(state.board))
    lines = [f"  board   [{(_face(state.board) + hidden).strip()}]"]
    for seat in (0, 1):
        hole, put = state.hand.hole(seat), state.put[seat]
        mark = ">" if not state.ended and seat == state.seat else " "
        made = f"  {category(value((*hole, *state.board)))}" if state.board else ""
        dealer = " (dealer)" if seat == state.hand.dealer else ""
        lines.append(f"{mark} seat {seat}  [{_face(hole)}]  {put:>3} in, {CHIPS - put:>2} left{made}{dealer}")
    return lines


def _story(state: State) -> list[str]:
    first = state.hand.first(BEFORE_FLOP)
    told = [[f"seat {first} posts {SMALL_BLIND}", f"seat {1 - first} posts {BIG_BLIND}"], [], [], []]
    for step in state.steps:
        told[step.street].append(f"seat {step.seat} {_verb(step)}")
    return [f"  {STREETS[street]:<15}  {', '.join(parts)}" for street, parts in enumerate(told) if parts]


def _verb(step: Step) -> str:
    if step.action == CHECK_CALL and step.chips == 0:
        return "checks"
    verbs = ("folds", "calls", "raises half the pot:", "raises the pot:", "goes all in:")
    return verbs[step.action] + (f" {step.chips}" if step.chips else "")


_RULES = (
    "You are playing one hand of no-limit Texas Hold'em against one opponent. Each player starts it with 100 chips, "
    "and whoever has more chips at its end wins the game. You hold two private cards; the public cards, which both "
    "players use, come as three (the flop), one more (the turn) and one more (the river), with a round of betting "
    "before the flop and after each of these. A player who folds gives up the pot. If nobody does, the player with "
    "the better five-card hand among the own two and the five public cards takes the pot; equal hands split it. Hands"
    " from best to worst: royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind, "
    "two pair, one pair, high card. Naming an action that is not on offer loses the hand and the chips you have put "
    "in."
)
_RLCARD = (
    "Before the cards are dealt the dealer puts in the big blind of 2 chips and the other player the small blind of "
    "1. The player who is not the dealer acts first on every street. The pot is everything that both have put in. "
    "Raise Half Pot puts in half the pot, rounded down, and Raise Full Pot as much as the pot; the chips for the call"
    " are part of that. A street ends when both have put in the same and each has had a turn since the last raise. "
    "Once a player who is all in has been called, the rest of the public cards comes without betting."
)
_STANDARD = (
    "Before the cards are dealt the dealer puts in the small blind of 1 chip and the other player the big blind of 2."
    " The dealer acts first before the flop and second on every later street. The pot is everything that both have "
    "put in. Raise Half Pot calls and then puts in half of the pot after the call, Raise Full Pot calls and then puts"
    " in as much as that pot. A street ends when both have put in the same and each has had a turn since the last "
    "raise. Once a player who is all in has been called, the rest of the public cards comes without betting."
)
_REPLY = (
    "Reason about your cards and chips first and explain your choice. End your reply with one action on offer, on a "
    "line of this form:\nAction: <label>"
)

GAME: Game[State, Action] = Holdem()
