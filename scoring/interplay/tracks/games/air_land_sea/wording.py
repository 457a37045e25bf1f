"""The rules of Air, Land & Sea in our own words: a summary, and a text for each heading of GameBench's rules."""

from interplay.tracks.games.air_land_sea.cards import (
    BLOCKADE,
    CONTAINMENT,
    COVER_FIRE,
    CROWDED,
    ESCALATION,
    FACEDOWN,
    PACK,
    RAISED,
    SUPPORT,
    SUPPORTED,
    TEXTS,
    THEATERS,
    text_of,
    title_of,
)
from interplay.tracks.games.air_land_sea.table import ENOUGH, FOUGHT, HAND, WITHDRAWAL
from interplay.tracks.games.shared.menu import Topic

SUMMARY = (
    f"Two players fight battles over three theaters: air, land and sea. For each battle both are dealt {HAND} of the "
    f"{len(PACK)} cards. They take turns to play one card on their own side of a theater: faceup in the theater of the "
    f"card's type, with its printed strength and ability, or facedown in any theater, with strength {FACEDOWN} and no "
    "ability. No cards are drawn, except by an ability. Once all cards are played, the player with the greater total "
    "strength in a theater controls it; ties go to the battle's 1st Player. The player who controls at least two "
    f"theaters scores {FOUGHT} victory points. On your turn you may withdraw instead: the more cards you still hold, "
    f"the fewer points your opponent scores. Then a new battle begins, until a player has {ENOUGH} victory points. "
    "Your result is your share of all victory points scored."
)

SUBSTITUTE = "a random listed action other than withdraw is played for you"


def _costs(row: tuple[int, ...]) -> str:
    counts = range(len(row) - 1, -1, -1)
    return ", ".join(f"{row[left]} with {left} card{'s' * (left != 1)}" for left in counts)


def _names(kind: str) -> str:
    return ", ".join(title_of(card) for card in PACK if TEXTS[card].kind == kind)


_ALL_CARDS = "\n".join(f"- {text_of(card)}" for card in PACK)

