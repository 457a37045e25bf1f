"""Bradley-Terry tables: count, fit, resample, and say what the numbers can bear."""

from dataclasses import dataclass

import numpy as np

from interplay.ratings.arrays import BoolArray, FloatArray
from interplay.ratings.ledger import Ledger
from interplay.ratings.pairwise.bootstrap import Replicates, replicate
from interplay.ratings.pairwise.cells import Cells, count
from interplay.ratings.pairwise.fit import expected_share, fit_many
from interplay.ratings.pairwise.graph import apart, components, rateable
from interplay.ratings.pairwise.intervals import MIN_RESAMPLES, Evidence, influences
from interplay.ratings.pairwise.misfit import misfit
from interplay.ratings.pairwise.tables import ADVICE, BradleyTerryTable, Flag, Rating, Settings, rounded

THIN = 0.01
FEW_CLUSTERS = 5
FEW_MATCHES = 30
"""Below this many matches a system, percentile and Wald intervals are too narrow: see cards/ratings/coverage.md."""


def rate(ledger: Ledger, settings: Settings, systems: tuple[str, ...] | None = None) -> BradleyTerryTable:
    """Return the Bradley-Terry table of *ledger*.

    *systems* may name systems without matches here, which are listed as unplayed. Raises ``RecordError`` naming the
    line of a match that is not a duel; numbers that do not exist come back as ``None`` with a reason.
    """
    cells = count(ledger, settings, systems)
    cohort = _cohort(cells, settings)
    core = cells.only(cohort.rated)
    judged = _judge(core, settings)
    ratings = _ratings(cells, cohort, core, judged)
    rated = tuple(rating.system for rating in ratings if rating.rating is not None)
    fitting = misfit(core, settings)
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
        tied=judged.tied(rated, core.systems),
        misfit=fitting,
        warnings=(*cohort.warnings, *fitting.warnings, *_warnings(cells, judged, settings)),
    )


@dataclass(frozen=True)
class _Cohort:
    """Which systems are fitted, and why the others are not."""

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
    return _Cohort(rated, tuple(flags), apart(cells.systems, group, cells.played) if leaves_out else ())


