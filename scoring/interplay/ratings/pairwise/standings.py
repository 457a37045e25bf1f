"""Count matches, fit Bradley-Terry ratings, and compute intervals and significance."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import NormalDist

import msgspec
import numpy as np

from interplay.core import extensions
from interplay.core.errors import RecordError
from interplay.core.text import noop
from interplay.ratings.arrays import BoolArray, FloatArray, IntArray
from interplay.ratings.ledger import Ledger
from interplay.ratings.pairwise.cells import Cells, count
from interplay.ratings.pairwise.claims import DUST, separated
from interplay.ratings.pairwise.fit import Prior, expected_share, fit_many
from interplay.ratings.pairwise.graph import component_warnings, components, rateable
from interplay.ratings.pairwise.precision import MIN_CLUSTERS, Precision, Strengths, precision, shared
from interplay.ratings.pairwise.separation import MOST, Data, lower_bound, open_gaps
from interplay.ratings.pairwise.tables import ADVICE, UNRANKED, BradleyTerryTable, Flag, Rating, Settings
from interplay.ratings.rows import rounded

MIN_RESAMPLES = 20
"""With fewer defined resamples than this, what needs resamples is undefined."""
MAX_ABSENT_SHARE = 0.01
"""A system that is absent from a larger share of the resamples is flagged as thin."""
FEW_MATCHES = 30
"""Below this number of matches per system, percentile intervals are too narrow: see cards/ratings/coverage.md."""
SYSTEMS_AT_FULL_PRIOR = 50
"""Above this number of systems, the choix prior is scaled down so that its total strength stays constant."""
PROGRESS_STEPS = 4
"""Number of progress steps per table: fit, resampling, variances, comparisons."""


def rate(
    ledger: Ledger, settings: Settings, systems: tuple[str, ...] | None = None, step: Callable[[], None] = noop
) -> BradleyTerryTable:
    """Return the Bradley-Terry table of *ledger*.

    *systems* may include systems without matches, which are listed as unplayed. *step* is called
    ``PROGRESS_STEPS`` times. Raises ``RecordError`` with the line of the first match that is not between two systems.
    Undefined values are ``None`` with a reason.
    """
    cells = count(ledger, settings, systems)
    cohort = _cohort(cells, settings)
    rated_cells = cells.only(cohort.rated)
    judged = judge(rated_cells, settings, step)
    ratings = _ratings(cells, cohort, rated_cells, judged)
    rated = tuple(rating.system for rating in ratings if rating.rating is not None)
    ranked = tuple(rating.system for rating in ratings if rating.best_rank is not None)
    return BradleyTerryTable(
        settings=settings,
        games=cells.games,
        matches=cells.matches,
        draws=cells.draws,
        clusters=int(cells.size.sum()),
        clustered_by=cells.clustered_by,
        undefined_resamples=judged.replicates.undefined,
        ratings=ratings,
        rated=rated,
        win_probability=_win_probability(ratings),
        tied=judged.tied(ranked, rated_cells.systems),
        warnings=(*cohort.warnings, *_warnings(cells, rated_cells, judged, settings)),
    )


def core(cells: Cells, settings: Settings) -> Cells:
    """Return the match counts of the rated systems only."""
    return cells.only(_cohort(cells, settings).rated)


@dataclass(frozen=True)
class _Cohort:
    """Which systems are rated, and a flag for each other one that says why it is not."""

    rated: BoolArray
    flag: tuple[Flag | None, ...]
    warnings: tuple[str, ...]


def _cohort(cells: Cells, settings: Settings) -> _Cohort:
    n = len(cells.systems)
    wins, totals = cells.expected
    compared = totals[0] > 0
    group = components(n, cells.pairs[compared], cells.played)
    played = cells.played > 0
    flags: list[Flag | None] = [None] * n
    rated = np.ones(n, dtype=bool)
    if settings.prior.kind == "none":
        rated = rateable(group, wins[0], totals[0] - wins[0], cells.pairs)
        group = np.where(group == group[rated.argmax()], 0, group + 1) if rated.any() else group
    for i in range(n):
        if not played[i]:
            flags[i] = "unplayed"
        elif group[i] != 0:
            flags[i] = "disconnected"
        elif not rated[i]:
            flags[i] = "undefined"
    if settings.unplayed == "exclude" and settings.prior.kind != "none":
        rated = np.array([flag is None for flag in flags], dtype=bool)
    if rated.sum() < 2:
        rated[:] = False
    leaves_out = rated.any() and not rated.all()
    return _Cohort(rated, tuple(flags), component_warnings(cells.systems, group, cells.played) if leaves_out else ())


@dataclass(frozen=True)
class Replicates:
    """Centred strengths (B x n) of the resamples that have an estimate.

    ``undefined`` counts those that have none; ``absent`` (n) counts in how many a system had no match.
    """

    strengths: FloatArray
    undefined: int
    absent: IntArray

    def centred(self, centre: BoolArray) -> "Replicates":
        """Return the same shifted so that each row has mean 0 over the systems of *centre* (n)."""
        shifted = self.strengths - self.strengths[:, centre].mean(axis=1, keepdims=True)
        return Replicates(shifted, self.undefined, self.absent)


@dataclass(frozen=True)
class Judged:
    """Estimates, interval bounds (NaN = unbounded), pairwise significance, and which systems have a rank (n)."""

    rating: FloatArray
    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    error: FloatArray
    known: Precision
    better: BoolArray
    ranked: BoolArray
    open: BoolArray
    zero_mean_systems: BoolArray
    has_few_clusters: BoolArray
    replicates: Replicates
    converged: bool

    def tied(self, ranked: tuple[str, ...], systems: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Return the longest runs of adjacent systems in *ranked* without a significant difference inside the run."""
        order, apart = [systems.index(name) for name in ranked], self.better | self.better.T
        runs: list[tuple[int, int]] = []
        for begin in range(len(order)):
            end = begin + 1
            while end < len(order) and not apart[order[begin:end], order[end]].any():
                end += 1
            if end - begin > 1 and (not runs or end > runs[-1][1]):
                runs.append((begin, end))
        return tuple(tuple(ranked[begin:end]) for begin, end in runs)

    def flags(self, index: int) -> tuple[Flag, ...]:
        """Return the flags that say why the interval of the system at *index* is open, missing or unreliable."""
        resamples = len(self.replicates.strengths) + self.replicates.undefined
        applies: dict[Flag, bool] = {
            "open": bool(self.open[index]),
            "few": bool(self.has_few_clusters[index] and not self.open[index]),
            "thin": int(self.replicates.absent[index]) > MAX_ABSENT_SHARE * resamples,
        }
        return tuple(flag for flag, is_so in applies.items() if is_so)


