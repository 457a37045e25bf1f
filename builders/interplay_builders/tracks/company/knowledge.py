"""Who believes what, and who thinks that somebody else knows it: the one source of this track's gold labels.

People believe what they were told last. What one person takes another to believe is what the first last heard the
other say or be told. The rules are those that the prompt states; ``company.toml`` has their words.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, Self

from msgspec import Struct

YOU = -1
"""The speaker of what the answerer says."""
ALL = -1
"""The listener of what is said to everyone in the room."""
LATEST = -1
"""The topic that the speaker heard about last."""

Kind = Literal["change", "tell", "correct", "pass", "leave", "join"]


class Event(Struct, frozen=True, gc=False):
    """Something that happens, people and topics being numbers from 0.

    ``change``: from now on *topic* has *value*, and the answerer alone knows. ``tell``: the answerer tells *listener*
    in private, or everyone in the room, the value of now, which *value* repeats for those who write it down.
    ``correct``: the answerer calls each person who believes an outdated value, in private, and gives the one of now.
    ``pass``: *speaker* tells *listener* in private, or everyone in the room, what *speaker* believes. ``leave`` and
    ``join``: *listener* goes out of the room, or comes in.
    """

    kind: Kind
    speaker: int = YOU
    listener: int = ALL
    topic: int = LATEST
    value: str = ""


class Company:
    """The state of mind of everyone in a dialogue; ``apply`` moves it on.

    Args:
        people: How many there are beside the answerer.
        present: Who is in the room at the start.
        values: Topic -> value at the start, which only the answerer knows.
    """

    def __init__(self, people: int, present: Iterable[int], values: Mapping[int, str]) -> None:
        self.people = range(people)
        self.present = set(present)
        self.current = dict(values)
        self.latest: list[int | None] = [None] * people
        self._beliefs: list[dict[int, str]] = [{} for _ in self.people]
        self._heard: list[dict[tuple[int, int], str]] = [{} for _ in self.people]
        """By person: (other person, topic) -> value that the other was last heard to say or be told."""

    def copy(self) -> Self:
        """Return a company in the same state that changes apart from this one."""
        new = object.__new__(type(self))
        new.people, new.present, new.current = self.people, set(self.present), dict(self.current)
        new.latest = list(self.latest)
        new._beliefs = [dict(entries) for entries in self._beliefs]
        new._heard = [dict(entries) for entries in self._heard]
        return new

    def is_alike(self, other: Self, person: int) -> bool:
        """Return whether *person* believes and has heard the same here as in *other*."""
        return self._beliefs[person] == other._beliefs[person] and self._heard[person] == other._heard[person]

    def belief(self, person: int, topic: int) -> str | None:
        """Return what *person* takes *topic* to be, ``None`` who was never told."""
        return self._beliefs[person].get(topic)

    def beliefs(self, person: int) -> Mapping[int, str]:
        """Return topic -> what *person* believes."""
        return self._beliefs[person]

    def knows(self, person: int, topic: int) -> bool:
        """Return whether *person* believes the value of now."""
        return topic in self._beliefs[person] and self._beliefs[person][topic] == self.current[topic]

    def known(self, person: int) -> tuple[int, int]:
        """Return about how many topics *person* is right, and about how many *person* believes something."""
        beliefs, current = self._beliefs[person], self.current
        return sum([current[topic] == value for topic, value in beliefs.items()]), len(beliefs)

    def thinks_known(self, person: int, other: int, topic: int) -> bool:
        """Return whether *person* thinks that *other* knows: both hold the same, as far as *person* has heard."""
        belief = self.belief(person, topic)
        return belief is not None and self._heard[person].get((other, topic)) == belief

    def thought_known(self, person: int) -> list[int]:
        """Return of each person, how many topics *person* thinks that this one knows; 0 of *person*."""
        counts, beliefs = [0] * len(self.people), self._beliefs[person]
        for (other, topic), value in self._heard[person].items():
            counts[other] += beliefs.get(topic) == value
        return counts

    def outdated(self, topic: int) -> tuple[int, ...]:
        """Return who believes another value of *topic* than that of now."""
        return tuple(p for p in self.people if topic in self._beliefs[p] and not self.knows(p, topic))

    def apply(self, event: Event) -> None:
        """Let *event* happen. What cannot be said, for want of a belief or of a way into the room, is not said."""
        match event.kind:
            case "change":
                self.current[event.topic] = event.value
            case "leave":
                self.present.discard(event.listener)
            case "join":
                self.present.add(event.listener)
            case "correct":
                for person in self.outdated(event.topic):
                    self._spread(YOU, (person,), event.topic, self.current[event.topic])
            case _:
                self._speak(event)

    def _speak(self, event: Event) -> None:
        topic, value = self.content(event)
        if topic is None or value is None or (event.listener == ALL and event.speaker not in {YOU, *self.present}):
            return
        listeners = self.present - {event.speaker} if event.listener == ALL else (event.listener,)
        self._spread(event.speaker, listeners, topic, value)

    def content(self, event: Event) -> tuple[int | None, str | None]:
        """Return topic and value of what is told or passed on in *event*, ``None`` where there is none."""
        topic = self.latest[event.speaker] if event.topic == LATEST else event.topic
        if topic is None:
            return None, None
        return topic, self.current.get(topic) if event.speaker == YOU else self.belief(event.speaker, topic)

    def _spread(self, speaker: int, listeners: Iterable[int], topic: int, value: str) -> None:
        hearers = tuple(listeners)
        for person in hearers:
            self._beliefs[person][topic] = value
            self.latest[person] = topic
        heard = hearers if speaker == YOU else (speaker, *hearers)
        for person in heard:
            notes = self._heard[person]
            for other in heard:
                if other != person:
                    notes[other, topic] = value


def after(company: Company, events: Iterable[Event]) -> Company:
    """Return *company* after *events* have happened to it."""
    for event in events:
        company.apply(event)
    return company
