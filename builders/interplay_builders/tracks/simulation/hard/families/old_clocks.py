"""Local times of the past in many time zones, after Python's zoneinfo with the tables of tzdata."""

import importlib
import importlib.resources
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.base import Family, ProgramMissing
from interplay_builders.tracks.simulation.hard.turns import Turn, lines, provenance, session
from interplay_builders.tracks.simulation.hard.words import Speaker, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session, TaskSpec

TEXTS = texts_of(__file__)
SIZES = {1: (2, 2), 2: (2, 30), 3: (4, 110), 4: (6, 340)}
"""Of each level: rows of the first sheets, and of the last one, at levels 3 and 4 with the sender's clock for UTC."""
YEARS = {1: (2008, 2019), 2: (1955, 2012), 3: (1925, 2005), 4: (1916, 2010)}
COMMON = (
    "Europe/London", "Europe/Paris", "Europe/Berlin", "America/New_York", "America/Los_Angeles", "Asia/Tokyo",
    "Europe/Rome",
)  # fmt: skip
ZONES = (
    *COMMON, "Europe/Madrid", "Europe/Moscow", "Europe/Warsaw", "Europe/Athens", "Europe/Helsinki", "Europe/Riga",
    "Europe/Vilnius", "Europe/Tallinn", "Europe/Minsk", "Europe/Bucharest", "Europe/Sofia", "Europe/Brussels",
    "Europe/Zurich", "America/Chicago", "America/Denver", "America/Argentina/Buenos_Aires", "America/Caracas",
    "America/Halifax", "America/St_Johns", "America/Havana", "America/Anchorage", "Asia/Kolkata", "Asia/Kathmandu",
    "Asia/Singapore", "Asia/Pyongyang", "Australia/Sydney", "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Apia",
    "Pacific/Honolulu", "Africa/Cairo", "Africa/Johannesburg", "Africa/Casablanca",
)  # fmt: skip
"""Zones about whose offsets of these years the tables from 2018 to 2026 agree, where they are whole minutes."""
RARE = (
    "America/Indiana/Knox", "America/Indiana/Petersburg", "America/Boise", "America/Argentina/San_Luis",
    "America/Lima", "America/Asuncion", "America/Winnipeg", "America/Regina", "America/Swift_Current", "America/Adak",
    "America/Nome", "America/Guatemala", "America/Managua", "America/Jamaica", "America/Santo_Domingo",
    "Atlantic/Stanley", "Europe/Gibraltar", "Europe/Malta", "Europe/Samara", "Europe/Chisinau", "Europe/Tirane",
    "Asia/Yerevan", "Asia/Tbilisi", "Asia/Baku", "Asia/Tashkent", "Asia/Bishkek", "Asia/Novosibirsk",
    "Asia/Vladivostok", "Asia/Yakutsk", "Asia/Karachi", "Asia/Dhaka", "Asia/Jakarta", "Asia/Taipei", "Asia/Amman",
    "Asia/Beirut", "Asia/Damascus", "Asia/Baghdad", "Africa/Tunis", "Africa/Algiers", "Africa/Windhoek",
    "Africa/Khartoum", "Australia/Broken_Hill", "Australia/Perth", "Pacific/Fiji", "Pacific/Norfolk",
    "Indian/Mauritius",
)  # fmt: skip
"""More such zones, for the highest level."""
NEAR = timedelta(days=12)
"""Time from a moment of the highest level to a change of the clocks, at most, where there is one in those years."""


@lru_cache
def task() -> TaskSpec:
    """Return the task, which names the version of the tables; raise ``ProgramMissing`` without them."""
    try:
        version = importlib.import_module("tzdata").IANA_VERSION
    except ImportError:
        raise ProgramMissing("the package tzdata is not installed") from None
    return task_of(
        TEXTS,
        "radio-log-converter",
        "old_clocks",
        kind="stateless",
        provenance=provenance(f"Python's zoneinfo with tzdata {version}"),
    )


@lru_cache
def zone(name: str) -> ZoneInfo:
    """Return a zone of the package tzdata, not of this machine."""
    path = importlib.resources.files("tzdata.zoneinfo").joinpath(*name.split("/"))
    with path.open("rb") as file:
        return ZoneInfo.from_file(file, key=name)


def _moment(chance: Stream, level: int) -> tuple[str, datetime]:
    """Return a zone and a moment; most are where the offset is not today's, or changed around then."""
    first, last = YEARS[level]
    name = chance.choice((COMMON, ZONES, ZONES, (*ZONES, *RARE, *RARE))[level - 1])
    draws = 0
    while True:
        start = datetime(first + chance.below(last - first + 1), 1 + chance.below(12), 1 + chance.below(28), tzinfo=UTC)
        moment, draws = start + timedelta(minutes=5 * chance.below(288)), draws + 1
        is_unusual = level == 1 or draws > 30 or offset(name, moment) != offset(name, moment.replace(year=2024))
        is_near = level < 4 or draws > 300 or offset(name, moment - NEAR) != offset(name, moment + NEAR)
        if is_unusual and is_near and _is_steady(name, moment):
            return name, moment


def _is_steady(name: str, moment: datetime) -> bool:
    """Return whether the offset is whole minutes and does not change on that day or the ones beside it."""
    shifts = {offset(name, moment + timedelta(days=days)) for days in (-1, 0, 1)}
    return len(shifts) == 1 and not any(shift.seconds % 60 for shift in shifts)


def offset(name: str, moment: datetime) -> timedelta:
    """Return the difference between local time and UTC."""
    return moment.astimezone(zone(name)).utcoffset() or timedelta()


def converted(name: str, moment: datetime) -> str:
    """Return local time as zoneinfo has it."""
    return moment.astimezone(zone(name)).isoformat()


def _row(chance: Stream, level: int, name: str, moment: datetime) -> str:
    """Return a row of a sheet: a zone with a moment in UTC, or a sender's zone and clock, and the receiver's zone."""
    if level < 3:
        return f"{name}, {moment:%Y-%m-%d %H:%M}"
    known = (*ZONES, *RARE) if level > 3 else ZONES
    sender = chance.choice([other for other in known if other != name and _is_steady(other, moment)])
    return f"{sender}, {moment.astimezone(zone(sender)):%Y-%m-%d %H:%M} > {name}"


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of two or three sheets."""
    spec, (few, many), speaker, turns = task(), SIZES[level], Speaker(TEXTS, chance), list[Turn]()
    for key, count in (("first", few), ("next", few), ("next" if level < 3 else "pairs", many))[level == 1 :]:
        sheet = [_moment(chance, level) for _ in range(count)]
        rows = "\n".join(_row(chance, level if key == "pairs" else 1, *row) for row in sheet)
        turns.append((speaker.phrase(key, code=rows), "\n".join(converted(*row) for row in sheet)))
    return session(spec, turns, _near(sheet), lines(turns[-1][1]))


def _near(sheet: list[tuple[str, datetime]]) -> Iterator[str]:
    """Yield local times after the rules of 2024, after those of a year before, without summer time, in UTC."""
    for year in (2024, -1):
        zones = [
            (moment, offset(name, moment.replace(year=moment.year - 1 if year < 0 else year))) for name, moment in sheet
        ]
        yield "\n".join((moment + shift).isoformat().replace("+00:00", _sign(shift)) for moment, shift in zones)
    yield "\n".join(converted(name, moment + timedelta(hours=1)) for name, moment in sheet)
    yield "\n".join(moment.isoformat() for _, moment in sheet)


def _sign(shift: timedelta) -> str:
    minutes = int(shift.total_seconds()) // 60
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


FAMILY = Family(dialogue)
