"""Are sets drawn with different seeds equally hard? Scores of three players of each track on each, and their spread.

    python -m tests.benchmarks.fresh_difficulty [--track NAME] [--draws 4] [--setups 6]

The sets are the release's and *draws* others, without items that not all of them have; a track's players are one that
knows next to nothing, one that goes by a rule or errs often, and one that errs rarely. ``error`` is the standard error
of a set's score over what is independent in it (``Track.cluster``), ``spread`` the standard deviation between the sets;
their ratio is 1 on average where nothing but chance differs, and p is the chance of one at least as large (chi-square).
Games take minutes: of each setups 0 to *setups* - 1 of the main splits are played, and scored by the release's scale.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from msgspec import Struct

from interplay.core.driver import Ask, drive, request_sha256
from interplay.core.randomness import Stream
from interplay.tracks import catalogue
from interplay.tracks.base import Track
from interplay_builders.release import fresh, sources
from interplay_builders.tracks.base import BUILDERS, TrackFiles

Bot = Callable[[Ask], str]
METRICS = {"horizon": "turn_accuracy"}
"""What is compared where the headline is not a mean of items."""
SCALE = 1 << 20


class Compared(Struct, frozen=True):
    """What a player got on each set, the standard error of one, and how probable as large a spread is."""

    means: tuple[float, ...]
    error: float

    @property
    def spread(self) -> float:
        """Return the standard deviation between the sets."""
        return float(np.std(self.means, ddof=1))

    @property
    def p(self) -> float:
        """Return the chance of at least this spread; the upper tail of chi-square for an even number of freedoms."""
        freedom = len(self.means) - 1
        half = freedom * (self.spread / self.error) ** 2 / 2
        return math.exp(-half) * math.fsum(half**k / math.factorial(k) for k in range(freedom // 2))


def erring(right: Bot, wrong: Bot, chance: Callable[[Any], float]) -> Bot:
    """Return a player that replies as *wrong* does with a *chance*, decided by what it is shown, else as *right*."""

    def reply(ask: Ask) -> str:
        slips = Stream("benchmarks", request_sha256(ask), "slip").below(SCALE) < SCALE * chance(ask.situation)
        return (wrong if slips else right)(ask)

    return reply


def players(track: str) -> Mapping[str, Bot]:
    """Return three players of a track, from weak to strong."""
    bots = catalogue.load(track).bots
    match track:
        case "games":
            return {name: bots[name] for name in ("random", "competent", "strong")}
        case "positions":
            errs = erring(bots["optimal"], bots["random"], partial(_share, 20))
            return {"random": bots["random"], "rules": bots["rules"], "optimal, 20% random": errs}
        case "horizon":
            return {
                f"an error in {n} operations": erring(bots["exact"], bots["silent"], partial(_fails, n))
                for n in (20, 100, 400)
            }
        case "simulation":
            return {
                f"an error in {n:,} characters": erring(bots["reference"], bots["template"], partial(_misreads, n))
                for n in (2_000, 10_000, 50_000)
            }
        case "company":
            return {
                f"an error in {n:,} events": erring(bots["oracle"], bots["random"], partial(_mishears, n))
                for n in (200, 1_000, 5_000)
            }
        case _:
            errs = erring(bots["oracle"], bots["random"], partial(_share, 20))
            return {"random": bots["random"], "keyword": bots["keyword"], "oracle, 20% random": errs}


def _share(hundredths: int, _: Any) -> float:
    """Return the same chance for every item."""
    return hundredths / 100


def _fails(operations: int, item: Any) -> float:
    """Return the chance to make a mistake in an item of one who makes one in so many *operations*."""
    return _once_in(operations, item.level)


def _misreads(characters: int, item: Any) -> float:
    """Return the chance to make a mistake in a dialogue of one who makes one in so many *characters*."""
    return _once_in(characters, sum(len(message.content) for message in item.messages))


def _mishears(events: int, item: Any) -> float:
    """Return the chance to make a mistake in a question of one who makes one in so many *events*."""
    return _once_in(events, item.events)


def _once_in(steps: int, taken: int) -> float:
    """Return the chance of a mistake in the steps *taken* of one who makes one in so many *steps*."""
    return 1.0 - math.pow(1 - 1 / steps, taken)


def drawn(track: str, seed: str = "") -> TrackFiles:
    """Return a track of the release, or as *seed* draws it."""
    known, build = sources.identity(), BUILDERS.load(track).build
    return fresh.renewed(build, seed, known.seed, known.canary).files if seed else build(known.seed, known.canary)


def items(made: TrackFiles, setups: int) -> list[Any]:
    """Return the items of the main splits; of matches the first setups."""
    track = catalogue.load(made.name)
    main = track.main_splits(made.splits)
    rows = [row for file in made.files for row in file.rows if isinstance(row, track.item)]
    kept = [row for row in rows if track.where(row)["split"] in main]
    return [row for row in kept if int(getattr(row, "pair", 0)) < setups]


def paired(sets: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return the items of each set that have a sibling in all others."""
    shared = frozenset.intersection(*(frozenset(row.item_id for row in rows) for rows in sets))
    return [[row for row in rows if row.item_id in shared] for rows in sets]


