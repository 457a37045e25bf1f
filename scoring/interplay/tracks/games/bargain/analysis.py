"""How bargaining goes: deals, values, efficiency, concessions, and whether talk fits play.

Measures of the match count once a match, those of a player once for each seat of the system. A stalemate or forfeit is
worth 0 to both.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from interplay.tracks.games.bargain.instances import frontier, rest, value_of
from interplay.tracks.games.bargain.rules import GAME, TURNS, State, received
from interplay.tracks.games.bargain.talk import leaks, mismatch
from interplay.tracks.games.shared.measures import Ratios, state_after, titles
from interplay.tracks.games.verdicts import Analysis, Measures, Observed, Verdict, Verified

TITLES = {
    **titles("bargain"),
    **{f"demand_{turn:02}": f"mean own value asked at the player's turn {turn}" for turn in range(1, TURNS // 2 + 1)},
}


def _measure(match: Verified) -> Measures:
    seats, decisions = match.seats, match.decisions
    final: State = state_after(GAME, decisions[-1]) if decisions else GAME.start(match.item.setup)
    played = [turn for turn in match.turns if turn.decision.chosen]
    demands = [_demands([turn for turn in played if turn.seat == seat]) for seat in seats]
    asked = [list(by_turn.values()) for by_turn in demands if by_turn]
    worse = [_worse_than_before(turn) for turn in played if not _proposes(turn)]
    return Measures(
        ratios={
            **_deals(final, seats, match.verdict),
            "bad_accept_rate": (sum(worse), len(worse)),
            **_talk(played),
            **_curve(demands),
        },
        samples={
            "concession": tuple(float(a - b) for values in asked for a, b in pairwise(values)),
            "first_demand": tuple(float(values[0]) for values in asked),
            "final_demand": tuple(float(values[-1]) for values in asked),
        },
    )


def _demands(proposed: Sequence[Observed]) -> dict[int, int]:
    """Return the value that a player asked for itself at each of its turns, the first being 1."""
    return {
        len(turn.state.actions) // 2 + 1: value_of(turn.state.instance.values[turn.seat], turn.decision.action.keep)
        for turn in proposed
        if _proposes(turn)
    }


def _deals(final: State, seats: tuple[int, ...], verdict: Verdict) -> Ratios:
    agreed = int(final.agreed)
    got = received(final) if agreed else (0, 0)
    edge = frontier(final.instance)
    best = max(map(sum, edge))
    mine = sum(got[seat] for seat in seats)
    return {
        "agreement_rate": (agreed, 1),
        "own_value": (mine, len(seats)),
        "own_value_agreed": (mine, agreed * len(seats)),
        "difference": (sum(got[seat] - got[1 - seat] for seat in seats), len(seats)),
        "joint_share": (sum(got), best),
        "joint_share_agreed": (sum(got), agreed * best),
        "pareto_rate": (agreed * (got in edge), agreed),
        "turns": (verdict.rounds, 1),
    }


def _worse_than_before(turn: Observed) -> bool:
    offers = [
        value_of(turn.state.instance.values[turn.seat], rest(turn.state.instance.pool, action.keep))
        for number, action in enumerate(turn.state.actions)
        if number % 2 != turn.seat
    ]
    return offers[-1] < max(offers)


def _talk(played: Sequence[Observed]) -> Ratios:
    proposals = [turn for turn in played if _proposes(turn)]
    spoken = [turn for turn in proposals if turn.decision.action.message]
    leaky = [leaks(turn.decision.action.message, turn.state.instance.values[turn.seat]) for turn in spoken]
    messages = [(s.state, s.decision.action) for s in spoken]
    checked = [mismatch(action.message, state.instance.pool, state.named(action.keep)) for state, action in messages]
    return {
        "value_leak_rate": (sum(leaky), len(leaky)),
        "talk_mismatch_rate": (checked.count(True), len(checked) - checked.count(None)),
        "message_rate": (len(spoken), len(proposals)),
    }


def _curve(demands: Sequence[Mapping[int, int]]) -> Ratios:
    at = {turn: [by_turn[turn] for by_turn in demands if turn in by_turn] for turn in range(1, TURNS // 2 + 1)}
    return {f"demand_{turn:02}": (sum(values), len(values)) for turn, values in at.items()}


def _proposes(turn: Observed) -> bool:
    return turn.decision.action.keep is not None


ANALYSIS = Analysis(TITLES, _measure)
