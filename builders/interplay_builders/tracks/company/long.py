"""Dialogues of any length in which every event counts: leaving one out would change what is asked at the end.

A long dialogue is made of stretches. Each is about things of its own, and grows by a few events at a time, which are
kept only if afterwards the report on these things depends on every event so far. Who is in the room goes on from one
stretch to the next.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.core.records import Message
from interplay_builders.tracks.company import texts, wording
from interplay_builders.tracks.company.draw import WEIGHTS, Happening, kinds_of
from interplay_builders.tracks.company.knowledge import LATEST, Company, Event, Kind, after
from interplay_builders.tracks.company.story import Story

FEWEST, MOST = 8, 16_384
"""Events that a dialogue can have; there are names for the things of no more."""
PEOPLE = 5
"""People of a dialogue. With fewer, short ones have so few reports that always giving the same is often right."""
STRETCH = 16
PER_TOPIC = 4
"""Events of a stretch, and those for each thing that it is about."""
CHUNK = 3
"""Events that are added at a time, at the most: who leaves the room matters only for what is said there then."""
PATIENCE = 300
"""Chunks that are tried before a stretch is started again."""
UNREPORTED: Mapping[int, Container[Kind]] = {1: {"leave", "join"}, 2: {"leave", "join", "change"}}
"""By order of the report, the kinds of events that never change it by themselves."""
CHANGES = 8
"""Values that a thing can have, one after the other."""
_KINDS = kinds_of({**WEIGHTS, "correct": 3, "latest_one": 6, "latest_all": 6})


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A dialogue of many events, and the report that is asked for at its end.

    Attributes:
        messages: What a model is shown: one message with all events and the request.
        probes: The lines of the report in their order, each without its number, as in *things that Ana knows*.
        gold: The number of each line.
        story: The dialogue before it was put into words, for proofs that every event counts.
    """

    messages: tuple[Message, ...]
    probes: tuple[str, ...]
    gold: tuple[int, ...]
    story: Story


def dialogue(stream: Stream, events: int, order: int) -> Dialogue:
    """Return a dialogue of *events* events and the report asked for at its end.

    Of *order* 1 the report says for each person how many things that person knows, and about how many that person is
    wrong; of order 2, for each person and each other one, how many things the first thinks that the other knows.

    Args:
        stream: Where every choice comes from.
        events: How many events, from 8 to 16,384; the report depends on all of them, or nearly all.
        order: 1 or 2.

    Raises:
        ValueError: For another number of events or another order.
    """
    if not FEWEST <= events <= MOST or order not in {1, 2}:
        raise ValueError(f"found {events} events of order {order}, expected {FEWEST} to {MOST} of order 1 or 2")
    shared, settings = texts.texts(), texts.settings(texts.LONG)
    story = _story(
        settings[stream.choice(sorted(settings))], stream.choice(sorted(shared.voices)), events, order, stream
    )
    wordings = shared.questions.report_first if order == 1 else shared.questions.report_second
    probes = tuple(wording.format(**names) for names in _names(story.people, order) for wording in wordings.lines)
    asked = "\n".join([shared.closing.numbers, *(f"{probe}: ?" for probe in probes)])
    narrative = wording.narrative(story, shared, stream)
    return Dialogue(
        messages=(wording.message(narrative, wordings.question.format(things=story.setting.things), asked),),
        probes=probes,
        gold=report(story.beliefs_at_end(), order),
        story=story,
    )


def report(company: Company, order: int) -> tuple[int, ...]:
    """Return the numbers of the report on *company*, in the order of ``Dialogue.probes``."""
    return tuple(chain.from_iterable(_row(company, person, order) for person in company.people))


def _row(company: Company, person: int, order: int) -> tuple[int, ...]:
    """Return the numbers of the report that are about what *person* knows or thinks."""
    if order == 2:
        return tuple(n for q, n in enumerate(company.thought_known(person)) if q != person)
    known, believed = company.known(person)
    return known, believed - known


def idle(story: Story, order: int) -> tuple[int, ...]:
    """Return the indices of the events of *story* without which the report would be the same, last ones first."""
    events, end = story.events, story.beliefs_at_end()
    without = (after(story.beliefs_at_start(), (*events[:n], *events[n + 1 :])) for n in reversed(range(len(events))))
    return tuple(len(events) - 1 - n for n, company in enumerate(without) if _is_same(company, end, order))


