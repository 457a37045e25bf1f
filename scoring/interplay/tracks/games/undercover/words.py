"""The word pairs of Undercover: related everyday nouns, written for this release.

A line of ``pairs.csv`` a pair: id, two words, category, and whether the pair is reserved. Words are lower case, each
occurs once, and neither contains the other. Half of each category is reserved: a setup draws from one half or the
other (option ``held_out``).
"""

from csv import DictReader
from importlib.resources import files

from msgspec import Struct


class Pair(Struct, frozen=True):
    """Two related words."""

    pair_id: str
    words: tuple[str, str]
    category: str
    reserved: bool


PAIRS: tuple[Pair, ...] = tuple(
    Pair(row["pair_id"], (row["first"], row["second"]), row["category"], row["reserved"] == "1")
    for row in DictReader(files(__package__).joinpath("pairs.csv").read_text(encoding="utf-8").splitlines())
)
