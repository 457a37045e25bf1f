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
from interplay_builders.tracks.simulation.hard.words import phrase, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session, TaskSpec

TEXTS = texts_of(__file__)
COUNTS = {1: 2, 2: 4, 3: 6, 4: 10}
YEARS = {1: (2008, 2019), 2: (1985, 2015), 3: (1940, 1990), 4: (1916, 2012)}
COMMON = (
    "Europe/London",
    "Europe/Paris",
    "Europe/Berlin",
    "America/New_York",
    "America/Los_Angeles",
    "Asia/Tokyo",
    "Europe/Rome",
)
ZONES = (
    *COMMON, "Europe/Lisbon", "Europe/Madrid", "Europe/Moscow", "Europe/Warsaw", "Europe/Vienna", "Europe/Athens",
    "Europe/Helsinki", "Europe/Riga", "Europe/Vilnius", "Europe/Istanbul", "Europe/Dublin", "Europe/Kyiv",
    "America/Chicago", "America/Sao_Paulo", "America/Argentina/Buenos_Aires", "America/Caracas", "America/Halifax",
    "America/St_Johns", "America/Mexico_City", "America/Havana", "America/Santiago", "America/Anchorage",
    "Asia/Shanghai",
    "Asia/Hong_Kong", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tehran", "Asia/Singapore", "Asia/Manila", "Asia/Seoul",
    "Asia/Pyongyang", "Asia/Jerusalem", "Australia/Sydney", "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Apia",
    "Pacific/Kwajalein", "Pacific/Honolulu", "Africa/Cairo", "Africa/Johannesburg", "Africa/Monrovia",
    "Africa/Casablanca",
)  # fmt: skip


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
    """Return a zone and a moment; beyond the first level most are where the offset is not today's usual one."""
    first, last = YEARS[level]
    name = chance.choice(COMMON if level == 1 else ZONES)
    for _ in range(30):
        start = datetime(first + chance.below(last - first + 1), 1 + chance.below(12), 1 + chance.below(28), tzinfo=UTC)
        moment = start + timedelta(minutes=5 * chance.below(288))
        if level == 1 or offset(name, moment) not in (offset(name, moment.replace(year=2024)), None):
            break
    return name, moment


def offset(name: str, moment: datetime) -> timedelta | None:
    """Return the difference between local time and UTC."""
    return moment.astimezone(zone(name)).utcoffset()


def converted(name: str, moment: datetime) -> str:
    """Return local time as zoneinfo has it."""
    return moment.astimezone(zone(name)).isoformat()


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of two or three sheets."""
    spec, turns = task(), list[Turn]()
    for number, count in enumerate((2, COUNTS[level]) if level < 3 else (2, 2, COUNTS[level])):
        sheet = [_moment(chance, level) for _ in range(count)]
        rows = "\n".join(f"{name}, {moment:%Y-%m-%d %H:%M}" for name, moment in sheet)
        turns.append(
            (
                phrase(chance, TEXTS["next" if number else "first"], rows=rows),
                "\n".join(converted(*row) for row in sheet),
            )
        )
    return session(spec, turns, _near(sheet), lines(turns[-1][1]))


def _near(sheet: list[tuple[str, datetime]]) -> Iterator[str]:
    """Yield local times after the rules of 2024, after those of a year before, without summer time, in UTC."""
    for year in (2024, -1):
        zones = [
            (moment, offset(name, moment.replace(year=moment.year - 1 if year < 0 else year))) for name, moment in sheet
        ]
        yield "\n".join(
            (moment + (shift or timedelta())).isoformat().replace("+00:00", _sign(shift)) for moment, shift in zones
        )
    yield "\n".join(converted(name, moment + timedelta(hours=1)) for name, moment in sheet)
    yield "\n".join(moment.isoformat() for _, moment in sheet)


def _sign(shift: timedelta | None) -> str:
    minutes = int((shift or timedelta()).total_seconds()) // 60
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


FAMILY = Family(dialogue)
