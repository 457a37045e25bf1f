"""Decide what a player's replies amount to. Playing and verifying both rest on this one function of the texts."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from interplay.errors import IllegalMove, UnparsableMove
from interplay.games.base import Game
from interplay.games.records import Policy, Setup
from interplay.streams import Stream

Failure = Literal["unparsable", "illegal"]


class Decision(Struct, frozen=True):
    """What the replies to one decision amount to.

    ``used`` replies were looked at, of which ``failures`` were no move. Then ``action`` is played (a ``substituted``
    one if no reply was a move), or the seat has ``forfeited``.
    """

    action: Any
    used: int
    failures: tuple[Failure, ...]
    substituted: bool
    forfeited: bool
    message: str = ""


class Place(Struct, frozen=True, gc=False):
    """A decision of a match, as streams are named by it."""

    setup: Setup
    round: int
    seat: int

    def stream(self, purpose: str) -> Stream:
        """Return the stream for *purpose* at this decision: ``fallback``, or ``bot/NAME``."""
        return Stream(self.setup.game, self.setup.seed, f"{purpose}/{self.round}/{self.seat}")


def decide(
    game: Game[Any, Any], state: Any, seat: int, replies: Sequence[str], policy: Policy, place: Place
) -> Decision | None:
    """Return what *replies* amount to, or ``None`` when the player must be asked again.

    A substitute comes from a stream of its own, named by *place*, so that a failed reply shifts no other chance event.
    """
    failures: list[Failure] = []
    message = ""
    for used, text in enumerate(replies[: policy.attempts], 1):
        try:
            action = game.parse(state, seat, text)
        except UnparsableMove as error:
            failures.append("unparsable")
            message = str(error)
        except IllegalMove as error:
            failures.append("illegal")
            message = str(error)
            if policy.illegal == "forfeit":
                return Decision(None, used, tuple(failures), substituted=False, forfeited=True, message=message)
        else:
            return Decision(action, used, tuple(failures), substituted=False, forfeited=False)
    if len(failures) < policy.attempts:
        return None
    if policy.exhausted == "forfeit":
        return Decision(None, len(failures), tuple(failures), substituted=False, forfeited=True, message=message)
    action = place.stream("fallback").choice(game.fallback(state, seat))
    return Decision(action, len(failures), tuple(failures), substituted=True, forfeited=False, message=message)
