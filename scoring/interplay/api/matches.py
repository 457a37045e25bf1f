"""Matches as stories."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from interplay.api.opening import Dataset, Place, opened
from interplay.tables import story
from interplay.tracks.games.records import Item, Prediction


@dataclass(frozen=True, slots=True)
class Story:
    """One match; printing it tells it move by move."""

    item: Item
    prediction: Prediction
    names: Mapping[str, str] = field(default_factory=lambda: story.WHO)

    @property
    def decisions(self) -> tuple[story.Shown, ...]:
        """What the referee made of each reply."""
        return story.decisions(self.item, self.prediction)

    def __str__(self) -> str:
        """Return the match as a person reads it."""
        return "\n".join(story.tell(self.item, self.prediction, self.names))


def replay(path: Place, item_id: str, *, trial: int = 0, release: Dataset = None) -> Story:
    """Re-run one match of a games submission from its frozen setup.

    Args:
        path: The submission, ``.jsonl`` or ``.jsonl.gz``.
        item_id: The match, such as ``llmarena/bid/03/first``.
        trial: Which run of it, counted from 0.
        release: A release, or its directory; by default the one that comes with the package.

    Returns:
        The match: print it, or look at its ``decisions``.

    Raises:
        RecordError: The submission holds no such match, or it cannot have gone as submitted.

    Example:
        >>> import interplay
        >>> root = interplay.open_release().root
        >>> match = interplay.replay(root / "baselines/bot-strong/games.jsonl.gz", "llmarena/tictactoe/07/first")
        >>> print(str(match).splitlines()[-1])
        Ended: draw. Returns: seat 0 0, seat 1 0
    """
    found = Path(path)
    return Story(*story.find(found, opened(release), item_id, trial), names=story.names_in(found))
