"""How scripted players of Two Rooms and a Boom understand texts.

They match words, not meaning: a text claims a team or a role for its author or for others, or it claims nothing.
"""

from functools import lru_cache

from msgspec import Struct

from interplay.tracks.games.shared.heard import mentions, units
from interplay.tracks.games.shared.lines import NEGATION, clauses, pattern
from interplay.tracks.games.shared.menu import SILENCE
from interplay.tracks.games.two_rooms_and_a_boom.questions import topic
from interplay.tracks.games.two_rooms_and_a_boom.text import Exchange, Look

BANK = "two_rooms_and_a_boom"
_PLAIN = pattern(
    r"\b(?:no|not|nothing|nobody|neither|without)\b.*\b(?:special|president|bomber|role|particular|two that count)\b"
    r"|\b(?:plain|ordinary|nobody special|nobody in particular|nothing special)\b"
)
_ROLES = (("president", pattern(r"\bpresident")), ("bomber", pattern(r"\bbomb")))
_TEAMS = (("blue", pattern(r"\bblue\b")), ("red", pattern(r"\bred\b")))
_SELF = pattern(r"\b(?:i|im|me|my|mine|myself)\b")
_OPEN = pattern(r"\b(?:who is|which|whether|where|you are|your|if)\b")
_SUPPOSED = pattern(
    r"\b(?:if|whether|suppose) i\b|\bi were\b|\bpretend"
    r"|\b(?:you|they|he|she|people|every\w+|some\w+|p[1-6])\b(?: \w+){0,3}?"
    r" (?:think|sa(?:y|id)|believe|claim|told|tell)s?(?: \w+){0,3}? i am\b"
)
_THE_OTHER = pattern(
    r"\b(?:from|to|with|want|find|send|keep|of|on|meet|reach|near|beside|by|protect|where\w*) (?:the|our|your|their)"
    r" (?:president|bomber)\b|\bbomber must not\b"
)
_MY_TEAM = pattern(r"\bi am (?:(?:a|an|the|on|in|simply|just|ordinary|plain|only|not special|team) )*(blue|red)\b")
_ABOUT_SELF = pattern(
    r"^(?:yes |no |yeah |well )*(?:i am|i play|i got|i was|my (?:team|colour|side|role))\b(?!.*\bp[1-6] (?:is|was|s))"
)
_RETELLING = pattern(r"^i (?:have |already )?(?:told|tell)\b.*\bi am\b")
_ALIKE = pattern(r"\b(?:like|as|with|too|same)\b")
_NOT_TEAM = pattern(r"\bi am (?:\w+ )?not (?:on |in |with |from |the |a |one of the )*(red|blue)\b")
KINDS = ("blue", "red", "president", "bomber", "plain")


class Claim(Struct, frozen=True):
    """That *label* is of a kind, said by *speaker*; about oneself both labels are the same."""

    speaker: int
    label: int
    kind: str
    topic: str


@lru_cache(maxsize=2048)
def understood(text: str) -> tuple[tuple[int, str], ...]:
    """Return what a text claims, as pairs of a label (0 for the author) and a kind; its questions claim nothing."""
    pairs: list[tuple[int, str]] = []
    for unit in units(text):
        for part in clauses(unit.text) if not unit.asks or _ABOUT_SELF.search(unit.text) else ():
            kind = _kind(part)
            team = _MY_TEAM.search(part) if kind == "plain" else None
            if team is not None:
                pairs.append((0, team[1]))
            if kind is not None:
                pairs += [(label, kind) for label in _of_whom(part)]
    roles = [pair for pair in pairs if pair[1] in ("president", "bomber")]
    return tuple(dict.fromkeys(roles or pairs))


def _of_whom(part: str) -> list[int]:
    """Return the labels that a clause is about, 0 for the author; "I am red like P3" is about both."""
    labels = sorted(set(mentions(part)))
    if not labels or _RETELLING.search(part):
        return [0]
    if _ABOUT_SELF.search(part):
        return [0, *labels] if _ALIKE.search(part) else [0]
    return labels


def _kind(part: str) -> str | None:
    """Return the kind that a clause says somebody is."""
    if _SUPPOSED.search(part):
        return None
    if not mentions(part) and (_THE_OTHER.search(part) or (_OPEN.search(part) and not _SELF.search(part))):
        return None
    if _PLAIN.search(part):
        return "plain"
    if NEGATION.search(part):
        other = _NOT_TEAM.search(part)
        return None if other is None else {"red": "blue", "blue": "red"}[other[1]]
    for kind, words in (*_ROLES, *_TEAMS):
        if words.search(part):
            return kind
    return None


def claims(look: Look) -> tuple[Claim, ...]:
    """Return all claims of others that a seat has heard, in order.

    An answer that claims nothing is an ``evade``; a question or answer without words is ``silent``.
    """
    statements: list[Claim] = []
    for _, event in look.log:
        if not isinstance(event, Exchange):
            if event.sender != look.label:
                statements += _read(event.sender, event.text, "note")
        elif event.asker != look.label:
            statements += _read(event.asker, event.question, "question")
            if event.question == SILENCE:
                statements.append(Claim(event.asker, event.asker, "silent", "question"))
        elif event.asked and event.answer is not None:
            subject = topic(event.question, event.asked)
            heard = _read(event.asked, event.answer, subject)
            kind = "silent" if event.answer in ("", SILENCE) else "evade"
            statements += heard or [Claim(event.asked, event.asked, kind, subject)]
    return tuple(statements)


def _read(speaker: int, text: str, subject: str) -> list[Claim]:
    return [Claim(speaker, label or speaker, kind, subject) for label, kind in understood(text)]
