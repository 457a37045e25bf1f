"""Settings and tables of TrueSkill ratings: what ``--json`` prints."""

from typing import Annotated

from msgspec import Meta

from interplay.core.records import Record
from interplay.ratings.arrays import Row
from interplay.ratings.pairwise.tables import SHOWN


class TrueSkillSettings(Record, frozen=True):
    """How TrueSkill ratings are made; ``draw_probability`` ``null`` means estimated from the matches."""

    mu: float = 25.0
    sigma: Annotated[float, Meta(gt=0)] = 25 / 3
    beta: Annotated[float, Meta(gt=0)] = 25 / 6
    tau: Annotated[float, Meta(ge=0)] = 25 / 300
    draw_probability: Annotated[float, Meta(ge=0, lt=1)] | None = 0.1
    permutations: Annotated[int, Meta(ge=0, le=100_000)] = 100
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0


class TrueSkillRating(Record, frozen=True):
    """One system in a TrueSkill table.

    ``mu`` and ``sigma`` are means over the permutations (of the recorded order when there are none); ``order_sd``,
    ``lowest`` and ``highest`` say how far ``mu`` depends on the order of matches; ``recorded_mu`` and
    ``recorded_sigma`` follow the order of the file. ``sigma`` takes all matches as independent; ``sigma_by_setup``
    counts the matches that the system played from one setup as one, and equals it where no setup occurs twice.
    """

    system: str
    mu: float | None
    sigma: float | None
    sigma_by_setup: float | None
    order_sd: float | None
    lowest: float | None
    highest: float | None
    recorded_mu: float | None
    recorded_sigma: float | None
    matches: int
    rank: int | None
    reason: str | None = None

    @property
    def name(self) -> str:
        """The system, as rows of tables call it."""
        return self.system

    @property
    def n(self) -> int:
        """The number of matches it played."""
        return self.matches

    def __str__(self) -> str:
        """Return name, mean and standard deviation, such as ``a 27.64 (sigma 6.11)``."""
        if self.mu is None:
            return f"{self.system} without a rating"
        return f"{self.system} {self.mu:.2f} (sigma {self.sigma:.2f})"

    def to_row(self) -> Row:
        """Return the fields that a data frame takes, name first."""
        return {
            "name": self.system,
            "mu": self.mu,
            "sigma": self.sigma,
            "sigma_by_setup": self.sigma_by_setup,
            "n": self.matches,
            "order_sd": self.order_sd,
            "lowest": self.lowest,
            "highest": self.highest,
            "recorded_mu": self.recorded_mu,
            "recorded_sigma": self.recorded_sigma,
            "rank": self.rank,
            "reason": self.reason,
        }


class TrueSkillTable(Record, frozen=True):
    """TrueSkill ratings of all systems, best first; those that met nobody of the main group are last, without one.

    ``setups`` counts independent starts: the setups, and each match without one. ``draw_probability`` is the one used.
    """

    settings: TrueSkillSettings
    games: tuple[str, ...]
    matches: int
    setups: int
    draw_probability: float
    ratings: tuple[TrueSkillRating, ...]
    warnings: tuple[str, ...] = ()

    def to_rows(self) -> list[Row]:
        """Return one dictionary a system, best first, all with the same keys, as data frames take them.

        Example:
            >>> from interplay import ratings
            >>> table = ratings.trueskill([("a", "b")], [(1, 2)], permutations=1)
            >>> [(row["name"], row["mu"], row["n"]) for row in table.to_rows()]
            [('a', 29.395832, 1), ('b', 20.604168, 1)]
        """
        return [row.to_row() for row in self.ratings]

    def __repr__(self) -> str:
        """Return how many there were of what, and the best five."""
        best = ", ".join(map(str, self.ratings[:SHOWN])) + (", ..." if len(self.ratings) > SHOWN else "")
        return f"TrueSkillTable({len(self.ratings)} systems, {self.matches} matches: {best})"
