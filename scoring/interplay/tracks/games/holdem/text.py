"""The texts of Texas Hold'em: the rules, the hand as a seat sees it, and the drawing for a replay."""

from collections.abc import Sequence

from interplay.tracks.games.holdem.hands import RANKS, category, value, words
from interplay.tracks.games.holdem.table import (
    ALL_IN,
    BEFORE_FLOP,
    BIG_BLIND,
    CHECK_CALL,
    CHIPS,
    FLOP,
    FOLD,
    LABELS,
    SMALL_BLIND,
    STREETS,
    Action,
    Hand,
    State,
    Step,
    prices,
)

_START = "You are playing one hand of no-limit Texas Hold'em against one opponent. Each player starts it with 100 chips"
_PLAY = (
    " You hold two private cards; the public cards, which both players use, come as three (the flop), one more (the "
    "turn) and one more (the river), with a round of betting before the flop and after each of these. A player who "
    "folds gives up the pot. If nobody does, the player who makes the better five-card hand from their own two cards "
    "and the five public ones takes the pot; with equal hands each gets half of it. Hands from best to worst: "
    "royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, one pair, "
    "high card."
)
RULES = (
    f"{_START}. Your aim is to win chips: what counts is how many chips you win or lose on average over many such "
    f"hands, not how many hands you win.{_PLAY}"
)
COMPAT_RULES = f"{_START}, and whoever has more chips at its end wins the game.{_PLAY}"
COMPAT_OFFER = " Naming an action that is not on offer loses the hand and the chips you have put in."
RLCARD = (
    "Before the cards are dealt the dealer puts in the big blind of 2 chips and the other player the small blind of "
    "1. The player who is not the dealer acts first on every street. The pot is everything that both have put in. "
    "Raise Half Pot puts in half the pot, rounded down, and Raise Full Pot as much as the pot; the chips for the call"
    " are part of that. A street ends when both have acted on it and have put in the same in all. "
    "Once a player who is all in has been called, the remaining public cards are dealt without betting."
)
STANDARD = (
    "Before the cards are dealt the dealer puts in the small blind of 1 chip and the other player the big blind of 2."
    " The dealer acts first before the flop and second on every later street. The pot is everything that both have "
    "put in. Raise Half Pot calls and then puts in half of the pot after the call, Raise Full Pot calls and then puts"
    " in as much as that pot. A street ends when both have acted on it and have put in the same in all. "
    "Once a player who is all in has been called, the remaining public cards are dealt without betting."
)
REPLY = (
    "You may think first; your opponent does not read it. End with one action on offer, on a line of this form:\n"
    "Action: <label>"
)
COMPAT_REPLY = (
    "Reason about your cards and chips first and explain your choice. End your reply with one action on offer, on a "
    "line of this form:\nAction: <label>"
)


def _count(chips: int) -> str:
    return "1 chip" if chips == 1 else f"{chips} chips"


def _cards(cards: Sequence[int]) -> str:
    return ", ".join(map(words, cards)) or "none yet"


def brief(state: State, seat: int) -> str:
    """Return what *seat* sees in profile ``compat``: cards, own chips, actions on offer."""
    offered = ", ".join(LABELS[a] for a, price in enumerate(prices(state)) if price is not None)
    return (
        f"Your private cards: {_cards(state.hand.hole(seat))}\n"
        f"Public cards: {_cards(state.board)}\n"
        f"Chips you have left: {CHIPS - state.put[seat]}\n"
        f"Chips you have put in: {state.put[seat]}\n"
        f"Actions on offer: {offered}"
    )


def full(state: State, seat: int) -> str:
    """Return what *seat* sees: cards, position, everybody's chips, the hand so far, what each action would do."""
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
    streets = [posted, [], [], []]
    for step in state.steps:
        streets[step.street].append(f"{names[step.seat]} {LABELS[step.action]} ({step.chips})")
    return [f"- {STREETS[street]}: {', '.join(parts)}" for street, parts in enumerate(streets) if parts]


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


def drawing(state: State, returns: Sequence[float]) -> str:
    """Return board, hands, chips and actions, for a person; *returns* are empty until the hand is over."""
    return "\n".join((_headline(state, returns), "", *_table(state), "", *_story(state)))


def _headline(state: State, returns: Sequence[float]) -> str:
    pot = f"pot {sum(state.put)}"
    if state.ended:
        result = "split" if returns[0] == 0 else f"seat {int(returns[1] > 0)} wins {max(returns):.0f}"
        return f"{state.ended.capitalize()}: {result}, {pot}"
    return f"{STREETS[state.street].capitalize()}, {pot}, seat {state.seat} to move"


def _table(state: State) -> list[str]:
    hidden = " ??" * (5 - len(state.board))
    lines = [f"  board   [{(_face(state.board) + hidden).strip()}]"]
    for seat in (0, 1):
        hole, put = state.hand.hole(seat), state.put[seat]
        mark = ">" if not state.ended and seat == state.seat else " "
        label = f"  {category(value((*hole, *state.board)))}" if state.board else ""
        dealer = " (dealer)" if seat == state.hand.dealer else ""
        lines.append(f"{mark} seat {seat}  [{_face(hole)}]  {put:>3} in, {CHIPS - put:>2} left{label}{dealer}")
    return lines


def _story(state: State) -> list[str]:
    first = state.hand.first(BEFORE_FLOP)
    streets = [[f"seat {first} posts {SMALL_BLIND}", f"seat {1 - first} posts {BIG_BLIND}"], [], [], []]
    for step in state.steps:
        streets[step.street].append(f"seat {step.seat} {verb(step)}")
    return [f"  {STREETS[street]:<15}  {', '.join(parts)}" for street, parts in enumerate(streets) if parts]


def verb(step: Step) -> str:
    """Return what a player did, for a person, such as ``calls 2``."""
    if step.action == CHECK_CALL and step.chips == 0:
        return "checks"
    verbs = ("folds", "calls", "raises half the pot:", "raises the pot:", "goes all in:")
    return verbs[step.action] + (f" {step.chips}" if step.chips else "")
