"""What a player gets in positions that looks at nothing but the list of legal moves: the zero of the score.

interplay-build page positions_zero
"""

from collections.abc import Iterator, Sequence

import click

from interplay.tracks.positions.records import Position
from interplay_builders.release import sources
from interplay_builders.tracks.positions import build
from interplay_builders.tracks.positions.blind import alike, best_rule


def lines(positions: Sequence[Position]) -> Iterator[str]:
    """Yield the table: for each game and what its list tells, the best such rule and how much regret it leaves."""
    yield "| game | positions | best rule that looks at nothing | its regret as a share of a random move's |"
    yield "|---|---:|---|---:|"
    groups = alike(positions)
    for (game, hint), group in groups.items():
        rule = best_rule(group)
        told = f", {'a' if hint else 'no'} hint can be given" if (game, not hint) in groups else ""
        yield f"| {game}{told} | {len(group)} | {rule.name} | {rule.left:.3f} |"


def released() -> str:
    """Return the table of the release that the builders make."""
    known = sources.identity()
    rows = build.build(known.seed, known.canary).files[0].rows
    return "\n".join(lines([row for row in rows if isinstance(row, Position)])) + "\n"


@click.command(name="positions_zero", short_help="What looking at nothing gets in positions.")
def command() -> None:
    """Print the best rule of each game for who sees the list of legal moves and nothing else.

    \b
    interplay-build page positions_zero
    interplay-build page positions_zero > zero.md
    """
    click.echo(released(), nl=False)
