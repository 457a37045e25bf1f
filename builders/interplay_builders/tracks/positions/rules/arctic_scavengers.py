"""Simple rules for positions of Arctic Scavengers: hire what can be hired, hunt for it, draw, or fight."""

from collections.abc import Callable, Mapping

from interplay.tracks.games.arctic_scavengers.cards import (
    HUNT,
    MEDICINE,
    MERCENARIES,
    Cards,
    bill,
    hires,
    people,
    read_hire,
    strength,
    value_of,
    without,
)
from interplay.tracks.games.arctic_scavengers.state import State, unfought
from interplay.tracks.games.arctic_scavengers.transitions import cards_of
from interplay.tracks.positions.bots import stream_of
from interplay.tracks.positions.scores import Plan

LISTED = "last hire, last draw"
"""The rule that looks at the list of actions alone."""
FIGHT = 3
"""People on the contested card from which on it is fought for with all cards."""


def _of(plan: Plan, verb: str) -> list[str]:
    """Return the actions of a kind, in random order."""
    return [action for action in stream_of(plan, "order").shuffled(list(plan.values)) if action.startswith(f"{verb}:")]


def _hire(plan: Plan) -> str:
    """Return the hire of the most people, if any, the cheapest of them; else the hunt that leads to the most."""
    options = _of(plan, "hire") or _of(plan, "hunt")
    return max([*options, "stop"], key=lambda action: recruits(plan, action))


def recruits(plan: Plan, action: str) -> tuple[int, int]:
    """Return how many people an action hires or lets hire, then how well the cards that are left fight."""
    state: State = plan.state
    tribe = state.tribes[plan.position.seat]
    if action == "stop":
        return 0, strength(tribe.hand)
    rest = without(tribe.hand, cards_of(action))
    hire = read_hire(action.removeprefix("hire:"))
    if hire and action.startswith("hire:"):
        return people((hire[0],)), strength(rest)
    return _reachable(state, rest, tribe.food + value_of(cards_of(action), HUNT)), strength(rest)


def _reachable(state: State, hand: Cards, food: int) -> int:
    """Return the most people that can be hired."""
    offered = tuple(who for who, left in zip(MERCENARIES, state.piles, strict=True) if left)
    paid = hires(tuple(card for card in hand if MEDICINE[card]), food, offered)
    return max((people((who,)) for who, _ in paid if bill(who, food)), default=0)


def _stake(plan: Plan) -> str:
    """Return to stop where many people are contested, else what hires the most."""
    state: State = plan.state
    knows = plan.position.seat == state.initiator
    stakes = state.contested[:1] if knows else unfought(state)
    return "stop" if people(stakes) >= FIGHT * len(stakes) else _hire(plan)


def _food(plan: Plan) -> str:
    """Return the hunt for the most food, else a hire, else to stop."""
    hunts = _of(plan, "hunt")
    return max(hunts, key=lambda action: value_of(cards_of(action), HUNT)) if hunts else _hire(plan)


def _draw(plan: Plan) -> str:
    """Return a draw that costs the least force, else what hires the most."""
    state: State = plan.state
    hand = state.tribes[plan.position.seat].hand
    draws = _of(plan, "draw")
    return max(draws, key=lambda action: strength(without(hand, cards_of(action)))) if draws else _hire(plan)


def _last(plan: Plan) -> str:
    """Return the last hire of the list, else the last draw, else to stop."""
    for verb in ("hire", "draw"):
        listed = [action for action in plan.values if action.startswith(f"{verb}:")]
        if listed:
            return listed[-1]
    return "stop"


RULES: Mapping[str, Callable[[Plan], str]] = {
    LISTED: _last,
    "hire the most": _hire,
    "fight for many, else hire": _stake,
    "draw first": _draw,
    "most food": _food,
    "stop": lambda _: "stop",
}
