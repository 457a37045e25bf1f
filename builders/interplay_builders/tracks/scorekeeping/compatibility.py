"""Values of an item must be compatible: no night train to an island and no cabin on a bus, also after a correction.

The domain's tables ``fits`` define which values are compatible. A model that is given an impossible list may say so
instead of answering, and its episode would measure something else.

A correction must be clearly different: "train" to "night train" is not. The slot's ``alike`` and ``comparable`` tables
define which pairs count.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from interplay.core.records import Finding
from interplay.tracks.scorekeeping.records import Item
from interplay_builders.tracks.scorekeeping.domains import Domain, SlotTexts, Table


def is_possible(domain: Domain, values: Mapping[str, str]) -> bool:
    """Return whether *values*, by slot, are compatible; slots may be missing."""
    return all(_any_table_allows(tables, values) for tables in domain.fits.values())


def unclear(texts: SlotTexts, old: str, new: str) -> str | None:
    """Return why *new* does not clearly correct *old*, another value of the slot, or ``None`` if it does."""
    if old == new:
        return "are the same"
    if any({old, new} <= set(group) for group in texts.alike):
        return "are alike"
    if texts.comparable and not any({old, new} <= set(group) for group in texts.comparable):
        return "cannot be compared"
    return None


def check(domain: Domain) -> tuple[Finding, ...]:
    """Return a finding for each name in the tables of *domain* that is not known, and each value that is in none."""
    return tuple(_finding(domain, message) for message in _problems(domain))


def check_item(domain: Domain, item: Item) -> tuple[Finding, ...]:
    """Return a finding for each impossible combination of values in *item*, at its start and after each update.

    And one for each update that does not differ clearly from an earlier value of its slot.
    """
    findings = [_finding(domain, f"{item.item_id}, {message}") for message in _unclear_updates(domain, item)]
    for number, values in _states(item):
        for name, tables in domain.fits.items():
            for group in _impossible(tables, values):
                named = ", ".join(f"{slot} {values[slot]!r}" for slot in group)
                message = f"{item.item_id}, round {number}: {named} do not go together, says {name}"
                findings.append(_finding(domain, message))
    return tuple(findings)


def _states(item: Item) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the values of all slots at the start, and those after each update with the number of its round."""
    values = {slot.name: slot.value for slot in item.slots}
    yield 0, values
    for number, round_ in enumerate(item.rounds):
        for update in round_.updates:
            values = {**values, update.slot: update.value}
            yield number, values


def _unclear_updates(domain: Domain, item: Item) -> Iterator[str]:
    """Yield what is wrong with each update of *item*, with its round."""
    earlier = {slot.name: [slot.value] for slot in item.slots}
    for number, round_ in enumerate(item.rounds):
        for update in round_.updates:
            for old in earlier[update.slot]:
                reason = unclear(domain.slots[update.slot], old, update.value)
                if reason:
                    yield f"round {number}: {update.slot} {old!r} and its correction {update.value!r} {reason}"
            earlier[update.slot].append(update.value)


def _impossible(tables: Sequence[Table], values: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield the pairs of slots whose values no table has together; if all pairs are possible, all slots at fault."""
    if _any_table_allows(tables, values):
        return
    slots = [slot for slot in tables[0] if slot in values]
    pairs: list[tuple[str, ...]] = [
        p for p in combinations(slots, 2) if not _any_table_allows(tables, {slot: values[slot] for slot in p})
    ]
    yield from pairs or [tuple(slots)]


def _any_table_allows(tables: Sequence[Table], values: Mapping[str, str]) -> bool:
    """Return whether one of *tables* allows all *values* of its slots."""
    return any(all(values[slot] in allowed for slot, allowed in table.items() if slot in values) for table in tables)


def _problems(domain: Domain) -> Iterator[str]:
    yield from _problems_of_fits(domain)
    for name, slot in domain.slots.items():
        for table, groups in (("alike", slot.alike), ("comparable", slot.comparable)):
            values = [value for group in groups for value in group]
            yield from (f"{name}.{table}: {v!r} is not a value of {name}" for v in values if v not in slot.values)
        missing = [v for v in slot.values if not any(v in group for group in slot.comparable)]
        yield from (f"{name}.comparable: no list has {v!r}" for v in missing if slot.comparable)


def _problems_of_fits(domain: Domain) -> Iterator[str]:
    for name, tables in domain.fits.items():
        slots = list(tables[0]) if tables else []
        if any(list(table) != slots for table in tables) or not slots:
            yield f"{name}: its tables must all have the same slots, in the same order"
            continue
        for slot in slots:
            known = domain.slots[slot].values if slot in domain.slots else ()
            values = [value for table in tables for value in table[slot]]
            yield from (f"{name}: {v!r} is not a value of {slot}" for v in dict.fromkeys(values) if v not in known)
            yield from (f"{name}: no table has {v!r}, a value of {slot}" for v in known if v not in values)


def _finding(domain: Domain, message: str) -> Finding:
    return Finding(severity="error", file=f"{domain.name}.toml", message=message)
