"""What a bargaining bot may know, and honest things it can say.

The messages state no value and no quantity but those of the proposal they go with.
"""

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.bargain.instances import Triple, opponents, rest, splits, value_of
from interplay.tracks.games.bargain.replies import ITEMS
from interplay.tracks.games.bargain.rules import Action, State

_OPENERS = (
    "Hello! Let me start with a proposal.",
    "Let us find a split that suits us both.",
    "Good to meet you. Here is what I have in mind.",
    "I will be plain about what I am after.",
)
_FIRMER = (
    "I still think this is a good split.",
    "I would like to stay with this for now.",
    "This remains what I am looking for.",
    "I have thought about it, and I ask for no less.",
)
_SOFTER = (
    "I have come down a little; please meet me there.",
    "This is a step towards you.",
    "I ask for less than before. What do you say?",
    "Let me give way a bit so that we get closer.",
)
_LATE = (
    "There is not much time left, and without a deal we both get nothing.",
    "We are running out of turns; a deal is better than none.",
    "Let us not leave empty-handed.",
)
_BROKEN = ("You have taken back what you offered before, and I count on it.", "Do stand by your earlier offers.")
_OTHER = ("How about a different split?", "Here is another idea.", "Let me try something else.")


class View(Struct, frozen=True, gc=False):
    """The pool, the player's values, the turn (0 to 19), and what both have asked for so far, oldest first."""

    pool: Triple
    values: Triple
    turn: int
    asked: tuple[Triple, ...]
    others: tuple[Triple, ...]

    @property
    def splits(self) -> tuple[Triple, ...]:
        """Return everything one may keep."""
        return splits(self.pool)

    @property
    def opponents(self) -> tuple[Triple, ...]:
        """Return the values that the other may have."""
        return opponents(self.pool, self.values)

    @property
    def offered(self) -> Triple | None:
        """Return what one would get by accepting now."""
        return rest(self.pool, self.others[-1]) if self.others else None

    @property
    def taken_back(self) -> bool:
        """Return whether the other now asks for an item that it gave away in an earlier proposal."""
        return any(now > min(asked) for now, *asked in zip(*reversed(self.others), strict=True) if asked)

    def gain(self, kept: Triple) -> int:
        """Return what keeping *kept* is worth to oneself."""
        return value_of(self.values, kept)


def view(state: State, seat: int) -> View:
    """Return what *seat* knows of *state*; it is to move."""
    kept = [action.keep for action in state.actions if action.keep is not None]
    others, asked = tuple(kept[1 - seat :: 2]), tuple(kept[seat::2])
    return View(state.instance.pool, state.instance.values[seat], len(kept), asked, others)


def proposal(view: View, keep: Triple, stream: Stream) -> Action:
    """Return the proposal to keep *keep* with a message that is true."""
    return Action(keep, f"{stream.choice(_remarks(view, keep))} {_preference(view, keep, stream)}")


def _remarks(view: View, keep: Triple) -> tuple[str, ...]:
    if not view.asked:
        return _OPENERS
    if view.taken_back:
        return _BROKEN
    if view.turn >= 16:
        return _LATE
    if keep == view.asked[-1]:
        return _FIRMER
    return _SOFTER if view.gain(keep) < view.gain(view.asked[-1]) else _OTHER


def _preference(view: View, keep: Triple, stream: Stream) -> str:
    given = rest(view.pool, keep)
    weights = [value * count for value, count in zip(view.values, view.pool, strict=True)]
    dear = ITEMS[weights.index(max(weights))]
    true = ["Tell me which items you care about most.", f"I care a lot about the {_plural(view, dear)}."]
    for item, value, count, most in zip(ITEMS, view.values, given, view.pool, strict=True):
        if count == most:
            true.append(f"You could have every {item}." if most > 1 else f"You could have the {item}.")
        if not value:
            true.append(f"I can do without the {_plural(view, item)}.")
    return stream.choice(true)


def _plural(view: View, item: str) -> str:
    return item if view.pool[ITEMS.index(item)] == 1 else f"{item}s"
