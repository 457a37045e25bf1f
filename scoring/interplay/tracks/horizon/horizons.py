"""The horizon of a system: the number of operations at which half of the items succeed, at a budget of tokens."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from interplay.core.thresholds import threshold
from interplay.tracks.horizon.records import BUDGET, BUDGETS, Item
from interplay.tracks.horizon.scores import Failure, Graded, within

Pair = tuple[Item, Graded | None]
"""An item and what a system's prediction of it was worth; ``None`` where there is none, which fails."""


@dataclass(frozen=True, slots=True)
class Horizon:
    """H50 in operations with its 90% interval, at a budget of reply tokens.

    ``value`` is ``None`` beyond the levels that were asked, ``shown`` then says on which side; so are ``low`` and
    ``high``. ``error`` is the standard error in levels (doublings), ``None`` without a value.
    ``uncounted`` are items whose tokens the server did not count, or not with the reasoning, so that the budget
    binds them only where the server kept to it. ``failures`` counts items by why they failed.
    """

    budget: int
    value: float | None
    low: float | None
    high: float | None
    error: float | None
    least: int
    most: int
    below: bool
    items: int
    uncounted: int
    failures: dict[Failure, int]

    @property
    def shown(self) -> str:
        """Return the estimate with its interval: ``212 [160, 280]``, or ``> 2,048`` or ``< 8`` beyond the levels."""
        if self.value is None:
            return f"< {self.least:,}" if self.below else f"> {self.most:,}"
        low = f"< {self.least:,}" if self.low is None else f"{self.low:,.0f}"
        high = f"> {self.most:,}" if self.high is None else f"{self.high:,.0f}"
        return f"{self.value:,.0f} [{low}, {high}]"

    def __str__(self) -> str:
        """Return one line: ``H50 = 212 [160, 280] at 4,096 tokens``."""
        relation = self.shown if self.value is None else f"= {self.shown}"
        advice = ""
        if self.value is None and not self.below:
            advice = "; only higher levels, freshly drawn, can tell how far it goes"
        counted = f"; not all tokens of {self.uncounted} of {self.items} replies were counted"
        uncounted = counted if self.uncounted else ""
        return f"H50 {relation} at {self.budget:,} tokens{advice}{uncounted}"


def horizon(pairs: Iterable[Pair], budget: int = BUDGET) -> Horizon:
    """Return the horizon over some items, families counting alike.

    Args:
        pairs: Items with their grades; all items that were to be run, the unanswered ones with ``None``.
        budget: Tokens that a reply may have, reasoning included. The run must have allowed as many.

    Raises:
        ValueError: There are no items.
    """
    held = [(item, None if graded is None else within(graded, budget)) for item, graded in pairs]
    levels = sorted({item.level for item, _ in held})
    if not levels:
        raise ValueError("found no items, expected some to take a horizon from")
    families = sorted({item.family for item, _ in held})
    passed, tried = np.zeros((2, len(families), len(levels)), dtype=np.int64)
    for item, graded in held:
        place = families.index(item.family), levels.index(item.level)
        tried[place] += 1
        passed[place] += graded is not None and graded.passed
    found = threshold(np.log2(np.array(levels, dtype=np.float64)), passed, tried)
    ends = (2.0**found.low, 2.0**found.high)
    return Horizon(
        budget=budget,
        value=None if found.beyond else 2.0**found.value,
        low=ends[0] if ends[0] >= levels[0] else None,
        high=ends[1] if ends[1] <= levels[-1] else None,
        error=None if found.beyond else found.error,
        least=levels[0],
        most=levels[-1],
        below=found.beyond < 0,
        items=len(held),
        uncounted=sum(graded is not None and graded.counting != "all" for _, graded in held),
        failures=_failures(held),
    )


def by_family(pairs: Sequence[Pair], budget: int = BUDGET) -> dict[str, Horizon]:
    """Return the horizon in each family, from its own items alone, by name."""
    names = sorted({item.family for item, _ in pairs})
    return {name: horizon([pair for pair in pairs if pair[0].family == name], budget) for name in names}


def by_budget(pairs: Sequence[Pair], run: int, budgets: Sequence[int] = BUDGETS) -> tuple[Horizon, ...]:
    """Return the horizon at each of the *budgets* that replies of a run limited to *run* tokens can speak for.

    A reply that was cut at a smaller limit says nothing about a larger one.
    """
    return tuple(horizon(pairs, budget) for budget in budgets if budget <= run)


def by_level(pairs: Iterable[Pair], budget: int = BUDGET) -> dict[int, tuple[int, int]]:
    """Return how many items of each level passed, and how many there are."""
    found: dict[int, tuple[int, int]] = {}
    for item, graded in pairs:
        passed, tried = found.get(item.level, (0, 0))
        right = graded is not None and within(graded, budget).passed
        found[item.level] = passed + right, tried + 1
    return dict(sorted(found.items()))


def tokens_per_operation(pairs: Iterable[Pair]) -> float | None:
    """Return the tokens spent on each operation of the items whose tokens were counted, ``None`` without any."""
    counted = [(graded.tokens, item.level) for item, graded in pairs if graded is not None and graded.tokens]
    operations = sum(level for _, level in counted)
    return sum(tokens for tokens, _ in counted) / operations if operations else None


def turns(pairs: Iterable[Pair]) -> tuple[float, ...]:
    """Return the share of reports that were right at each turn, over items that ask for several."""
    graded = [one.turns for _, one in pairs if one is not None and len(one.turns) > 1]
    length = max(map(len, graded), default=0)
    columns = [[row[turn] for row in graded if len(row) > turn] for turn in range(length)]
    return tuple(sum(column) / len(column) for column in columns)


def recovery(pairs: Iterable[Pair]) -> float | None:
    """Return the share of turns after a wrong report whose report was right, ``None`` where none was wrong."""
    counts = [one.recoveries for _, one in pairs if one is not None]
    following = sum(count for _, count in counts)
    return sum(right for right, _ in counts) / following if following else None


def _failures(held: Sequence[Pair]) -> dict[Failure, int]:
    found: dict[Failure, int] = {}
    for _, graded in held:
        reason: Failure | None = "missing" if graded is None else graded.failure
        if reason is not None:
            found[reason] = found.get(reason, 0) + 1
    return found
