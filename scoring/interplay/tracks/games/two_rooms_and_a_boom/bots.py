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
    met,
    open_question,
    passed_on,
    spoken_before,
    team_told,
)
from interplay.tracks.games.two_rooms_and_a_boom.talk import BANK, claims
from interplay.tracks.games.two_rooms_and_a_boom.text import TEAM_NAMES, Look, Said

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
        """Return a question, an honest answer more often than not, a note for a friend, or a hostage."""
        seen = look(state, seat)
        match state.phase:
            case "ask":
                choice = _candid_question(seen, stream)
            case "answer":
                choice = _candid_answer(seen, stream)
            case "report":
                choice = _candid_note(seen, stream)
            case _:
                choice = Choice(f"send_p{_candid_hostage(seen, stream)}")
        return game.write(state, seat, choice)


def _candid_question(seen: Look, stream: Stream) -> Choice:
    target = wanted(seen, stream)
    kind = weighted(CANDID_QUESTIONS, stream)
    text = line(BANK, kind, stream, third_party(seen, target, stream), spoken_before(seen))
    return Choice(
        f"ask_p{target}", inviting(seen, target, text, stream) if stream.below(100) < CANDID_OPENNESS else text
    )


def _candid_answer(seen: Look, stream: Stream) -> Choice:
    known = beliefs(seen)
    role = role_of(seen)
    friend = TEAM_OF.get(known.get(open_question(seen).asker, "")) == TEAM_NAMES[seen.team]

    def claim(subject: str) -> str:
        frank = friend and stream.below(100) < CANDID_FRANKNESS
        return role if frank else weighted(HABITS[role][subject], stream)

    return Choice("answer", answer(seen, known, claim, stream))


def _candid_note(seen: Look, stream: Stream) -> Choice:
    """Return a note to a leader that is not known to be of the other team: about oneself, or about the third."""
    known = beliefs(seen)
    team = TEAM_OF.get(known.get(seen.leader, ""), "")
    if team == TEAM_NAMES[1 - seen.team] or (not team and stream.below(2)):
        return Choice("no_report")
    said = spoken_before(seen)
    third = next(mate for mate in seen.mates if mate != seen.leader)
    if team and (third not in known or stream.below(100) < CANDID_FRANKNESS):
        return Choice("report", line(BANK, role_of(seen), stream, said=said))
    if third in known:
        return Choice("report", passed_on(seen, third, known[third], stream))
    return Choice("report", line(BANK, "no_news" if third in met(seen) else "unmet", stream, third, said))


def _candid_hostage(seen: Look, stream: Stream) -> int:
    """Return the best hostage if everybody is what they seem; where that cannot be, if nothing is known."""
    known = beliefs(seen)
    possible = assignments(seen.label, role_of(seen))
    likely = [roles for roles in possible if all(roles[at - 1] in CANDID_FITTING[kind] for at, kind in known.items())]
    return best_hostage(seen, dict.fromkeys(likely or possible, 1), stream)


def beliefs(seen: Look) -> Mapping[int, str]:
    """Return what the seat takes each label for: the last thing it said of itself, or else that was said of it."""
    known: dict[int, str] = {}
    told = [claim for claim in claims(seen) if claim.label != seen.label and claim.kind != "evade"]
    for claim in sorted(told, key=lambda claim: claim.speaker == claim.label):
        if claim.kind == "silent":
            known.setdefault(claim.label, TEAM_NAMES[1 - seen.team])
        elif claim.kind != "plain" or claim.label not in known:
            known[claim.label] = claim.kind
    return known


def asked(seen: Look, label: int) -> int:
    """Return how often the seat has asked a label."""
    return sum(isinstance(e, Said) and e.asker == seen.label and e.asked == label for _, e in seen.log)


def wanted(seen: Look, stream: Stream) -> int:
    """Return whom to ask: the leader first, who decides, or else one of those who have been asked least."""
    counts = {mate: 2 * asked(seen, mate) - (mate == seen.leader) for mate in seen.mates}
    return stream.choice([mate for mate, count in counts.items() if count == min(counts.values())])


def third_party(seen: Look, target: int, stream: Stream) -> int:
    """Return of whom to ask somebody: of a leader, or else of the third in the room."""
    leaders = [label for label in seen.leaders if label not in (target, seen.label)]
    return stream.choice(leaders or [mate for mate in seen.mates if mate != target])