def judge(core: Cells, settings: Settings, step: Callable[[], None] = noop) -> Judged:
    """Return estimates, bounds and significance for *core*; *step* is called ``PROGRESS_STEPS`` times."""
    n = len(core.systems)
    if not n:
        return _nobody(step)
    prior = scaled(settings.prior, n)
    fit = _fitted(core, prior, settings)
    start = fit.ratings
    step()
    drawn = _drawn(core, prior, start, settings)
    step()
    data = Data.of(core)
    above, below = data.open_above(), data.mirrored.open_above()
    centre = ~(above | below)
    if settings.point == "mean" or not centre.any():
        centre[:] = True
    known = precision(core, fit, centre)
    ranked = _ranked(core, known, above | below) if settings.point == "estimate" else np.ones(n, dtype=bool)
    if (centre & ranked).any() and not ranked[centre].all():
        centre &= ranked
        known = precision(core, fit, centre)
    estimate, drawn = start - start[centre].mean(), drawn.centred(centre)
    step()
    few, miss = (known.behind < MIN_CLUSTERS) | ~ranked, (1 - settings.level) / 2
    low, high = _two_sided_bounds(estimate, known, few, drawn, settings)
    low[above | below] = high[above | below] = np.nan
    for i in np.flatnonzero(above).tolist() if n <= MOST else ():
        low[i] = lower_bound(core, data, estimate, centre, i, miss)
    for i in np.flatnonzero(below).tolist() if n <= MOST else ():
        high[i] = -lower_bound(core, data.mirrored, -estimate, centre, i, miss)
    open_, roots = open_gaps(core, data, estimate)
    compared = ranked & ranked[:, None]
    better = compared & separated(estimate, known, open_ & compared, roots, settings.level, settings.seed)
    step()
    is_mean = settings.point == "mean" and len(drawn.strengths) >= MIN_RESAMPLES
    return Judged(
        rating=drawn.strengths.mean(axis=0) if is_mean else estimate, estimate=estimate, low=low, high=high,
        error=known.errors, known=known, better=better, ranked=ranked, open=above | below, has_few_clusters=few,
        zero_mean_systems=centre, replicates=drawn, converged=fit.converged,
    )  # fmt: skip


