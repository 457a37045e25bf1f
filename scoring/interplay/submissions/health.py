"""Whether replies are worth scoring: empty ones, ones that were cut off, and ones that are errors."""

from typing import Any

from interplay.core.records import Header
from interplay.tracks.base import Track

SHARE = 0.05
"""The share of predictions from which a fault is worth a warning."""
BOTS = "interplay"
"""The provider of bots, whose replies are what they are meant to be."""


class Health:
    """Counts predictions without text, those that were cut off, and those that are errors."""

    def __init__(self, track: Track[Any, Any]) -> None:
        self._track = track
        self._total = self._empty = self._cut = self._errors = 0

    def add(self, item: Any, prediction: Any) -> None:
        """Take in a prediction."""
        is_error = bool(getattr(prediction, "error", None))
        self._total += 1
        self._errors += is_error
        self._empty += not is_error and not any(text.strip() for text in self._track.replies(item, prediction))
        self._cut += getattr(prediction, "finish_reason", None) == "length"

    def warnings(self, header: Header) -> list[str]:
        """Return what is wrong with many of the predictions, in words."""
        if header.system.provider == BOTS:
            return []
        limit = header.system.params.get("max_tokens")
        at = (
            f"at {limit:,} tokens: raise --max-tokens" if isinstance(limit, int) else "at the limit of tokens: raise it"
        )
        cut = f"{self._cut / max(self._total, 1):.0%} of the replies were cut off {at}"
        messages = (
            (self._empty, f"{self._empty:,} of {self._total:,} replies are empty"),
            (self._errors, f"{self._errors:,} of {self._total:,} predictions are errors without a reply"),
            (self._cut, cut),
        )
        return [message for count, message in messages if count and count >= SHARE * self._total]
