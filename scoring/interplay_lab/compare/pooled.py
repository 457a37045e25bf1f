"""One test for contamination over several tracks and draws (decision 0092)."""

import math
from collections.abc import Iterator, Sequence
from statistics import NormalDist, fmean
from typing import Final, Literal

from interplay.core import student
from interplay.core.records import Record
from interplay.core.text import counted
from interplay.tables.numbers import number, p_value
from interplay.tables.table import Table, tabulate
from interplay_lab.compare.records import ALPHA, Comparison
from interplay_lab.compare.tables import DIGITS

FORMAT: Final = "interplay-contamination/1"
_LARGEST = 1 - 1e-15


class PooledTrack(Record, frozen=True):
    """By how much more a system scores on the release than on the mean of its draws; ``p`` is one-sided.

    ``draws`` are the comparisons with single draws. ``z`` is ``null`` where one of them has no standard error.
    """

    track: str
    value: float | None
    standard_error: float | None
    z: float | None
    p: float | None
    draws: tuple[Comparison, ...]


class Contamination(Record, frozen=True):
    """A pooled test: ``z`` is the tracks' sum by the root of their number (Stouffer), ``p`` one-sided."""

    format: Literal["interplay-contamination/1"]
    tracks: tuple[PooledTrack, ...]
    z: float | None
    p: float | None


def pooled(comparisons: Sequence[Comparison]) -> Contamination:
    """Return the test over *comparisons* of a release and a draw; several may be on the same track."""
    names = dict.fromkeys(comparison.track for comparison in comparisons)
    tracks = tuple(_track([other for other in comparisons if other.track == name]) for name in names)
    known = [track.z for track in tracks if track.z is not None]
    z = sum(known) / math.sqrt(len(known)) if known else None
    return Contamination(format=FORMAT, tracks=tracks, z=z, p=None if z is None else NormalDist().cdf(-z))


def _track(draws: Sequence[Comparison]) -> PooledTrack:
    """Return the mean difference of one track's draws, undefined where that of one of them cannot be tested."""
    pairs = [comparison.differences[0] for comparison in draws]
    values = [pair.value for pair in pairs if pair.value is not None and pair.p is not None]
    errors = [0.0 if pair.p_t == 1 else pair.standard_error for pair in pairs]  # 1: no cluster differs
    known = [error for error in errors if error is not None]
    if len(values) < len(pairs) or len(known) < len(pairs):
        return PooledTrack(draws[0].track, None, None, None, None, tuple(draws))
    return PooledTrack(draws[0].track, *mean_of(values, known, min(pair.clusters for pair in pairs)), tuple(draws))


def mean_of(values: Sequence[float], errors: Sequence[float], clusters: int) -> tuple[float, float, float, float]:
    """Return the mean of a run's differences from its draws, with its standard error, z, and one-sided p.

    All of them share the run on the release. As long as nothing was learnt it is as good as one more draw, so that half
    of the variance of a difference is its own, and the mean over D draws has (D + 1) / 2D of that variance.
    """
    value, count = fmean(values), len(values)
    error = math.sqrt(fmean(error**2 for error in errors) * (count + 1) / (2 * count))
    p = 0.5
    if error > 0:
        tail = student.tail(abs(value) / error, max(1.0, clusters - 1.0))
        p = tail if value > 0 else 1 - tail
    return value, error, -NormalDist().inv_cdf(min(_LARGEST, max(1 - _LARGEST, p))), p


def table(result: Contamination) -> Table:
    """Return a line a track."""
    rows = []
    for track in result.tracks:
        unit, items = track.draws[0].unit, min(draw.items for draw in track.draws)
        cells = [number(value, DIGITS[unit], "+") for value in (track.value, track.standard_error)]
        rows.append((track.track, unit, str(len(track.draws)), f"{items:,}", *cells, p_value(track.p)))
    return tabulate(("track", "unit", "draws", "items", "release - draws", "standard error", "p"), rows, 2)


def sentences(result: Contamination) -> Iterator[str]:
    """Yield the verdict, and what the table does not say."""
    known = [track.track for track in result.tracks if track.z is not None]
    if result.p is None:
        yield "Contamination: not tested, as no track has a test."
    else:
        is_higher, over = result.p < ALPHA, counted(len(known), "tracks")
        verdict = "significantly" if is_higher else "not significantly"
        p = f"p {p_value(result.p)}, one-sided"
        yield f"Contamination: scores on the release are {verdict} higher over {over} ({p})."
    yield "Pooled by Stouffer's method: the sum of the tracks' one-sided z, divided by the root of their number."
    yield "Draws of a track are averaged; the run on the release, which they share, is half of a difference's variance."
    for track in result.tracks:
        if track.z is None:
            reasons = dict.fromkeys(draw.differences[0].reason or "no standard error" for draw in track.draws)
            yield f"Left out, {track.track}: {'; '.join(reasons)}."
    notes = dict.fromkeys(f"{t.track}: {note}" for t in result.tracks for draw in t.draws for note in draw.notes)
    yield from (f"Note: {note}." for note in notes)