def _ranked(core: Cells, known: Precision, is_open: BoolArray) -> BoolArray:
    """Return who has a rank (n): the group whose differences are known from enough clusters, if most matches are its.

    Otherwise all have. Open systems have other comparisons, and need as many matches. See docs/decisions/0055.
    """
    enough = (known.between >= MIN_CLUSTERS) & ~is_open & ~is_open[:, None]
    pairs = np.argwhere(np.triu(enough, 1))
    inside = np.where(is_open, core.played >= MIN_CLUSTERS, components(len(is_open), pairs, core.played) == 0)
    leads = len(pairs) and 2 * core.played[inside].sum() > core.played.sum()
    return inside if leads else np.ones(len(is_open), dtype=bool)


def _fitted(core: Cells, prior: Prior, settings: Settings) -> Strengths:
    """Return the strengths (n, not centred) that fit *core* best, by game where there are several."""
    n, (wins, totals) = len(core.systems), core.expected
    if settings.fit == "choix":
        if prior.kind == "normal" or core.edges.any():
            raise RecordError("choix fits neither a normal prior nor matches with an edge; use the fit newton")
        table, (first, second) = np.zeros((n, n)), core.pairs.T
        table[first, second], table[second, first] = wins[0], totals[0] - wins[0]
        strengths = extensions.rating_function("by_choix", "fitting with choix needs")(table, prior)
        if strengths is not None:
            return shared(core, prior, strengths - np.log(np.exp(strengths).mean()))  # on the scale of the prior
    fit = fit_many(wins, totals, core.pairs, prior, np.zeros(n), core.edges)
    start = fit.strengths[0]
    if settings.by_game and len(np.unique(core.game[core.tallies.cell])) > 1:
        pooled: Strengths = extensions.rating_function("by_game", "ratings of several games need")(core, prior, start)
        return pooled
    return shared(core, prior, start, converged=bool(fit.converged.all()))


def _drawn(core: Cells, prior: Prior, start: FloatArray, settings: Settings) -> Replicates:
    """Return the resamples that percentile intervals and means over resamples need, else none."""
    if not settings.resampled:
        n = len(core.systems)
        return Replicates(np.zeros((0, n)), 0, np.zeros(n, dtype=np.int64))
    replicate = extensions.rating_function("replicate", "resamples need")
    drawn: Replicates = replicate(core, prior, start, resamples=settings.resampled, seed=settings.seed)
    return drawn


def _nobody(step: Callable[[], None]) -> Judged:
    for _ in range(PROGRESS_STEPS):
        step()
    none, no = np.zeros(0), np.zeros(0, dtype=bool)
    nobody = Replicates(np.zeros((0, 0)), 0, np.zeros(0, dtype=np.int64))
    known, better = Precision(nobody.strengths, none, nobody.strengths), nobody.strengths > 0
    return Judged(none, none, none, none, none, known, better, no, no, no, no, nobody, converged=True)


def _two_sided_bounds(
    estimate: FloatArray, known: Precision, few: BoolArray, drawn: Replicates, settings: Settings
) -> tuple[FloatArray, FloatArray]:
    """Return the lower and upper bounds (n each); NaN for systems with too few clusters."""
    reach = NormalDist().inv_cdf((1 + settings.level) / 2)
    width = reach * known.errors
    low, high = estimate - width, estimate + width
    if settings.interval == "percentile":
        unknown = np.full(len(estimate), np.nan)
        tails = (1 - settings.level) / 2, (1 + settings.level) / 2
        usable = len(drawn.strengths) >= MIN_RESAMPLES
        low, high = np.quantile(drawn.strengths, tails, axis=0) if usable else (unknown, unknown)
        few |= usable & (high - low < DUST)
    return np.where(few, np.nan, low), np.where(few, np.nan, high)


def scaled(prior: Prior, n: int) -> Prior:
    """Return *prior* scaled for *n* systems.

    The luce ``alpha`` applies per pair; without scaling it over-shrinks ratings when there are many systems.
    """
    if prior.kind != "luce" or n <= SYSTEMS_AT_FULL_PRIOR:
        return prior
    return msgspec.structs.replace(prior, strength=prior.strength * SYSTEMS_AT_FULL_PRIOR / n)


