"""Positions of Arctic Scavengers for its tests."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.arctic_scavengers.cards import (
    MERCENARIES,
    NUMBER,
    PEOPLE,
    TITLES,
    Cards,
)
from interplay.tracks.games.arctic_scavengers.rules import GAME
from interplay.tracks.games.arctic_scavengers.state import Event, State, Tribe
from interplay.tracks.games.base import Open
from interplay.tracks.games.shared.menu import Choice
from tests.games import matches

WANTED = (
    ("hire:saboteur", "hire:sniper_team", "snipe", "sabotage", "keep:medkit"),
    ("keep:pills",),
    ("dig", "hunt", "draw", "keep"),
    ("stop", "hire"),
)
"""What an eager player does, the first of these that it can."""


def cards(text: str) -> Cards:
    """Return the cards of titles with blanks between them; ``refugee*3`` for three."""
    words = [word.partition("*") for word in text.split()]
    return tuple(sorted(NUMBER[title] for title, _, count in words for _ in range(int(count or 1))))


def titles(held: Sequence[int]) -> str:
    """Return the reverse of ``cards``, without counts."""
    return " ".join(TITLES[card] for card in held)


def dealt(seed: str = "0", **options: int) -> State:
    """Return the first state of a setup."""
    return GAME.start(matches.item("arctic_scavengers", None, seed, "strict", **options).setup)


def position(*hands: str, gatherer: int = 0, food: int = 0, **changes: Any) -> State:
    """Return the first gathering of *gatherer*, who has the initiative and *food*, with the given hands.

    The reserves are what is left of the starting cards, as far as they are in the hands.
    """
    tribes = [_tribe(cards(hand)) for hand in hands]
    tribes[gatherer] = replace(tribes[gatherer], food=food)
    state = replace(dealt(), tribes=(tribes[0], tribes[1]), initiator=gatherer, seat=gatherer)
    return replace(state, **changes)


def _tribe(hand: Cards) -> Tribe:
    rest = list(cards("refugee*4 scavenger*3 brawler spear shovel"))
    for card in hand:
        if card in rest:
            rest.remove(card)
    return Tribe(tuple(rest), hand)


def play(state: State, *actions: str) -> State:
    """Return the state after *actions* of whoever is to decide; each must be listed."""
    for action in actions:
        assert action in GAME.menu(state, state.seat), (action, GAME.menu(state, state.seat))  # type: ignore[attr-defined]
        state = GAME.apply(state, {state.seat: GAME.parse(state, state.seat, action)})
    return state


def menu(state: State) -> list[str]:
    """Return the ids of what the seat to decide can do."""
    legal = GAME.legal(state, state.seat)
    assert not isinstance(legal, Open)
    return [choice.id for choice in legal]


def states(seed: object, pick: str = "random", **options: int) -> Iterator[State]:
    """Yield every state of a match of moves that are random, or the first or last that are listed."""
    state = dealt(str(seed), **options)
    stream = Stream("tests", str(seed), "arctic")
    yield state
    while GAME.to_move(state):
        listed = menu(state)
        action = stream.choice(listed) if pick == "random" else listed[0 if pick == "first" else -1]
        state = GAME.apply(state, {state.seat: Choice(action)})
        yield state


def armed(seed: object) -> State:
    """Return a first state in which both hold a sniper team and a saboteur beside their cards."""
    state = dealt(str(seed))
    stream = Stream("tests", str(seed), "armed")
    ranks = [tuple(stream.shuffled(range(150))) for _ in range(18)]
    extra = cards("saboteur sniper_team")
    one, two = (replace(tribe, hand=tuple(sorted(tribe.hand + extra))) for tribe in state.tribes)
    piles = tuple(n - 2 * (who in extra) for who, n in zip(MERCENARIES, state.piles, strict=True))
    table = replace(state.table, decks=tuple(ranks[:12]), dumps=tuple(ranks))
    return replace(state, table=table, tribes=(one, two), piles=piles)


def eager(seed: object, *, start: State | None = None) -> Iterator[State]:
    """Yield the states of a match in which both gain cards and use the snipers and saboteurs that they have."""
    state = start or armed(seed)
    stream = Stream("tests", str(seed), "eager")
    yield state
    while GAME.to_move(state):
        listed = menu(state)
        wanted = next(found for verbs in WANTED if (found := [a for a in listed if a.startswith(verbs)]))
        state = GAME.apply(state, {state.seat: Choice(stream.choice(wanted))})
        yield state


OPENING = "refugee scavenger brawler spear shovel"


def shuffled(state: State, seat: int, seed: int) -> State:
    """Return *state* with everything changed that is hidden from *seat*."""
    stream = Stream("tests", seed, "hidden")
    own, other = state.tribes[seat], state.tribes[1 - seat]
    shown = state.phase == "skirmish"
    hidden = stream.shuffled([_like(c) for c in (other.reserve if shown else other.reserve + other.hand)])
    size = len(other.reserve)
    other = replace(
        other,
        reserve=tuple(hidden[:size]),
        hand=other.hand if shown else tuple(sorted(hidden[size:])),
        used=tuple(map(_like, other.used)),
    )
    own = replace(own, reserve=tuple(stream.shuffled(own.reserve)))
    seen = len(state.contested) - (seat == state.initiator)
    top = state.contested[: len(state.contested) - seen]
    start = len(state.revealed)
    return replace(
        state,
        tribes=(own, other) if seat == 0 else (other, own),
        junkyard=state.junkyard[:start] + tuple(stream.shuffled(state.junkyard[start:])),
        contested=top + tuple(stream.shuffled(state.contested[len(top) :])),
        log=tuple(_forgotten(event, seat) for event in state.log),
        table=replace(state.table, decks=state.table.decks[::-1], dumps=state.table.dumps[::-1]),
    )


def _like(card: int) -> int:
    """Return another card with as many people."""
    return NUMBER["junk"] if PEOPLE[card] == 0 else NUMBER["hunter"] if PEOPLE[card] == 1 else card


def _forgotten(event: Event, seat: int) -> Event:
    """Return *event* with other cards where *seat* has not seen them."""
    if event.action == "fight" or event.seat == seat:
        return event
    return replace(event, cards=tuple(map(_like, event.cards)), kept=0 if event.kept >= 0 else -1)
