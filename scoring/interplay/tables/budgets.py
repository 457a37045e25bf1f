"""Scores at budgets of reply tokens, a line a system (note 0098)."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from interplay.core.reports import Budget, HalfScore, Report
from interplay.core.tokens import BUDGETS
from interplay.tables.numbers import UNDEFINED, interval, percent
from interplay.tables.table import Table, tabulate
from interplay.tracks.base import Track
from interplay.tracks.catalogue import load

TITLE: Final = "Score at a budget of reply tokens"
LEGEND: Final = """\
score when a reply may have so many tokens, reasoning included; one that needed more counts like a missing one (in
horizon: share of correct reports). half at = fewest tokens with which half of the score at the largest budget is
reached. lower bound = share of replies whose tokens were not claimed: the words of their text are counted. – = replies
were cut off below the budget, or undefined."""
HEADINGS: Final = (*(f"{budget:,}" for budget in BUDGETS), "half at", "lower bound")


def tables(reports: Iterable[Report]) -> dict[str, Table]:
    """Return one table of the reports that have scores at budgets, or none."""
    rows = [
        (r.track, r.system.name, *cells(load(r.track), r.budgets, r.half_score, r.lower_bound_share))
        for r in reports
        if r.budgets
    ]
    return {TITLE: tabulate(("track", "system", *HEADINGS), rows, 2)} if rows else {}


def cells(
    track: Track[Any, Any], budgets: Sequence[Budget], half: HalfScore | None, share: float | None
) -> tuple[str, ...]:
    """Return the entries of a line below ``HEADINGS``."""
    digits = next(spec.digits for spec in track.metrics if spec.name == track.at_budgets)
    scores = (interval(budget.score, *(budget.ci or (None, None)), digits) for budget in budgets)
    return *scores, half_text(half), percent(share, 0)


def half_text(half: HalfScore | None) -> str:
    """Return the tokens with which half of the score is reached, with their interval."""
    if half is None or half.tokens is None:
        return UNDEFINED
    return f"{half.tokens:,}" + (f" [{half.ci[0]:,}, {half.ci[1]:,}]" if half.ci else "")
