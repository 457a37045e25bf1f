"""Rules of thumb that answer the questions of ``hard`` without following who noticed what; none of them gains anything.

Each goes by what is really so, by what is named late, or by a lower order than the question's.
"""

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from interplay_builders.tracks.company.hard.draw import Script
from interplay_builders.tracks.company.hard.minds import NOBODY, Minds
from interplay_builders.tracks.company.knowledge import ALL, YOU

Kind = Literal["third", "mutual"]


class Subject(Struct, frozen=True, gc=False):
    """What a question is about: a chain of persons, or in ``mutual`` a group, and the *topics* that can be named.

    Rules of thumb go by one *topic* at a time.
    """

    kind: Kind
    chain: tuple[int, ...]
    topics: tuple[int, ...]
    topic: int = -1


class View:
    """What rules of thumb go by, collected in one pass over the acts of a script.

    *named* has for each person the index of the last act that names them; *about*, *changed* and *announced* have for
    each topic that of the last remark that names it, of its last change, and of what was said in the room about it;
    *speaker* and *hearers* are those of the last remark. -1 stands for all topics.
    *late* is where the last quarter begins, and *true* has what was so after each act.
    """

    def __init__(self, script: Script) -> None:
        self.script, self.people, self.late = script, range(len(script.people)), len(script.acts) * 3 // 4
        self.named, self.about, self.changed, self.announced, self.speaker = (dict[int, int]() for _ in range(5))
        self.hearers: dict[int, frozenset[int]] = {}
        self.true: list[dict[int, str]] = []
        self.end = minds = Minds(len(script.people), script.present_at_start, script.values)
        for index, act in enumerate(script.acts):
            for person in {act.speaker, act.listener, act.eavesdropper} - {YOU, ALL, NOBODY}:
                self.named[person] = index
            if act.kind == "change":
                self.changed[act.topic] = index
            if act.kind not in {"change", "correct", "leave", "join", "gather"}:
                for topic in {act.topic, -1}:
                    self.about[topic], self.speaker[topic] = index, act.speaker
                    self.hearers[topic] = minds.hearing(act).openly
                if act.listener == ALL:
                    self.announced[act.topic] = index
            minds.apply(act)
            self.true.append(dict(minds.current))

    def is_so_if_true(self, subject: Subject) -> bool:
        """Return what the answer would be if nobody ever passed on what was out of date."""

        def value(*chain: int) -> str:
            entry = self.end.entry(subject.topic, *chain)
            return self.true[entry.act][subject.topic] if entry.value else ""

        if subject.kind == "mutual":
            return all(value(p) == value(p, q) != "" for p, q in permutations(subject.chain, 2))
        return value(*subject.chain[:2]) == value(*subject.chain) != ""

    def is_believed(self, subject: Subject, *chain: int) -> bool:
        """Return whether *chain* arrives at what is true of the topic of *subject*."""
        return self.end.belief(subject.topic, *chain) == self.end.current[subject.topic]


Rule = Callable[[View, Subject], bool]

GENERAL: Mapping[str, Rule] = {
    "remarks were true": View.is_so_if_true,
    "always yes": lambda _, __: True,
    "true state": lambda v, s: v.is_believed(s, s.chain[-1]),
    "most people know": lambda v, s: 2 * sum(v.end.knows(s.topic, p) for p in v.people) > len(v.people),
    "the first knows": lambda v, s: v.is_believed(s, s.chain[0]),
    "the second knows": lambda v, s: v.is_believed(s, s.chain[1]),
    "all of them know": lambda v, s: all(v.is_believed(s, p) for p in s.chain),
    "first and last agree": lambda v, s: v.end.belief(s.topic, s.chain[0]) == v.end.belief(s.topic, s.chain[-1]) != "",
    "second and last agree": lambda v, s: (
        v.end.belief(s.topic, s.chain[-2]) == v.end.belief(s.topic, s.chain[-1]) != ""
    ),
    "spoke last": lambda v, s: v.speaker.get(s.topic, YOU) in s.chain,
    "spoke last of all": lambda v, s: v.speaker.get(-1, YOU) in s.chain,
    "heard it last": lambda v, s: s.chain[-1] in v.hearers.get(s.topic, ()),
    "all heard it last": lambda v, s: {*s.chain} <= v.hearers.get(s.topic, frozenset()),
    "last named late": lambda v, s: v.named.get(s.chain[-1], -1) >= v.late,
    "first named late": lambda v, s: v.named.get(s.chain[0], -1) >= v.late,
    "named after the last change": lambda v, s: v.named.get(s.chain[-1], -1) > v.changed.get(s.topic, -1),
    "topic named late": lambda v, s: v.about.get(s.topic, -1) >= v.late,
    "topic changed late": lambda v, s: v.changed.get(s.topic, -1) >= v.late,
    "announced after the last change": lambda v, s: v.announced.get(s.topic, -1) > v.changed.get(s.topic, -1),
    "last present now": lambda v, s: s.chain[-1] in v.end.present,
    "all present now": lambda v, s: {*s.chain} <= v.end.present,
}
_THIRD: Mapping[str, Rule] = {
    "without the first": lambda v, s: v.end.thinks_known(s.topic, *s.chain[1:]),
    "without the second": lambda v, s: v.end.thinks_known(s.topic, s.chain[0], s.chain[2]),
    "without the last": lambda v, s: v.end.thinks_known(s.topic, *s.chain[:2]),
    "first takes last to be right": lambda v, s: v.is_believed(s, s.chain[0], s.chain[2]),
}
RULES: Mapping[str, Mapping[str, Rule]] = {
    "third": {**GENERAL, **_THIRD},
    "mutual": GENERAL,
}
"""Kind of question -> name -> rule, which is put to each of the topics."""
BOTS: Mapping[str, tuple[str, ...]] = {
    "true-state": ("true state",),
    "lower-order": ("without the second", "first and last agree"),
    "last-speaker": ("spoke last",),
    "recent": ("last named late",),
}
"""Bots of the track that answer by a rule of thumb, each with its rule, and the rule of kinds that lack it."""


def answers(view: View, subject: Subject, name: str) -> frozenset[int]:
    """Return the topics that the rule of this *name* names."""
    rule = RULES[subject.kind][name]
    return frozenset(t for t in subject.topics if rule(view, replace(subject, topic=t)))
