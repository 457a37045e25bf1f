"""The regret of simple rules that see only the list of legal moves: the zero of the positions' score.

interplay-build page positions_zero
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import fsum

import click

from interplay.tracks.positions.bots import TELLING
from interplay.tracks.positions.records import Position
from interplay_builders.pages._markdown import table
from interplay_builders.release import sources
from interplay_builders.tracks.positions import build
from interplay_builders.tracks.positions.blind import Key, Zero, alike, best_rule, expected, zero_of

HEADINGS = ("game", "split", "positions", "best rule", "on the same positions", "zero", "standard error")
SCORES = (0, 50, 90)


def page(positions: Sequence[Position]) -> str:
    """Return the table: for each game and what its list tells, the best rule, and the zero; and what its error does."""
    groups = alike(positions)
    zeros = {key: zero_of(group) for key, group in groups.items()}
    rows = []
    for (game, split, there), group in groups.items():
        rule, zero = best_rule(group), zeros[game, split, there]
        clue = f", {'with' if there else 'without'} {TELLING[game]}" if (game, split, not there) in groups else ""
        known = (f"{rule.left:.3f}", f"{zero.left:.3f}", f"{zero.error:.3f}" if zero.error else "–")
        rows.append((f"{game}{clue}", split, len(group), rule.name, *known))
    spread = _spread({key: group for key, group in groups.items() if key[1] == "hard"}, zeros)
    shifts = ", ".join(f"{spread * (100 - score) / 100:.1f} points at {score}" for score in SCORES)
    return f"{table(HEADINGS, rows, 'llrlrrr')}\n\nStandard error of the headline from that of the zero: {shifts}."


def released(games: Sequence[str] = ()) -> str:
    """Return the table of the release that the builders make, of all games or of *games*."""
    known = sources.identity()
    return page(list(build.positions(known.seed, known.canary, games))) + "\n"


def _spread(groups: Mapping[Key, Sequence[Position]], zeros: Mapping[Key, Zero]) -> float:
    """Return the standard error of the mean score over games at 0, in points, if the zero varies by its error."""
    variance, total = defaultdict[str, float](float), defaultdict[str, float](float)
    for key, group in groups.items():
        chance = fsum(map(expected, group))
        variance[key[0]] += (zeros[key].error * chance) ** 2
        total[key[0]] += zeros[key].left * chance
    return 100 * math.sqrt(fsum(variance[game] / total[game] ** 2 for game in total)) / max(len(total), 1)


@click.command(name="positions_zero", short_help="The zero of the positions' score.")
@click.option("--game", "games", multiple=True, help="A game, or several; all where none is named.")
def command(games: tuple[str, ...]) -> None:
    """Print the best uninformed rule of each game, which sees only the list of legal moves, and the zero.

    \b
    interplay-build page positions_zero
    interplay-build page positions_zero > zero.md
    """
    click.echo(released(games), nl=False)
