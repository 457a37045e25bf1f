"""The bots of Texas Hold'em: four styles by simple rules, one that computes expected chips, and a folding baseline.

``policies`` has the chances of each action for each hand; a bot draws its action by those of its own hand.
"""

from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Bot, Game
from interplay.tracks.games.holdem.table import CHECK_CALL, FOLD, SMALL_BLIND, State, public
from interplay.tracks.games.shared.lines import weighted


def _drawing(name: str, strength: int) -> Bot:
    """Return a bot whose chances of each action depend on what both players see and on its own two cards."""

    def move(game: Game[Any, Any], state: State, seat: int, stream: Stream) -> str:
        from interplay.tracks.games.holdem.policies import POLICIES  # noqa: PLC0415  numpy loads late
        from interplay.tracks.games.holdem.ranges import index_of  # noqa: PLC0415

        chances = POLICIES[name](public(state))[index_of(state.hand.hole(seat))].tolist()
        return game.write(state, seat, weighted(dict(enumerate(chances)), stream))

    return Bot(name, 3, strength, move)


SOLID = _drawing("solid", 1)
"""Calls by the pot odds with something to spare, raises good hands, and bluffs now and then."""
TIGHT = _drawing("tight", 1)
"""Plays what is well above the average, raises the best of it, and hardly ever bluffs."""
CALLER = _drawing("caller", 1)
"""Calls with nearly anything and raises next to nothing."""
BLUFFER = _drawing("bluffer", 1)
"""Raises every hand above the average and, every other time, bad ones too."""
EQUITY = _drawing("equity", 2)
"""A strong player of Hold'em: values each action in expected chips, and plays the best.

It assumes that its opponent is one of the four styles or plays at random, and computes the hands that each of them
may hold after the actions so far, and the hands that each would fold to a raise. The other hands are valued by the
chance to beat them, as if all cards came at once, in a pot that grows a little with each later street.
"""


def _folder(game: Game[Any, Any], state: State, seat: int, stream: Stream) -> str:
    return game.write(state, seat, CHECK_CALL if state.need <= SMALL_BLIND else FOLD)


FOLDER = Bot("folder", 3, 0, _folder)
"""An uninformed baseline: puts in one chip at most, checks, and folds to any bet.

It loses less than random moves do, without looking at its cards. So it defines the payoff of 0.
"""

BOTS: tuple[Bot, ...] = (FOLDER, SOLID, TIGHT, CALLER, BLUFFER, EQUITY)
