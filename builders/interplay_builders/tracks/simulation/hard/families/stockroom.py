"""The stock card of a store room with four bays, of which a nurse disputes a figure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.erring import Book, Change, Dialogue, Event, State, replayed
from interplay_builders.tracks.simulation.hard.words import Speaker, listed, task_of, texts_of

ARTICLES = ("bandages", "gloves", "gowns", "masks", "syringes")
BAYS = ("A", "B", "C", "D")
KIT: Mapping[str, int] = {"bandages": 2, "gloves": 1, "syringes": 1}
KINDS = ("delivery", "issue", "issue", "move", "move", "move", "kits", "count", "swap")
COUNTED = 60
"""Lines after which nobody counts any more, since a count makes all before it needless."""
UNCOUNTED = tuple(kind for kind in KINDS if kind != "count")
START = 20
TURNS = (12, 60, 130, 225)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the card; which fields matter depends on its kind."""

    number: int
    kind: str
    article: str
    bay: str
    other: str
    count: int

    @property
    def note(self) -> str:
        """What complaints call it."""
        return f"line {self.number} (the {self.kind})"

    def apply(self, state: State) -> None:
        """Change the figures."""
        here, there = (self.article, self.bay), (self.article, self.other)
        if self.kind == "count":
            state[here] = self.count
        elif self.kind == "swap":
            for article in ARTICLES:
                first, second = (article, self.bay), (article, self.other)
                state[first], state[second] = state[second], state[first]
        elif self.kind == "kits":
            for article, each in KIT.items():
                state[article, self.bay] -= each * self.count
        else:
            state[here] += self.count if self.kind == "delivery" else -self.count
            if self.kind == "move":
                state[there] += self.count


def _change(events: tuple[Event, ...], speaker: Speaker, stream: Stream, most: int) -> Change:
    """Return new lines, or the correction of an earlier one; none takes more than there is."""
    for _ in range(6 if len(events) > 5 and not stream.below(3) else 0):
        if (change := _correction(events, speaker, stream)) is not None:
            return change
    after, texts = events, list[str]()
    for _ in range(1 + stream.below(max(3, most + 1))):
        line = _line(after, stream)
        facts = {"count": line.count, "article": line.article, "bay": line.bay, "other": line.other}
        texts.append(speaker.phrase(line.kind, ward=stream.choice(speaker.texts["wards"]), **facts))
        after = (*after, line)
    numbers = listed([str(number) for number in range(len(events) + 1, len(after) + 1)])
    return Change(stream.choice(("; ", ". ", "\n")).join(texts), speaker.phrase("noted", n=numbers), after)


def _correction(events: tuple[Event, ...], speaker: Speaker, stream: Stream) -> Change | None:
    """Return another count of an earlier line, with which there was always enough."""
    lines = cast("tuple[Line, ...]", events)
    line = stream.choice([line for line in lines if line.kind not in {"count", "swap"}] or [lines[0]])
    new = replace(line, count=max(1, line.count + stream.choice((-3, -2, -1, 1, 2, 3))))
    after, state = tuple(new if other is line else other for other in lines), replayed(BOOK, ())
    for other in after:
        other.apply(state)
        if min(state.values()) < 0 or new.count == line.count or line.kind in {"count", "swap"}:
            return None
    text = speaker.phrase("amount", n=line.number, count=new.count, old=line.count)
    return Change(text, speaker.phrase("changed", n=line.number), after)


def _line(events: tuple[Event, ...], stream: Stream) -> Line:
    state = replayed(BOOK, events)
    while True:
        kind, article = stream.choice(KINDS if len(events) < COUNTED else UNCOUNTED), stream.choice(ARTICLES)
        bay, other = stream.sample(BAYS, 2)
        most = state[article, bay]
        if kind == "kits":
            most = min(state[article, bay] // each for article, each in KIT.items())
        count = stream.below(3) + most - 1 if kind == "count" else 2 + stream.below(8)
        is_possible = 0 <= count <= most or kind == "delivery" or (kind == "count" and count >= 0)
        if is_possible and (kind != "count" or count != most):
            return Line(len(events) + 1, kind, article, bay, other, count)


BOOK = Book(
    texts_of(__file__), ARTICLES, BAYS, _change, str, lambda figure: f"{figure[0]} in bay {figure[1]}", START, least=0
)
TASK = task_of(BOOK.texts, "clinic-stock-card", "stockroom")
FAMILY = Family(lambda stream, turns: Dialogue(BOOK, stream).session(TASK, turns), TURNS)
