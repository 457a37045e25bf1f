"""Who sits where in Undercover: the system as the undercover, and as one of the four, among copies of one bot.

The first is LLMArena's main setting, the second lets every number be reported by role. Both items of a setup share
their ``pair``. Results against different bots are not comparable.
"""

from interplay.games.play import SYSTEM
from interplay.games.records import Setup
from interplay.games.rules.undercover import SEATS
from interplay.streams import Stream


def as_undercover(setup: Setup, bot: str) -> tuple[str, ...]:
    """Return the players with the system in the undercover's seat; *bot* is a name such as ``bot:majority@1``."""
    return _players(_undercover(setup), bot)


def as_other(setup: Setup, bot: str) -> tuple[str, ...]:
    """Return the players with the system in one of the four other seats, drawn from the setup's seed."""
    others = [seat for seat in SEATS if seat != _undercover(setup)]
    return _players(Stream(setup.game, setup.seed, "lineup").choice(others), bot)


def _undercover(setup: Setup) -> int:
    return setup.drawn("undercover")[0]


def _players(system: int, bot: str) -> tuple[str, ...]:
    return tuple(SYSTEM if seat == system else bot for seat in SEATS)
