"""Draw new matches: setups that the release does not have, with the same game, side and opponents for each id."""

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence

from interplay.tracks.games.records import Item
from interplay_builders.tracks.base import LeftOut, Renewed, TrackFiles
from interplay_builders.tracks.games import scales
from interplay_builders.tracks.games.build import SPLITS, Split, files_of

ATTEMPTS = 40
"""How often a match is dealt. Half of the deals of the smallest game with any chance, TicTacToe, are in a release."""
REASON = (
    "nothing is drawn before the first move, so every match begins as the release's do; only the streams of "
    "the bots could be others"
)


def renewed(seed: str, canary: str, released: TrackFiles) -> Renewed:
    """Return the matches of *seed*; those dealt as a released one are dealt again, or left out where none is new.

    A new match may have the setup of another new one, as two released matches may have the same.
    """
    taken = {row.setup.identity for row in _rows(released).values()}
    fresh = files_of(SPLITS, seed, canary, scales.frozen())
    drawn = _rows(fresh)
    for attempt in range(1, ATTEMPTS):
        again = [row for row in drawn.values() if row.setup.identity in taken]
        if not again:
            break
        other = _rows(files_of(_only(again), f"{seed}/{attempt}", canary, scales.frozen()))
        drawn |= {row.item_id: other[row.item_id] for row in again}
    kept = {name: row for name, row in drawn.items() if row.setup.identity not in taken}
    lost = Counter(row.game for name, row in drawn.items() if name not in kept)
    left_out = (LeftOut(track=fresh.name, name=game, items=n, reason=REASON) for game, n in sorted(lost.items()))
    return Renewed(_with(fresh, kept), tuple(left_out))


def _rows(track: TrackFiles) -> dict[str, Item]:
    return {row.item_id: row for file in track.files for row in file.rows if isinstance(row, Item)}


def _only(items: Sequence[Item]) -> list[Split]:
    """Return the splits with no other games than those of *items*."""
    games = frozenset(item.game for item in items)
    return [dataclasses.replace(split, games=games) for split in SPLITS]


def _with(track: TrackFiles, kept: Mapping[str, Item]) -> TrackFiles:
    """Return the track with the rows that are *kept*, in the order that it had."""
    files = []
    for file in track.files:
        names = (row.item_id for row in file.rows if isinstance(row, Item))
        rows = tuple(kept[name] for name in names if name in kept)
        files += [dataclasses.replace(file, rows=rows)] if rows else []
    return dataclasses.replace(track, files=tuple(files), splits=tuple(s for file in files for s in file.splits))
