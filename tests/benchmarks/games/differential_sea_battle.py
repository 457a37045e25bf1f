"""Crowded ships against a second implementation: python -m tests.benchmarks.games.differential_sea_battle [N].

Prints how many of N melees (200,000 unless told, about a minute) agree, and how often each kind of event came up.
"""

import random
import sys
from collections import Counter

from interplay.tracks.games.sea_battle.waters import MENU
from tests.games.sea_battle.fleets import Ship, fleet, reference, sail, ship


def melee(rng: random.Random) -> tuple[dict[int, Ship], list[tuple[int, int]], dict[int, str]]:
    """Return ships and rocks crowded into a few squares, and an order for each ship."""
    side = rng.randint(3, 7)
    x, y = rng.randint(1, 23 - side), rng.randint(1, 23 - side)
    squares = [(x + dx, y + dy) for dx in range(side) for dy in range(side)]
    rng.shuffle(squares)
    seats = sorted(rng.sample(range(6), rng.randint(2, 6)))
    ships = {s: (*squares.pop(), rng.choice("enws"), rng.choice((0, 0, 7, 8, 9))) for s in seats}
    rocks = squares[: rng.randint(0, 3)]
    return ships, rocks, {s: rng.choice(MENU) for s in seats}


def main(count: int = 200_000) -> None:
    """Compare; stop with the first melee that differs."""
    rng, events = random.Random(0), Counter[str]()
    for number in range(count):
        ships, rocks, orders = melee(rng)
        after = sail(fleet(ships, rocks), orders)
        found = {s: ship(after, s) for s in ships}
        if found != reference(ships, set(rocks), orders):
            raise SystemExit(f"melee {number} differs: {ships} {rocks} {orders}: {found}")
        events["rocks"] += sum(after.log.struck)
        events["rammed"] += sum(after.log.rammed)
        events["hits"] += sum(hit >= 0 for hit in after.log.hits)
        events["sunk"] += sum(after.damage[s] >= 10 for s in ships)
    print(f"{count} melees agree; {dict(events)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
