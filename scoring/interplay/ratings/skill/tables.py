"""Settings and tables of TrueSkill ratings: what ``--json`` prints."""

from typing import Annotated, ClassVar

from msgspec import Meta

from interplay.core.records import Record
from interplay.ratings.rows import RatedSystem, RatingTable


class TrueSkillSettings(Record, frozen=True):
    """How TrueSkill ratings are made; ``draw_probability`` ``null`` means estimated from the matches."""

    mu: float = 25.0
    sigma: Annotated[float, Meta(gt=0)] = 25 / 3
    beta: Annotated[float, Meta(gt=0)] = 25 / 6
    tau: Annotated[float, Meta(ge=0)] = 25 / 300
    draw_probability: Annotated[float, Meta(ge=0, lt=1)] | None = 0.1
    permutations: Annotated[int, Meta(ge=0, le=100_000)] = 100
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0


class TrueSkillRating(RatedSystem, frozen=True):
    """One system in a TrueSkill table.

    ``mu`` and ``sigma`` are means over the permutations (of the recorded order when there are none); ``order_sd``,
    ``lowest`` and ``highest`` say how far ``mu`` depends on the order of matches; ``recorded_mu`` and
    ``recorded_sigma`` follow the order of the file. ``sigma`` takes all matches as independent; ``sigma_by_setup``
    counts the matches that the system played from one setup as one, and equals it where no setup occurs twice.
    """

    mu: float | None = None
    sigma: float | None = None
    sigma_by_setup: float | None = None
    order_sd: float | None = None
    lowest: float | None = None
    highest: float | None = None
    recorded_mu: float | None = None
    recorded_sigma: float | None = None
    rank: int | None = None
    reason: str | None = None

    columns: ClassVar[tuple[str, ...]] = (
        *("name", "mu", "sigma", "sigma_by_setup", "n", "order_sd", "lowest", "highest"),
        *("recorded_mu", "recorded_sigma", "rank", "reason"),
    )

    def __str__(self) -> str:
        """Return name, mean and standard deviation, such as ``a 27.64 (sigma 6.11)``."""
        if self.mu is None:
            return f"{self.system} without a rating"
        return f"{self.system} {self.mu:.2f} (sigma {self.sigma:.2f})"


class TrueSkillTable(RatingTable, frozen=True):
    """TrueSkill ratings of all systems, best first; those that met nobody of the main group are last, without one.

    ``setups`` counts independent starts: the setups, and each match without one. ``draw_probability`` is the one used.
    """

    settings: TrueSkillSettings
    setups: int
    draw_probability: float
    ratings: tuple[TrueSkillRating, ...]
    warnings: tuple[str, ...] = ()
