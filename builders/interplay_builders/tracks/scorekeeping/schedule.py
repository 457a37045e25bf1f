"""Order of requests and corrections in a dialogue, before any wording is chosen."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from interplay.core.randomness import Stream
from interplay.tracks.scorekeeping.informative import Truths, of_order

STEPS = 2_000
"""Random changes that are tried on one order before another one is begun."""
LONGEST_AGO = 7
"""Rounds back to which rules of thumb about what is recent are looked at; later ones decide next to nothing."""
MOST_ASKED = 4
"""How often a slot may be asked for: each has this many wordings for its first request and its repeats together."""

Order = tuple["Turn", ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """One round: the slot that is asked for, whether for the first time, and the slot updated before, if any."""

    asked: int
    again: bool = False
    updated: int | None = None


def plain(n_slots: int, stream: Stream) -> Order:
    """Return an order in which each of *n_slots* slots is asked for exactly once."""
    return tuple(Turn(slot) for slot in stream.shuffled(range(n_slots)))


def corrected(n_slots: int, n_rounds: int, n_updates: int, n_informative: int, stream: Stream) -> Order:
    """Return a random order with *n_updates* corrections of told slots, and *n_informative* informative probes.

    Every slot is asked for, and corrected ones again in a later round. Random orders are changed at random, and changes
    kept that make them no worse, until one has enough informative probes; see ``_worth``.
    """
    for _ in range(10_000):
        order = _start(n_slots, n_rounds, n_updates, stream)
        worth = _worth(order, n_slots, n_informative)
        for _ in range(STEPS):
            changed = _changed(order, n_slots, stream)
            if changed != order and _is_possible(changed, n_slots):
                value = _worth(changed, n_slots, n_informative)
                if value >= worth:
                    order, worth = changed, value
        if worth[0] == 0 and len(_informative(order, n_slots)) == n_informative:
            return _marked(order)
    raise ValueError(f"found no order of {n_slots} slots with {n_informative} informative probes")


def _start(n_slots: int, n_rounds: int, n_updates: int, stream: Stream) -> Order:
    while True:
        rounds = set(stream.sample(range(2, n_rounds), n_updates))
        turns = [
            Turn(stream.below(n_slots), updated=stream.below(n_slots) if n in rounds else None) for n in range(n_rounds)
        ]
        order = _repaired(turns, n_slots, stream)
        if _is_possible(order, n_slots):
            return order


def _repaired(turns: list[Turn], n_slots: int, stream: Stream) -> Order:
    """Return *turns* with told slots corrected and private ones asked for, as far as that is possible."""
    shared: set[int] = set()
    done = []
    for turn in turns:
        updated = None if turn.updated is None else stream.choice(sorted(shared) or [0])
        shared.discard(-1 if updated is None else updated)
        private = sorted(set(range(n_slots)) - shared - {updated})
        asked = stream.choice(private) if private and stream.below(3) else turn.asked
        shared.add(asked)
        done.append(Turn(asked, updated=updated))
    return tuple(done)


def _changed(order: Order, n_slots: int, stream: Stream) -> Order:
    """Return *order* with the requests or the corrections of two rounds exchanged, or another slot in one."""
    turns = list(order)
    i, j, way = stream.below(len(turns)), stream.below(len(turns)), stream.below(4)
    first, two = turns[i], turns[j]
    if way == 0:
        turns[i] = Turn(stream.below(n_slots), updated=first.updated)
    elif way == 1:
        turns[i], turns[j] = Turn(first.asked, updated=two.updated), Turn(two.asked, updated=first.updated)
    elif way == 2 and first.updated is not None:
        turns[i] = Turn(first.asked, updated=stream.below(n_slots))
    else:
        turns[i], turns[j] = Turn(two.asked, updated=first.updated), Turn(first.asked, updated=two.updated)
    return tuple(turns)


def _is_possible(order: Order, n_slots: int) -> bool:
    """Return whether told slots alone are corrected, none twice in a row is asked for, and all are told at the end."""
    asked, shared, last = [0] * n_slots, [False] * n_slots, -1
    for turn in order:
        if turn.updated is not None:
            if not shared[turn.updated]:
                return False
            shared[turn.updated] = False
        if turn.asked in (turn.updated, last):
            return False
        shared[turn.asked], last = True, turn.asked
        asked[turn.asked] += 1
    return all(shared) and max(asked) <= MOST_ASKED


def _informative(order: Order, n_slots: int) -> Truths:
    updated = [() if turn.updated is None else (turn.updated,) for turn in order]
    return of_order([-1, *(t.asked for t in order)], [(), *updated], [range(n_slots)] * (len(order) + 1))


def _worth(order: Order, n_slots: int, n_informative: int) -> tuple[int, float]:
    """Return what an order is worth, more being better: enough informative probes first.

    Then, how little rules of thumb gain that look at how long ago a slot was asked for or corrected, which no order can
    make worthless, and how few of the probes are about one and the same state of a slot.
    """
    truths = _informative(order, n_slots)
    if len(truths) != n_informative:
        return -abs(len(truths) - n_informative), 0.0
    ages = list(_ages(order, truths))
    penalty = 0.0
    for limit in range(1, LONGEST_AGO + 1):
        by_request = sum(1 if (asked <= limit) is truth else -1 for asked, _, truth in ages)
        by_update = sum(1 if (updated > limit) is truth else -1 for _, updated, truth in ages)
        penalty += 3 * sum((max(gain, 0) / len(ages)) ** 2 for gain in (by_request, by_update))
    states = Counter((slot, number - asked) for (number, slot), (asked, _, _) in zip(truths, ages, strict=True))
    return 0, -penalty - sum(count**2 for count in states.values()) / (2 * len(ages))


def _ages(order: Order, truths: Truths) -> Iterator[tuple[int, int, bool]]:
    """Yield for each probe of *truths* the rounds since its slot was asked for and since it was corrected."""
    for (number, slot), truth in truths.items():
        asked = next(n for n in range(number, 0, -1) if order[n - 1].asked == slot)
        updated = next(n for n in range(number, 0, -1) if order[n - 1].updated == slot)
        yield number - asked, number - updated, truth


def _marked(order: Order) -> Order:
    """Return *order* with those turns marked that ask for a slot again."""
    asked = [turn.asked for turn in order]
    return tuple(Turn(t.asked, t.asked in asked[:n], t.updated) for n, t in enumerate(order))
