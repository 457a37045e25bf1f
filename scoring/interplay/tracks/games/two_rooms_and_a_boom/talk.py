"""How scripted players of Two Rooms and a Boom understand what is said and written to them.

They read words, not meaning: a text claims a team or a role for its author, says the same of others, or says nothing.
"""

from functools import lru_cache

from msgspec import Struct

from interplay.tracks.games.shared.lines import NEGATION, clauses, folded, labels_in, pattern
from interplay.tracks.games.shared.menu import SILENCE
from interplay.tracks.games.two_rooms_and_a_boom.text import Look, Said

BANK = "two_rooms_and_a_boom"
_PLAIN = pattern(
    r"\b(?:no|not|n't|nothing|nobody|neither)\b.*\b(?:special|president|bomber|role|particular|two that count)\b"
    r"|\b(?:plain|ordinary|nobody special|nobody in particular|nothing special)\b"
)
_ROLES = (("president", pattern(r"\bpresident")), ("bomber", pattern(r"\bbomb")))
_TEAMS = (("blue", pattern(r"\bblue\b")), ("red", pattern(r"\bred\b")))
_SELF = pattern(r"\b(?:i|i'm|im|me|my|mine|myself)\b")
_OPEN = pattern(r"\b(?:who is|which|whether|where|you are|you're|if)\b")
_THE_OTHER = pattern(r"\b(?:from|to|with|want|find|send|keep|of) the (?:president|bomber)(?:'s room)?\b")
_QUESTIONS = pattern(r"[^.!?]*\?")
_ROLE_QUESTION = pattern(
    r"\brole|\bspecial|\bpresident|\bbomb|\bpart\b|\bkeep you\b|\bsend you\b|who are you|\bmatter\b"
    r"|\bcertain room|know about|two that count"
)
_ROLE_NAMED = pattern(r"\brole\b|neither")
_TEAM_QUESTION = pattern(r"\bteam|\bcolou?r|\bblue|\bred\b|\bsides?\b|\btogether or apart")
KINDS = ("blue", "red", "president", "bomber", "plain")


class Claim(Struct, frozen=True):
    """That *label* is of a kind, said by *speaker* in a round (from 0); about oneself both labels are the same."""

    speaker: int
    label: int
    kind: str
    round: int
    topic: str


def topic(question: str, asked: int) -> str:
    """Return what a question is about: ``ask_team``, ``ask_role``, or ``ask_news`` when it names a third player."""
    text = folded(question)
    if about(question, asked):
        return "ask_news"
    if _TEAM_QUESTION.search(text) and not _ROLE_NAMED.search(text):
        return "ask_team"
    return "ask_role" if _ROLE_QUESTION.search(text) else "ask_team"


def about(question: str, asked: int) -> int:
    """Return the label that a question names other than that of the asked, 0 for none."""
    return next((label for label in labels_in(folded(question)) if label != asked), 0)


@lru_cache(maxsize=2048)
def understood(text: str) -> tuple[tuple[int, str], ...]:
    """Return what a text claims, as pairs of a label (0 for the author) and a kind; its questions claim nothing."""
    found: list[tuple[int, str]] = []
    for part in clauses(_QUESTIONS.sub("", folded(text))):
        kind = _kind(part)
        if kind is not None:
            labels = labels_in(part)
            found += [(label, kind) for label in sorted(set(labels))] if labels else [(0, kind)]
    roles = [pair for pair in found if pair[1] in ("president", "bomber")]
    return tuple(dict.fromkeys(roles or found))


def _kind(part: str) -> str | None:
    """Return the kind that a clause says somebody is."""
    if not labels_in(part) and (_THE_OTHER.search(part) or (_OPEN.search(part) and not _SELF.search(part))):
        return None
    if _PLAIN.search(part):
        return "plain"
    if NEGATION.search(part):
        return None
    for kind, words in (*_ROLES, *_TEAMS):
        if words.search(part):
            return kind
    return None


def claims(look: Look) -> tuple[Claim, ...]:
    """Return everything that others have told a seat, in order.

    An answer that claims nothing is an ``evade``; no words at all, asked or asking, are ``silent``.
    """
    found: list[Claim] = []
    for number, event in look.log:
        if not isinstance(event, Said):
            if event.sender != look.label:
                found += _read(event.sender, event.text, number, "note")
        elif event.asker != look.label:
            found += _read(event.asker, event.question, number, "question")
            if event.question == SILENCE:
                found.append(Claim(event.asker, event.asker, "silent", number, "question"))
        elif event.asked and event.answer is not None:
            subject = topic(event.question, event.asked)
            heard = _read(event.asked, event.answer, number, subject)
            kind = "silent" if event.answer in ("", SILENCE) else "evade"
            found += heard or [Claim(event.asked, event.asked, kind, number, subject)]
    return tuple(found)


def _read(speaker: int, text: str, number: int, subject: str) -> list[Claim]:
    return [Claim(speaker, label or speaker, kind, number, subject) for label, kind in understood(text)]
