"""OpenSpiel's Hanabi beside ours on the same decks and moves."""

import re
from typing import Any

from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import ANY, NAMED, NAMED_COLOR, NAMED_RANK, NAMES, Cards, State, opening
from tests.games.hanabi.tables import deck, legal, safe_player, step

PARAMETERS = (
    "hanabi(players=2,colors=2,ranks=5,hand_size=2,max_information_tokens=3,max_life_tokens=1,"
    "observation_type=card_knowledge)"
)
SAFE = 70
"""Percent of the games in which only cards that fit are played, so that late play is reached."""


def compare(game: Any, seed: object) -> int:
    """Play one game in both; raise ``AssertionError`` at the first difference; return the number of decisions."""
    cards = deck(seed)
    choose = safe_player(seed, SAFE)
    ours, theirs, dealt = opening(cards), game.new_initial_state(), 0
    while True:
        dealt = _deal(theirs, cards, dealt)
        over = GAME.to_move(ours) == ()
        assert theirs.is_terminal() == over, f"{seed}: one game is over after {ours.history}"
        assert dealt == ours.dealt, f"{seed}: {dealt} and {ours.dealt} cards dealt"
        assert _described(theirs) == _description(ours), f"{seed}: other tables after {ours.history}"
        if over:
            assert tuple(theirs.returns()) == GAME.outcome(ours).returns, f"{seed}: other scores"
            return len(ours.history)
        assert theirs.current_player() == ours.seat, f"{seed}: other seats after {ours.history}"
        assert theirs.legal_actions() == legal(ours), f"{seed}: other legal actions after {ours.history}"
        action = choose(ours)
        theirs.apply_action(action)
        ours = step(ours, action)


def _deal(theirs: Any, cards: Cards, dealt: int) -> int:
    while theirs.is_chance_node():
        theirs.apply_action(cards[dealt])
        dealt += 1
    return dealt


def _described(theirs: Any) -> tuple[object, ...]:
    """Return tokens, life, fireworks, discards and both hands with what is known of them, from OpenSpiel's text."""
    text = str(theirs)
    life, tokens, red, yellow = map(int, re.findall(r"(?:Life tokens:|Info tokens:| R|Y)\s?([0-9])", text)[:4])
    hands, discards = text.split("Hands:")[1].split("Discards:")
    rows = tuple(
        tuple((card, told, marks) for card, told, marks in re.findall(r"(\w\d) \|\| (\w\w)\|(\w+)", hand))
        for hand in hands.split("-----")
    )
    return life, tokens, red, yellow, tuple(sorted(discards.split())), rows


def _description(ours: State) -> tuple[object, ...]:
    rows = tuple(
        tuple((NAMES[card], _told(card, known), _marks(known)) for card, known in zip(hand, knowns, strict=True))
        for hand, knowns in zip(ours.hands, ours.known, strict=True)
    )
    gone = tuple(sorted(NAMES[card] for card in ours.discards))
    return int(not ours.lost), ours.tokens, *ours.fireworks, gone, rows


def _told(card: int, known: int) -> str:
    name = NAMES[card]
    return (name[0] if known & NAMED_COLOR else "X") + (name[1] if known & NAMED_RANK else "X")


def _marks(known: int) -> str:
    return "".join(mark for mark, named in zip("RY12345", NAMED, strict=True) if known & named & ANY)
