"""What tables of ratings have in common: rows with a system and the number of its matches, for JSON and data frames."""

from typing import ClassVar

from interplay.core.records import Record
from interplay.core.reports import Row

MOST_LISTED = 5
"""Rows in the short form of a table."""


class RatedSystem(Record, frozen=True):
    """A system and how many matches it played; a kind of table adds what it says of the system."""

    system: str
    matches: int
    columns: ClassVar[tuple[str, ...]]
    """The fields that a data frame takes, name first."""

    @property
    def name(self) -> str:
        """The system, as rows of tables call it."""
        return self.system

    @property
    def n(self) -> int:
        """The number of matches it played."""
        return self.matches

    def to_row(self) -> Row:
        """Return the fields that a data frame takes, name first."""
        values = {column: getattr(self, column) for column in self.columns}
        return {column: ", ".join(v) if isinstance(v, tuple) else v for column, v in values.items()}


class RatingTable(Record, frozen=True):
    """Ratings of all systems, best first."""

    games: tuple[str, ...]
    matches: int
    ratings: tuple[RatedSystem, ...]

    def to_rows(self) -> list[Row]:
        """Return one dictionary a system, best first, all with the same keys, as data frames take them.

        Example:
            >>> from interplay import ratings
            >>> table = ratings.bradley_terry(["a", "b", "a"], ["b", "a", "b"], resamples=0)
            >>> [(row["name"], row["estimate"], row["points"], row["n"]) for row in table.to_rows()]
            [('a', 0.346074, 2.0, 3), ('b', -0.346074, 1.0, 3)]
            >>> table = ratings.trueskill([("a", "b")], [(1, 2)], permutations=1)
            >>> [(row["name"], row["mu"], row["n"]) for row in table.to_rows()]
            [('a', 29.395832, 1), ('b', 20.604168, 1)]
        """
        return [row.to_row() for row in self.ratings]

    def __repr__(self) -> str:
        """Return how many there were of what, and the best five."""
        best = ", ".join(map(str, self.ratings[:MOST_LISTED])) + (", ..." if len(self.ratings) > MOST_LISTED else "")
        return f"{type(self).__name__}({len(self.ratings)} systems, {self.matches} matches: {best})"


def rounded(value: float) -> float:
    """Return *value* to six decimals, and never minus zero."""
    return round(float(value), 6) + 0.0
