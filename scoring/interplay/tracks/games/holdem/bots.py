"""The bots of Texas Hold'em: ``tight`` plays few hands by simple rules, ``equity`` reckons expected chips."""

from collections.abc import Iterator
from itertools import accumulate
from math import fsum  # the same in every Python version, unlike sum
from typing import Any, Literal

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Bot, Game
from interplay.tracks.games.holdem.equity import before_flop
from interplay.tracks.games.holdem.hands import HIGH, PAIR, QUADS, STRENGTHS, TRIPS, TWO_PAIR, value
from interplay.tracks.games.holdem.table import (
    ALL_IN,
    BEFORE_FLOP,
    BIG_BLIND,
    CHECK_CALL,
    FOLD,
    RAISE_FULL,
    RAISE_HALF,
    SHOWN,
    SMALL_BLIND,
    Action,
    State,
    Step,
    prices,
)

Strength = Literal["great", "good", "fair", "poor"]
TEN, JACK, QUEEN, ACE = 8, 9, 10, 12
"""Ranks, counted from 0 for a two."""
TIGHT_WISHES: dict[Strength, tuple[Action, ...]] = {
    "great": (RAISE_FULL, ALL_IN, CHECK_CALL),
    "good": (RAISE_HALF, CHECK_CALL),
    "fair": (CHECK_CALL,),
    "poor": (FOLD,),
}
"""What a hand wants to play, the most wanted first."""
TIGHT_LIMITS: dict[Strength, int] = {"great": 100, "good": 30, "fair": 6, "poor": 0}
"""The chips a hand pays for a call."""


class TightBot:
    """Simple rules by hand strength for Hold'em: few hands are played, good ones are raised, the rest given up.

    Chips won per hand against random, over both seats of 1,500 deals: +0.8 (standard error 0.3), with 26% of the hands
    won.
    """

    name = "tight"
    version = 1
    strength = 1

    def move(self, game: Game[Any, Any], state: State, seat: int, stream: Stream) -> str:
        """Return the most wanted action that is on offer, a check instead of a free fold."""
        hole = state.hand.hole(seat)
        strength = _strength_after_flop(hole, state.board) if state.board else _strength_before_flop(hole)
        if state.need > TIGHT_LIMITS[strength]:
            return game.write(state, seat, FOLD)
        if strength == "poor":
            return game.write(state, seat, CHECK_CALL)
        offered = prices(state)
        return game.write(state, seat, next(a for a in TIGHT_WISHES[strength] if offered[a] is not None))


def _strength_before_flop(hole: tuple[int, ...]) -> Strength:
    low, high = sorted(STRENGTHS[card] for card in hole)
    suited = hole[0] // 13 == hole[1] // 13
    if (low == high and low >= TEN) or (high == ACE and low >= QUEEN):
        return "great"
    if low == high or low >= JACK or (high == ACE and (suited or low >= TEN)):
        return "good"
    if high == ACE or low >= TEN or (suited and high - low <= 2):
        return "fair"
    return "poor"


def _strength_after_flop(hole: tuple[int, ...], board: tuple[int, ...]) -> Strength:
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


EQUITY_SAMPLES = 250
"""Deals that fit what the seat sees, drawn for each decision."""
EQUITY_DOUBT = 0.3
"""Weight of a hand that the model would have given up."""


class Sample(Struct, frozen=True, gc=False):
    """A possible deal: the opponent's cards, what the board lacks, and +1, 0 or -1 for the showdown."""

    theirs: tuple[int, ...]
    runout: tuple[int, ...]
    result: int


class Belief(Struct, frozen=True):
    """Samples from the opponent's worst hand on the current board to the best, and the weight of each."""

    samples: tuple[Sample, ...]
    weights: tuple[float, ...]


class EquityBot:
    """A strong player of Hold'em: values each action in expected chips over sampled deals, and plays the best.

    The opponent is modelled as a player who, until it raises, gives up to a bet the worst hands it may hold, as many as
    make a bluff of that size break even, and who raises with better hands rather than worse ones. What it did so far
    says by that model what it may hold now and what it would do about a raise. An action is valued as if nothing were
    bet after the answer to it.

    Chips won per hand, over both seats of 1,500 deals (standard error): +4.6 (0.8) against random, +0.6 (0.2) against
    tight, who gives up nine hands in ten; +4.7 (0.9) against a player who is always all in, +4.4 (0.8) against one who
    always calls. It aims at chips: counted in hands won, it loses to players who never fold.
    """

    name = "equity"
    version = 1
    strength = 2

    def move(self, game: Game[Any, Any], state: State, seat: int, stream: Stream) -> str:
        """Return the action that gains most on average; of equal ones the smallest."""
        belief = _belief(state, seat, _samples(state, seat, stream))
        values = {a: _gain(state, a, price, belief) for a, price in enumerate(prices(state)) if price is not None}
        return game.write(state, seat, max(values, key=values.__getitem__))


