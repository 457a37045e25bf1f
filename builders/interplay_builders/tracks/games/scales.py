"""What is 0 and 100 in the score of a match: the results of the best uninformed baseline and of the strong bot.

Zero is the best uninformed baseline: the random bot, and those of ``interplay.tracks.games.blind``. The
release's numbers are in ``scales.csv``, one row for each split, game and side, as they are printed by

    interplay-build page scales > builders/interplay_builders/tracks/games/scales.csv

which plays every match of the release with all of these bots (and, where the sides do not share the seats out evenly,
with the bot that sits opposite, which gives the side's edge). Sides on which the strong bot is not clearly above zero
are taken together where they are alike; where it is not clear then, there is no scale. Splits against another system
have none.
"""

import csv
import dataclasses
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from statistics import fmean, stdev

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from interplay.core.driver import RIVAL, SYSTEM, Ask, drive
from interplay.core.processes import workers
from interplay.core.text import noop
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Bot
from interplay.tracks.games.bots import BLIND, BOTS, bots_of, player
from interplay.tracks.games.records import Item, Scale
from interplay.tracks.games.track import TRACK
from interplay_builders.tracks.base import TrackFiles

Key = tuple[str, str, str]
"""Split, game, side."""
CLEAR = 3.0
"""Standard errors by which the strong bot is above zero where there is a scale."""
FILE = "scales.csv"
STRONG = "strong"
SILENT = "silent"
"""The uninformed bot that plays in the referee's matches."""


class Measured(Struct, frozen=True):
    """What bots got on the ``n`` matches of one split, game and side, in the game's unit.

    ``blind`` is the best uninformed baseline, ``zero``. ``error`` is the standard error of
    ``hundred - zero`` over setups. ``edge`` is the log-odds of the side's points when a bot plays itself, 0 where the
    sides share the seats out evenly.
    """

    unit: str
    n: int
    blind: str
    zero: float
    hundred: float
    error: float
    edge: float

    @property
    def scale(self) -> Scale | None:
        """Return the scale; ``None`` if zero and hundred are not significantly different."""
        if self.hundred - self.zero <= max(CLEAR * self.error, 1e-6):
            return None
        return Scale(unit=self.unit, zero=self.zero, hundred=self.hundred)


Scales = Mapping[Key, Measured]


def key_of(item: Item) -> Key:
    """Return what the matches with the same scale share."""
    return item.split, item.game, item.side


def frozen() -> Scales:
    """Return the scales of the release."""
    text = files("interplay_builders.tracks.games").joinpath(FILE).read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return {(row["split"], row["game"], row["side"]): msgspec.convert(row, Measured, strict=False) for row in rows}


def scaled(items: Iterable[Item], scales: Scales, split: str = "") -> Iterator[Item]:
    """Yield *items* with the scale and the edge of their split, or of another *split*, and of their game and side."""
    for item in items:
        measured = scales.get((split or item.split, item.game, item.side))
        if measured is None:
            yield replace(item, scale=None)
        else:
            yield replace(item, scale=measured.scale, edge=measured.edge)


def measure(items: Iterable[Item], on_progress: Callable[[int, int], None] = noop) -> Scales:
    """Return the scales of *items*, playing every match with each bot; as many processes as there are processors.

    *on_progress* is called with the numbers of splits, games and sides that are done and of all.
    """
    parts: dict[Key, list[Item]] = {}
    for item in items:
        if RIVAL not in item.players:
            parts.setdefault(key_of(item), []).append(item)
    played: dict[Key, Played] = {}
    with workers(os.cpu_count() or 1) as submit:
        on_progress(0, len(parts))
        for key, future in [(key, submit(_played, part)) for key, part in parts.items()]:
            played[key] = future.result()
            on_progress(len(played), len(parts))
    return {key: _measured(key, played) for key in played}


def rescaled(track: TrackFiles, on_progress: Callable[[int, int], None] = noop) -> TrackFiles:
    """Return the files of the games track with scales that are measured on their own matches."""
    rows = [row for file in track.files for row in file.rows if isinstance(row, Item)]
    measured = measure(rows, on_progress)
    files = tuple(
        dataclasses.replace(f, rows=tuple(scaled((row for row in f.rows if isinstance(row, Item)), measured)))
        for f in track.files
    )
    return dataclasses.replace(track, files=files)


def lines(scales: Scales) -> Iterator[str]:
    """Yield *scales* as CSV."""
    names = Measured.__struct_fields__
    yield ",".join(("split", "game", "side", *names))
    for key, measured in scales.items():
        numbers = (getattr(measured, name) for name in names)
        yield ",".join((*key, *(f"{n:.10g}" if isinstance(n, float) else str(n) for n in numbers)))


class Played(Struct, frozen=True):
    """What each bot got in the matches of one part, in the order of their setups."""

    worths: Mapping[str, Sequence[float]]
    edge: float
    alike: bool
    """Whether the sides share the seats out evenly, so that they can be taken together and none is ahead by itself."""


def _measured(key: Key, played: Mapping[Key, Played]) -> Measured:
    """Return the numbers of one part; of all sides together where they are alike and this one's are not clear."""
    alone = _summary(key, [played[key]])
    if alone.scale is not None or not played[key].alike:
        return alone
    return _summary(key, [part for other, part in played.items() if other[:2] == key[:2]])


def _summary(key: Key, sides: Sequence[Played]) -> Measured:
    """Return the numbers of some sides of a game; the units of variation are setups."""
    names = sides[0].worths.keys()
    means = {name: [fmean(both) for both in zip(*(side.worths[name] for side in sides), strict=True)] for name in names}
    strong = means.pop(STRONG)
    blind = max(means, key=lambda name: fmean(means[name]))
    gains = [high - low for low, high in zip(means[blind], strong, strict=True)]
    error = stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else math.inf
    unit = catalogue.load(key[1]).unit
    return Measured(unit, len(strong), blind, fmean(means[blind]), fmean(strong), error, sides[0].edge)


def _played(items: Sequence[Item]) -> Played:
    """Play the matches of one part with every uninformed bot and with the strong bot."""
    game = catalogue.load(items[0].game)
    players = {bot.name: player(_same(bot)) for bot in bots_of(game.name, "random")}
    players |= {name: BOTS[name] for name in BLIND if name != SILENT}
    players[STRONG] = BOTS[STRONG]
    worths = {name: [_value(item, reply, "score") for item in items] for name, reply in players.items()}
    sides = [seats for _, seats in game.sides(items[0].setup)]
    alike = len({*map(len, sides)}) == 1 and sum(map(len, sides)) == game.seats
    return Played(worths, 0.0 if alike or not game.rated else _edge(items), alike)


def _same(bot: Bot) -> Callable[[str], Bot]:
    return lambda _: bot


def _value(item: Item, reply: Callable[[Ask], str], metric: str) -> float:
    """Return one metric of a match; the score is in the game's own unit, with invalid matches worth nothing."""
    unscaled = replace(item, scale=Scale(unit="own", zero=0.0, hundred=100.0))
    value = TRACK.grader(unscaled)(drive(TRACK.episode(unscaled, 0), reply)).values[metric]
    return math.nan if value is None else value


def _edge(items: Sequence[Item]) -> float:
    """Return the log-odds of the side when the bot that sits opposite plays it."""
    opposite = catalogue.bot(items[0].game, next(other for other in items[0].players if other != SYSTEM))
    won = math.fsum(_value(item, player(_same(opposite)), "points") for item in items)
    return math.log((won + 0.5) / (len(items) - won + 0.5))  # half a match each: a side may win all of few
