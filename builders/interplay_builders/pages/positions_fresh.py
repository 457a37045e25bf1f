"""How many positions of a draw would be released ones, turned or renamed, and how many are new instead.

interplay-build page positions_fresh
"""

from collections import Counter

import click

from interplay.tracks.positions.records import Position
from interplay_builders.pages._markdown import table
from interplay_builders.release import sources
from interplay_builders.tracks.positions import build
from interplay_builders.tracks.positions.identity import identity_of
from interplay_builders.tracks.positions.renew import renewed

SEED = "today"
HEADINGS = ("game", "released", "of a second build, released ones", "in a draw")


def page(seed: str = SEED) -> str:
    """Return the table, by game and split."""
    known = sources.identity()
    former = build.build(known.seed, known.canary)
    released = [row for file in former.files for row in file.rows if isinstance(row, Position)]
    identities = {identity_of(row) for row in released}
    again = [row for row in build.positions(seed, known.canary) if identity_of(row) in identities]
    drawn = [row for file in renewed(seed, known.canary, former).files.files for row in file.rows]
    counts = [
        Counter((row.game, row.split) for row in rows if isinstance(row, Position)) for rows in (released, again, drawn)
    ]
    rows = [(f"{game}, {split}", *(count[game, split] for count in counts)) for game, split in counts[0]]
    return table(HEADINGS, rows, "lrrr")


@click.command(name="positions_fresh", short_help="New positions in a draw, by game.")
@click.option("--seed", default=SEED, help="The seed of the draw.")
def command(seed: str) -> None:
    """Print for each game how many positions another seed has in common with the release, and how many a draw has.

    \b
    interplay-build page positions_fresh
    interplay-build page positions_fresh --seed tomorrow
    """
    click.echo(page(seed))
