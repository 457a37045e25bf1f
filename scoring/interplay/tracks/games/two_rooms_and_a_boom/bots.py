"""The bots of Two Rooms and a Boom: ``candid`` believes what it is told, ``schemer`` doubts and misleads."""

from collections.abc import Mapping
from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Bot, Game
from interplay.tracks.games.shared.lines import line, weighted
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.games.two_rooms_and_a_boom.habits import DECEIT, HABITS, RESERVE
from interplay.tracks.games.two_rooms_and_a_boom.house import OF_TEAM, Roles, assignments, best_hostage, role_of
from interplay.tracks.games.two_rooms_and_a_boom.rules import State, look
from interplay.tracks.games.two_rooms_and_a_boom.speaker import (
    TEAM_OF,
    answer,
    claimed_team,
    contacts,
    hearsay,
    open_question,
    spoken_before,
)
from interplay.tracks.games.two_rooms_and_a_boom.talk import BANK, claims
from interplay.tracks.games.two_rooms_and_a_boom.text import TEAM_NAMES, Exchange, Look

CANDID_QUESTIONS = {"ask_team": 55, "ask_role": 30, "ask_news": 15}
CANDID_FITTING = {
    "blue": OF_TEAM[0],
    "red": OF_TEAM[1],
    "plain": ("blue", "red"),
    "president": ("president",),
    "bomber": ("bomber",),
}
"""What somebody seems to be -> the roles that fit."""
CANDID_OPENNESS = 80
"""Percent of the questions that begin with the own team."""
CANDID_FRANKNESS = 90
"""Percent of the answers and notes to somebody of the own team, as it seems, that tell the role."""


class CandidBot:
    """A player of Two Rooms and a Boom who mostly tells the truth and believes what it is told.

    It takes everybody for what they last said of themselves, or else for what others last said of them, and somebody
    who says nothing at all for an opponent. A leader rules out all roles that do not fit that, and sends the hostage
    with the best prospects over those that are left, each equally likely.

    Against ``random`` it wins 65% as blue and 46% as red, where chance is 60% and 40% (400 mirrored pairs): silent
    opponents leave little to learn. Against itself blue wins 48%.
    """

    name = "candid"
    version = 2
    strength = 1

    def move(self, game: Game[Any, Any], state: State, seat: int, stream: Stream) -> str:
        view = look(state, seat)
        match state.phase:
            case "ask":
                choice = _candid_question(view, stream)
            case "answer":
                choice = _candid_answer(view, stream)
            case "report":
                choice = _candid_note(view, stream)
            case _:
                choice = Choice(f"send_p{_candid_hostage(view, stream)}")
        return game.write(state, seat, choice)


def _candid_question(look: Look, stream: Stream) -> Choice:
    target = whom_to_ask(look, stream)
    kind = weighted(CANDID_QUESTIONS, stream)
    text = line(BANK, kind, stream, third_party(look, target, stream), spoken_before(look))
    return Choice(
        f"ask_p{target}", with_team(look, target, text, stream) if stream.below(100) < CANDID_OPENNESS else text
    )


def _candid_answer(look: Look, stream: Stream) -> Choice:
    known = beliefs(look)
    role = role_of(look)
    friend = TEAM_OF.get(known.get(open_question(look).asker, "")) == TEAM_NAMES[look.team]

    def claim(subject: str) -> str:
        frank = friend and stream.below(100) < CANDID_FRANKNESS
        return role if frank else weighted(HABITS[role][subject], stream)

    return Choice("answer", answer(look, known, claim, stream))


