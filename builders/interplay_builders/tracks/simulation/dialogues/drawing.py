"""Draw made-up entries until a check passes them."""

from collections.abc import Callable

from msgspec.structs import replace

from interplay.core.errors import RecordError
from interplay.tracks.simulation.checks.entries import EntriesParams

MOST_TRIES = 60_000


def drawn(params: EntriesParams, draw: Callable[[], str]) -> list[str]:
    """Return as many entries as the rules ask for, in order if they ask for one; ``RecordError`` if luck runs out."""
    entries_: list[str] = []
    single = replace(params, count=1)
    for _ in range(MOST_TRIES):
        entry = draw()
        if entry not in entries_ and not single.problem(entry):
            entries_.append(entry)
        if len(entries_) == params.count:
            return sorted(entries_) if params.ordered else entries_
    raise RecordError(f"found {len(entries_)} entries in {MOST_TRIES:,} tries, expected {params.count}: {params}")
