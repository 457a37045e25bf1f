"""The table of Air, Land & Sea: what lies where, what may be done, how strong everything is."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import Literal, TypeVar

from msgspec import Struct

from interplay.tracks.games.air_land_sea import cards
from interplay.tracks.games.air_land_sea.cards import STRENGTH, Cards

T = TypeVar("T")
DOWN = 32
"""Added to a card that lies facedown."""
HAND, LAST_BATTLE, ENOUGH, FOUGHT = 6, 11, 12, 6
"""Cards dealt to a player, the most battles, victory points that end the game, and those of a battle fought out."""
WITHDRAWAL = ((6, 4, 3, 3, 2, 2, 2), (6, 6, 4, 3, 3, 2, 2))
"""Victory points that withdrawing gives away as 1st and as 2nd Player, by the number of cards left in hand."""

Side = tuple[Cards, Cards, Cards]
"""A player's columns by theater, each from bottom to top."""
Both = tuple[tuple[int, int, int], tuple[int, int, int]]
Asked = Literal["trigger", "maneuver", "ambush", "disrupt", "reply", "move", "return", "play", "reinforce"]
FLIPS: frozenset[Asked] = frozenset(("maneuver", "ambush", "disrupt", "reply"))

NEIGHBOURS = {
    order: tuple({order[0]: (order[1],), order[1]: (order[0], order[2]), order[2]: (order[1],)}[t] for t in range(3))
    for order in permutations(range(3))
}
"""For each order of the theaters from left to right, the theaters adjacent to each, from left to right."""


class Event(Struct, frozen=True, gc=False):
    """Something that happened in this battle, by *seat*; ``keep`` is an offer declined.

    ``card`` is -1 where there is none, and known to the other seat only if ``open``. ``theater`` is where the card was
    played, flipped, moved to or taken from. ``side`` is the owner of a flipped card, ``up`` whether it is faceup now.
    ``origin`` and ``at`` are the theater and the position from the bottom (0) that a card was moved or taken from.
    """

    kind: Literal["deploy", "improvise", "reinforce", "flip", "move", "return", "keep"]
    seat: int
    card: int
    theater: int = -1
    open: bool = True
    destroyed: bool = False
    side: int = -1
    up: bool = False
    origin: int = -1
    at: int = -1


class Battle(Struct, frozen=True, gc=False):
    """A finished battle: who was 1st Player and who won how many victory points.

    ``left`` is the number of cards that the loser held when withdrawing, -1 if the battle was fought out. ``totals``
    are the strengths by seat and theater at the end.
    """

    first: int
    winner: int
    points: int
    left: int
    totals: Both


class Frame(Struct, frozen=True, gc=False):
    """An ability of *card* that *seat* has to resolve: about to begin (``trigger``), or a decision.

    Disrupt is two decisions, ``disrupt`` by its owner and ``reply`` by the other; ``queue`` has the owners and cards
    whose abilities the first of them triggered. ``play`` follows a card taken back by Redeploy.
    """

    kind: Asked
    seat: int
    card: int
    queue: tuple[tuple[int, int], ...] = ()


class State(Struct, frozen=True, gc=False):
    """A match between two decisions.

    ``deals`` has the order of the cards for each battle. ``battle`` counts from 1, ``order`` are the theaters from left
    to right, ``first`` is the 1st Player, ``turn`` the seat whose turn it is. The first card of ``deck`` is its top; a
    card drawn for Reinforce stays there until it is placed. The last frame of ``stack`` is the one to resolve next.
    ``log`` is about this battle, ``past`` about earlier ones. After the game the table stays as it was.
    """

    deals: tuple[Cards, ...]
    battle: int
    vp: tuple[int, int]
    order: tuple[int, int, int]
    first: int
    turn: int
    hands: tuple[Cards, Cards]
    deck: Cards
    sides: tuple[Side, Side] = (((), (), ()), ((), (), ()))
    air_drop: tuple[bool, bool] = (False, False)
    stack: tuple[Frame, ...] = ()
    log: tuple[Event, ...] = ()
    past: tuple[Battle, ...] = ()

    @property
    def over(self) -> bool:
        """Return whether a player has enough victory points."""
        return self.vp[0] >= ENOUGH or self.vp[1] >= ENOUGH

    @property
    def seat(self) -> int:
        """Return the seat that decides next, unless the game is over."""
        return self.stack[-1].seat if self.stack else self.turn


