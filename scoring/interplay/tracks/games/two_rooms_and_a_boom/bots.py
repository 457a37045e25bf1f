"""The bots of Two Rooms and a Boom: ``candid`` believes what others say, ``schemer`` doubts and misleads."""

from collections.abc import Callable, Mapping

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Bot, choosing
from interplay.tracks.games.shared.lines import line, weighted
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.games.two_rooms_and_a_boom import speaker
from interplay.tracks.games.two_rooms_and_a_boom.habits import DECEIT, HABITS, RESERVE
from interplay.tracks.games.two_rooms_and_a_boom.house import OF_TEAM, Roles, assignments, best_hostage, role_of
from interplay.tracks.games.two_rooms_and_a_boom.rules import look
from interplay.tracks.games.two_rooms_and_a_boom.speaker import TEAM_OF, answer, hearsay, open_question, spoken_before
from interplay.tracks.games.two_rooms_and_a_boom.talk import BANK, Claim, claims
from interplay.tracks.games.two_rooms_and_a_boom.text import TEAM_NAMES, Exchange, Look

Decide = Callable[[Look, Stream], Choice]
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
"""Percent of the questions that begin with the speaker's own team."""
CANDID_FRANKNESS = 90
"""Percent of the answers and notes to a likely teammate that tell the role."""


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
    """Return a note to the leader unless it is known to be of the other team: about oneself, or the third player."""
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
    return Choice("report", line(BANK, "no_news" if third in speaker.contacts(look) else "unmet", stream, third, avoid))


def _candid_hostage(look: Look, stream: Stream) -> Choice:
    """Send the best hostage given the beliefs; if they contradict each other, given nothing."""
    known = beliefs(look)
    possible = assignments(look.label, role_of(look))
    likely = [roles for roles in possible if all(roles[at - 1] in CANDID_FITTING[kind] for at, kind in known.items())]
    return Choice(f"send_p{best_hostage(look, dict.fromkeys(likely or possible, 1), stream)}")


def beliefs(look: Look) -> Mapping[int, str]:
    """Return the seat's belief about each label: the last thing it said of itself, or else that others said of it."""
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
    """Return the label to ask: first the leader, who decides, or else one of those asked least often."""
    counts = {mate: 2 * times_asked(look, mate) - (mate == look.leader) for mate in look.mates}
    return stream.choice([mate for mate, count in counts.items() if count == min(counts.values())])


def third_party(look: Look, target: int, stream: Stream) -> int:
    """Return the label to ask *target* about: a leader, or else the third player in the room."""
    leaders = [label for label in look.leaders if label not in (target, look.label)]
    return stream.choice(leaders or [mate for mate in look.mates if mate != target])


def with_team(look: Look, target: int, question: str, stream: Stream, team: str = "") -> str:
    """Return a question after a claim of a team: as claimed to this player before, else *team*, or the truth."""
    team = speaker.claimed_team(look, target) or team or TEAM_NAMES[look.team]
    return f"{line(BANK, team, stream, avoid=spoken_before(look))} {question}"


SCHEMER_DOUBT, SCHEMER_HEARSAY = 8, 30
"""Percent added to every habit, for claims about oneself and for claims about others."""
SCHEMER_FRIEND, SCHEMER_FOE = 60, 45
"""Percent of certainty that a player is a teammate, from which it is told the truth, and up to which it is lied to."""
SCHEMER_SILENT = (20, 4)
"""How likely opponents and friends are to say nothing at all; friends have a reason to talk."""


def posterior(look: Look) -> dict[Roles, int]:
    """Return the weight of every assignment of roles that the seat cannot rule out, given all claims it heard."""
    statements = dict.fromkeys(claim for claim in claims(look) if claim.label != look.label)
    weights = {}
    for roles in assignments(look.label, role_of(look)):
        weight = 1
        for claim in statements:
            role = roles[claim.label - 1]
            if claim.kind == "silent":
                weight *= SCHEMER_SILENT[role in OF_TEAM[look.team]]
            else:
                weight *= _weight(role, claim)
        weights[roles] = weight
    return weights


