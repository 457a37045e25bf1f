"""The texts of Pit: the rules, what a seat can see and remember, and the position for a person."""

from collections.abc import Iterator
from itertools import groupby

from interplay.core.text import counted
from interplay.tracks.games.pit.market import (
    BEAR_COST,
    CARDS,
    COMMODITIES,
    COPIES,
    CORNER,
    LONGEST_SHOUT,
    MOST,
    SEATS,
    TARGET,
    TURNS,
    VALUES,
    Cornered,
    Entry,
    Hand,
    Log,
    Lot,
    Offered,
    Shouted,
    State,
)
from interplay.tracks.games.shared.rulebook import rulebook

SUMMARY, TOPICS = rulebook(
    "pit",
    commodities=", ".join(CARDS[card] for card in COMMODITIES),
    copies=COPIES[0],
    cards=sum(COPIES),
    worth=", ".join(f"{CARDS[card]} {VALUES[card]}" for card in COMMODITIES),
    corner=CORNER,
    less=CORNER - 1,
    bear=BEAR_COST,
    most=MOST,
    turns=TURNS,
    target=TARGET,
)


def instructions(seat: int) -> str:
    """Return what a seat is asked."""
    return f"Choose what seat {seat} does on this turn. An action is named as listed here, cards and numbers included."


def note(action_id: str, lot: Lot | None = None, partner: int | None = None) -> str | None:
    """Return what an action does: one on *lot*, towards *partner* if it takes an offer, or one without cards."""
    if lot is None:
        return {
            "pass": "do nothing; an open offer of yours stays open",
            "shout": f"say up to {LONGEST_SHOUT} characters to all seats instead of trading; it need not be true",
        }.get(action_id)
    if partner is None:
        return f"offer {_cards(lot)} in place of any open offer of yours; the others see only the number {lot.number}"
    return f"give {_cards(lot)} to seat {partner} and get its {counted(lot.number, 'cards')}, unseen"


def observation(state: State, seat: int) -> str:
    """Return everything that *seat* may know: its hand, the public table, and what happened so far."""
    mine = state.offers[seat]
    what = "none" if mine is None else f"{_cards(mine)}; the others see only the number"
    head = f"You are seat {seat}. Turn {state.turn + 1} of {state.table.turns}, deal {state.deal + 1}."
    lines = [
        f"{head} The match ends when a pair of seats has {state.table.target} points together.",
        f"Your hand: {_hand(state.hands[seat])}.",
        f"Your open offer: {what}.",
        "",
        "Seats:",
        *(_public(state, other, seat) for other in SEATS),
        "",
        "This deal so far (turns not listed were passes):",
        *(f"{entry.turn}. {sentence(entry, seat)}" for entry in state.log),
    ]
    if not state.log:
        lines.append("Nothing has happened yet.")
    if state.past:
        lines += ["", "Earlier deals:"]
        lines += [line for number, log in enumerate(state.past, 1) for line in _earlier(log, number, seat)]
    return "\n".join(lines)


def position(state: State) -> str:
    """Return all hands with their offers and points, and the log of the deal, for a person."""
    head = f"deal {state.deal + 1}, {state.turn} of {state.table.turns} turns taken"
    rows = [f"{head:<38}" + "".join(f"{name:>9}" for name in CARDS) + "   points  offer"]
    for seat in SEATS:
        lot = state.offers[seat]
        mark = ">" if seat == state.seat and not state.over else " "
        counts = "".join(f"{count or '.':>9}" for count in state.hands[seat])
        side = "even" if seat % 2 == 0 else "odd"
        name = f"{mark} seat {seat} ({side})"
        rows.append(f"{name:<38}{counts}{state.scores[seat]:>9}  {'' if lot is None else _cards(lot)}".rstrip())
    first, second = state.totals
    total = f"even {first}, odd {second} points; {state.table.target} end the match"
    return "\n".join([*rows, total, "", *(f"{e.turn}. {sentence(e, None)}" for e in state.log)]).rstrip()


def _public(state: State, other: int, seat: int) -> str:
    lot = state.offers[other]
    size = sum(state.hands[other])
    offer = "no open offer" if lot is None else f"offers {counted(lot.number, 'cards')}"
    you = " (you)" if other == seat else ""
    return f"- seat {other}{you}: {size} cards, {state.scores[other]} points, {offer}"


def _earlier(log: Log, number: int, seat: int) -> Iterator[str]:
    """Yield a finished deal, with each shout on its own line and the entries between them joined."""
    yield f"Deal {number}, up to turn {log[-1].turn}:"
    for shout, entries in groupby(log, lambda entry: isinstance(entry, Shouted)):
        lines = [sentence(entry, seat) for entry in entries]
        yield from lines if shout else ["; ".join(lines)]


def sentence(entry: Entry, seat: int | None) -> str:
    """Return an entry of the log as *seat* may know it; with everything if *seat* is ``None``."""
    mine = entry.seat == seat
    who, s = ("you", "") if mine else (f"seat {entry.seat}", "s")
    if isinstance(entry, Shouted):
        return f'{who} shout{s}: "{entry.words}"'
    if isinstance(entry, Cornered):
        return f"{who} corner{s} {CARDS[entry.card]} for {entry.points} points"
    if isinstance(entry, Offered):
        return f"{who} offer{s} {_cards(entry.lot) if mine or seat is None else counted(entry.lot.number, 'cards')}"
    gave, got = _cards(Lot(entry.gave, entry.number)), _cards(Lot(entry.got, entry.number))
    if mine:
        return f"you take seat {entry.other}'s offer: {got} for your {gave}"
    if entry.other == seat:
        return f"{who} takes your offer: {gave} for your {got}"
    what = f" of {counted(entry.number, 'cards')}" if seat is not None else f": {got} for {gave}"
    return f"{who} takes seat {entry.other}'s offer{what}"


def _hand(hand: Hand) -> str:
    counts = ", ".join(f"{number} {CARDS[card]}" for card, number in enumerate(hand) if number)
    return f"{counts} ({sum(hand)} cards)"


def _cards(lot: Lot) -> str:
    return f"{lot.number} {CARDS[lot.card]}"
