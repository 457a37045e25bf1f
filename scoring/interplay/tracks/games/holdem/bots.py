"""The bots of Texas Hold'em: four styles by simple rules, one that reckons expected chips, one that knows nothing.

What they do with each hand is in ``policies``; a bot draws its action from the chances of its own.
"""

from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Bot, Game
from interplay.tracks.games.holdem.table import CHECK_CALL, FOLD, SMALL_BLIND, State, public


class Drawing:
    """A bot whose chances of each action follow from what both players see and from its own two cards."""

    name: str
    version = 3

    def move(self, game: Game[Any, Any], state: State, seat: int, stream: Stream) -> str:
        from interplay.tracks.games.holdem.policies import POLICIES, SHARES  # noqa: PLC0415  numpy loads late
        from interplay.tracks.games.holdem.ranges import index_of  # noqa: PLC0415

        chances = POLICIES[self.name](public(state))[index_of(state.hand.hole(seat))].tolist()
        drawn, action = stream.below(SHARES), 0
        while drawn >= chances[action]:
            drawn -= chances[action]
            action += 1
        return game.write(state, seat, action)


class SolidBot(Drawing):
    """Calls by the pot odds with something to spare, raises good hands, and bluffs now and then."""

    name = "solid"
    strength = 1


class TightBot(Drawing):
    """Plays what is well above the average, raises the best of it, and hardly ever bluffs."""

    name = "tight"
    strength = 1


class CallerBot(Drawing):
    """Calls with nearly anything and raises next to nothing."""

    name = "caller"
    strength = 1


class BlufferBot(Drawing):
    """Raises every hand above the average and, every other time, bad ones too."""

    name = "bluffer"
    strength = 1


class EquityBot(Drawing):
    """A strong player of Hold'em: values each action in expected chips, and plays the best.

    It takes its opponent for one of the four styles or for a player who acts at random, and works out what each of
    them may hold after what was played, and with what of it each would give up to a raise. What is not given up is
    valued by its chance to win, as if all cards came at once, in a pot that grows a little with each street to come.
    """

    name = "equity"
    strength = 2


class FolderBot:
    """Knows nothing: puts in one chip at most, checks, and gives up the hand to any bet.

    That loses less than moves at random do, and needs no look at the cards. So it is what is worth nothing.
    """

    name = "folder"
    version = 3
    strength = 0

    def move(self, game: Game[Any, Any], state: State, seat: int, stream: Stream) -> str:
        return game.write(state, seat, CHECK_CALL if state.need <= SMALL_BLIND else FOLD)


BOTS: tuple[Bot, ...] = (FolderBot(), SolidBot(), TightBot(), CallerBot(), BlufferBot(), EquityBot())
