"""Spatial comprehension (LLMArena, table 2): how board games end, with and without hints.

The paper reports one "win rate" and one "error rate" of self-play without defining them. ``decisive_rate`` and
``illegal_game_rate`` match its numbers. A game that ended with an illegal move counts as no win, so the rates of both
seats' wins, of draws and of illegal games add up to 1.
"""

from collections.abc import Sequence

from interplay.tracks.games.shared import hints
from interplay.tracks.games.shared.measures import Ratio, Ratios, share
from interplay.tracks.games.verdicts import Measures, Observed, Verified

_RATES = {
    "decisive_rate": "games that ended with a line, of all games",
    "first_seat_win_rate": "games that X won with a line, of all games",
    "second_seat_win_rate": "games that O won with a line, of all games",
    "draw_rate": "games that ended with a full board and no line, of all games",
    "illegal_game_rate": "games that ended with an illegal move (profile compat alone has them), of all games",
    "illegal_decision_rate": "decisions in which a move onto a taken place was tried, of all decisions",
}
_WITH, _WITHOUT = "_hints", "_no_hints"
_NONE: Ratio = (0.0, 0.0)
TITLES = {
    **_RATES,
    **{f"{name}{_WITH}": f"{title}, legal moves listed" for name, title in _RATES.items()},
    **{f"{name}{_WITHOUT}": f"{title}, legal moves not listed" for name, title in _RATES.items()},
}
"""The effect of hints is the difference of the last two groups over the same setups."""


def measure(match: Verified) -> Measures:
    """Return the rates of one match, overall and for the hint setting of the system."""
    value = match.item.setup.option("hints", 1)
    hinted = {hints.sees(value, seat) for seat in match.seats}
    ratios: Ratios = {}
    for name, ratio in _counts(match).items():
        ratios |= {name: ratio, f"{name}{_WITH}": _NONE, f"{name}{_WITHOUT}": _NONE}
        if len(hinted) == 1:  # a system in both seats may see hints in one of them
            ratios[f"{name}{_WITH if True in hinted else _WITHOUT}"] = ratio
    return Measures(ratios, {})


def illegal_replies(decision: Observed) -> tuple[str, ...]:
    """Return the replies to one decision that named a taken place."""
    judged = zip(decision.replies, decision.decision.readings, strict=False)
    return tuple(text for text, reading in judged if reading.kind == "illegal")


def _counts(match: Verified) -> Ratios:
    outcome = match.verdict.outcome
    line, first = outcome.reason == "line", outcome.returns[0] > 0
    ended = {
        "decisive_rate": line,
        "first_seat_win_rate": line and first,
        "second_seat_win_rate": line and not first,
        "draw_rate": outcome.reason == "draw",
        "illegal_game_rate": _ended_illegally(match.decisions),
    }
    tried = share(["illegal" in turn.decision.failures for turn in match.turns])
    return {**{name: (float(so), 1.0) for name, so in ended.items()}, "illegal_decision_rate": tried}


def _ended_illegally(decisions: Sequence[Observed]) -> bool:
    last = decisions[-1].decision if decisions else None
    return last is not None and last.forfeited and last.failures[-1] == "illegal"
