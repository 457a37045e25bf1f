"""The texts of Arctic Scavengers for players and for replays; the rules' numbers are those that the engine uses."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from interplay.core.text import counted
from interplay.tracks.games.arctic_scavengers.cards import (
    ACTS,
    CARDS,
    HIRE,
    MERCENARIES,
    MOST_TRASHED,
    NUMBER,
    THUGS,
    TITLES,
    TRASH,
    Card,
    bill,
    people,
    read_cards,
    read_hire,
    strength,
    value_of,
    without,
)
from interplay.tracks.games.arctic_scavengers.state import Event, State, Tribe, unfought
from interplay.tracks.games.arctic_scavengers.transitions import HAND, MOST_ANNOUNCED, cards_of
from interplay.tracks.games.shared.rulebook import rulebook

SUBSTITUTE = "you pass where pass is listed; elsewhere a random listed action that trashes nothing is played for you"
_LEGEND = (
    "Card values (a person without a number for an action cannot do it, nor carry a tool or follow a leader in it; a "
    "person with a 0 can):"
)
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def tally(cards: Iterable[int]) -> str:
    """Return titles with how often they occur, in table order, such as ``refugee x2, spear``."""
    hand = tuple(cards)
    counts = [(TITLES[card], hand.count(card)) for card in sorted(set(hand))]
    return ", ".join(title if count == 1 else f"{title} x{count}" for title, count in counts) or "nothing"


def card_text(number: int) -> str:
    """Return all properties of a card, such as ``brawler: person, counts as 1; dig 1, fight 2; price 2 food``."""
    card = CARDS[number]
    parts = [card.kind + (f", counts as {card.people}" if card.people else ""), *_uses(card)]
    if number == THUGS:
        parts.append(f"price {_price(number)}, in any mix")
    elif card.price is not None:
        parts.append(f"price {_price(number)}")
    return f"{card.title}: {'; '.join(parts)}"


def _uses(card: Card) -> list[str]:
    adds = "" if card.kind == "person" else "+"
    values = zip((*ACTS[:3], "fight"), (card.draw, card.dig, card.hunt, card.fight), strict=True)
    able = [f"{verb} {adds}{value}" for verb, value in values if value is not None]
    if card.kind == "person" and card.fight is None:
        able.append("no fight")
    special = {"saboteur": "can disable a tool", "sniper_team": "can hit a person", "junk": "no use"}
    worth = f"worth {card.medicine} medicine" if card.medicine else ""
    return [text for text in (", ".join(able), worth, special.get(card.title, "")) if text]


def _price(number: int) -> str:
    food, medicine = CARDS[number].price or (0, 0)
    if number == THUGS:
        return f"{food} food or medicine"
    due = [f"{units} {kind}" for units, kind in ((food, "food"), (medicine, "medicine")) if units]
    return " and ".join(due)


def observation(state: State, seat: int) -> str:
    """Return everything that *seat* may know."""
    mine, other = state.tribes[seat], state.tribes[1 - seat]
    parts = [_situation(state, seat), _your_tribe(mine), _other(state, other), _market(state)]
    parts += _pending(state, seat)
    parts.append("\n".join([_LEGEND, *(f"- {card_text(card)}" for card in _named(state, seat))]))
    parts.append("\n".join(["What has happened:", *_story(state, seat)]) if state.log else "Nothing has happened yet.")
    return "\n\n".join(parts)


def _situation(state: State, seat: int) -> str:
    first = seat == state.initiator
    who = "You have" if first else "Your opponent has"
    known = f"{TITLES[state.contested[0]]} (only you know)" if first and state.table.peeks else "a hidden card"
    return (
        f"Round {state.round} of {state.table.rounds}. {who} the initiative. Contested this round: {known}. "
        f"Not yet fought for, this round's card included: {tally(unfought(state))}."
    )


def _your_tribe(tribe: Tribe) -> str:
    return "\n".join(
        [
            f"Your tribe: {_persons(tribe.size)} in {len(tribe.owned)} cards. {_progress(tribe)}",
            f"Your hand: {tally(tribe.hand)}. {_fights(tribe)}",
            f"Your reserve, order unknown: {tally(tribe.reserve)}.",
            f"Your used pile: {tally(tribe.used)}.",
        ]
    )


def _other(state: State, tribe: Tribe) -> str:
    cards = f"{len(tribe.hand)} in hand, {len(tribe.reserve)} in reserve, {len(tribe.used)} used"
    lines = [f"Your opponent's tribe: {_persons(tribe.size)}. {_progress(tribe)} Cards: {cards}."]
    if state.phase == "skirmish":
        lines.append(f"Your opponent's hand: {tally(tribe.hand)}. {_fights(tribe)}")
    return "\n".join(lines)


def _fights(tribe: Tribe) -> str:
    return f"It fights with value {strength(tribe.hand)}, {_persons(people(tribe.hand))}."


def _progress(tribe: Tribe) -> str:
    done = [verb for act, verb in enumerate(ACTS) if tribe.done >> act & 1]
    return f"Food: {tribe.food}. Done this round: {', '.join(done) or 'nothing'}."


def _market(state: State) -> str:
    piles = [f"{TITLES[who]} {left}" for who, left in zip(MERCENARIES, state.piles, strict=True)]
    return f"For hire (cards left): {', '.join(piles)}.\nJunkyard: {counted(len(state.junkyard), 'cards')}, face down."


def _pending(state: State, seat: int) -> list[str]:
    if state.phase == "respond":
        return [f"Your opponent announces {state.announced}: {note(state, 1 - seat, state.announced)}."]
    if state.phase == "keep":
        return [f"You dug up: {', '.join(TITLES[card] for card in state.revealed)}."]
    if state.phase == "skirmish":
        snipers, saboteurs = state.uses
        return [f"Skirmish. You can still hit {_of(snipers, 'person')} and disable {_of(saboteurs, 'tool')}."]
    return []


def _named(state: State, seat: int) -> list[int]:
    numbers = {*MERCENARIES, *unfought(state), *state.tribes[seat].owned, *cards_of(state.announced)}
    if state.phase == "keep":
        numbers |= set(state.revealed)
    if state.phase == "skirmish":
        numbers |= set(state.tribes[1 - seat].hand)
    return sorted(numbers)


def _of(count: int, what: str) -> str:
    return f"{NUMBERS[count] if count < len(NUMBERS) else count} {what}{'' if count == 1 else 's'}"


def note(state: State, seat: int, action: str) -> str | None:
    """Return what *action* of *seat* does, in a few words; ``None`` where its id says it all."""
    verb, _, rest = action.partition(":")
    tribe = state.tribes[seat]
    if verb in ACTS:
        return _announced(tribe, verb, rest, len(state.junkyard))
    if verb == "stop":
        return f"fight with your hand, value {strength(tribe.hand)}, {_persons(people(tribe.hand))}"
    if verb in ("snipe", "sabotage"):
        return _shot(state, seat, verb, NUMBER[rest])
    if verb == "keep":
        return "put it on your used pile" if rest != "none" else "put all of them below the junkyard"
    return "let it happen" if state.phase == "respond" else "hit nothing more"


def _announced(tribe: Tribe, verb: str, rest: str, junkyard: int) -> str | None:
    act = ACTS.index(verb)
    if act == HIRE:
        who, paid = read_hire(rest) or (0, ())
        food, due = bill(who, tribe.food) or (0, 0)
        cost = [f"{food} food"] * bool(food) + [tally(paid)] * bool(due)
        return f"{_persons(people((who,)))} for {' and '.join(cost)}"
    cards = read_cards(rest) or ()
    if act == TRASH:
        lost = people(cards)
        return f"loses {_persons(lost)}" if lost else None
    value = value_of(cards, act)
    if verb == "hunt":
        return f"{value} food"
    there, what = (len(tribe.reserve), "draws") if verb == "draw" else (junkyard, "looks at")
    return f"{what} {counted(min(value, there), 'cards')}" + ("" if verb == "draw" else ", keeps one or none")


def _shot(state: State, seat: int, verb: str, target: int) -> str:
    if state.phase == "respond":
        card = "sniper_team" if verb == "snipe" else "saboteur"
        return f"cancels it; your {card} and the {TITLES[target]} go to the used piles"
    left = strength(without(state.tribes[1 - seat].hand, (target,)))
    return f"leaves your opponent with fight value {left}"


def _persons(count: int) -> str:
    return f"{count} {'person' if count == 1 else 'people'}"


def _story(state: State, seat: int) -> Iterator[str]:
    for number, events in groupby(state.log, lambda event: event.round):
        yield f"Round {number}"
        yield from ("- " + sentence(event, seat) for event in events)


def sentence(event: Event, seat: int | None) -> str:
    """Return a sentence about an event for *seat*; with everything if *seat* is ``None``."""
    if event.action == "fight":
        return _fight(event, seat)
    who = _who(event.seat, seat).capitalize()
    if event.answer:
        return f"{who}: {event.action}, cancelled by {event.answer}"
    if event.action.startswith(("snipe", "sabotage")):
        return f"{who}, in the skirmish: {event.action}"
    return f"{who}: {event.action}{_result(event, mine=seat in (None, event.seat))}"


def _result(event: Event, *, mine: bool) -> str:
    titles = ", ".join(TITLES[card] for card in event.cards) or "nothing"
    if event.action.startswith("draw"):
        return f", drew {titles if mine else counted(len(event.cards), 'cards')}"
    if event.action.startswith("hunt"):
        return f", {value_of(cards_of(event.action), 2)} food"
    if not event.action.startswith("dig"):
        return ""
    if mine:
        return f", looked at {titles}, kept {TITLES[event.kept] if event.kept >= 0 else 'none'}"
    return f", looked at {counted(len(event.cards), 'cards')}, kept {'one' if event.kept >= 0 else 'none'}"


def _fight(event: Event, seat: int | None) -> str:
    order = (0, 1) if seat is None else (seat, 1 - seat)
    sides = [
        f"{_who(s, seat)} with value {strength(event.hands[s])} ({tally(event.hands[s])}; "
        f"{_persons(people(event.hands[s]))})"
        for s in order
    ]
    end = "full tie, it goes to the junkyard" if event.seat < 0 else f"won by {_who(event.seat, seat)}"
    return f"Skirmish for {TITLES[event.cards[0]]}: {' against '.join(sides)}; {end}"


def _who(seat: int, reader: int | None) -> str:
    if reader is None:
        return f"seat {seat}"
    return "you" if seat == reader else "your opponent"


INSTRUCTIONS = {
    "gather": "Choose your next action, or stop.",
    "respond": "Choose whether to respond.",
    "keep": "Choose which of the cards that you dug up to keep.",
    "skirmish": "Choose a card in your opponent's hand to remove from this skirmish, or pass to use nothing more.",
}
"""What the seat that has to decide in a phase is asked."""


def drawing(state: State) -> str:
    """Return the whole position, with everything that is hidden from somebody."""
    lines = [_headline(state)]
    for seat, tribe in enumerate(state.tribes):
        sign = ">" if state.phase != "over" and seat == state.seat else " "
        lines += [
            "",
            f"seat {seat} {sign} {tribe.size} people, {tribe.food} food, fight {strength(tribe.hand)}",
            f"   hand     {tally(tribe.hand)}",
            f"   reserve  {', '.join(TITLES[card] for card in tribe.reserve) or 'nothing'}",
            f"   used     {tally(tribe.used)}",
        ]
    lines += ["", f"for hire   {', '.join(f'{TITLES[w]} {n}' for w, n in zip(MERCENARIES, state.piles, strict=True))}"]
    top = ", ".join(TITLES[card] for card in state.junkyard[:6])
    lines.append(f"junkyard   {counted(len(state.junkyard), 'cards')}, from the top: {top} ...")
    lines.append(f"contested  {', '.join(TITLES[card] for card in state.contested) or 'nothing left'}")
    lines += ["", sentence(state.log[-1], None)] if state.log else []
    return "\n".join(lines)


def _headline(state: State) -> str:
    if state.phase == "over":
        return f"After {state.round} rounds"
    doing = {
        "gather": "gathers",
        "respond": f"may respond to {state.announced}",
        "keep": f"has dug up {', '.join(TITLES[card] for card in state.revealed)}",
        "skirmish": "may use snipers and saboteurs in the skirmish",
    }
    return f"Round {state.round}: seat {state.seat} {doing[state.phase]} (initiative: seat {state.initiator})"


def _listed(number: int) -> str:
    card = CARDS[number]
    places = (
        (card.started, "with each player at the start"),
        (card.hired, "for hire"),
        (card.dumped, "in the junkyard at the start"),
        (card.contested, "contested"),
    )
    return f"{card_text(number)} ({', '.join(f'{count} {where}' for count, where in places if count)})"


SUMMARY, TOPICS = rulebook(
    "arctic_scavengers",
    hand=NUMBERS[HAND],
    trashed=NUMBERS[MOST_TRASHED],
    announced=MOST_ANNOUNCED,
    prices=", ".join(f"{TITLES[who]} {_price(who)}" for who in MERCENARIES),
    cards="\n".join(map(_listed, range(len(CARDS)))),
)
