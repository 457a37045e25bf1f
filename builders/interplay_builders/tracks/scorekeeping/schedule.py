"""Order of requests and corrections in a dialogue, before any wording is chosen."""

from dataclasses import dataclass

from interplay.core.randomness import Stream


@dataclass(frozen=True, slots=True)
class Turn:
    """One round: the slot that is asked for, whether for the first time, and the slot updated before, if any."""

    asked: int
    again: bool = False
    updated: int | None = None


def plain(n_slots: int, stream: Stream) -> tuple[Turn, ...]:
    """Return an order in which each of *n_slots* slots is asked for exactly once."""
    return tuple(Turn(slot) for slot in stream.shuffled(range(n_slots)))


def corrected(n_slots: int, n_updates: int, stream: Stream) -> tuple[Turn, ...]:
    """Return a random order with *n_updates* corrections, each asked about again in a later round.

    Over all probing rounds exactly half of the labels are *shared*, so that a constant reply is right half the time
    and has a kappa of 0, as without corrections. Orders are drawn until one fits.
    """
    if n_slots * (n_slots + n_updates + 1) % 2:
        raise ValueError(f"{n_slots} slots with {n_updates} updates have an odd number of probes, which has no half")
    for _ in range(100_000):
        turns = _attempt(n_slots, n_updates, stream)
        if turns is not None and _shared_labels(turns) * 2 == n_slots * (len(turns) + 1):
            return turns
    raise ValueError(f"found no balanced order of {n_slots} slots with {n_updates} updates")


def _attempt(n_slots: int, n_updates: int, stream: Stream) -> tuple[Turn, ...] | None:
    rounds = n_slots + n_updates
    update_rounds = set(stream.sample(range(2, rounds), n_updates))
    shared: set[int] = set()
    asked_before: set[int] = set()
    turns = []
    for number in range(1, rounds + 1):
        updated = None
        if number in update_rounds:
            updated = stream.choice(sorted(shared)) if shared else None
            if updated is None:
                return None
            shared.discard(updated)
        private = sorted(set(range(n_slots)) - shared - {updated})
        if not private:
            return None
        slot = stream.choice(private)
        turns.append(Turn(slot, slot in asked_before, updated))
        shared.add(slot)
        asked_before.add(slot)
    return tuple(turns) if len(shared) == n_slots else None


def _shared_labels(turns: tuple[Turn, ...]) -> int:
    """Return how many labels are *shared* when every round probes every slot; round 0 has none."""
    count = total = 0
    for turn in turns:
        count += 1 - (turn.updated is not None)
        total += count
    return total
