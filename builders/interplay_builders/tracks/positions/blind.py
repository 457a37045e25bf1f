"""The zero of the score: what regret a player expects that sees the list of legal moves and nothing else.

Such a player plays at random, or by a rule: the move at some share of the list (so the first, the middle, the last),
one beside its ends, one and the same move wherever it is legal, and elsewhere the first, the middle, the last or a
random one, or the first or the last move that begins with some word, else with another. Where the list alone
distinguishes two kinds of positions, as in Hanabi whether a hint can be given, it has a rule for each.

The best of so many rules is better on the positions on which it was chosen than on others. Therefore the zero is
cross-fitted: clusters are dealt to ``FOLDS`` parts, and each part is played by the rule that is best on all the others.
This is done with places, fixed moves and first words each by itself; the zero is the least of these regrets and that of
random moves.

A rule is right in some positions and wrong in others for no reason of the position's, so its regret is not taken as it
falls: each position has the regret of a random move, times what the rules leave of it over the kind. Where the best
rule leaves less than ``LEAST``, there is nothing that a score could measure.

Draws have the release's factors (``factors_of``): a zero that was chosen anew would differ by chance, and with it
all scores of a draw from those of the release.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
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

Named = tuple[str, Sequence[float]]
"""The name of a rule and its regrets."""


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
    known = {key: _factor(group) for key, group in alike(positions).items()} if factors is None else factors
    for position in positions:
        yield structs.replace(position, blind=round(known[listed(position)] * expected(position), DIGITS))


def factors_of(positions: Sequence[Position]) -> dict[Key, float]:
    """Return the factors with which ``blind`` was set."""
    groups = alike(positions).items()
    return {key: fsum(p.blind for p in group) / fsum(map(expected, group)) for key, group in groups}


def zero_of(positions: Sequence[Position]) -> Zero:
    """Return the least cross-fitted regret of the kinds of rules, *positions* being those whose lists tell the same."""
    chance = [expected(position) for position in positions]
    parts = _parts(positions)
    fitted = [_crossfitted(list(rules), parts) for rules in _kinds(positions, chance)]
    regrets = min((chance, *fitted), key=fsum)
    left = fsum(regrets) / fsum(chance)
    clusters: dict[str, float] = defaultdict(float)
    for position, regret, expectation in zip(positions, regrets, chance, strict=True):
        clusters[position.cluster or position.item_id] += regret - left * expectation
    return Zero(left, math.sqrt(fsum(away**2 for away in clusters.values())) / fsum(chance))


def _crossfitted(rules: Sequence[Named], parts: Sequence[Sequence[int]]) -> Sequence[float]:
    """Return the regrets of playing each part by the rule that is best on the others; infinite without a rule."""
    sums = [(losses, [fsum(losses[index] for index in part) for part in parts]) for _, losses in rules]
    regrets = [math.inf] * sum(map(len, parts))
    for number, part in enumerate(parts if rules else ()):
        best, _ = min(sums, key=lambda rule: fsum(loss for n, loss in enumerate(rule[1]) if n != number))
        for index in part:
            regrets[index] = best[index]
    return regrets


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
    known = chain((("a random move", chance),), *_kinds(positions, chance))
    rules = (Rule(name, fsum(losses) / fsum(chance)) for name, losses in known)
    return min(rules, key=lambda rule: rule.left)


def expected(position: Position) -> float:
    """Return the regret that a uniformly random legal move has on average."""
    values = [entry.value for entry in position.values]
    return max(values) - fsum(values) / len(values)


def _kinds(positions: Sequence[Position], chance: Sequence[float]) -> Iterator[Iterator[Named]]:
    """Yield the rules by kind: places, first words, and fixed moves. *chance* has the regrets of random moves."""
    regrets = [_regrets(position) for position in positions]
    at = [[list(losses.values())[index_at(share, len(losses))] for losses in regrets] for share in SHARES]
    beside = {n: [list(losses.values())[i if len(losses) > 1 else 0] for losses in regrets] for n, i in BESIDE.items()}
    yield chain(((f"the move at {share}% of the list", at[share]) for share in SHARES), beside.items())
    yield _by_words(regrets, at[LAST])
    others = {"a random one": chance, "the first": at[FIRST], "the middle": at[MIDDLE], "the last": at[LAST]}
    moves = dict.fromkeys(action for losses in regrets for action in losses)
    yield (
        (
            f"{action}, else {name}",
            [losses.get(action, other) for losses, other in zip(regrets, otherwise, strict=True)],
        )
        for action, (name, otherwise) in product(moves, others.items())
    )


def _by_words(regrets: Sequence[Mapping[str, float]], last: Sequence[float]) -> Iterator[Named]:
    """Yield rules that prefer the moves with some first word, then those with another, and else play the last move."""
    groups = [defaultdict[str, list[float]](list) for _ in regrets]
    for group, losses in zip(groups, regrets, strict=True):
        for action, loss in losses.items():
            for word in {action.partition(":")[0], action.partition("_")[0]}:
                group[word].append(loss)
    words = sorted({word for group in groups for word in group})
    several = [word for word in words if any(len(group.get(word, ())) > 1 for group in groups)]
    for first, second, (end, index) in product(several, words, {"first": 0, "last": -1}.items()):
        losses_of = zip(groups, last, strict=True)
        chosen = [(group.get(first) or group.get(second) or [other])[index] for group, other in losses_of]
        yield f"the {end} {first}, else the {end} {second}, else the last", chosen


def _regrets(position: Position) -> dict[str, float]:
    """Return the regret of each legal move."""
    best = max(entry.value for entry in position.values)
    return {entry.action: best - entry.value for entry in position.values}
