"""Chain of thought: the model reasons in one reply and answers in a second one, which alone counts.

After GameBench (arXiv 2406.06613), whose agents reason aloud about the action before they name it.
"""

from typing import Annotated

from msgspec import Meta

from interplay.core.records import Record
from interplay.systems.scaffolds.catalogue import Scaffold, twice


class Params(Record, frozen=True):
    """``reasoning_tokens``: the most tokens of the reasoning."""

    reasoning_tokens: Annotated[int, Meta(ge=1, le=100_000)] = 512


def make(params: Params) -> Scaffold:
    """Return a scaffold that asks for reasoning first, and then for the reply with that reasoning in view."""
    return twice("cot", params.reasoning_tokens, params)
