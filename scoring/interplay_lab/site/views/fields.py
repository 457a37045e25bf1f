"""What the keys that an item is grouped by mean, in words for those who have not read a card."""

from collections.abc import Mapping
from typing import NamedTuple

from interplay.tracks.games import catalogue as games

Keys = Mapping[str, tuple[str, Mapping[str, str]]]
"""Key by which items are grouped -> its words, and those of its values."""


class Field(NamedTuple):
    """A key of an item with its value; ``means`` is nothing where the value speaks for itself."""

    name: str
    value: str
    means: str


def fields(keys: Keys, where: Mapping[str, str]) -> list[Field]:
    """Return the fields of an item, in the words of *keys*, but for a split that says nothing of it."""
    rows = []
    for key, value in where.items():
        name, means = keys.get(key, (key.replace("_", " "), {}))
        if key != "split" or value in means:
            words = games.load(value).title if key == "game" and value in games.names() else value.replace("_", " ")
            rows.append(Field(name, words, means.get(value, "")))
    return rows
