"""What an analysis is."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from interplay.games.records import Item
from interplay.games.replay import Observed, Verdict


class Measures(Struct, frozen=True):
    """What one match contributes.

    A ratio is (numerator, denominator); matches are added up before they are divided, so that each decision counts
    once. Samples are single values, of which quantiles are reported.
    """

    ratios: Mapping[str, tuple[float, float]]
    samples: Mapping[str, tuple[float, ...]]


class Analysis(Protocol):
    """Measures of the seats *seats* (those of the system) in a verified match; names are ``snake_case``."""

    game: str
    titles: Mapping[str, str]
    """Measure name -> what it says, in one line for a person."""

    def measure(self, item: Item, seats: tuple[int, ...], decisions: Sequence[Observed], verdict: Verdict) -> Measures:
        """Return what the match contributes; ratios without cases have a denominator of 0."""
        ...
