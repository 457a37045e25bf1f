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
    f"Two players fight battles over three theaters: air, land and sea. For each battle both get {HAND} of {len(PACK)} "
    "cards and then play one card in turn, on their own side of a theater: faceup in the theater of the card's type, "
    f"with its printed strength and ability, or facedown in any theater, with strength {FACEDOWN} and no ability. No "
    "cards are drawn otherwise. Once all cards are played, the player with the greater total strength controls a "
    "theater; ties go to the battle's 1st Player. Whoever controls at least two theaters scores "
    f"{FOUGHT} victory points. On your turn you may withdraw instead: the other player then scores, but less the more "
    f"cards you still hold. Then a new battle begins, until a player has {ENOUGH} victory points. Your result is your "
    "share of all victory points that both have scored."
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
        "to the left end, so that other theaters become adjacent. Victory points are kept, nothing else is.",
    ),
    Topic(
        "Theaters",
        "The three theaters lie in a row. Only neighbours in this row are adjacent: the middle theater is adjacent to "
        "both others, the outer ones are not adjacent to each other. In each theater both players have a column of "
        "cards of their own, and cards are only ever added to your own columns. A card belongs to the player on whose "
        "side it lies.",
    ),
    Topic(
        "Battle Cards",
        "A card has a theater, a strength from 1 to 6 and, except for the three of strength 6, an ability. These are "
        f"all cards; what says you speaks to the card's owner:\n{_ALL_CARDS}",
    ),
    Topic(
        "Types of Battle Cards",
        f"Six cards each belong to {THEATERS[0]}, {THEATERS[1]} and {THEATERS[2]}; their ids begin with A, L and S. A "
        "card can be deployed faceup only in the theater of its own type, unless Air Drop or Aerodrome allows more. A "
        "card that lies in another theater keeps its strength and ability.",
    ),
    Topic(
        "Facedown Cards",
        f"A facedown card has strength {FACEDOWN}, no ability and no type. Its owner may look at it, the other player "
        f"may not. {title_of(ESCALATION)} raises its owner's facedown cards to {RAISED}. Flips turn facedown cards "
        "faceup and the other way round.",
    ),
    Topic(
        "Covered Cards",
        "A card goes on top of those that are in your column already and covers them. Only the top card of a column is "
        "uncovered, and only uncovered cards can be flipped. A covered card still counts with its strength, and its "
        f"ongoing ability still holds while it is faceup. {title_of(COVER_FIRE)} sets all cards beneath it to "
        f"{RAISED}, also stronger ones.",
    ),
    Topic(
        "Resolving a Battle",
        "The players take turns until one withdraws or both hands are empty. On your turn you deploy, improvise or "
        "withdraw, and do only one of these. Abilities that your action sets off are settled before the other player's "
        "turn; they may ask either player to decide something.",
    ),
    Topic(
        "Possible Actions",
        "deploy_CARD_THEATER plays a card faceup and triggers its instant ability. improvise_CARD_THEATER plays a card "
        "facedown into any theater. withdraw gives up the battle. When an ability asks you: flip_THEATER_own and "
        "flip_THEATER_opp turn over the uncovered card of your own or your opponent's column; move_CARD_THEATER, "
        "return_CARD and reinforce_THEATER answer Transport, Redeploy and Reinforce; move_none and return_none say no.",
    ),
    Topic(
        "Supreme Commander Cards",
        "They say who is 1st and who is 2nd Player. The 1st Player begins and controls tied theaters. What a player "
        "gives away by withdrawing depends on the role and on the cards left in hand. Withdrawing as 1st Player gives "
        f"{_costs(WITHDRAWAL[0])}; as 2nd Player {_costs(WITHDRAWAL[1])}.",
    ),
    Topic(
        "Tactical Abilities",
        "An ability counts only while its card is faceup. It takes effect when the card is deployed or flipped faceup, "
        "wherever it lies, and always for the card's owner. It must be carried out unless it says may; what is "
        "impossible is left out.",
    ),
    Topic(
        "Instant Abilities",
        f"{_names('instant')} act once, at the moment when they come to lie faceup. If one ability triggers another, "
        "that one is settled completely before anything else goes on. After Disrupt both flips are made first; what "
        "they triggered follows in the same order. A triggered ability is carried out even if its card has been turned "
        "facedown meanwhile. It can be triggered again by another flip.",
    ),
    Topic(
        "Ongoing Abilities",
        f"{_names('ongoing')} hold as long as the card lies faceup, covered or not. Flipped facedown it stops at once, "
        f"and it holds again when flipped back. {title_of(SUPPORT)} adds {SUPPORTED} to your total in adjacent "
        f"theaters, not in its own. {title_of(CONTAINMENT)} and {title_of(BLOCKADE)} bind both players.",
    ),
    Topic(
        "Key Terms of Abilities",
        "Flip: turn a faceup card facedown or a facedown one faceup. Play: put a card from the hand on the table, also "
        "with Redeploy, and the card drawn for Reinforce; each such play uses up a waiting Air Drop. Destroy: instead "
        "of being placed the card goes facedown to the bottom of the deck, and its ability does not happen; this is "
        "decided before it would be placed. Move: put a card of yours on top of another of your columns, facing as "
        "before; this is no play and triggers nothing. Adjacent: next to each other in the row of theaters. Crowded "
        f"enough for Blockade: {CROWDED} or more cards of both sides together.",
    ),
    Topic(
        "Ending a Battle",
        "If nobody withdraws, the battle ends when both hands are empty. In each theater the greater total strength "
        "controls it; a tie, also one without any cards, goes to the 1st Player. Who controls two or three theaters "
        "wins the battle.",
    ),
    Topic(
        "Scoring Victory Points",
        f"A battle that was played to the end gives its winner {FOUGHT} victory points. A withdrawal gives the other "
        f"player at most as many (see Supreme Commander Cards). The match ends after the battle in which a player "
        f"reaches {ENOUGH}. Your result is your share of all points that were scored, so a loser's points count too.",
    ),
)
"""In the order of GameBench's rules."""
