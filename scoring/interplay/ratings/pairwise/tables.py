"""Settings and result tables of the ratings: what ``--json`` prints.

A table carries the settings that made it. What is undefined is ``null`` and ``reason`` says why. Numbers are rounded
to six decimals, so that the last bits of floating-point arithmetic never show.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from interplay.core.packaged import table
from interplay.core.records import Record
from interplay.ratings.matches import Scoring
from interplay.ratings.pairwise.fit import Prior
from interplay.ratings.rows import RatedSystem, RatingTable

IntervalMethod = Literal["robust", "percentile"]
Point = Literal["estimate", "mean"]
Resampling = Literal["within_game", "pooled"]
Clusters = Literal["auto", "setup", "match"]
Draws = Literal["half", "drop"]
Weights = Literal["game", "match"]
Unplayed = Literal["exclude", "fit"]
Fit = Literal["newton", "choix"]
Flag = Literal["unplayed", "disconnected", "undefeated", "winless", "open", "few", "thin", "undefined"]

ADVICE = table(__package__, "flags.toml", dict[Flag, str])
"""What each flag means and what to do about it."""
UNRANKED = "too few matches for a rank, so the others are ranked without it"


class Settings(Record, frozen=True):
    """How Bradley-Terry ratings are made.

    ``draws``: half a win to each, or dropped (after they were counted in the weights). ``weights``: games count alike
    (as means of strengths by game; 1/N_game a match where games share a strength), or matches do. ``resampling``:
    ``within_game`` draws each game's clusters anew; ``pooled`` draws matches of all games together, by their weights.
    ``clusters``: what is drawn is a match, or all matches of one setup; ``auto`` takes setups when any setup occurs
    twice. ``unplayed``: systems outside the group that played most get no rating (``exclude``), or what the prior gives
    them (``fit``). ``interval``: from the jackknife's variance (``robust``), or quantiles of the resamples
    (``percentile``). ``point``: the rating is the estimate, or the mean over resamples. Only these two draw resamples.
    ``level``: of each interval, and of all ranks together. ``fit``: the estimate is found by Newton's method, or by the
    package ``choix``, which knows neither edges nor the normal prior.
    """

    draws: Draws = "half"
    weights: Weights = "game"
    scoring: Scoring = "returns"
    prior: Prior = Prior()
    resamples: Annotated[int, Meta(ge=0, le=1_000_000)] = 10_000
    resampling: Resampling = "within_game"
    clusters: Clusters = "auto"
    unplayed: Unplayed = "exclude"
    interval: IntervalMethod = "robust"
    point: Point = "estimate"
    level: Annotated[float, Meta(gt=0, lt=1)] = 0.9
    fit: Fit = "newton"
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0

    @property
    def resampled(self) -> int:
        """How many resamples are drawn."""
        return self.resamples if self.interval == "percentile" or self.point == "mean" else 0

    @property
    def by_game(self) -> bool:
        """Whether systems have a strength in each game; otherwise one strength has to do for all games."""
        chosen = (self.interval, self.point, self.resampling, self.weights, self.fit)
        return chosen == ("robust", "estimate", "within_game", "game", "newton")


REFERENCE = Settings(
    draws="drop",
    resamples=1000,
    resampling="pooled",
    clusters="match",
    unplayed="fit",
    interval="percentile",
    point="mean",
)
"""What the code of the GameBench project does, which is not quite what its paper says."""


class Rating(RatedSystem, frozen=True):
    """One system in a Bradley-Terry table.

    ``rating`` is the ``estimate``, the fit to the matches, in natural logarithm units with mean 0 over the rated
    systems; in the reference it is the mean over the resamples. ``low`` and ``high`` bound the interval, ``null``
    where nothing bounds it, as above a system that never lost; ``se`` is the standard error. ``points`` are wins plus
    shares out of ``matches``. ``best_rank`` and ``worst_rank`` count who is distinguishably better and worse; all
    ranks of a table hold together with the probability ``level``. Both are ``null`` for a system with too few matches
    beside others with enough, and the others are ranked without it. ``reason`` says why a number is ``null``.
    """

    points: float
    rating: float | None = None
    low: float | None = None
    high: float | None = None
    estimate: float | None = None
    se: float | None = None
    rank: int | None = None
    best_rank: int | None = None
    worst_rank: int | None = None
    flags: tuple[Flag, ...] = ()
    reason: str | None = None

    columns: ClassVar[tuple[str, ...]] = (
        *("name", "rating", "low", "high", "n", "estimate", "se", "points"),
        *("rank", "best_rank", "worst_rank", "flags", "reason"),
    )

    def __str__(self) -> str:
        """Return name, rating and interval, such as ``a +0.69 [+0.21, +1.24]``."""
        if self.rating is None:
            return f"{self.system} without a rating"
        return f"{self.system} {self.rating:+.2f}{self.bounds and f' [{self.bounds}]'}"

    @property
    def bounds(self) -> str:
        """The interval in words: ``+0.21, +1.24``, ``> +2.10``, ``< -2.10``, or nothing."""
        if self.low is not None and self.high is not None:
            return f"{self.low:+.2f}, {self.high:+.2f}"
        return f"> {self.low:+.2f}" if self.low is not None else "" if self.high is None else f"< {self.high:+.2f}"


class BradleyTerryTable(RatingTable, frozen=True):
    """Ratings of all systems, best first, with everything needed to judge them.

    ``win_probability[i][j]`` is the chance that rated system i beats rated system j, in the order of ``rated``,
    computed from the ratings. ``tied`` are runs of neighbours in rank that are not distinguishable from each other.
    ``undefined_resamples`` of those that were drawn had no finite estimate and were left out.
    """

    settings: Settings
    draws: int
    clusters: int
    clustered_by: Literal["setup", "match"]
    undefined_resamples: int
    ratings: tuple[Rating, ...]
    rated: tuple[str, ...]
    win_probability: tuple[tuple[float, ...], ...]
    tied: tuple[tuple[str, ...], ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Luce:
    """The prior that ``choix`` adds through its ``alpha``: a few imagined wins of everybody over everybody.

    Args:
        alpha: How strong the prior is, from 1e-8 to 1e6.

    Example:
        >>> from interplay import ratings
        >>> ratings.Luce(0.01)
        Luce(alpha=0.01)
    """

    alpha: float = 0.001


@dataclass(frozen=True, slots=True)
class Normal:
    """Independent normal strengths with mean 0.

    Args:
        sd: Their standard deviation, from 1e-8 to 1e6, in natural logarithm units.

    Example:
        >>> from interplay import ratings
        >>> ratings.Normal(2.0)
        Normal(sd=2.0)
    """

    sd: float = 1.0
