"""The words of a paper's exhibits: names of games and columns, and notes, from ``words.toml`` of its folder."""

from collections.abc import Mapping
from importlib.resources import files

import msgspec


def words_of(package: str) -> Mapping[str, Mapping[str, str]]:
    """Return the words of the paper in *package*."""
    return msgspec.toml.decode(files(package).joinpath("words.toml").read_bytes(), type=dict[str, dict[str, str]])
