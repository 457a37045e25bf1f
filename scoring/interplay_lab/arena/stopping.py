"""The stopping rule of an arena, and the pairings of a sweep.

In a sweep, every ordered pair plays once; both orders of a pair play the same setups. After each sweep the ratings are
compared with those before it. Results are applied in (sweep, index in the sweep) order, never in the order in which
matches happen to finish. The arena has converged when every system has played enough and no rating changed by more
than the tolerance in the last sweeps; after the last allowed sweep it ends as not converged.
"""

import itertools
from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from interplay.core.errors import RecordError
from interplay.core.records import Record
from interplay.ratings.rows import rounded


class StopRule(Record, frozen=True):
    """The limits; the defaults are LLMArena's more than 50 games, and a change that is small compared with sigma.

    ``tolerance`` is in the unit of the ratings. If games are rated separately, ``min_matches`` applies to each game.
    """

    min_matches: Annotated[int, Meta(ge=1)] = 51
    tolerance: Annotated[float, Meta(gt=0)] = 1.5
    quiet_sweeps: Annotated[int, Meta(ge=1)] = 2
    max_sweeps: Annotated[int, Meta(ge=1)] = 8


class Pairing(Record, frozen=True):
    """One pair to play: its index in the sweep, and the systems in the first and second seat."""

    sweep: int
    index: int
    seats: tuple[str, str]


class Progress(Record, frozen=True):
    """The status of an arena and the reason for it; ``shifts`` are the largest changes of a rating per sweep."""

    status: Literal["playing", "converged", "not_converged"]
    sweeps: int
    fewest_matches: int
    shifts: tuple[float, ...]
    reason: str
    rule: StopRule


def sweep(systems: Sequence[str], number: int) -> tuple[Pairing, ...]:
    """Return sweep *number* of *systems*: every ordered pair once, both orders of a pair in succession."""
    names = sorted(set(systems))
    if len(names) != len(systems) or len(names) < 2:
        raise RecordError(
            f"found {len(systems)} systems with {len(names)} different names, expected at least two, all different"
        )
    orders = [seats for a, b in itertools.combinations(names, 2) for seats in ((a, b), (b, a))]
    return tuple(Pairing(sweep=number, index=index, seats=seats) for index, seats in enumerate(orders))


def progress(
    means: Sequence[Sequence[float]], matches: Sequence[int], rule: StopRule, names: Sequence[str] = ()
) -> Progress:
    """Return the progress of an arena after some sweeps.

    *means* has all ratings before the first sweep and after each sweep, *matches* the number of matches behind each
    rating, one for each system or for each system in each game, and *names* their names.
    """
    if not means or any(len(row) != len(matches) for row in means):
        raise RecordError("found rows of means of different lengths, expected one mean per system and row")
    shifts = tuple(
        rounded(max((abs(b - a) for a, b in zip(before, after, strict=True)), default=0.0))
        for before, after in itertools.pairwise(means)
    )
    fewest = min(matches, default=0)
    recent = shifts[-rule.quiet_sweeps :]
    quiet = len(recent) == rule.quiet_sweeps and all(shift <= rule.tolerance for shift in recent)
    whose = f" ({names[list(matches).index(fewest)]})" if names else ""
    where = "fewest in any game" if any(", " in name for name in names) else "fewest"
    lacking = f"{where}: {fewest} of {rule.min_matches} matches{whose}" if fewest < rule.min_matches else ""
    status, reason = _verdict(rule, len(shifts), lacking, quiet=quiet)
    return Progress(
        status=status, sweeps=len(shifts), fewest_matches=fewest, shifts=shifts, reason=reason, rule=rule
    )  # fmt: skip


def _verdict(
    rule: StopRule, sweeps: int, lacking: str, *, quiet: bool
) -> tuple[Literal["playing", "converged", "not_converged"], str]:
    if not lacking and quiet:
        return "converged", f"no rating changed by more than {rule.tolerance:g} in the last {rule.quiet_sweeps} sweeps"
    missing = lacking or "ratings are still changing"
    if sweeps >= rule.max_sweeps:
        return "not_converged", f"{missing} after {sweeps} sweep{'s' if sweeps > 1 else ''}, the maximum"
    return "playing", missing
