"""Find the subjects of a question in free talk, for any game.

A game classifies one unit of a message (``classify``). This module adds the context: a pronoun stands for the label
named last, "am I right?" for the words before it, and a unit without a subject of its own is read together with the
unit before it. Questions come before statements; polite phrases count only if there is nothing else.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache

from msgspec import Struct

from interplay.tracks.games.shared.heard import DOUBT, TRUST, Unit, units
from interplay.tracks.games.shared.lines import pattern, table

REACT = "react"
"""Subject of a message without a question."""
VAGUE = ("maybe", "other")
"""Subjects of questions that match no pattern: yes-or-no questions, and all others."""
POLITE = ("hello", "thanks")
"""Subjects that count only where there is no other."""
_BARE = frozenset(("why", "why so", "why not", "why is that"))
_CHECKS = frozenset(
    ("am i right", "am i wrong", "is that right", "is that true", "is that so", "correct", "right", "true", "yes",
     "or not")
)  # fmt: skip
_LEAD_IN = pattern(
    r"^i (?:would like|want|would love|wish|need|have) to (?:hear|know|ask)(?: (?:you|your|from|a|an|one|some|this"
    r"|about|question|opinion|view|thoughts|take|answer|honest|quick|thing|something))*$"
)
"""Words that only announce a question."""
_NEEDS = pattern(r"\b(?:he|she|they|them|him|her|their|his)\b")
_YES_OR_NO = pattern(r"^(?:are|do|did|can|could|will|would|have|should|shall|may|is|does|any) ")
_SPEAKS_OF_YOU = pattern(r"\b(?:you|your|liar)\b|^(?:stop|quit|do not|come on|keep|send|please|let)\b|^i doubt\b")


class Subject(Struct, frozen=True):
    """One thing that a player is asked: its kind, the labels other than the player's own, and what else it names."""

    kind: str
    labels: tuple[int, ...] = ()
    what: str = ""


Classify = Callable[[str, tuple[int, ...], str], Subject]
"""Function from the words of a unit, the labels it is about and the words before it to its subject."""


class Rules(Struct, frozen=True):
    """Pairs of a kind of subject and a pattern, in the order in which they are tried: for others, and for oneself."""

    others: tuple[tuple[str, re.Pattern[str]], ...]
    selves: tuple[tuple[str, re.Pattern[str]], ...]


@cache
def rules(game: str) -> Rules:
    """Return the patterns of the subjects in *game*, from ``questions.toml`` in its folder."""
    read = table(game, "questions.toml", dict[str, tuple[tuple[str, str], ...]])
    pairs = {
        name: tuple(
            (kind, pattern(words.replace("<doubt>", DOUBT).replace("<trust>", TRUST))) for kind, words in listed
        )
        for name, listed in read.items()
    }
    return Rules(pairs["others"], pairs["selves"])


def first(pairs: Sequence[tuple[str, re.Pattern[str]]], text: str) -> str:
    """Return the kind of the first pattern that matches a text, empty if none does."""
    return next((kind for kind, words in pairs if words.search(text)), "")


def unknown(text: str) -> str:
    """Return the kind of a question that matches no pattern."""
    return "maybe" if _YES_OR_NO.search(text) else "other"


def asked_for(question: str, asked: int, classify: Classify, stated: frozenset[str]) -> tuple[Subject, ...]:
    """Return the subjects of a question to the label *asked*, in order; else subjects in *stated* of its statements."""
    heard = units(question)
    questions: list[Subject] = []
    statements: list[Subject] = []
    before: tuple[int, ...] = ()
    last = ""
    for unit in heard:
        labels = tuple(dict.fromkeys(label for label in unit.labels if label != asked))
        if not labels and before and _NEEDS.search(unit.text):
            labels = before
        announces = bool(_LEAD_IN.search(unit.text)) and unit != heard[-1]
        if not announces and (unit.text not in _BARE or not questions):
            subject = _in_context(unit, labels, before, last, classify)
            if unit.asks:
                questions.append(subject)
            elif subject.kind in stated and (labels or subject.kind in POLITE or _addressed(unit, asked)):
                statements.append(subject)
        last, before = unit.text, labels or before
    return tuple(
        dict.fromkeys(_chosen(questions, statements) or _whole(heard, classify) or questions or statements)
    ) or (Subject(REACT),)


def _in_context(unit: Unit, labels: tuple[int, ...], before: tuple[int, ...], last: str, classify: Classify) -> Subject:
    """Return the subject of a unit, read together with the words *last* before it if it has none of its own."""
    if unit.text in _CHECKS and last:
        return classify(last, labels or before, "")
    subject = classify(unit.text, labels, last)
    if subject.kind not in VAGUE or not unit.asks or not last:
        return subject
    wider = classify(f"{last}, {unit.text}", labels or before, "")
    return subject if wider.kind in VAGUE else wider


def _chosen(questions: Sequence[Subject], statements: Sequence[Subject]) -> list[Subject]:
    """Return the questions with a known subject, or else the statements that call for an answer."""
    known = [subject for subject in questions if subject.kind not in (*VAGUE, *POLITE)]
    return known or [subject for subject in statements if subject.kind not in POLITE]


def _whole(heard: Sequence[Unit], classify: Classify) -> list[Subject]:
    """Return the subject of a question as a whole, where none of its units has one."""
    if len(heard) < 2 or not any(unit.asks for unit in heard):
        return []
    subject = classify(", ".join(unit.text for unit in heard), (), "")
    return [] if subject.kind in VAGUE else [subject]


def _addressed(unit: Unit, asked: int) -> bool:
    return asked in unit.labels or bool(_SPEAKS_OF_YOU.search(unit.text))
