"""Search for players that earn something in Bargain without looking at their values.

python -m tests.benchmarks.games.bargain_schedules [FEW [MORE [NEW]]]

Every schedule (when something is given away, how much, of what, and what is taken back) plays FEW setups against the
opponent of each strength, the best play MORE, and the best of these NEW ones that nothing was chosen on. The numbers
are mean own values of both sides with standard errors over setups, and scores on the scale of the best uninformed
baseline of the game (0) and the strong bot (100), on the new setups. Taking the latest offer is not tried: the
opponents offer nothing. ``python -m tests.benchmarks.games.bargain_schedules`` takes about five minutes.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from statistics import fmean, stdev

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.bargain.bots import holds, without
from interplay.tracks.games.bargain.instances import Instance, Triple, trades, value_of
from interplay.tracks.games.bargain.rules import GAME, TURNS, State
from interplay.tracks.games.bargain.view import View
from interplay.tracks.games.base import Bot
from interplay.tracks.games.bots import bot_of, bots_of, opponents_of

TOP = 40
"""Schedules that are tried on more setups; a fifth of them are tried on new ones."""
ORDERS = ("first", "last", "middle", "rare", "common")
PATHS = ((0,), (0, 1), (0, 2), (0, 1, 2), (0, 2, 1))
"""Kinds that are given away whole, one after the other, by their rank in the order."""


class Schedule(Struct, frozen=True):
    """Items to give away, ``steps[r]`` in round ``r``: as many of the order, or all of the kinds of these ranks."""

    order: str
    steps: tuple[int | tuple[int, ...], ...]

    def kept(self, pool: Triple, turn: int) -> Triple:
        """Return what the player asks for in a round, the first being 1."""
        step, order = self.steps[turn - 1], ordered(self.order, pool)
        if isinstance(step, int):
            return without(pool, step, order)
        ranked = [order[rank] for rank in step]
        return without(pool, sum(pool[kind] for kind in ranked), ranked)


def ordered(name: str, pool: Triple) -> tuple[int, ...]:
    """Return the kinds of items in an order that has a name."""
    common = tuple(-count for count in pool)
    weights = {"first": (0, 1, 2), "last": (2, 1, 0), "middle": (1, 0, 2), "rare": pool, "common": common}[name]
    return tuple(sorted(range(3), key=lambda kind: weights[kind]))


def schedules() -> Iterator[Schedule]:
    """Yield every schedule."""
    rounds = range(1, TURNS // 2 + 1)
    for order in ORDERS:
        for start, every, each, top in product((1, 2, 3, 4, 5, 6, 7, 8), (1, 2, 3), (1, 2), (1, 2, 3, 4, 5)):
            given = [min(top, each * (1 + (turn - start) // every)) if turn >= start else 0 for turn in rounds]
            yield Schedule(order, tuple(given))
        for start, path, every, together in product((1, 2, 3, 4, 5, 6, 7), PATHS, (1, 2, 3), (False, True)):
            at = [min((turn - start) // every, len(path) - 1) if turn >= start else -1 for turn in rounds]
            yield Schedule(order, tuple(path[0 if together else n : n + 1] if n >= 0 else 0 for n in at))
            if not together:
                cycle = [path[(turn - start) // every % len(path)] if turn >= start else -1 for turn in rounds]
                yield Schedule(order, tuple((n,) if n >= 0 else 0 for n in cycle))


def drawn(name: str, number: int) -> list[Instance]:
    """Return setups."""
    stream = Stream("bargain", name, "schedules")
    return [stream.choice(trades()) for _ in range(number)]


def by_schedule(schedule: Schedule, opponent: str, instance: Instance) -> float:
    """Return the mean own value of both seats; the opponent asks for all until it accepts."""
    total = 0
    for seat in (0, 1):
        asked: list[Triple] = []
        for turn in range(TURNS):
            if turn % 2 == seat:
                asked.append(schedule.kept(instance.pool, turn // 2 + 1))
            elif asked and holds(opponent, View(instance.pool, instance.values[1 - seat], turn, (), tuple(asked))):
                total += value_of(instance.values[seat], asked[-1])
                break
    return total / 2


def by_bot(bot: Bot, opponent: Bot, instance: Instance, number: int) -> float:
    """Return the mean own value of a bot in both seats."""
    returns = []
    for seat in (0, 1):
        state = State(instance, (), prior=False, compat=False)
        while movers := GAME.to_move(state):
            mover = bot if movers[0] == seat else opponent
            stream = Stream("bargain", f"schedules/{number}", f"{len(state.actions)}")
            action = GAME.parse(state, movers[0], mover.move(GAME, state, movers[0], stream))
            state = GAME.apply(state, {movers[0]: action})
        returns.append(GAME.outcome(state).returns[seat])
    return fmean(returns)


def best(tried: Sequence[Schedule], opponent: str, setups: Sequence[Instance], number: int) -> list[Schedule]:
    """Return the schedules of the greatest own value on some setups."""
    return sorted(tried, key=lambda schedule: -fmean(by_schedule(schedule, opponent, i) for i in setups))[:number]


def error(numbers: Sequence[float]) -> float:
    """Return the standard error of a mean."""
    return stdev(numbers) / math.sqrt(len(numbers))


def main(few: int = 25, more: int = 300, new: int = 400) -> None:
    """Print the best schedules against the opponent of each strength, and the bots."""
    tried = sorted(set(schedules()), key=str)
    for strength in ("competent", "strong"):
        opponent = opponents_of("bargain", strength)[0]
        top = best(tried, opponent.name, drawn("few", few), TOP)
        top = best(top, opponent.name, drawn("more", more), TOP // 5)
        setups = drawn("new", new)
        zeros = bots_of("bargain", "random")
        bots = {f"bot: {bot.name}": bot for bot in (*zeros, *(bot_of("bargain", n) for n in ("competent", "strong")))}
        rows = {name: [by_bot(bot, opponent, i, n) for n, i in enumerate(setups)] for name, bot in bots.items()}
        zero = max((rows[f"bot: {bot.name}"] for bot in zeros), key=fmean)
        span = fmean(rows[f"bot: {bot_of('bargain', 'strong').name}"]) - fmean(zero)
        rows |= {f"{s.order} {s.steps}": [by_schedule(s, opponent.name, i) for i in setups] for s in top}
        print(f"{len(tried)} schedules against the {strength} opponent; own value, score, player, on {new} new setups")
        for name, values in rows.items():
            scores = [100 * (value - low) / span for value, low in zip(values, zero, strict=True)]
            print(f"  {fmean(values):.2f} ± {error(values):.2f}  {fmean(scores):5.1f} ± {error(scores):.1f}  {name}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
