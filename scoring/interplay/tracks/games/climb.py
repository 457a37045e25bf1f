"""Matches of a system against the rungs of a ladder: frozen setups, first far apart, then around the threshold.

Stage one plays every second rung, stage two the rungs around where stage one puts the threshold. Which matches stage
two has follows from the results of stage one alone, so that a file of matches shows whether any were chosen.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from interplay.core.break_even import BreakEven, break_even
from interplay.core.driver import SYSTEM
from interplay.core.errors import UnknownName
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import policy_of
from interplay.tracks.games.records import Item

SEED = "interplay-ladder-1"
"""Deals the setups; with the versions of the rules and of the ladder it freezes them."""
SPLIT = "ladder"
COARSE_STEP, COARSE_SETUPS = 2, 2
"""Stage one: every so many rungs, each on so many setups, from every side."""
FINE_RUNGS, FINE_SETUPS = 4, 8
"""Stage two: so many rungs around the threshold, each on so many other setups, from every side."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a system got in one match against a rung: 1 for a win, 0.5 for a draw, whatever the game pays for them.

    A match counts as lost that broke off (``failed``), or in which the referee took over more than a tenth of the
    system's decisions (``unsound``).
    """

    rung: int
    points: float
    failed: bool = False
    unsound: bool = False


def rungs(game: str) -> int:
    """Return how many rungs the ladder of *game* has; raise ``UnknownName`` where there is none."""
    return len(catalogue.LADDERS.load(game).bots)


def coarse(game: str) -> tuple[Item, ...]:
    """Return the matches of stage one."""
    levels = range(1, rungs(game) + 1, COARSE_STEP)
    return tuple(i for rung in levels for number in range(COARSE_SETUPS) for i in pair(game, rung, number))


def fine(game: str, results: Sequence[Result]) -> tuple[Item, ...]:
    """Return the matches of stage two, which follow from the *results* of stage one."""
    at, most = estimate(game, results).level, rungs(game)
    nearest = sorted(range(1, most + 1), key=lambda rung: (abs(rung - at), rung))[:FINE_RUNGS]
    numbers = range(COARSE_SETUPS, COARSE_SETUPS + FINE_SETUPS)
    return tuple(i for rung in sorted(nearest) for number in numbers for i in pair(game, rung, number))


def estimate(game: str, results: Sequence[Result]) -> BreakEven:
    """Return the rung against which the system wins half of its matches; rungs may lie beyond the ladder's ends."""
    levels, points = [float(r.rung) for r in results], [r.points for r in results]
    return break_even(levels, points, lowest=1, highest=rungs(game))


def pair(game: str, rung: int, number: int, seed: str = SEED) -> tuple[Item, ...]:
    """Return the matches of one setup against one rung, from every side; all rungs meet the same setups.

    Raises ``UnknownName`` for a rung that there is not.
    """
    rules, ladder = catalogue.load(game), catalogue.LADDERS.load(game)
    if not 1 <= rung <= len(ladder.players):
        raise UnknownName(f"{game} has no rung {rung}; expected 1 to {len(ladder.players)}")
    setup = rules.deal(f"{seed}/{number}", ladder.options, "strict")
    player = ladder.players[rung - 1]
    return tuple(
        Item(
            canary="",
            item_id=f"{SPLIT}/{game}/{rung:02d}/{number:02d}/{side}",
            split=SPLIT,
            game=game,
            suite=rules.suite,
            categories=rules.categories,
            labels=rules.labels,
            pair=f"{number:02d}",
            side=side,
            players=tuple(SYSTEM if seat in seats else player for seat in range(rules.seats)),
            policy=policy_of(rules, setup.profile),
            setup=setup,
        )
        for side, seats in rules.sides(setup)
    )


def rung_of(item: Item) -> int:
    """Return the rung that a match is played against."""
    return int(item.item_id.split("/")[2])
