"""Which items of its splits a run or a submission is about: rules applied, pinned, held against a header, told.

Samples are seeded, the same on every machine, and spread over the parts of a track.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from interplay.core import canonical
from interplay.core.errors import UnknownName
from interplay.core.randomness import Stream
from interplay.core.records import Rule, Selection
from interplay.core.text import nearest, quoted
from interplay.tracks.base import Task, Track

AnyTrack = Track[Any, Any]
ENOUGH = 0.8
"""The share of the items from which no seed of 10,000 makes the sample of a coin look significant (note 0084)."""
_MOST_NAMED = 8  # values of a key that are told


def fitting(track: AnyTrack, items: Iterable[Any], where: Mapping[str, Sequence[str]]) -> list[Any]:
    """Return the items that have one of the values of each key of *where*; raise ``UnknownName`` for other keys."""
    every = list(items)
    known = track.where(every[0]) if every else {}
    for key in where if every else ():
        if key not in known:
            raise UnknownName(f"unknown key {quoted(key)}{nearest(key, known)}; {track.name} has {', '.join(known)}")
    return [item for item in every if all(track.where(item)[key] in values for key, values in where.items())]


def altered(track: AnyTrack, items: Iterable[Any], options: Mapping[str, int]) -> list[Any]:
    """Return the items that have all *options*, with these values.

    Raises ``UnknownName`` for values out of range, and for an option that no item has.
    """
    items = list(items)
    if not options:
        return items
    known = sorted({name for item in items for name in track.options(item)})
    for name in options:
        if items and name not in known:
            hint = f"there are {', '.join(known)}" if known else f"{track.name} has none"
            raise UnknownName(f"unknown option {name!r}{nearest(name, known)}; {hint}")
    try:
        changed = (track.altered(item, options) for item in items)
        return [item for item in changed if item is not None]
    except ValueError as error:
        raise UnknownName(f"invalid option: {error}") from None


def drawn(track: AnyTrack, items: Sequence[Any], rule: Rule) -> list[Any]:
    """Return the sample that *rule* asks for of *items*, or the first of them."""
    if rule.spread:
        fitting(track, items, dict.fromkeys(rule.spread, ()))  # refuses keys that there are not
    chosen_items = list(items)
    if rule.sample is not None:
        chosen_items = sample(track, chosen_items, rule.sample, rule.sample_seed, rule.spread)
    return chosen_items[: rule.limit]


def chosen(track: AnyTrack, items: Iterable[Any], rule: Rule) -> list[Any]:
    """Return the items that *rule* chooses of *items*, in their order; raise ``UnknownName`` where it cannot hold."""
    named = frozenset(rule.ids)
    candidates = [item for item in items if not named or track.item_id(item) in named]
    return drawn(track, altered(track, fitting(track, candidates, rule.where), rule.options), rule)


def digest(track: AnyTrack, items: Iterable[Any], rule: Rule | None = None) -> str:
    """Return what pins *items*: the digest of their ids, and of the items themselves where *rule* changes them."""
    changed = rule is not None and bool(rule.options)
    lines = (
        f"{track.item_id(item)}{' ' + canonical.sha256(canonical.encode(item)) if changed else ''}\n" for item in items
    )
    return canonical.sha256("".join(sorted(lines)).encode())


def pinned(track: AnyTrack, items: Sequence[Any], rule: Rule) -> Selection:
    """Return the selection of *items*, which *rule* has chosen."""
    fields = {name: getattr(rule, name) for name in Rule.__struct_fields__}
    return Selection(**fields, items=len(items), sha256=digest(track, items, rule))


def rule_of(selection: Rule) -> Rule:
    """Return the rule of a selection, without what it gave."""
    return Rule(**{name: getattr(selection, name) for name in Rule.__struct_fields__})


def apply(track: AnyTrack, items: Sequence[Any], selection: Selection) -> list[Any]:
    """Return the items that a header's *selection* names; raise ``UnknownName`` unless rule, count and digest agree."""
    items_chosen = chosen(track, items, selection)
    if len(items_chosen) != selection.items:
        raise UnknownName(f"found {selection.items:,} items, but the rule selects {len(items_chosen):,} here")
    if (actual := digest(track, items_chosen, selection)) != selection.sha256:
        raise UnknownName(f"found the digest {selection.sha256[:12]}…, but the rule's items have {actual[:12]}… here")
    return items_chosen


def summary(selection: Rule | None, items: int, of: int) -> str:
    """Return a selection in words, such as ``sample of 200 of 2,711 items, seed 1``; nothing where it is everything."""
    if selection is None:
        return f"{items:,} of {of:,} items" if items < of else ""
    words = [f"{selection.name}:"] if selection.name else []
    if selection.sample is not None:
        words.append("sample of")
    elif selection.limit is not None:
        words.append("first")
    parts = [" ".join((*words, f"{items:,} of {of:,} items"))]
    parts += [f"{key} {_values_named(values)}" for key, values in sorted(selection.where.items())]
    parts += [option_named(*option) for option in sorted(selection.options.items())]
    if selection.sample is not None:
        parts.append(f"seed {selection.sample_seed}")
    return ", ".join(parts)


def is_chosen(selection: Selection, of: int) -> bool:
    """Return whether the items may have been chosen for what they show: named, or by the seed of a small sample."""
    return bool(selection.ids) or (bool(unconventional(selection)) and selection.items < ENOUGH * of)


def unconventional(rule: Rule | None) -> str:
    """Return why the items may have been chosen: named, or a sample with another than the conventional seed."""
    if rule is not None and rule.ids:
        return "; its items are named, not drawn"
    is_conventional = rule is None or rule.sample is None or rule.name or rule.sample_seed == 0
    return "" if is_conventional else "; not the conventional seed 0"


def _values_named(values: Sequence[str]) -> str:
    """Return values in words; they come from submissions, so what is long or cannot be printed is neither shown."""
    named = [value if value.isprintable() and len(value) <= 80 else quoted(value) for value in values[:_MOST_NAMED]]
    return " or ".join(named) + (f" or {len(values) - _MOST_NAMED} others" if len(values) > _MOST_NAMED else "")


def option_named(name: str, value: int) -> str:
    """Return an option as it is given and told."""
    return f"{name}={value}"


T = TypeVar("T")
_FINEST = 2**53


def sample(track: Task[Any, Any], items: Sequence[T], size: int, seed: int, spread: Sequence[str] = ()) -> list[T]:
    """Return *size* of *items* in their order; all of them when there are no more.

    Each part of the track's (split, game or script type), or that the keys *spread* make, is put into a random order
    of its own and laid out evenly from a random start; the sample is what comes first. So every part has about its
    share, every item about the same chance, and a larger sample of the same seed holds the smaller ones. Raises
    ``ValueError`` for a size below 1.
    """
    if size < 1:
        raise ValueError(f"sample is {size}, expected at least 1")
    parts: dict[str, list[T]] = {}
    for item in sorted(items, key=track.item_id):
        where = track.where(item)
        parts.setdefault("/".join(where[key] for key in spread or track.spread_by), []).append(item)
    places: list[tuple[float, str]] = []
    for part, group in parts.items():
        start = Stream(track.name, seed, f"sample start/{part}").below(_FINEST) / _FINEST
        order = Stream(track.name, seed, f"sample order/{part}").shuffled(group)
        places += [((rank + start) / len(group), track.item_id(item)) for rank, item in enumerate(order)]
    chosen = {item_id for _, item_id in sorted(places)[:size]}
    return [item for item in items if track.item_id(item) in chosen]
