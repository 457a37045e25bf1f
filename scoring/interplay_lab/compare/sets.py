"""The largest sets of systems that are not distinguishable from each other."""

from collections.abc import Iterable, Sequence


def alike(names: Sequence[str], apart: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """Return the largest sets of *names*, in their order, that contain no pair that is significantly different.

    A system may be in several sets; one that differs from all others is in a set of its own. Sets are found by parting
    those that hold a pair, and dropping those within others (Piepho 2004, as letters below tables are).

    Example:
        >>> alike(["a", "b", "c"], [("a", "c")])
        (('a', 'b'), ('b', 'c'))
    """
    sets = [frozenset(names)]
    for first, second in apart:
        parted = [group - {x} for group in sets for x in ((first, second) if {first, second} <= group else (None,))]
        unique = list(dict.fromkeys(parted))
        sets = [group for group in unique if not any(group < other for other in unique)]
    order = {name: number for number, name in enumerate(names)}
    ordered = [tuple(sorted(members, key=order.__getitem__)) for members in sets]
    return tuple(sorted(ordered, key=lambda members: [order[name] for name in members]))
