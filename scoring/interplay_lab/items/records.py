"""What an item analysis says: the record that ``interplay items --json`` prints."""

from typing import Final, Literal

import msgspec

from interplay.core.records import Finding, Record

ITEMS: Final = "interplay-items/1"

Separates = Literal["some", "all full", "all none", "all alike"]


class AnalysedItem(Record, frozen=True):
    """One item: what systems get in it, and how it goes with the rest.

    ``mean`` and ``deviation`` are over systems, in the unit of the track's headline. ``item_rest`` is the correlation
    with the sum of all other items. ``separates`` says of an item in which all systems get the same what that is.
    ``difficulty``, its standard error and ``discrimination`` are those of the item response model, in logits, ``null``
    without one.
    """

    item_id: str
    mean: float
    deviation: float
    item_rest: float | None
    separates: Separates
    difficulty: float | None = None
    difficulty_error: float | None = None
    discrimination: float | None = None


class AnalysedSystem(Record, frozen=True):
    """One system: its headline over the items, and its ability in the item response model, in logits.

    ``text`` is the headline with its interval as tables have it. ``mean`` is over items that all count alike, which a
    headline may weigh.
    """

    label: str
    value: float | None
    low: float | None
    high: float | None
    text: str = msgspec.field(name="shown")
    mean: float
    ability: float | None = None
    ability_error: float | None = None


class ItemAnalysis(Record, frozen=True):
    """Items of a track seen through the systems that did all of them.

    ``metric`` is what items are measured by: the headline, or what that is pooled from. ``alpha`` is Cronbach's (KR-20
    where scores are right or wrong), ``split_half`` the mean over halvings of ``cluster_unit``, stepped up. ``model``
    is ``rasch``, ``2pl`` or ``null``, with ``reason``; it is fitted to the ``binary_items`` in which a reply is right
    or wrong.
    """

    format: Literal["interplay-items/1"]
    track: str
    release: str
    headline_name: str = msgspec.field(name="headline")
    percent: int
    metric: str
    systems: tuple[AnalysedSystem, ...]
    items: tuple[AnalysedItem, ...]
    clusters: int
    cluster_unit: str
    alpha: float | None
    split_half: float | None
    model: Literal["rasch", "2pl"] | None
    binary_items: int
    reason: str | None
    notes: tuple[str, ...]
    warnings: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        """Return the record in a line."""
        alpha = "undefined" if self.alpha is None else f"{self.alpha:.2f}"
        return f"ItemAnalysis({self.track}: {len(self.items):,} items, {len(self.systems)} systems, alpha {alpha})"
