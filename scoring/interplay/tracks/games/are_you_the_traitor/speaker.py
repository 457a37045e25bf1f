"""What the scripted players of Are You the Traitor say, given a table of habits.

The habits decide what an answer claims, the question decides how it is put: "Do you have the key?" and "Which team are
you on?" can both be answered by "guard", in different sentences. What no habit decides, such as what one thinks of
somebody else, is answered from the talk that everybody has heard, the same in all roles.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.are_you_the_traitor.habits import Answering, Asking
from interplay.tracks.games.are_you_the_traitor.questions import TOPICS, subjects
from interplay.tracks.games.are_you_the_traitor.talk import BANK, ROLES, Line, View
from interplay.tracks.games.shared.asked import Subject
from interplay.tracks.games.shared.lines import line, weighted
from interplay.tracks.games.shared.menu import Choice

MOST_SUBJECTS = 2
"""The most subjects of a question that are answered."""
FORMS: Mapping[str, Mapping[str, str]] = {
    "role": {"not_traitor": "role_not_traitor"},
    "guard": {"guard": "yes_guard", "good": "no_good", "not_traitor": "role_not_traitor", "holder": "no_holder"},
    "team": {"guard": "team_guard", "not_traitor": "loyal", "holder": "team_holder"},
    "vouch": {"guard": "vouch_guard", "not_traitor": "vouch", "good": "vouch_good"},
    "wizard": {"guard": "unwizard_guard", "not_traitor": "unwizard", "holder": "no_holder", "evade": "unwizard_evade"},
    "key": {"guard": "no_guard", "good": "no_good"},
    "key_who": {
        "guard": "key_who_guard",
        "good": "key_who_good",
        "not_holder": "key_who_not",
        "evade": "key_who_evade",
    },
    "key_plan": {
        "guard": "key_plan_guard",
        "good": "key_plan_good",
        "not_holder": "key_plan_not",
        "holder": "key_plan_holder",
    },
    "traitor": {"guard": "no_guard", "good": "no_good", "holder": "no_holder"},
    "accused": {
        "guard": "accused_guard",
        "good": "accused_good",
        "holder": "accused_holder",
        "not_traitor": "accused_not",
    },
    "traitor_who": {"evade": "unsure_all"},
    "suspect": {"evade": "unsure_all"},
    "accuse": {"suspect": "accuse_plan", "evade": "unsure_all"},
}
"""Subject of a question -> what is claimed -> the bank that says so, where it is not the one of the claim."""
_OF_WIZARDS = {"team": "ask_prove", "vouch": "ask_prove", "accused": "ask_prove", "key_plan": "ask_role"}
"""Subject -> kind of question that it is for a wizard, where this differs."""
LATE = 6
"""Exchanges after which the talk has been long."""
SUSPICIOUS, CLEAN = 2, 0
"""Points from which a player is openly doubted, and below which a player is openly trusted."""


class Talk(Struct, frozen=True):
    """All that an answer depends on."""

    view: View
    habits: Answering
    suspects: Sequence[int]
    stream: Stream
    asker: int

    def line(self, kind: str, label: int = 0, other: int = 0) -> str:
        """Return a sentence of a bank, if possible one that nobody has said in this round."""
        return line(BANK, kind, self.stream, label, self.view.texts, q=f"P{other}")

    def pick(self, labels: Sequence[int]) -> int:
        """Return one of some labels, not the asker where there is another; any other seat where there are none."""
        pool = [label for label in labels if label != self.asker] or list(labels)
        return self.stream.choice(pool or [label for label in range(1, 6) if label != self.view.label])


def question(view: View, habits: Asking, stream: Stream) -> Choice:
    """Return a question by habit, to one of those of its kind who have been asked least."""
    kind, _, wizard = weighted(habits, stream).partition("/")
    labels = view.rivals if wizard else view.others
    asked = [line.asked for line in view.lines]
    fewest = min(map(asked.count, labels))
    target = stream.choice([label for label in labels if asked.count(label) == fewest])
    return Choice(f"ask_p{target}", line(BANK, kind, stream, avoid=view.texts))


def answer(view: View, habits: Answering, suspects: Sequence[int], stream: Stream) -> Choice:
    """Return an answer by habit to the question that is open; *suspects* are the labels to be named as such."""
    last = view.lines[-1]
    talk = Talk(view, habits, suspects, stream, last.asker)
    asked = subjects(last.words[0], view.label)[:MOST_SUBJECTS]
    sentences = [_reply_to(talk, subject) for subject in asked]
    return Choice("answer", " ".join(dict.fromkeys(sentences)))


def _reply_to(talk: Talk, subject: Subject) -> str:
    """Return the answer to one subject: by habit if the tables have it, else from the talk of the round."""
    wizard = talk.view.label in talk.view.wizards
    if subject.kind in TOPICS and (wizard or subject.kind not in ("which_wizard", "prove")):
        return _by_habit(talk, subject.kind, wizard=wizard)
    answering = _ANSWERS.get(subject.kind)
    return answering(talk, subject) if answering else talk.line(subject.kind)


def _by_habit(talk: Talk, kind: str, *, wizard: bool) -> str:
    topic = TOPICS[kind]
    if wizard:
        topic = _OF_WIZARDS.get(kind, topic)
    reply, _, of_wizards = weighted(talk.habits[topic], talk.stream).partition("/")
    reply = _unchanged(talk.view, reply)
    rivals = talk.view.rivals
    if reply == "suspect" and topic == "ask_prove":
        return _other_wizard(talk)
    free = [label for label in rivals if label != talk.asker]
    pool = free if of_wizards and free and kind != "traitor_who" else talk.suspects
    named = _accused_before(talk.view, pool) or talk.pick(_doubted(talk, pool))
    forms = {} if wizard and (topic == "ask_prove" or reply == "not_holder") else FORMS.get(kind, {})
    return talk.line(forms.get(reply, reply), named, talk.pick(rivals))


def _unchanged(view: View, reply: str) -> str:
    """Return *reply*, or the role that the seat has claimed before where it would say something else."""
    claimed = [line.reply for line in view.lines if line.asked == view.label and line.reply in ROLES]
    if claimed and (reply in ROLES or (claimed[0] == "holder" and reply == "not_holder")):
        return str(claimed[0])
    return reply


def _accused_before(view: View, pool: Sequence[int]) -> int:
    """Return whom of *pool* the seat named as a suspect last, 0 for nobody; never who asks."""
    named = [line.named for line in view.lines if line.asked == view.label and line.reply == "suspect"]
    return next((label for label in reversed(named) if label in pool and label != view.lines[-1].asker), 0)


def points(view: View, label: int) -> int:
    """Return the points of suspicion that a label's questions and answers in this round give to everybody."""
    asked = {"ask_key": 2, "ask_prove": -1}
    answered = {"evade": 1, "traitor": 3, "evil": 3, "disloyal": 3, "holder": -2, "guard": -1, "good": -1}
    roles = {line.reply for line in view.lines if line.asked == label and line.reply in ROLES}
    lines = [line for line in view.lines if label in (line.asker, line.asked) and line.asked]
    return sum(
        asked.get(line.topic, 0) if line.asker == label else answered.get(line.reply or "", 0) for line in lines
    ) + 3 * (len(roles) > 1)


