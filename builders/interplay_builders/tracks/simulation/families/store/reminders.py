"""A to-do list with priorities and due dates, on a day that moves only when it is told to."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.rows import RowsParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

FIRST_DAY = date(2025, 3, 6)
PRIORITIES = ("high", "medium", "low")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True, slots=True)
class Reminder:
    """One task; ``every`` is the number of days after which it comes back, 0 if it does not."""

    number: int
    title: str
    priority: str = "medium"
    due: date | None = None
    every: int = 0


class Reminders:
    """Open tasks by number, and those that were done or deleted."""

    def __init__(self) -> None:
        self._today = FIRST_DAY
        self._open: dict[int, Reminder] = {}
        self._closed: dict[int, Reminder] = {}
        self._given = 0

    def answer(self, commands: Sequence[str]) -> Answer:
        """Change the list and show it."""
        verbs: Mapping[str, Callable[..., None]] = {
            "add": self._add,
            "done": self._done,
            "drop": self._close,
            "reopen": self._reopen,
            "due": self._set_due,
            "prio": self._set_priority,
            "title": self._set_title,
            "days": self._pass_days,
            "list": lambda: None,
        }
        for command in commands:
            verb, *arguments = (part.strip() for part in command.split("|"))
            verbs[verb](*arguments)
        rows = tuple(self._row(reminder) for reminder in sorted(self._open.values(), key=_order))
        return _table(rows)

    def _add(self, title: str, priority: str = "", due: str = "", every: str = "0") -> None:
        self._given += 1
        day = due_date(due, self._today)
        self._open[self._given] = Reminder(self._given, title, priority or "medium", day, int(every))

    def _done(self, name: str) -> None:
        old = self._open[int(name)]
        self._close(name)
        if old.every and old.due is not None:
            self._given += 1
            self._open[self._given] = replace(old, number=self._given, due=old.due + timedelta(old.every))

    def _close(self, name: str) -> None:
        self._closed[int(name)] = self._open.pop(int(name))

    def _reopen(self, name: str) -> None:
        self._open[int(name)] = self._closed.pop(int(name))

    def _set_due(self, name: str, due: str) -> None:
        self._open[int(name)] = replace(self._open[int(name)], due=due_date(due, self._today))

    def _set_priority(self, name: str, priority: str) -> None:
        self._open[int(name)] = replace(self._open[int(name)], priority=priority)

    def _set_title(self, name: str, title: str) -> None:
        self._open[int(name)] = replace(self._open[int(name)], title=title)

    def _pass_days(self, count: str) -> None:
        self._today += timedelta(int(count))

    def _row(self, reminder: Reminder) -> tuple[str, ...]:
        return str(reminder.number), reminder.priority, due_text(reminder.due, self._today), reminder.title


def due_date(text: str, today: date) -> date | None:
    """Return the day that ``""``, ``+3``, ``friday`` or ``2025-03-20`` means; a weekday is after *today*."""
    if not text:
        return None
    if text.startswith("+"):
        return today + timedelta(int(text))
    if text in WEEKDAYS:
        return today + timedelta((WEEKDAYS.index(text) - today.weekday() - 1) % 7 + 1)
    return date.fromisoformat(text)


def due_text(due: date | None, today: date) -> str:
    """Return how the list writes a due date."""
    if due is None:
        return "-"
    days = (due - today).days
    if days in (0, 1):
        return ("today", "tomorrow")[days]
    return f"in {days} days" if days > 0 else f"{-days} late"


def _order(reminder: Reminder) -> tuple[date, int, int]:
    return reminder.due or date.max, PRIORITIES.index(reminder.priority), reminder.number


def _table(rows: tuple[tuple[str, ...], ...]) -> Answer:
    rows = rows or (("nothing to do",),)
    text = "\n".join(" | ".join(row) for row in rows)
    priorities = "|".join(PRIORITIES)
    line = rf"\s*(nothing to do|\d+\s*\|\s*({priorities})\s*\|\s*(-|today|tomorrow|in \d+ days|\d+ late)\s*\|.*)"
    checks = (
        content("rows", RowsParams(rows=rows, case=True)),
        form("bare", BareParams()),
        form("pattern", PatternParams(pattern=line, each_line=True, means="number | priority | due | title")),
    )
    return Answer(re.sub(r" +", " ", text), checks)
