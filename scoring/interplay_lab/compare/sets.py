"""Which systems cannot be told apart: the largest sets of which no two differ."""

from collections.abc import Iterable, Sequence


def alike(names: Sequence[str], apart: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """Return the largest sets of *names*, in their order, that hold none of the pairs that were told *apart*.

    A system may be in several sets; one that differs from all others is in a set of its own. Sets are found by parting
    those that hold a pair, and dropping those within others (Piepho 2004, as letters below tables are).

    Example:
        >>> alike(["a", "b", "c"], [("a", "c")])
        (('a', 'b'), ('b', 'c'))
    """
    found = [frozenset(names)]
    for first, second in apart:
        parted = [own - {one} for own in found for one in ((first, second) if {first, second} <= own else (None,))]
        unique = list(dict.fromkeys(parted))
        found = [own for own in unique if not any(own < other for other in unique)]
    place = {name: number for number, name in enumerate(names)}
    ordered = [tuple(sorted(own, key=place.__getitem__)) for own in found]
    return tuple(sorted(ordered, key=lambda own: [place[name] for name in own]))
