"""The bots of Are You the Traitor: ``candid`` adds up suspicion, ``sleuth`` weighs all assignments of roles."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import permutations
from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games.are_you_the_traitor import habits
from interplay.tracks.games.are_you_the_traitor.questions import OTHER
from interplay.tracks.games.are_you_the_traitor.speaker import answer, question
from interplay.tracks.games.are_you_the_traitor.state import State
from interplay.tracks.games.are_you_the_traitor.talk import Line, View, view
from interplay.tracks.games.base import Bot, Game, choosing
from interplay.tracks.games.shared.menu import Choice

CANDID_PATIENCE: Mapping[str, tuple[int, ...]] = {
    "evil": (2, 2, 2, 2, 2, 1, 1, 1),
    **dict.fromkeys(("holder", "good", "guard"), (4, 4, 3, 3, 3, 2, 2, 1)),
}
"""By how many points the first candidate must be ahead for a role to stop after each exchange."""
CANDID_QUESTION_POINTS: Mapping[str, Mapping[str, int]] = {
    "holder": {"ask_traitor": 1, "ask_key": -2},
    "evil": {"ask_prove": 2, "ask_key": -2},
    "good": {"ask_key": 2, "ask_prove": -2},
    "guard": {"ask_key": 2, "ask_prove": -2},
}
"""Own role -> kind of question -> points of suspicion that its asker is the target."""
CANDID_ANSWER_POINTS: Mapping[str, Mapping[str, int]] = {
    "holder": {"evade": -1, "silent": -1, "evil": -3},
    "evil": {"evade": 1, "holder": 4, "guard": -1, "traitor": -3},
    "good": {"evade": 1, "silent": 1, "holder": -2, "traitor": 3},
    "guard": {"evade": 0, "guard": 1, "holder": -3, "traitor": 3},
}
"""Own role -> kind of answer -> points of suspicion that its speaker is the target; silence gives evil none."""


def suspicion(view: View) -> dict[int, int]:
    """Return the points of suspicion for each label that can be the seat's target."""
    points = dict.fromkeys(view.candidates, 0)
    for line in view.lines:
        if line.asker in points:
            points[line.asker] += CANDID_QUESTION_POINTS[view.role].get(line.topic, 0)
        if line.asked in points:
            points[line.asked] += CANDID_ANSWER_POINTS[view.role].get(_reply(line), 0)
    return points


def _reply(line: Line) -> str:
    """Return the kind of an answer, empty if there is none yet or if it evades a question of no known kind."""
    if line.silent:
        return "silent"
    return "" if line.reply is None or (line.reply == "evade" and line.topic == OTHER) else line.reply


def _candid_is_sure(view: View) -> bool:
    """Return whether the seat should accuse now: the first suspect is far enough ahead for this exchange."""
    first, second = sorted(suspicion(view).values(), reverse=True)[:2]
    return first - second >= CANDID_PATIENCE[view.role][len(view.lines) - 1]


def left_to_chance(view: View) -> bool:
    """Return whether the evil wizard should not stop the talk, because the others said too little to know anything.

    If nobody stops, three of the four possible accusers are on the good team, and they mostly accuse wrongly.
    """
    telling = {line.asked for line in view.lines if line.reply not in (None, "evade")} - {view.label}
    return view.role == "evil" and len(telling) < 2


SLEUTH_DOUBT = 6
"""Percent added to every habit, because others may behave unlike the tables."""
SLEUTH_CONTRADICTION = 3
"""By what factor a guard or good wizard, who have nothing to hide, is less likely to claim two roles."""
SLEUTH_SILENT = (20, 4)
"""How likely opponents and friends are to say nothing; friends have a reason to talk."""
SLEUTH_CERTAINTY: Mapping[str, tuple[int, ...]] = {
    "evil": (75, 70, 65, 60, 56, 53, 50, 45),
    **dict.fromkeys(("holder", "good", "guard"), (80, 75, 72, 68, 64, 60, 56, 50)),
}
"""Percent of certainty with which a role stops after each exchange."""
EVIL = ("traitor", "evil")
KINDS = ("good", "evil"), ("traitor", "holder", "guard")
"""Roles of the two wizards, and of the other three."""
CLAIMS = frozenset((*KINDS[0], *KINDS[1]))
"""Kinds of answers that claim a role."""
TARGET = {"evil": "holder", "good": "traitor", "guard": "traitor", "holder": "good"}
"""Role -> the role that it looks for."""


def _sleuth_is_sure(view: View) -> bool:
    weights = chances(view).values()
    return 100 * max(weights) >= SLEUTH_CERTAINTY[view.role][len(view.lines) - 1] * sum(weights)


