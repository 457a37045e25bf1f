"""The players of the guides by game, and matches of one of them against a bot."""

from collections.abc import Callable
from statistics import fmean, stdev
from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Game, choosing
from interplay.tracks.games.bots import opponents_of
from interplay.tracks.games.match.referee import Turn
from tests.games.guides import boards, cards, trade

Move = Callable[[Game[Any, Any], Any, int, Stream], str]
PLAYERS: dict[str, Move] = {
    "bargain": choosing(trade.bargain),
    "bid": choosing(lambda state, seat, _: trade.half(state.values[seat])),
    "connect_four": choosing(boards.connect_four),
    "hanabi": choosing(cards.hanabi),
    "holdem": choosing(lambda state, _, __: cards.holdem(state)),
    "pit": choosing(trade.pit),
    "santorini": choosing(boards.santorini_pawns),
    "tictactoe": choosing(boards.tictactoe),
}


def bot_of(game: str, name: str = "") -> Move:
    """Return the moves of a bot of *game*: one by its name, else the first competent one."""
    return catalogue.bots_of(game)[name].move if name else opponents_of(game, "competent")[0].move


def gain(game: str, mine: Move, other: Move, seed: str) -> float:
    """Return the mean result of a player over the sides of a setup against another, in what the game pays."""
    rules = catalogue.load(game)
    setup = rules.deal(seed, {}, "strict")
    results = []
    for _, seats in rules.sides(setup):
        state, number = rules.start(setup), 0
        while moving := rules.to_move(state):
            actions = {}
            for seat in moving:
                mover = mine if seat in seats else other
                text = mover(rules, state, seat, Turn(setup, number, seat).stream("bot/guide"))
                actions[seat] = rules.parse(state, seat, text)
            state, number = rules.apply(state, actions), number + 1
        outcome = rules.outcome(state)
        paid = outcome.points if rules.paid == "points" else outcome.returns
        results.append(fmean(paid[seat] for seat in seats))
    return fmean(results)


def lead(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """Return the mean difference of paired results, and its standard error."""
    differences = [one - two for one, two in pairs]
    return fmean(differences), stdev(differences) / len(differences) ** 0.5
