"""Pages of the scorekeeping track: an item is a timeline of what the questioner knows."""

from collections.abc import Sequence
from typing import Any

from interplay_lab.site.presentation import ECHO, SILENT, Attempts, TrackPages
from interplay_lab.site.views import episodes

_RIGHTLY = "Answers requests correctly and"


class _Scorekeeping(TrackPages):
    about = "what a conversation partner knows by now, also after facts have changed"
    programs = {
        "oracle": "Knows the right answers.",
        "always-private": f"{_RIGHTLY} says of every fact that it is private.",
        "always-shared": f"{_RIGHTLY} says of every fact that it is shared.",
        "asked": f"{_RIGHTLY} says that a fact is shared once it was asked for.",
        "last-asked": f"{_RIGHTLY} says that a fact is shared if the last request was for it.",
        "keyword": f"{_RIGHTLY} says that a fact is shared if a request had one of its words.",
        "random": f"{_RIGHTLY} flips a coin for each probe.",
        "copy": "Puts everything that it was sent into every answer, and then says that every fact is shared.",
        "last-reply": "Sends its last reply again.",
        "echo": ECHO,
        "silent": SILENT,
    }
    keys = {
        "split": (
            "split",
            {"base": "no corrections, as in the paper", "corrections": "facts change during the dialogue"},
        )
    }
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


PAGES = _Scorekeeping()
