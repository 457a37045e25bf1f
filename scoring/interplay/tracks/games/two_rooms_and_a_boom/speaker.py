"""How the scripted players of Two Rooms and a Boom word their answers.

Habits, trust and earlier claims to the same player decide what a seat claims about its team and role; the question
decides the wording. What the seat says about others comes from its own log alone.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.shared.asked import Subject
from interplay.tracks.games.shared.lines import line
from interplay.tracks.games.two_rooms_and_a_boom.questions import TOPICS, subjects
from interplay.tracks.games.two_rooms_and_a_boom.talk import BANK, claims, understood
from interplay.tracks.games.two_rooms_and_a_boom.text import TEAM_NAMES, Exchange, Look, Written

MOST_SUBJECTS = 2
"""The most subjects of a question that are answered."""
TEAM_OF = {"president": "blue", "bomber": "red", "blue": "blue", "red": "red"}
"""What a player is, or seems to be -> the team that goes with it."""
SPECIAL = ("president", "bomber")
Draw = Callable[[str], str]
"""From a kind of question to what the seat wants to claim."""
_FORMS: Mapping[str, Mapping[str, str]] = {
    "both": {"team": "role_team"},
    "accused": {"team": "accused_team", "special": "accused_special"},
    "vouch": {"team": "vouch_team", "special": "vouch_special", "evade": "vouch_evade"},
    "share": {"team": "share_team", "special": "share_special", "evade": "share_evade"},
    "role": {"team": "role_team"},
    "stay": {"team": "stay_team", "plain": "stay_plain", "president": "stay_president", "bomber": "stay_bomber"},
}
"""Subject of a question -> what is claimed -> the bank that says so, where it is not the one of the claim."""


class Talk(Struct, frozen=True):
    """All that an answer depends on: what the seat sees, what it tells about others, what it wants to claim."""

    look: Look
    known: Mapping[int, str]
    draw: Draw
    stream: Stream
    asker: int

    def line(self, kind: str, label: int = 0, claim: str = "", names: Sequence[int] = ()) -> str:
        """Return a sentence of a bank, if possible one that the seat has neither said nor heard, about *claim*."""
        listed = " and ".join(f"P{name}" for name in names)
        words = {"c": TEAM_OF.get(claim, ""), "r": claim, "k": listed}
        return line(BANK, kind, self.stream, label, spoken_before(self.look), **words)

    @property
    def leads(self) -> bool:
        """Return whether the seat leads its room."""
        return self.look.label == self.look.leader


def spoken_before(look: Look) -> list[str]:
    """Return all texts of the seat's log, which should not be repeated."""
    texts = []
    for _, event in look.log:
        texts += [event.text] if isinstance(event, Written) else [event.question, event.answer or ""]
    return texts


def past_claims(look: Look, listener: int) -> list[str]:
    """Return what the seat has claimed of itself to a label, in order."""
    texts = []
    for _, event in look.log:
        if isinstance(event, Written):
            texts += [event.text] * (event.sender == look.label and event.leader == listener)
        elif event.asker == look.label and event.asked == listener:
            texts.append(event.question)
        elif event.asker == listener and event.asked == look.label:
            texts.append(event.answer or "")
    return [kind for text in texts for label, kind in understood(text) if label in (0, look.label)]


def claimed_team(look: Look, listener: int) -> str:
    """Return the team that the seat last claimed to a label, empty for none."""
    return next((TEAM_OF[kind] for kind in reversed(past_claims(look, listener)) if kind in TEAM_OF), "")


def open_question(look: Look) -> Exchange:
    """Return the exchange in which the seat has been asked and has not answered yet."""
    event = look.log[-1][1]
    assert isinstance(event, Exchange)  # noqa: S101  an answer is asked for after a question only
    return event


def answer(look: Look, known: Mapping[int, str], draw: Draw, stream: Stream) -> str:
    """Return an answer to the open question; at most two of its subjects are answered."""
    event = open_question(look)
    talk = Talk(look, known, draw, stream, event.asker)
    asked = _distinct(subjects(event.question, look.label))[:MOST_SUBJECTS]
    return " ".join(_reply_to(talk, subject) for subject in asked)


