"""A queue of tickets: who takes which, what goes up by itself after an hour, what is paused, merged and comes back."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.talk import Rows, Turn, joined, may_ask, nth, session, sizes
from interplay_builders.tracks.simulation.hard.words import phrase, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__, fewest=2)
TASK = task_of(TEXTS, "help-desk-queue", "ticket_queue")
LEVELS = {1: (22, 12, 8, 0), 2: (220, 16, 18, 4), 3: (760, 40, 30, 6), 4: (2000, 60, 40, 7)}
"""Of each level: events, turns before the last, tickets that wait at most, and how many of eight have no number."""
TOPICS = ("printer", "mail", "network", "laptop")
SKILLS = {"Ana": TOPICS[:2], "Bo": TOPICS[2:], "Cleo": TOPICS}


@dataclass
class Ticket:
    """A ticket; it waits at its priority since the minute ``since``; ``state`` is waiting, hold, closed or a name."""

    number: int
    topic: str
    priority: int
    since: int
    first: int
    state: str = "waiting"

    def at(self, now: int) -> tuple[int, int]:
        """Return priority and start of the waiting at a time."""
        steps = min(self.priority - 1, (now - self.since) // 60)
        return self.priority - steps, self.since + 60 * steps


@dataclass
class Queue:
    """The queue, and the time; no two tickets begin to wait in the same minute."""

    chance: Stream
    most: int
    indirect: int = 0
    now: int = 5 * 60
    tickets: list[Ticket] = field(default_factory=list)
    closed: list[Ticket] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def waiting(self) -> list[Ticket]:
        """Return what waits, in order."""
        return sorted((t for t in self.tickets if t.state == "waiting"), key=lambda t: t.at(self.now))

    def next_for(self, name: str) -> Ticket | None:
        """Return what somebody would get."""
        return next((t for t in self.waiting() if t.topic in SKILLS[name]), None)

    def event(self) -> str:
        """Let something happen, and return how the user types it."""
        self.now += 1 + (self.chance.below(4) == 0)
        while any((self.now - t.since) % 60 == 0 for t in self.tickets if t.state == "waiting"):
            self.now += 1
        name = self.chance.choice(list(SKILLS))
        mine = next((t for t in self.tickets if t.state == name), None)
        queue, draw = self.waiting(), self.chance.below(16)
        paused = [t for t in self.tickets if t.state == "hold"]
        ways = (
            (len(queue) < max(4, self.most // 2) or (draw < 4 and len(queue) < self.most), self._new),
            (mine is not None and draw in {4, 5, 6, 12}, lambda: self._finish(name, mine)),
            (mine is None and draw < 12, lambda: self._take(name)),
            (draw < 9, lambda: self._lift(queue)),
            (draw < 11, lambda: self._release(paused)),
            (draw < 13, lambda: self._merge(queue)),
            (draw == 13 and len(self.closed) > 1, self._reopen),
            (True, lambda: self._hold(queue)),
        )
        return next(way for fits, way in ways if fits)()

    def question(self) -> tuple[str, str]:
        """Return a question and its answer."""
        free, priority = [n for n in SKILLS if all(t.state != n for t in self.tickets)], 1 + self.chance.below(4)
        name = self.chance.choice(free or list(SKILLS))
        ticket = self.next_for(name)
        if ticket is None or not free or self.chance.below(2):
            count = sum(t.at(self.now)[0] == priority for t in self.waiting())
            return phrase(self.chance, TEXTS["ask_count"], p=priority), str(count)
        return phrase(self.chance, TEXTS["ask_next"], a=name), f"T{ticket.number}"

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table of what waits."""
        return [_row(t, *t.at(self.now), self.now) for t in self.waiting()]

    def near(self) -> list[Rows]:
        """Return tables of a desk that lets nothing go up, goes by the first waiting, or is a minute off."""
        tickets = self.waiting()
        still = sorted(tickets, key=lambda t: (t.priority, t.since))
        early = sorted(tickets, key=lambda t: (t.at(self.now)[0], t.since))
        return [
            [_row(t, t.priority, t.since, self.now) for t in still],
            [_row(t, t.at(self.now)[0], t.since, self.now) for t in early],
            [_row(t, *t.at(self.now), self.now - 1) for t in tickets],
            [_row(t, *t.at(self.now), self.now) for t in sorted(tickets, key=lambda t: t.number)],
        ]

    def _named(self, ticket: Ticket) -> str:
        """Return one of the ways to name a ticket that waits."""
        if self.chance.below(8) >= self.indirect:
            return f"T{ticket.number}"
        queue = self.waiting()
        index, end = queue.index(ticket) + 1, len(queue) - queue.index(ticket)
        ways = [f"the {nth(index)} in line"] if 1 < index < 10 else [f"T{ticket.number}"]
        ways += [f"the {nth(end)} from the end of the line"] if 1 < end < 8 else []
        ways += [f"whatever {name} would get next" for name in SKILLS if self.next_for(name) is ticket]
        if ticket is queue[-1]:
            ways.append("the last in line")
        for spot, text in ((-1, "newest"), (0, "oldest")):
            if ticket is sorted((t for t in queue if t.topic == ticket.topic), key=lambda t: t.number)[spot]:
                ways.append(f"the {text} {ticket.topic} ticket in the queue")
        return self.chance.choice(ways)

    def _typed(self, wordings: Sequence[str], **parts: object) -> str:
        return phrase(self.chance, wordings, t=clock(self.now), **parts)

    def _wait(self, ticket: Ticket, priority: int) -> None:
        ticket.state, ticket.priority, ticket.since = "waiting", priority, self.now

    def _new(self) -> str:
        topic, priority = self.chance.choice(TOPICS), self.chance.choice((1, 2, 2, 3, 3, 4, 4, 4))
        self.tickets.append(Ticket(len(self.tickets) + 1, topic, priority, self.now, priority))
        return self._typed(TEXTS["new"], k=topic, p=priority)

    def _take(self, name: str) -> str:
        ticket = self.next_for(name)
        if ticket is None:
            return self._new()
        ticket.priority, ticket.state = ticket.at(self.now)[0], name
        self.lines.append(f"{name} T{ticket.number}")
        return self._typed(TEXTS["take"], a=name)

    def _finish(self, name: str, ticket: Ticket | None) -> str:
        if ticket is None:
            return self._new()
        if self.chance.below(4) == 0:
            self._wait(ticket, ticket.priority)
            return self._typed(TEXTS["give"], a=name)
        ticket.state = "closed"
        self.closed.append(ticket)
        return self._typed(TEXTS["done"], a=name)

    def _lift(self, queue: list[Ticket]) -> str:
        ticket = self.chance.choice(queue)
        name, now = self._named(ticket), ticket.at(self.now)[0]
        self._wait(ticket, self.chance.choice([p for p in (1, 2, 3, 4) if p != now]))
        return self._typed(TEXTS["lift"], x=name, p=ticket.priority)

    def _hold(self, queue: list[Ticket]) -> str:
        ticket = self.chance.choice(queue)
        name = self._named(ticket)
        ticket.priority, ticket.state = ticket.at(self.now)[0], "hold"
        return self._typed(TEXTS["hold"], x=name)

    def _release(self, paused: list[Ticket]) -> str:
        if not paused:
            return self._lift(self.waiting())
        ticket = self.chance.choice(paused)
        self._wait(ticket, ticket.priority)
        return self._typed(TEXTS["free"], n=ticket.number)

    def _merge(self, queue: list[Ticket]) -> str:
        topic = self.chance.choice(queue).topic
        pair = [t for t in queue if t.topic == topic]
        if len(pair) < 2:
            return self._lift(queue)
        ticket, other = self.chance.sample(pair, 2)
        names = {"x": f"T{ticket.number}", "y": self._named(other)}
        priority = other.at(self.now)[0]
        if priority < ticket.at(self.now)[0]:
            self._wait(ticket, priority)
        other.state = "closed"
        self.closed.append(other)
        return self._typed(TEXTS["merge"], **names)

    def _reopen(self) -> str:
        numbers = [ticket.number for ticket in self.closed]
        once = next((n for n, number in enumerate(numbers) if number in numbers[:n]), len(numbers))
        index = self.chance.below(once)
        ticket = self.closed[index]
        if ticket.state != "closed":
            return self._lift(self.waiting())
        self._wait(ticket, ticket.first)
        return self._typed(TEXTS["back"], n=nth(index + 1))


