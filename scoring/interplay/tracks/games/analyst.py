"""Add up the games' own analyses over a submission."""

import math
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Literal

from interplay.core.reports import Statistic, statistic
from interplay.tracks.base import Grade
from interplay.tracks.games import catalogue
from interplay.tracks.games.verdicts import Verified

Key = tuple[str, str, str]
"""Split, game and name of a measure."""
MOST_SAMPLES = 100_000
"""Values kept of one quantity; a quantile of so many does not move any more."""


class GamesAnalyst:
    """Sums of ratios by setup, and samples, for each part of the track (split and game)."""

    def __init__(self) -> None:
        self._ratios: dict[Key, dict[str, list[float]]] = {}
        self._samples: dict[Key, list[float]] = {}

    def add(self, grade: Grade) -> None:
        match = grade.source
        if not isinstance(match, Verified):
            return
        item = match.item
        analysis = catalogue.analysis_of(item.game)
        if analysis is None:
            return
        measures = analysis.measure(match)
        for name, ratio in measures.ratios.items():
            self._add_ratio((item.split, item.game, name), item.pair, ratio)
        for name, values in measures.samples.items():
            self._add_samples((item.split, item.game, name), values)

    def _add_ratio(self, key: Key, cluster: str, ratio: Sequence[float]) -> None:
        sums = self._ratios.setdefault(key, {}).setdefault(cluster, [0.0, 0.0])
        sums[0] += ratio[0]
        sums[1] += ratio[1]

    def _add_samples(self, key: Key, values: Sequence[float]) -> None:
        samples = self._samples.setdefault(key, [])
        samples += values[: MOST_SAMPLES - len(samples)]

    def merge(self, other: "GamesAnalyst") -> None:
        for key, clusters in other._ratios.items():
            for cluster, ratio in clusters.items():
                self._add_ratio(key, cluster, ratio)
        for key, values in other._samples.items():
            self._add_samples(key, values)

    def statistics(self) -> tuple[Statistic, ...]:
        """Return every ratio with an interval over setups, and the median of every sample, by split and game."""
        medians = [
            _statistic(key, "median", median(values) if values else None, len(values))
            for key, values in sorted(self._samples.items())
        ]
        return (*self._ratio_statistics(), *medians)

    def _ratio_statistics(self) -> Iterator[Statistic]:
        import numpy as np  # noqa: PLC0415  only reports need it

        from interplay.core.intervals import ratio_bounds  # noqa: PLC0415

        keys = sorted(self._ratios)
        sums = [np.array([sums for _, sums in sorted(self._ratios[key].items())]) for key in keys]
        bounds = [ratio_bounds(part[:, :1], part[:, 1:]) for part in sums]
        for key, part, (low, high) in zip(keys, sums, bounds, strict=True):
            cases = math.fsum(part[:, 1])
            value = math.fsum(part[:, 0]) / cases if cases else None
            yield _statistic(key, "ratio", value, cases, (float(low[0]), float(high[0])))


def _statistic(
    key: Key,
    kind: Literal["ratio", "median"],
    value: float | None,
    n: float,
    bounds: tuple[float, float] = (math.nan, math.nan),
) -> Statistic:
    split, game, name = key
    analysis = catalogue.analysis_of(game)
    title = analysis.titles.get(name) if analysis else None
    return statistic({"split": split, "game": game}, name, title or name.replace("_", " "), kind, value, n, bounds)
