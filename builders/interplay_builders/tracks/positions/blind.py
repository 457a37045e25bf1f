"""The zero of the score: what regret a player expects that sees the list of legal moves and nothing else.

Such a player plays at random, or by a rule: the move at some share of the list (so the first, the middle, the last),
one beside its ends, or one and the same move wherever it is legal, and elsewhere the first, the middle, the last or a
random one. Where the list alone tells two kinds of positions apart, as in Hanabi whether a hint can be given, it has a
rule for each. Of all these the one with the least regret over the positions of the kind is taken, so that by
construction no such player scores above 0.

A rule is right in some positions and wrong in others for no reason of the position's, so its regret is not taken as it
falls: each position has the regret of a random move, times what the best rule leaves of it over the kind. Where that is
less than ``LEAST`` there is nothing that a score could measure.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import fsum

from msgspec import Struct, structs

from interplay.tracks.positions.bots import FIRST, LAST, MIDDLE, index_at, listed
from interplay.tracks.positions.records import Position

SHARES = range(101)
"""Places in the list of legal moves that a rule may name, in hundredths from the first to the last."""
BESIDE = {"the second move of the list": 1, "the last move but one": -2}
"""Places beside the ends of the list, which are at another hundredth of each list."""
LEAST = 0.1
DIGITS = 9


class Rule(Struct, frozen=True):
    """A rule that looks at the list of legal moves alone, and its regret as a share of that of random moves."""

    name: str
    left: float


def with_blind(positions: Sequence[Position]) -> Iterator[Position]:
    """Yield *positions* with ``blind`` set."""
    left = {key: best_rule(group).left for key, group in alike(positions).items()}
    for position in positions:
        factor = left[listed(position)]
        regret = round(factor * expected(position), DIGITS) if factor >= LEAST else 0.0
        yield structs.replace(position, blind=regret)


def alike(positions: Sequence[Position]) -> dict[tuple[str, str, bool], list[Position]]:
    """Return *positions* by game, split, and what their lists of legal moves tell."""
    groups: dict[tuple[str, str, bool], list[Position]] = defaultdict(list)
    for position in positions:
        groups[listed(position)].append(position)
    return groups


def best_rule(positions: Sequence[Position]) -> Rule:
    """Return the rule with the least regret over *positions*, the first of several."""
    chance = [expected(position) for position in positions]
    rules = (Rule(name, fsum(losses) / fsum(chance)) for name, losses in _rules(positions, chance))
    return min(rules, key=lambda rule: rule.left)


def expected(position: Position) -> float:
    """Return the regret that a uniformly random legal move has on average."""
    values = [entry.value for entry in position.values]
    return max(values) - fsum(values) / len(values)


def _rules(positions: Sequence[Position], chance: Sequence[float]) -> Iterator[tuple[str, Sequence[float]]]:
    """Yield each rule's name and regrets; *chance* are those of random moves."""
    yield "a random move", chance
    regrets = [_regrets(position) for position in positions]
    at = [[list(losses.values())[index_at(share, len(losses))] for losses in regrets] for share in SHARES]
    yield from ((f"the move at {share}% of the list", at[share]) for share in SHARES)
    for name, index in BESIDE.items():
        yield name, [list(losses.values())[index if len(losses) > 1 else 0] for losses in regrets]
    others = {"a random one": chance, "the first": at[FIRST], "the middle": at[MIDDLE], "the last": at[LAST]}
    for action in dict.fromkeys(action for losses in regrets for action in losses):
        for name, otherwise in others.items():
            yield (
                f"{action}, else {name}",
                [losses.get(action, other) for losses, other in zip(regrets, otherwise, strict=True)],
            )


def _regrets(position: Position) -> dict[str, float]:
    """Return the regret of each legal move."""
    best = max(entry.value for entry in position.values)
    return {entry.action: best - entry.value for entry in position.values}
