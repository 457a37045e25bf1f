"""Bots that anchor the scale: they know the values, or nothing but the list of legal moves.

The bot ``rules``, which plays by simple rules of each game, comes from the package that makes positions.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from interplay.core.driver import Ask
from interplay.core.packaged import table
from interplay.core.randomness import Stream
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import Plan, plan_of

EXACT = ("optimal", "worst", "silent")
"""Bots whose place on the scale follows from what they are: the ends of it."""
BLIND = ("constant", "first", "middle", "last", "random", "silent")
"""Uninformed baselines: they see only which moves are legal."""
FIRST, MIDDLE, LAST = 0, 50, 100
TELLING: Mapping[str, str] = MappingProxyType({"hanabi": "hint", "holdem": "all_in"})
CONSTANT = table(__package__, "constant.toml", dict[str, tuple[str, int]])
"""What to play who sees legal moves alone."""


def listed(position: Position) -> tuple[str, str, bool]:
    """Return what the list of legal moves tells: game, split, and whether a kind of move is there that may be absent.

    ``TELLING`` has the beginning of such moves for the games that have them.
    """
    beginning = TELLING.get(position.game)
    there = beginning is not None and any(entry.action.startswith(beginning) for entry in position.values)
    return position.game, position.split, there


def index_at(share: int, moves: int) -> int:
    """Return the index of the move at *share* hundredths of a list of so many *moves*, 0 the first and 100 the last."""
    return (share * (moves - 1) + 50) // 100


def player(choose: Callable[[Plan], str]) -> Callable[[Ask], str]:
    """Return the bot that plays what *choose* returns, the text of a legal action."""

    def reply(ask: Ask) -> str:
        plan = plan_of(ask.about(Position))
        return plan.game.write(plan.state, plan.position.seat, plan.game.decode(choose(plan)))

    return reply


def _at(share: int) -> Callable[[Plan], str]:
    return lambda plan: list(plan.values)[index_at(share, len(plan.values))]


def stream_of(plan: Plan, name: str) -> Stream:
    """Return the random numbers with which the bot *name* decides between equals."""
    return Stream("positions", plan.position.item_id, f"bot-{name}")


def _constant(plan: Plan) -> str:
    game, split, there = listed(plan.position)
    action, otherwise = CONSTANT.get(f"{game} {split}{' with' * there}", ("", MIDDLE))
    return action if action in plan.values else _at(otherwise)(plan)


PLAYERS: Mapping[str, Callable[[Plan], str]] = MappingProxyType(
    {
        "optimal": lambda plan: max(plan.values, key=plan.values.__getitem__),
        "constant": _constant,
        "first": _at(FIRST),
        "middle": _at(MIDDLE),
        "last": _at(LAST),
        "random": lambda plan: stream_of(plan, "random").choice(list(plan.values)),
        "worst": lambda plan: min(plan.values, key=plan.values.__getitem__),
    }
)
"""What each bot plays that makes a legal move, as the text of the action."""
BOTS: Mapping[str, Callable[[Ask], str]] = MappingProxyType(
    {**{name: player(choose) for name, choose in PLAYERS.items()}, "silent": lambda _: ""}
)
