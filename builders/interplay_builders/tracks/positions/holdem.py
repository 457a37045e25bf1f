"""Call or fold: the opponent has gone all in on the flop, the player has 2 chips in, and its equity is known exactly.

480 positions from 900 labelled flops. Values are chips against a uniformly random hand: fold -2, call 200 e - 100 at
equity e over all 1,070,190 deals; the regret of the wrong action is ``|200 e - 98|``. Difficulty is that regret: hard
below 15 chips, medium below 40, easy from there. Of each difficulty 80 are a call and 80 a fold. The seed picks the
flops, permutes their suits (which leaves equity as it is), and draws the seat, the dealer, the order of the cards and
everything that is hidden; so other seeds give other positions with exact labels.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, structs

from interplay.core.randomness import Stream
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.holdem.table import ALL_IN, CHECK_CALL, FOLD, Action
from interplay.tracks.games.records import Draw, Setup
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.compose import position
from interplay_builders.tracks.positions.holdem_labels import Spot, spots

Difficulty = Literal["easy", "medium", "hard"]
LEVELS: tuple[Difficulty, ...] = ("easy", "medium", "hard")
EACH = 80
"""Positions of each difficulty and best action."""
METHOD = (
    "chips won on average against a uniformly random hand: exact over all 1,070,190 deals of turn, river and that "
    "hand; the opponent is assumed to go all in with any cards"
)


class Case(Struct, frozen=True):
    """A spot, its two values, and how hard it is."""

    spot: Spot
    fold: float
    call: float
    difficulty: Difficulty


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the positions of a seed, in random order."""
    stream = Stream("positions", seed, "holdem")
    for number, case in enumerate(stream.shuffled(_chosen(stream))):
        yield _position(case, f"{seed}/{number}", number, canary)


def _chosen(stream: Stream) -> list[Case]:
    cases = [_case(spot) for spot in spots()]
    chosen = []
    for level in LEVELS:
        for calling in (False, True):
            group = [c for c in cases if c.difficulty == level and (c.call > c.fold) == calling and c.call != c.fold]
            chosen += stream.sample(group, EACH)
    return chosen


def _case(spot: Spot) -> Case:
    call = 200 * spot.equity.share - 100
    regret = abs(call + 2)
    return Case(spot, -2.0, call, "hard" if regret < 15 else "medium" if regret < 40 else "easy")


def _position(case: Case, seed: str, number: int, canary: str) -> Position:
    stream = Stream("positions", seed, "holdem-deal")
    seat, dealer = stream.below(2), stream.below(2)
    played = _played(hero_first=seat != dealer)
    return position(
        GAME,
        _setup(case.spot, seat, dealer, seed, stream),
        [(action,) for action in played],
        seat,
        ((FOLD, case.fold), (CHECK_CALL, case.call)),
        number=number,
        canary=canary,
        split="hard",
        kind="all in",
        tags=(case.difficulty,),
        penalty=abs(case.call - case.fold),
        method=METHOD,
    )


def _played(*, hero_first: bool) -> tuple[Action, ...]:
    """Return a call and a check before the flop, and on it the opponent's all in, after the hero's check if first."""
    return (CHECK_CALL, CHECK_CALL, *((CHECK_CALL,) if hero_first else ()), ALL_IN)


def _setup(spot: Spot, seat: int, dealer: int, seed: str, stream: Stream) -> Setup:
    suits = stream.shuffled(range(4))
    hole, flop = (stream.shuffled([13 * suits[c // 13] + c % 13 for c in cards]) for cards in (spot.hole, spot.flop))
    unseen = [card for card in range(52) if card not in hole and card not in flop]
    hidden = stream.sample(unseen, 4)
    other, rest = hidden[:2], hidden[2:]
    first, second = (hole, other) if seat == 0 else (other, hole)
    cards = (first[0], second[0], first[1], second[1], *flop, *rest)
    draws = (Draw(name="button", values=(dealer,)), Draw(name="cards", values=cards))
    return structs.replace(GAME.deal(seed, {}, "strict"), draws=draws)