def _distinct(asked: Sequence[Subject]) -> list[Subject]:
    kept: list[Subject] = []
    for subject in asked:
        about = [other.labels for other in kept if other.labels]
        if subject.labels not in about or subject.kind not in ("news", "met"):
            kept.append(subject)
    return kept


def _reply_to(talk: Talk, subject: Subject) -> str:
    if TOPICS.get(subject.kind) in ("ask_team", "ask_role"):
        return _of_oneself(talk, subject)
    answering = _ANSWERS.get(subject.kind)
    return answering(talk, subject) if answering else talk.line(subject.kind)


def _of_oneself(talk: Talk, subject: Subject) -> str:
    if subject.kind == "stay" and talk.leads:
        return talk.line("stay_leader")
    wanted = talk.draw(TOPICS[subject.kind])
    claim = _consistent(talk, wanted)
    if subject.kind in ("is_team", "is_role"):
        return _yes_or_no(talk, subject, claim)
    forms = _FORMS.get(subject.kind, {})
    group = "special" if claim in SPECIAL else "team" if claim in TEAM_OF else claim
    return talk.line(forms.get(claim) or forms.get(group) or claim, claim=claim)


def _consistent(talk: Talk, claim: str) -> str:
    """Return *claim*, or an earlier claim to the same player that it would contradict only by chance."""
    before = past_claims(talk.look, talk.asker)
    team = claimed_team(talk.look, talk.asker)
    special = [kind for kind in before if kind in SPECIAL]
    if special and claim == "plain":
        return special[-1]
    if team and TEAM_OF.get(claim, team) != team:
        return team
    return claim


def _yes_or_no(talk: Talk, subject: Subject, claim: str) -> str:
    if claim == "evade":
        return talk.line("evade")
    if subject.kind == "is_team":
        if not subject.what or claim not in TEAM_OF:
            return talk.line(claim)
        same = TEAM_OF[claim] == subject.what
        return talk.line(("yes" if same else "no") + ("_special" if claim in SPECIAL else "_team"), claim=claim)
    if claim in SPECIAL:
        return talk.line("yes_special" if claim == subject.what else "no_special", claim=claim)
    return talk.line("no_plain" if claim == "plain" else "no_plain_team", claim=claim)


def news(talk: Talk, label: int) -> str:
    """Return what the seat tells about a label, if it has heard anything."""
    if label in talk.known:
        return hearsay(talk.look, label, talk.known[label], talk.stream)
    return talk.line("no_news" if label in contacts(talk.look) else "unmet", label)


def hearsay(look: Look, label: int, claim: str, stream: Stream) -> str:
    """Return the seat's belief about a label: as that label's own words, or else as a guess or hearsay."""
    first_hand = any(
        statement.speaker == statement.label == label and statement.kind == claim for statement in claims(look)
    )
    guess = "guess_plain" if claim == "plain" else "guess_special" if claim in SPECIAL else "guess_team"
    kind = f"says_{claim}" if first_hand else guess
    return line(BANK, kind, stream, label, spoken_before(look), c=TEAM_OF.get(claim, ""), r=claim)


def contacts(look: Look) -> list[int]:
    """Return the labels that the seat has exchanged words with, in order."""
    labels = []
    for _, event in look.log:
        pair = (event.sender, event.leader) if isinstance(event, Written) else (event.asker, event.asked)
        labels += [label for label in pair if label not in (0, look.label)]
    return list(dict.fromkeys(labels))


def _send_about(talk: Talk, subject: Subject) -> str:
    label = subject.labels[0]
    if label in talk.look.leaders:
        return talk.line("leader_stays", label)
    return f"{news(talk, label)} {_decides(talk)}"


def _decides(talk: Talk) -> str:
    return talk.line("send_open") if talk.leads else _not_mine(talk)


