"""Babble and prune: the model proposes several replies and then chooses one of them.

After an agent of GameBench's code (arXiv 2406.06613), which proposes three.
"""

from typing import Annotated

from msgspec import Meta

from interplay.core.records import Record
from interplay.systems.scaffolds.catalogue import Scaffold, twice


class Params(Record, frozen=True):
    """``candidates``: how many replies are proposed. ``babble_tokens``: the most tokens of the proposals."""

    candidates: Annotated[int, Meta(ge=2, le=20)] = 3
    babble_tokens: Annotated[int, Meta(ge=1, le=100_000)] = 384


def make(params: Params) -> Scaffold:
    """Return a scaffold that asks for several proposals, and then which one of them to send."""
    return twice("prune", params.babble_tokens, params, number=params.candidates)
