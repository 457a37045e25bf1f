"""The matches that each sweep of an arena adds, the same for every pair of systems."""

import dataclasses
from collections import Counter
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
"""Whether a system and its rival see hints; ``None`` leaves the matches as they are."""
SWAP = {SYSTEM: RIVAL, RIVAL: SYSTEM}


@dataclass(frozen=True, slots=True)
class Schedule:
    """The frozen matches of an arena, and ``step``: how many a sweep adds to each ordered pair.

    Of two items that differ only by exchanged seats, one is included: the reverse pair plays the other.
    """

    items: tuple[Item, ...]
    splits: tuple[str, ...]
    places: Mapping[str, int]
    rule: Rule
    step: int

    @property
    def most(self) -> int:
        """The number of sweeps that there are matches for."""
        return -(-len(self.items) // self.step)

    @property
    def hinted(self) -> tuple[str, ...]:
        """The games with hints, which list the legal moves, sorted."""
        return tuple(sorted({item.game for item in self.items if item.setup.option(hints.NAME, -1) >= 0}))

    @property
    def games(self) -> tuple[str, ...]:
        """The games that rate systems, sorted."""
        return tuple(sorted({item.game for item in self.items if catalogue.load(item.game).rated}))

    @property
    def unrated(self) -> tuple[str, ...]:
        """The games that do not affect ratings, since they pay a sum instead of being won, sorted."""
        return tuple(sorted({item.game for item in self.items} - set(self.games)))

    def with_hints(self, sees: Hints) -> "Schedule":
        """Return the schedule of a pair with these settings of hints.

        A setting that changes no match is left out, so that it does not change the submission either.
        """
        schedule = self
        for name, on in zip((hints.OF_PLAYERS[SYSTEM], hints.OF_PLAYERS[RIVAL]), sees, strict=True):
            options = {} if on is None else {name: int(on)}
            items = tuple(selecting.altered(TRACK, schedule.items, options))
            if items != schedule.items:
                rule = replace(schedule.rule, options=schedule.rule.options | options)
                schedule = dataclasses.replace(schedule, items=items, rule=rule)
        return schedule

    def hint_settings(self, settings: Mapping[str, bool | None]) -> dict[str, bool]:
        """Return by system whether it sees hints, for the *settings* that change a match."""
        return {name: on for name, on in settings.items() if on is not None and self.with_hints((on, None)) is not self}

    def until(self, sweep: int) -> Chosen:
        """Return the matches of all sweeps up to *sweep*, counted from 1: a seeded sample that contains earlier ones.

        The selection is recorded as by `interplay run`, so that readers of submissions select the same matches.
        """
        items = self.drawn(sweep)
        rule = replace(self.rule, sample=len(items))
        return Chosen(tuple(items), self.splits, self.places, selecting.pinned(TRACK, items, rule))

    def drawn(self, sweep: int) -> list[Item]:
        """Return the matches of all sweeps up to *sweep*."""
        rule = replace(self.rule, sample=min(sweep * self.step, len(self.items)))
        return selecting.drawn(TRACK, self.items, rule)


def schedule(
    release: Release, suite: str | None, games: Sequence[str], options: Mapping[str, int], seed: int
) -> Schedule:
    """Return the matches of a *suite*, of some *games*, or of all, with these *options* of their rules.

    A sweep adds about one setup of each game, more for games with more setups. Raises ``UnknownName`` for an unknown
    suite, game or option, and if no match affects ratings.
    """
    every = [i for i in TRACK.items(release) if RIVAL in i.players and (i.game, i.side) not in MIXED]
    for kind, asked, known in (
        ("suite", [suite] if suite else [], {item.suite for item in every}),
        ("game", games, {item.game for item in every}),
    ):
        for name in (name for name in asked if name not in known):
            names = ", ".join(sorted(known))
            if kind == "game" and name in catalogue.names():
                raise UnknownName(f"{name} is cooperative and cannot be rated; choose from {names}")
            hint = f"unknown {kind} {name!r}{nearest(name, known)}"
            raise UnknownName(f"{hint}; matches between two systems have {names or 'none'}")
    where = {key: values for key, values in (("suite", (suite,) if suite else ()), ("game", tuple(games))) if values}
    fitting = selecting.altered(TRACK, selecting.fitting(TRACK, every, where), options)
    sides = tuple(sorted({TRACK.where(item)["side"] for item in _unmirrored(fitting)}))
    items = [item for item in fitting if item.side in sides]
    if not any(catalogue.load(item.game).rated for item in items):
        names = ", ".join(sorted({item.game for item in items})) or "nothing"
        raise UnknownName(f"{names}: games that pay a sum cannot be rated; choose a game that is won or lost")
    used = {item.split for item in items}
    return Schedule(
        items=tuple(items),
        splits=tuple(split for split in release.track(TRACK.name).splits if split in used),
        places={item.item_id: index for index, item in enumerate(items)},
        rule=Rule(where={**where, "side": sides}, options=dict(options), sample_seed=seed),
        step=max(1, len(items) // min(Counter(item.game for item in items).values())),
    )


def _unmirrored(items: Sequence[Item]) -> list[Item]:
    """Return *items* without those that repeat an earlier one of their setup with exchanged seats.

    Sides are taken in alphabetical order, so that the kept sides have the same names in all games where possible.
    """
    earlier: set[tuple[str, str, tuple[str, ...]]] = set()
    kept = []
    for item in sorted(items, key=lambda item: (item.side, item.item_id)):
        if (item.game, item.pair, tuple(SWAP.get(player, player) for player in item.players)) not in earlier:
            earlier.add((item.game, item.pair, item.players))
            kept.append(item)
    return kept