def _candid_note(look: Look, stream: Stream) -> Choice:
    """Return a note to a leader that is not known to be of the other team: about oneself, or about the third."""
    known = beliefs(look)
    team = TEAM_OF.get(known.get(look.leader, ""), "")
    if team == TEAM_NAMES[1 - look.team] or (not team and stream.below(2)):
        return Choice("no_report")
    avoid = spoken_before(look)
    third = next(mate for mate in look.mates if mate != look.leader)
    if team and (third not in known or stream.below(100) < CANDID_FRANKNESS):
        return Choice("report", line(BANK, role_of(look), stream, avoid=avoid))
    if third in known:
        return Choice("report", hearsay(look, third, known[third], stream))
    return Choice("report", line(BANK, "no_news" if third in contacts(look) else "unmet", stream, third, avoid))


def _candid_hostage(look: Look, stream: Stream) -> int:
    """Return the best hostage if everybody is what they seem; where that cannot be, if nothing is known."""
    known = beliefs(look)
    possible = assignments(look.label, role_of(look))
    likely = [roles for roles in possible if all(roles[at - 1] in CANDID_FITTING[kind] for at, kind in known.items())]
    return best_hostage(look, dict.fromkeys(likely or possible, 1), stream)


def beliefs(look: Look) -> Mapping[int, str]:
    """Return what the seat takes each label for: the last thing it said of itself, or else that was said of it."""
    known: dict[int, str] = {}
    statements = [claim for claim in claims(look) if claim.label != look.label and claim.kind != "evade"]
    for claim in sorted(statements, key=lambda claim: claim.speaker == claim.label):
        if claim.kind == "silent":
            known.setdefault(claim.label, TEAM_NAMES[1 - look.team])
        elif claim.kind != "plain" or claim.label not in known:
            known[claim.label] = claim.kind
    return known


def times_asked(look: Look, label: int) -> int:
    """Return how often the seat has asked a label."""
    return sum(isinstance(e, Exchange) and e.asker == look.label and e.asked == label for _, e in look.log)


def whom_to_ask(look: Look, stream: Stream) -> int:
    """Return whom to ask: the leader first, who decides, or else one of those who have been asked least."""
    counts = {mate: 2 * times_asked(look, mate) - (mate == look.leader) for mate in look.mates}
    return stream.choice([mate for mate, count in counts.items() if count == min(counts.values())])


def third_party(look: Look, target: int, stream: Stream) -> int:
    """Return of whom to ask somebody: of a leader, or else of the third in the room."""
    leaders = [label for label in look.leaders if label not in (target, look.label)]
    return stream.choice(leaders or [mate for mate in look.mates if mate != target])


def with_team(look: Look, target: int, question: str, stream: Stream, team: str = "") -> str:
    """Return a question after a word on one's team: as told to the same player before, or else *team*, or the truth."""
    team = claimed_team(look, target) or team or TEAM_NAMES[look.team]
    return f"{line(BANK, team, stream, avoid=spoken_before(look))} {question}"


SCHEMER_DOUBT, SCHEMER_HEARSAY = 8, 30
"""Percent added to every habit, for what one says of oneself and for what is said of others."""
SCHEMER_FRIEND, SCHEMER_FOE = 60, 45
"""Percent of certainty about somebody's team from which, and up to which, one is told the truth, or lied to."""
SCHEMER_SILENT = (20, 4)
"""How likely opponents and friends are to say nothing at all: friends have reason to talk."""


class SchemerBot:
    """A strong player of Two Rooms and a Boom: weighs every assignment of teams and roles, and misleads opponents.

    It multiplies up how likely everything it was told is under each assignment of roles that it cannot rule out, given
    the habits of candid speakers and some doubt. Who is probably a friend is told the truth; who is probably an
    opponent is told what hides its president or bomber, or draws attention to somebody else. Its hostages are those
    with the best prospects, friends playing well from there on and others at random. All weights are whole numbers.

    Whom it takes for an opponent it meets in the opponent's own colour.

    Against ``candid`` it wins 72% as blue and 59% as red (2,000 mirrored pairs), against ``random`` 66% and 49% (400);
    against itself blue wins 46%.
    """

    name = "schemer"
    version = 2
    strength = 2

    def move(self, game: Game[Any, Any], state: State, seat: int, stream: Stream) -> str:
        view = look(state, seat)
        match state.phase:
            case "ask":
                choice = _schemer_question(view, stream)
            case "answer":
                choice = _schemer_answer(view, posterior(view), stream)
            case "report":
                choice = _schemer_note(view, posterior(view), stream)
            case _:
                choice = Choice(f"send_p{best_hostage(view, posterior(view), stream)}")
        return game.write(state, seat, choice)


