"""A clerk who knows weekdays and the working days of a town."""

import calendar
from collections.abc import Sequence
from datetime import date, timedelta

from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import plain_lines
from interplay_builders.tracks.simulation.sessions import form

HOLIDAYS = frozenset(
    date(2031, month, day)
    for month, day in ((1, 1), (3, 17), (4, 14), (5, 1), (6, 9), (8, 22), (10, 6), (12, 25), (12, 26))
)
_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_LINE = PatternParams(
    pattern=rf"({'|'.join(_NAMES)}) \d{{4}}-\d\d-\d\d|-?\d+|[Ww]eek \d+|(?i:leap|common)",
    means="a date such as Tue 2031-03-04, a number, a week, leap or common",
    each_line=True,
)


class Clerk:
    """Takes questions such as ``due 2031-03-14 5``; see the methods."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return one line for each question."""
        return plain_lines([_answered(command) for command in commands], form("pattern", _LINE), case=False)


def _answered(command: str) -> str:
    verb, *words = command.split()
    if verb == "leap":
        return "leap" if calendar.isleap(int(words[0])) else "common"
    if verb == "nth":
        return _text(nth(words[0], _NAMES.index(words[1]), int(words[2])))
    return _of_a_day(verb, date.fromisoformat(words[0]), words[1:])


def _of_a_day(verb: str, start: date, words: Sequence[str]) -> str:
    match verb, words:
        case "day", []:
            return _text(start)
        case "plus", [days]:
            return _text(start + timedelta(days=int(days)))
        case "due", [days]:
            return _text(working_day(start, int(days)))
        case "count", [end]:
            return str(len(working_days(start, date.fromisoformat(end))))
        case "apart", [end]:
            return str((date.fromisoformat(end) - start).days)
        case "week", []:
            return f"week {start.isocalendar().week}"
    raise ValueError(f"unknown question {verb!r}")


def _text(day: date) -> str:
    return f"{_NAMES[day.weekday()]} {day.isoformat()}"


def is_working(day: date) -> bool:
    """Tell whether the town works on *day*."""
    return day.weekday() < 5 and day not in HOLIDAYS


def working_days(start: date, end: date) -> list[date]:
    """Return the working days from *start* to *end*, both included."""
    days = (start + timedelta(days=n) for n in range((end - start).days + 1))
    return [day for day in days if is_working(day)]


def working_day(start: date, count: int) -> date:
    """Return the working day that is *count* after *start* (before it, if negative), which itself is not counted."""
    day, left = start, abs(count)
    while left:
        day += timedelta(days=1 if count > 0 else -1)
        left -= is_working(day)
    return day


def nth(month: str, weekday: int, number: int) -> date:
    """Return the *number*-th such weekday of a month (YYYY-MM), from the end if negative."""
    year, name = (int(part) for part in month.split("-"))
    days = [day for day in calendar.Calendar().itermonthdates(year, name) if day.month == name]
    fits = [day for day in days if day.weekday() == weekday]
    return fits[number - 1 if number > 0 else number]