def inviting(seen: Look, target: int, question: str, stream: Stream, team: str = "") -> str:
    """Return a question after a word on one's team: as told to the same player before, or else *team*, or the truth."""
    team = team_told(seen, target) or team or TEAM_NAMES[seen.team]
    return f"{line(BANK, team, stream, said=spoken_before(seen))} {question}"


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
        """Return words that help friends and mislead opponents, or the hostage with the best prospects."""
        seen = look(state, seat)
        match state.phase:
            case "ask":
                choice = _schemer_question(seen, stream)
            case "answer":
                choice = _schemer_answer(seen, posterior(seen), stream)
            case "report":
                choice = _schemer_note(seen, posterior(seen), stream)
            case _:
                choice = Choice(f"send_p{best_hostage(seen, posterior(seen), stream)}")
        return game.write(state, seat, choice)


def posterior(seen: Look) -> dict[Roles, int]:
    """Return the weight of every assignment of roles that the seat cannot rule out, given all it was told."""
    told = tuple(dict.fromkeys((c.speaker, c.label, c.kind, c.topic) for c in claims(seen) if c.label != seen.label))
    weights = {}
    for roles in assignments(seen.label, role_of(seen)):
        weight = 1
        for speaker, label, kind, subject in told:
            role = roles[label - 1]
            if kind == "silent":
                weight *= SCHEMER_SILENT[(role in OF_TEAM[seen.team])]
            else:
                weight *= _weight(role, kind, subject, own=speaker == label)
        weights[roles] = weight
    return weights


def _weight(role: str, kind: str, subject: str, *, own: bool) -> int:
    """Return how likely it is that such a thing is said of somebody with a role, in units that are the same for all."""
    habits = HABITS[role]
    if own and kind in habits.get(subject, ()):
        return habits[subject][kind] + SCHEMER_DOUBT
    if kind == "evade":
        return 1
    return habits["ask_team"].get(kind, habits["ask_role"].get(kind, 0)) + (SCHEMER_DOUBT if own else SCHEMER_HEARSAY)


def friendship(weights: Mapping[Roles, int], seen: Look, label: int) -> int:
    """Return how sure it is, in percent, that a label is on the seat's own team."""
    friends = sum(weight for roles, weight in weights.items() if roles[label - 1] in OF_TEAM[seen.team])
    return 100 * friends // sum(weights.values())


def _schemer_question(seen: Look, stream: Stream) -> Choice:
    target = wanted(seen, stream)
    kind = "ask_team" if not asked(seen, target) else stream.choice(["ask_role", "ask_news"])
    text = line(BANK, kind, stream, third_party(seen, target, stream), spoken_before(seen))
    return Choice(
        f"ask_p{target}", inviting(seen, target, text, stream, TEAM_OF.get(beliefs(seen).get(target, ""), ""))
    )


def _schemer_answer(seen: Look, weights: Mapping[Roles, int], stream: Stream) -> Choice:
    trust = friendship(weights, seen, open_question(seen).asker)
    role = role_of(seen)

    def claim(subject: str) -> str:
        if trust >= SCHEMER_FRIEND:
            return role
        return weighted(DECEIT[role][subject] if trust <= SCHEMER_FOE else RESERVE[subject], stream)

    return Choice("answer", answer(seen, beliefs(seen) if trust > SCHEMER_FOE else {}, claim, stream))


def _schemer_note(seen: Look, weights: Mapping[Roles, int], stream: Stream) -> Choice:
    trust = friendship(weights, seen, seen.leader)
    said = spoken_before(seen)
    if trust >= SCHEMER_FRIEND:
        known = beliefs(seen)
        third = next(mate for mate in seen.mates if mate != seen.leader)
        if stream.below(2) or third not in known:
            return Choice("report", line(BANK, role_of(seen), stream, said=said))
        return Choice("report", passed_on(seen, third, known[third], stream))
    if trust <= SCHEMER_FOE:
        kind = weighted(DECEIT[role_of(seen)][stream.choice(["ask_team", "ask_role"])], stream)
        if kind != "evade":
            return Choice("report", line(BANK, kind, stream, said=said))
    return Choice("no_report")


BOTS: tuple[Bot, ...] = (CandidBot(), SchemerBot())