def _doubted(talk: Talk, pool: Sequence[int]) -> list[int]:
    """Return those of *pool* whose words were oddest; never who asks, where there is somebody else."""
    others = [label for label in pool if label != talk.asker] or list(pool)
    scores = {label: points(talk.view, label) for label in others}
    return [label for label, score in scores.items() if score == max(scores.values())]


def _opinion(talk: Talk, label: int) -> str:
    """Return the bank for the seat's opinion of a label: as before in this round, or by the talk of the round."""
    view = talk.view
    before = [line.reply for line in view.lines if line.asked == view.label and line.named == label and line.reply]
    if before:
        return str(before[-1])
    if label in view.rivals and view.label in view.wizards:
        return "rival_evil"
    if not any(label in (line.asker, line.asked) and line.asked for line in view.lines[:-1]) and label != talk.asker:
        return "unheard"
    score = points(view, label)
    if score >= SUSPICIOUS:
        return "suspect"
    return "trust" if score < CLEAN else "unsure"


def _cleanest(talk: Talk, kind: str, labels: Sequence[int]) -> str:
    """Return a sentence about one of those of *labels* whose words were least odd."""
    scores = {label: points(talk.view, label) for label in labels}
    best = [label for label, score in scores.items() if score == min(scores.values())]
    return talk.line(kind, talk.stream.choice(best))


