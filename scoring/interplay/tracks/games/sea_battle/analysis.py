"""Sea Battle: hits, friendly fire, rocks, collisions, and the gain of the best order in hindsight.

These measures are added here; GameBench reports results only. Only decisions made by the player's own reply are
counted, never substitutes. Hindsight is exact: the same round is run again with each other order of the one ship.
"""

from collections.abc import Sequence
from itertools import groupby

from interplay.tracks.games.sea_battle.rules import GAME, Log, State
from interplay.tracks.games.sea_battle.waters import MENU, SHOT_DAMAGE, STAY, THRESHOLD, Fate, fleets, resolve
from interplay.tracks.games.shared.measures import Tally, titles
from interplay.tracks.games.verdicts import Analysis, Measures, Verified

TITLES = titles("sea_battle")
SAMPLES = ("rounds", "ships_left", "damage_dealt", "damage_taken")


def _measure(match: Verified) -> Measures:
    tally = Tally()
    final: State | None = None
    for _, group in groupby(match.decisions, key=lambda observed: observed.round):
        decisions = list(group)
        final = decisions[0].state
        if any(observed.decision.forfeited for observed in decisions):
            break
        before, final = decisions[0].state, GAME.apply(final, {o.seat: o.decision.action for o in decisions})
        for seat in (o.seat for o in decisions if o.seat in match.seats and not o.decision.substituted):
            for name, (count, cases) in _order(before, final, seat).items():
                tally.add(name, count, cases)
    ratios = {name: tally.ratio(name) for name in TITLES if name not in SAMPLES}
    return Measures(ratios=ratios, samples=_standing(final, match.seats, match.verdict.rounds))


def _order(before: State, after: State, seat: int) -> dict[str, tuple[int, int]]:
    """Return what one order of *seat* adds to each ratio, with the cases it adds."""
    log = after.log
    team, foes = fleets(seat)
    shots = SHOT_DAMAGE * log.hits.count(seat)
    fired = int(after.damage[seat] - shots < THRESHOLD)
    hit, other = log.hits[seat], _fate(before, log, seat, log.orders[seat] ^ 1)[5][seat]
    harms = [_net(before, _fate(before, log, seat, order)[2], team) for order in range(len(MENU))]
    return {
        "hit_rate": (hit in foes, fired),
        "friendly_fire_rate": (hit in team, fired),
        "wrong_side_rate": (hit not in foes and other in foes, fired),
        "rock_rate": (log.struck[seat] > 0, 1),
        "ram_rate": (log.rammed[seat], 1),
        "stay_rate": (log.orders[seat] >> 1 == STAY, 1),
        "hindsight_loss": (max(harms) - harms[log.orders[seat]], 1),
    }


def _fate(before: State, log: Log, seat: int, order: int) -> Fate:
    orders = (*log.orders[:seat], order, *log.orders[seat + 1 :])
    return resolve(before.sea.chart, before.at, before.heading, before.damage, orders)


def _net(before: State, damage: Sequence[int], team: Sequence[int]) -> int:
    """Return the damage to the other team minus that to *team* in a round; damage beyond sinking does not count."""
    taken = [min(new, THRESHOLD) - min(old, THRESHOLD) for old, new in zip(before.damage, damage, strict=True)]
    return sum(-harm if seat in team else harm for seat, harm in enumerate(taken))


def _standing(final: State | None, seats: Sequence[int], rounds: int) -> dict[str, tuple[float, ...]]:
    """Return the samples; none for a match without a decision, or for a system that played both sides."""
    sides = {fleets(seat) for seat in seats}
    if final is None or len(sides) != 1:
        return {"rounds": (float(rounds),), **dict.fromkeys(SAMPLES[1:], ())}
    team, foes = sides.pop()
    return {
        "rounds": (float(rounds),),
        "ships_left": (float(len(final.afloat(team))),),
        "damage_dealt": (float(sum(min(final.damage[seat], THRESHOLD) for seat in foes)),),
        "damage_taken": (float(sum(min(final.damage[seat], THRESHOLD) for seat in team)),),
    }


ANALYSIS = Analysis(TITLES, _measure)
