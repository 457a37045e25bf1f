"""Self-conditioning: how much worse a system does after its own reports than after true ones, turn by turn."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from interplay.core.intervals import Bounds, bounds
from interplay.tracks.horizon.horizons import Pair


@dataclass(frozen=True, slots=True)
class Difference:
    """Share of right reports at a turn with true reports in the history less that with the system's own.

    Over the ``sessions`` that were asked in both layouts; ``bounds`` is the 95% interval, paired by session.
    """

    turn: int
    true: float
    own: float
    sessions: int
    bounds: Bounds

    @property
    def value(self) -> float:
        """Return the difference; above 0 a system suffers from its own mistakes."""
        return self.true - self.own


def differences(pairs: Iterable[Pair]) -> tuple[Difference, ...]:
    """Return the difference at each turn, from items of the layouts turns and turns_true with their grades.

    Items without a grade count as wrong. Sessions that lack a turn in one of the layouts are left out.
    """
    own: dict[str, tuple[bool, ...]] = {}
    true: dict[str, dict[int, bool]] = {}
    for item, graded in pairs:
        if item.layout == "turns":
            own[item.session] = (False,) * len(item.expected) if graded is None else graded.turns
        elif item.layout == "turns_true":
            true.setdefault(item.session, {})[item.turn] = graded is not None and graded.passed
    length = max(map(len, own.values()), default=0)
    both = [
        one
        for one, right in own.items()
        if set(true.get(one, {})) >= set(range(1, length + 1)) and len(right) == length
    ]
    return tuple(
        _difference(turn, [(true[one][turn], own[one][turn - 1]) for one in both])
        for turn in range(1, length + 1)
        if both
    )


def _difference(turn: int, pairs: list[tuple[bool, bool]]) -> Difference:
    values = np.array(pairs, dtype=np.float64)
    apart, n = values[:, 0] - values[:, 1], len(pairs)
    error = float(apart.std(ddof=1) / np.sqrt(n)) if n > 1 else float("nan")
    found = bounds(float(apart.mean()), error, n - 1, n, "sessions")
    return Difference(turn, float(values[:, 0].mean()), float(values[:, 1].mean()), n, found)