def _which(talk: Talk, _: Subject) -> str:
    return _cleanest(talk, "which_good", [label for label in talk.view.rivals if label != talk.asker])


def _trusted(talk: Talk, _: Subject) -> str:
    out = talk.view.wizards if talk.view.label in talk.view.wizards else ()
    return _cleanest(talk, "trust", [at for at in range(1, 6) if at not in (talk.view.label, talk.asker, *out)])


def _believed(talk: Talk, _: Subject) -> str:
    score = points(talk.view, talk.asker)
    return talk.line("doubt_you" if score >= SUSPICIOUS else "believe_you" if score < CLEAN else "unsure_you")


def _key_of(talk: Talk, subject: Subject) -> str:
    label = subject.labels[0]
    return talk.line("key_about_wizard" if label in talk.view.wizards else "key_about", label)


def _other_wizard(talk: Talk) -> str:
    """Return, as a wizard, that the other one is evil, who may be the one that asks."""
    (other,) = talk.view.rivals
    return talk.line("rival_you" if other == talk.asker else "rival_evil", other)


def _ties(talk: Talk, subject: Subject) -> str:
    label = subject.labels[0]
    if label in talk.view.rivals and talk.view.label in talk.view.wizards:
        return _other_wizard(talk)
    return talk.line("ties", label)


def _pact(talk: Talk, subject: Subject) -> str:
    if not subject.labels:
        return talk.line("pact")
    label = subject.labels[0]
    return talk.line("pact_yes" if _opinion(talk, label) in ("suspect", "rival_evil") else "pact_no", label)


def _recount(talk: Talk, subject: Subject) -> str:
    """Return what the labels of a question, or else the last two who answered, have said in this round."""
    past = [line for line in talk.view.lines if line.asked and line.reply is not None]
    last = [line.asked for line in reversed(past) if line.asked not in (talk.view.label, talk.asker)]
    labels = subject.labels or tuple(dict.fromkeys(last))[:MOST_SUBJECTS]
    return " ".join([_recounted(talk, label) for label in labels[:MOST_SUBJECTS]]) or talk.line("nothing_yet")


def _recounted(talk: Talk, label: int) -> str:
    replies = [line for line in talk.view.lines if line.asked == label and line.reply is not None]
    if replies:
        line: Line = next((line for line in reversed(replies) if line.reply != "evade"), replies[-1])
        return talk.line(f"recount_{line.claim}", label, line.named)
    spoke = any(line.asker == label and line.asked for line in talk.view.lines)
    return talk.line("recount_asked" if spoke else "unheard", label)


_ANSWERS: Mapping[str, Callable[[Talk, Subject], str]] = {
    "about": lambda talk, subject: talk.line(_opinion(talk, subject.labels[0]), subject.labels[0]),
    "pick": lambda talk, subject: talk.line("suspect", talk.stream.choice(_doubted(talk, subject.labels))),
    "pick_trust": lambda talk, subject: _cleanest(talk, "trust", subject.labels),
    "which_wizard": _which,
    "prove": _which,
    "trust": _trusted,
    "believed": _believed,
    "key_about": _key_of,
    "why": lambda talk, subject: talk.line("why_about", subject.labels[0]) if subject.labels else talk.line("why"),
    "ties": _ties,
    "pact": _pact,
    "stop": lambda talk, _: talk.line("stop_soon" if len(talk.view.lines) >= LATE else "stop_later"),
    "heard": _recount,
    "notes": _recount,
}
"""Subjects that are answered from the talk; to all others a sentence of their bank is said."""
