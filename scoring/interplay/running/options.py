"""How a run is made, what it may use, and which items it is about."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from interplay.core.errors import UnknownName
from interplay.core.records import Header, Record, Rule, Selection
from interplay.core.release import Release
from interplay.core.text import nearest, noop
from interplay.running.budget import Budget, Pace
from interplay.submissions import released
from interplay.submissions import selection as selecting
from interplay.systems.spec import Asking, Rates, RunOptions, SystemSpec, cost
from interplay.tracks.base import Track


class Limits(Record, frozen=True):
    """What work with models may use. ``max_calls`` counts requests that are really sent.

    ``max_cost`` is in US dollars, by ``price``: what a million tokens of prompts, and of replies, cost. With
    ``record_errors`` items that failed are written as errors, instead of being kept for the next call.
    """

    concurrency: int = 8
    max_calls: int | None = None
    max_cost: float | None = None
    price: Rates | None = None
    requests_per_minute: float | None = None
    record_errors: bool = False

    def __post_init__(self) -> None:
        """Refuse numbers with which work would end without having done anything."""
        for name in ("concurrency", "limit", "sample", "trials"):
            value = getattr(self, name, None)
            if value is not None and value < 1:
                raise ValueError(f"{name} is {value}, expected at least 1")

    def budget(self, max_tokens: int = 0) -> Budget:
        """Return a budget of these limits, for replies of at most *max_tokens*."""
        price = None if self.price is None else partial(cost, self.price)
        return Budget(self.max_calls, self.max_cost, price, max_tokens, Pace(self.requests_per_minute))


_LIMITS: Final = RunOptions.__annotations__.keys() - Asking.__annotations__.keys()
OnStart = Callable[[Header, Mapping[tuple[str, int], Record], int], None]
"""Called when a run starts: with its header, its predictions by item and trial, which grow, and their final number."""


class RunSpec(Limits, frozen=True):
    """A run: its items, how often each is run, and its limits. ``limit`` counts items.

    ``where`` keeps only items whose keys have these values, such as ``("game", "bid")``, or one of several values of a
    key; where no splits are named and the main ones have no such items, those of all splits. ``changes`` are other
    options of the items' rules, such as ``("hints", 0)``. ``sample`` draws so many items, as ``Rule`` says. A ``fixed``
    rule chooses the items instead of all this.
    """

    splits: tuple[str, ...] = ()
    limit: int | None = None
    trials: int = 1
    where: tuple[tuple[str, str], ...] = ()
    sample: int | None = None
    sample_seed: int = 0
    changes: tuple[tuple[str, int], ...] = ()
    fixed: Rule | None = None
    on_start: OnStart = noop

    @property
    def rule(self) -> Rule:
        """Return how items are chosen of the splits."""
        if self.fixed is not None:
            return self.fixed
        where: dict[str, tuple[str, ...]] = {}
        for key, value in self.where:
            where[key] = tuple(dict.fromkeys((*where.get(key, ()), value)))
        return Rule(
            where=where,
            options=dict(self.changes),
            sample=self.sample,
            sample_seed=self.sample_seed if self.sample is not None else 0,
            limit=self.limit,
        )


def run_of(options: RunOptions, **items: Any) -> tuple[RunSpec, SystemSpec]:
    """Return a run of *items*, further fields of ``RunSpec``, and how the models that it names are asked."""
    given = dict[str, Any](options)
    limits = {name: given.pop(name) for name in _LIMITS & given.keys()}
    return RunSpec(**limits, **items), SystemSpec(model="", **given)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a run is about: its items in the release's order, the splits that it claims, the place of every item.

    ``selection`` is nothing where the items are all those of the splits.
    """

    items: tuple[Any, ...]
    splits: tuple[str, ...]
    places: Mapping[str, int]
    selection: Selection | None


def select(track: Track[Any, Any], release: Release, spec: RunSpec) -> Chosen:
    """Return what a run is about, from one reading of the track's items.

    Raises ``UnknownName`` for a split, key or option that there is not, or where no item fits; ``DatasetError`` for a
    draw that holds released items.
    """
    released.refuse(release, track.name)
    known, rule = release.track(track.name).splits, spec.rule
    for split in spec.splits:
        if split not in known:
            hint = nearest(split, known)
            raise UnknownName(f"unknown split {split!r}{hint}; {track.name} has {', '.join(known)}")
    splits = tuple(split for split in known if split in (spec.splits or track.main_splits(known)))
    every = tuple(track.items(release))
    fitting = selecting.altered(track, selecting.fitting(track, every, rule.where), rule.options)
    items = [item for item in fitting if track.where(item)["split"] in splits]
    if not items and not spec.splits:
        items = fitting
    if not items:
        asked = [f"{key} {value!r}" for key, values in rule.where.items() for value in values]
        asked += [f"the option {name}" for name in rule.options]
        raise UnknownName(f"{track.name} has no items with {' and '.join(asked)}")
    if (rule.where or rule.options) and not rule.name:  # a fixed rule names its splits, too
        selected = {track.where(item)["split"] for item in items}
        splits = tuple(split for split in known if split in selected)
    chosen = tuple(selecting.drawn(track, items, rule))
    is_whole = not rule.options and len(chosen) == sum(track.where(item)["split"] in splits for item in every)
    selection = None if is_whole else selecting.pinned(track, chosen, rule)
    return Chosen(chosen, splits, {track.item_id(item): index for index, item in enumerate(every)}, selection)
