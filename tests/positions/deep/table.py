"""Print the table of the split ``deep`` in cards/positions.md: what a look ahead and its opposite lose.

python -m tests.positions.deep.table
"""

from collections import defaultdict
from math import fsum

from interplay.core.release import open_release
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import plan_of
from interplay_builders.pages._markdown import table
from tests.positions.deep.choice import FIRST, LAST, regrets

HEADINGS = (
    "game", "positions", "best moves", "regret of a random move", "look ahead", "opposite", "score of the look ahead",
    "of the opposite",
)  # fmt: skip


def row(positions: list[Position]) -> tuple[str, ...]:
    """Return the means over the positions of a game."""
    plans = [plan_of(position) for position in positions]
    best = fsum(sum(value == plan.best for value in plan.values.values()) for plan in plans) / len(plans)
    lost = [regrets(plan) for plan in plans]
    random, first, last = (fsum(entry[name] for entry in lost) / len(lost) for name in ("random", FIRST, LAST))
    blind = fsum(position.blind for position in positions) / len(positions)
    scores = [f"{100 - 100 * regret / blind:.0f}" for regret in (first, last)]
    title = plans[0].game.title
    return title, str(len(plans)), f"{best:.1f}", f"{random:.3f}", f"{first:.3f}", f"{last:.3f}", *scores


def main() -> None:
    """Print the table."""
    by_game = defaultdict[str, list[Position]](list)
    for position in open_release().rows("positions", Position):
        if position.split == "deep":
            by_game[position.game].append(position)
    print(table(HEADINGS, map(row, by_game.values()), "lr", "---:"))


if __name__ == "__main__":
    main()
