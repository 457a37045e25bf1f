"""Find tracks by the names of their folders, or by the records that they declare."""

import csv
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from interplay.core.discovery import Catalogue
from interplay.core.errors import UnknownName
from interplay.core.records import Message
from interplay.tracks.base import Track

TRACKS: Catalogue[Track[Any, Any]] = Catalogue(
    "interplay.tracks", "TRACK", "track", module="track", group="interplay.tracks"
)
names, load = TRACKS.names, TRACKS.load
ORDER = ("simulation", "scorekeeping", "company", "games", "positions", "horizon")
"""The order of tracks in tables; others come after these."""


def order(name: str) -> int:
    """Return where the track called *name* stands in tables."""
    return ORDER.index(name) if name in ORDER else len(ORDER)


def table(track: str, name: str) -> list[dict[str, str]]:
    """Return the rows of ``name.csv`` in the folder of *track*: column to text. There are none without such a file."""
    from importlib.resources import files  # noqa: PLC0415  few programs need tables

    path = files(type(load(track)).__module__.rpartition(".")[0]) / f"{name}.csv"
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines())) if path.is_file() else []


def item_of(value: object) -> tuple[Track[Any, Any], Any]:
    """Return the track that *value* is an item of, and the item; a row of ``datasets.load_dataset`` becomes a record.

    Raises ``UnknownName`` when no track declares such items.
    """
    for track in map(load, names()):
        types = (track.item, *track.other_items)
        if isinstance(value, types):
            if isinstance(messages := getattr(value, "messages", None), list):  # as load_items gives them
                return track, replace(value, messages=msgspec.convert(messages, tuple[Message, ...]))
            return track, value
        for item in types if isinstance(value, Mapping) else ():
            with suppress(msgspec.ValidationError):
                return track, msgspec.convert(value, item)
    kind = "a row that fits no track" if isinstance(value, Mapping) else f"a {type(value).__name__}"
    raise UnknownName(f"found {kind}, expected an item of one of {', '.join(names())}, as load_items returns them")


def of_prediction(value: object) -> Track[Any, Any]:
    """Return the track that *value* is a prediction of; raise ``UnknownName`` when no track declares such ones."""
    for track in map(load, names()):
        if isinstance(value, track.prediction):
            return track
    expected = "as play returns them, or made with the Prediction of a package such as interplay.tracks.simulation"
    raise UnknownName(f"found a {type(value).__name__}, expected a prediction {expected}")
