"""The texts that players of Air, Land & Sea read: the table as a seat knows it, the question, and its actions."""

from collections.abc import Iterator

from interplay.core.text import counted
from interplay.tracks.games.air_land_sea.cards import MOVES, STRENGTH, TEXTS, THEATERS, Move, text_of, title_of
from interplay.tracks.games.air_land_sea.table import (
    DOWN,
    ENOUGH,
    NEIGHBOURS,
    WITHDRAWAL,
    Battle,
    Event,
    Side,
    State,
    destroys,
    lying,
    menu,
    price,
    strengths,
    totals,
)
from interplay.tracks.games.air_land_sea.wording import SUBSTITUTE, SUMMARY, TOPICS
from interplay.tracks.games.base import Prompt
from interplay.tracks.games.shared.menu import action_text, again_text, rules_text

ROLES = ("1st", "2nd")


def prompt(title: str, state: State, seat: int) -> Prompt:
    """Return the rules, what *seat* may know of the match, and what it is asked."""
    listed = [(action_id, _note(state, seat, action_id)) for action_id in menu(state)]
    return Prompt(
        system=rules_text(title, SUMMARY, TOPICS, SUBSTITUTE),
        observation=observation(state, seat),
        action=action_text(_instructions(state, seat), listed),
        again=again_text(listed),
    )


def observation(state: State, seat: int) -> str:
    """Return everything that *seat* may know of the match."""
    drawing = state.stack and state.stack[-1].kind == "reinforce" and state.seat == seat
    hand, other = state.hands[seat], counted(len(state.hands[1 - seat]), "cards")
    return "\n".join(
        [
            *_match(state, seat),
            *_role(state, seat),
            "",
            *_table(state, seat),
            *_texts(state, seat),
            "",
            f"Your hand ({len(hand)}):",
            *([f"- {text_of(card)}" for card in hand] or ["- no card"]),
            *([f"You drew {text_of(state.deck[0])}."] if drawing else []),
            f"Your opponent holds {other}. The deck has {counted(len(state.deck), 'cards')}.",
            *_air_drops(state, seat),
            "",
            "This battle so far:",
            *([f"{n}. {_event_text(e, seat)}" for n, e in enumerate(state.log, 1)] or ["- nothing has happened"]),
        ]
    )


def _match(state: State, seat: int) -> Iterator[str]:
    points, other = state.vp[seat], state.vp[1 - seat]
    yield f"Battle {state.battle}. Victory points: you {points}, your opponent {other}; the match ends at {ENOUGH}."
    for number, battle in enumerate(state.past, 1):
        who = "you" if battle.winner == seat else "your opponent"
        yield f"Battle {number}: {who} got {battle.points} victory points, {_how(battle, seat)}."


def _how(battle: Battle, seat: int) -> str:
    if battle.left < 0:
        return "because all cards were played"
    loser = "your opponent" if battle.winner == seat else "you"
    role = ROLES[battle.winner == battle.first]
    return f"because {loser} withdrew as {role} Player with {counted(battle.left, 'cards')} left in hand"


def _role(state: State, seat: int) -> Iterator[str]:
    if seat == state.first:
        yield "You are the 1st Player of this battle: you began it, and tied theaters are yours."
    else:
        yield "You are the 2nd Player of this battle: your opponent began it, and tied theaters are your opponent's."
    counts = range(len(WITHDRAWAL[0]) - 1, -1, -1)
    first, second = (", ".join(str(row[left]) for left in counts) for row in WITHDRAWAL)
    yield (
        f"Victory points for the other player if someone withdraws with {', '.join(map(str, counts))} cards left in "
        f"hand: {first} if it is the 1st Player, {second} if it is the 2nd Player."
    )


def _table(state: State, seat: int) -> Iterator[str]:
    left, middle, right = (THEATERS[theater] for theater in state.order)
    yield (
        f"Theaters from left to right: {left}, {middle}, {right}. Adjacent: {left} and {middle}, {middle} and {right}. "
        "Columns are listed from bottom to top, each card with its current strength; the last card is uncovered."
    )
    sums = totals(state)
    for theater in state.order:
        mine, other = sums[seat][theater], sums[1 - seat][theater]
        yield f"{THEATERS[theater].upper()}: your strength {mine}, your opponent's strength {other}"
        yield f"- your column: {_column(state.sides[seat], theater, mine=True)}"
        yield f"- your opponent's column: {_column(state.sides[1 - seat], theater, mine=False)}"


def _column(side: Side, theater: int, *, mine: bool) -> str:
    cards = zip(side[theater], strengths(side, theater), strict=True)
    return ", ".join(f"{_title(card, mine=mine)} [{strength}]" for card, strength in cards) or "empty"


def _title(card: int, *, mine: bool) -> str:
    if card < DOWN:
        return title_of(card)
    return f"facedown {title_of(card - DOWN)}" if mine else "facedown"


def _texts(state: State, seat: int) -> Iterator[str]:
    """Yield the texts of the faceup cards and of the seat's own facedown ones."""
    lines = [
        f"- {whose} {'facedown ' * (card >= DOWN)}{text_of(card % DOWN)}"
        for owner, whose in ((seat, "your"), (1 - seat, "your opponent's"))
        for theater in state.order
        for card in state.sides[owner][theater]
        if card < DOWN or owner == seat
    ]
    if lines:
        yield 'Text of these cards ("you" is the owner of the card):'
        yield from lines


