"""Scores at budgets of reply tokens, a line a system (note 0098)."""

from collections.abc import Iterable, Sequence
from typing import Final

from interplay.core.reports import Budget, HalfScore
from interplay.core.tokens import BUDGETS
from interplay.tables.numbers import UNDEFINED, interval, percent
from interplay.tables.table import Table, tabulate
from interplay.tracks.catalogue import load

Line = tuple[str, Sequence[Budget], HalfScore | None, float | None]
"""A system, its scores at budgets, where half is reached, and the share of replies whose tokens are a lower bound."""
TITLE: Final = "score at a budget of reply tokens"
LEGEND: Final = """\
At a budget a reply that needed more tokens, reasoning included, counts like a missing one (in horizon: share of correct
reports). A game in turns counts by its longest reply. half at = fewest tokens with which half of the score at the
largest budget is reached. lower bound = share of replies without claimed tokens, for which words are counted. – = cut
off below the budget, or undefined."""
HEADINGS: Final = ("system", *(f"{budget:,}" for budget in BUDGETS), "half at", "lower bound")


def table(track: str, lines: Iterable[Line]) -> Table:
    """Return the scores at budgets of systems, all of one *track*."""
    rows, spec = [], load(track)
    digits = next((metric.digits for metric in spec.metrics if metric.name == spec.at_budgets), 1)
    for label, budgets, half, share in lines:
        ends = [(budget.score, *(budget.ci or (None, None))) for budget in budgets]
        scores = [interval(value, low, high, digits) for value, low, high in ends] or [UNDEFINED] * len(BUDGETS)
        rows.append((label, *scores, half_text(half), percent(share, 0)))
    return tabulate(HEADINGS, rows)


def half_text(half: HalfScore | None) -> str:
    """Return the tokens with which half of the score is reached, with their interval."""
    if half is None or half.tokens is None:
        return UNDEFINED
    return f"{half.tokens:,}" + (f" [{half.ci[0]:,}, {half.ci[1]:,}]" if half.ci else "")