def chances(view: View) -> dict[int, int]:
    """Return for each label that can be the seat's target the summed weight of the assignments in which it is."""
    weights = dict.fromkeys(view.candidates, 0)
    for roles in assignments(view.label, view.role, view.wizards):
        weight = 1
        for line in view.lines:
            weight *= _weight(line, dict(roles), view.label, view.wizards)
        weight *= consistency(view, dict(roles))
        target = next(label for label, role in roles if role == TARGET[view.role])
        weights[target] += weight
    return weights


@lru_cache(maxsize=256)
def assignments(label: int, role: str, wizards: tuple[int, ...]) -> tuple[tuple[tuple[int, str], ...], ...]:
    """Return every assignment of roles to labels that a seat cannot rule out by what it knows at the start."""
    others = tuple(other for other in range(1, 6) if other not in wizards)
    results = []
    for pair in permutations(KINDS[0]):
        for three in permutations(KINDS[1]):
            roles = {**dict(zip(wizards, pair, strict=True)), **dict(zip(others, three, strict=True))}
            if roles[label] == role:
                results.append(tuple(sorted(roles.items())))
    return tuple(results)


def _weight(line: Line, roles: Mapping[int, str], label: int, wizards: tuple[int, ...]) -> int:
    """Return how likely an exchange is, in units that do not depend on the roles; the seat's own words count 1."""
    if line.silent:
        quiet = line.asked or line.asker
        return 1 if quiet == label else SLEUTH_SILENT[(roles[quiet] in EVIL) == (roles[label] in EVIL)]
    weight = 1
    if line.asker != label:
        kind = line.topic + ("/w" if line.asked in wizards else "")
        weight = habits.ASKING[roles[line.asker]].get(kind, 0) + SLEUTH_DOUBT
    if line.asked != label and line.reply is not None:
        reply = line.reply
        if reply == "good" and line.asked not in wizards:
            reply = "not_traitor"
        if reply == "suspect" and line.named in wizards:
            reply = "suspect/w"
        weight *= _habits(habits.ANSWERING[roles[line.asked]], line.topic, reply) + SLEUTH_DOUBT
    return weight


def _habits(answering: habits.Answering, subject: str, reply: str) -> int:
    """Return how likely an answer is; claims in answer to other questions count as answers about the role."""
    if subject == OTHER:
        return answering["ask_role"].get(reply, 0) if reply in CLAIMS else 0
    return answering[subject].get(reply, 0)


def consistency(view: View, roles: Mapping[int, str]) -> int:
    """Return a factor that is smaller where somebody without a reason to lie has claimed two roles."""
    factor = 1
    for label, role in roles.items():
        claims = {line.reply for line in view.lines if line.asked == label and line.reply in CLAIMS}
        if label != view.label and not (len(claims) > 1 and role in ("guard", "good")):
            factor *= SLEUTH_CONTRADICTION
    return factor


def _player(
    asking: Mapping[str, habits.Asking],
    answering: Mapping[str, habits.Answering],
    is_sure: Callable[[View], bool],
    scores: Callable[[View], Mapping[int, int]],
) -> Callable[[Game[Any, Any], Any, int, Stream], str]:
    """Return the player with these habits, who stops when it *is_sure* and accuses by *scores*."""

    def choice(state: State, seat: int, stream: Stream) -> Choice:
        known = view(state, seat)
        match state.phase:
            case "ask":
                return question(known, asking[known.role], stream)
            case "answer":
                return answer(known, answering[known.role], known.others, stream)
            case "poll":
                return Choice("stop" if is_sure(known) and not left_to_chance(known) else "pass")
        points = scores(known)
        best = [label for label, score in points.items() if score == max(points.values())]
        return Choice(f"accuse_p{stream.choice(best)}")

    return choosing(choice)


CANDID = Bot("candid", 3, 1, _player(habits.ASKING, habits.ANSWERING, _candid_is_sure, suspicion))
"""A straightforward player of Are You the Traitor that adds up suspicion.

It asks what its role wants to know and answers by habit, hiding what its role must hide but little else. What the
others ask and answer gives each possible target a few points of suspicion; it stops once one is clearly ahead, or
when the talk has gone on for long.

Against ``random`` it wins 87% as evil and 94% as good (150 mirrored pairs); against itself evil wins 41%.
"""
SLEUTH = Bot("sleuth", 3, 2, _player(habits.MASKED_ASKING, habits.MASKED_ANSWERING, _sleuth_is_sure, chances))
"""A strong player of Are You the Traitor: weighs every assignment of roles, and hides its own.

It expects others to have the habits of candid speakers, with some doubt, and multiplies up how likely everything
said is under each assignment that it cannot rule out: claims, questions, evasions, contradictions. What it says
itself is drawn from the same sentences in all roles that it wants confused. It stops when it is surer than the time
of the talk asks for. All weights are whole numbers.

Against ``candid`` it wins 77% as evil and 82% as good, against ``random`` 87% and 99% (150 mirrored pairs); against
itself evil wins 31%.
"""
BOTS: tuple[Bot, ...] = (CANDID, SLEUTH)