@dataclass(frozen=True)
class _Judged:
    """Estimates of the rated systems and what can be said about their differences."""

    mean: FloatArray
    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    error: FloatArray
    better: BoolArray
    replicates: Replicates
    converged: bool

    def tied(self, ranked: tuple[str, ...], systems: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Return the longest runs of neighbours in rank in which nobody is better than another."""
        order = [systems.index(name) for name in ranked]
        runs: list[tuple[int, int]] = []
        for begin in range(len(order)):
            end = begin + 1
            while end < len(order) and not self._separated(order[begin:end], order[end]):
                end += 1
            if end - begin > 1 and (not runs or end > runs[-1][1]):
                runs.append((begin, end))
        return tuple(tuple(ranked[begin:end]) for begin, end in runs)

    def is_thin(self, place: int | None) -> bool:
        """Whether the rated system at *place* has no match in too many of the resamples."""
        drawn = len(self.replicates.strengths) + self.replicates.undefined
        return place is not None and int(self.replicates.absent[place]) > THIN * drawn

    def _separated(self, others: list[int], system: int) -> bool:
        return bool(self.better[others, system].any() or self.better[system, others].any())


def gather(cells: Cells, settings: Settings) -> tuple[Evidence, Replicates, bool]:
    """Return the estimate for *cells* and its precision, the resamples, and whether the fit converged."""
    n = len(cells.systems)
    size = cells.size[cells.stratum]
    if not n:
        nobody = Replicates(np.zeros((0, 0)), 0, np.zeros(0, dtype=np.int64))
        return Evidence(np.zeros(0), nobody.strengths, np.zeros((len(size), 0)), cells.chance, size), nobody, True
    wins, totals = cells.expected
    point = fit_many(wins, totals, cells.pairs, settings.prior, np.zeros(n))
    start = point.strengths[0]
    drawn = replicate(cells, settings.prior, start, resamples=settings.resamples, seed=settings.seed)
    evidence = Evidence(
        estimate=point.centred[0],
        replicates=drawn.strengths,
        influence=influences(cells, settings.prior, start),
        chance=cells.chance,
        size=size,
    )
    return evidence, drawn, bool(point.converged.all())


def _judge(core: Cells, settings: Settings) -> _Judged:
    n = len(core.systems)
    evidence, drawn, converged = gather(core, settings)
    low, high = evidence.bounds(np.eye(n) - (1 / n if n else 0), settings.interval, settings.level)
    usable = len(drawn.strengths) >= MIN_RESAMPLES
    return _Judged(
        mean=drawn.strengths.mean(axis=0) if usable else evidence.estimate,
        estimate=evidence.estimate,
        low=low,
        high=high,
        error=evidence.standard_errors(np.eye(n)),
        better=_better(evidence, settings),
        replicates=drawn,
        converged=converged,
    )


def _better(evidence: Evidence, settings: Settings) -> BoolArray:
    """Return the matrix (n x n) that says whether i is distinguishably better than j."""
    n = len(evidence.estimate)
    better = np.zeros((n, n), dtype=bool)
    for i in range(n - 1):
        weights = np.zeros((n - 1 - i, n))
        weights[:, i] = 1
        weights[np.arange(n - 1 - i), np.arange(i + 1, n)] = -1
        low, high = evidence.bounds(weights, settings.interval, settings.level)
        better[i, i + 1 :] = low > 0
        better[i + 1 :, i] = high < 0
    return better


def _ratings(cells: Cells, cohort: _Cohort, core: Cells, judged: _Judged) -> tuple[Rating, ...]:
    place = {name: index for index, name in enumerate(core.systems)}
    rows = []
    for index, name in enumerate(cells.systems):
        own = cohort.flag[index]
        flags: list[Flag] = [own] if own is not None else []
        if cells.won[index] and not cells.lost[index]:
            flags.append("undefeated")
        if cells.lost[index] and not cells.won[index]:
            flags.append("winless")
        if own is None and judged.is_thin(place.get(name)):
            flags.append("thin")
        rows.append(_rating(cells, judged, index, place.get(name), tuple(flags)))
    return tuple(sorted(rows, key=lambda row: (row.rank is None, row.rank, row.system)))


def _rating(cells: Cells, judged: _Judged, index: int, place: int | None, flags: tuple[Flag, ...]) -> Rating:
    matches, points = int(cells.played[index]), rounded(cells.points[index])
    reason = "; ".join(f"{flag}: {ADVICE[flag]}" for flag in flags) or None
    if place is None or not judged.converged:
        why = reason or ("the fit did not converge" if place is not None else "nobody else to compare with")
        return Rating(
            system=cells.systems[index], rating=None, low=None, high=None, estimate=None, se=None, matches=matches,
            points=points, rank=None, best_rank=None, worst_rank=None, flags=flags, reason=why,
        )  # fmt: skip
    mean = judged.mean
    return Rating(
        system=cells.systems[index],
        rating=rounded(mean[place]),
        low=_known(judged.low[place]),
        high=_known(judged.high[place]),
        estimate=rounded(judged.estimate[place]),
        se=rounded(judged.error[place]),
        matches=matches,
        points=points,
        rank=1 + int((np.round(mean, 6) > np.round(mean[place], 6)).sum()),
        best_rank=1 + int(judged.better[:, place].sum()),
        worst_rank=len(mean) - int(judged.better[place].sum()),
        flags=flags,
        reason=reason,
    )


def _known(value: float) -> float | None:
    return rounded(value) if np.isfinite(value) else None


def _win_probability(ratings: tuple[Rating, ...]) -> tuple[tuple[float, ...], ...]:
    rated = np.array([row.rating for row in ratings if row.rating is not None])
    chance = expected_share(rated[:, None] - rated[None, :])
    return tuple(tuple(rounded(value) for value in row) for row in chance)


def _warnings(cells: Cells, judged: _Judged, settings: Settings) -> list[str]:
    found = []
    if judged.replicates.undefined:
        undefined, share = judged.replicates.undefined, judged.replicates.undefined / settings.resamples
        found.append(f"{undefined} of {settings.resamples} resamples ({share:.1%}) have no finite estimate, left out")
    if settings.resamples and len(judged.replicates.strengths) < MIN_RESAMPLES:
        found.append("too few resamples with an estimate: the rating is the fit itself")
    if settings.resampling == "within_game":
        few = [name for name, size in zip(cells.strata, cells.size, strict=True) if size < FEW_CLUSTERS]
        if few:
            found.append(f"fewer than {FEW_CLUSTERS} independent matches in {', '.join(few)}: intervals too narrow")
    few_played = [n for n, played in zip(cells.systems, cells.played, strict=True) if 0 < played < FEW_MATCHES]
    if few_played and settings.interval in {"percentile", "wald"}:
        who = ", ".join(few_played[:5]) + (", ..." if len(few_played) > 5 else "")
        found.append(f"fewer than {FEW_MATCHES} matches of {who}: intervals too narrow; bca intervals hold up better")
    return found
