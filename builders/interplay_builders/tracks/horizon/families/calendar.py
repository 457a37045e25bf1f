"""Two weeks of appointments that never overlap: where one goes depends on where all the others are."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from interplay.core.randomness import Stream
from interplay.tracks.horizon.records import Line
from interplay_builders.tracks.horizon.base import REFUSED, Command, Effect, State

NAMES = (
    *("dentist", "budget talk", "haircut", "eye test", "job interview", "piano lesson", "flat viewing", "tax advice"),
    *("staff meeting", "photo session", "car service", "language course", "physiotherapy", "wine tasting"),
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
OPENS, DAY = 9 * 60, 8 * 60
"""Minute of the day at which work begins, and minutes that it lasts."""
DAYS = 10
"""Working days of the calendar: from a Monday to the Friday of the next week."""
SHORTEST = 15
FEWEST, MOST = 6, 9
"""Appointments below which none is cancelled, and above which none is booked."""
Slot = tuple[int, int]
"""Start and length: minutes of working time since the calendar begins, and minutes."""


class Calendar(State):
    """The appointments, how far they were moved, and what references back need."""

    def __init__(self, monday: date, slots: Mapping[str, Slot]) -> None:
        self.dates = tuple(_written(monday + timedelta(_after_monday(day))) for day in range(DAYS))
        self.slots = dict(slots)
        self.moved = 0
        self.refused = 0
        self.that: str | None = None
        """The appointment that the last order carried out was about."""

    def obey(self, command: Command) -> Effect:
        """Carry out an order; the name that its verb begins with says which appointment it is about."""
        verb, args = command.verb, command.args
        if verb.startswith(("next_", "previous_")):
            which, _, verb = verb.partition("_")
            name = self.beside(1 if which == "next" else -1)
            return self._refuse() if name is None else self._act(verb, (name, *args))
        if verb.endswith("_that"):
            return self._refuse() if self.that is None else self._act(verb.removesuffix("_that"), (*args, self.that))
        return self._act(verb, args)

    def values(self) -> tuple[str, ...]:
        booked = sum(length for _, length in self.slots.values())
        return ", ".join(self.order()) or "none", str(booked), str(self.moved), str(self.refused)

    def order(self) -> list[str]:
        """Return the appointments from first to last."""
        return sorted(self.slots, key=self.slots.__getitem__)

    def beside(self, step: int) -> str | None:
        """Return the appointment after *that*, or before it with a *step* of -1."""
        order = self.order()
        if self.that not in order:
            return None
        index = order.index(self.that) + step
        return order[index] if 0 <= index < len(order) else None

    def book(self, name: str, day: str, time: str, minutes: int) -> Effect:
        """Book an appointment at a time that has to be free."""
        hour, _, minute = time.partition(":")
        start = 60 * int(hour) + int(minute) - OPENS
        if day not in self.dates or not 0 <= start < DAY:
            return self._refuse()
        return self._book(name, self.dates.index(day) * DAY + start, minutes)

    def book_after(self, name: str, minutes: int, other: str) -> Effect:
        """Book an appointment at the first free time after another one."""
        return self._book(name, self.free(other, minutes, name), minutes) if other in self.slots else self._refuse()

    def book_like(self, name: str, other: str, model: str) -> Effect:
        """Book an appointment as long as *model* at the first free time after another one."""
        return self.book_after(name, self.slots[model][1], other) if other in self.slots else self._refuse()

    def after(self, name: str, other: str) -> Effect:
        """Move an appointment to the first free time after another one."""
        if name == other or not {name, other} <= self.slots.keys():
            return self._refuse()
        return self._move(name, self.free(other, self.slots[name][1], name))

    def days(self, name: str, number: int, way: str) -> Effect:
        """Move an appointment by days, weekends counted; from a weekend it goes on to the next working day."""
        day, time = divmod(self.slots[name][0], DAY)
        week, weekday = divmod(_after_monday(day) + (number if way == "later" else -number), 7)
        if weekday > 4:
            week, weekday = (week + 1, 0) if way == "later" else (week, 4)
        return self._move(name, (5 * week + weekday) * DAY + time)

    def weekday(self, name: str, weekday: str) -> Effect:
        """Move an appointment to another day of the same week."""
        day, time = divmod(self.slots[name][0], DAY)
        return self._move(name, (day // 5 * 5 + WEEKDAYS.index(weekday)) * DAY + time)

    def minutes(self, name: str, number: int, way: str) -> Effect:
        """Move an appointment by minutes, on the same day."""
        start = self.slots[name][0]
        new = start + (number if way == "later" else -number)
        return self._move(name, new) if new // DAY == start // DAY else self._refuse()

    def gap(self, name: str) -> Effect:
        """Move an appointment to the end of the one before it on the same day, or to the beginning of the day."""
        start = self.slots[name][0]
        ends = [at + length for at, length in self.slots.values() if at < start]
        return self._move(name, max([start // DAY * DAY, *ends]))

    def length(self, name: str, number: int, way: str) -> Effect:
        """Make an appointment longer or shorter; it begins when it did."""
        start, before = self.slots[name]
        length = before + (number if way == "longer" else -number)
        if length < SHORTEST or not self.fits(start, length, name):
            return self._refuse()
        self.slots[name], self.that = (start, length), name
        return "length", name, length - before

    def swap(self, name: str, other: str) -> Effect:
        """Exchange the times at which two appointments begin."""
        if name == other or not {name, other} <= self.slots.keys():
            return self._refuse()
        (start, length), (at, its) = self.slots[name], self.slots[other]
        before, self.slots = self.slots, {**self.slots, name: (at, length), other: (start, its)}
        if not (self.fits(at, length, name) and self.fits(start, its, other)):
            self.slots = before
            return self._refuse()
        self.moved += 2 * abs(at - start)
        self.that = name
        return "swap", name, other, at - start

    def cancel(self, name: str) -> Effect:
        """Take an appointment out."""
        del self.slots[name]
        self.that = None
        return "cancel", name

    def free(self, other: str, length: int, name: str) -> int:
        """Return the first time after the end of another appointment at which *name* could begin, -1 for none."""
        first = sum(self.slots[other])
        ends = [start + its for start, its in self.slots.values()]
        times = sorted({first, *(time for time in (*ends, *range(0, DAYS * DAY, DAY)) if time > first)})
        return next((time for time in times if self.fits(time, length, name)), -1)

    def fits(self, start: int, length: int, name: str) -> bool:
        """Return whether an appointment called *name* may be there: on one working day, and on top of no other."""
        if not 0 <= start < DAYS * DAY or start % DAY + length > DAY:
            return False
        others = (slot for other, slot in self.slots.items() if other != name)
        return all(start + length <= at or at + its <= start for at, its in others)

    def _act(self, verb: str, args: tuple[str | int, ...]) -> Effect:
        """Carry out an order about the appointment that is its first argument."""
        if verb not in _BOOKING and args[0] not in self.slots:
            return self._refuse()
        return _VERBS[verb](self, *args)

    def _book(self, name: str, start: int, length: int) -> Effect:
        if name in self.slots or not self.fits(start, length, name):
            return self._refuse()
        self.slots[name], self.that = (start, length), name
        return "book", name, start, length

    def _move(self, name: str, start: int) -> Effect:
        before, length = self.slots[name]
        if not self.fits(start, length, name):
            return self._refuse()
        self.slots[name], self.that = (start, length), name
        self.moved += abs(start - before)
        return ("move", name, start - before) if start != before else ()

    def _refuse(self) -> Effect:
        self.refused += 1
        return (REFUSED,)


def _after_monday(day: int) -> int:
    """Return how many days, weekends counted, a working day comes after the first one."""
    return 7 * (day // 5) + day % 5


def _written(day: date) -> str:
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}"


def _time(minutes: int) -> str:
    """Return the time of day so many minutes after work begins."""
    return f"{(OPENS + minutes) // 60}:{(OPENS + minutes) % 60:02d}"


_VERBS: Mapping[str, Callable[..., Effect]] = {
    "book": Calendar.book,
    "book_after": Calendar.book_after,
    "book_like": Calendar.book_like,
    "after": Calendar.after,
    "days": Calendar.days,
    "weekday": Calendar.weekday,
    "minutes": Calendar.minutes,
    "gap": Calendar.gap,
    "length": Calendar.length,
    "swap": Calendar.swap,
    "cancel": Calendar.cancel,
}
_BOOKING = frozenset({"book", "book_after", "book_like"})
_NAMED = ("after", "after", "days", "minutes", "weekday", "swap", "gap", "length")
_CHANCES = (
    *("next_after", "next_days", "next_minutes", "next_length", "previous_length", "previous_after") * 5,
    *("next_gap", "next_weekday", "next_swap", "after_that", "after_that") * 3,
    *_NAMED,
)
_MORE = ("book", "book_after", "book_like_that", "book_like_that")


class Appointments:
    """The family of calendars."""

    name = "calendar"

    def start(self, stream: Stream) -> Calendar:
        """Draw a Monday, far from the feasts of winter, and seven appointments."""
        day = date(2026 + stream.below(10), 2, 1 + stream.below(28))
        monday = day + timedelta(weeks=stream.below(40), days=-day.weekday())
        calendar = Calendar(monday, {})
        names = stream.sample(NAMES, 7)
        while len(calendar.slots) < len(names):
            start, length = 5 * stream.below(DAYS * DAY // 5), _length(stream)
            if calendar.fits(start, length, ""):
                calendar.slots[names[len(calendar.slots)]] = start, length
        calendar.slots = {name: calendar.slots[name] for name in calendar.order()}
        return calendar

    def facts(self, start: Calendar) -> Mapping[str, str]:
        texts = []
        for name in start.order():
            day, time = divmod(start.slots[name][0], DAY)
            texts.append(f'"{name}" on {start.dates[day]}, {_time(time)} to {_time(time + start.slots[name][1])}')
        return {"first": start.dates[0], "last": start.dates[-1], "appointments": "; ".join(texts)}

    def report(self, start: Calendar) -> tuple[Line, ...]:  # noqa: ARG002  the interface's signature
        numbers = (Line(label=label, kind="number") for label in ("Booked", "Moved", "Refused"))
        return Line(label="Order", kind="words", allowed=NAMES), *numbers

    def order(self, engine: Calendar, stream: Stream) -> Command:
        verb = self._verb(engine, stream)
        name, other = stream.sample(tuple(engine.slots) if stream.below(16) else NAMES, 2)
        if engine.that and engine.that != name and stream.below(2):
            other = engine.that
        closed = [name for name in NAMES if name not in engine.slots]
        new = stream.choice(closed if stream.below(12) else NAMES)
        way, number = stream.choice(("later", "earlier")), 5 * (1 + stream.below(24))
        days, weekday = 2 + stream.below(5), stream.choice(WEEKDAYS)
        length: tuple[str | int, ...] = (number, "longer" if stream.below(2) else "shorter")
        args: dict[str, tuple[str | int, ...]] = {
            "book": (new, stream.choice(engine.dates), _time(5 * stream.below(DAY // 5)), _length(stream)),
            "book_after": (new, _length(stream), other),
            "book_like_that": (new, name),
            "after": (name, other),
            "after_that": (name,),
            "next_after": (name,),
            "previous_after": (name,),
            "days": (name, days, way),
            "next_days": (days, way),
            "minutes": (name, number, way),
            "next_minutes": (number, way),
            "weekday": (name, weekday),
            "next_weekday": (weekday,),
            "gap": (name,),
            "length": (name, *length),
            "next_length": length,
            "previous_length": length,
            "swap": (name, other),
            "next_swap": (name,),
            "cancel": (name,),
        }
        return Command(verb, args.get(verb, ()))

    def question(self, engine: Calendar, stream: Stream) -> Command:
        return stream.choice(
            (Command("when", (stream.choice(NAMES),)), Command("busy", (stream.choice(engine.dates),)))
        )

    def _verb(self, engine: Calendar, stream: Stream) -> str:
        if not stream.below(40) and len(engine.slots) > FEWEST:
            return stream.choice(("cancel", "next_cancel"))
        if not stream.below(20) and len(engine.slots) < MOST:
            return stream.choice(_MORE)
        return stream.choice(_CHANCES if engine.that or not stream.below(8) else _NAMED)


def _length(stream: Stream) -> int:
    return 5 * (6 + stream.below(31))


FAMILY = Appointments()
