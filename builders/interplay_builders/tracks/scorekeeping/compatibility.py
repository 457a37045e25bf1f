"""Values of an item must go together: no night train to an island, no cabin on a bus, and none after a correction.

Which values do is written in the domain's tables, ``fits``. A model that is given an impossible list may say so instead
of answering, and its episode would measure something else.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from interplay.core.findings import Finding
from interplay.tracks.scorekeeping.records import Item
from interplay_builders.tracks.scorekeeping.domains import Domain, Table


def is_possible(domain: Domain, values: Mapping[str, str]) -> bool:
    """Return whether *values*, by slot, go together; slots may be missing."""
    return all(_holds(tables, values) for tables in domain.fits.values())


def check(domain: Domain) -> tuple[Finding, ...]:
    """Return a finding for each name in the tables of *domain* that is not known, and each value that is in none."""
    return tuple(_finding(domain, message) for message in _problems(domain))


def check_item(domain: Domain, item: Item) -> tuple[Finding, ...]:
    """Return a finding for each impossible combination of values in *item*, at its start and after each update."""
    found = []
    for number, values in _states(item):
        for name, tables in domain.fits.items():
            for group in _impossible(tables, values):
                named = ", ".join(f"{slot} {values[slot]!r}" for slot in group)
                message = f"{item.item_id}, round {number}: {named} do not go together, says {name}"
                found.append(_finding(domain, message))
    return tuple(found)


def _states(item: Item) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the values of all slots at the start, and those after each update with the number of its round."""
    values = {slot.name: slot.value for slot in item.slots}
    yield 0, values
    for number, round_ in enumerate(item.rounds):
        for update in round_.updates:
            values = {**values, update.slot: update.value}
            yield number, values


def _impossible(tables: Sequence[Table], values: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield the pairs of slots whose values no table has together; if all pairs are possible, all slots at fault."""
    if _holds(tables, values):
        return
    slots = [slot for slot in tables[0] if slot in values]
    pairs: list[tuple[str, ...]] = [
        p for p in combinations(slots, 2) if not _holds(tables, {slot: values[slot] for slot in p})
    ]
    yield from pairs or [tuple(slots)]


def _holds(tables: Sequence[Table], values: Mapping[str, str]) -> bool:
    """Return whether one of *tables* has all those of *values* that are of its slots."""
    return any(all(values[slot] in held for slot, held in table.items() if slot in values) for table in tables)


def _problems(domain: Domain) -> Iterator[str]:
    for name, tables in domain.fits.items():
        slots = list(tables[0]) if tables else []
        if any(list(table) != slots for table in tables) or not slots:
            yield f"{name}: its tables must all have the same slots, in the same order"
            continue
        for slot in slots:
            known = domain.slots[slot].values if slot in domain.slots else ()
            held = [value for table in tables for value in table[slot]]
            yield from (f"{name}: {v!r} is not a value of {slot}" for v in dict.fromkeys(held) if v not in known)
            yield from (f"{name}: no table has {v!r}, a value of {slot}" for v in known if v not in held)


def _finding(domain: Domain, message: str) -> Finding:
    return Finding(severity="error", file=f"{domain.name}.toml", message=message)
