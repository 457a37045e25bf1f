"""Compare systems by their reports alone: the differences of ``interplay compare``, with nothing graded again."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from interplay.core.intervals import FEWEST
from interplay.core.reports import EXACT, Report
from interplay.scoring.groups import numbered
from interplay.submissions.selection import is_chosen
from interplay.tracks.base import Track
from interplay_lab.compare.board import Board
from interplay_lab.compare.effects import Effect
from interplay_lab.compare.flips import adjusted, alike, flipped
from interplay_lab.compare.reading import MOST
from interplay_lab.compare.records import ALPHA, CHOSEN


@dataclass(frozen=True)
class Beside:
    """The headline of one system minus that of another, over the ``items`` that both were asked.

    In points, or in levels where headlines are horizons. ``low`` and ``high`` bound the interval of the track's own
    percentage, ``p`` is of Student's t over ``clusters``; what is undefined is ``None``, and ``reason`` says why.
    """

    items: int
    clusters: int = 0
    value: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    reason: str = ""

    @property
    def reversed(self) -> "Beside":
        """The second headline minus the first."""
        value, low, high = (None if end is None else 0.0 - end for end in (self.value, self.high, self.low))
        return replace(self, value=value, low=low, high=high)


class Scores:
    """What S systems scored on all n items of a track that any of them was asked.

    A system's mean over its trials counts. ``unit`` is what differences are in: ``points`` or ``levels``.
    """

    def __init__(self, track: Track[Any, Any], reports: Sequence[Report], items: Mapping[str, Any]) -> None:
        """Take *reports* of one *track*, whose *items* by id are at least those that the reports are about."""
        headline = track.headline
        self.track = track
        self.unit = "points" if headline.pooled is None else "levels"
        name = headline.name if headline.pooled is None else headline.pooled.of[0]
        asked = dict.fromkeys(score.item_id for report in reports for score in report.per_item)
        self._wheres = tuple(track.where(items[item_id]) for item_id in asked)
        column = {item_id: n for n, item_id in enumerate(asked)}
        self._values = np.full((len(reports), len(column)), math.nan)
        for row, report in enumerate(reports):
            for score in report.per_item:
                value = score.values.get(name)
                self._values[row, column[score.item_id]] = math.nan if value is None else value
        sizes = {r.splits: sum(track.where(item)["split"] in r.splits for item in items.values()) for r in reports}
        self._exact = [report.headline.unbounded == EXACT for report in reports]
        self._chosen = [bool(r.selection and is_chosen(r.selection, sizes[r.splits])) for r in reports]
        each = np.array([track.weight(items[i]) if headline.pooled is None else 1.0 for i in asked])
        self._weights = np.where(np.isnan(self._values), 0.0, each)
        strata = [where[track.equal] if track.equal else "" for where in self._wheres]
        self._strata = numbered(strata)
        self._cache: dict[tuple[int, int, bytes], Effect | None] = {}
        self._clusters = numbered([*zip(strata, (track.cluster(items[i]) for i in asked), strict=True)])

    def difference(self, first: int, second: int) -> Beside:
        """Return the difference of two systems, by their places."""
        if first > second:
            return self.difference(second, first).reversed
        (effect,), common = self._effects([(first, second)], (first, second))
        return self._beside(effect, common, (first, second))

    def parts(self, first: int, second: int) -> list[tuple[Mapping[str, str], Beside]]:
        """Return the differences of two systems by part of their common items; p is adjusted for all (Holm)."""
        board = self._board([first, second])
        if board is None or not (keys := board.keys(self.track.table_by)):
            return []
        parts = board.parts(keys)
        pairs = [self._beside(board.effect(0, 1, mask), int(mask.sum()), (first, second)) for mask in parts.values()]
        together = zip(parts, pairs, adjusted([pair.p for pair in pairs]), strict=True)
        return [(dict(zip(keys, part, strict=True)), replace(pair, p=p)) for part, pair, p in together]

    def _beside(self, effect: Effect | None, items: int, places: tuple[int, int]) -> Beside:
        if effect is None:
            why = "no item in common that has a score" if not items else "too few levels in common for a horizon"
            return Beside(items, reason=why)
        low = high = p = None
        why = "a horizon lies outside the levels tested for both" if math.isnan(effect.value) else ""
        if effect.clusters < FEWEST:
            why = f"fewer than {FEWEST} {self.track.cluster_unit} in common, too few for an interval"
        elif effect.is_constant_nonzero:
            alike = f"the {effect.clusters} {self.track.cluster_unit} in common all differ by the same amount"
            why = f"{alike}, so their variance is unknown"
        else:
            low, high = map(_known, effect.bounds(self.track.headline.percent / 100))
            p, why = (None, why or CHOSEN) if any(self._chosen[n] for n in places) else (_known(effect.p), why)
        return Beside(items, effect.clusters, _known(effect.value), low, high, p, why)

    def alike(self, places: Sequence[int]) -> list[tuple[int, ...]] | None:
        """Return the largest sets of *places* whose systems are not distinguishable on the items common to all.

        By sign flips of all pairs at once (max-t, 5%), as ``interplay compare`` has it. Nothing where no item has a
        score for all, for one system, for more than ``MOST``, or for small samples whose seed may have been chosen.
        """
        if not 1 < len(places) <= MOST or any(self._chosen[n] for n in places):
            return None
        pairs = [*combinations(places, 2)]
        effects = [effect for effect in self._effects(pairs, places)[0] if effect is not None]
        if len(effects) < len(pairs):
            return None
        p = flipped(np.stack([effect.sums for effect in effects], axis=1)).together
        apart = [(str(i), str(j)) for (i, j), joint in zip(pairs, p.tolist(), strict=True) if joint < ALPHA]
        return [tuple(map(int, group)) for group in alike([*map(str, places)], apart)]

    def _effects(self, pairs: Sequence[tuple[int, int]], places: Sequence[int]) -> tuple[list[Effect | None], int]:
        """Return the differences of *pairs* over the items common to *places*, and the number of these."""
        board, mask = self._board(places), self._common(places)
        everything, at = np.ones(int(mask.sum()), dtype=bool), {index: row for row, index in enumerate(places)}
        effects = []
        for i, j in pairs:
            key = i, j, mask.tobytes()
            if key not in self._cache:  # pages ask for pairs one by one that tables had asked for together
                self._cache[key] = None if board is None else board.effect(at[i], at[j], everything)
            effects.append(self._cache[key])
        return effects, len(everything)

    def _board(self, rows: Sequence[int]) -> Board | None:
        """Return the scores of some systems on the items that all of them have, or nothing without such items."""
        mask = self._common(rows)
        if not mask.any():
            return None
        return Board(
            wheres=tuple(where for where, is_in in zip(self._wheres, mask, strict=True) if is_in),
            values=np.nan_to_num(self._values[list(rows)][:, mask]),
            weights=self._weights[list(rows)][:, mask],
            strata=self._strata[mask],
            clusters=np.unique(self._clusters[mask], return_inverse=True)[1].astype(np.int64),
            pooled=self.unit == "levels",
            scale=self.track.headline.scale,
            exact=tuple(self._exact[n] for n in rows),
        )

    def _common(self, places: Sequence[int]) -> "np.ndarray[Any, np.dtype[np.bool_]]":
        return np.asarray((self._weights[list(places)] > 0).all(axis=0))


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None
