"""Add up the games' own analyses over a submission."""

import math
from statistics import median
from typing import Literal

from interplay.core.reports import Statistic, statistic
from interplay.tracks.base import Grade
from interplay.tracks.games import catalogue
from interplay.tracks.games.verdicts import Analysis, Verified

MOST_SAMPLES = 100_000
"""Values kept of one quantity; a quantile of so many does not move any more."""


class GamesAnalyst:
    """Sums of ratios by setup, and samples, for each part of the track (split and game)."""

    def __init__(self) -> None:
        self._analyses: dict[str, Analysis | None] = {}
        self._ratios: dict[tuple[str, str, str], dict[str, list[float]]] = {}
        self._samples: dict[tuple[str, str, str], list[float]] = {}

    def add(self, grade: Grade) -> None:
        match = grade.source
        if not isinstance(match, Verified):
            return
        item = match.item
        analysis = self._analysis(item.game)
        if analysis is None:
            return
        measures = analysis.measure(match)
        part = item.split, item.game
        for name, (numerator, denominator) in measures.ratios.items():
            sums = self._ratios.setdefault((*part, name), {}).setdefault(item.pair, [0.0, 0.0])
            sums[0] += numerator
            sums[1] += denominator
        for name, values in measures.samples.items():
            samples = self._samples.setdefault((*part, name), [])
            samples += values[: MOST_SAMPLES - len(samples)]

    def _analysis(self, game: str) -> Analysis | None:
        if game not in self._analyses:
            self._analyses[game] = catalogue.analysis_of(game)
        return self._analyses[game]

    def merge(self, other: "GamesAnalyst") -> None:
        for key, clusters in other._ratios.items():
            ratios = self._ratios.setdefault(key, {})
            for cluster, (numerator, denominator) in clusters.items():
                sums = ratios.setdefault(cluster, [0.0, 0.0])
                sums[0] += numerator
                sums[1] += denominator
        for key, values in other._samples.items():
            mine = self._samples.setdefault(key, [])
            mine += values[: MOST_SAMPLES - len(mine)]

    def statistics(self) -> tuple[Statistic, ...]:
        """Return every ratio with an interval over setups, and the median of every sample, by split and game."""
        ratios = self._ratio_statistics()
        return tuple(ratios + [self._median(key) for key in sorted(self._samples)])

    def _ratio_statistics(self) -> list[Statistic]:
        import numpy as np  # noqa: PLC0415  only reports need it

        from interplay.core.intervals import ratio_bounds  # noqa: PLC0415

        keys = sorted(self._ratios)
        sums = [np.array([sums for _, sums in sorted(self._ratios[key].items())]) for key in keys]
        bounds = [ratio_bounds(part[:, :1], part[:, 1:]) for part in sums]
        ratios = []
        for key, part, (low, high) in zip(keys, sums, bounds, strict=True):
            cases = math.fsum(part[:, 1])
            value = math.fsum(part[:, 0]) / cases if cases else None
            ratios.append(self._statistic(key, "ratio", value, cases, (float(low[0]), float(high[0]))))
        return ratios

    def _median(self, key: tuple[str, str, str]) -> Statistic:
        values = self._samples[key]
        return self._statistic(key, "median", median(values) if values else None, len(values))

    def _statistic(
        self,
        key: tuple[str, str, str],
        kind: Literal["ratio", "median"],
        value: float | None,
        n: float,
        bounds: tuple[float, float] = (math.nan, math.nan),
    ) -> Statistic:
        split, game, name = key
        analysis = self._analysis(game)
        titles = {} if analysis is None else analysis.titles
        title = titles.get(name, name.replace("_", " "))
        return statistic({"split": split, "game": game}, name, title, kind, value, n, bounds)
