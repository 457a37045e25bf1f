"""Which matches each sweep of an arena adds, the same for every pair of systems."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.errors import UnknownName
from interplay.core.records import Rule
from interplay.core.release import Release
from interplay.core.text import nearest
from interplay.ratings.submissions import MIXED
from interplay.running.options import Chosen
from interplay.submissions import selection as selecting
from interplay.tracks.games import catalogue
from interplay.tracks.games.records import Item
from interplay.tracks.games.shared import hints
from interplay.tracks.games.track import TRACK

Hints = tuple[bool | None, bool | None]
"""Whether a system, and its rival, see hints; nothing where that is as in the matches."""
SWAP = {SYSTEM: RIVAL, RIVAL: SYSTEM}


@dataclass(frozen=True, slots=True)
class Schedule:
    """The frozen matches between two systems that an arena draws from, and how many a sweep adds to each ordered pair.

    Of two items that are each other with the seats exchanged, one is there: the other order of the pair plays it.
    """

    items: tuple[Item, ...]
    splits: tuple[str, ...]
    places: Mapping[str, int]
    rule: Rule
    step: int

    @property
    def most(self) -> int:
        """How many sweeps there are matches for."""
        return -(-len(self.items) // self.step)

    @property
    def hinted(self) -> tuple[str, ...]:
        """The games that list the legal moves for who sees hints, sorted."""
        return tuple(sorted({item.game for item in self.items if item.setup.option(hints.NAME, -1) >= 0}))

    @property
    def games(self) -> tuple[str, ...]:
        """The games that rate systems, sorted."""
        return tuple(sorted({item.game for item in self.items if catalogue.load(item.game).rated}))

    @property
    def unrated(self) -> tuple[str, ...]:
        """The games that are played and rate nobody, as they pay a sum instead of being won, sorted."""
        return tuple(sorted({item.game for item in self.items} - set(self.games)))

    def told(self, seen: Hints) -> "Schedule":
        """Return the schedule of a pair whose system, and whose rival, see hints or not; nothing is as it is.

        What changes no match is not said, so that a setting that all matches have anyway makes no other submission.
        """
        found = self
        for name, sees in zip((hints.OF_PLAYERS[SYSTEM], hints.OF_PLAYERS[RIVAL]), seen, strict=True):
            options = {} if sees is None else {name: int(sees)}
            items = tuple(selecting.altered(TRACK, found.items, options))
            if items != found.items:
                rule = replace(found.rule, options=found.rule.options | options)
                found = dataclasses.replace(found, items=items, rule=rule)
        return found

    def own(self, seen: Mapping[str, bool | None]) -> dict[str, bool]:
        """Return by system whether it sees hints, of those *seen* where that changes a match."""
        return {name: sees for name, sees in seen.items() if sees is not None and self.told((sees, None)) is not self}

    def until(self, sweep: int) -> Chosen:
        """Return the matches of all sweeps up to *sweep*, counted from 1: a seeded sample that holds the ones before.

        The selection is what `interplay run` would record for it, so that readers of submissions choose it again.
        """
        items = self.drawn(sweep)
        return Chosen(tuple(items), self.splits, self.places, selecting.pinned(TRACK, items, self._sampled(sweep)))

    def drawn(self, sweep: int) -> list[Item]:
        """Return the matches of all sweeps up to *sweep*."""
        return selecting.drawn(TRACK, self.items, self._sampled(sweep))

    def _sampled(self, sweep: int) -> Rule:
        return replace(self.rule, sample=min(sweep * self.step, len(self.items)))


def schedule(
    release: Release, suite: str | None, games: Sequence[str], options: Mapping[str, int], seed: int
) -> Schedule:
    """Return the matches of a *suite*, of some *games*, or of all, with these *options* of their rules.

    A sweep adds about one setup of each game, more of those with more setups. Raises ``UnknownName`` for a suite,
    game or option that there is not, and where no match rates anybody.
    """
    every = [i for i in TRACK.items(release) if RIVAL in i.players and (i.game, i.side) not in MIXED]
    for kind, asked, known in (
        ("suite", [suite] if suite else [], {item.suite for item in every}),
        ("game", games, {item.game for item in every}),
    ):
        for name in asked:
            if kind == "game" and name not in known and name in catalogue.names():
                held = ", ".join(sorted(known))
                raise UnknownName(f"{name} is played together and rates nobody; choose of {held}")
            if name not in known:
                hint = f"unknown {kind} {name!r}{nearest(name, known)}"
                raise UnknownName(f"{hint}; matches between two systems have {', '.join(sorted(known)) or 'none'}")
    where = {key: values for key, values in (("suite", (suite,) if suite else ()), ("game", tuple(games))) if values}
    fitting = selecting.altered(TRACK, selecting.fitting(TRACK, every, where), options)
    sides = tuple(sorted({TRACK.where(item)["side"] for item in _unmirrored(fitting)}))
    items = [item for item in fitting if item.side in sides]
    if not any(catalogue.load(item.game).rated for item in items):
        held = ", ".join(sorted({item.game for item in items})) or "nothing"
        raise UnknownName(f"{held}: played for a sum, which rates nobody; choose a game that is won or lost")
    held_splits = {item.split for item in items}
    parts: dict[str, int] = {}
    for item in items:
        parts[item.game] = parts.get(item.game, 0) + 1
    return Schedule(
        items=tuple(items),
        splits=tuple(split for split in release.track(TRACK.name).splits if split in held_splits),
        places={item.item_id: place for place, item in enumerate(items)},
        rule=Rule(where={**where, "side": sides}, options=dict(options), sample_seed=seed),
        step=max(1, len(items) // min(parts.values())),
    )


def _unmirrored(items: Sequence[Item]) -> list[Item]:
    """Return *items* without those that are an earlier one of their setup with the seats exchanged.

    Sides are taken in the order of their names, so that a name is on one side in all games, as far as that goes.
    """
    held: set[tuple[str, str, tuple[str, ...]]] = set()
    found = []
    for item in sorted(items, key=lambda item: (item.side, item.item_id)):
        if (item.game, item.pair, tuple(SWAP.get(player, player) for player in item.players)) not in held:
            held.add((item.game, item.pair, item.players))
            found.append(item)
    return found
