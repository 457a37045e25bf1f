"""Summer time in 2025, by the rules of each region; the tests compare it with the time zone database.

Nothing is read from the machine, so a build gives the same replies on every machine.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

Region = Literal["", "europe", "america", "australia"]
HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Zone:
    """Minutes ahead of UTC in winter, and whose rules say when summer is; ``key`` names it in the database."""

    key: str
    minutes: int
    region: Region = ""


ZONES: Mapping[str, Zone] = {
    "Nairobi": Zone("Africa/Nairobi", 180),
    "Lima": Zone("America/Lima", -300),
    "Lisbon": Zone("Europe/Lisbon", 0, "europe"),
    "Berlin": Zone("Europe/Berlin", 60, "europe"),
    "New York": Zone("America/New_York", -300, "america"),
    "Sydney": Zone("Australia/Sydney", 600, "australia"),
    "Kolkata": Zone("Asia/Kolkata", 330),
}


def to_utc(local: datetime, city: str) -> datetime:
    """Return the moment, in UTC, of a clock time; the first of two where clocks go back.

    Raises ``ValueError`` for a time that clocks leap over.
    """
    zone = ZONES[city]
    moment = local - timedelta(minutes=zone.minutes)
    for utc in (moment - HOUR, moment):
        if from_utc(utc, city) == local:
            return utc
    raise ValueError(f"found {local} in {city}, expected a time that clocks show there")


def from_utc(utc: datetime, city: str) -> datetime:
    """Return what clocks in a city show at a moment, given in UTC."""
    zone = ZONES[city]
    standard = utc + timedelta(minutes=zone.minutes)
    return standard + HOUR if is_summer(utc, zone) else standard


def is_summer(utc: datetime, zone: Zone) -> bool:
    """Return whether summer time is in force at a moment; changes are reckoned in UTC or in standard time."""
    year, standard = utc.year, utc + timedelta(minutes=zone.minutes)
    if zone.region == "europe":
        return _at(_sunday(year, 3, -1), 1) <= utc < _at(_sunday(year, 10, -1), 1)
    if zone.region == "america":
        return _at(_sunday(year, 3, 2), 2) <= standard < _at(_sunday(year, 11, 1), 1)
    if zone.region == "australia":
        return not _at(_sunday(year, 4, 1), 2) <= standard < _at(_sunday(year, 10, 1), 2)
    return False


def _at(day: date, hour: int) -> datetime:
    return datetime(day.year, day.month, day.day, hour)


def _sunday(year: int, month: int, number: int) -> date:
    """Return the first (1), second (2) or last (-1) Sunday of a month of 31 days, or the first or second of any."""
    if number > 0:
        first = date(year, month, 1)
        return first + timedelta(days=(6 - first.weekday()) % 7 + 7 * (number - 1))
    last = date(year, month, 31)
    return last - timedelta(days=(last.weekday() + 1) % 7)
