"""Analyse the items that several systems did."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from interplay.core.errors import RecordError
from interplay.core.reports import Metric
from interplay.tables.scores import with_interval
from interplay_lab.compare.board import board_of
from interplay_lab.compare.effects import Floats
from interplay_lab.compare.reading import Entry, Table
from interplay_lab.items.classical import alpha, item_rest, split_half
from interplay_lab.items.records import ITEMS, AnalysedItem, AnalysedSystem, ItemAnalysis, Separates
from interplay_lab.items.response import NARROWEST, Responses, fitted

FEWEST = 3
"""Systems without which no item can be said to separate them."""
FOR_RASCH = 8
FOR_SLOPES = 40
"""Minimum number of systems for discriminations: with 15, estimates correlate with the truth by a third only."""
FULL, FULL_SHARE = 100.0, 1.0
"""Score of a correct reply in a headline of points, and in one that is pooled from shares."""


def analysed(table: Table, release: str) -> ItemAnalysis:
    """Return the analysis of the items of *table*.

    Raises ``RecordError`` for fewer than ``FEWEST`` systems.
    """
    entries, headlines = table.entries, [entry.headline() for entry in table.entries]
    if len(entries) < FEWEST:
        raise RecordError(f"found {len(entries)} systems, expected at least {FEWEST}: items are compared over systems")
    board = board_of(entries)
    columns = np.flatnonzero(board.counted)
    scores, clusters = board.values[:, columns], board.clusters[columns]
    full = FULL_SHARE if board.pooled else FULL
    binary = ((scores <= 0) | (scores == full)).all(axis=0)
    model, reason = model_of((scores[:, binary] == full).astype(np.float64))
    first = entries[0].tally
    ids = [*first.items]
    return ItemAnalysis(
        format=ITEMS,
        track=entries[0].header.track,
        release=release,
        headline_name=first.headline.name,
        percent=first.headline.percent,
        metric=first.headline.pooled.of[0] if first.headline.pooled else first.headline.name,
        systems=_systems(entries, headlines, scores, model),
        items=_items([ids[n] for n in columns], scores, full, binary, model),
        clusters=len(np.unique(clusters)),
        cluster_unit=first.cluster_unit,
        alpha=alpha(scores),
        split_half=split_half(scores, clusters),
        model=None if model is None else "2pl" if len(entries) >= FOR_SLOPES else "rasch",
        binary_items=int(binary.sum()),
        reason=reason,
        notes=table.notes,
        warnings=table.warnings,
    )


def model_of(right: Floats) -> tuple[Responses | None, str | None]:
    """Return the item response model that so many systems allow, or why there is none."""
    systems, items = right.shape
    if systems < FOR_RASCH:
        return None, f"an item response model needs {FOR_RASCH} systems, found {systems}"
    if items < 2:
        return None, "an item response model needs items that are scored right or wrong; scores here are graded"
    if not np.ptp(right, axis=0).any():
        return None, f"the {items:,} usable items, scored right or wrong, separate no two systems"
    if systems >= FOR_SLOPES:
        return fitted(right, with_slopes=True), None
    model = fitted(right)
    if model.spread <= NARROWEST:
        return None, f"in the {items:,} usable items, systems differ no more than by chance"
    return model, None


def _systems(
    entries: Sequence[Entry], headlines: Sequence[Metric], scores: Floats, model: Responses | None
) -> tuple[AnalysedSystem, ...]:
    """Return the systems, the best by their headlines first."""
    digits = entries[0].submission.track.headline.digits
    systems = [
        AnalysedSystem(
            label=entry.label,
            value=headline.value,
            low=headline.low,
            high=headline.high,
            text=with_interval(headline, digits=digits),
            mean=float(row.mean()),
            ability=None if model is None else float(model.ability[n]),
            ability_error=None if model is None else float(model.ability_error[n]),
        )
        for n, (entry, headline, row) in enumerate(zip(entries, headlines, scores, strict=True))
    ]
    best_first = sorted(range(len(systems)), key=lambda n: -headlines[n].standing)
    return tuple(systems[n] for n in best_first)


def _items(
    ids: Sequence[str], scores: Floats, full: float, binary: NDArray[np.bool_], model: Responses | None
) -> tuple[AnalysedItem, ...]:
    correlations, places = item_rest(scores), np.cumsum(binary) - 1
    items = []
    for number, item_id in enumerate(ids):
        column, index = scores[:, number], int(places[number])
        known, correlation = model if binary[number] else None, float(correlations[number])
        items.append(
            AnalysedItem(
                item_id=item_id,
                mean=float(column.mean()),
                deviation=float(column.std(ddof=1)),
                item_rest=None if math.isnan(correlation) else correlation,
                separates=_separates(column, full),
                difficulty=float(known.difficulty[index]) if known else None,
                difficulty_error=float(known.difficulty_error[index]) if known else None,
                discrimination=float(known.discrimination[index]) if known else None,
            )
        )
    return tuple(items)


def _separates(scores: Floats, full: float) -> Separates:
    if np.ptp(scores) > 0:
        return "some"
    if scores[0] == full:
        return "all full"
    return "all none" if scores[0] <= 0 else "all alike"
