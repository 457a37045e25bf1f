"""What a player gets in positions that looks at nothing but the list of legal moves: the zero of the score.

interplay-build page positions_zero
"""

from collections.abc import Iterator, Sequence

import click

from interplay.tracks.positions.bots import TELLING
from interplay.tracks.positions.records import Position
from interplay_builders.release import sources
from interplay_builders.tracks.positions import build
from interplay_builders.tracks.positions.blind import alike, best_rule


def lines(positions: Sequence[Position]) -> Iterator[str]:
    """Yield the table: for each game and what its list tells, the best such rule and how much regret it leaves."""
    yield "| game | split | positions | best rule that looks at nothing | its regret as a share of a random move's |"
    yield "|---|---|---:|---|---:|"
    groups = alike(positions)
    for (game, split, there), group in groups.items():
        rule = best_rule(group)
        told = f", {'with' if there else 'without'} {TELLING[game]}" if (game, split, not there) in groups else ""
        yield f"| {game}{told} | {split} | {len(group)} | {rule.name} | {rule.left:.3f} |"


def released(games: Sequence[str] = ()) -> str:
    """Return the table of the release that the builders make, of all games or of *games*."""
    known = sources.identity()
    return "\n".join(lines(list(build.positions(known.seed, known.canary, games)))) + "\n"


@click.command(name="positions_zero", short_help="What looking at nothing gets in positions.")
@click.option("--game", "games", multiple=True, help="A game, or several; all where none is named.")
def command(games: tuple[str, ...]) -> None:
    """Print the best rule of each game for who sees the list of legal moves and nothing else.

    \b
    interplay-build page positions_zero
    interplay-build page positions_zero > zero.md
    """
    click.echo(released(games), nl=False)