def _air_drops(state: State, seat: int) -> Iterator[str]:
    if state.air_drop[seat]:
        yield "Your Air Drop is waiting: the next card you play may be deployed faceup in any theater."
    if state.air_drop[1 - seat]:
        yield "Your opponent's Air Drop is waiting: their next card may be deployed faceup in any theater."


def _event_text(event: Event, seat: int) -> str:
    """Return an event as *seat* knows it: a card that was never shown has a name only for the player who played it."""
    mine = event.seat == seat
    words = ("You", "your", "your opponent's") if mine else ("Your opponent", "their", "your")
    return sentence(event, words, named=event.open or mine)


def sentence(event: Event, words: tuple[str, str, str], *, named: bool) -> str:
    """Return a sentence about an event; *words* name the seat that acted, its cards, and the other seat's cards."""
    who, its, theirs = words
    theater = THEATERS[event.theater]
    whose = its if event.side == event.seat else theirs
    card = title_of(event.card) if named else "a card"
    spot = f"number {event.at + 1} from the bottom in {THEATERS[event.origin]}"
    thing = card if event.open else f"facedown {card}" if named else "a facedown card"
    end = ", where it was destroyed" if event.destroyed else ""
    verbs = {
        "deploy": f"played {card} faceup into {theater}{end}",
        "improvise": f"played {card} facedown into {theater}{end}",
        "reinforce": f"drew {card} and played it facedown into {theater}{end}",
        "flip": f"flipped {whose} {card} in {theater}: it is {'faceup' if event.up else 'facedown'} now",
        "move": f"moved {thing}, {spot}, to the top in {theater}",
        "return": f"took {thing}, {spot}, back into hand",
        "keep": f"declined to use {card}",
    }
    return f"{who} {verbs[event.kind]}."


def _instructions(state: State, seat: int) -> str:
    if not state.stack:
        return (
            "It is your turn: deploy a card (play it faceup), improvise with one (play it facedown), or withdraw from "
            "the battle."
        )
    frame = state.stack[-1]
    if frame.kind == "play":
        return "You took a card back. Now play one: deploy a card (play it faceup) or improvise with one (facedown)."
    card = title_of(frame.card)
    if frame.kind == "reply":
        return f"Your opponent's {card} makes you flip one of your own uncovered cards."
    theater = lying(state.sides[seat], frame.card)
    near = " or ".join(THEATERS[at] for at in NEIGHBOURS[state.order][theater])
    asked = {
        "maneuver": f"flip an uncovered card of either side in {near}",
        "ambush": "flip an uncovered card of either side",
        "disrupt": "flip one of your own uncovered cards; your opponent then flips one of theirs",
        "move": "you may move one of your cards on top of another of your columns",
        "return": "you may take back one of your facedown cards; you then play a card at once",
        "reinforce": f"play the card you drew facedown into {near}",
    }
    return f"Your {card} in {THEATERS[theater]} takes effect: {asked[frame.kind]}."


def _note(state: State, seat: int, action_id: str) -> str | None:
    """Return a short note with what the id does not say."""
    move = MOVES[action_id]
    match move.kind:
        case "deploy" | "improvise" | "reinforce":
            return _play(state, move) or None
        case "withdraw":
            return f"end the battle; your opponent gets {price(state, seat)} victory points"
        case "flip":
            return _flip(state, seat, move)
        case "move" | "return":
            return "leave your cards as they are" if move.card < 0 else _taken(state, seat, move)
    return None


def _play(state: State, move: Move) -> str:
    parts = []
    if move.kind != "reinforce":
        parts.append(f"{TEXTS[move.card].name} {'faceup' if move.kind == 'deploy' else 'facedown'}")
    if move.kind == "deploy":
        parts.append(f"strength {STRENGTH[move.card]}")
    return ", ".join([*parts, *["will be destroyed"] * _is_destroyed(state, move)])


def _is_destroyed(state: State, move: Move) -> bool:
    """Return whether Containment or Blockade, which lie open to both players, destroy the card that is played."""
    return destroys(state, move.theater, facedown=move.kind != "deploy")


def _flip(state: State, seat: int, move: Move) -> str:
    mine = move.side == 0
    card = state.sides[seat if mine else 1 - seat][move.theater][-1]
    name = _title(card, mine=mine) if mine or card < DOWN else "facedown card"
    whose = "your" if mine else "your opponent's"
    return f"{whose} {name} turns {'faceup' if card >= DOWN else 'facedown'}"


def _taken(state: State, seat: int, move: Move) -> str:
    theater = lying(state.sides[seat], move.card)
    face = "faceup" if move.card in state.sides[seat][theater] else "facedown"
    return f"{TEXTS[move.card].name}, {face} in {THEATERS[theater]}"


def description(state: State, seat: int, action_id: str) -> str:
    """Return what a listed action does, in full."""
    move = MOVES[action_id]
    theater = THEATERS[move.theater]
    match move.kind:
        case "deploy" | "improvise" | "reinforce":
            card = state.deck[0] if move.kind == "reinforce" else move.card
            face = "faceup" if move.kind == "deploy" else "facedown"
            bare = ", without its strength and ability" if move.kind == "improvise" else ""
            end = " Blockade or Containment will destroy it at once." if _is_destroyed(state, move) else ""
            return f"You play this card {face} into {theater}{bare}: {text_of(card)}.{end}"
        case "move" if move.card >= 0:
            return f"You put this card on top of your column in {theater}, facing as before: {text_of(move.card)}."
        case "return" if move.card >= 0:
            return f"You take this card back into your hand, then you play any card: {text_of(move.card)}."
    return f"{_note(state, seat, action_id)}.".capitalize()
