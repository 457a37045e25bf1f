"""Grade a reply: yes or no is right or wrong, a list of names is compared with who knows.

The score of a question is 100 for the right answer and -100 for the wrong one; of a list, 100 times the share of those
who know that it names minus the share of the others that it names (Youden's J). Either is 0 in expectation for answers
that ignore the dialogue, and exactly 0 over a dialogue for every constant answer. A number for each
person, in the split ``hard``, scores 100 if all are right and else 0. A reply without an answer scores 0.
"""

from collections.abc import Collection
from typing import TypeVar

from msgspec import Struct, field

from interplay.tracks.company import answers
from interplay.tracks.company.records import Item

T = TypeVar("T")


class Verdict(Struct, frozen=True, gc=False):
    """The score of a reply: ``answer`` in the form of the item's ``gold``, ``None`` where it holds no answer.

    ``right`` is whether it is exactly the gold answer. ``f1`` is defined for lists of names alone.
    """

    answer: tuple[str, ...] | None = field(name="said")
    score: float
    right: bool
    f1: float | None


def grade(item: Item, raw: str) -> Verdict:
    """Return the verdict on the raw reply to *item*."""
    if item.is_list:
        named = answers.report(raw, item.people) if item.is_whole else answers.names(raw, item.people)
        if named is None:
            return Verdict(None, 0.0, right=False, f1=0.0)
        answer = tuple(sorted(named, key=lambda entry: item.people.index(entry.split()[0] if item.is_whole else entry)))
        is_right = named == set(item.gold)
        score = 100 * (is_right if item.is_whole else informed(named, item.gold, item.people))
        return Verdict(answer, score, right=is_right, f1=f1(named, item.gold))
    label = answers.yes_no(raw, of_knowledge=item.kind == "first")
    if label is None:
        return Verdict(None, 0.0, right=False, f1=None)
    word = "yes" if label else "no"
    return Verdict((word,), 100.0 if (word,) == item.gold else -100.0, right=(word,) == item.gold, f1=None)


def informed(named: Collection[T], gold: Collection[T], people: Collection[T]) -> float:
    """Return the share of *gold* that is *named* less the share of the other *people* that is, from -1 to 1."""
    others = set(people) - set(gold)
    hits = sum(name in gold for name in named) / len(gold)
    return hits - (sum(name in others for name in named) / len(others) if others else 0.0)


def f1(named: Collection[T], gold: Collection[T]) -> float:
    """Return the harmonic mean of precision and recall of the set *named*."""
    return 2 * sum(name in gold for name in named) / (len(named) + len(gold))
