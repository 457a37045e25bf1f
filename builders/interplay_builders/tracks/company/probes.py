"""Choose what is asked about a dialogue: as many answers yes as no, and no rule of thumb better than a coin."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Literal, TypeVar

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.company.scores import informed
from interplay_builders.tracks.company.shortcuts import RULES, Subject, View
from interplay_builders.tracks.company.story import Story

Kind = Literal["first", "stale", "second", "recall"]
KINDS: tuple[Kind, ...] = ("first", "stale", "second", "recall")
MOST = 16
"""Candidates of each label that are compared, which bounds the work."""


class Probe(Struct, frozen=True, gc=False):
    """A question about the end of a dialogue. ``gold`` is yes or no, or in ``recall`` who knows the topic."""

    kind: Kind
    subject: Subject
    gold: tuple[str, ...]


Gains = dict[tuple[str, str], float]
"""(Kind, rule of thumb) -> by how much the rule was better than a coin, in all."""
Candidate = tuple[Subject, frozenset[int] | bool]
"""What could be asked, and the answer: yes or no, or who knows the topic."""
C = TypeVar("C")


class Choice(Struct, frozen=True):
    """Probes of a dialogue, and what they add to the gains of each rule of thumb."""

    probes: tuple[Probe, ...]
    gains: Gains


class Balance:
    """What each rule of thumb gains with the questions so far, and which ones to add."""

    def __init__(self, rules: Mapping[str, Iterable[str]]) -> None:
        self.gains: Gains = {(kind, name): 0.0 for kind, names in rules.items() for name in names}

    def worth(self, gains: Gains) -> float:
        """Return what rules of thumb would have gained with these *gains*, as a sum of squares; lower is better."""
        return sum((self.gains[key] + gain) ** 2 for key, gain in gains.items())

    def take(self, gains: Gains) -> None:
        """Count these *gains*."""
        self.gains |= {key: self.gains[key] + gain for key, gain in gains.items()}

    def least(self, pairs: Sequence[tuple[C, C]], gains_of: Callable[[C], Gains]) -> tuple[tuple[C, C], Gains]:
        """Return the one of *pairs* after which the rules have gained least, and what it adds."""
        added = {candidate: gains_of(candidate) for candidate in {c for pair in pairs for c in pair}}

        def worth(pair: tuple[C, C]) -> float:
            first, second = (added[candidate] for candidate in pair)
            return sum((self.gains[key] + gain + second[key]) ** 2 for key, gain in first.items())

        best = min(pairs, key=worth)
        first, second = (added[candidate] for candidate in best)
        return best, {key: gain + second[key] for key, gain in first.items()}


class Chooser(Balance):
    """Chooses probes of one dialogue after the other, so that over all of them no rule of thumb gains anything."""

    def __init__(self) -> None:
        super().__init__(RULES)

    def hint(self, story: Story) -> float:
        """Return what rules of thumb would have gained after the best ``recall`` probes of *story*, as ``worth`` does.

        These depend most on the dialogue, for there are few topics to choose from.
        """
        view = View(story)
        drawn = [_gains("recall", view, *candidate) for candidate in _recall(view)]
        sums = ({k: a[k] + b[k] for k in a} for i, a in enumerate(drawn) for b in drawn[:i])
        return min(map(self.worth, sums), default=math.inf)

    def propose(self, story: Story, stream: Stream) -> Choice | None:
        """Return two probes of each kind, one with either label where it is yes or no; nothing if there are none."""
        view = View(story)
        gains: Gains = {}
        probes: list[Probe] = []
        for kind in KINDS:
            pairs = _pairs(kind, view, stream)
            if not pairs:
                return None
            pair, added = self.least(pairs, lambda candidate, kind=kind: _gains(kind, view, *candidate))  # type: ignore[misc]
            gains |= added
            probes += [Probe(kind, subject, words(gold, story.people)) for subject, gold in stream.shuffled(pair)]
        return Choice(tuple(probes), gains)


def _pairs(kind: str, view: View, stream: Stream) -> list[tuple[Candidate, Candidate]]:
    """Return what could be asked together in one dialogue."""
    if kind == "recall":
        drawn = stream.shuffled(list(_recall(view)))
        return [(a, b) for i, a in enumerate(drawn) for b in drawn[:i]]
    candidates = stream.shuffled(list(_yes_no(kind, view)))
    yes, no = ([c for c in candidates if c[1] is wanted][:MOST] for wanted in (True, False))
    return [(a, b) for a, b in product(yes, no) if a[0] != b[0]]


def _yes_no(kind: str, view: View) -> Iterator[tuple[Subject, bool]]:
    """Yield each probe of a yes-no *kind* that takes thought, with whether the answer is yes."""
    end = view.end
    for person, topic in product(view.people, end.current):
        belief = end.belief(person, topic)
        if kind == "first" and topic in view.reached:
            yield Subject(person, topic), end.knows(person, topic)
        elif kind == "stale":
            for value in view.beliefs.get((person, topic), ()):
                if value != end.current[topic]:
                    yield Subject(person, topic, value=value), belief == value
        elif kind == "second" and belief is not None:
            for other in view.people:
                if other != person:
                    yield Subject(person, topic, other), end.thinks_known(person, other, topic)


def _recall(view: View) -> Iterator[tuple[Subject, frozenset[int]]]:
    """Yield each topic that some know and some do not, with those who know it."""
    for topic in view.end.current:
        knowing = frozenset(p for p in view.people if view.end.knows(p, topic))
        if 0 < len(knowing) < len(view.people):
            yield Subject(-1, topic), knowing


def _gains(kind: str, view: View, subject: Subject, gold: frozenset[int] | bool) -> Gains:  # noqa: FBT001  a label
    """Return by how much each rule is better than a coin at a probe: from -1, wrong, to 1, right."""
    rules = RULES[kind].items()
    if isinstance(gold, bool):
        return {(kind, name): 1.0 if rule(view, subject) is gold else -1.0 for name, rule in rules}
    named = {name: frozenset(p for p in view.people if rule(view, Subject(p, subject.topic))) for name, rule in rules}
    return {(kind, name): informed(who, gold, view.people) for name, who in named.items()}


def words(gold: frozenset[int] | bool, people: Sequence[str]) -> tuple[str, ...]:  # noqa: FBT001  a label
    """Return an answer in words: yes or no, or names."""
    if isinstance(gold, bool):
        return ("yes",) if gold else ("no",)
    return tuple(people[p] for p in sorted(gold))
