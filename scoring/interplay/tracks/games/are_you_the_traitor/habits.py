"""Habits of straightforward speakers in Are You the Traitor: questions and answers of each role, in percent.

The candid bot speaks by these tables, and the sleuth interprets others by them. The sleuth itself speaks by the
``MASKED_`` tables, which are the same for roles that others should not distinguish.
"""

from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct

from interplay.tracks.games.shared.lines import table

T = TypeVar("T")
Asking = Mapping[str, int]
"""Kind of question, and ``/w`` where it is put to a wizard -> weight."""
Answering = Mapping[str, Mapping[str, int]]
"""Kind of question -> kind of answer -> weight; ``suspect/w`` names a wizard."""


class _Tables(Struct, frozen=True):
    asking: Mapping[str, Asking]
    answering: Mapping[str, Answering]
    masked_asking: Mapping[str, Asking]
    masked_answering: Mapping[str, Answering]


def _by_role(masks: Mapping[str, T]) -> Mapping[str, T]:
    others, wizards = ("traitor", "holder", "guard"), ("good", "evil")
    return {**dict.fromkeys(others, masks["others"]), **dict.fromkeys(wizards, masks["wizards"])}


_TABLES = table("are_you_the_traitor", "habits.toml", _Tables)
ASKING, ANSWERING = _TABLES.asking, _TABLES.answering
MASKED_ASKING, MASKED_ANSWERING = _by_role(_TABLES.masked_asking), _by_role(_TABLES.masked_answering)
