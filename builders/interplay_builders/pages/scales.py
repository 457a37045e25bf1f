"""What is 0 and 100 in the score of each split, game and side, played anew by the bots that make it.

interplay-build page scales > builders/interplay_builders/tracks/games/scales.csv
"""

import click

from interplay.cli.shared.progress import Progress
from interplay.tracks.games import catalogue
from interplay.tracks.games.records import Item
from interplay_builders.release import sources
from interplay_builders.tracks.games import build, scales


def items() -> list[Item]:
    """Return all matches of the release that are played against bots, and whose scale is not another split's."""
    known = sources.identity()
    built = build.files_of(build.SPLITS, known.seed, known.canary, {})
    names = {split.name for split in build.SPLITS if not split.scale_of}
    return [row for file in built.files for row in file.rows if isinstance(row, Item) and row.split in names]


@click.command(short_help="What is 0 and 100 in the score of each game.")
@click.option("--game", "games", multiple=True, help="Only this game, the others as they are; several times.")
def command(games: tuple[str, ...]) -> None:
    """Play all matches of the release with the bots that make 0 and 100; print what they get as CSV. Takes long.

    \b
    interplay-build page scales > scales.csv && mv scales.csv builders/interplay_builders/tracks/games/
    interplay-build page scales --game hive > scales.csv
    """
    known = scales.frozen()
    chosen = [item for item in items() if not games or catalogue.load(item.game).name in games]
    with Progress("sides of games") as progress:
        measured = scales.measure(chosen, progress.update)
    order = dict.fromkeys(map(scales.key_of, items()))
    rows = {key: measured.get(key) or known[key] for key in order if key in measured or key in known}
    click.echo("\n".join(scales.lines(rows)))