TOPICS = (
    Topic(
        "Battle Structure",
        f"A match is a series of battles. For each one all {len(PACK)} cards are shuffled, both players are dealt "
        f"{HAND}, and the other {len(PACK) - 2 * HAND} form the deck. The 1st Player begins and turns alternate. From "
        "one battle to the next the players exchange the roles of 1st and 2nd Player, and the rightmost theater moves "
        "to the left end, so that other theaters become adjacent. Only victory points carry over.",
    ),
    Topic(
        "Theaters",
        "The three theaters lie in a row. Only neighbours in this row are adjacent: the middle theater is adjacent to "
        "both others, the outer ones are not adjacent to each other. In each theater each player has a column of "
        "cards, and you can only add cards to your own columns. A card belongs to the player on whose side it lies.",
    ),
    Topic(
        "Battle Cards",
        "A card has a theater, a strength from 1 to 6 and, except for the three of strength 6, an ability. These are "
        f'all the cards; "you" is the owner of the card:\n{_ALL_CARDS}',
    ),
    Topic(
        "Types of Battle Cards",
        f"Six cards belong to each of {THEATERS[0]}, {THEATERS[1]} and {THEATERS[2]}; their ids begin with A, L and S. "
        "A card can be deployed faceup only in the theater of its own type, unless Air Drop or Aerodrome allows more. "
        "A card that lies in another theater keeps its strength and ability.",
    ),
    Topic(
        "Facedown Cards",
        f"A facedown card has strength {FACEDOWN}, no ability and no type. Its owner may look at it, but the other "
        f"player may not. {title_of(ESCALATION)} raises its owner's facedown cards to {RAISED}. Flips turn facedown "
        "cards faceup and faceup cards facedown.",
    ),
    Topic(
        "Covered Cards",
        "A new card goes on top of the cards already in your column and covers them. Only the top card of a column is "
        "uncovered, and only uncovered cards can be flipped. The strength of a covered card still counts, and "
        f"its ongoing ability still applies while it is faceup. {title_of(COVER_FIRE)} sets all cards beneath it to "
        f"{RAISED}, even stronger ones.",
    ),
    Topic(
        "Resolving a Battle",
        "The players take turns until one withdraws or both hands are empty. On your turn you do exactly one of "
        "these: deploy, improvise or withdraw. Abilities that your action triggers are resolved before the other "
        "player's turn; either player may have to make a decision for them.",
    ),
    Topic(
        "Possible Actions",
        "deploy_CARD_THEATER plays a card faceup and triggers its instant ability. improvise_CARD_THEATER plays a card "
        "facedown into any theater. withdraw gives up the battle. When an ability asks you: flip_THEATER_own and "
        "flip_THEATER_opp turn over the uncovered card of your own or your opponent's column; move_CARD_THEATER, "
        "return_CARD and reinforce_THEATER answer Transport, Redeploy and Reinforce; move_none and return_none "
        "decline.",
    ),
    Topic(
        "Supreme Commander Cards",
        "These cards show who is 1st and who is 2nd Player. The 1st Player begins and controls tied theaters. The "
        "victory points for the opponent of a player who withdraws depend on that player's role and cards left in "
        f"hand. As 1st Player: {_costs(WITHDRAWAL[0])}; as 2nd Player: {_costs(WITHDRAWAL[1])}.",
    ),
    Topic(
        "Tactical Abilities",
        "An ability counts only while its card is faceup. It takes effect when the card is deployed or flipped faceup, "
        'wherever it lies, and always for the card\'s owner. It must be carried out unless it says "may"; '
        "anything impossible is skipped.",
    ),
    Topic(
        "Instant Abilities",
        f"{_names('instant')} take effect once, when they are deployed or flipped faceup. If one ability triggers "
        "another, the second is resolved completely before anything else happens. For Disrupt, both flips are made "
        "first; the abilities that they trigger follow in the same order. A triggered ability is carried out even if "
        "its card has been turned facedown in the meantime. It can be triggered again by another flip.",
    ),
    Topic(
        "Ongoing Abilities",
        f"{_names('ongoing')} apply as long as the card is faceup, covered or not. The ability stops at once when the "
        f"card is flipped facedown and applies again when it is flipped back. {title_of(SUPPORT)} adds {SUPPORTED} to "
        f"your total in adjacent theaters, not in its own. {title_of(CONTAINMENT)} and {title_of(BLOCKADE)} affect "
        "both players.",
    ),
    Topic(
        "Key Terms of Abilities",
        "Flip: turn a faceup card facedown or a facedown one faceup. Play: put a card from the hand on the table, also "
        "with Redeploy, and the card drawn for Reinforce; each such play uses up a waiting Air Drop. Destroy: the card "
        "goes facedown to the bottom of the deck instead of being placed, and its ability has no effect; this is "
        "decided before it would be placed. Move: put a card of yours on top of another of your columns, facing as "
        "before; this is not a play and triggers nothing. Adjacent: next to each other in the row of theaters. "
        f"Blockade counts the cards of both sides in a theater: {CROWDED} or more.",
    ),
    Topic(
        "Ending a Battle",
        "If nobody withdraws, the battle ends when both hands are empty. In each theater the player with the greater "
        "total strength is in control; a tie, even without any cards, goes to the 1st Player. The player who controls "
        "two or three theaters wins the battle.",
    ),
    Topic(
        "Scoring Victory Points",
        f"A battle that was played to the end gives its winner {FOUGHT} victory points. A withdrawal gives the other "
        f"player at most as many (see Supreme Commander Cards). The match ends after the battle in which a player "
        f"reaches {ENOUGH}. Your result is your share of all points scored, so a loser's points count too.",
    ),
)
"""In the order of GameBench's rules."""
