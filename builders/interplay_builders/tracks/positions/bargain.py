"""Positions of Bargain: the last two turns, with the rules saying how values are drawn.

All proposals made before the decision are drawn uniformly, whoever made them, and the prompt says so: they tell nothing
about values. What a player can believe of the other is exactly the uniform distribution over the instances with the
same pool and own values.

``last proposal`` (hard, 150). Turn 19: accepting gets the offer; a proposal gets its own value times the chance that
the other accepts it on turn 20. It does so if its part is worth at least so many points to it, 1 to 5, as the prompt
says. The best action is ahead of all others by a quarter of a point. In 120 a proposal is best, and the rules of
``rules.bargain`` lose 65% of what random actions do; in 30 the deal, though the offer is worth 5 points or less.

``last turn`` (easy, 40). Turn 20: accepting gets the offer, and any proposal ends the game with nothing. Accepting is
always best, however little is offered.
"""

from collections.abc import Iterator, Sequence
from math import fsum
from types import SimpleNamespace
from typing import Any, Final

from interplay.core.randomness import Stream
from interplay.tracks.games.bargain.instances import Instance, Triple, instances, opponents, rest, splits, value_of
from interplay.tracks.games.bargain.rules import DEAL, GAME, Action
from interplay.tracks.games.records import Draw, Option, Setup
from interplay.tracks.positions.records import Position, Split
from interplay_builders.tracks.positions._texts import TEXTS
from interplay_builders.tracks.positions.compose import position
from interplay_builders.tracks.positions.rules.bargain import RULES

Values = dict[Triple | None, float]
"""What each proposal is worth, by what it keeps; ``None`` is the deal."""
DEALS, PROPOSALS, LAST_TURNS = 30, 120, 40
"""Last proposals in which the deal is best, and in which a proposal is; positions of the last turn."""
LEAST: Final = (1, 2, 3, 4, 5)
"""Points from which on the other accepts on the last turn."""
GAP = 0.25
LOST, MEANEST = 0.65, 5
"""What simple rules lose at least, of what a random action does, where a proposal is best; else the greatest offer."""
_RANDOM = "All proposals so far were drawn at random, so they say nothing about anybody's values."
_ACCEPTS = TEXTS["bargain"]["accepts"]
_UNIFORM = TEXTS["bargain"]["uniform"]
LAST_TURN = "the player's value: that of the offer if accepted, else 0, as no turn is left; exact"
LAST_PROPOSAL = (
    "the player's expected value: that of the offer if accepted; of a proposal, times the chance that the other's part "
    f"is worth the stated number of points to it; exact for {_UNIFORM}"
)


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the last proposals, in random order, then the last turns."""
    stream = Stream("positions/bargain", seed, "draw")
    number = 0
    cases = [
        case for wanted, deal in ((DEALS, True), (PROPOSALS, False)) for case in _proposals(stream, wanted, deal=deal)
    ]
    for instance, kept, least in stream.shuffled(cases):
        values = last_proposal(instance, 0, rest(instance.pool, kept[-1]), least)
        note = f"{_RANDOM} {_ACCEPTS.format(least='1 point' if least == 1 else f'{least} points')}"
        yield _position(instance, kept, values, number, seed, canary, ("hard", "last proposal", LAST_PROPOSAL, note))
        number += 1
    for _ in range(LAST_TURNS):
        instance, kept = _drawn(stream, 19)
        values = last_turn(instance, 1, rest(instance.pool, kept[-1]))
        yield _position(instance, kept, values, number, seed, canary, ("easy", "last turn", LAST_TURN, _RANDOM))
        number += 1


def last_turn(instance: Instance, seat: int, offer: Triple) -> Values:
    """Return the player's value of accepting *offer*, and nothing for every proposal."""
    values: Values = dict.fromkeys(splits(instance.pool), 0.0)
    return {**values, None: float(value_of(instance.values[seat], offer))}


def last_proposal(instance: Instance, seat: int, offer: Triple, least: int) -> Values:
    """Return the player's value of accepting *offer*, and of each proposal times the chance that the other accepts."""
    mine, others = instance.values[seat], opponents(instance.pool, instance.values[seat])
    values: Values = {}
    for kept in splits(instance.pool):
        given = rest(instance.pool, kept)
        values[kept] = value_of(mine, kept) * sum(value_of(other, given) >= least for other in others) / len(others)
    return {**values, None: float(value_of(mine, offer))}


def _proposals(stream: Stream, wanted: int, *, deal: bool) -> Iterator[tuple[Instance, list[Triple], int]]:
    """Yield different last proposals in which the *deal* is best, or is not."""
    drawn: set[tuple[Triple, Triple, int]] = set()
    while len(drawn) < wanted:
        instance, kept = _drawn(stream, 18)
        least = stream.choice(LEAST)
        values = last_proposal(instance, 0, rest(instance.pool, kept[-1]), least)
        second, best = sorted(values.values())[-2:]
        key = instance.pool, instance.values[0], least
        if best - second < GAP or (values[None] == best) != deal or key in drawn:
            continue
        if best <= MEANEST if deal else _lost(instance, kept, values) >= LOST:
            drawn.add(key)
            yield instance, kept, least


def _lost(instance: Instance, kept: Sequence[Triple], values: Values) -> float:
    """Return what the simple rules lose on average, as a share of what a random action does."""
    state = GAME.start(_setup("", instance))
    for split in kept:
        state = GAME.apply(state, {GAME.to_move(state)[0]: Action(split)})
    plan: Any = SimpleNamespace(state=state, position=SimpleNamespace(seat=GAME.to_move(state)[0]), values=())
    best = max(values.values())
    chosen = [GAME.decode(rule(plan)).keep for rule in RULES.values()]
    random = best - fsum(values.values()) / len(values)
    return (best - fsum(values[keep] for keep in chosen) / len(chosen)) / random


def _drawn(stream: Stream, turns: int) -> tuple[Instance, list[Triple]]:
    """Return an instance and what was kept in each turn, the last offer being worth something."""
    while True:
        instance = stream.choice(instances())
        kept = [stream.choice(splits(instance.pool)) for _ in range(turns)]
        if value_of(instance.values[turns % 2], rest(instance.pool, kept[-1])):
            return instance, kept


def _action(keep: Triple | None) -> Action:
    return DEAL if keep is None else Action(keep)


def _position(
    instance: Instance,
    kept: Sequence[Triple],
    values: Values,
    number: int,
    seed: str,
    canary: str,
    labels: tuple[Split, str, str, str],
) -> Position:
    """Return the position after the proposals *kept*; *told* are split, kind, method and note."""
    split, kind, method, note = labels
    return position(
        GAME,
        _setup(f"{seed}/{number}", instance),
        [(Action(keep),) for keep in kept],
        len(kept) % 2,
        [(_action(keep), value) for keep, value in values.items()],
        number=number,
        canary=canary,
        split=split,
        kind=kind,
        method=method,
        cluster=" ".join(map(str, (*instance.pool, *instance.values))),
        note=note,
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
