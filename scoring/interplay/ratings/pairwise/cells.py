"""Sufficient statistics: matches counted into cells, and the scheme by which they are resampled.

A cell is a kind of cluster that occurs so many times: one match with a certain game, pair, edge and score, or all
matches from one setup. What a resample needs is how often each cell was drawn; after counting, nothing depends on the
number of matches any more.
"""

import dataclasses
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from interplay.core.errors import RecordError
from interplay.core.records import Finding
from interplay.ratings.arrays import BoolArray, FloatArray, IntArray
from interplay.ratings.ledger import Ledger
from interplay.ratings.matches import BadMatch, Result, first_share
from interplay.ratings.pairwise.tables import Settings

_Key = tuple[str, tuple[int, int], float, float]
"""What of a result counts: its game, the pair in order of names, the edge and the share of the first of the pair."""


@dataclass(frozen=True)
class Tallies:
    """What drawing a cell once adds to a pair: a sparse matrix as its entries (K each), sorted by pair and then cell.

    ``wins`` are those of the first of the pair, ``totals`` the comparisons.
    """

    cell: IntArray
    pair: IntArray
    wins: FloatArray
    totals: FloatArray

    def drawn(self, times: FloatArray, n_pairs: int) -> tuple[FloatArray, FloatArray]:
        """Return wins and comparisons (B x *n_pairs* each) when cell u counts ``times[b, u]`` times."""
        rows = np.ascontiguousarray(times.T)
        wins = added_up(self.wins, self.pair, self.cell, rows, n_pairs)
        return wins.T, added_up(self.totals, self.pair, self.cell, rows, n_pairs).T

    def only(self, keep: BoolArray) -> "Tallies":
        """Return the entries of the pairs to *keep* (E), which are numbered anew."""
        inside = keep[self.pair]
        number = np.cumsum(keep) - 1
        return Tallies(self.cell[inside], number[self.pair[inside]], self.wins[inside], self.totals[inside])