def _is_same(company: Company, other: Company, order: int) -> bool:
    """Return whether the reports on two states of a company are the same."""
    is_current = order == 2 or company.current == other.current
    return all(
        (is_current and company.is_alike(other, p)) or _row(company, p, order) == _row(other, p, order)
        for p in company.people
    )


def _names(people: Sequence[str], order: int) -> Iterable[dict[str, str]]:
    """Return those whom the lines of a report are about: each person, or each pair."""
    if order == 1:
        return ({"a": a} for a in people)
    return ({"a": a, "b": b} for a in people for b in people if a != b)


def _story(setting: texts.Setting, voice: str, events: int, order: int, stream: Stream) -> Story:
    present = start = frozenset(stream.sample(range(PEOPLE), PEOPLE - 1))
    drawn: list[Event] = []
    topics = 0
    while len(drawn) < events:
        left = events - len(drawn)
        size = left if left < STRETCH + FEWEST else STRETCH
        stretch = _Stretch(Company(PEOPLE, present, {}), max(2, size // PER_TOPIC), order, stream).events(size)
        present = frozenset(after(Company(PEOPLE, present, {}), stretch).present)
        drawn += [event if event.topic == LATEST else replace(event, topic=event.topic + topics) for event in stretch]
        topics += max(2, size // PER_TOPIC)
    [topic] = setting.topics
    numbers = stream.sample(range(100, 10_000), topics)
    named = tuple((topic.label.format(n=n), topic.clause.replace("{n}", str(n))) for n in numbers)
    names = tuple(sorted(stream.sample(texts.NAMES, PEOPLE)))
    return Story(setting, voice, names, named, start, {}, tuple(drawn))


class _Stretch:
    """Draws events that all count, about *topics* new things."""

    def __init__(self, company: Company, topics: int, order: int, stream: Stream) -> None:
        self._people, self._present = len(company.people), frozenset(company.present)
        self._values = [[str(n) for n in stream.sample(range(1, 200), CHANGES)] for _ in range(topics)]
        self._order, self._stream = order, stream

    def events(self, size: int) -> tuple[Event, ...]:
        """Return *size* events."""
        kept: list[Event] = []
        while len(kept) < size:
            kept, state = [], Company(self._people, self._present, {})
            without: list[Company] = []
            tries = 0
            while len(kept) < size and tries < PATIENCE:
                chunk, states = self._chunk(kept, state, size - len(kept))
                tries += 1
                if chunk[-1].kind not in UNREPORTED[self._order]:
                    states.append(after(states[-1].copy(), chunk[-1:]))
                    longer = self._without(chunk, states, without)
                    if longer is not None:
                        kept, state, without, tries = kept + chunk, states[-1], longer, 0
        return tuple(kept)

    def _chunk(self, kept: Sequence[Event], state: Company, room: int) -> tuple[list[Event], list[Company]]:
        """Return at most *room* events that could come after *kept*, and the state before each."""
        used = Counter(event.topic for event in kept if event.kind == "change")
        happening = Happening(state, self._values, [used[t] for t in range(len(self._values))], _KINDS, self._stream)
        chunk: list[Event] = []
        states = [state]
        for number in range(1 + self._stream.below(min(CHUNK, room))):
            if number:
                happening.company = after(states[-1].copy(), chunk[-1:])
                states.append(happening.company)
            chunk.append(happening.event())
        return chunk, states

    def _without(
        self, chunk: Sequence[Event], states: Sequence[Company], without: Sequence[Company]
    ) -> list[Company] | None:
        """Return the state without each event so far; ``None`` if one of them leaves the report as it is.

        *states* are those before and after each event of *chunk*; *without* are the states before *chunk* without each
        earlier event. So only *chunk* is run again, not all that was kept.
        """
        pairs = [(states[index], chunk[index + 1 :]) for index in reversed(range(len(chunk)))]
        pairs += [(earlier, chunk) for earlier in reversed(without)]
        kept: list[Company] = []
        for before, events in pairs:
            state = after(before.copy(), events) if events else before
            if _is_same(state, states[-1], self._order):
                return None
            kept.append(state)
        return kept[::-1]
