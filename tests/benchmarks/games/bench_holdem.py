"""Hold'em: what players win against each style of the opponent, and how fast hands are verified.

Run: python -m tests.benchmarks.games.bench_holdem [DEALS] [RULES] [PLAYER ...]

(default 120 deals and rules 1, the standard ones). A row is what a player wins a hand over both seats of the deals
against each style, and the standard error over deals; then the mean over styles, as the main split has them in turn,
with the standard error that a run of that many deals has, and the score (0 the bot ``folder``, 100 the bot
``equity``); then chips with luck.
"""

import math
import sys
import time
from statistics import fmean, stdev

import msgspec

from interplay.core import canonical
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Prediction
from tests.games import matches
from tests.games.holdem.players import BLIND, STYLES, Player, bot, pair

BOTS = ("equity", "solid", "tight", "caller", "bluffer", "folder", "random")
Row = dict[str, list[tuple[float, float]]]
"""Style -> worth and chips of each deal."""


def row_of(player: Player, deals: int, rules: int) -> Row:
    """Play a player against each style."""
    return {style: [pair(player, style, f"bench/{n}", rules=rules) for n in range(deals)] for style in STYLES}


def show(name: str, row: Row, zero: float, hundred: float) -> None:
    """Print a row of the table."""
    cells = [f"{fmean(w for w, _ in pairs):+.1f} ({_error([w for w, _ in pairs]):.1f})" for pairs in row.values()]
    mean, error = mean_of(row)
    chips = fmean(c for pairs in row.values() for _, c in pairs)
    luck = math.sqrt(fmean(_error([c for _, c in pairs]) ** 2 for pairs in row.values()))
    score = 100 * (mean - zero) / (hundred - zero)
    print(
        f"| {name} | {' | '.join(cells)} | {mean:+.1f} ({error:.2f}) | {score:.0f} | {chips:+.1f} ({luck:.2f}) |",
        flush=True,
    )


def mean_of(row: Row) -> tuple[float, float]:
    """Return the mean worth over styles, and its standard error in a run with one style a deal."""
    errors = [_error([w for w, _ in pairs]) for pairs in row.values()]
    return fmean(w for pairs in row.values() for w, _ in pairs), math.sqrt(fmean(e * e for e in errors))


def _error(values: list[float]) -> float:
    return stdev(values) / math.sqrt(len(values))


def verify(number: int) -> None:
    """Print how many recorded random hands a second the referee verifies, with and without decoding."""
    items = [matches.item("holdem", seed=str(seed)) for seed in range(number)]
    played = [matches.play(item, matches.randomly(seed)) for seed, item in enumerate(items)]
    replays = [Replay(item) for item in items]
    raw = [canonical.encode(prediction) for prediction in played]
    decoder = msgspec.json.Decoder(Prediction)
    start = time.perf_counter()
    for replay, prediction in zip(replays, played, strict=True):
        replay.verify(prediction)
    decoded = time.perf_counter()
    for replay, line in zip(replays, raw, strict=True):
        replay.verify(decoder.decode(line))
    end = time.perf_counter()
    print(f"verified a second: {number / (decoded - start):,.0f}, with decoding {number / (end - decoded):,.0f}")


def main(deals: int, rules: int, chosen: list[str]) -> None:
    """Print the table."""
    players = {**{f"bot `{name}`": bot(name) for name in BOTS}, **BLIND}
    rows = {name: row_of(players[name], deals, rules) for name in ("bot `folder`", "bot `equity`")}
    zero, hundred = (mean_of(row)[0] for row in rows.values())
    print("| player | " + " | ".join(STYLES) + " | mean | score | with luck |")
    print("|---" * (len(STYLES) + 4) + "|")
    for name, player in players.items():
        if not chosen or name in chosen:
            show(name, rows.get(name) or row_of(player, deals, rules), zero, hundred)


if __name__ == "__main__":
    verify(2_000)
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 120,
        int(sys.argv[2]) if len(sys.argv) > 2 else 1,
        sys.argv[3:],
    )
