"""A desk that keeps calls in nine cities with fixed offsets."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.rows import RowsParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

_OFFSETS = (
    ("Honolulu", -600),
    ("Denver", -420),
    ("Lima", -300),
    ("Dakar", 0),
    ("Athens", 120),
    ("Karachi", 300),
    ("Kathmandu", 345),
    ("Tokyo", 540),
    ("Adelaide", 570),
)
_TABLE = PatternParams(pattern=r".*\|.*", means="lines of a Markdown table", each_line=True)
_TIME = (
    r"[ \t]*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d\d:\d\d[ \t]*"
)
_TIMES = PatternParams(
    pattern=rf"[^|]*\|?[^|]+\|{_TIME}\|{_TIME}\|?|\|?[ \t]*(?i:call)[^\d]*|[| :-]+",
    means="times such as Tue 04 Mar 09:30",
    each_line=True,
)
_HEADER = ("call", "start", "end")


@dataclass(frozen=True, slots=True)
class Call:
    """A call: when it starts, in UTC, and how many minutes it takes."""

    start: datetime
    minutes: int


class Desk:
    """The desk; times are shown for Athens at first."""

    def __init__(self) -> None:
        self._city = "Athens"
        self._calls: dict[str, Call] = {}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey ``book``, ``start``, ``shift``, ``length``, ``cancel`` and ``city``, then show all calls by their start.

        ``in CITY`` shows this one table for another city.
        """
        city = None
        for command in commands:
            verb, *words = command.split()
            if verb == "in":
                city = words[0]
            else:
                self._obey(verb, words)
        rows = self._rows(_zone(city or self._city))
        lines = [f"| {' | '.join(row)} |" for row in (_HEADER, ("---",) * 3, *rows)]
        checks = (
            content("rows", RowsParams(rows=rows, header=_HEADER)),
            form("bare", BareParams(most_lines=len(lines), may_fence=True)),
            form("pattern", _TABLE),
            form("pattern", _TIMES),
        )
        return Answer("\n".join(lines), checks)

    def _obey(self, verb: str, words: Sequence[str]) -> None:
        match verb, *words:
            case "book", name, day, time, city, minutes:
                self._calls[name] = Call(_moment(day, time, city), int(minutes))
            case "start", name, day, time, city:
                self._calls[name] = replace(self._calls[name], start=_moment(day, time, city))
            case "shift", name, minutes:
                call = self._calls[name]
                self._calls[name] = replace(call, start=call.start + timedelta(minutes=int(minutes)))
            case "length", name, minutes:
                self._calls[name] = replace(self._calls[name], minutes=int(minutes))
            case "cancel", name:
                del self._calls[name]
            case "city", name:
                self._city = name
            case _:
                raise ValueError(f"unknown command {verb!r}")

    def _rows(self, zone: timezone) -> tuple[tuple[str, ...], ...]:
        calls = sorted(self._calls.items(), key=lambda item: item[1].start)
        return tuple(
            (name, _text(call.start, zone), _text(call.start + timedelta(minutes=call.minutes), zone))
            for name, call in calls
        )


def _zone(city: str) -> timezone:
    return timezone(timedelta(minutes=dict(_OFFSETS)[city]))


def _moment(day: str, time: str, city: str) -> datetime:
    return datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=_zone(city)).astimezone(UTC)


def _text(moment: datetime, zone: timezone) -> str:
    return moment.astimezone(zone).strftime("%a %d %b %H:%M")
