"""Players that know the values: they anchor the scale of regret."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from interplay.core.driver import Ask
from interplay.core.randomness import Stream
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import Plan, plan_of


def _plan(ask: Ask) -> Plan:
    if not isinstance(ask.situation, Position):
        raise TypeError(f"positions bots need a position, got {type(ask.situation).__name__}")
    return plan_of(ask.situation)


def _write(plan: Plan, action: str) -> str:
    return plan.game.write(plan.state, plan.position.seat, plan.game.decode(action))


def _optimal(ask: Ask) -> str:
    plan = _plan(ask)
    return _write(plan, max(plan.values, key=lambda action: plan.values[action]))


def _worst(ask: Ask) -> str:
    plan = _plan(ask)
    return _write(plan, min(plan.values, key=lambda action: plan.values[action]))


def _random(ask: Ask) -> str:
    plan = _plan(ask)
    return _write(plan, Stream("positions", plan.position.item_id, "bot-random").choice(list(plan.values)))


BOTS: Mapping[str, Callable[[Ask], str]] = MappingProxyType(
    {"optimal": _optimal, "worst": _worst, "random": _random, "silent": lambda _: ""}
)
