"""Rules of thumb that answer probes without keeping track of who believes what; drawing makes all of them useless.

Each goes by what is named where in the list of events, or by what is really so instead of what somebody thinks.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from interplay_builders.tracks.company.knowledge import ALL, LATEST, YOU, Company, Event
from interplay_builders.tracks.company.story import Story


class Subject(Struct, frozen=True, gc=False):
    """What a probe is about: *person*'s belief about *topic*, *value* in stale ones, *other* in second-order ones."""

    person: int
    topic: int
    other: int = -1
    value: str = ""


class View:
    """What rules of thumb go by, collected in one pass over the events of a story."""

    def __init__(self, story: Story) -> None:
        self.people = range(len(story.people))
        self.events = story.events
        self.changes: dict[int, list[int]] = {}
        """Topic -> indices of its changes."""
        self.reached: dict[int, list[frozenset[int]]] = {}
        """Topic -> for each time that it was told by name, whom it reached."""
        self.named: dict[int, int] = {}
        """Person -> index of the last event that names them."""
        self.about: dict[int, int] = {}
        """Topic -> index of the last event that names it."""
        self.counts = dict.fromkeys(self.people, 0)
        self.named_at: dict[tuple[int, int], int] = {}
        """(Person, topic) -> index of the last event that tells this person by name."""
        self.announced: dict[int, int] = {}
        self.together: set[tuple[int, int, int]] = set()
        """(Person, person, topic) where both heard something about the topic in the same event."""
        self.beliefs: dict[tuple[int, int], dict[str, None]] = {}
        """(Person, topic) -> all that the person ever believed about it."""
        self.end = company = story.beliefs_at_start()
        for index, event in enumerate(story.events):
            self._see(index, event, company)
            company.apply(event)
            if event.kind in {"tell", "correct", "pass"}:
                self._hold(company)

    def _see(self, index: int, event: Event, company: Company) -> None:
        for person in {event.speaker, event.listener} - {YOU, ALL}:
            self.named[person] = index
            self.counts[person] += 1
        if event.topic == LATEST or event.kind in {"leave", "join"}:
            return
        self.about[event.topic] = index
        if event.kind == "change":
            self.changes.setdefault(event.topic, []).append(index)
            return
        if event.kind == "correct":
            return
        heard = company.present if event.listener == ALL else {event.listener}
        self.reached.setdefault(event.topic, []).append(frozenset(heard))
        if event.listener == ALL:
            self.announced[event.topic] = index
        else:
            self.named_at[event.listener, event.topic] = index
        everyone = frozenset(heard) | ({event.speaker} - {YOU})
        self.together |= {(a, b, event.topic) for a in everyone for b in everyone if a != b}

    def _hold(self, company: Company) -> None:
        for person in self.people:
            for topic, value in company.beliefs(person).items():
                self.beliefs.setdefault((person, topic), {})[value] = None

    def is_late(self, index: int) -> bool:
        """Return whether *index* is in the last quarter of the events."""
        return index >= len(self.events) * 3 // 4

    def changed_at(self, topic: int) -> int:
        """Return the index of the last change of *topic*, -1 where it never changed."""
        return self.changes.get(topic, [-1])[-1]


Rule = Callable[[View, Subject], bool]

_ANY: Mapping[str, Rule] = {
    "always yes": lambda _, __: True,
    "asked: told by name": lambda v, p: (p.person, p.topic) in v.named_at,
    "ever reached": lambda v, p: any(p.person in heard for heard in v.reached.get(p.topic, ())),
    "told last": lambda v, p: p.person in v.reached.get(p.topic, [frozenset()])[-1],
    "majority of what was told": lambda v, p: (
        2 * sum(p.person in heard for heard in v.reached.get(p.topic, ())) > len(v.reached.get(p.topic, ()))
    ),
    "present now": lambda v, p: p.person in v.end.present,
    "named late": lambda v, p: v.is_late(v.named.get(p.person, -1)),
    "named often": lambda v, p: v.counts[p.person] * len(v.people) > sum(v.counts.values()),
    "topic named late": lambda v, p: v.is_late(v.about.get(p.topic, -1)),
    "topic changed late": lambda v, p: v.is_late(v.changed_at(p.topic)),
    "topic changed more than once": lambda v, p: len(v.changes.get(p.topic, ())) > 1,
    "topic told after its last change": lambda v, p: (
        max([v.announced.get(p.topic, -1), *(at for (_, t), at in v.named_at.items() if t == p.topic)])
        > v.changed_at(p.topic)
    ),
    "announced after its last change": lambda v, p: v.announced.get(p.topic, -1) > v.changed_at(p.topic),
    "named after the last change": lambda v, p: v.named.get(p.person, -1) > v.changed_at(p.topic),
    "most people know": lambda v, p: 2 * sum(v.end.knows(q, p.topic) for q in v.people) > len(v.people),
}
_SECOND: Mapping[str, Rule] = {
    "the other really knows": lambda v, p: v.end.knows(p.other, p.topic),
    "the thinker knows": lambda v, p: v.end.knows(p.person, p.topic),
    "both know": lambda v, p: v.end.knows(p.person, p.topic) and v.end.knows(p.other, p.topic),
    "both believe the same": lambda v, p: v.end.belief(p.person, p.topic) == v.end.belief(p.other, p.topic),
    "both present now": lambda v, p: {p.person, p.other} <= v.end.present,
    "the other is present now": lambda v, p: p.other in v.end.present,
    "told together once": lambda v, p: (p.person, p.other, p.topic) in v.together,
    "the other was reached": lambda v, p: any(p.other in heard for heard in v.reached.get(p.topic, ())),
    "the other was told last": lambda v, p: p.other in v.reached.get(p.topic, [frozenset()])[-1],
    "the other was named late": lambda v, p: v.is_late(v.named.get(p.other, -1)),
}
_STALE: Mapping[str, Rule] = {
    "the value before this one": lambda v, p: (
        [e.value for e in v.events if e.kind == "change" and e.topic == p.topic][-2:-1] == [p.value]
    ),
    "the first value": lambda v, p: p.value not in {e.value for e in v.events if e.kind == "change"},
    "told by name since it changed": lambda v, p: v.named_at.get((p.person, p.topic), -1) > v.changed_at(p.topic),
    "never told anything else by name": lambda v, p: (p.person, p.topic) not in v.named_at,
}
RULES: Mapping[str, Mapping[str, Rule]] = {
    "first": _ANY,
    "stale": {**_ANY, **_STALE},
    "second": {**_ANY, **_SECOND},
    "recall": _ANY,
}
"""Kind of probe -> name -> rule of thumb; in recall a rule is put to each person by itself."""