def menu(state: State) -> list[str]:
    """Return the ids of the actions of the seat to decide, in canonical order."""
    if not state.stack:
        return [*_plays(state, state.turn), cards.WITHDRAW]
    frame = state.stack[-1]
    if frame.kind in FLIPS:
        return _flips(state, frame)
    if frame.kind == "play":
        return _plays(state, frame.seat)
    if frame.kind == "reinforce":
        at = lying(state.sides[frame.seat], frame.card)
        near = NEIGHBOURS[state.order][at] if at >= 0 and state.deck else ()
        return [cards.REINFORCEMENT[theater] for theater in near]
    side = state.sides[frame.seat]
    if frame.kind == "return":
        ids = [cards.RETURN[card - DOWN] for at in state.order for card in side[at] if card >= DOWN]
        return [*ids, cards.RETURN_NONE]
    ids = [cards.MOVE[card % DOWN][to] for at in state.order for card in side[at] for to in state.order if to != at]
    return [*ids, cards.MOVE_NONE]


def _plays(state: State, seat: int) -> list[str]:
    """Return deploys, then improvises, each by the order of the hand and of the theaters."""
    hand, order = state.hands[seat], state.order
    free = STRENGTH[-1] if state.air_drop[seat] else cards.LIGHT if _up(state.sides[seat], cards.AERODROME) else 0
    ids: list[str] = []
    for card in hand:
        if STRENGTH[card] <= free:
            ids += [cards.DEPLOY[card][theater] for theater in order]
        else:
            ids.append(cards.DEPLOY[card][cards.THEATER[card]])
    for card in hand:
        ids += [cards.IMPROVISE[card][theater] for theater in order]
    return ids


def _flips(state: State, frame: Frame) -> list[str]:
    mine, other = state.sides[frame.seat], state.sides[1 - frame.seat]
    theaters: Sequence[int] = state.order
    if frame.kind == "maneuver":
        at = lying(mine, frame.card)
        theaters = NEIGHBOURS[state.order][at] if at >= 0 else ()
    either = frame.kind in ("maneuver", "ambush")
    ids = []
    for theater in theaters:
        if mine[theater]:
            ids.append(cards.FLIP[theater][0])
        if either and other[theater]:
            ids.append(cards.FLIP[theater][1])
    return ids


def lying(side: Side, card: int) -> int:
    """Return the theater in which *card* lies on a side, faceup or not; -1 for none."""
    for theater in range(3):
        if card in side[theater] or card + DOWN in side[theater]:
            return theater
    return -1


def _up(side: Side, card: int) -> bool:
    return card in side[0] or card in side[1] or card in side[2]


def destroys(state: State, theater: int, *, facedown: bool) -> bool:
    """Return whether a card that is played into *theater* is destroyed by Containment or Blockade."""
    first, second = state.sides
    if facedown and (_up(first, cards.CONTAINMENT) or _up(second, cards.CONTAINMENT)):
        return True
    if len(first[theater]) + len(second[theater]) < cards.CROWDED:
        return False
    near = NEIGHBOURS[state.order][theater]
    return any(cards.BLOCKADE in first[at] or cards.BLOCKADE in second[at] for at in near)


def strengths(side: Side, theater: int) -> tuple[int, ...]:
    """Return the strength of each card of a column, from bottom to top."""
    return _strengths(side[theater], cards.RAISED if _up(side, cards.ESCALATION) else cards.FACEDOWN)


@lru_cache(maxsize=1 << 14)
def _strengths(column: Cards, facedown: int) -> tuple[int, ...]:
    covered = column.index(cards.COVER_FIRE) if cards.COVER_FIRE in column else 0
    return tuple(
        cards.RAISED if index < covered else facedown if card >= DOWN else STRENGTH[card]
        for index, card in enumerate(column)
    )


def totals(state: State) -> Both:
    """Return the strength of both seats in each theater, Support included."""
    return _totals(state.sides[0], state.order), _totals(state.sides[1], state.order)


@lru_cache(maxsize=1 << 14)
def _totals(side: Side, order: tuple[int, int, int]) -> tuple[int, int, int]:
    near = NEIGHBOURS[order][lying(side, cards.SUPPORT)] if _up(side, cards.SUPPORT) else ()
    air, land, sea = (sum(strengths(side, theater)) + cards.SUPPORTED * (theater in near) for theater in range(3))
    return air, land, sea


def winner_by(sums: Both, first: int) -> int:
    """Return the seat that controls at least two theaters; the 1st Player controls tied ones."""
    mine, theirs = sums[first], sums[1 - first]
    controlled = sum(a >= b for a, b in zip(mine, theirs, strict=True))
    return first if controlled >= 2 else 1 - first


def price(state: State, seat: int) -> int:
    """Return the victory points that *seat* would give away by withdrawing now."""
    return WITHDRAWAL[seat != state.first][len(state.hands[seat])]


def with_value(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """Return *pair* with another value for *seat*."""
    return (pair[0], value) if seat else (value, pair[1])
