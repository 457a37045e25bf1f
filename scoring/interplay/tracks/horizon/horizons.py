"""The horizon of a system: the number of operations at which half of the items succeed, at a budget of tokens."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from interplay.core import tokens
from interplay.core.reports import Metric
from interplay.tracks.base import Cell

if TYPE_CHECKING:
    from interplay.tracks.horizon.h50 import H50, Floats

Table = tuple[tuple[float, ...], ...]

NAME, PRICE = "h50", "tokens_per_operation"
METHOD = "90% interval of a posterior on a grid"
FEWEST_LEVELS = 3
"""Levels below which a horizon cannot be told from what was chosen to be asked."""
MIXED = "items that request one turn of a session each, or have fewer than three levels, have no horizon"
SHORT = tokens.SHORT
UNCOUNTED = "tokens were not fully counted, so nobody knows which replies keep to a smaller budget than the run's"


@dataclass(frozen=True, slots=True)
class Asked:
    """How many items of each family and level succeeded, and how many there were; passed ones are means of trials.

    They are items of one ``split``.
    """

    split: str
    families: tuple[str, ...]
    levels: tuple[int, ...]
    passed: "Floats"
    tried: "Floats"


def horizon(cells: Sequence[Cell]) -> Metric:
    """Return H50 of items whose one value is the share of trials that passed, families counting alike.

    Where there are items of the split ``single``, it is theirs alone, else that of ``turns``.
    """
    counts = asked(cells)
    if counts is None:
        return Metric(name=NAME, reason=MIXED)
    fit = _fit(counts.levels, *(tuple(map(tuple, table.tolist())) for table in (counts.passed, counts.tried)))
    least, most = counts.levels[0], counts.levels[-1]
    numbers = [2.0**level for level in (fit.value, fit.low, fit.high)]
    low, high = (number if least <= number <= most else None for number in numbers[1:])
    texts = [f"< {least:,}" if n < least else f"> {most:,}" if n > most else f"{n:,.0f}" for n in numbers]
    side = {1: "above", -1: "below"}.get(fit.beyond)
    return Metric(
        name=NAME,
        value=None if side else numbers[0],
        low=low,
        high=high,
        standard_error=None if side else fit.error,
        ci_method=METHOD,
        above=float(most) if fit.beyond > 0 else None,
        text=texts[0] if side and len(set(texts)) == 1 else f"{texts[0]} [{texts[1]}, {texts[2]}]",
        reason=f"half of the items succeed {side} all tested levels" if side else None,
    )


@lru_cache(maxsize=64)  # runs whose tokens nobody counted have the same horizon at every budget
def _fit(levels: tuple[int, ...], passed: Table, tried: Table) -> "H50":
    import numpy as np  # noqa: PLC0415  only scoring needs it

    from interplay.tracks.horizon.h50 import h50  # noqa: PLC0415

    return h50(np.log2(np.array(levels, dtype=np.float64)), np.array(passed), np.array(tried))


def unless(is_unknown: Callable[[float], bool], reason: str, cells: Sequence[Cell]) -> Metric:
    """Return H50 at another budget than the run's, undefined for a *reason* that holds for the second value of a cell.

    It is whether tokens are missing, or at how many tokens a reply was cut: nobody knows what would have followed.
    """
    if any(value is not None and is_unknown(value) for _, (_, value) in cells):
        return Metric(name=NAME, reason=reason)
    return horizon([(where, (passed,)) for where, (passed, _) in cells])


def tokens_per_operation(cells: Sequence[Cell]) -> Metric:
    """Return the tokens for each operation of the items whose one value, their tokens, is known."""
    counted = [(tokens, int(where["level"])) for where, (tokens,) in cells if tokens and where["split"] != "turns_true"]
    if not counted:
        return Metric(name=PRICE, reason="no server reported token counts")
    value = sum(tokens for tokens, _ in counted) / sum(level for _, level in counted)
    return Metric(name=PRICE, value=value)


def asked(cells: Sequence[Cell]) -> Asked | None:
    """Return the counts of the items of the split that a horizon is about, nothing where levels are too few."""
    import numpy as np  # noqa: PLC0415  only scoring needs it

    splits = [split for split in ("single", "turns") if any(where["split"] == split for where, _ in cells)]
    split = next(iter(splits), "")
    shares = [(where, share) for where, (share,) in cells if share is not None and where["split"] == split]
    levels = tuple(sorted({int(where["level"]) for where, _ in shares}))
    families = tuple(sorted({where["family"] for where, _ in shares}))
    if len(levels) < FEWEST_LEVELS:
        return None
    passed, tried = np.zeros((2, len(families), len(levels)))
    for where, share in shares:
        cell = families.index(where["family"]), levels.index(int(where["level"]))
        tried[cell] += 1
        passed[cell] += share
    return Asked(split, families, levels, passed, tried)