@dataclass(frozen=True)
class Cells:
    """What a Bradley-Terry fit needs to know of some matches; U cells, E comparisons, n systems.

    A comparison is a pair (a row of ``pairs``) and the log-odds ``edges`` that its first has by its seat. ``tallies``
    holds what drawing a cell once adds to the wins of the first of each pair, and to the comparisons of the pair.
    ``times`` is how often a cell occurred in game ``game``. ``chance`` is the probability of a cell within its
    stratum, from which ``size[stratum]`` clusters are drawn; ``weight`` scales what a cell adds. ``points`` counts all
    matches, ``won`` and ``lost`` only those that were not dropped.
    """

    systems: tuple[str, ...]
    games: tuple[str, ...]
    pairs: IntArray
    edges: FloatArray
    tallies: Tallies
    times: IntArray
    game: IntArray
    chance: FloatArray
    weight: FloatArray
    stratum: IntArray
    strata: tuple[str, ...]
    size: IntArray
    played: IntArray
    points: FloatArray
    won: FloatArray
    lost: FloatArray
    matches: int
    draws: int
    clustered_by: Literal["setup", "match"]

    @property
    def expected(self) -> tuple[FloatArray, FloatArray]:
        """Return wins and comparisons (1 x E each) of the matches themselves, weighted."""
        times = self.chance * self.size[self.stratum]
        return self.totals(times[None, :])

    @property
    def load(self) -> FloatArray:
        """Return what one cluster of each cell (U) counts in the estimate."""
        return np.asarray(self.chance * self.size[self.stratum] * self.weight / self.times, dtype=np.float64)

    def totals(self, times: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return wins and comparisons (B x E each) when cell u was drawn ``times[b, u]`` times."""
        return self.tallies.drawn(times * self.weight, len(self.pairs))

    def only(self, keep: BoolArray) -> "Cells":
        """Return the same cells with only the systems to *keep* (n) and the comparisons between them."""
        number = np.cumsum(keep) - 1
        inside = keep[self.pairs].all(axis=1)
        return dataclasses.replace(
            self,
            systems=tuple(name for name, kept in zip(self.systems, keep, strict=True) if kept),
            pairs=number[self.pairs[inside]],
            edges=self.edges[inside],
            tallies=self.tallies.only(np.asarray(inside)),
            **{name: getattr(self, name)[keep] for name in ("played", "points", "won", "lost")},
        )


def count(ledger: Ledger, settings: Settings, systems: tuple[str, ...] | None = None) -> Cells:
    """Return the cells of *ledger*; *systems* may name more systems than have played.

    Raises ``RecordError`` naming the line when a match is not a duel of two systems.
    """
    names = ledger.systems if systems is None else tuple(sorted(systems))
    duels, by_setup = _Duels(ledger.results, names, settings), _by_setup(ledger, settings)
    events = duels.event[ledger.sequence]
    counts, content = _clusters(events, ledger.setups) if by_setup else _singles(events, len(duels.game))
    owner, event = content[:, 0], content[:, 1]
    game_of = np.zeros(len(counts), dtype=np.int64)
    game_of[owner] = duels.game[event]
    times = counts[owner].astype(np.float64)
    in_game = np.asarray(np.bincount(duels.game[event], times, minlength=len(duels.games)), dtype=np.float64)
    match_weight = _match_weight(in_game, settings)[game_of]
    pooled = settings.resampling == "pooled"
    stratum, strata = (np.zeros_like(game_of), ("*",)) if pooled else (game_of, duels.games)
    mass = counts * match_weight if pooled else counts.astype(np.float64)
    return Cells(
        systems=names,
        games=duels.games,
        pairs=duels.pairs,
        edges=duels.edges,
        tallies=tally(owner, duels.pair[event], duels.share[event] * duels.counts[event], duels.counts[event]),
        times=counts,
        game=game_of,
        chance=mass / np.bincount(stratum, mass, minlength=len(strata))[stratum],
        weight=np.ones(len(mass)) if pooled else match_weight,
        stratum=stratum,
        strata=strata,
        size=np.bincount(stratum, counts, minlength=len(strata)).astype(np.int64),
        **_record(duels, event, times, len(names)),
        matches=len(ledger.sequence),
        clustered_by="setup" if by_setup else "match",
    )


def _match_weight(in_game: FloatArray, settings: Settings) -> FloatArray:
    """Return the weight of a match of each game; weights add up to the number of matches."""
    if settings.weights == "match" or settings.by_game:
        return np.ones(len(in_game))
    played = in_game > 0
    share = in_game.sum() / max(1, int(played.sum()))
    weight: FloatArray = np.divide(share, in_game, out=np.zeros_like(in_game), where=played)
    return weight


def _record(duels: "_Duels", event: IntArray, times: FloatArray, n: int) -> dict[str, Any]:
    """Return what each of *n* systems played and scored, and the draws, by the names of the fields of ``Cells``."""
    counted, share = times * duels.counts[event], duels.share[event]
    first, second = duels.pairs[duels.pair[event], 0], duels.pairs[duels.pair[event], 1]

    def per_system(of_first: FloatArray, of_second: FloatArray) -> FloatArray:
        total = np.bincount(first, of_first, minlength=n) + np.bincount(second, of_second, minlength=n)
        return total.astype(np.float64)

    return {
        "played": per_system(times, times).astype(np.int64),
        "points": per_system(times * share, times * (1 - share)),
        "won": per_system(counted * share, counted * (1 - share)),
        "lost": per_system(counted * (1 - share), counted * share),
        "draws": int(times[share == 0.5].sum()),
    }


class _Duels:
    """The distinct (game, pair, edge, score) of some results, in an order that does not depend on the file's."""

    def __init__(self, results: tuple[Result, ...], systems: tuple[str, ...], settings: Settings) -> None:
        number = {name: index for index, name in enumerate(systems)}
        keys = [_duel(result, number, settings) for result in results]
        distinct = sorted(set(keys))
        position = {key: index for index, key in enumerate(distinct)}
        self.event: IntArray = np.array([position[key] for key in keys], dtype=np.int64)
        self.games = tuple(sorted({key[0] for key in keys}))
        self.game: IntArray = np.array([self.games.index(key[0]) for key in distinct], dtype=np.int64)
        compared = sorted({key[1:3] for key in distinct})
        pair_number = {pair: index for index, pair in enumerate(compared)}
        self.pairs: IntArray = np.array([pair for pair, _ in compared], dtype=np.int64).reshape(-1, 2)
        self.edges: FloatArray = np.array([edge for _, edge in compared], dtype=np.float64)
        self.pair: IntArray = np.array([pair_number[key[1:3]] for key in distinct], dtype=np.int64)
        self.share: FloatArray = np.array([key[3] for key in distinct], dtype=np.float64)
        self.counts: FloatArray = np.where((self.share == 0.5) & (settings.draws == "drop"), 0.0, 1.0)


def _duel(result: Result, number: dict[str, int], settings: Settings) -> _Key:
    try:
        share = first_share(result, settings.scoring)
    except BadMatch as error:
        finding = Finding(severity="error", file=result.file, line=result.line, path=error.path, message=str(error))
        raise RecordError("Bradley-Terry compares two systems a match", [finding]) from None
    first, second = number[result.sides[0][0]], number[result.sides[1][0]]
    if first < second:
        return result.game, (first, second), result.edge + 0.0, share
    return result.game, (second, first), 0.0 - result.edge, round(1 - share, 12)


def _by_setup(ledger: Ledger, settings: Settings) -> bool:
    if settings.clusters != "auto":
        return settings.clusters == "setup"
    known = ledger.setups[ledger.setups >= 0]
    return len(np.unique(known)) < len(known)


def _singles(events: IntArray, n_events: int) -> tuple[IntArray, IntArray]:
    """Return what ``_clusters`` does when each match is a cluster of its own."""
    counts = np.bincount(events, minlength=n_events)
    kinds = np.flatnonzero(counts)
    return counts[kinds], np.stack([np.arange(len(kinds)), kinds], axis=1)


def _clusters(events: IntArray, setups: IntArray) -> tuple[IntArray, IntArray]:
    """Return how often each distinct cluster occurs, and the content of all as rows (cluster, event)."""
    alone = setups < 0
    owner = np.where(alone, setups.max(initial=-1) + 1 + np.arange(len(setups)), setups)
    order = np.lexsort((events, owner))
    owner, sorted_events = owner[order], events[order]
    starts = np.flatnonzero(np.r_[True, owner[1:] != owner[:-1]]) if len(owner) else np.zeros(0, dtype=np.int64)
    sizes = np.diff(np.r_[starts, len(owner)])
    kinds: list[tuple[tuple[int, ...], int]] = []
    for size in np.unique(sizes).tolist():
        rows = sorted_events[starts[sizes == size][:, None] + np.arange(size)]
        distinct, counts = np.unique(rows, axis=0, return_counts=True)
        kinds.extend(zip(map(tuple, distinct.tolist()), counts.tolist(), strict=True))
    content = [(label, event) for label, (members, _) in enumerate(kinds) for event in members]
    counted = np.array([times for _, times in kinds], dtype=np.int64)
    return counted, np.array(content, dtype=np.int64).reshape(-1, 2)


def tally(cell: IntArray, pair: IntArray, wins: FloatArray, totals: FloatArray) -> Tallies:
    """Return the entries of matches (one a row), those of one cell and pair added up."""
    n_cells = int(cell.max(initial=0)) + 1
    key, entry = np.unique(pair * n_cells + cell, return_inverse=True)
    return Tallies(
        cell=key % n_cells,
        pair=key // n_cells,
        wins=np.bincount(entry, wins, minlength=len(key)).astype(np.float64),
        totals=np.bincount(entry, totals, minlength=len(key)).astype(np.float64),
    )


def added_up(value: FloatArray, to: IntArray, of: IntArray, rows: FloatArray, n: int) -> FloatArray:
    """Return the sums (n x B) of ``value[k] * rows[of[k]]`` over all k with one ``to[k]``, added in order of ``of``."""
    sums = np.zeros((n, rows.shape[1]))
    for factor, target, source in zip(value.tolist(), to.tolist(), of.tolist(), strict=True):
        sums[target] += factor * rows[source]
    return sums
