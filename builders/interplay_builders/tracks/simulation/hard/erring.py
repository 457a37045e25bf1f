"""Dialogues in which users complain, rightly or not, and the state that is true has to be kept or put right.

A book is a list of events. Users report events and ask for a figure now and then. In the end one of them disputes a
figure: an event was left out, or counted twice. Where the complaint is true, the recorded figure really has that error;
where it is false, the figure is right, and the claimed one has the error that is the other way round. So both read the
same, and only who works the figure out knows which it is.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.rows import RowsParams
from interplay.tracks.simulation.records import Complaint
from interplay_builders.tracks.simulation.hard.words import Speaker, Texts
from interplay_builders.tracks.simulation.sessions import Exchange, Session, Tag, TaskSpec, content, fence, form

Figure = tuple[str, str]
"""A row of the book and a column."""
State = dict[Figure, int]
MOST_TRIES = 400
LATELY = 3
"""Turns that lie at least between an event and the figure that it is in, and between the figure and the end."""
ASKED = 5
"""One in so many requests asks for a figure, in the first eighth of a long dialogue."""
DISPUTED = 100
"""The last events; users dispute one of them, and what was before may have been counted anew since."""
PLANTED = 4
SLIPS = 12
"""Late events that are left out in wrong replies."""


class Event(Protocol):
    """What changes a book."""

    @property
    def note(self) -> str:
        """How a complaint refers to it."""
        ...

    def apply(self, state: State) -> None:
        """Change the state."""
        ...


@dataclass(frozen=True, slots=True)
class Change:
    """What one request does: its words, the reply to it, and the events afterwards."""

    request: str
    reply: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A kind of books: what is in every figure in the beginning, and the least that may be.

    ``change`` makes a request of at most so many new events, ``written`` shows a figure, and ``label`` names one.
    """

    texts: Texts
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    change: Callable[[tuple[Event, ...], Speaker, Stream, int], Change]
    written: Callable[[int], str]
    label: Callable[[Figure], str]
    start: int = 0
    least: float = -math.inf


@dataclass(frozen=True, slots=True)
class Dispute:
    """A figure that is disputed, its value ``true`` and the other one; ``event`` was left out or counted twice."""

    figure: Figure
    true: int
    wrong: int
    event: int
    is_left_out: bool
    is_true: bool

    @property
    def given(self) -> int:
        """The figure that the simulator gave."""
        return self.wrong if self.is_true else self.true


