"""The regret of uninformed baselines, which see only the list of legal moves: the zero of the positions' score.

interplay-build page positions_zero
"""

from collections.abc import Sequence

import click

from interplay.tracks.positions.bots import TELLING
from interplay.tracks.positions.records import Position
from interplay_builders.pages._markdown import table
from interplay_builders.release import sources
from interplay_builders.tracks.positions import build
from interplay_builders.tracks.positions.blind import alike, best_rule


def page(positions: Sequence[Position]) -> str:
    """Return the table: for each game and what its list tells, the best such rule and how much regret it leaves."""
    rows = []
    groups = alike(positions)
    for (game, split, there), group in groups.items():
        rule = best_rule(group)
        clue = f", {'with' if there else 'without'} {TELLING[game]}" if (game, split, not there) in groups else ""
        rows.append((f"{game}{clue}", split, len(group), rule.name, f"{rule.left:.3f}"))
    regret = "its regret as a share of a random move's"
    return table(("game", "split", "positions", "best uninformed rule", regret), rows, "llrlr")


def released(games: Sequence[str] = ()) -> str:
    """Return the table of the release that the builders make, of all games or of *games*."""
    known = sources.identity()
    return page(list(build.positions(known.seed, known.canary, games))) + "\n"


@click.command(name="positions_zero", short_help="The best uninformed rule in positions.")
@click.option("--game", "games", multiple=True, help="A game, or several; all where none is named.")
def command(games: tuple[str, ...]) -> None:
    """Print the best uninformed rule of each game, which sees only the list of legal moves.

    \b
    interplay-build page positions_zero
    interplay-build page positions_zero > zero.md
    """
    click.echo(released(games), nl=False)
