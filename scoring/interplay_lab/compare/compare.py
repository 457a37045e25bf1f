"""Compare systems: all pairs over the items in common, the first named with each other part by part."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, Literal

import numpy as np
from msgspec.structs import replace

from interplay.core.errors import UnknownName
from interplay.core.intervals import FEWEST
from interplay.core.records import printed_path
from interplay.core.release import Release
from interplay.core.reports import Metric, rounded
from interplay.core.text import counted, nearest, quoted
from interplay.core.version import __version__
from interplay.scoring.budgets import budgeted
from interplay.submissions import coverage
from interplay.submissions.selection import ENOUGH, is_chosen, summary, unconventional
from interplay.tables.scores import with_interval
from interplay.tracks.base import Track
from interplay_lab.compare.board import Board, Bools, board_of
from interplay_lab.compare.effects import Effect, detectable, equivalent_within, needed
from interplay_lab.compare.flips import Flipped, adjusted, alike, flipped
from interplay_lab.compare.levels import LevelEffect
from interplay_lab.compare.rating import rated
from interplay_lab.compare.reading import Entry, Table
from interplay_lab.compare.records import (
    ALPHA,
    CHOSEN,
    COMPARISON,
    Bounds,
    Compared,
    Comparison,
    Difference,
    Equivalence,
    Look,
    Rated,
    Signs,
)

PERCENTS = (90, 95)
Kind = Literal["systems", "fresh"]
NO_LEVELS = "items of fewer than three levels have no horizon"
NO_SCORE = "no item of this part has a score in this track (its card says why)"


@dataclass(frozen=True)
class Plan:
    """What is asked for: equivalence within a *margin* in the unit of the headline, and parts *by* some keys.

    Without *by*, parts are those of the track's own tables. *look* says which of several looks at the results this is.
    """

    margin: float | None = None
    by: tuple[str, ...] | None = None
    kind: Kind = "systems"
    look: Look | None = None

    def __post_init__(self) -> None:
        """Refuse a margin that nothing can lie within."""
        if self.margin is not None and not 0 < self.margin < math.inf:
            raise ValueError(f"margin: found {self.margin:g}, expected a number above 0")


def compared(table: Table, release: Release, plan: Plan) -> Comparison:
    """Return how the systems of *table* differ on their items of *release*.

    Raises ``RecordError`` where no item has a score, ``UnknownName`` for keys of parts that there are not.
    """
    entries, headlines = _ordered(table.entries)
    board, track = board_of(entries), entries[0].submission.track
    labels, by = [entry.label for entry in entries], _keys(board, track, plan.by)
    everything: dict[tuple[str, ...], Bools] = {(): np.ones(len(board.wheres), dtype=bool)}
    differences, signs = _differences(
        board, labels, [*combinations(range(len(labels)), 2)], (), everything, track, plan
    )
    # parts are of the system that was named first: the best one would make a family of tests wrong too often
    others = [(i, j) for i, j in permutations(range(len(labels)), 2) if labels[i] == table.entries[0].label]
    parts, _ = _differences(board, labels, others, by, board.parts(by) if by else {}, track, plan)
    if notes := _untestable(table.entries):
        differences, parts = tuple(map(_untested, differences)), tuple(map(_untested, parts))
    return Comparison(
        format=COMPARISON,
        kind=plan.kind,
        track=track.name,
        headline_name=track.headline.name,
        unit="levels" if board.pooled else "points",
        release=release.manifest.release,
        manifest_sha256=release.manifest_sha256,
        package_version=__version__,
        comparability_key=_key(entries[0], track, release),
        modified_dataset=any(entry.header.modified for entry in entries) or release.modified,
        items=int(board.counted.sum()),
        in_common=len(board.wheres),
        clusters=len(np.unique(board.clusters[board.counted])),
        cluster_unit=track.cluster_unit,
        trials=table.trials,
        percent=track.headline.percent,
        systems=tuple(_system(entry, headlines[entry.label]) for entry in entries),
        differences=differences,
        by=by,
        parts=parts,
        alike=alike(labels, [(pair.first, pair.second) for pair in differences if pair.is_apart]),
        signs=Signs(tried=signs.signs, exact=signs.exact),
        ratings=_ratings(entries) if plan.kind == "systems" else (),
        notes=(*table.notes, *notes),
        warnings=table.warnings,
        look=plan.look,
    )


def _ordered(entries: Sequence[Entry]) -> tuple[list[Entry], dict[str, Metric]]:
    """Return the systems, the best first where there are more than two, and their headlines by label."""
    headlines = {entry.label: entry.headline() for entry in entries}
    best_first = sorted(entries, key=lambda entry: -headlines[entry.label].standing)
    return best_first if len(entries) > 2 else list(entries), headlines


def _ratings(entries: Sequence[Entry]) -> tuple[Rated, ...]:
    """Return how two systems are rated by the matches of both, of each pair that has a rating."""
    pairs = (rated(a.label, b.label, [*a.matches, *b.matches]) for a, b in combinations(entries, 2))
    return tuple(pair for pair in pairs if pair is not None)


def _untestable(entries: Sequence[Entry]) -> list[str]:
    """Return why nothing is tested: items that are named, or a small sample whose seed may have been chosen."""
    for entry in entries:
        rule, of = entry.header.selection, entry.submission.n_in_splits
        if rule is not None and is_chosen(rule, of):
            items = f"{summary(rule, rule.items, of)}{unconventional(rule)}"
            few = f"chosen samples of fewer than {ENOUGH:.0%} of the items, as the best of many seeds is no evidence"
            return [f"{entry.label}: {items}; nothing is tested on named items, or on {few}"]
    return []


def _untested(pair: Difference) -> Difference:
    equivalence = pair.equivalence and replace(pair.equivalence, p=None, equivalent=None)
    tests = dict.fromkeys(("p_t", "p_flip", "holm", "max_t"))
    reason = pair.reason or CHOSEN
    return replace(pair, **tests, equivalence=equivalence, reason=reason)


def _system(entry: Entry, headline: Metric) -> Compared:
    budgets, half, share = budgeted(entry.tally, entry.tally.means(), deterministic=entry.is_deterministic)
    return Compared(
        label=entry.label,
        name=entry.header.system.name,
        file=printed_path(entry.path),
        submission_sha256=entry.submission.sha256,
        value=headline.value,
        low=headline.low,
        high=headline.high,
        unbounded=headline.unbounded,
        text=with_interval(headline, digits=entry.submission.track.headline.digits),
        budgets=budgets,
        half_score=half,
        lower_bound_share=share,
    )


def _key(entry: Entry, track: Track[Any, Any], release: Release) -> str:
    digest = release.digest(track.name, entry.header.splits)
    splits = "+".join(entry.header.splits) + coverage.mark(entry.submission)
    return f"{track.name}/{track.scoring_version} items:{digest[:16]} splits:{splits} judge:none"


def _keys(board: Board, track: Track[Any, Any], asked: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the keys that make parts: those of the track's tables that have several values, or what is asked for."""
    known = board.wheres[0]
    for key in asked or ():
        if key not in known:
            raise UnknownName(f"no parts by {quoted(key)}{nearest(key, known)}; {track.name} has {', '.join(known)}")
    return board.keys(track.table_by) if asked is None else asked


