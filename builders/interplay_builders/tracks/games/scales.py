"""What is 0 and 100 in the score of a match: what the random and the strong bot get on the same matches.

The release's numbers are in ``scales.csv``, one row for each split, game and side, as they are printed by

    interplay-build page scales > builders/interplay_builders/tracks/games/scales.csv

which plays every match of the release with both bots (and, where the sides have different numbers of seats, with the
bot that sits opposite, which gives the side's edge). Splits against another system have no scale, and neither have
sides on which the strong bot is not clearly above the random one.
"""

import csv
import dataclasses
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.resources import files
from multiprocessing import get_context
from statistics import fmean, stdev

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from interplay.core.driver import RIVAL, SYSTEM, drive
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import STRENGTHS
from interplay.tracks.games.bots import BOTS
from interplay.tracks.games.records import Item, Scale
from interplay.tracks.games.track import TRACK
from interplay_builders.tracks.base import TrackFiles

Key = tuple[str, str, str]
"""Split, game, side."""
CLEAR = 3.0
"""Standard errors by which the strong bot is above the random one where there is a scale."""
FILE = "scales.csv"


class Measured(Struct, frozen=True):
    """What bots got on the ``n`` matches of one split, game and side, in the game's unit.

    ``error`` is the standard error of ``hundred - zero`` over setups. ``edge`` is the log-odds of the side's points
    when a bot plays itself, 0 where both sides have as many seats.
    """

    unit: str
    n: int
    zero: float
    hundred: float
    error: float
    edge: float

    @property
    def scale(self) -> Scale | None:
        """Return the scale, unless the two bots can hardly be told apart."""
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
        found = scales.get((split or item.split, item.game, item.side))
        if found is None:
            yield replace(item, scale=None)
        else:
            yield replace(item, scale=found.scale, edge=found.edge)


def measure(items: Iterable[Item], say: Callable[[str], None] = lambda _: None) -> Scales:
    """Return the scales of *items*, playing every match with each bot; as many processes as there are processors."""
    parts: dict[Key, list[Item]] = {}
    for item in items:
        if RIVAL not in item.players:
            parts.setdefault(key_of(item), []).append(item)
    found: dict[Key, Measured] = {}
    with ProcessPoolExecutor(os.cpu_count() or 1, mp_context=get_context("spawn")) as pool:
        for number, (key, one) in enumerate(zip(parts, pool.map(_measured, parts.values()), strict=True), 1):
            found[key] = one
            say(f"{number} of {len(parts)}: {' '.join(key)}, {one.zero:.3f} to {one.hundred:.3f} {one.unit}")
    return found


def rescaled(made: TrackFiles, say: Callable[[str], None] = lambda _: None) -> TrackFiles:
    """Return the files of the games track with scales that are measured on their own matches."""
    rows = [row for file in made.files for row in file.rows if isinstance(row, Item)]
    found = measure(rows, say)
    held = tuple(
        dataclasses.replace(f, rows=tuple(scaled((row for row in f.rows if isinstance(row, Item)), found)))
        for f in made.files
    )
    return dataclasses.replace(made, files=held)


def lines(scales: Scales) -> Iterator[str]:
    """Yield *scales* as CSV."""
    names = Measured.__struct_fields__
    yield ",".join(("split", "game", "side", *names))
    for key, found in scales.items():
        numbers = (getattr(found, name) for name in names)
        yield ",".join((*key, *(f"{n:.10g}" if isinstance(n, float) else str(n) for n in numbers)))


def _measured(items: Sequence[Item]) -> Measured:
    """Return what both bots get on the matches of one part."""
    game = catalogue.load(items[0].game)
    zero, hundred = ([_worth(item, name) for item in items] for name in ("random", "strong"))
    gains = [high - low for low, high in zip(zero, hundred, strict=True)]
    error = stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else math.inf
    return Measured(game.unit, len(items), fmean(zero), fmean(hundred), error, _edge(items))


def _worth(item: Item, bot: str) -> float:
    return _value(item, bot, "worth")


def _value(item: Item, bot: str, metric: str) -> float:
    """Return one metric of a match that *bot* plays as the system."""
    place = [spec.name for spec in TRACK.metrics].index(metric)
    found = TRACK.grader(item)(drive(TRACK.episode(item, 0), BOTS[bot])).values[place]
    return math.nan if found is None else found


def _edge(items: Sequence[Item]) -> float:
    """Return the log-odds of the side when the bot that sits opposite plays it, where the sides are not alike."""
    item, game = items[0], catalogue.load(items[0].game)
    if len({len(seats) for _, seats in game.sides(item.setup)}) == 1 or not game.rated:
        return 0.0
    opposite = next(player for player in item.players if player != SYSTEM)
    strength = STRENGTHS[catalogue.bot(item.game, opposite).strength]
    won = math.fsum(_value(one, strength, "points") for one in items)
    return math.log((won + 0.5) / (len(items) - won + 0.5))  # half a match each: a side may win all of few
