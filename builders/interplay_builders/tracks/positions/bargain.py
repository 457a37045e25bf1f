"""Positions of Bargain: 400 decision points of three kinds, with the rules saying how values are drawn.

All proposals made before the decision are drawn uniformly, whoever made them, so they tell nothing about values: what a
player can believe of the other is exactly the uniform distribution over the instances with the same pool and own
values. Positions in which all actions are equal are left out.

``last turn`` (100). Turn 20, accept or not, in own value: accepting gets the offer, and any proposal ends the game with
nothing. Exact. Accepting is always best, however little is offered; the position asks whether a player sees it.
Difficulty is how mean the offer is: ``easy`` from 6 up, ``medium`` 3 to 5, ``hard`` 1 or 2.

``last proposal`` (200). Turn 19, in own value: accepting gets the offer; a proposal gets its own value times the chance
that the other, on turn 20, accepts, which a player does who gains anything. Exact under that assumption. ``easy``: an
item is worth nothing to the player and a proposal is best (keep the rest); ``medium``: accepting is best; ``hard``:
every item is worth something, and the best proposal beats the offer.

``first offer`` (100). Turn 2, by Pareto efficiency against the other's true values: minus the value that is wasted: how
far the joint value of the split falls short of the best among the splits that are at least as good for both. It says
nothing about who gets how much; keeping exactly what one values wastes nothing, so this finds out who does waste.
Difficulty by the share of the actions that waste nothing: ``easy`` from 30%, ``medium`` from 15%, ``hard`` below.
"""

from collections.abc import Callable, Iterator
from typing import Final, Literal

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.core.records import Message
from interplay.tracks.games.bargain.instances import Instance, Triple, both, instances, opponents, rest, splits, worth
from interplay.tracks.games.bargain.rules import DEAL, GAME, Action
from interplay.tracks.games.records import Draw, Option, Setup
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.compose import position

Difficulty = Literal["easy", "medium", "hard"]
Values = dict[Triple | None, float]
"""What each proposal is worth, by what it keeps; ``None`` is the deal."""


class Kind(Struct, frozen=True):
    """A kind of decision point: after how many turns it is, how many positions there are, how they are labelled."""

    name: str
    turns: int
    quota: tuple[tuple[Difficulty, int], ...]
    values: Callable[[Instance, int, Triple], Values]
    difficulty: Callable[[Instance, int, Values], Difficulty]
    penalty: Callable[[Instance, Values], float]
    method: str


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the positions, kind by kind and from easy to hard."""
    asked: set[tuple[Message, ...]] = set()
    for kind in KINDS:
        stream = Stream("positions/bargain", seed, kind.name)
        for difficulty, count in kind.quota:
            enough = len(asked) + count
            while len(asked) < enough:
                drawn = _position(kind, difficulty, stream, len(asked), seed, canary)
                if drawn.messages not in asked:
                    asked.add(drawn.messages)
                    yield drawn


def last_turn(instance: Instance, seat: int, offer: Triple) -> Values:
    """Return the own value of accepting *offer*, and nothing for every proposal."""
    values: Values = dict.fromkeys(splits(instance.pool), 0.0)
    return {**values, None: float(worth(instance.values[seat], offer))}


def last_proposal(instance: Instance, seat: int, offer: Triple) -> Values:
    """Return the own value of accepting *offer*, and of each proposal times the chance that the other gains by it."""
    own, others = instance.values[seat], opponents(instance.pool, instance.values[seat])
    values: Values = {}
    for kept in splits(instance.pool):
        given = rest(instance.pool, kept)
        values[kept] = worth(own, kept) * sum(worth(other, given) > 0 for other in others) / len(others)
    return {**values, None: float(worth(own, offer))}


def efficiency(instance: Instance, seat: int, offer: Triple) -> Values:
    """Return minus the joint value wasted, where neither need get less, for each split and that of *offer*."""
    pool = instance.pool
    kept_by_first = {kept: kept if seat == 0 else rest(pool, kept) for kept in splits(pool)}
    pairs = {kept: both(instance, first) for kept, first in kept_by_first.items()}
    values: Values = {}
    for kept, pair in pairs.items():
        best = max(sum(o) for o in pairs.values() if o[0] >= pair[0] and o[1] >= pair[1])
        values[kept] = float(sum(pair) - best)
    return {**values, None: values[offer]}


def _position(kind: Kind, wanted: Difficulty, stream: Stream, number: int, seed: str, canary: str) -> Position:
    """Draw until a position of the kind has the difficulty."""
    seat = kind.turns % 2
    while True:
        instance = stream.choice(instances())
        kept = [stream.choice(splits(instance.pool)) for _ in range(kind.turns)]
        values = kind.values(instance, seat, rest(instance.pool, kept[-1]))
        if len(set(values.values())) > 1 and kind.difficulty(instance, seat, values) == wanted:
            break
    return position(
        GAME,
        _setup(f"{seed}/{number}", instance),
        [(Action(keep),) for keep in kept],
        seat,
        [(DEAL if keep is None else Action(keep), value) for keep, value in values.items()],
        number=number,
        canary=canary,
        split="hard",
        kind=kind.name,
        tags=(wanted,),
        cluster=" ".join(map(str, (*instance.pool, *instance.values))),
        penalty=kind.penalty(instance, values),
        method=kind.method,
    )


def _setup(seed: str, instance: Instance) -> Setup:
    first, second = instance.values
    return Setup(
        game=GAME.name,
        version=GAME.version,
        seed=seed,
        options=(Option(name="prior", value=1),),
        draws=(
            Draw(name="pool", values=instance.pool),
            Draw(name="values_0", values=first),
            Draw(name="values_1", values=second),
        ),
    )


def _by_offer(_instance: Instance, _seat: int, values: Values) -> Difficulty:
    offered = values[None]
    return "easy" if offered >= 6 else "medium" if offered >= 3 else "hard"


def _by_best(instance: Instance, seat: int, values: Values) -> Difficulty:
    if values[None] == max(values.values()):
        return "medium"
    return "easy" if 0 in instance.values[seat] else "hard"


def _by_share(_instance: Instance, _seat: int, values: Values) -> Difficulty:
    share = list(values.values()).count(0.0) / len(values)
    return "easy" if share >= 0.3 else "medium" if share >= 0.15 else "hard"


def _best(_instance: Instance, values: Values) -> float:
    """Return what is lost to a player who gets nothing."""
    return max(values.values())


def _all(instance: Instance, _values: Values) -> float:
    """Return what is wasted when neither gets anything."""
    return float(max(sum(both(instance, kept)) for kept in splits(instance.pool)))


_UNIFORM = (
    "the other's values being uniform over those that fit the pool and the own values; all proposals so far are random"
)
KINDS: Final = (
    Kind(
        "last turn",
        19,
        (("easy", 33), ("medium", 33), ("hard", 34)),
        last_turn,
        _by_offer,
        _best,
        "own value: that of the offer if accepted, else 0, as no turn is left; exact",
    ),
    Kind(
        "last proposal",
        18,
        (("easy", 60), ("medium", 70), ("hard", 70)),
        last_proposal,
        _by_best,
        _best,
        "expected own value: that of the offer if accepted; of a proposal, times the chance that it is worth anything "
        f"to the other, who then accepts on the last turn; exact for {_UNIFORM}",
    ),
    Kind(
        "first offer",
        1,
        (("easy", 33), ("medium", 33), ("hard", 34)),
        efficiency,
        _by_share,
        _all,
        "minus the value wasted: joint value of the split, less the best of the splits that are at least as good for "
        "both, with the true values of both; 0 if Pareto-efficient",
    ),
)
