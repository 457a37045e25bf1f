"""Whom players of Are You the Traitor accuse, when they stop the talk, and what they say of themselves.

Claims of a role or a team are found by words, as the bots do it. What this reading misses counts as no claim.
"""

from collections.abc import Sequence

from interplay.tracks.games.are_you_the_traitor.questions import topic
from interplay.tracks.games.are_you_the_traitor.state import ACCUSERS, TARGETS, WIZARDS
from interplay.tracks.games.are_you_the_traitor.talk import ROLES, SIDES, understood
from interplay.tracks.games.are_you_the_traitor.treasure import TEAMS
from interplay.tracks.games.shared.measures import Ratios, spoken, titles
from interplay.tracks.games.shared.menu import SILENCE
from interplay.tracks.games.verdicts import Analysis, Measures, Observed, Verified

_NAMES = {1: "evil_wizard", 2: "good_wizard", 3: "key_holder", 4: "guard"}
TITLES = titles("are_you_the_traitor")


def _measure(match: Verified) -> Measures:
    seats = match.seats
    turns = [turn for turn in match.decisions if not turn.decision.forfeited]
    mine = [turn for turn in turns if turn.seat in seats]
    endings = [turn for turn in turns if turn.state.phase == "accuse"]
    polls = [turn.decision.action.id for turn in mine if turn.state.phase == "poll"]
    ratios: Ratios = {
        "round_win_rate": _rounds_won(endings, seats),
        **_accusations([turn for turn in endings if turn.seat in seats]),
        "stop_rate": (polls.count("stop"), len(polls)),
        "forced_rate": (sum(turn.state.forced for turn in endings), len(endings)),
        "question_rate": spoken(mine, "ask"),
        "answer_rate": spoken(mine, "answer"),
        **_claims(mine),
    }
    samples = {
        "exchanges": tuple(float(len(turn.state.talk)) for turn in endings),
        "rounds": (float(len(endings)),) if endings else (),
    }
    return Measures(ratios=ratios, samples=samples)


def _accused(turn: Observed) -> int:
    member: int = turn.state.member(int(turn.decision.action.id[-1]))
    return member


def _rounds_won(endings: Sequence[Observed], seats: tuple[int, ...]) -> tuple[float, float]:
    """Return rounds won and played by the teams that the seats belong to."""
    won = played = 0
    for team in TEAMS:
        if set(team) & set(seats):
            right = [(turn.seat in team) == (_accused(turn) == TARGETS[turn.seat]) for turn in endings]
            won, played = won + sum(right), played + len(right)
    return won, played


def _accusations(turns: Sequence[Observed]) -> Ratios:
    ratios: Ratios = {}
    for member in ACCUSERS:
        named = [_accused(turn) for turn in turns if turn.seat == member]
        ratios[f"right_as_{_NAMES[member]}"] = (named.count(TARGETS[member]), len(named))
    impossible = [(_accused(turn) in WIZARDS) != (TARGETS[turn.seat] in WIZARDS) for turn in turns]
    return {**ratios, "impossible_rate": (sum(impossible), len(impossible))}


def _reading(turn: Observed) -> str:
    question = turn.state.talk[-1]
    return understood(turn.decision.action.text, topic(question.question, question.asked))[0]


def _claims(turns: Sequence[Observed]) -> Ratios:
    answers = [
        (turn.seat, _reading(turn))
        for turn in turns
        if turn.state.phase == "answer" and turn.decision.action.text not in (None, SILENCE)
    ]
    claims = [(seat, kind) for seat, kind in answers if kind in ROLES or kind in SIDES]
    false = sum(ROLES[seat] not in SIDES.get(kind, (kind,)) for seat, kind in claims)
    return {"claim_rate": (len(claims), len(answers)), "false_claim_rate": (false, len(claims))}


ANALYSIS = Analysis(TITLES, _measure)
