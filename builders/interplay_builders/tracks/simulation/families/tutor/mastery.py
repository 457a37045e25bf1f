"""A fraction coach: a wrong answer is named, hints come in steps, and levels choose the next item."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm

from msgspec import Struct

from interplay.tracks.simulation.checks.labelled import LabelledParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

Pair = tuple[int, int]
"""Numerator and denominator as they are written, not reduced."""
MASTERED = 2
TRIES = 3


class Item(Struct, frozen=True):
    """Two fractions to add, or to multiply."""

    first: Pair
    other: Pair
    sign: str = "+"

    @property
    def truth(self) -> Fraction:
        """The result."""
        first, other = Fraction(*self.first), Fraction(*self.other)
        return first + other if self.sign == "+" else first * other

    def __str__(self) -> str:
        """Return the item as the brief lists it."""
        return f"{self.first[0]}/{self.first[1]}{self.sign}{self.other[0]}/{self.other[1]}"


SKILLS: Mapping[str, tuple[Item, ...]] = {
    "A": (Item((1, 7), (3, 7)), Item((2, 9), (4, 9)), Item((3, 10), (3, 10))),
    "B": (Item((1, 2), (1, 3)), Item((3, 4), (1, 6)), Item((2, 5), (1, 10))),
    "C": (Item((2, 3), (1, 5), "x"), Item((3, 4), (2, 9), "x"), Item((5, 6), (3, 10), "x")),
}


class Coach:
    """Levels, the item that is asked, and the wrong answers to it so far."""

    def __init__(self) -> None:
        self._level = dict.fromkeys(SKILLS, 0)
        self._given = dict.fromkeys(SKILLS, 0)
        self._skill: str | None = "A"
        self._wrong = 0
        self._diagnosis, self._hint, self._last = "none", "none", ""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Take answers such as ``4/7`` and ``skip`` one after the other; show the card after the last."""
        for command in commands:
            if self._skill is None:
                raise ValueError(f"found {command!r}, expected no answer: all is mastered")
            self._last = command
            if command == "skip":
                self._diagnosis, self._hint = "skipped", "none"
                self._finish()
            else:
                self._judge(command)
        lines = tuple(self._lines())
        return Answer("\n".join(lines), (content("labelled", LabelledParams(expected=lines)), *self._beside()))

    def _beside(self) -> Iterator[Check]:
        """Yield what no words beside the card may do: praise a wrong last answer, or ask for another item."""
        if self._diagnosis not in {"right", "skipped"}:
            praised = (
                rf"(?i){re.escape(self._last)}[^\d\n.]{{0,20}}\b(?:is|was) (?:all |quite |exactly )?(?:right|correct)"
            )
            yield _absent(praised, "no praise of a wrong answer")
        item = None if self._skill is None else self._item()
        others = "|".join(re.escape(str(other)) for row in SKILLS.values() for other in row if other != item)
        yield _absent(rf"(?s)ITEM:.*(?:{others})", "no item but the card's")

    def _item(self) -> Item:
        skill = self._skill or "A"
        return SKILLS[skill][self._given[skill] % len(SKILLS[skill])]

    def _judge(self, text: str) -> None:
        top, bottom = map(int, text.split("/"))
        self._diagnosis, self._hint = diagnosis(self._item(), (top, bottom)), "none"
        if self._diagnosis == "right":
            if not self._wrong:
                self._level[self._skill or ""] += 1
            self._finish()
        elif self._diagnosis != "not reduced":
            self._miss()

    def _miss(self) -> None:
        self._wrong += 1
        if self._wrong < TRIES:
            self._hint = str(self._wrong)
            return
        skill = self._skill or ""
        self._level[skill] = max(0, self._level[skill] - 1)
        self._hint = f"solution {self._item().truth}"
        self._finish()

    def _finish(self) -> None:
        """Leave the item and choose the next skill."""
        self._given[self._skill or ""] += 1
        self._wrong = 0
        open_ = [skill for skill, level in self._level.items() if level < MASTERED]
        self._skill = min(open_, key=lambda skill: self._level[skill]) if open_ else None

    def _lines(self) -> Iterator[str]:
        yield f"SAID: {self._diagnosis}"
        yield f"HINT: {self._hint}"
        yield f"LEVELS: {', '.join(f'{skill} {level}' for skill, level in self._level.items())}"
        skill = self._skill
        yield "ITEM: done" if skill is None else f"ITEM: {skill}{self._given[skill] % len(SKILLS[skill]) + 1}"


def _absent(pattern: str, means: str) -> Check:
    return form("pattern", PatternParams(pattern=pattern, means=means, whole=False, absent=True))


def diagnosis(item: Item, answer: Pair) -> str:
    """Return what an answer shows: the first of the coach's words that fits."""
    value = Fraction(*answer)
    if value == item.truth:
        return "right" if gcd(*answer) == 1 else "not reduced"
    (a, b), (c, d) = item.first, item.other
    if item.sign == "x":
        return "added" if value == Fraction(a, b) + Fraction(c, d) else "unclear"
    if value == Fraction(a + c, b + d):
        return "added bottoms"
    return "kept tops" if answer == (a + c, lcm(b, d)) else "unclear"
