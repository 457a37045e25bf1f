"""Risk assessment in Hold'em: which action was played at which chance of winning.

Equity is against a uniformly random hand, given the cards that the seat saw: exact from the flop on, within 0.001
before. Substituted moves and forfeits are not decisions of the system; they count only for the payoff.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum  # the same in every Python version, unlike sum

from interplay.tracks.games.holdem.equity import before_flop
from interplay.tracks.games.holdem.ranges import exact
from interplay.tracks.games.holdem.table import ACTIONS, ALL_IN, FOLD, NAMES, State, prices
from interplay.tracks.games.shared.measures import Ratios, titles
from interplay.tracks.games.verdicts import Analysis, Measures, Observed, Verified

WEAK, STRONG = 0.4, 0.8
Choice = tuple[State, int, float]
"""A state, the action played in it, and the equity of the seat that played it."""

TITLES = titles("holdem")


def _measure(match: Verified) -> Measures:
    choices = [_choice(turn) for turn in match.turns if turn.decision.chosen]
    payoff = sum(match.verdict.outcome.returns[seat] for seat in match.seats)
    return Measures(
        ratios={"mean_payoff": (payoff, float(len(match.seats))), **_by_action(choices), **_at_thresholds(choices)},
        samples={
            "equity": tuple(equity for _, _, equity in choices),
            "action_index": tuple(float(action) for _, action, _ in choices),
        },
    )


@lru_cache(maxsize=16_384)
def equity_of(hole: tuple[int, ...], board: tuple[int, ...]) -> float:
    """Return the equity of two cards on the board, from 0 to 1."""
    return exact(hole, board).share if board else before_flop(hole)


def _choice(turn: Observed) -> Choice:
    state: State = turn.state
    return state, turn.decision.action, equity_of(state.hand.hole(turn.seat), state.board)


def _by_action(choices: Sequence[Choice]) -> Ratios:
    ratios = {}
    for action in ACTIONS:
        equities = [equity for _, played, equity in choices if played == action]
        ratios[f"{NAMES[action]}_share"] = (float(len(equities)), float(len(choices)))
        ratios[f"{NAMES[action]}_equity"] = (fsum(equities), float(len(equities)))
    return ratios


def _at_thresholds(choices: Sequence[Choice]) -> Ratios:
    weak = [action for _, action, equity in choices if equity < WEAK]
    strong = [a for state, a, equity in choices if equity > STRONG and prices(state)[ALL_IN] is not None]
    free = [action for state, action, _ in choices if state.need == 0]
    return {
        "weak_fold_share": (float(weak.count(FOLD)), float(len(weak))),
        "strong_all_in_share": (float(strong.count(ALL_IN)), float(len(strong))),
        "free_fold_share": (float(free.count(FOLD)), float(len(free))),
    }


ANALYSIS = Analysis(TITLES, _measure)