def _not_mine(talk: Talk) -> str:
    """Return that the leader decides, who may be the asker."""
    leader = talk.look.leader
    return talk.line("send_yours") if leader == talk.asker else talk.line("send_not_me", leader)


def _send_who(talk: Talk, _: Subject) -> str:
    others = [label for label in talk.look.mates if label != talk.asker and label not in talk.look.leaders]
    foes = [label for label in others if TEAM_OF.get(talk.known.get(label, "")) == TEAM_NAMES[1 - talk.look.team]]
    if foes:
        return talk.line("send_plan" if talk.leads else "send_advice", foes[0])
    return _decides(talk)


def _met(talk: Talk, subject: Subject) -> str:
    label = subject.labels[0]
    if label in talk.known:
        return news(talk, label)
    return talk.line("met" if label in contacts(talk.look) else "unmet", label)


def _met_who(talk: Talk, _: Subject) -> str:
    names = [label for label in contacts(talk.look) if label != talk.asker]
    return talk.line("met_some", names=names) if names else talk.line("met_none")


def _elsewhere(talk: Talk, _: Subject) -> str:
    look = talk.look
    there = [label for label in look.rooms[-1][1 - look.room] if label in talk.known]
    if there:
        return news(talk, there[0])
    been = any(look.label in rooms[1 - look.room] for rooms in look.rooms)
    return talk.line("elsewhere_nothing" if been else "elsewhere_never")


def _leader(talk: Talk, _: Subject) -> str:
    if talk.leads or talk.look.leader == talk.asker:
        return talk.line("leader_me" if talk.leads else "leader_you")
    return talk.line("leader_is", talk.look.leader)


def _who_is(talk: Talk, subject: Subject) -> str:
    """Return who has a special role: the seat itself, if it claims so, or a player it has heard of."""
    claim = _consistent(talk, talk.draw("ask_role"))
    if claim == subject.what:
        return talk.line(claim)
    labels = [label for label, kind in talk.known.items() if kind == subject.what and label != talk.asker]
    return news(talk, labels[0]) if labels else talk.line("who_unknown", claim=subject.what)


def _who_team(talk: Talk, _: Subject) -> str:
    labels = [label for label in (*talk.look.mates, *talk.known) if label in talk.known and label != talk.asker]
    known = [news(talk, label) for label in list(dict.fromkeys(labels))[:MOST_SUBJECTS]]
    return " ".join(known) or talk.line("nothing_yet")


def _of_team(talk: Talk, team: int, kind: str) -> str:
    name = TEAM_NAMES[team]
    labels = [label for label, known in talk.known.items() if TEAM_OF.get(known) == name and label != talk.asker]
    return talk.line(kind, labels[0]) if labels else talk.line(f"{kind}_none")


def _believed(talk: Talk, _: Subject) -> str:
    team = TEAM_OF.get(talk.known.get(talk.asker, ""))
    friendly = TEAM_NAMES[talk.look.team]
    return talk.line("unsure_you" if team is None else "believe_you" if team == friendly else "doubt_you")


_ANSWERS: Mapping[str, Callable[[Talk, Subject], str]] = {
    "news": lambda talk, subject: " ".join(news(talk, label) for label in subject.labels[:MOST_SUBJECTS]),
    "send_about": _send_about,
    "send_who": _send_who,
    "send_me": lambda talk, _: talk.line("consider") if talk.leads else _not_mine(talk),
    "met": _met,
    "met_who": _met_who,
    "elsewhere": _elsewhere,
    "leader": _leader,
    "who_is": _who_is,
    "who_team": _who_team,
    "notes": _who_team,
    "trust": lambda talk, _: _of_team(talk, talk.look.team, "trust"),
    "suspect": lambda talk, _: _of_team(talk, 1 - talk.look.team, "suspect"),
    "believed": _believed,
    "why": lambda talk, subject: talk.line("why_about", subject.labels[0]) if subject.labels else talk.line("why"),
}
"""Subjects beside team and role that need more than a sentence of their bank."""
