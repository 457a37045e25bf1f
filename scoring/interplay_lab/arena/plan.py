"""The estimated matches, requests and cost of an arena, without sending a request."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from interplay.running import plan as running
from interplay.systems import catalogue
from interplay.systems.base import HUMAN
from interplay.systems.catalogue import BOT
from interplay.tracks.games import catalogue as games
from interplay.tracks.games.track import TRACK
from interplay_lab.arena.configurations import Competitor, check, refuse_too_few
from interplay_lab.arena.schedule import SWAP, Schedule
from interplay_lab.arena.stopping import StopRule, Until


@dataclass(frozen=True, slots=True)
class Share:
    """The share of one system: ``part`` is as in a run's plan, ``None`` for a bot, which needs no requests."""

    system: str
    is_person: bool
    part: running.Part | None


@dataclass(frozen=True, slots=True)
class Stage:
    """The first ``sweeps`` sweeps: the number of ``matches`` of all pairs, and of ``each`` system."""

    sweeps: int
    matches: int
    each: int
    shares: tuple[Share, ...]


class ArenaPlan(Struct, frozen=True):
    """The plan of one sweep, of the fewest sweeps after which ratings may have converged, and of the most.

    ``fewest`` is ``None`` if there are not enough matches to converge.
    """

    systems: tuple[str, ...]
    ordered_pairs: int = field(name="pairs")
    min_matches: int
    until: Until
    max_reply_tokens: int = field(name="limit")
    unrated_games: tuple[str, ...] = field(name="unrated")
    sweep: Stage
    fewest: Stage | None
    most: Stage


def plan(systems: Sequence[Competitor], schedule: Schedule, rule: StopRule, until: Until) -> ArenaPlan:
    """Return what an arena of these *systems* would take; raises what playing it would raise for them."""
    refuse_too_few(systems)
    for system in systems:
        check(system)
        catalogue.check(system, TRACK)
    first, stage = _fewest(schedule, len(systems) - 1, rule, until), partial(_stage, systems, schedule)
    return ArenaPlan(
        systems=tuple(system.named(system.model) for system in systems),
        ordered_pairs=len(systems) * (len(systems) - 1),
        min_matches=rule.min_matches,
        until=until,
        max_reply_tokens=max(system.max_tokens or TRACK.reply_tokens for system in systems),
        unrated_games=schedule.unrated,
        sweep=stage(1),
        fewest=None if first is None else stage(first),
        most=stage(rule.max_sweeps),
    )


def _fewest(schedule: Schedule, others: int, rule: StopRule, until: Until) -> int | None:
    """Return the number of sweeps after which every system has played enough, or ``None``."""

    def is_enough(sweeps: int) -> bool:
        played = Counter(item.game for item in schedule.drawn(sweeps) if games.load(item.game).rated)
        fewest = min(played[game] for game in schedule.games) if until == "trueskill" else played.total()
        return sweeps >= rule.quiet_sweeps and 2 * others * fewest >= rule.min_matches

    first = 1 + bisect_left(range(1, rule.max_sweeps + 1), x=True, key=is_enough)
    return first if first <= rule.max_sweeps else None


def _stage(systems: Sequence[Competitor], schedule: Schedule, sweeps: int) -> Stage:
    others, items = len(systems) - 1, len(schedule.drawn(sweeps))
    shares = tuple(_share(system, schedule, sweeps, others) for system in systems)
    return Stage(sweeps, len(systems) * others * items, 2 * others * items, shares)


def _share(system: Competitor, schedule: Schedule, sweeps: int, others: int) -> Share:
    """Return the share of a system that plays each match once in either seat against each of the *others*."""
    name = system.named(system.model)
    if system.kind == BOT:
        return Share(name, is_person=False, part=None)
    items = schedule.with_hints((system.sees_hints, None)).drawn(sweeps)
    for item in schedule.with_hints((None, system.sees_hints)).drawn(sweeps):  # with the two systems exchanged
        items.append(replace(item, players=tuple(SWAP.get(player, player) for player in item.players)))
    estimate = running.estimate(TRACK, items, system, trials=others, price=system.rates)
    return Share(name, is_person=system.kind == HUMAN, part=estimate.total)
