"""Choose the values of an item so that they go together, at the start and after each correction."""

from collections.abc import Mapping, Sequence

from interplay_builders.tracks.scorekeeping.compatibility import is_possible, unclear
from interplay_builders.tracks.scorekeeping.domains import Domain


def chosen(domain: Domain, pools: Mapping[str, Sequence[str]], updated: Sequence[str]) -> tuple[str, ...]:
    """Return a value for each slot of *pools*, then one for each update, which differs clearly from earlier ones.

    *pools* holds each slot's values, those that are wanted most in front; *updated* names the slots that are corrected,
    in order. Raises ``ValueError`` where the tables of *domain* admit no such values.
    """
    found = _continued(domain, pools, (*pools, *updated), {}, ())
    if found is None:
        raise ValueError(f"{domain.name}: no values go together through corrections of {', '.join(updated)}")
    return found


def _continued(
    domain: Domain,
    pools: Mapping[str, Sequence[str]],
    steps: Sequence[str],
    at: Mapping[str, str],
    done: tuple[str, ...],
) -> tuple[str, ...] | None:
    """Return *done* with values for the rest of *steps*, or ``None`` if there are none. *at* holds those of now."""
    if len(done) == len(steps):
        return done
    slot = steps[len(done)]
    texts = domain.slots[slot]
    earlier = [value for name, value in zip(steps, done, strict=False) if name == slot]
    fitting = [
        value
        for value in pools[slot]
        if is_possible(domain, {**at, slot: value}) and not any(unclear(texts, old, value) for old in earlier)
    ]
    is_free = not (texts.alike or texts.comparable or any(slot in tables[0] for tables in domain.fits.values()))
    for value in fitting[:1] if is_free else fitting:  # another value of a slot without tables would mend nothing
        found = _continued(domain, pools, steps, {**at, slot: value}, (*done, value))
        if found is not None:
            return found
    return None
