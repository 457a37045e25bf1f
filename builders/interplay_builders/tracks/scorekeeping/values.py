"""Choose the values of an item so that they go together, at the start and after each correction."""

from collections.abc import Iterator, Mapping, Sequence

from interplay_builders.tracks.scorekeeping.compatibility import is_possible, unclear
from interplay_builders.tracks.scorekeeping.domains import Domain

Chosen = Mapping[int, str]
"""Step -> value; a step is a slot at the start, or an update."""
MOST_TRIES = 2_000
"""Partial choices that are looked at before an order counts as one without values that go together."""


def chosen(domain: Domain, pools: Mapping[str, Sequence[str]], updated: Sequence[str]) -> tuple[str, ...]:
    """Return a value for each slot of *pools*, then one for each update, which differs clearly from earlier ones.

    *pools* holds each slot's values, those that are wanted most in front; *updated* names the slots that are corrected,
    in order. Raises ``ValueError`` where the tables of *domain* admit no such values.
    """
    steps = (*pools, *updated)
    order = sorted(range(len(steps)), key=lambda step: -_tables(domain, steps[step]))
    values = _continued(domain, pools, steps, order, {}, iter(range(MOST_TRIES)))
    if values is None:
        raise ValueError(f"{domain.name}: no values go together through corrections of {', '.join(updated)}")
    return tuple(values[step] for step in range(len(steps)))


def _tables(domain: Domain, slot: str) -> int:
    """Return how many tables the values of *slot* must fit: those of most are chosen first, for they fit with least."""
    return max((len(tables) for tables in domain.fits.values() if slot in tables[0]), default=0)


def _continued(
    domain: Domain,
    pools: Mapping[str, Sequence[str]],
    steps: Sequence[str],
    order: Sequence[int],
    done: Chosen,
    tries: Iterator[int],
) -> Chosen | None:
    """Return *done* with values for the rest of *order*, or ``None`` if there are none or *tries* are used up."""
    if len(done) == len(order):
        return done
    if next(tries, None) is None:
        return None
    step = order[len(done)]
    slot = steps[step]
    texts = domain.slots[slot]
    others = [value for at, value in done.items() if steps[at] == slot]
    fitting = [
        value
        for value in pools[slot]
        if not any(unclear(texts, other, value) for other in others)
        and _goes(domain, steps, len(pools), {**done, step: value}, step)
    ]
    is_free = not (texts.alike or texts.comparable or _tables(domain, slot))
    for value in fitting[:1] if is_free else fitting:  # another value of a slot without tables would not help
        rest = _continued(domain, pools, steps, order, {**done, step: value}, tries)
        if rest is not None:
            return rest
    return None


def _goes(domain: Domain, steps: Sequence[str], n_slots: int, done: Chosen, step: int) -> bool:
    """Return whether the value of *step* goes with all of *done* that hold at the same time, from its step on."""
    for now in range(max(step, n_slots - 1), len(steps)):
        latest = {slot: at for at, slot in enumerate(steps[: now + 1])}
        if latest[steps[step]] != step:
            break
        if not is_possible(domain, {slot: done[at] for slot, at in latest.items() if at in done}):
            return False
    return True
