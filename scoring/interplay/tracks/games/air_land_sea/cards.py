"""The 18 cards of Air, Land & Sea, and the ids of all actions.

A card is a number from 0 to 17: six times its theater (0 air, 1 land, 2 sea) plus its strength minus one. The names are
those of the first edition; the texts of the cards are our own.
"""

from typing import Literal

from msgspec import Struct

Cards = tuple[int, ...]
THEATERS = ("air", "land", "sea")
PACK: Cards = tuple(range(18))
CODES = tuple(f"{theater[0]}{strength}" for theater in THEATERS for strength in range(1, 7))
"""The id of each card, as actions write it; texts write it in upper case."""
THEATER: Cards = tuple(card // 6 for card in PACK)
STRENGTH: Cards = tuple(card % 6 + 1 for card in PACK)

SUPPORT, AIR_DROP, AIR_MANEUVER, AERODROME, CONTAINMENT, HEAVY_BOMBERS = range(6)
REINFORCE, AMBUSH, LAND_MANEUVER, COVER_FIRE, DISRUPT, HEAVY_TANKS = range(6, 12)
TRANSPORT, ESCALATION, SEA_MANEUVER, REDEPLOY, BLOCKADE, SUPER_BATTLESHIP = range(12, 18)

FACEDOWN, RAISED, SUPPORTED = 2, 4, 3
"""Strength of a facedown card, of one that Escalation raises or Cover Fire covers, and what Support adds."""
LIGHT = 3
"""The greatest printed strength of the cards that Aerodrome lets into any theater."""
CROWDED = 3
"""Number of cards in a theater, both sides together, from which on Blockade destroys further cards."""

_MANEUVER = "flip an uncovered card of either side in a theater adjacent to this card"


class Text(Struct, frozen=True):
    """What is written on a card: its name, when its ability counts (empty without one), and the ability."""

    name: str
    kind: Literal["", "instant", "ongoing"] = ""
    effect: str = ""


TEXTS = (
    Text("Support", "ongoing", f"you have +{SUPPORTED} strength in every theater adjacent to this card, even without "
         "a card there"),
    Text("Air Drop", "instant", "the next card you play may be deployed faceup in any theater"),
    Text("Maneuver", "instant", _MANEUVER),
    Text("Aerodrome", "ongoing", f"you may deploy cards of printed strength {LIGHT} or less in any theater"),
    Text("Containment", "ongoing", "any card that either player plays facedown is destroyed"),
    Text("Heavy Bombers"),
    Text("Reinforce", "instant", "draw the top card of the deck and play it facedown in a theater adjacent to this "
         "card"),
    Text("Ambush", "instant", "flip any uncovered card of either side; this one may be chosen too"),
    Text("Maneuver", "instant", _MANEUVER),
    Text("Cover Fire", "ongoing", f"all cards beneath this one in its column have strength {RAISED}, whatever else "
         "applies to them"),
    Text("Disrupt", "instant", "you flip one of your uncovered cards, then your opponent flips one of theirs; what "
         "these flips trigger comes after both"),
    Text("Heavy Tanks"),
    Text("Transport", "instant", "you may move one of your cards, wherever it lies, on top of another of your columns"),
    Text("Escalation", "ongoing", f"your facedown cards have strength {RAISED}"),
    Text("Maneuver", "instant", _MANEUVER),
    Text("Redeploy", "instant", "you may take one of your facedown cards back into your hand; if you do, you play a "
         "card at once"),
    Text("Blockade", "ongoing", "a card that either player plays into a theater adjacent to this card is destroyed if "
         f"{CROWDED} or more cards are there already, both sides together"),
    Text("Super Battleship"),
)  # fmt: skip
INSTANT = frozenset(card for card in PACK if TEXTS[card].kind == "instant")


class Move(Struct, frozen=True, gc=False):
    """What an action's id says; ``card`` and ``theater`` are -1 where it names none, ``side`` is 1 for opp."""

    kind: Literal["deploy", "improvise", "withdraw", "flip", "move", "return", "reinforce"]
    card: int = -1
    theater: int = -1
    side: int = 0


WITHDRAW, MOVE_NONE, RETURN_NONE = "withdraw", "move_none", "return_none"
DEPLOY = tuple(tuple(f"deploy_{code}_{theater}" for theater in THEATERS) for code in CODES)
IMPROVISE = tuple(tuple(f"improvise_{code}_{theater}" for theater in THEATERS) for code in CODES)
MOVE = tuple(tuple(f"move_{code}_{theater}" for theater in THEATERS) for code in CODES)
RETURN = tuple(f"return_{code}" for code in CODES)
FLIP = tuple((f"flip_{theater}_own", f"flip_{theater}_opp") for theater in THEATERS)
REINFORCEMENT = tuple(f"reinforce_{theater}" for theater in THEATERS)


MOVES = {
    WITHDRAW: Move("withdraw"),
    MOVE_NONE: Move("move"),
    RETURN_NONE: Move("return"),
    **{RETURN[card]: Move("return", card) for card in PACK},
    **{DEPLOY[card][theater]: Move("deploy", card, theater) for card in PACK for theater in range(3)},
    **{IMPROVISE[card][theater]: Move("improvise", card, theater) for card in PACK for theater in range(3)},
    **{MOVE[card][theater]: Move("move", card, theater) for card in PACK for theater in range(3)},
    **{FLIP[theater][side]: Move("flip", theater=theater, side=side) for theater in range(3) for side in (0, 1)},
    **{REINFORCEMENT[theater]: Move("reinforce", theater=theater) for theater in range(3)},
}
"""What each id says."""


def title_of(card: int) -> str:
    """Return a card's id and name, such as ``A3 Maneuver``."""
    return f"{CODES[card].upper()} {TEXTS[card].name}"


def text_of(card: int) -> str:
    """Return all that is written on a card, in one line."""
    text = TEXTS[card]
    ability = f"{text.kind}: {text.effect}" if text.kind else "no ability"
    return f"{title_of(card)} ({THEATERS[THEATER[card]]}, strength {STRENGTH[card]}; {ability})"
