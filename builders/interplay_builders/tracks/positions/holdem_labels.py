"""Exact chances of 900 flops in Hold'em, as data because they take a minute to compute.

Spot k holds the first two cards of the deck that the stream ``static`` of seed k shuffles, on a flop of the next three.
Make the file again, or compare it with what it would be:

    python -m interplay_builders.tracks.positions.holdem_labels write
    python -m interplay_builders.tracks.positions.holdem_labels check
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.holdem.equity import Equity, exact
from interplay.tracks.games.holdem.hands import canonical, cards_of

SPOTS = 900
DEALS = 1_070_190
"""Ways to deal the turn, the river and the other hand."""
FILE = Path(__file__).with_name("holdem_labels.csv")
HEADER = "hole,flop,wins,ties"


class Spot(Struct, frozen=True):
    """Two cards on a flop, and how often they win against a uniformly random hand."""

    hole: tuple[int, ...]
    flop: tuple[int, ...]
    equity: Equity


def spots() -> tuple[Spot, ...]:
    """Return the labelled spots in the order of their seeds."""
    lines = FILE.read_text(encoding="utf-8").splitlines()[1:]
    return tuple(_spot(*line.split(",")) for line in lines)


def cards(seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the two cards and the flop of a seed."""
    deck = Stream("holdem", seed, "static").shuffled(range(52))
    return tuple(deck[:2]), tuple(deck[2:5])


def lines() -> Iterator[str]:
    """Yield the lines of the file, computing every label."""
    yield HEADER
    for hole, flop in map(cards, range(SPOTS)):
        equity = exact(hole, flop)
        yield f"{_text(hole)},{_text(flop)},{equity.wins},{equity.ties}"


def _spot(hole: str, flop: str, wins: str, ties: str) -> Spot:
    return Spot(cards_of(hole), cards_of(flop), Equity(int(wins), int(ties), DEALS))


def _text(of: tuple[int, ...]) -> str:
    return "".join(map(canonical, of))


def main(verb: str) -> int:
    """Write the file or compare it; return the exit code."""
    text = "".join(f"{line}\n" for line in lines())
    if verb == "write":
        FILE.write_text(text, encoding="utf-8", newline="\n")
    return int(FILE.read_text(encoding="utf-8") != text)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
