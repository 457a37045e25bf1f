"""The rules of Air, Land & Sea in our own words: a summary, and a text for each heading of GameBench's rules."""

from interplay.tracks.games.air_land_sea import cards
from interplay.tracks.games.air_land_sea.cards import CROWDED, FACEDOWN, PACK, RAISED, SUPPORTED, TEXTS, text_of
from interplay.tracks.games.air_land_sea.table import ENOUGH, FOUGHT, HAND, WITHDRAWAL
from interplay.tracks.games.shared.rulebook import rulebook

SUBSTITUTE = "a random listed action other than withdraw is played for you"


def _costs(row: tuple[int, ...]) -> str:
    counts = range(len(row) - 1, -1, -1)
    return ", ".join(f"{row[left]} with {left} card{'s' * (left != 1)}" for left in counts)


def _names(kind: str) -> str:
    return ", ".join(cards.title_of(card) for card in PACK if TEXTS[card].kind == kind)


SUMMARY, TOPICS = rulebook(
    "air_land_sea",
    hand=HAND,
    cards=len(PACK),
    deck=len(PACK) - 2 * HAND,
    all_cards="\n".join(f"- {text_of(card)}" for card in PACK),
    facedown=FACEDOWN,
    raised=RAISED,
    supported=SUPPORTED,
    crowded=CROWDED,
    fought=FOUGHT,
    enough=ENOUGH,
    first_costs=_costs(WITHDRAWAL[0]),
    second_costs=_costs(WITHDRAWAL[1]),
    instant=_names("instant"),
    ongoing=_names("ongoing"),
)
"""Topics are in the order of GameBench's rules."""
