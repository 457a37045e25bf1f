"""What is 0 and 100 in the score of each split, game and side, played anew with the random and the strong bot.

interplay-build page scales > builders/interplay_builders/tracks/games/scales.csv
"""

import click

from interplay.tracks.games.records import Item
from interplay_builders.release import sources
from interplay_builders.tracks.games import build, scales


def items() -> list[Item]:
    """Return all matches of the release that are played against bots, and whose scale is not another split's."""
    known = sources.identity()
    made = build.files_of(build.SPLITS, known.seed, known.canary, {})
    own = {split.name for split in build.SPLITS if not split.scale_of}
    return [row for file in made.files for row in file.rows if isinstance(row, Item) and row.split in own]


@click.command(short_help="What is 0 and 100 in the score of each game.")
def command() -> None:
    r"""Play all matches of the release with the random and the strong bot; print what they get as CSV. Takes long.

    \b
    interplay-build page scales > scales.csv && mv scales.csv builders/interplay_builders/tracks/games/
    """
    found = scales.measure(items(), lambda line: click.echo(line, err=True))
    for line in scales.lines(found):
        click.echo(line)
