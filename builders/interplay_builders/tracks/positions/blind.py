"""The zero of the score: what regret a player expects that sees the list of legal moves and nothing else.

Such a player plays at random, or by a rule: the move at some share of the list (so the first, the middle, the last),
one beside its ends, one and the same move wherever it is legal, and elsewhere the first, the middle, the last or a
random one, or the first or the last move that begins with some word, else with another. Where the list alone
distinguishes two kinds of positions, as in Hanabi whether a hint can be given, it has a rule for each.

The best of so many rules is better on the positions on which it was chosen than on others. Therefore the zero is
cross-fitted: clusters are dealt to ``FOLDS`` parts, and each part is played by the rule that is best on all the others.
Where random moves do better than that, the zero is theirs.

A rule is right in some positions and wrong in others for no reason of the position's, so its regret is not taken as it
falls: each position has the regret of a random move, times what the rules leave of it over the kind. Where the best
rule leaves less than ``LEAST``, there is nothing that a score could measure.

Draws have the release's factors (``factors_of``): a zero that was chosen anew would differ by chance, and with it
all scores of a draw from those of the release.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import fsum

from msgspec import Struct, structs

from interplay.tracks.positions.bots import FIRST, LAST, MIDDLE, index_at, listed
from interplay.tracks.positions.records import Position

SHARES = range(101)
"""Places in the list of legal moves that a rule may name, in hundredths from the first to the last."""
BESIDE = {"the second move of the list": 1, "the last move but one": -2}
"""Places beside the ends of the list, which are at another hundredth of each list."""
LEAST = 0.1
FOLDS = 10
DIGITS = 9
Key = tuple[str, str, bool]
"""What the list of legal moves tells: game, split, and whether a kind of move is there that may be absent."""


class Rule(Struct, frozen=True):
    """A rule that looks at the list of legal moves alone, and its regret as a share of that of random moves."""

    name: str
    left: float


class Zero(Struct, frozen=True):
    """The regret of rules on positions on which they were not chosen, as a share of that of random moves.

    ``error`` is its standard error over clusters; 0 where random moves are better than the rules.
    """

    left: float
    error: float


def with_blind(positions: Sequence[Position], factors: Mapping[Key, float] | None = None) -> Iterator[Position]:
    """Yield *positions* with ``blind`` set, by the given *factors* or, without any, by their own."""
    own = {key: _factor(group) for key, group in alike(positions).items()} if factors is None else factors
    for position in positions:
        yield structs.replace(position, blind=round(own[listed(position)] * expected(position), DIGITS))


def factors_of(positions: Sequence[Position]) -> dict[Key, float]:
    """Return the factors with which ``blind`` was set."""
    groups = alike(positions).items()
    return {key: fsum(p.blind for p in group) / fsum(map(expected, group)) for key, group in groups}


def zero_of(positions: Sequence[Position]) -> Zero:
    """Return the cross-fitted zero of *positions* whose lists tell the same."""
    chance = [expected(position) for position in positions]
    parts = _parts(positions)
    sums = [
        (losses, [fsum(losses[index] for index in part) for part in parts]) for _, losses in _rules(positions, chance)
    ]
    regrets = [0.0] * len(positions)
    for number, part in enumerate(parts):
        best, _ = min(sums, key=lambda rule: fsum(loss for n, loss in enumerate(rule[1]) if n != number))
        for index in part:
            regrets[index] = best[index]
    left = fsum(regrets) / fsum(chance)
    if left >= 1:
        return Zero(1.0, 0.0)
    clusters: dict[str, float] = defaultdict(float)
    for position, regret, expectation in zip(positions, regrets, chance, strict=True):
        clusters[position.cluster or position.item_id] += regret - left * expectation
    return Zero(left, math.sqrt(fsum(away**2 for away in clusters.values())) / fsum(chance))


def _factor(positions: Sequence[Position]) -> float:
    return zero_of(positions).left if best_rule(positions).left >= LEAST else 0.0


def _parts(positions: Sequence[Position]) -> list[list[int]]:
    """Return the indexes of the positions of each part; a cluster is in one part."""
    numbers: dict[str, int] = {}
    parts: list[list[int]] = [[] for _ in range(FOLDS)]
    for index, position in enumerate(positions):
        number = numbers.setdefault(position.cluster or position.item_id, len(numbers))
        parts[number % FOLDS].append(index)
    return parts


def alike(positions: Sequence[Position]) -> dict[Key, list[Position]]:
    """Return *positions* by game, split, and what their lists of legal moves tell."""
    groups: dict[Key, list[Position]] = defaultdict(list)
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
    yield from _by_words(regrets, at[LAST])
    for action in dict.fromkeys(action for losses in regrets for action in losses):
        for name, otherwise in others.items():
            yield (
                f"{action}, else {name}",
                [losses.get(action, other) for losses, other in zip(regrets, otherwise, strict=True)],
            )


def _by_words(regrets: Sequence[dict[str, float]], last: Sequence[float]) -> Iterator[tuple[str, Sequence[float]]]:
    """Yield rules that prefer the moves with some first word, then those with another, and else play the last move."""
    moves = [defaultdict[str, list[float]](list) for _ in regrets]
    for words, losses in zip(moves, regrets, strict=True):
        for action, loss in losses.items():
            words[action.partition(":")[0]].append(loss)
    words = dict.fromkeys(word for own in moves for word in own)
    several = [word for word in words if any(len(own.get(word, ())) > 1 for own in moves)]
    for first, second, (end, index) in product(several, words, {"first": 0, "last": -1}.items()):
        yield (
            f"the {end} {first}, else the {end} {second}, else the last",
            [(own.get(first) or own.get(second) or [other])[index] for own, other in zip(moves, last, strict=True)],
        )


def _regrets(position: Position) -> dict[str, float]:
    """Return the regret of each legal move."""
    best = max(entry.value for entry in position.values)
    return {entry.action: best - entry.value for entry in position.values}
