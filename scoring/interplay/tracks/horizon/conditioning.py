"""Self-conditioning: how much worse a system does after its own reports than after true ones, turn by turn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from interplay.core.intervals import Bounds, bounds

Rights = Mapping[str, Sequence[bool]]
"""Whether the report at each turn was right, by session."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Share of right reports at a turn with true reports in the history less that with the system's own.

    Over the ``sessions`` that were asked in both layouts; ``bounds`` is the 95% interval, paired by session. The turn
    0 stands for all of them but the first, whose history holds no report.
    """

    turn: int
    true: float
    actual: float
    sessions: int
    bounds: Bounds

    @property
    def value(self) -> float:
        """Return the difference; above 0 a system suffers from its own mistakes."""
        return self.true - self.actual


def differences(turns: Rights, true: Rights) -> tuple[Difference, ...]:
    """Return the difference over all turns and at each of them, for sessions that have as many in both layouts."""
    both = [name for name, right in turns.items() if len(true.get(name, ())) == len(right) > 1]
    if not both:
        return ()
    length = max(len(turns[name]) for name in both)
    rest = [(fmean(true[name][1:]), fmean(turns[name][1:])) for name in both]
    results = [_difference(0, rest)]
    for turn in range(length):
        pairs = [(float(true[name][turn]), float(turns[name][turn])) for name in both if len(turns[name]) > turn]
        results.append(_difference(turn + 1, pairs))
    return tuple(results)


def _difference(turn: int, pairs: Iterable[tuple[float, float]]) -> Difference:
    values = np.array(list(pairs), dtype=np.float64)
    apart, n = values[:, 0] - values[:, 1], len(values)
    error = float(apart.std(ddof=1) / np.sqrt(n)) if n > 1 else float("nan")
    interval = bounds(float(apart.mean()), error, n - 1, n, "sessions")
    return Difference(turn, float(values[:, 0].mean()), float(values[:, 1].mean()), n, interval)