def _samples(state: State, seat: int, stream: Stream) -> Iterator[Sample]:
    hole, board = state.hand.hole(seat), state.board
    unseen = [card for card in range(52) if card not in hole and card not in board]
    for _ in range(EQUITY_SAMPLES):
        for i in range(7 - len(board)):
            j = i + stream.below(len(unseen) - i)
            unseen[i], unseen[j] = unseen[j], unseen[i]
        theirs, runout = tuple(unseen[:2]), tuple(unseen[2 : 7 - len(board)])
        won = value((*hole, *board, *runout)) - value((*theirs, *board, *runout))
        yield Sample(theirs, runout, (won > 0) - (won < 0))


def _belief(state: State, seat: int, samples: Iterator[Sample]) -> Belief:
    """Weigh samples by what the opponent did on each street, given the board of that street."""
    belief = Belief(tuple(samples), (1.0,) * EQUITY_SAMPLES)
    for street in range(state.street + 1):
        belief = _sorted(belief, state.board[: SHOWN[street]])
        for step, shy in _answers(state, seat):
            if step.street == street:
                belief = _updated(belief, step.action, shy)
    return belief


def _sorted(belief: Belief, board: tuple[int, ...]) -> Belief:
    def strength(pair: tuple[Sample, float]) -> float:
        return value((*pair[0].theirs, *board)) if board else before_flop(pair[0].theirs)

    samples, weights = zip(*sorted(zip(belief.samples, belief.weights, strict=True), key=strength), strict=True)
    return Belief(samples, weights)


def _answers(state: State, seat: int) -> Iterator[tuple[Step, float]]:
    """Yield what the opponent did, with the share of its hands that it would have given up instead."""
    put = [BIG_BLIND, BIG_BLIND]
    put[state.hand.first(BEFORE_FLOP)] = SMALL_BLIND
    raised = False
    for step in state.steps:
        if step.seat != seat:
            yield step, 0.0 if raised else _given_up(put[seat], put[1 - seat])
            raised = raised or step.action >= RAISE_HALF
        put[step.seat] += step.chips


def _given_up(bettor: int, other: int) -> float:
    """Return the share of hands given up to one who has put in *bettor* chips by one who has put in *other*.

    So often must a bluff succeed that risks ``bettor - other`` to win twice ``other``.
    """
    return (bettor - other) / (bettor + other)


def _updated(belief: Belief, action: Action, shy: float) -> Belief:
    total = fsum(belief.weights)
    weights = []
    for weight, below in zip(belief.weights, accumulate(belief.weights, initial=0.0), strict=False):
        place = (below + weight / 2) / total
        weights.append(weight * (EQUITY_DOUBT if place < shy else 1) * (place if action >= RAISE_HALF else 1))
    return Belief(belief.samples, tuple(weights))


def _gain(state: State, action: Action, price: int, belief: Belief) -> float:
    """Return the chips won on average by an action, those already put in included."""
    mine, theirs = state.put[state.seat] + price, state.put[1 - state.seat]
    if action == FOLD:
        return -mine
    if action == CHECK_CALL:
        return mine * _mean(belief)
    raised = any(step.seat != state.seat and step.action >= RAISE_HALF for step in state.steps)
    shy = 0.0 if raised else _given_up(mine, theirs)
    return shy * theirs + (1 - shy) * mine * _mean(belief, shy)


def _mean(belief: Belief, skipped: float = 0.0) -> float:
    """Return the mean result against the best hands, without the share *skipped* of the worst."""
    limit = skipped * fsum(belief.weights)
    reached = accumulate(belief.weights)
    kept = [
        (weight, sample.result)
        for weight, sample, upto in zip(belief.weights, belief.samples, reached, strict=True)
        if upto > limit
    ]
    return fsum(weight * result for weight, result in kept) / fsum(weight for weight, _ in kept)


BOTS: tuple[Bot, ...] = (TightBot(), EquityBot())
