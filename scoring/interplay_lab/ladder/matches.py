"""The matches of a ladder run: frozen setups in two stages.

Stage one plays every second level, stage two the levels nearest to the threshold estimated from stage one. The results
of stage one alone determine the matches of stage two, so that a file shows whether matches were picked by hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from interplay.core.driver import SYSTEM
from interplay.core.errors import UnknownName
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import policy_of
from interplay.tracks.games.records import Item
from interplay_lab.ladder.break_even import BreakEven, break_even
from interplay_lab.ladder.levels import LADDERS

SEED = "interplay-ladder-1"
"""The seed of the setups, which it freezes together with the versions of the rules and of the ladder."""
SPLIT = "ladder"
COARSE_STEP, COARSE_SETUPS = 2, 2
"""Stage one: the step between levels, and the number of setups on each, all played from every side."""
FINE_LEVELS, FINE_SETUPS = 4, 8
"""Stage two: the number of levels around the threshold, and of further setups on each, from every side."""


@dataclass(frozen=True, slots=True)
class Result:
    """The points of a system in one match: 1 for a win, 0.5 for a draw, whatever the game pays for them.

    A match that broke off (``failed``) counts as lost, and so does an invalid match (more than 10% of the system's
    decisions substituted).
    """

    level: int
    points: float
    failed: bool = False
    invalid: bool = False


def levels(game: str) -> int:
    """Return the number of levels of the ladder of *game*; raise ``UnknownName`` if it has none."""
    return len(LADDERS.load(game).bots)


def coarse(game: str) -> tuple[Item, ...]:
    """Return the matches of stage one."""
    steps = range(1, levels(game) + 1, COARSE_STEP)
    return tuple(i for level in steps for number in range(COARSE_SETUPS) for i in pair(game, level, number))


def fine(game: str, results: Sequence[Result]) -> tuple[Item, ...]:
    """Return the matches of stage two, given the *results* of stage one."""
    at, most = estimate(game, results).level, levels(game)
    nearest = sorted(range(1, most + 1), key=lambda level: (abs(level - at), level))[:FINE_LEVELS]
    numbers = range(COARSE_SETUPS, COARSE_SETUPS + FINE_SETUPS)
    return tuple(i for level in sorted(nearest) for number in numbers for i in pair(game, level, number))


def estimate(game: str, results: Sequence[Result]) -> BreakEven:
    """Return the level at which the system wins half of its matches, possibly beyond the ends of the ladder."""
    played, points = [float(r.level) for r in results], [r.points for r in results]
    return break_even(played, points, lowest=1, highest=levels(game))


def pair(game: str, level: int, number: int, seed: str = SEED) -> tuple[Item, ...]:
    """Return the matches of one setup on one level, from every side; all levels have the same setups.

    Raises ``UnknownName`` for a level that does not exist.
    """
    rules, ladder = catalogue.load(game), LADDERS.load(game)
    if not 1 <= level <= len(ladder.players):
        raise UnknownName(f"{game} has no level {level}; expected 1 to {len(ladder.players)}")
    setup = rules.deal(f"{seed}/{number}", ladder.options, "strict")
    player = ladder.players[level - 1]
    return tuple(
        Item(
            canary="",
            item_id=f"{SPLIT}/{game}/{level:02d}/{number:02d}/{side}",
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


def level_of(item: Item) -> int:
    """Return the level of the bot that a match is played against."""
    return int(item.item_id.split("/")[2])
