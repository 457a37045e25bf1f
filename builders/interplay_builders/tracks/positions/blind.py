"""The zero of the score: what regret a player expects that sees the list of legal moves and nothing else.

Such a player plays at random, or by a rule: the move at some share of the list (so the first, the middle, the last), or
one and the same move wherever it is legal, and elsewhere the first, the middle, the last or a random one. Where the
list alone tells two kinds of positions apart, as in Hanabi whether a hint can be given, it has a rule for each. Of all
these the one with the least regret over the positions of the kind is taken, so that by construction no such player
scores above 0.

A rule is right in some positions and wrong in others for no reason of the position's, so its regret is not taken as it
falls: each position has the regret of a random move, times what the best rule leaves of it over the kind. Where that is
less than ``LEAST`` there is nothing that a score could measure.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import fsum

from msgspec import structs

from interplay.tracks.positions.bots import FIRST, LAST, MIDDLE, listed, place
from interplay.tracks.positions.records import Position

SHARES = range(101)
"""Places in the list of legal moves that a rule may name, in hundredths from the first to the last."""
LEAST = 0.1
DIGITS = 9


def with_blind(positions: Sequence[Position]) -> Iterator[Position]:
    """Yield *positions* with ``blind`` set."""
    alike: dict[tuple[str, bool], list[Position]] = defaultdict(list)
    for position in positions:
        alike[listed(position)].append(position)
    left = {name: remainder(group) for name, group in alike.items()}
    for position in positions:
        factor = left[listed(position)]
        regret = round(factor * expected(position), DIGITS) if factor >= LEAST else 0.0
        yield structs.replace(position, blind=regret)


def remainder(positions: Sequence[Position]) -> float:
    """Return the regret of the best rule as a share of that of random moves, over *positions*; at most 1."""
    chance = [expected(position) for position in positions]
    return min(1.0, min(map(fsum, _rules(positions, chance))) / fsum(chance))


def expected(position: Position) -> float:
    """Return the regret that a uniformly random legal move has on average."""
    values = [entry.value for entry in position.values]
    return max(values) - fsum(values) / len(values)


def _rules(positions: Sequence[Position], chance: Sequence[float]) -> Iterator[list[float]]:
    """Yield the regrets of each rule; *chance* are those of random moves."""
    regrets = [_regrets(position) for position in positions]
    for share in SHARES:
        yield [list(own.values())[place(share, len(own))] for own in regrets]
    at = [[list(own.values())[place(share, len(own))] for own in regrets] for share in (FIRST, MIDDLE, LAST)]
    for action in dict.fromkeys(action for own in regrets for action in own):
        for otherwise in (chance, *at):
            yield [own.get(action, other) for own, other in zip(regrets, otherwise, strict=True)]


def _regrets(position: Position) -> dict[str, float]:
    """Return the regret of each legal move."""
    best = max(entry.value for entry in position.values)
    return {entry.action: best - entry.value for entry in position.values}
