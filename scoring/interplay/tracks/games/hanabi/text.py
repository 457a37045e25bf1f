"""The texts of small Hanabi: the rules, the table without a player's own cards, and the drawing for a replay."""

from collections.abc import Sequence

from interplay.tracks.games.hanabi.table import (
    ANY,
    COLORS,
    HINT,
    LABELS,
    NAMED,
    NAMED_COLOR,
    NAMED_RANK,
    NAMES,
    PLAY,
    RANKS,
    TOKENS,
    State,
    candidates,
)
from interplay.tracks.games.shared.rulebook import rulebook

RULES, _ = rulebook("hanabi")
COMPAT_UNAVAILABLE = " An action that is not available also ends the game with score 0."
REPLY = (
    "You may think first; your partner does not read it. End with one of the available actions, worded as in the list, "
    "on a line of this form:\nAction: <action>"
)
SUBSTITUTE = "a discard or a hint is drawn at random for you"
COMPAT_REPLY = (
    "Think about what you know of your cards and what your partner needs to know, and say why you choose an action. "
    "Then end your reply with the word Action, a colon and one of the available actions, worded as in the list, in "
    "this form:\nAction: <action>"
)


def observation(state: State, seat: int, legal: Sequence[int]) -> str:
    """Return what *seat* sees of the table, and the actions that are *legal* for it."""
    other = 1 - seat
    notes = ["" if state.compat else f" (your partner knows: {_about(known)})" for known in state.known[other]]
    partner = [f"- position {at}: {_words(card)}{notes[at]}" for at, card in enumerate(state.hands[other])]
    mine = [f"- position {at}: {_about(known)}" for at, known in enumerate(state.known[seat])]
    discards = [] if state.compat else [f"Discard pile: {', '.join(map(_words, sorted(state.discards))) or 'empty'}."]
    return "\n".join(
        [
            f"Fireworks: red {state.fireworks[0]}, yellow {state.fireworks[1]}.",
            f"Hint tokens: {state.tokens} of {TOKENS}. Lives: 1. {_pile(state)}",
            *discards,
            "Your partner's hand:",
            *partner,
            "Your hand, as far as you know from hints:",
            *mine,
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
    """Return the possible colors and ranks of a card after the hints, and which were named directly."""
    colors, ranks = candidates(known)
    *most, last = map(str, ranks)
    rank = f"{', '.join(most)} or {last}" if most else last
    color = f"color {' or '.join(COLORS[color] for color in colors)}{' (told)' * bool(known & NAMED_COLOR)}"
    return f"{color}, rank {rank}{' (told)' * bool(known & NAMED_RANK)}"


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


def drawing(state: State, moving: Sequence[int]) -> str:
    """Return the whole table for a person; an arrow marks the seats that are to move."""
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
    colors, ranks = candidates(known)
    return "?" if known & ANY == ANY else f"{''.join('RY'[color] for color in colors)} {''.join(map(str, ranks))}"


def _turn(state: State) -> list[str]:
    if not state.history:
        return []
    action = state.history[-1]
    card = f": {NAMES[state.last]}{', which does not fit' * state.lost}" if action < HINT else ""
    return ["", f"seat {1 - state.seat}: {LABELS[action]}{card}"]
