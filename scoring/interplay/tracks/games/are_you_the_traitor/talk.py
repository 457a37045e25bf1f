"""How scripted players of Are You the Traitor see a round, and what they understand of what others say.

They read words, not meaning: a question is about the key, the traitor, the wizards, suspects or the role; an answer
claims a role, denies one, names a suspect, or counts as an evasion.
"""

from functools import lru_cache

from msgspec import Struct

from interplay.tracks.games.are_you_the_traitor.rules import WIZARDS, State
from interplay.tracks.games.shared.lines import NEGATION, clauses, folded, labels_in, pattern

BANK = "are_you_the_traitor"
ROLES = ("traitor", "evil", "good", "holder", "guard")
"""The role of each member, as the bots call it."""
_TOPICS = (
    ("ask_key", pattern(r"\bkeys?\b")),
    ("ask_traitor", pattern(r"\btraitor")),
    (
        "ask_suspect",
        pattern(
            r"\b(?:suspect|accuse|point your finger|trust least|believe everybody|least honest|worr|uneasy|watch"
            r"|hiding|rely on|explain themselves|does not fit|doesn't fit|of the others|strangest|who would you"
            r"|(?:whom|who) do you (?:trust|doubt))"
        ),
    ),
    ("ask_prove", pattern(r"\bwizards?\b|\bevil\b|whose side|which side|\bgood one\b")),
)
_FILLER = r"(?: (?!not\b|no\b|never\b|after\b|sure\b|here to\b|with\b)(?!\w+ing\b)[\w'-]+){0,3}?"
_SELF = rf"\b(?:i am|i'm|im|i was|i play|i drew|my role is|me down as|this is|^as){_FILLER}"
_CLAIMS = (
    (
        "holder",
        pattern(
            rf"{_SELF} (?:key ?-?holder|one with the key)\b"
            r"|\bi(?:'ve)? (?:do )?(?:have|hold|carry|got|keep|own|was given)(?: got)? the key\b"
            r"|\bi'm (?:holding|carrying) the key\b|\bkey is (?:with me|mine)\b"
            r"|\bme who has the key\b|^(?:the )?key ?-?holder$"
        ),
    ),
    ("guard", pattern(rf"{_SELF} guard\b|^(?:just |only |the |a |honest )*guard(?: duty for me.*)?$")),
    ("good", pattern(rf"{_SELF} good\b(?! at\b)|^(?:the )?good(?: wizard| one)?$")),
    ("evil", pattern(rf"{_SELF} evil\b|^(?:the )?evil(?: wizard| one)?$")),
    ("traitor", pattern(rf"{_SELF} traitor\b")),
)
_DENIES_TRAITOR = pattern(
    r"\b(?:i am|i'm|im|i was)\b[\w' -]{0,40}\b(?:not|no|never)\b[\w' -]{0,40}\btraitor"
    r"|^(?:no|not)(?: an?| the)? traitor"
)
_DENIES_KEY = pattern(r"\b(?:i|i'm|im|me)\b.*\bkey|^no key\b|\bkey is not\b")
_NO = pattern(r"no\b")
_BARE_NO = {"ask_traitor": "not_traitor", "ask_key": "not_holder"}
_OPEN = pattern(r"\b(?:who|where|whether|if|you)\b")
_ABOUT_YOU = pattern(r"\byou(?: are|'re)\b")
_PRAISE = pattern(r"\b(?:trust|believe|honest|on our side|reliable)\b")


class Line(Struct, frozen=True):
    """One exchange as it is understood, by label; ``reply`` is None while the answer is not there.

    ``asked`` is 0 and ``topic`` empty when the asker said nothing; ``named`` is the suspect of a ``suspect`` reply.
    """

    asker: int
    asked: int
    topic: str
    reply: str | None
    named: int
    words: tuple[str, str]


class View(Struct, frozen=True):
    """What a seat may know that matters to a bot."""

    label: int
    role: str
    wizards: tuple[int, ...]
    lines: tuple[Line, ...]

    @property
    def others(self) -> tuple[int, ...]:
        """Return the other labels that are not wizards."""
        return tuple(label for label in range(1, 6) if label != self.label and label not in self.wizards)

    @property
    def rivals(self) -> tuple[int, ...]:
        """Return the other labels of wizards."""
        return tuple(label for label in self.wizards if label != self.label)

    @property
    def candidates(self) -> tuple[int, ...]:
        """Return the labels that can be the seat's target."""
        return self.rivals if self.role == "holder" else self.others

    @property
    def said(self) -> list[str]:
        """Return all that was said in this round."""
        return [words for line in self.lines for words in line.words]


def view(state: State, seat: int) -> View:
    """Return what *seat* knows and understands; its own role, the labels of the wizards, the talk of the round."""
    return View(
        label=state.labels[seat],
        role=ROLES[seat],
        wizards=tuple(sorted(state.labels[member] for member in WIZARDS)),
        lines=tuple(_line(e.asker, e.asked, e.question, e.answer) for e in state.talk),
    )


@lru_cache(maxsize=2048)
def _line(asker: int, asked: int, question: str, answer: str | None) -> Line:
    if not asked:
        return Line(asker, 0, "", None, 0, ("", ""))
    subject = topic(question)
    reply, named = (None, 0) if answer is None else understood(answer, subject)
    return Line(asker, asked, subject, reply, named, (question, answer or ""))


def topic(question: str) -> str:
    """Return what a question is about, as its kind in the bank."""
    text = folded(question)
    return next((kind for kind, words in _TOPICS if words.search(text)), "ask_role")


def understood(answer: str, subject: str) -> tuple[str, int]:
    """Return what an answer amounts to, as its kind in the bank (or a claim to be evil), and the suspect it names."""
    text = folded(answer)
    parts = clauses(text)
    for role, words in _CLAIMS:
        if any(words.search(part) and not _ABOUT_YOU.search(part) for part in parts):
            return role, 0
    denied = _denied(parts)
    if denied:
        return denied, 0
    named = [label for part in parts for label in labels_in(part) if NEGATION.search(part) or not _PRAISE.search(part)]
    if named:
        return "suspect", named[0]
    return (_BARE_NO.get(subject, "evade") if _NO.match(text) else "evade"), 0


def _denied(parts: list[str]) -> str:
    """Return what the speaker denies about itself, empty for nothing."""
    for part in parts:
        if _DENIES_TRAITOR.search(part):
            return "not_traitor"
        if _DENIES_KEY.search(part) and NEGATION.search(part) and not _OPEN.search(part):
            return "not_holder"
    return ""
