"""Which probes of an item the headline is about: those that only the order of events decides.

A probe is a candidate when its slot was asked for and corrected before, and is not named in its own round. Candidates
of one round are alike when their slots were asked for equally often, corrected equally often, and first named in the
same way. Of alike ones, as many that are true as are false are informative, the first of each in the order in which
they are put. So a rule that knows rounds, counts and what was named last is right about exactly half of them.

What is true here is what is true if every answer is right; it depends on the item alone.
"""

from collections.abc import Collection, Mapping, Sequence

from interplay.tracks.scorekeeping.rules import Plan

Truths = Mapping[tuple[int, int], bool]
"""(Round, slot) of each informative probe -> whether the slot is shared if every answer is right."""


def informative(plan: Plan) -> Truths:
    """Return the informative probes of an item, none where nothing is ever corrected."""
    return of_order(plan.requested, [[slot for slot, _ in updates] for updates in plan.updates], plan.probed)


def of_order(requested: Sequence[int], updated: Sequence[Collection[int]], probed: Sequence[Sequence[int]]) -> Truths:
    """Return the informative probes of an order of events: for each round the slot asked for, those corrected before
    it is, and those probed behind it. Round 0 asks for none.
    """  # noqa: D205  the arguments are the sentence
    if not any(updated):
        return {}
    slots = 1 + max(requested)
    asked, corrected, is_odd, shared = [0] * slots, [0] * slots, [False] * slots, [False] * slots
    truths: dict[tuple[int, int], bool] = {}
    for number in range(1, len(requested)):
        for slot in updated[number]:
            is_odd[slot] = is_odd[slot] or not asked[slot]  # first named by a correction
            corrected[slot] += 1
            shared[slot] = False
        request = requested[number]
        asked[request] += 1
        shared[request] = True
        alike: dict[tuple[int, int, bool], tuple[list[int], list[int]]] = {}
        for slot in probed[number]:
            if slot < slots and asked[slot] and corrected[slot] and slot != request and slot not in updated[number]:
                key = (asked[slot], corrected[slot], is_odd[slot])
                alike.setdefault(key, ([], []))[shared[slot]].append(slot)
        for private, public in alike.values():
            for no, yes in zip(private, public, strict=False):
                truths[number, no], truths[number, yes] = False, True
    return truths
