"""Santorini: how matches end, how often pawns climb, and wins and defences that were missed.

All measures are exact. A win is an action after which the match is over and won, by a climb to level 3 or by a stuck
opponent. A threat is a climb that the opponent could make next if it was not stopped. Substituted actions count in none
of the measures of play.
"""

from msgspec.structs import replace

from interplay.tracks.games.santorini.grid import TOP
from interplay.tracks.games.santorini.rules import GAME, State, ids, steps
from interplay.tracks.games.shared.measures import titles
from interplay.tracks.games.verdicts import Analysis, Measures, Observed, Verified

TITLES = titles("santorini")


def _measure(match: Verified) -> Measures:
    turns = [_Turn(turn) for turn in match.turns if turn.decision.chosen and not turn.state.placing]
    open_turns = [turn for turn in turns if not turn.wins]
    threatened = [turn for turn in open_turns if climbable(turn.passed) and turn.safe]
    calm = [turn for turn in open_turns if not climbable(turn.passed)]
    outcome = match.verdict.outcome
    return Measures(
        ratios={
            "climbed_rate": (outcome.reason == "climbed", 1),
            "stuck_rate": (outcome.reason == "stuck", 1),
            "first_seat_win_rate": (outcome.points[0], 1),
            "missed_win_rate": (sum(t.taken not in t.wins for t in turns if t.wins), len(turns) - len(open_turns)),
            "missed_block_rate": (sum(t.taken not in t.safe for t in threatened), len(threatened)),
            "gift_rate": (sum(t.taken not in t.safe for t in calm), len(calm)),
            "up_rate": (sum(t.rise > 0 for t in turns), len(turns)),
            "down_rate": (sum(t.rise < 0 for t in turns), len(turns)),
        },
        samples={"plies": (float(match.verdict.rounds),)},
    )


class _Turn:
    """A turn: the ids of actions that win, and of those that do not let the opponent climb; ``rise`` in levels."""

    def __init__(self, observed: Observed) -> None:
        state: State = observed.state
        after = {i: GAME.apply(state, {state.seat: GAME.decode(i)}) for i in ids(state)}
        self.taken: str = observed.decision.action.id
        self.wins = {i for i, then in after.items() if then.winner == state.seat}
        self.safe = {i for i, then in after.items() if not climbable(then)}
        self.passed = replace(state, ply=state.ply + 1)
        ended = after[self.taken]
        pawn = next(i for i, square in enumerate(state.pawns) if square != ended.pawns[i])
        self.rise = state.heights[ended.pawns[pawn]] - state.heights[state.pawns[pawn]]


def climbable(state: State) -> bool:
    """Return whether a pawn of the seat to move can step onto level 3."""
    heights = state.heights
    return state.winner < 0 and any(
        heights[target] == TOP for pawn in state.actors for target in steps(heights, state.pawns, pawn)
    )


ANALYSIS = Analysis(TITLES, _measure)
