"""A second implementation of the family of calendars, from its brief alone: days and clocks, and every minute tried."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime, time, timedelta

from tests.horizon.oracles import orders

MONTHS = {
    name: number
    for number, name in enumerate(
        (
            *("january", "february", "march", "april", "may", "june", "july"),
            *("august", "september", "october", "november", "december"),
        ),
        start=1,
    )
}
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday")
OPENS, CLOSES = time(9), time(17)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
DATE = rf"(?:{'|'.join(WEEKDAYS)}) \d+ (?:{'|'.join(MONTHS)})"
Held = dict[str, tuple[datetime, timedelta]]


class RefusedError(Exception):
    """An order cannot be followed."""


def when(day: str, clock: str) -> datetime:
    """Return a moment of a year in which that day is that weekday."""
    weekday, number, month = re.findall(r"\w+", day)
    hour, minute = map(int, clock.split(":"))
    for year in range(2020, 2060):
        found = datetime(year, MONTHS[month], int(number), hour, minute)
        if found.weekday() == WEEKDAYS.index(weekday):
            return found
    raise AssertionError(day)


class Paper:
    def __init__(self, brief: str) -> None:
        first, last = re.findall(rf"from ({DATE}) to ({DATE})", brief)[0]
        self.first = when(first, "9:00")
        self.last = self.first.replace(hour=17) + 11 * DAY
        assert (self.last.day, self.last.weekday()) == (int(re.findall(r"\d+", last)[0]), 4)
        self.held: Held = {}
        for name, day, start, end in re.findall(rf'"([^"]+)" on ({DATE}), (\d+:\d\d) to (\d+:\d\d)', brief):
            begin = self.moment(day, start)
            self.held[name] = begin, self.moment(day, end) - begin
        self.moved, self.refused = 0, 0
        self.that = ""

    def moment(self, day: str, clock: str) -> datetime:
        """Return a moment; the second week may lie in another month, or year."""
        number = int(re.findall(r"\d+", day)[0])
        found = next(self.first + n * DAY for n in range(14) if (self.first + n * DAY).day == number)
        assert WEEKDAYS[found.weekday()] == day.split(maxsplit=1)[0]
        hour, minute = map(int, clock.split(":"))
        return found.replace(hour=hour, minute=minute)

    def is_fine(self, name: str, start: datetime, length: timedelta) -> bool:
        end = start + length
        if start < self.first or end > self.last or start.weekday() > 4 or start.date() != end.date():
            return False
        if start.time() < OPENS or end.time() > CLOSES or length < 15 * MINUTE:
            return False
        return all(end <= at or at + its <= start for one, (at, its) in self.held.items() if one != name)

    def put(self, name: str, start: datetime, length: timedelta) -> None:
        if not self.is_fine(name, start, length):
            raise RefusedError
        self.held[name] = start, length

    def first_free(self, name: str, other: str, length: timedelta) -> datetime:
        at, its = self.get(other)
        start = at + its
        while start < self.last:
            if self.is_fine(name, start, length):
                return start
            start += MINUTE if start.time() < CLOSES else timedelta(hours=16)
        raise RefusedError

    def get(self, name: str) -> tuple[datetime, timedelta]:
        if name not in self.held:
            raise RefusedError
        return self.held[name]

    def neighbour(self, step: int) -> str:
        names = sorted(self.held, key=lambda name: self.held[name][0])
        place = names.index(self.that) + step if self.that in names else -1
        if not 0 <= place < len(names):
            raise RefusedError
        return names[place]

    def worked(self, one: datetime, other: datetime) -> int:
        early, late = sorted((one, other))
        whole = sum((early + n * DAY).weekday() < 5 for n in range((late.date() - early.date()).days))
        clocks = (late.hour - early.hour) * 60 + late.minute - early.minute
        return whole * 480 + clocks

    def to(self, name: str, start: datetime) -> None:
        before, length = self.get(name)
        self.put(name, start, length)
        self.moved += self.worked(before, start)

    def follow(self, verb: str, args: tuple[str, ...]) -> str:  # noqa: C901  a case an order
        """Carry out an order; return which appointment it is about."""
        if verb == "book":
            name, day, clock, minutes = args
            if name in self.held:
                raise RefusedError
            self.put(name, self.moment(day, clock), int(minutes) * MINUTE)
            return name
        if verb in {"book_after", "book_like_that"}:
            name, other = args[0], args[-1]
            length = self.get(self.that)[1] if verb == "book_like_that" else int(args[1]) * MINUTE
            if name in self.held:
                raise RefusedError
            self.put(name, self.first_free(name, other, length), length)
            return name
        if verb.startswith(("next_", "previous_")):
            name, rest = self.neighbour(1 if verb.startswith("next") else -1), args
        else:
            name, rest = args[0], args[1:]
        start, length = self.get(name)
        match verb.rsplit("_", maxsplit=1)[-1] if verb != "after_that" else verb:
            case "after" | "after_that":
                other = self.that if verb == "after_that" else rest[0]
                if other == name:
                    raise RefusedError
                self.to(name, self.first_free(name, other, length))
            case "days":
                step = DAY if rest[1] == "later" else -DAY
                new = start + int(rest[0]) * step
                while new.weekday() > 4:
                    new += step
                self.to(name, new)
            case "minutes":
                self.to(name, start + int(rest[0]) * (MINUTE if rest[1] == "later" else -MINUTE))
            case "weekday":
                self.to(name, start + (WEEKDAYS.index(rest[0]) - start.weekday()) * DAY)
            case "gap":
                ends = [at + its for at, its in self.held.values() if at < start and at.date() == start.date()]
                self.to(name, max(ends, default=start.replace(hour=9, minute=0)))
            case "length":
                self.put(name, start, length + int(rest[0]) * (MINUTE if rest[1] == "longer" else -MINUTE))
            case "swap":
                self.trade(name, rest[0])
            case "cancel":
                del self.held[name]
                return ""
        return name

    def trade(self, name: str, other: str) -> None:
        (start, length), (at, its) = self.get(name), self.get(other)
        if name == other:
            raise RefusedError
        before = dict(self.held)
        del self.held[name]
        try:
            self.held[other] = start, its
            self.put(name, at, length)
            self.put(other, start, its)
        except RefusedError:
            self.held = before
            raise
        self.moved += 2 * self.worked(start, at)


def calendar(message: str, labels: tuple[str, ...]) -> list[str]:
    brief = message.split("\n\n", maxsplit=1)[0].lower()
    paper = Paper(brief)
    text = message.lower()
    found = (*re.findall(DATE, text), *re.findall(r"\d+:\d\d", text), *re.findall(r'"([a-z ]+)"', text))
    words = frozenset({*found, *WEEKDAYS, "later", "earlier", "longer", "shorter"})
    for verb, args in orders("calendar", message, words):
        try:
            paper.that = paper.follow(verb, args)
        except RefusedError:
            paper.refused += 1
    names = sorted(paper.held, key=lambda name: paper.held[name][0])
    booked = sum((length for _, length in paper.held.values()), start=timedelta())
    assert labels == ("Order", "Booked", "Moved", "Refused")
    return [", ".join(names) or "none", str(booked // MINUTE), str(paper.moved), str(paper.refused)]


ORACLES: Mapping[str, Callable[[str, tuple[str, ...]], list[str]]] = {"calendar": calendar}
