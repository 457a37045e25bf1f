"""The headlines of a track's shipped uninformed baselines, which the demo shows without computing them.

interplay-build page uninformed company > scoring/interplay/tracks/company/uninformed.csv
"""

import os
from collections.abc import Iterator

import click

from interplay.core.release import Release, open_release
from interplay.scoring.baselines import headline_of, score_baselines
from interplay.tracks.catalogue import load

HEADINGS = "sha256,system,scoring_version,standing,score"


def lines(release: Release, track: str) -> Iterator[str]:
    """Yield the table: one line for each uninformed baseline of *track*, after the headings."""
    yield HEADINGS
    names = {f"bot-{name}" for name in load(track).uninformed}
    for report in score_baselines(release, processes=os.cpu_count() or 1):
        if report.track == track and report.system.name in names:
            line = headline_of(report)
            yield f"{line.sha256},{line.system},{line.scoring_version},{line.standing!r},{line.score}"


@click.command(name="uninformed", short_help="What the shipped uninformed baselines score.")
@click.argument("track")
def command(track: str) -> None:
    """Print the headlines of the shipped uninformed baselines of TRACK, which the demo shows without computing them.

    \b
    interplay-build page uninformed company
    interplay-build page uninformed company > scoring/interplay/tracks/company/uninformed.csv
    """
    for line in lines(open_release(), track):
        click.echo(line)
