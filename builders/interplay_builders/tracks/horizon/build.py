"""The horizon track of a release: sessions of 8 to 2,048 operations, and some of them turn by turn."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product

from interplay.core.records import Finding, Header
from interplay.core.text import noop
from interplay.tracks.horizon.records import Item, Layout, Prediction
from interplay_builders.tracks.base import DataFile, TrackFiles
from interplay_builders.tracks.horizon import compose
from interplay_builders.tracks.horizon.dependence import fitting
from interplay_builders.tracks.horizon.sessions import FAMILIES
from interplay_builders.tracks.horizon.texts import texts_of

LEVELS = (8, 16, 32, 64, 128, 256, 512, 1_024, 2_048)
SESSIONS = 4
"""Sessions of a family and level."""
TURNED = (16, 32, 64, 128, 256)
"""Levels that are asked turn by turn, too, in the first session of each family: histories repeat all that was said."""
SLOW = {"knowledge_first": 20, "knowledge_second": 20}
"""Families whose operations take about so many times as long to draw as those of the others."""


@cache
def build(seed: str, canary: str) -> TrackFiles:
    """Return the sessions of the release in all layouts, which take a minute to draw."""
    return files(seed, canary)


def files(
    seed: str,
    canary: str,
    levels: Sequence[int] = LEVELS,
    sessions: int = SESSIONS,
    families: Sequence[str] = (),
    turned: Sequence[int] = TURNED,
    on_progress: Callable[[int, int], None] = noop,
) -> TrackFiles:
    """Return *sessions* of every level of some *families*, all by default, and those that are asked turn by turn.

    *on_progress* is called with the numbers of operations drawn and of all, where slow ones count as several.
    """
    rows: dict[Layout, list[Item]] = {"single": [], "turns": [], "turns_true": []}
    parts = [*product(families or FAMILIES.names(), levels, range(sessions))]
    total = sum(level * SLOW.get(family, 1) for family, level, _ in parts)
    done = 0
    for family, level, number in parts:
        on_progress(done, total)
        done += level * SLOW.get(family, 1)
        for item in _items(family, seed, canary, level, number, turned):
            rows[item.layout].append(item)
    kept = {layout: items for layout, items in rows.items() if items}
    data = tuple(
        DataFile(f"horizon/{layout}.jsonl.gz", "horizon", Item, tuple(items), splits=(layout,))
        for layout, items in kept.items()
    )
    return TrackFiles("horizon", tuple(kept), data, (Header, Prediction))


def check() -> tuple[Finding, ...]:
    """Return nothing: texts are read strictly, and what items must satisfy is tested on drawn ones."""
    for name in FAMILIES.names():
        texts_of(name)
    return ()


def _items(family: str, seed: str, canary: str, level: int, number: int, turned: Sequence[int]) -> Iterator[Item]:
    session = fitting(family, level, seed, number)
    yield compose.single(session, canary)
    if not number and level in turned:
        yield compose.in_turns(session, canary)
        yield from compose.in_true_turns(session, canary)