def _differences(
    board: Board,
    labels: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    by: Sequence[str],
    parts: Mapping[tuple[str, ...], Bools],
    track: Track[Any, Any],
    plan: Plan,
) -> tuple[tuple[Difference, ...], Flipped]:
    """Return the differences of *pairs* over each of the *parts* that the keys *by* make, adjusted for each other.

    Then what was flipped.
    """
    named = [(dict(zip(by, part, strict=True)), chosen) for part, chosen in parts.items()]
    lines = [(i, j, where, chosen, board.effect(i, j, chosen)) for where, chosen in named for i, j in pairs]
    defined = [effect for *_, effect in lines if effect is not None]
    undefined = np.full(len(defined), math.nan)
    signs = Flipped(undefined, undefined, signs=0, exact=True)
    if defined and not board.pooled:
        signs = flipped(np.stack([effect.sums for effect in defined], axis=1))
    alone, together = iter(signs.alone.tolist()), iter(signs.together.tolist())
    each = iter(adjusted([None if math.isnan(effect.p) else effect.p for effect in defined]))
    why, differences = NO_LEVELS if board.pooled else NO_SCORE, []
    for i, j, where, chosen, effect in lines:
        pair = Difference(labels[i], labels[j], where, int(chosen.sum()), clusters=0, reason=why)
        if effect is not None:
            pair = replace(pair, items=int((chosen & board.counted).sum()))
            pair = _measured(pair, effect, (next(alone), next(each), next(together)), track.cluster_unit, plan)
        differences.append(pair)
    return tuple(differences), signs


