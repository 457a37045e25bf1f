"""The stock card of a store room with four bays, of which a nurse disputes a figure."""

from collections.abc import Mapping
from dataclasses import dataclass

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.erring import Change, Dialogue, Event, Figure, State, replayed
from interplay_builders.tracks.simulation.hard.words import Speaker, listed, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session

ARTICLES = ("bandages", "gloves", "gowns", "masks", "syringes")
BAYS = ("A", "B", "C", "D")
KIT: Mapping[str, int] = {"bandages": 2, "gloves": 1, "syringes": 1}
WARDS = ("ward 2", "ward 5", "the eye clinic", "A&E", "the children's ward", "theatre 1", "the lab")
KINDS = ("receipt", "issue", "issue", "move", "move", "move", "kits", "counted", "swap")
NAMES: Mapping[str, str] = {
    "receipt": "the delivery",
    "issue": "the issue",
    "move": "the move",
    "kits": "the kits",
    "counted": "the count",
    "swap": "the swap",
}
START = 20
TURNS = (12, 30, 70, 150)


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
        return f"line {self.number} ({NAMES[self.kind]})"

    def apply(self, state: State) -> None:
        """Change the figures."""
        here, there = (self.article, self.bay), (self.article, self.other)
        if self.kind == "counted":
            state[here] = self.count
        elif self.kind == "swap":
            for article in ARTICLES:
                first, second = (article, self.bay), (article, self.other)
                state[first], state[second] = state[second], state[first]
        elif self.kind == "kits":
            for article, each in KIT.items():
                state[article, self.bay] -= each * self.count
        else:
            state[here] += self.count if self.kind == "receipt" else -self.count
            if self.kind == "move":
                state[there] += self.count


class Card:
    """Boxes by article and bay."""

    texts = texts_of(__file__)
    rows: tuple[str, ...] = ARTICLES
    columns: tuple[str, ...] = BAYS

    def start(self) -> State:
        """Return a card with the same number everywhere."""
        return dict.fromkeys(((article, bay) for article in ARTICLES for bay in BAYS), START)

    def change(self, events: tuple[Event, ...], speaker: Speaker, stream: Stream) -> Change:
        """Return one to three new lines, none of which takes more than there is."""
        after, texts = events, list[str]()
        for _ in range(1 + stream.below(3)):
            line = self._line(after, stream)
            facts = {"count": line.count, "article": line.article, "bay": line.bay, "other": line.other}
            texts.append(speaker.phrase(line.kind, ward=stream.choice(WARDS), **facts))
            after = (*after, line)
        numbers = listed([str(number) for number in range(len(events) + 1, len(after) + 1)])
        return Change(stream.choice(("; ", ". ", "\n")).join(texts), speaker.phrase("noted", n=numbers), after)

    def _line(self, events: tuple[Event, ...], stream: Stream) -> Line:
        state = replayed(self, events)
        while True:
            kind, article = stream.choice(KINDS), stream.choice(ARTICLES)
            bay, other = stream.sample(BAYS, 2)
            most = state[article, bay]
            if kind == "kits":
                most = min(state[article, bay] // each for article, each in KIT.items())
            count = stream.below(3) + most - 1 if kind == "counted" else 2 + stream.below(8)
            is_possible = 0 <= count <= most or kind == "receipt" or (kind == "counted" and count >= 0)
            if is_possible and (kind != "counted" or count != most):
                return Line(len(events) + 1, kind, article, bay, other, count)

    def written(self, value: int) -> str:
        """Return a number of boxes."""
        return str(value)

    def can_be(self, value: int) -> bool:
        """Return whether so many boxes can be there."""
        return value >= 0

    def label(self, figure: Figure) -> str:
        """Return the article and the bay."""
        return f"{figure[0]} in bay {figure[1]}"


def session(stream: Stream, level: int) -> Session:
    """Return a dialogue of so many requests."""
    task = task_of(Card.texts, "clinic-stock-card", "stockroom")
    return Dialogue(Card(), stream).session(task, level)


FAMILY = Family(session, TURNS)
