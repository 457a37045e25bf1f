"""What a comparison says: the record that ``interplay compare --json`` prints."""

from typing import Final, Literal

import msgspec

from interplay.core.records import Finding, Record
from interplay.core.reports import Budget, HalfScore

COMPARISON: Final = "interplay-comparison/1"
ALPHA: Final = 0.05
CHOSEN: Final = "the submitter chose the items or the seed, perhaps for what they show"
"""Why nothing is tested on named items, or on a small sample whose seed may have been chosen."""


class Bounds(Record, frozen=True):
    """An interval of ``percent``; an end is ``null`` where nothing bounds it."""

    percent: int
    low: float | None
    high: float | None


class Equivalence(Record, frozen=True):
    """Whether a difference is surely smaller than ``margin`` to either side.

    ``p`` is the greater of two one-sided tests. With ``clusters_needed`` systems that do not differ would be found
    equivalent with a probability of 80%.
    """

    margin: float
    p: float | None
    equivalent: bool | None
    clusters_needed: int | None


class Difference(Record, frozen=True):
    """The score of ``first`` minus that of ``second`` over the same items of the part ``where`` (empty: all of them).

    ``p_t`` is of Student's t over clusters, ``p_flip`` of sign flips of clusters (mid-p); ``holm`` is ``p_t`` and
    ``max_t`` is ``p_flip`` adjusted for all differences of the same list. Of horizons ``p_t`` is from the posterior of
    their difference, and nothing is flipped. ``detectable`` is what would be found with a
    probability of 80% at 5%, and ``clusters_needed`` how many clusters would find the difference as it is. ``alpha`` is
    what p is compared with. What is undefined is ``null``, and ``reason`` says why.
    """

    first: str
    second: str
    where: dict[str, str]
    items: int
    clusters: int
    value: float | None = None
    standard_error: float | None = None
    intervals: tuple[Bounds, ...] = ()
    p_t: float | None = None
    p_flip: float | None = None
    holm: float | None = None
    max_t: float | None = None
    detectable: float | None = None
    clusters_needed: int | None = None
    equivalence: Equivalence | None = None
    reason: str | None = None
    alpha: float = ALPHA

    @property
    def is_apart(self) -> bool:
        """Whether the two differ significantly at ``alpha``, allowing for all differences of the list."""
        return self.p is not None and self.p < self.alpha

    @property
    def p(self) -> float | None:
        """The p that decides: ``max_t``, or ``holm`` where nothing is flipped."""
        return self.holm if self.max_t is None else self.max_t

    @property
    def is_unclear(self) -> bool:
        """Whether Student's t and sign flips, allowing for all differences of the list, disagree."""
        if self.holm is None or self.max_t is None:
            return False
        return (self.holm < self.alpha) != (self.max_t < self.alpha)


class Compared(Record, frozen=True):
    """One of the systems, and its headline over the items that all have in common."""

    label: str
    name: str
    file: str
    submission_sha256: str
    value: float | None
    low: float | None
    high: float | None
    text: str = msgspec.field(name="shown")
    """Value and interval as tables show them."""
    unbounded: str | None = None
    """Why there is no interval."""
    budgets: tuple[Budget, ...] = ()
    half_score: HalfScore | None = None
    lower_bound_share: float | None = None
    """Scores at budgets of reply tokens, as in reports."""


class Rated(Record, frozen=True):
    """What matches against common opponents say: the difference of two Bradley-Terry ratings in log-odds, at 90%.

    ``win_probability`` is the chance that ``first`` beats ``second`` which follows from it.
    """

    first: str
    second: str
    opponents: tuple[str, ...]
    matches: int
    value: float | None = None
    low: float | None = None
    high: float | None = None
    win_probability: float | None = None
    reason: str | None = None


class Signs(Record, frozen=True):
    """How many signs the flips tried, and whether these were all; 0 where nothing is flipped."""

    tried: int
    exact: bool


class Look(Record, frozen=True):
    """Look ``number`` of so many at growing results: ``z`` is its boundary, and ``alpha`` what p is compared with."""

    number: int
    of: int
    z: float
    alpha: float


class Comparison(Record, frozen=True):
    """How systems differ on the items that they have in common, with everything that determined it.

    ``kind`` is ``systems``, or ``fresh`` for one system on a release (first) and on a draw like it (second). ``items``
    count those of the ``in_common`` that have a score. ``differences`` are of all pairs, best first; ``parts`` those of
    the system that was named first and each other one, by ``by``. ``alike`` are the largest sets whose systems are
    not distinguishable. ``unit`` is what differences are in.
    """

    format: Literal["interplay-comparison/1"]
    kind: Literal["systems", "fresh"]
    track: str
    headline_name: str = msgspec.field(name="headline")
    unit: str
    release: str
    manifest_sha256: str
    package_version: str
    comparability_key: str
    modified_dataset: bool
    items: int
    in_common: int
    clusters: int
    cluster_unit: str
    trials: int
    percent: int
    systems: tuple[Compared, ...]
    differences: tuple[Difference, ...]
    by: tuple[str, ...]
    parts: tuple[Difference, ...]
    alike: tuple[tuple[str, ...], ...]
    signs: Signs
    ratings: tuple[Rated, ...]
    notes: tuple[str, ...]
    warnings: tuple[Finding, ...]
    look: Look | None = None

    def difference(self, first: str, second: str) -> Difference:
        """Return the difference of two systems by their labels, in either order as they stand in ``differences``.

        Raises ``LookupError`` for labels that there are not.
        """
        for pair in self.differences:
            if {pair.first, pair.second} == {first, second}:
                return pair
        raise LookupError(f"no difference of {first!r} and {second!r}; systems are {[s.label for s in self.systems]}")

    def __repr__(self) -> str:
        """Return track, systems and the first difference."""
        names = ", ".join(system.label for system in self.systems)
        first = self.differences[0]
        value = "undefined" if first.value is None else f"{first.value:+.4g}"
        return f"Comparison({self.track}: {names}; {first.first} - {first.second} {value} {self.unit})"