def score(track_name: str, rows: Sequence[Any], bot: Bot) -> tuple[float, float]:
    """Return a player's mean over the parts that count alike, and its standard error over clusters."""
    track = catalogue.load(track_name)
    parts: dict[str, list[tuple[str, float, float]]] = defaultdict(list)
    for row in rows:
        value = value_of(track, row, bot)
        if value is not None:
            part = track.where(row)[track.equal] if track.equal else ""
            parts[part].append((track.cluster(row), value, track.weight(row)))
    found = [_part(part) for part in parts.values()]
    return float(np.mean([mean for mean, _ in found])), math.sqrt(math.fsum(v for _, v in found)) / len(found)


def value_of(track: Track[Any, Any], row: Any, bot: Bot) -> float | None:
    """Return what a player gets on one item."""
    values = track.grader(row)(drive(track.episode(row, 0), bot)).values
    return values.get(METRICS.get(track.name, track.headline.name))


def _part(cells: Sequence[tuple[str, float, float]]) -> tuple[float, float]:
    """Return the weighted mean of (cluster, value, weight), and its variance over clusters."""
    values, weights = (np.array([cell[n] for cell in cells]) for n in (1, 2))
    mean = float(np.average(values, weights=weights))
    off: dict[str, float] = defaultdict(float)
    for cluster, value, weight in cells:
        off[cluster] += weight * (value - mean)
    number = len(off)
    return mean, number / (number - 1) * math.fsum(o * o for o in off.values()) / float(weights.sum()) ** 2


def compared(track: str, sets: Sequence[Sequence[Any]], bot: Bot) -> Compared:
    """Return what a player got on each of an odd number of sets."""
    found = [score(track, rows, bot) for rows in sets]
    return Compared(tuple(mean for mean, _ in found), math.sqrt(float(np.mean([e * e for _, e in found]))))


def lines(track: str, seeds: Sequence[str], setups: int) -> Iterator[str]:
    """Yield the table's rows of a track."""
    sets = paired([items(drawn(track, seed), setups) for seed in ("", *seeds)])
    for name, bot in players(track).items():
        one = compared(track, sets, bot)
        cells = [track, name, *(f"{mean:.2f}" for mean in one.means), f"{one.error:.2f}", f"{one.spread:.2f}"]
        yield f"| {' | '.join(cells)} | {one.spread / one.error:.2f} | {one.p:.2f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--track", action="append", choices=BUILDERS.names())
    parser.add_argument("--draws", type=int, default=4, help="an even number")
    parser.add_argument("--setups", type=int, default=6)
    options = parser.parse_args()
    seeds = [str(number) for number in range(1, options.draws + 1)]
    heads = ["track", "player", "release", *(f"seed {seed}" for seed in seeds), "error", "spread", "ratio", "p"]
    print(f"| {' | '.join(heads)} |\n|:--|:--|{'--:|' * (len(heads) - 2)}")
    for track in options.track or sorted(BUILDERS.names(), key=catalogue.order):
        for line in lines(track, seeds, options.setups):
            print(line, flush=True)


if __name__ == "__main__":
    main()
