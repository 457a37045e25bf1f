"""The scores of several systems on the same items as arrays, and the difference of any two over any part of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from interplay.core import intervals
from interplay.core.errors import RecordError
from interplay.ratings.pairwise.graph import components
from interplay.scoring.groups import sheet_of
from interplay_lab.compare.effects import Effect, Floats, Integers, PairedScores, effect
from interplay_lab.compare.levels import level_effect
from interplay_lab.compare.reading import Entry

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Board:
    """What S systems have on n items: ``values`` and ``weights`` (S, n) of the headline, or of what it is pooled from.

    ``strata`` and ``clusters`` (n,) are numbers from 0, ``wheres`` what items are grouped by. ``pooled`` headlines are
    differences of horizons. ``scale`` are the ends of a score, and ``exact`` the systems that score the same by
    construction.
    """

    wheres: tuple[Mapping[str, str], ...]
    values: Floats
    weights: Floats
    strata: Integers
    clusters: Integers
    pooled: bool
    scale: tuple[float, float] = intervals.UNBOUNDED
    exact: tuple[bool, ...] = ()

    @property
    def counted(self) -> Bools:
        """Return which items count towards the headline (n,)."""
        return np.asarray((self.weights > 0).all(axis=0))

    @property
    def total(self) -> int:
        """Return how many clusters are numbered."""
        return int(self.clusters.max()) + 1

    def effect(self, first: int, second: int, chosen: Bools) -> Effect | None:
        """Return the difference of two systems over the items *chosen* (n,), nothing where these have no headline.

        Its ``sums`` are in the numbering of all clusters.
        """
        both = [first, second]
        mask = chosen & self.counted
        if not mask.any():
            return None
        values, weights = self.values[both].T, self.weights[both].T
        if self.pooled:
            wheres = [where for where, is_in in zip(self.wheres, mask, strict=True) if is_in]
            return level_effect(wheres, values[mask], self.clusters[mask], self.total)
        whole = effect(PairedScores(values, weights, self.strata, self.clusters).only(mask))
        sums = np.zeros(self.total)
        sums[np.unique(self.clusters[mask])] = whole.sums
        least, most = self.scale
        known = [any(self.exact) and self.exact[n] and np.ptp(self.values[n, mask]) == 0 for n in both]
        if known[0] == known[1]:
            return replace(whole, sums=sums, possible=(least - most, most - least))
        exact, other = both if known[0] else both[::-1]
        fixed, others = float(self.values[exact, mask][0]), self.values[other, mask]
        possible = (fixed - most, fixed - least) if known[0] else (least - fixed, most - fixed)
        is_share = not least and bool(np.isin(others, self.scale).all())
        return replace(whole, sums=sums, possible=possible, is_share=is_share)

    def keys(self, keys: Sequence[str]) -> tuple[str, ...]:
        """Return those of *keys* that have several values, so that they make parts."""
        return tuple(key for key in keys if len({where[key] for where in self.wheres}) > 1)

    def parts(self, keys: Sequence[str]) -> dict[tuple[str, ...], Bools]:
        """Return the items of each part that *keys* make, by name; numbers in the order of numbers."""
        names = [tuple(where[key] for key in keys) for where in self.wheres]
        return {part: np.array([name == part for name in names]) for part in sorted(set(names), key=_order)}


def _order(part: tuple[str, ...]) -> list[tuple[int, str]]:
    return [(int(name), "") if name.isdecimal() else (-1, name) for name in part]


def board_of(entries: Sequence[Entry]) -> Board:
    """Return what *entries* have on their items, which are the same by id.

    Raises ``RecordError`` where no item has a score.
    """
    first = entries[0].tally
    sheets = [sheet_of(entry.tally, entry.tally.means()) for entry in entries]
    ids = [*first.items]
    rows = [np.array([sheet.row[item_id] for item_id in ids]) for sheet in sheets]
    pooled = first.headline.pooled
    name = pooled.of[0] if pooled else first.headline.name
    values = np.stack([sheet.values[row, sheet.column[name]] for sheet, row in zip(sheets, rows, strict=True)])
    weights = np.stack([sheet.weights[row, sheet.column[name]] for sheet, row in zip(sheets, rows, strict=True)])
    weights = np.where((weights > 0).all(axis=0), weights, 0.0)
    if not weights.any():
        more = "; matches against another system are for interplay rate" if entries[0].header.track == "games" else ""
        raise RecordError(f"none of the {len(ids):,} items in common has a score{more}")
    return Board(
        wheres=tuple(first.where[item_id] for item_id in ids),
        values=values,
        weights=weights,
        strata=sheets[0].strata[rows[0]],
        clusters=joined([sheet.clusters[row] for sheet, row in zip(sheets, rows, strict=True)]),
        pooled=pooled is not None,
        scale=first.headline.scale,
        exact=tuple(entry.is_deterministic for entry in entries),
    )


def joined(all_clusters: Sequence[Integers]) -> Integers:
    """Return clusters (n,) in which two items are together that are so for any of the systems.

    They differ where items are siblings: two positions may share a deal in a release and none in a draw.
    """
    clusters = all_clusters[0]
    for other in all_clusters[1:]:
        if len(np.unique(np.stack([clusters, other]), axis=1).T) > len(np.unique(other)):
            pairs = np.stack([clusters, other + clusters.max() + 1], axis=1)
            total = int(pairs.max()) + 1
            group = components(total, pairs, np.zeros(total, dtype=np.int64))[clusters].tolist()
            lowest = dict(sorted(zip(group, clusters.tolist(), strict=True), reverse=True))
            clusters = np.array([lowest[number] for number in group], dtype=np.int64)
    return np.asarray(np.unique(clusters, return_inverse=True)[1], dtype=np.int64)
