"""Rules of thumb that answer the questions of ``hard`` without following who noticed what; none of them gains anything.

Each goes by what is really so, by what is named, named late or often, or by a lower order than the question's.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import permutations, product
from typing import Literal

from msgspec import Struct

from interplay_builders.tracks.company.hard.draw import Script
from interplay_builders.tracks.company.hard.minds import NOBODY, Minds
from interplay_builders.tracks.company.knowledge import ALL, YOU

Kind = Literal["third", "outdated"]


class Subject(Struct, frozen=True, gc=False):
    """What a question is about: a number for each of *group*.

    In ``third``, for how many topics and pairs of others that person thinks that the first thinks that the second
    knows the topic; in ``outdated``, how often somebody heard that person say what was no longer true.
    """

    kind: Kind
    group: tuple[int, ...]


class Link(Struct, frozen=True, gc=False):
    """One of the cases that ``third`` counts: a *chain* of three persons and a *topic*."""

    chain: tuple[int, ...]
    topic: int


class Remark(Struct, frozen=True, gc=False):
    """What somebody passed on: when, the topic if named, how many things, how many of them untrue, and to how many."""

    index: int
    topic: int
    things: int
    outdated: int
    hearers: int


class View:
    """What rules of thumb go by, collected in one pass over the acts of a script.

    *named* has for each person the index of the last act that names them; *about*, *changed* and *announced* have for
    each topic that of the last remark that names it, of its last change, and of what was said in the room about it;
    *speaker* and *hearers* are those of the last remark. -1 stands for all topics.
    *late* is where the last quarter begins, and *true* has what was so after each act. *remarks* has for each person
    what they passed on, in order.
    """

    def __init__(self, script: Script) -> None:
        self.script, self.people, self.late = script, range(len(script.people)), len(script.acts) * 3 // 4
        self.named, self.about, self.changed, self.announced, self.speaker = (dict[int, int]() for _ in range(5))
        self.hearers: dict[int, frozenset[int]] = {}
        self.true: list[dict[int, str]] = []
        self.remarks: dict[int, list[Remark]] = {person: [] for person in self.people}
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
            if act.kind in {"pass", "news", "update"}:
                content, hearing = minds.content(act), minds.hearing(act)
                hearers = len((hearing.openly | {hearing.eavesdropper}) - {act.speaker, NOBODY})
                outdated = sum(entry.value != minds.current[t] for t, entry in content.items())
                self.remarks[act.speaker].append(Remark(index, act.topic, len(content), outdated, hearers))
            minds.apply(act)
            self.true.append(dict(minds.current))

    def is_so_if_true(self, link: Link) -> bool:
        """Return what the answer would be if nobody ever passed on what was out of date."""

        def value(*chain: int) -> str:
            entry = self.end.entry(link.topic, *chain)
            return self.true[entry.act][link.topic] if entry.value else ""

        return value(*link.chain[:2]) == value(*link.chain) != ""

    def is_believed(self, link: Link, *chain: int) -> bool:
        """Return whether *chain* arrives at what is true of the topic of *link*."""
        return self.end.belief(link.topic, *chain) == self.end.current[link.topic]

    def outdated(self, person: int, *, of: Callable[[int, int], bool] = lambda _, __: True) -> int:
        """Return how often *person* was heard to say what is untrue; *of* tells from index and topic what to count."""
        return sum(r.outdated * r.hearers for r in self.remarks[person] if of(r.index, r.topic))

    def passed_on(self, person: int, *, unnamed: bool = False) -> int:
        """Return how often *person* was heard to say anything, or only what is not named."""
        return sum(r.things * r.hearers for r in self.remarks[person] if r.topic < 0 or not unnamed)


_THIRD: Mapping[str, Callable[[View, Link], bool]] = {
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
    "without the first": lambda v, s: v.end.thinks_known(s.topic, *s.chain[1:]),
    "without the second": lambda v, s: v.end.thinks_known(s.topic, s.chain[0], s.chain[2]),
    "without the last": lambda v, s: v.end.thinks_known(s.topic, *s.chain[:2]),
    "first takes last to be right": lambda v, s: v.is_believed(s, s.chain[0], s.chain[2]),
}
_OUTDATED: Mapping[str, Callable[[View, int], int]] = {
    "never": lambda _, __: 0,
    "every time": View.passed_on,
    "every second time": lambda v, p: v.passed_on(p) // 2,
    "every remark": lambda v, p: len(v.remarks[p]),
    "once a thing": lambda v, p: sum(r.outdated for r in v.remarks[p]),
    "what is named": lambda v, p: v.outdated(p, of=lambda _, topic: topic >= 0),
    "what is named, and half of the rest": lambda v, p: (
        v.outdated(p, of=lambda _, topic: topic >= 0) + v.passed_on(p, unnamed=True) // 2
    ),
    "late": lambda v, p: v.outdated(p, of=lambda index, _: index >= v.late),
    "early, twice": lambda v, p: 2 * v.outdated(p, of=lambda index, _: 2 * index < len(v.true)),
    "wrong at the end": lambda v, p: sum(v.end.belief(t, p) not in {"", now} for t, now in v.end.current.items()),
}
Rule = Callable[[View, int], int]


def _third(rule: Callable[[View, Link], bool], view: View, person: int) -> int:
    """Return in how many cases *rule* says that *person* answers yes."""
    pairs = permutations([other for other in view.people if other != person], 2)
    return sum(rule(view, Link((person, *pair), topic)) for pair, topic in product(pairs, view.end.current))


RULES: Mapping[str, Mapping[str, Rule]] = {
    "third": {name: partial(_third, rule) for name, rule in _THIRD.items()},
    "outdated": _OUTDATED,
}
"""Kind of question -> name -> rule, which is put to each person."""
KEY: Mapping[str, Rule] = {
    "third": partial(_third, lambda v, link: v.end.thinks_known(link.topic, *link.chain)),
    "outdated": View.outdated,
}
"""Kind of question -> what is right."""
BOTS: Mapping[str, tuple[str, ...]] = {
    "true-state": ("true state", "wrong at the end"),
    "lower-order": ("without the second", "what is named"),
    "last-speaker": ("spoke last", "every second time"),
    "recent": ("last named late", "late"),
}
"""Bots of the track that answer by a rule of thumb, each with its rule, and the rule of kinds that lack it."""


def answers(view: View, subject: Subject, rule: Rule) -> tuple[int, ...]:
    """Return the number that *rule* gives for each of the group."""
    return tuple(rule(view, person) for person in subject.group)