def clock(now: int) -> str:
    """Return the time, from the second day on with the day."""
    day, minutes = divmod(now, 24 * 60)
    return f"day {day + 1}, " * (day > 0) + f"{minutes // 60}:{minutes % 60:02}"


def _row(ticket: Ticket, priority: int, since: int, now: int) -> tuple[str, ...]:
    return f"T{ticket.number}", str(priority), str(now - since)


def dialogue(chance: Stream, level: int) -> Session:
    """Return a day at the help desk that ends with the whole queue."""
    events, count, most, indirect = LEVELS[level]
    queue, turns = Queue(chance, most, indirect), list[Turn]()
    for number, size in enumerate(sizes(events, count)):
        queue.lines = []
        requests = [queue.event() for _ in range(size)]
        if not may_ask(number, count):
            queue.lines = []
            requests[:0] = [phrase(chance, TEXTS["quiet"])] * may_ask(number - 1, count)
        elif number % 4 == 3:
            question, answer = queue.question()
            requests.append(question)
            queue.lines.append(answer)
        turns.append(Turn(joined(chance, requests), "\n".join(queue.lines) or "ok"))
    queue.now += 9
    request = phrase(chance, TEXTS["final"], t=clock(queue.now))
    return session(TASK, turns, request, queue.rows(), queue.near())


FAMILY = Family(dialogue, (1, 2, 3, 4))
