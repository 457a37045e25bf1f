"""The horizon track of a release: sessions of 8 to 2,048 operations, and some of them turn by turn."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from interplay.core.records import Finding, Header
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
) -> TrackFiles:
    """Return *sessions* of every level of some *families*, all by default, and those that are asked turn by turn."""
    names = families or FAMILIES.names()
    rows: dict[Layout, list[Item]] = {"single": [], "turns": [], "turns_true": []}
    for item in chain.from_iterable(_items(name, seed, canary, levels, sessions, turned) for name in names):
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


def _items(
    family: str, seed: str, canary: str, levels: Sequence[int], sessions: int, turned: Sequence[int]
) -> Iterator[Item]:
    for level in levels:
        for number in range(sessions):
            session = fitting(family, level, seed, number)
            yield compose.single(session, canary)
            if not number and level in turned:
                yield compose.in_turns(session, canary)
                yield from compose.in_true_turns(session, canary)
