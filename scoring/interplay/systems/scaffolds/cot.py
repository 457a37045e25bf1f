"""Chain of thought: the model reasons in one reply and answers in a second one, which alone counts.

After GameBench (arXiv 2406.06613), whose agents reason aloud about the action before they name it.
"""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, to_builtins

from interplay.core.driver import Ask
from interplay.core.records import Record, Scalar
from interplay.core.replies import visible
from interplay.systems.scaffolds.base import Scaffold, Thinking, asking, said, summed, then

REASON = (
    "Before you reply, think aloud: what is the situation, which replies are possible, and which of them serves you "
    "best? Give your reasoning only; the reply itself comes afterwards."
)
ANSWER = "Now give your reply, in exactly the form asked for above and with nothing around it."


class Params(Record, frozen=True):
    """``reasoning_tokens``: the most tokens of the reasoning."""

    reasoning_tokens: Annotated[int, Meta(ge=1, le=100_000)] = 512


class ChainOfThought:
    """A scaffold that asks for reasoning first, and then for the reply with that reasoning in view."""

    name = "cot"
    searches = False

    def __init__(self, params: Params) -> None:
        self._tokens = self.own_tokens = params.reasoning_tokens
        self.params: Mapping[str, Scalar] = to_builtins(params)

    def think(self, ask: Ask) -> Thinking:
        """Ask for reasoning, then for the reply with the reasoning in view."""
        first = asking(ask, REASON, self._tokens)
        reasoning = yield first
        thought = said("assistant", visible(reasoning.text))
        reply = yield then(first, thought, said("user", ANSWER), max_tokens=ask.max_tokens)
        return summed(reply, (reasoning,), (reasoning.text,))

    def calls(self, actions: int) -> int:
        """Return 2."""
        del actions
        return 2


def make(params: Params) -> Scaffold:
    """Return the scaffold."""
    return ChainOfThought(params)
