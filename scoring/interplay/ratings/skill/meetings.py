"""Who met whom, and from how many setups: what the matches can bear before any rating is made of them."""

from dataclasses import dataclass

import numpy as np

from interplay.ratings.arrays import FloatArray, IntArray
from interplay.ratings.ledger import Ledger
from interplay.ratings.pairwise.graph import components


@dataclass(frozen=True)
class Meetings:
    """Of each of n systems: how many matches it ``played``, its ``group``, and the design ``effect`` of its setups.

    Group 0 is the main one (see ``components``). The effect is that of matches which repeat each other within a setup:
    the mean number of matches in the setup of a match (Kish 1965). ``setups`` counts all independent starts.
    """

    played: IntArray
    group: IntArray
    effect: FloatArray
    setups: int


def meetings(ledger: Ledger, names: tuple[str, ...]) -> Meetings:
    """Return who of *names* met whom in *ledger*; a match without a setup is a start of its own."""
    system, setup = _appearances(ledger, names)
    known, n_setups = setup >= 0, int(setup.max(initial=-1)) + 1
    appearance, times = np.unique(system[known] * n_setups + setup[known], return_counts=True)
    played = np.bincount(system, minlength=len(names)).astype(np.int64)
    squares = np.bincount(appearance // max(1, n_setups), times.astype(np.float64) ** 2, minlength=len(names))
    squares += np.bincount(system[~known], minlength=len(names))
    alone = int((ledger.setups < 0).sum())
    return Meetings(
        played=played,
        group=components(len(names), _pairs(ledger, names), played),
        effect=np.maximum(squares, 1) / np.maximum(played, 1),
        setups=alone + len(np.unique(ledger.setups[ledger.setups >= 0])),
    )


def by_setup(sigma: FloatArray, begun: float, effect: FloatArray) -> FloatArray:
    """Return *sigma* (n) with what matches added to the precision of ratings *begun* at divided by *effect* (n)."""
    before, after = begun**-2, sigma**-2
    spread: FloatArray = (before + (after - before) / np.where(after > before, effect, 1.0)) ** -0.5
    return spread


def _appearances(ledger: Ledger, names: tuple[str, ...]) -> tuple[IntArray, IntArray]:
    """Return the number of the system and of the setup (-1 for none) for each appearance of a system in a match."""
    number = {name: index for index, name in enumerate(names)}
    sides = [[number[name] for side in result.sides for name in side] for result in ledger.results]
    table = np.full((len(sides), max(map(len, sides), default=0)), -1, dtype=np.int64)
    for row, members in zip(table, sides, strict=True):
        row[: len(members)] = members
    seated = table[ledger.sequence] if sides else table
    there = seated >= 0
    return seated[there], np.repeat(ledger.setups, there.sum(axis=1))


def _pairs(ledger: Ledger, names: tuple[str, ...]) -> IntArray:
    """Return pairs (E x 2) that join all systems of each match."""
    number = {name: index for index, name in enumerate(names)}
    joined = {
        (number[result.sides[0][0]], number[name])
        for index in np.unique(ledger.sequence).tolist()
        for result in (ledger.results[index],)
        for side in result.sides
        for name in side
    }
    return np.array(sorted(joined), dtype=np.int64).reshape(-1, 2)
