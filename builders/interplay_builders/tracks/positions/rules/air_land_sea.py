"""Simple rules for positions of Air, Land & Sea: how the theaters stand after the action, whatever follows it."""

from collections.abc import Callable, Mapping

from interplay.tracks.games.air_land_sea.cards import MOVES, STRENGTH, THEATER, WITHDRAW
from interplay.tracks.games.air_land_sea.outlook import after, margins, prospect
from interplay.tracks.games.air_land_sea.table import State, menu, totals
from interplay.tracks.games.air_land_sea.view import imagine_table
from interplay.tracks.positions.bots import stream_of
from interplay.tracks.positions.scores import Plan

TABLES = 12
"""Tables drawn to judge an action."""


def _plays(plan: Plan) -> list[str]:
    """Return the actions but withdrawing, equals in random order."""
    shuffled = stream_of(plan, "order").shuffled(list(plan.values))
    return [action for action in shuffled if action != WITHDRAW]


def _tables(plan: Plan) -> list[State]:
    stream = stream_of(plan, "tables")
    return [imagine_table(plan.state, plan.position.seat, stream) for _ in range(TABLES)]


def _sight(plan: Plan) -> str:
    """Return the action after which the theaters stand best, as the bots judge them; it never withdraws."""
    tables = _tables(plan)
    return max(_plays(plan), key=lambda action: sum(prospect(table, action) for table in tables))


def _leading(plan: Plan) -> str:
    """Return the action that most often leaves two theaters its own, as if the battle ended; else it withdraws."""
    tables = _tables(plan)
    leads = {action: sum(_leads(table, action) for table in tables) for action in _plays(plan)}
    best = max(leads, key=leads.__getitem__)
    return WITHDRAW if not leads[best] and WITHDRAW in plan.values else best


def _leads(table: State, action: str) -> bool:
    """Return whether the seat controls two theaters after the action and its best answers to what it triggers."""
    battle, seat = table.battle, table.seat
    table = after(table, action)
    while table.stack and table.battle == battle and not table.over:
        table = max((after(table, answer) for answer in menu(table)), key=lambda t: _middle(t, battle, seat))
    return _middle(table, battle, seat) > 0


def _middle(table: State, battle: int, seat: int) -> int:
    """Return the middle one of the margins of *seat*."""
    if table.battle != battle or table.over:
        return 1 if table.past[-1].winner == seat else -1
    return margins(totals(table), table.first, seat)[1]


def _strongest(plan: Plan) -> str:
    """Return the deploy of the strongest card in its own theater, else any action but withdrawing."""
    plays = _plays(plan)

    def printed(action: str) -> int:
        move = MOVES[action]
        return STRENGTH[move.card] if move.kind == "deploy" and move.theater == THEATER[move.card] else 0

    return max(plays, key=printed)


def _withdrawing(plan: Plan) -> str:
    """Return the withdrawal, where there is one."""
    return WITHDRAW if WITHDRAW in plan.values else _plays(plan)[0]


RULES: Mapping[str, Callable[[Plan], str]] = {
    "best table now": _sight,
    "leads now": _leading,
    "strongest card": _strongest,
    "withdraw": _withdrawing,
}
