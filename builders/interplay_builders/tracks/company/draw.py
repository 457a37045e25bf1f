"""Draw what happens in a dialogue, event by event, from a named stream."""

from collections.abc import Iterator, Mapping, Sequence

from interplay.core.randomness import Stream
from interplay_builders.tracks.company.knowledge import ALL, LATEST, YOU, Company, Event
from interplay_builders.tracks.company.story import Story
from interplay_builders.tracks.company.texts import NAMES, Setting

Weights = Mapping[str, int]
WEIGHTS: Weights = {
    "change": 4,
    "tell_one": 3,
    "tell_all": 2,
    "correct": 1,
    "pass_one": 7,
    "pass_all": 6,
    "latest_one": 4,
    "latest_all": 4,
    "leave": 4,
    "join": 4,
}
"""How often each kind of event is tried; one that cannot happen is drawn again."""


def kinds_of(weights: Weights) -> tuple[str, ...]:
    """Return the kinds of events, each as often as its weight."""
    return tuple(kind for kind, weight in weights.items() for _ in range(weight))


class Happening:
    """Draws events that make sense at their time, and keeps the state of mind that they lead to.

    *values* are the values of each topic in order; the first *used* are over; *kinds* are those of
    ``kinds_of``.
    """

    def __init__(
        self,
        company: Company,
        values: Sequence[Sequence[str]],
        used: Sequence[int],
        kinds: Sequence[str],
        stream: Stream,
    ) -> None:
        self.company = company
        self._values, self._used = values, list(used)
        self._kinds, self._stream = kinds, stream

    def events(self, count: int) -> Iterator[Event]:
        """Yield *count* events, each after it has happened."""
        for _ in range(count):
            event = self.event()
            self.company.apply(event)
            yield event

    def event(self) -> Event:
        """Return an event that can happen next."""
        event = None
        while event is None:
            event = self.draw(self._stream.choice(self._kinds))
        return event

    def draw(self, kind: str) -> Event | None:
        """Return an event of *kind*, or nothing where one cannot happen or would make no difference to anybody."""
        match kind:
            case "change":
                return self._change()
            case "leave" | "join":
                return self._walk(kind)
            case "tell_one" | "tell_all":
                return self._inform(is_public=kind == "tell_all")
            case "correct":
                topics = [t for t in self.company.current if self.company.outdated(t)]
                return Event("correct", topic=self._stream.choice(topics)) if topics else None
            case _:
                form, _, whom = kind.partition("_")
                return self._pass(is_latest=form == "latest", is_public=whom == "all")

    def _change(self) -> Event | None:
        topics = [t for t, values in enumerate(self._values) if self._used[t] < len(values)]
        if not topics:
            return None
        topic = self._stream.choice(topics)
        self._used[topic] += 1
        return Event("change", topic=topic, value=self._values[topic][self._used[topic] - 1])

    def _walk(self, kind: str) -> Event | None:
        who = [p for p in self.company.people if (p in self.company.present) is (kind == "leave")]
        if not who or (kind == "leave" and len(who) == 1):
            return None
        return Event("leave" if kind == "leave" else "join", listener=self._stream.choice(who))

    def _inform(self, *, is_public: bool) -> Event | None:
        if not self.company.current:
            return None
        topic = self._stream.choice(list(self.company.current))
        value = self.company.current[topic]
        listener = ALL if is_public else self._stream.choice(self.company.people)
        event = Event("tell", YOU, listener, topic, value)
        return event if self._is_news(event, YOU, topic, value) else None

    def _pass(self, *, is_latest: bool, is_public: bool) -> Event | None:
        speaker = self._stream.choice(self.company.people)
        topic = self.company.latest[speaker] if is_latest else self._believed(speaker)
        if topic is None or (is_public and speaker not in self.company.present):
            return None
        listener = ALL if is_public else self._stream.choice([p for p in self.company.people if p != speaker])
        event = Event("pass", speaker, listener, LATEST if is_latest else topic)
        return event if self._is_news(event, speaker, topic, self.company.belief(speaker, topic) or "") else None

    def _believed(self, speaker: int) -> int | None:
        topics = [t for t in self.company.current if self.company.belief(speaker, t) is not None]
        return self._stream.choice(topics) if topics else None

    def _is_news(self, event: Event, speaker: int, topic: int, value: str) -> bool:
        """Return whether somebody who hears *event* believes another value, or none."""
        listeners = self.company.present - {speaker} if event.listener == ALL else {event.listener}
        return any(self.company.belief(p, topic) != value for p in listeners)


def story(setting: Setting, voice: str, people: int, events: int, stream: Stream) -> Story:
    """Return a dialogue of *events* events among so many *people*, about all topics of *setting*."""
    names = sorted(stream.sample(NAMES, people))
    present = frozenset(stream.sample(range(people), people - 2))
    values = [stream.shuffled(topic.values) for topic in setting.topics]
    start = {t: topic_values[0] for t, topic_values in enumerate(values)}
    happening = Happening(Company(people, present, start), values, [1] * len(values), kinds_of(WEIGHTS), stream)
    return Story(
        setting=setting,
        voice=voice,
        people=tuple(names),
        topics=tuple((topic.label, topic.clause) for topic in setting.topics),
        present_at_start=present,
        values=start,
        events=tuple(happening.events(events)),
    )