def _measured(
    pair: Difference, effect: Effect, p: tuple[float, float | None, float], unit: str, plan: Plan
) -> Difference:
    """Return *pair* with its *effect*, its *p* by flips, by Holm and by max-t, and the reason for what is undefined."""
    flip, holm, together = p
    few = effect.clusters < FEWEST
    measured = not math.isnan(effect.error) and not effect.is_zero_everywhere and not effect.is_constant_nonzero
    ends = [] if few or effect.is_constant_nonzero else [(n, *effect.bounds(n / 100)) for n in PERCENTS]
    return replace(
        pair,
        clusters=effect.clusters,
        value=_known(effect.value),
        standard_error=_known(effect.error) if measured else None,
        intervals=tuple(Bounds(percent=n, low=_known(low), high=_known(high)) for n, low, high in ends),
        p_t=_known(effect.p),
        p_flip=None if few else _known(flip),
        holm=None if holm is None else rounded(holm),
        max_t=None if few else _known(together),
        detectable=_known(detectable(effect.error, effect.freedom)) if measured else None,
        clusters_needed=needed(effect.value, effect.error, effect.freedom, effect.clusters) if measured else None,
        equivalence=_equivalence(effect, plan.margin, few=few, measured=measured),
        reason=_reason(effect, (pair.first, pair.second), unit, few=few),
        alpha=plan.look.alpha if plan.look else ALPHA,
    )


def _equivalence(effect: Effect, margin: float | None, *, few: bool, measured: bool) -> Equivalence | None:
    if margin is None:
        return None
    p = math.nan if few else effect.equivalence(margin)
    numbers = margin, effect.error, effect.freedom, effect.clusters
    clusters = needed(*numbers, least=equivalent_within) if measured else None
    return Equivalence(margin, _known(p), None if math.isnan(p) else p < ALPHA, clusters)


def _reason(effect: Effect, names: tuple[str, str], unit: str, *, few: bool) -> str | None:
    if few:
        return f"fewer than {FEWEST} {unit}, too few for a test or an interval"
    alike, is_level = f"none of {counted(effect.clusters, unit)} differs", isinstance(effect, LevelEffect)
    if isinstance(effect, LevelEffect) and any(effect.outside):
        outside = _outside(effect, names)
        return f"{alike}; {outside}" if effect.is_zero_everywhere else outside
    if effect.is_zero_everywhere:
        return alike if is_level else f"{alike}, so the interval bounds the share that might differ"
    if effect.is_constant_nonzero:
        return f"all {counted(effect.clusters, unit)} differ by the same amount, so their variance is unknown"
    return None


def _outside(effect: LevelEffect, names: tuple[str, str]) -> str:
    """Return which horizon lies outside the tested levels, and what is known then."""
    outside = [name for name, is_outside in zip(names, effect.outside, strict=True) if is_outside]
    lies = f"the horizon of {outside[0]} lies" if len(outside) == 1 else f"the horizons of {' and '.join(outside)} lie"
    is_bounded = effect.low_known or effect.high_known
    known = "only a bound of the difference is known" if is_bounded else "the difference is unknown"
    return f"{lies} outside the tested levels, so {known}"


def _known(value: float) -> float | None:
    return rounded(value) if math.isfinite(value) else None
