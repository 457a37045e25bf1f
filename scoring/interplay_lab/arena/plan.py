"""The estimated matches, requests and cost of an arena, without sending a request."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from interplay.running import plan as running
from interplay.systems import catalogue
from interplay.systems.base import HUMAN
from interplay.tracks.games import catalogue as games
from interplay.tracks.games.records import Item
from interplay.tracks.games.track import TRACK
from interplay_lab.arena.configurations import Configuration, refuse_copies, refuse_lonely
from interplay_lab.arena.schedule import SWAP, Schedule
from interplay_lab.arena.settings import BOT, Defaults, Setting, setting
from interplay_lab.arena.standing import Until
from interplay_lab.arena.stopping import StopRule


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


@dataclass(frozen=True, slots=True)
class ArenaPlan:
    """The plan of one sweep, of the fewest sweeps after which ratings may have converged, and of the most.

    ``fewest`` is ``None`` if there are not enough matches to converge.
    """

    systems: tuple[str, ...]
    pairs: int
    min_matches: int
    until: Until
    limit: int
    unrated: tuple[str, ...]
    sweep: Stage
    fewest: Stage | None
    most: Stage


def plan(
    systems: Sequence[Configuration], defaults: Defaults, schedule: Schedule, rule: StopRule, until: Until
) -> ArenaPlan:
    """Return what an arena of these *systems* would take; raises what playing it would raise for them."""
    refuse_lonely(systems)
    refuse_copies(systems)
    own = [setting(one, defaults) for one in systems]
    for one in own:
        catalogue.check(one.given.model, TRACK.bots, one.endpoint)
    first = _fewest(schedule, len(systems) - 1, rule, until)

    def stage(sweeps: int) -> Stage:
        return _stage(own, schedule, sweeps)

    return ArenaPlan(
        systems=tuple(map(_called, own)),
        pairs=len(systems) * (len(systems) - 1),
        min_matches=rule.min_matches,
        until=until,
        limit=max(one.sampling.max_tokens for one in own),
        unrated=schedule.unrated,
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

    found = 1 + bisect_left(range(1, rule.max_sweeps + 1), x=True, key=is_enough)
    return found if found <= rule.max_sweeps else None


def _stage(systems: Sequence[Setting], schedule: Schedule, sweeps: int) -> Stage:
    others, items = len(systems) - 1, len(schedule.drawn(sweeps))
    shares = tuple(_share(one, schedule, sweeps, others) for one in systems)
    return Stage(sweeps, len(systems) * others * items, 2 * others * items, shares)


def _share(one: Setting, schedule: Schedule, sweeps: int, others: int) -> Share:
    """Return the share of a system that plays each match once in either seat against each of the *others*."""
    if one.kind == BOT:
        return Share(_called(one), is_person=False, part=None)
    items = schedule.with_hints((one.hints, None)).drawn(sweeps)
    items += [_mirrored(item) for item in schedule.with_hints((None, one.hints)).drawn(sweeps)]
    found = running.estimate(TRACK, items, one.scaffold, one.sampling, trials=others, price=one.price)
    return Share(_called(one), is_person=one.kind == HUMAN, part=found.total)


def _called(one: Setting) -> str:
    return one.name(one.given.model)


def _mirrored(item: Item) -> Item:
    """Return the match with the two systems exchanged."""
    return replace(item, players=tuple(SWAP.get(player, player) for player in item.players))
