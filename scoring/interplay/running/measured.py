"""How many requests episodes take and how long these are: averages of the runs that ship with the release.

``measured.csv`` in a track's folder is what ``interplay-build page requests`` prints. A row is about one part of the
track, under the names that tables show; the part ``all`` is the whole track.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interplay.core.errors import UnknownName
from interplay.tracks import catalogue
from interplay.tracks.base import Task

ALL = "all"


@dataclass(frozen=True, slots=True)
class Average:
    """What a reply and an episode of one part took on average.

    ``calls`` are the requests of an episode in which every reply is understood, ``fewest`` and ``most`` those that it
    could have taken. ``opening`` and ``prompt`` are characters of an episode's first prompt and of any of its prompts,
    ``reply`` those of a bare reply; ``actions`` is how many were listed. ``characters_a_token`` is known for whole
    tracks, as a model's server counted them.
    """

    episodes: int
    calls: float
    fewest: float
    most: float
    opening: float
    prompt: float
    reply: float
    actions: float
    characters_a_token: float | None

    @property
    def share(self) -> float:
        """Return how far the calls go from the fewest, 0, to the most, 1."""
        span = self.most - self.fewest
        return (self.calls - self.fewest) / span if span > 0 else 0.0


class Averages:
    """The averages of one track."""

    def __init__(self, track: Task[Any, Any], rows: Mapping[str, Average]) -> None:
        self._track, self.rows = track, rows
        self.characters_a_token = rows[ALL].characters_a_token or 4.0

    def of(self, item: Any) -> Average:
        """Return the averages of an item's part; where it has none, of the same game in other splits, or of all."""
        row = self.rows.get(part_of(self._track, item)) or self.rows.get(kind_of(self._track, item))
        return row or self.rows[ALL]


def part_of(track: Task[Any, Any], item: Any) -> str:
    """Return the part of a track to which an item belongs."""
    where = track.where(item)
    return " ".join(where[key] for key in track.spread_by)


def kind_of(track: Task[Any, Any], item: Any) -> str:
    """Return what the same parts of several splits have in common, such as the game."""
    return track.where(item)[track.spread_by[-1]]


def averages(track: Task[Any, Any]) -> Averages:
    """Return the averages of a track; raise ``UnknownName`` for a track without measurements."""
    rows = {row.pop("part"): _average(row) for row in catalogue.table(track.name, "measured")}
    if ALL not in rows:
        raise UnknownName(f"nothing was measured of the track {track.name!r}, so its cost is not known")
    return Averages(track, rows)


def _average(row: dict[str, str]) -> Average:
    episodes, characters = int(row.pop("episodes")), row.pop("characters_a_token")
    numbers = {name: float(value) for name, value in row.items()}
    return Average(episodes=episodes, characters_a_token=float(characters) if characters else None, **numbers)
