"""Order of requests and corrections in a dialogue, before any wording is chosen."""

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from interplay.core.randomness import Stream
from interplay.tracks.scorekeeping.informative import Truths, of_order

STEPS = 6_000
"""Random changes that are made to an order before it may be taken."""
MOST_STEPS = 60_000
"""Changes after which another order is begun."""
MOST_ASKED, MOST_CORRECTED, MOST_AT_ONCE = 5, 2, 2
"""How often a slot may be asked for and corrected, and how many slots are corrected in one round.

Each slot has that many wordings of requests, repeats included, and of updates.
"""
PER_PROBE, PER_ROUND, JUST_ASKED = 4.0, 0.25, 2.0
"""Energy of each informative probe too many or too few; of each round, up to ``LONG``, since the slot of an informative
probe was last named, which lowers it; and of an informative probe whose slot was asked for in the round before.
"""
LONG = 8
WEIGHTS = "weights.csv"

Order = tuple["Turn", ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """One round: the slot that is asked for, whether again, and the slots that are corrected before."""

    asked: int
    again: bool = False
    updated: tuple[int, ...] = ()


def plain(n_slots: int, stream: Stream) -> Order:
    """Return an order in which each of *n_slots* slots is asked for exactly once."""
    return tuple(Turn(slot) for slot in stream.shuffled(range(n_slots)))


def corrected(n_slots: int, n_rounds: int, n_updates: int, n_informative: int, stream: Stream) -> Order:
    """Return a random order with *n_updates* corrections of slots that were asked for, and *n_informative* such probes.

    All slots are shared at the end. Orders come from a Metropolis chain. Its energy holds the weights of
    ``weights.csv``, so that rounds of corrections alone, or of requests alone, say little of labels (decision 0089).
    """
    while True:
        order = _start(n_slots, n_rounds, n_updates, stream)
        energy, number = _energy(order, n_slots, n_informative)
        for step in range(MOST_STEPS):
            changed = _changed(order, n_slots, stream)
            if changed is not None and _is_possible(changed, n_slots):
                other, count = _energy(changed, n_slots, n_informative)
                if other <= energy or stream.below(1_000_000) < 1_000_000 * math.exp(energy - other):
                    order, energy, number = changed, other, count
            if step >= STEPS and number == n_informative:
                return _marked(order)


@cache
def _weights() -> Mapping[tuple[int, int], tuple[float, float]]:
    """Return by round and by an event's round what a correction and what a request then weighs, for the label yes."""
    rows = csv.DictReader(files(__package__).joinpath(WEIGHTS).read_text(encoding="utf-8").splitlines())
    return {(int(r["round"]), int(r["event"])): (float(r["correction"]), float(r["request"])) for r in rows}


def _start(n_slots: int, n_rounds: int, n_updates: int, stream: Stream) -> Order:
    """Return an order in which the slots take turns, and random ones are corrected."""
    slots = stream.shuffled(range(n_slots))
    order = tuple(Turn(slots[n % n_slots]) for n in range(n_rounds))
    while sum(len(turn.updated) for turn in order) < n_updates:
        number = n_slots + stream.below(n_rounds - n_slots)
        asked = order[number - stream.below(2)].asked
        if asked not in order[number].updated:
            changed = _with(order, number, replace(order[number], updated=(*order[number].updated, asked)))
            order = changed if _is_possible(changed, n_slots) else order
    return order


def _with(order: Order, number: int, turn: Turn) -> Order:
    return (*order[:number], turn, *order[number + 1 :])


def _changed(order: Order, n_slots: int, stream: Stream) -> Order | None:
    """Return *order* with one random change, ``None`` where the change drawn cannot be made.

    A request for another slot; two requests exchanged; a correction in another round; or of another slot. Every second
    exchange or other round is of neighboring rounds.
    """
    way, number, other = stream.below(6), stream.below(len(order)), stream.below(len(order))
    if way in (3, 5):
        other = (number + (1 if stream.below(2) else -1)) % len(order)
    here, there = order[number], order[other]
    if way == 0:
        return _with(order, number, replace(here, asked=stream.below(n_slots)))
    if way in (1, 5):
        return _with(_with(order, number, replace(here, asked=there.asked)), other, replace(there, asked=here.asked))
    slot, second = stream.below(n_slots), stream.below(n_slots)
    target = second if way == 4 else slot
    if slot not in here.updated or target in (here if way == 4 else there).updated:
        return None
    rest = tuple(updated for updated in here.updated if updated != slot)
    if way == 4:
        return _with(order, number, replace(here, updated=(*rest, second)))
    moved = _with(order, number, replace(here, updated=rest))
    return _with(moved, other, replace(there, updated=(*there.updated, slot)))


def _is_possible(order: Order, n_slots: int) -> bool:
    """Return whether corrections follow their slot's first request, and all slots are shared at the end.

    No slot may be asked for twice in a row, or be named more often than there are wordings.
    """
    asked, corrections, shared, last = [0] * n_slots, [0] * n_slots, [False] * n_slots, -1
    for turn in order:
        if turn.asked == last or len(turn.updated) > MOST_AT_ONCE:
            return False
        for slot in turn.updated:
            if not asked[slot]:
                return False
            shared[slot] = False
            corrections[slot] += 1
        last = turn.asked
        shared[last] = True
        asked[last] += 1
    return all(shared) and max(asked) <= MOST_ASKED and max(corrections) <= MOST_CORRECTED


def _energy(order: Order, n_slots: int, n_informative: int) -> tuple[float, int]:
    """Return the energy of *order* and its number of informative probes."""
    truths = _informative(order, n_slots)
    energy, weights = PER_PROBE * abs(len(truths) - n_informative), _weights()
    requests, corrections = _latest(order, n_slots)
    for (number, slot), truth in truths.items():
        asked, updated = requests[number - 1][slot], corrections[number - 1][slot]
        weight = weights.get((number, updated), (0.0, 0.0))[0] + weights.get((number, asked), (0.0, 0.0))[1]
        energy += weight if truth else -weight
        energy += JUST_ASKED * (number - asked == 1) - PER_ROUND * min(LONG, number - max(asked, updated))
    return energy, len(truths)


def _latest(order: Order, n_slots: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return for each round and slot the round of its last request, and that of its last correction; 0 for none."""
    requests, corrections = [[0] * n_slots], [[0] * n_slots]
    for number, turn in enumerate(order, 1):
        requests.append([number if slot == turn.asked else n for slot, n in enumerate(requests[-1])])
        corrections.append([number if slot in turn.updated else n for slot, n in enumerate(corrections[-1])])
    return requests[1:], corrections[1:]


def _informative(order: Order, n_slots: int) -> Truths:
    requests: Sequence[int] = [-1, *(turn.asked for turn in order)]
    return of_order(requests, [(), *(turn.updated for turn in order)], [range(n_slots)] * len(requests))


def _marked(order: Order) -> Order:
    """Return *order* with those turns marked that ask for a slot again."""
    asked = [turn.asked for turn in order]
    return tuple(replace(turn, again=turn.asked in asked[:number]) for number, turn in enumerate(order))
