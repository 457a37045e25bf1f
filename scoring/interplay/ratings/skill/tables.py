"""Settings and tables of TrueSkill ratings: what ``--json`` prints."""

from typing import Annotated

from msgspec import Meta

from interplay.core.records import Record


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
    ``recorded_sigma`` follow the order of the file.
    """

    system: str
    mu: float | None
    sigma: float | None
    order_sd: float | None
    lowest: float | None
    highest: float | None
    recorded_mu: float | None
    recorded_sigma: float | None
    matches: int
    rank: int | None
    reason: str | None = None


class TrueSkillTable(Record, frozen=True):
    """TrueSkill ratings of all systems, best first. ``draw_probability`` is the one used."""

    settings: TrueSkillSettings
    games: tuple[str, ...]
    matches: int
    draw_probability: float
    ratings: tuple[TrueSkillRating, ...]
    warnings: tuple[str, ...] = ()
