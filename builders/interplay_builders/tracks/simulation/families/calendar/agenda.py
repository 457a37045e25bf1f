"""An agenda of lessons that recur in the zones of several cities, seen from one of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.printed import PrintedParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.families.calendar.summer import from_utc, to_utc
from interplay_builders.tracks.simulation.sessions import content, form

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
LAST_DAY = date(2025, 12, 31)
NONE = "none"
YEARS = ("2024-", "2025-", "2026-")
"""What a line of a lesson begins with."""


@dataclass(frozen=True, slots=True)
class Rule:
    """When a series takes place: the parts of an RRULE that are understood here."""

    frequency: str
    interval: int = 1
    count: int = 0
    until: date = LAST_DAY
    weekdays: tuple[str, ...] = ()
    month_day: int = 0

    def days(self, first: date) -> Iterator[date]:
        """Yield the days from *first* on."""
        days = (first + timedelta(n) for n in range((self.until - first).days + 1))
        for number, day in enumerate((day for day in days if self._holds(day, first)), 1):
            if self.count and number > self.count:
                return
            yield day

    def _holds(self, day: date, first: date) -> bool:
        if self.frequency == "DAILY":
            return (day - first).days % self.interval == 0
        if self.frequency == "WEEKLY":
            weeks = ((day - timedelta(day.weekday())) - (first - timedelta(first.weekday()))).days // 7
            names = self.weekdays or (WEEKDAYS[first.weekday()],)
            return weeks % self.interval == 0 and WEEKDAYS[day.weekday()] in names
        months = 12 * (day.year - first.year) + day.month - first.month
        return months % self.interval == 0 and self._holds_in_month(day, first)

    def _holds_in_month(self, day: date, first: date) -> bool:
        if not self.weekdays:
            left = day.day - 1 - month_length(day)
            return (self.month_day or first.day) in (day.day, left)
        name, before = WEEKDAYS[day.weekday()], (day.day - 1) // 7 + 1
        behind = -((month_length(day) - day.day) // 7 + 1)
        return f"{before}{name}" in self.weekdays or f"{behind}{name}" in self.weekdays


@dataclass(slots=True)
class Series:
    """Lessons of one name; times are the city's. ``moved`` maps a day of the rule to a time, or to none if skipped."""

    city: str
    first: datetime
    rule: Rule
    moved: dict[date, datetime | None] = field(default_factory=dict)

    def starts(self) -> Iterator[datetime]:
        """Yield when lessons start, by the city's clock."""
        for day in self.rule.days(self.first.date()):
            start = self.moved.get(day, datetime.combine(day, self.first.time()))
            if start is not None:
                yield start


class Agenda:
    """All series, and the city whose clock the lists follow."""

    def __init__(self) -> None:
        self._home = "Lima"
        self._series: dict[str, Series] = {}
        self._entries: list[str] = []

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey ``add``, ``skip``, ``move``, ``until``, ``drop``, ``home``; list what ``show FIRST | LAST`` asks for.

        Parts of a command stand between bars. Raises ``ValueError`` or ``KeyError`` for what is not known.
        """
        verbs: Mapping[str, Callable[..., None]] = {
            "add": self._add,
            "skip": lambda name, day: self._move(name, day, ""),
            "move": self._move,
            "until": self._until,
            "drop": self._series.__delitem__,
            "home": self._move_home,
            "show": self._show,
        }
        self._entries = []
        for command in commands:
            verb, *parts = (part.strip() for part in command.split("|"))
            verbs[verb](*parts)
        lines = self._entries or [NONE]
        params = PrintedParams(expected=tuple(lines), phrases=YEARS if self._entries else (*YEARS, NONE))
        return Answer("\n".join(lines), (content("printed", params), form("bare", BareParams(may_fence=True))))

    def _add(self, name: str, city: str, first: str, rule: str) -> None:
        self._series[name] = Series(city, datetime.fromisoformat(first), parsed(rule))

    def _move(self, name: str, day: str, start: str) -> None:
        old, series = date.fromisoformat(day), self._series[name]
        if old not in series.rule.days(series.first.date()):
            raise ValueError(f"found no {name} on {day}, expected a day of its rule")
        series.moved[old] = datetime.fromisoformat(start) if start else None

    def _move_home(self, city: str) -> None:
        self._home = city

    def _until(self, name: str, day: str) -> None:
        series = self._series[name]
        series.rule = replace(series.rule, until=min(series.rule.until, date.fromisoformat(day)))

    def _show(self, first: str, last: str) -> None:
        dates = []
        for name, series in self._series.items():
            local = (from_utc(to_utc(start, series.city), self._home) for start in series.starts())
            dates += [(start, name) for start in local if first <= start.date().isoformat() <= last]
        self._entries += [f"{start:%Y-%m-%d %H:%M} {name}" for start, name in sorted(dates)]


def month_length(day: date) -> int:
    """Return how many days the month of *day* has."""
    following = date(day.year + day.month // 12, day.month % 12 + 1, 1)
    return (following - timedelta(1)).day


def parsed(text: str) -> Rule:
    """Return the rule that an RRULE such as ``FREQ=WEEKLY;BYDAY=MO,TH;COUNT=8`` describes.

    Raises ``ValueError`` for parts that are not understood.
    """
    parts = dict(part.split("=") for part in text.split(";"))
    known = {"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY"}
    if strange := sorted(set(parts) - known):
        raise ValueError(f"found {', '.join(strange)} in {text!r}, expected {', '.join(sorted(known))}")
    return Rule(
        frequency=parts["FREQ"],
        interval=int(parts.get("INTERVAL", "1")),
        count=int(parts.get("COUNT", "0")),
        until=date.fromisoformat(parts["UNTIL"]) if "UNTIL" in parts else LAST_DAY,
        weekdays=tuple(parts["BYDAY"].split(",")) if "BYDAY" in parts else (),
        month_day=int(parts.get("BYMONTHDAY", "0")),
    )
