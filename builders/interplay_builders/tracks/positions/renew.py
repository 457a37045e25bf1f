"""Draw new positions: each replaces a released one of the same kind and nearly the same depth.

None is a released one that was turned, mirrored or renamed (``identity_of``).
"""

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from interplay.tracks.positions.records import Position
from interplay_builders.tracks.base import LeftOut, Renewed, TrackFiles
from interplay_builders.tracks.positions.blind import factors_of, with_blind
from interplay_builders.tracks.positions.build import positions
from interplay_builders.tracks.positions.identity import identity_of

ATTEMPTS = 12
"""How often the positions of a game are drawn, if too few of a kind are new."""
SPENT = frozenset({("hive", "hard"), ("santorini", "hard")})
"""Games and splits with almost all positions of their pools in the release: what is left is too few for a score."""
REASON = "too few positions of the kind exist beside those of the release, however turned or renamed"
Kind = tuple[str, str, str]
"""Game, split, kind."""


def renewed(seed: str, canary: str, released: TrackFiles) -> Renewed:
    """Return a position drawn with *seed* for each released one, with its id; the missing ones are left out.

    None is the same as a released one, and none occurs twice. The zero is the release's.
    """
    wanted: dict[Kind, list[Position]] = defaultdict(list)
    for row in _rows(released):
        if (row.game, row.split) not in SPENT:
            wanted[kind_of(row)].append(row)
    known = {identity_of(row) for row in _rows(released)}
    new = _drawn(seed, canary, {kind: len(rows) for kind, rows in wanted.items()}, known)
    siblings_of = {row.item_id: row for kind, rows in wanted.items() for row in siblings(rows, new[kind])}
    games: dict[str, list[Position]] = defaultdict(list)
    for row in _rows(released):
        games[row.game] += [siblings_of[row.item_id]] if row.item_id in siblings_of else []
    factors = factors_of(list(_rows(released)))
    rows = tuple(row for group in games.values() for row in with_blind(group, factors))
    lost = Counter(kind_of(row) for row in _rows(released) if row.item_id not in siblings_of)
    left_out = (
        LeftOut(track=released.name, name=f"{game} ({kind})", items=n, reason=REASON)
        for (game, _, kind), n in sorted(lost.items())
    )
    return Renewed(
        dataclasses.replace(released, files=(dataclasses.replace(released.files[0], rows=rows),)), tuple(left_out)
    )


def kind_of(row: Position) -> Kind:
    """Return what a position shares with its siblings."""
    return row.game, row.split, row.kind


def siblings(released: Sequence[Position], new: Iterable[Position]) -> Iterator[Position]:
    """Yield for each of the *released* one of the *new* with its id, the pairs with the nearest tags first."""
    candidates = list(new)
    pairs = [(apart(row, other), n, at) for n, row in enumerate(released) for at, other in enumerate(candidates)]
    chosen: dict[int, int] = {}
    taken: set[int] = set()
    for _, n, at in sorted(pairs):
        if n not in chosen and at not in taken:
            chosen[n] = at
            taken.add(at)
    for n in sorted(chosen):
        yield replace(candidates[chosen[n]], item_id=released[n].item_id)


def apart(first: Position, other: Position) -> float:
    """Return how far the tags of two positions are apart: ``depth-9`` and ``depth-12`` are 3, two words are 2."""
    mine, others = (dict(map(_number, row.tags)) for row in (first, other))
    return sum(abs(mine.get(name, 0.0) - others.get(name, 0.0)) for name in mine.keys() | others.keys())


def _number(tag: str) -> tuple[str, float]:
    """Return the name and the number of a tag; 1 for one that is a word."""
    name, _, number = tag.rpartition("-")
    return (name, float(number)) if number.isdigit() else (tag, 1.0)


def _drawn(
    seed: str, canary: str, wanted: dict[Kind, int], known: set[tuple[str, Hashable]]
) -> dict[Kind, list[Position]]:
    """Return at least as many new positions of each kind as are *wanted*, if so many are found."""
    fresh: dict[Kind, list[Position]] = {kind: [] for kind in wanted}
    taken = set(known)
    for attempt in range(ATTEMPTS):
        games = sorted({kind[0] for kind, rows in fresh.items() if len(rows) < wanted[kind]})
        for row in positions(f"{seed}/{attempt}" if attempt else seed, canary, games) if games else ():
            if kind_of(row) in fresh and (identity := identity_of(row)) not in taken:
                taken.add(identity)
                fresh[kind_of(row)].append(row)
    return fresh


def _rows(track: TrackFiles) -> Iterator[Position]:
    return (row for file in track.files for row in file.rows if isinstance(row, Position))
