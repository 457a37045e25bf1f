"""Players that anchor the scale: they know the values, the simple rules of each game's competent bot, or nothing."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from interplay.core.driver import Ask
from interplay.core.randomness import Stream
from interplay.tracks.games.bots import bot_of
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import Plan, plan_of

EXACT = ("optimal", "worst", "silent")
"""Bots whose place on the scale follows from what they are: the ends of it."""
BLIND = ("constant", "first", "middle", "last", "random", "silent")
"""Bots that know nothing of a position but which moves are legal."""
FIRST, MIDDLE, LAST = 0, 50, 100
CONSTANT: Mapping[tuple[str, bool], tuple[str, int]] = MappingProxyType(
    {
        ("bargain", False): ("deal", LAST),
        ("bid", False): ("", MIDDLE),
        ("connect_four", False): ("4", MIDDLE),
        ("hanabi", True): ("play:0", FIRST),
        ("hanabi", False): ("discard:0", FIRST),
        ("holdem", False): ("check_call", LAST),
        ("tictactoe", False): ("(2,2)", FIRST),
        ("undercover", False): ("", MIDDLE - 1),
    }
)
"""What to play who sees legal moves alone, by what they tell: a move, or if illegal that at a place of their list."""


def listed(position: Position) -> tuple[str, bool]:
    """Return what the list of legal moves tells of a position: the game, and whether a hint can be given."""
    return position.game, any(entry.action.startswith("hint") for entry in position.values)


def place(share: int, moves: int) -> int:
    """Return the place of the move at *share* hundredths of a list of so many *moves*, 0 the first and 100 the last."""
    return (share * (moves - 1) + 50) // 100


def _plan(ask: Ask) -> Plan:
    if not isinstance(ask.situation, Position):
        raise TypeError(f"positions bots need a position, got {type(ask.situation).__name__}")
    return plan_of(ask.situation)


def _player(choose: Callable[[Plan], str]) -> Callable[[Ask], str]:
    """Return the bot that plays what *choose* returns, the text of a legal action."""

    def reply(ask: Ask) -> str:
        plan = _plan(ask)
        return plan.game.write(plan.state, plan.position.seat, plan.game.decode(choose(plan)))

    return reply


def _at(share: int) -> Callable[[Plan], str]:
    return lambda plan: list(plan.values)[place(share, len(plan.values))]


def _random(plan: Plan) -> str:
    return _stream(plan, "random").choice(list(plan.values))


def _constant(plan: Plan) -> str:
    action, otherwise = CONSTANT[listed(plan.position)]
    return action if action in plan.values else _at(otherwise)(plan)


def _rules(ask: Ask) -> str:
    """Play as the game's competent bot does: it looks at the state, and hardly ahead."""
    plan = _plan(ask)
    bot = bot_of(plan.position.game, "competent")
    return bot.move(plan.game, plan.state, plan.position.seat, _stream(plan, "rules"))


def _stream(plan: Plan, bot: str) -> Stream:
    return Stream("positions", plan.position.item_id, f"bot-{bot}")


BOTS: Mapping[str, Callable[[Ask], str]] = MappingProxyType(
    {
        "optimal": _player(lambda plan: max(plan.values, key=plan.values.__getitem__)),
        "rules": _rules,
        "constant": _player(_constant),
        "first": _player(_at(FIRST)),
        "middle": _player(_at(MIDDLE)),
        "last": _player(_at(LAST)),
        "random": _player(_random),
        "worst": _player(lambda plan: min(plan.values, key=plan.values.__getitem__)),
        "silent": lambda _: "",
    }
)
