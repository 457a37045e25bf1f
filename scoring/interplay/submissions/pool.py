"""The items of a release, read once for all submissions that are opened against it."""

from collections.abc import Callable
from typing import Any

from interplay.core.release import Release
from interplay.tracks.base import Grade, Track

Graders = dict[str, Callable[[Any], Grade]]
"""Item id -> what grades predictions of the item. Filled as items are first met."""


class ItemPool:
    """The items and graders of the tracks of *release*, each made when it is first needed and kept.

    Several submissions to the same tracks share one. It grows with the release, never with the predictions graded.
    """

    def __init__(self, release: Release) -> None:
        self.release = release
        self._items: dict[str, tuple[Any, ...]] = {}
        self._graders: dict[str, Graders] = {}

    def items(self, track: Track[Any, Any]) -> tuple[Any, ...]:
        """Return the items of all splits of *track*, in the release's order."""
        if track.name not in self._items:
            self._items[track.name] = tuple(track.items(self.release))
        return self._items[track.name]

    def graders(self, track: Track[Any, Any]) -> Graders:
        """Return the graders of *track* that were made so far, to be added to."""
        return self._graders.setdefault(track.name, {})
