"""Babble and prune: the model proposes several replies and then chooses one of them.

After an agent of GameBench's code (arXiv 2406.06613), which proposes three.
"""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, to_builtins

from interplay.core.driver import Ask
from interplay.core.records import Record, Scalar
from interplay.core.replies import visible
from interplay.systems.scaffolds.base import Scaffold, Thinking, asking, said, summed, then

BABBLE = (
    "Do not decide yet. Propose {number} different replies that you could give, numbered, each on its own line and "
    "with half a sentence on what speaks for it."
)
PRUNE = (
    "Compare your proposals and choose the best one. Give it as your reply now, in exactly the form asked for above "
    "and with nothing around it."
)


class Params(Record, frozen=True):
    """``candidates``: how many replies are proposed. ``babble_tokens``: the most tokens of the proposals."""

    candidates: Annotated[int, Meta(ge=2, le=20)] = 3
    babble_tokens: Annotated[int, Meta(ge=1, le=100_000)] = 384


class Prune:
    """A scaffold that asks for several proposals, and then which one of them to send."""

    name = "prune"
    searches = False

    def __init__(self, params: Params) -> None:
        self._number, self._tokens = params.candidates, params.babble_tokens
        self.own_tokens = params.babble_tokens
        self.params: Mapping[str, Scalar] = to_builtins(params)

    def think(self, ask: Ask) -> Thinking:
        """Ask for proposals, then for the choice among them."""
        first = asking(ask, BABBLE.format(number=self._number), self._tokens)
        proposals = yield first
        proposed = said("assistant", visible(proposals.text))
        reply = yield then(first, proposed, said("user", PRUNE), max_tokens=ask.max_tokens)
        return summed(reply, (proposals,), (proposals.text,))

    def calls(self, actions: int) -> int:
        """Return 2."""
        del actions
        return 2


def make(params: Params) -> Scaffold:
    """Return the scaffold."""
    return Prune(params)