def _ratings(cells: Cells, cohort: _Cohort, core: Cells, judged: Judged) -> tuple[Rating, ...]:
    fitted = {name: index for index, name in enumerate(core.systems)}
    rows = []
    for index, name in enumerate(cells.systems):
        why_not = cohort.flag[index]
        flags: list[Flag] = [why_not] if why_not is not None else []
        if cells.won[index] and not cells.lost[index]:
            flags.append("undefeated")
        if cells.lost[index] and not cells.won[index]:
            flags.append("winless")
        if why_not is None and name in fitted:
            flags += [flag for flag in judged.flags(fitted[name]) if flag != "open" or not flags]
        rows.append(_rating(cells, judged, index, fitted.get(name), tuple(flags)))
    return tuple(sorted(rows, key=lambda row: (row.rank is None, row.rank, row.best_rank is None, row.system)))


def _rating(cells: Cells, judged: Judged, index: int, fitted: int | None, flags: tuple[Flag, ...]) -> Rating:
    matches, points = int(cells.played[index]), rounded(cells.points[index])
    reason = "; ".join(f"{flag}: {ADVICE[flag]}" for flag in flags) or None
    if fitted is None or not judged.converged:
        why = reason or ("the fit did not converge" if fitted is not None else "no other system to compare with")
        return Rating(system=cells.systems[index], matches=matches, points=points, flags=flags, reason=why)
    values = np.round(judged.rating, 6)
    others, is_ranked = values[judged.ranked], bool(judged.ranked[fitted])
    reason = reason if is_ranked else f"{reason}; {UNRANKED}"
    return Rating(
        system=cells.systems[index],
        rating=rounded(values[fitted]),
        low=_known(judged.low[fitted]),
        high=_known(judged.high[fitted]),
        estimate=rounded(judged.estimate[fitted]),
        se=None if judged.open[fitted] or judged.has_few_clusters[fitted] else rounded(judged.error[fitted]),
        matches=matches,
        points=points,
        rank=1 + int((others > values[fitted]).sum()),
        best_rank=1 + int(judged.better[:, fitted].sum()) if is_ranked else None,
        worst_rank=len(others) - int(judged.better[fitted].sum()) if is_ranked else None,
        flags=flags,
        reason=reason,
    )


def _known(value: float) -> float | None:
    return rounded(value) if np.isfinite(value) else None


def _win_probability(ratings: tuple[Rating, ...]) -> tuple[tuple[float, ...], ...]:
    rated = np.array([row.rating for row in ratings if row.rating is not None])
    chance = expected_share(rated[:, None] - rated[None, :])
    return tuple(tuple(rounded(value) for value in row) for row in chance)


def _partial(core: Cells) -> Iterator[str]:
    """Yield who was met in some of the games only, with a strength in the others that follows from the rest."""
    game, pair = core.game[core.tallies.cell], core.pairs[core.tallies.pair]
    for i, name in enumerate(core.systems):
        known, games = len(np.unique(game[(pair == i).any(axis=1)])), len(np.unique(game))
        if known < games:
            yield f"{name} has rated matches in {known} of {games} games, from which its others are predicted"


def _warnings(cells: Cells, core: Cells, judged: Judged, settings: Settings) -> list[str]:
    warnings, n = [*_partial(core)] if settings.by_game else [], len(core.systems)
    if judged.replicates.undefined:
        undefined, share = judged.replicates.undefined, judged.replicates.undefined / settings.resampled
        warnings.append(
            f"{undefined} of {settings.resampled} resamples ({share:.1%}) have no finite estimate and are left out"
        )
    if settings.resampled and len(judged.replicates.strengths) < MIN_RESAMPLES:
        warnings.append("too few resamples have an estimate: the rating is the fit itself")
    if n > SYSTEMS_AT_FULL_PRIOR and settings.prior.kind == "luce":
        alpha = scaled(settings.prior, n).strength
        warnings.append(
            f"{n} systems: the prior's alpha is {alpha:.2g} per pair, in total as strong as for {SYSTEMS_AT_FULL_PRIOR}"
        )
    if n > MOST and judged.open.any():
        warnings.append(
            f"{n} systems, more than {MOST}: the {int(judged.open.sum())} with an open end have no bound there"
        )
    few_played = [n for n, played in zip(cells.systems, cells.played, strict=True) if 0 < played < FEW_MATCHES]
    if few_played and settings.interval == "percentile":
        who = ", ".join(few_played[:5]) + (", ..." if len(few_played) > 5 else "")
        warnings.append(
            f"fewer than {FEW_MATCHES} matches of {who}: percentile intervals are too narrow; use robust ones"
        )
    return warnings