def _weight(role: str, claim: Claim) -> int:
    """Return how likely a claim is about a player with a role, in the same units for all roles."""
    habits, kind, first_hand = HABITS[role], claim.kind, claim.speaker == claim.label
    if first_hand and kind in habits.get(claim.topic, ()):
        return habits[claim.topic][kind] + SCHEMER_DOUBT
    if kind == "evade":
        return 1
    chance = habits["ask_team"].get(kind, habits["ask_role"].get(kind, 0))
    return chance + (SCHEMER_DOUBT if first_hand else SCHEMER_HEARSAY)


def friendship(weights: Mapping[Roles, int], look: Look, label: int) -> int:
    """Return the probability, in percent, that a label is on the seat's own team."""
    friends = sum(weight for roles, weight in weights.items() if roles[label - 1] in OF_TEAM[look.team])
    return 100 * friends // sum(weights.values())


def _schemer_question(look: Look, stream: Stream) -> Choice:
    target = whom_to_ask(look, stream)
    kind = "ask_team" if not times_asked(look, target) else stream.choice(["ask_role", "ask_news"])
    text = line(BANK, kind, stream, third_party(look, target, stream), spoken_before(look))
    return Choice(
        f"ask_p{target}", with_team(look, target, text, stream, TEAM_OF.get(beliefs(look).get(target, ""), ""))
    )


def _schemer_hostage(look: Look, stream: Stream) -> Choice:
    return Choice(f"send_p{best_hostage(look, posterior(look), stream)}")


def _schemer_answer(look: Look, stream: Stream) -> Choice:
    trust = friendship(posterior(look), look, open_question(look).asker)
    role = role_of(look)

    def claim(subject: str) -> str:
        if trust >= SCHEMER_FRIEND:
            return role
        return weighted(DECEIT[role][subject] if trust <= SCHEMER_FOE else RESERVE[subject], stream)

    return Choice("answer", answer(look, beliefs(look) if trust > SCHEMER_FOE else {}, claim, stream))


def _schemer_note(look: Look, stream: Stream) -> Choice:
    trust = friendship(posterior(look), look, look.leader)
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


def _player(name: str, strength: int, question: Decide, answer: Decide, note: Decide, hostage: Decide) -> Bot:
    by_phase = {"ask": question, "answer": answer, "report": note, "send": hostage}
    return Bot(name, 2, strength, choosing(lambda s, seat, stream: by_phase[s.phase](look(s, seat), stream)))


CANDID = _player("candid", 1, _candid_question, _candid_answer, _candid_note, _candid_hostage)
"""A player of Two Rooms and a Boom who mostly tells the truth and believes what it is told.

It believes what every player last said about itself, or else what others last said about that player; a player who
says nothing at all counts as an opponent. A leader rules out all roles that do not fit, and sends the hostage with
the best prospects over the remaining ones, each equally likely.

Against ``random`` it wins 65% as blue and 46% as red, where chance is 60% and 40% (400 mirrored pairs): silent
opponents leave little to learn. Against itself blue wins 48%.
"""
SCHEMER = _player("schemer", 2, _schemer_question, _schemer_answer, _schemer_note, _schemer_hostage)
"""A strong player of Two Rooms and a Boom: weighs every assignment of teams and roles, and misleads opponents.

It multiplies the likelihoods of all claims it heard under each assignment of roles that it cannot rule out, given
the habits of candid speakers and some doubt. A probable friend is told the truth. A probable opponent is told
something that hides its president or bomber, or draws attention to another player. Its hostages are those with the
best prospects if friends play well from there on and others at random. All weights are whole numbers.

To probable opponents it pretends to be of their team.

Against ``candid`` it wins 72% as blue and 59% as red (2,000 mirrored pairs), against ``random`` 66% and 49% (400);
against itself blue wins 46%.
"""
BOTS: tuple[Bot, ...] = (CANDID, SCHEMER)
