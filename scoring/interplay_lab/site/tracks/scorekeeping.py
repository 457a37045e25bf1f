"""Pages of the scorekeeping track: an item is a timeline of what the questioner knows."""

from collections.abc import Sequence
from typing import Any

from interplay_lab.site.presentation import Attempts, TrackPages
from interplay_lab.site.views import episodes


class _Scorekeeping(TrackPages):
    template = "episode.html"

    def values(self, attempts: Sequence[Attempts], context: Any) -> dict[str, object]:  # noqa: ARG002
        item = attempts[0].trials[0].item
        return {
            "prompt": item.initial_prompt,
            "aside": item.tags.aside,
            "scored": episodes.is_scored(item),
            "truths": episodes.TRUTHS,
            "timelines": [episodes.timeline(attempt.entry, attempt.href, attempt.trials[0]) for attempt in attempts],
        }


PAGES = _Scorekeeping(__file__)
