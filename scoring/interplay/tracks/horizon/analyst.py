"""What replies show beside horizons: when turns go wrong and right again, self-conditioning, and why items failed."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import fmean

import numpy as np

from interplay.core.intervals import bounds, ratio_bounds
from interplay.core.reports import Statistic, statistic
from interplay.tracks.base import Grade
from interplay.tracks.horizon.records import Item
from interplay.tracks.horizon.scores import Graded

Rights = Mapping[str, Sequence[bool]]
"""Whether the report at each turn was right, by session."""


class Turns:
    """Adds up the turns of the layouts turns and turns_true, by session and trial, and the failures of all."""

    def __init__(self) -> None:
        self._turns: dict[str, tuple[bool, ...]] = {}
        self._true: dict[str, dict[int, bool]] = defaultdict(dict)
        self._failures: Counter[tuple[str, str]] = Counter()
        self._items: Counter[str] = Counter()

    def add(self, grade: Grade) -> None:
        item, graded = grade.source, grade.detail
        if not isinstance(item, Item) or not isinstance(graded, Graded):
            raise TypeError(f"{grade.item_id}: found no grade of the horizon track")
        session = f"{item.session}/{grade.trial}"
        if item.layout == "turns":
            self._turns[session] = graded.turns
        elif item.layout == "turns_true":
            self._true[session][item.turn] = graded.passed
        self._items[item.split] += 1
        if graded.failure is not None:
            self._failures[item.split, graded.failure] += 1

    def merge(self, other: "Turns") -> None:
        self._turns |= other._turns
        for session, turns in other._true.items():
            self._true[session] |= turns
        self._failures += other._failures
        self._items += other._items

    def statistics(self) -> tuple[Statistic, ...]:
        rows = [right for _, right in sorted(self._turns.items())]
        true = {name: [turns[n] for n in sorted(turns)] for name, turns in sorted(self._true.items())}
        return (
            *_by_turn("turns", rows),
            *_by_turn("turns_true", list(true.values())),
            *_mistakes(rows),
            *_conditioning(dict(sorted(self._turns.items())), true),
            *self._reasons(),
        )

    def _reasons(self) -> Iterator[Statistic]:
        for (split, reason), count in sorted(self._failures.items()):
            where = {"split": split, "failure": reason}
            total = self._items[split]
            yield statistic(where, "failed", f"failed: {reason}", "ratio", count / total, total)


def _by_turn(split: str, rows: Sequence[Sequence[bool]]) -> Iterator[Statistic]:
    """Yield the share of right reports at each turn, with intervals over sessions."""
    for turn in range(max(map(len, rows), default=0)):
        right = [(float(row[turn]), 1.0) for row in rows if len(row) > turn]
        yield _share({"split": split, "turn": str(turn + 1)}, "turn_accuracy", "correct reports at this turn", right)


def _mistakes(rows: Sequence[Sequence[bool]]) -> Iterator[Statistic]:
    """Yield where sessions first go wrong, and how often the report after a wrong one is right."""
    where = {"split": "turns"}
    first = [list(row).index(False) + 1 for row in rows if not all(row)]
    if first:
        title = "first turn with a wrong report, over the sessions that have one"
        yield statistic(where, "first_failing_turn", title, "mean", sum(first) / len(first), len(first))
    after = [[float(right) for before, right in pairwise(row) if not before] for row in rows]
    if any(after):
        yield _share(
            where, "recovery", "correct reports after a wrong one", [(sum(turns), len(turns)) for turns in after]
        )


def differences(turns: Rights, true: Rights) -> tuple[tuple[int, Sequence[tuple[float, float]]], ...]:
    """Return shares of right reports with true ones in the history, and with a system's own, session by session.

    They are those at each turn, from 1, after those over all turns but the first, whose history holds no report; these
    have the number 0. The sessions are those that have as many turns in both layouts.
    """
    both = [name for name, right in turns.items() if len(true.get(name, ())) == len(right) > 1]
    rest = [(fmean(true[name][1:]), fmean(turns[name][1:])) for name in both]
    by_turn = (
        [(float(true[name][turn]), float(turns[name][turn])) for name in both if len(turns[name]) > turn]
        for turn in range(max((len(turns[name]) for name in both), default=0))
    )
    return tuple(enumerate([rest, *by_turn])) if both else ()


def _conditioning(turns: Rights, true: Rights) -> Iterator[Statistic]:
    """Yield self-conditioning, over all turns and at each: how much worse a system does after its own reports."""
    for turn, pairs in differences(turns, true):
        values = np.array(pairs, dtype=np.float64)
        apart, n = values[:, 0] - values[:, 1], len(values)
        error = float(apart.std(ddof=1) / np.sqrt(n)) if n > 1 else float("nan")
        interval = bounds(float(apart.mean()), error, n - 1, n, "sessions")
        ends = [float("nan") if end is None else end for end in (interval.low, interval.high)]
        title = "self-conditioning: correct reports after true ones minus those after its own"
        value = float(values[:, 0].mean()) - float(values[:, 1].mean())
        yield statistic({"turn": str(turn)} if turn else {}, "self_conditioning", title, "mean", value, n, ends)


def _share(where: dict[str, str], name: str, title: str, sessions: Sequence[tuple[float, float]]) -> Statistic:
    """Return the share of right reports; *sessions* are pairs (right reports, all reports)."""
    totals, counts = np.array(sessions, dtype=np.float64).T[:, :, None]
    (low,), (high,) = ratio_bounds(totals, counts)
    ends = max(0.0, float(low)), min(1.0, float(high))
    return statistic(where, name, title, "ratio", float(totals.sum() / counts.sum()), float(counts.sum()), ends)
