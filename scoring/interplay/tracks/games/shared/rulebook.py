"""The rules of games in words: a summary, and what can be explained under headings, from ``rules.toml`` of a game."""

from collections.abc import Hashable
from functools import lru_cache

from interplay.tracks.games.shared.lines import table
from interplay.tracks.games.shared.menu import Topic


@lru_cache(maxsize=64)
def rulebook(game: str, **facts: Hashable) -> tuple[str, tuple[Topic, ...]]:
    """Return the summary of *game*'s rules and its topics in order, with *facts* for the names in braces."""
    texts = {heading: text.format(**facts) for heading, text in table(game, "rules.toml", dict[str, str]).items()}
    return texts.pop("Summary"), tuple(Topic(*item) for item in texts.items())
