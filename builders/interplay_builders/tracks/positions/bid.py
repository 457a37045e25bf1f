"""Positions of Bid: 60 valuations, each with what every legal bid earns against the equilibrium, in closed form.

Six valuations from each tenth of $0.01 to $10.00. A bidder who plays the equilibrium wins against bid b in
``chances(b)`` of 2,000 cases, so a bid of b at valuation v is worth (v - b) * chances(b) / 2000 cents. The prompt says
how the other's valuation was drawn; without that no equilibrium is defined. In each tenth half the valuation is a
multiple of five cents twice (tag ``fives``), another whole number twice (``even``), and between two cents twice
(``odd``). A valuation of one cent, which leaves one legal bid, is left out.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from interplay.core.randomness import Stream
from interplay.tracks.games.bid.equilibrium import HIGHEST, utility
from interplay.tracks.games.bid.rules import GAME
from interplay.tracks.games.records import Draw, Setup
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions._texts import TEXTS
from interplay_builders.tracks.positions.compose import position

PER_TENTH: Final[dict[str, int]] = {"fives": 2, "even": 2, "odd": 2}
METHOD = TEXTS["bid"]["method"]


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the positions; *seed* decides which valuations and seats are asked, and the other's valuation."""
    stream = Stream("positions/bid", seed, "values")
    for number, value in enumerate(_valuations(stream)):
        seat = number % 2
        yield position(
            GAME,
            _setup(f"{seed}/{number}", value, seat),
            (),
            seat,
            [(bid, utility(value, bid)) for bid in range(value)],
            number=number,
            canary=canary,
            split="easy",
            kind="sealed bid",
            tags=(_arithmetic(value),),
            method=METHOD,
        )


def _valuations(stream: Stream) -> Iterator[int]:
    for first in range(1, HIGHEST, HIGHEST // 10):
        tenth = range(max(first, 2), first + HIGHEST // 10)
        chosen = []
        for arithmetic, count in PER_TENTH.items():
            chosen += stream.sample([value for value in tenth if _arithmetic(value) == arithmetic], count)
        yield from sorted(chosen)


def _arithmetic(value: int) -> str:
    if value % 10 == 0:
        return "fives"
    return "odd" if value % 2 else "even"


def _setup(seed: str, value: int, seat: int) -> Setup:
    """Return a dealt setup in which *seat* has the valuation."""
    setup = GAME.deal(seed, {"prior": 1}, "strict")
    values = list(setup.drawn("values"))
    values[seat] = value
    draws = (Draw(name="values", values=tuple(values)), Draw(name="tie", values=setup.drawn("tie")))
    return msgspec.structs.replace(setup, draws=draws)