class Dialogue:
    """A dialogue about a book, as it grows."""

    def __init__(self, book: Book, stream: Stream) -> None:
        self.book, self.stream, self.speaker = book, stream, Speaker(book.texts, stream)
        self.history: list[Exchange] = []
        self.events: tuple[Event, ...] = ()
        self.born: list[int] = []
        self.question: Figure | None = None

    def session(self, task: TaskSpec, turns: int) -> Session:
        """Return the whole dialogue of so many requests; the last one is the complaint."""
        self.most, self.quiet = 1 + turns // 13, max(12, turns // 8)
        late = turns - 2 - LATELY - self.stream.below(LATELY)
        early = late // 4 if turns > 20 and self.stream.below(2) else 0
        self._reports(early or late)
        if early:
            self._settled(self._dispute(is_true=bool(self.stream.below(2))))
            self._reports(late)
        turn, dispute = len(self.history), self._dispute(is_true=bool(self.stream.below(2)))
        self._given(dispute, self._figure(dispute.figure, dispute.true), self._figure(dispute.figure, dispute.wrong))
        self._reports(turns - 1, dispute.figure)
        wrong = turn if dispute.is_true else None
        tags: tuple[Tag, ...] = ("forgotten_write",) if dispute.is_true else ()
        return Session(task, (*self.history, self._last(dispute)), wrong, tags, complaint=self._complaint(dispute))

    def _reports(self, until: int, kept: Figure | None = None) -> None:
        """Let users report and ask until there are so many turns; the figure that is *kept* does not change."""
        while len(self.history) < until:
            if LATELY < len(self.history) < self.quiet and not self.stream.below(ASKED):
                figure = self._drawn_figure(kept, self.question)
                self.question = figure
                self._add(self._question(figure), self._figure(figure, self._state()[figure]))
                continue
            for _ in range(MOST_TRIES):
                change = self.book.change(self.events, self.speaker, self.stream, 1 if kept else self.most)
                if kept is None or replayed(self.book, change.events)[kept] == self._state()[kept]:
                    break
            else:
                raise RecordError(f"found no request that leaves {kept} as it is in {MOST_TRIES} tries")
            self.born += [len(self.history)] * (len(change.events) - len(self.events))
            self.events = change.events
            self._add(change.request, change.reply)

    def _dispute(self, *, is_true: bool) -> Dispute:
        """Return a figure that may be disputed now, over an event of some turns ago."""
        state, turn = self._state(), len(self.history)
        for attempt in range(MOST_TRIES):
            figure, is_left_out = self._drawn_figure(self.question), bool(self.stream.below(2))
            event = len(self.events) - 1 - self.stream.below(min(len(self.events), DISPUTED))
            without, doubled = (replayed(self.book, self.events, event, times)[figure] for times in (0, 2))
            wrong = without if is_left_out == is_true else doubled
            lag = min(LATELY, turn // 2) if attempt < MOST_TRIES // 2 else 0  # few events may be old in short dialogues
            is_apart = len({without, doubled, state[figure]}) == 3  # a count, and a swap, cannot be counted twice
            if is_apart and wrong >= self.book.least and self.born[event] < turn - lag:
                return Dispute(figure, state[figure], wrong, event, is_left_out, is_true)
        raise RecordError(f"found no figure to dispute in {MOST_TRIES} tries")

    def _given(self, dispute: Dispute, reply: str, wrong: str) -> None:
        """Add the question whose answer is disputed in the end, with the right answer and the wrong one."""
        self.history.append(Exchange(self._question(dispute.figure), reply, "next", wrong=wrong))

    def _settled(self, dispute: Dispute) -> None:
        """Add a complaint that the simulator answers as it should: it keeps the figure, or corrects it."""
        self._add(self._question(dispute.figure), self._figure(dispute.figure, dispute.given))
        request = self._worded("left_out" if dispute.is_left_out else "twice", dispute)
        words = self._worded("sorry" if dispute.is_true else "checked", dispute)
        self._add(request, f"{words}\n\n{self._figure(dispute.figure, dispute.true)}")

    def _last(self, dispute: Dispute) -> Exchange:
        """Return the last exchange: the complaint, and the whole book."""
        state = self._state()
        texts = (self._worded("left_out" if dispute.is_left_out else "twice", dispute), self.speaker.phrase("all"))
        one_wrong = state | {dispute.figure: dispute.wrong}
        times = 0 if dispute.is_left_out == dispute.is_true else 2
        slips = [replayed(self.book, self.events, event, 0) for event in reversed(range(len(self.events))[-SLIPS:])]
        states = (one_wrong, replayed(self.book, self.events, dispute.event, times), *slips)
        wrong = dict.fromkeys(drawing for other in states if (drawing := self._drawing(other)) != self._drawing(state))
        rows = RowsParams(rows=tuple(self._rows(state)), tolerance=0.0)
        checks = (content("rows", rows), form("fenced", FencedParams(talk=True)))
        return Exchange(" ".join(texts), self._drawing(state), "improve", checks, tuple(wrong)[:PLANTED])

    def _complaint(self, dispute: Dispute) -> Complaint:
        """Return what tells a reply that takes the wrong side: the figure is the wrong one."""
        row, column = dispute.figure
        cells = [r"[^|\n]*"] * len(self.book.columns)
        cells[self.book.columns.index(column)] = rf"\s*\+?{re.escape(self.book.written(dispute.wrong).lstrip('+'))}\s*"
        pattern = rf"(?mi)^[\s|]*{re.escape(row)}\s*\|{'[|]'.join(cells)}\|?\s*$"
        means = "the figure that is wrong"
        return Complaint(
            is_true=dispute.is_true,
            checks=(content("pattern", PatternParams(pattern=pattern, means=means, whole=False)),),
        )

    def _worded(self, key: str, dispute: Dispute) -> str:
        return self.speaker.phrase(
            key,
            what=self.book.label(dispute.figure),
            given=self.book.written(dispute.given),
            claim=self.book.written(dispute.true if dispute.is_true else dispute.wrong),
            event=self.events[dispute.event].note,
        )

    def _question(self, figure: Figure) -> str:
        return self.speaker.phrase("ask", what=self.book.label(figure))

    def _figure(self, figure: Figure, value: int) -> str:
        label = self.book.label(figure)
        return f"{label[:1].upper()}{label[1:]}: {self.book.written(value)}"

    def _drawn_figure(self, *others: Figure | None) -> Figure:
        """Return a figure other than these."""
        figures = [(row, column) for row in self.book.rows for column in self.book.columns]
        return self.stream.choice([figure for figure in figures if figure not in others])

    def _add(self, request: str, reply: str) -> None:
        self.history.append(Exchange(request, reply))

    def _state(self) -> State:
        return replayed(self.book, self.events)

    def _rows(self, state: State) -> Iterator[tuple[str, ...]]:
        for row in self.book.rows:
            yield row, *(self.book.written(state[row, column]) for column in self.book.columns)

    def _drawing(self, state: State) -> str:
        return fence("\n".join(" | ".join(row) for row in self._rows(state)))


def replayed(book: Book, events: Sequence[Event], event: int = -1, times: int = 1) -> State:
    """Return the state after all events; one counts so many *times*."""
    state = dict.fromkeys(((row, column) for row in book.rows for column in book.columns), book.start)
    for number, change in enumerate(events):
        for _ in range(times if number == event else 1):
            change.apply(state)
    return state