def posterior(look: Look) -> dict[Roles, int]:
    """Return the weight of every assignment of roles that the seat cannot rule out, given all it was told."""
    statements = tuple(
        dict.fromkeys((c.speaker, c.label, c.kind, c.topic) for c in claims(look) if c.label != look.label)
    )
    weights = {}
    for roles in assignments(look.label, role_of(look)):
        weight = 1
        for speaker, label, kind, subject in statements:
            role = roles[label - 1]
            if kind == "silent":
                weight *= SCHEMER_SILENT[(role in OF_TEAM[look.team])]
            else:
                weight *= _weight(role, kind, subject, first_hand=speaker == label)
        weights[roles] = weight
    return weights


def _weight(role: str, kind: str, subject: str, *, first_hand: bool) -> int:
    """Return how likely it is that such a thing is said of somebody with a role, in units that are the same for all."""
    habits = HABITS[role]
    if first_hand and kind in habits.get(subject, ()):
        return habits[subject][kind] + SCHEMER_DOUBT
    if kind == "evade":
        return 1
    return habits["ask_team"].get(kind, habits["ask_role"].get(kind, 0)) + (
        SCHEMER_DOUBT if first_hand else SCHEMER_HEARSAY
    )


def friendship(weights: Mapping[Roles, int], look: Look, label: int) -> int:
    """Return how sure it is, in percent, that a label is on the seat's own team."""
    friends = sum(weight for roles, weight in weights.items() if roles[label - 1] in OF_TEAM[look.team])
    return 100 * friends // sum(weights.values())


def _schemer_question(look: Look, stream: Stream) -> Choice:
    target = whom_to_ask(look, stream)
    kind = "ask_team" if not times_asked(look, target) else stream.choice(["ask_role", "ask_news"])
    text = line(BANK, kind, stream, third_party(look, target, stream), spoken_before(look))
    return Choice(
        f"ask_p{target}", with_team(look, target, text, stream, TEAM_OF.get(beliefs(look).get(target, ""), ""))
    )


def _schemer_answer(look: Look, weights: Mapping[Roles, int], stream: Stream) -> Choice:
    trust = friendship(weights, look, open_question(look).asker)
    role = role_of(look)

    def claim(subject: str) -> str:
        if trust >= SCHEMER_FRIEND:
            return role
        return weighted(DECEIT[role][subject] if trust <= SCHEMER_FOE else RESERVE[subject], stream)

    return Choice("answer", answer(look, beliefs(look) if trust > SCHEMER_FOE else {}, claim, stream))


def _schemer_note(look: Look, weights: Mapping[Roles, int], stream: Stream) -> Choice:
    trust = friendship(weights, look, look.leader)
    avoid = spoken_before(look)
    if trust >= SCHEMER_FRIEND:
        known = beliefs(look)
        third = next(mate for mate in look.mates if mate != look.leader)
        if stream.below(2) or third not in known:
            return Choice("report", line(BANK, role_of(look), stream, avoid=avoid))
        return Choice("report", hearsay(look, third, known[third], stream))
    if trust <= SCHEMER_FOE:
        kind = weighted(DECEIT[role_of(look)][stream.choice(["ask_team", "ask_role"])], stream)
        if kind != "evade":
            return Choice("report", line(BANK, kind, stream, avoid=avoid))
    return Choice("no_report")


BOTS: tuple[Bot, ...] = (CandidBot(), SchemerBot())
