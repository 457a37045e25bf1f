"""The headlines of the shipped uninformed baselines, which the demo shows without computing them.

interplay-build page uninformed > scoring/interplay/scoring/uninformed.csv
"""

import os
from collections.abc import Iterator

import click

from interplay.core.release import Release, open_release
from interplay.scoring.baselines import headline_of, score_baselines
from interplay.tracks.catalogue import load

HEADINGS = "sha256,track,system,scoring_version,standing,score"


def lines(release: Release) -> Iterator[str]:
    """Yield the table: one line for each uninformed baseline, after the headings."""
    yield HEADINGS
    for report in score_baselines(release, processes=os.cpu_count() or 1):
        if report.system.name.removeprefix("bot-") in load(report.track).uninformed:
            line = headline_of(report)
            yield f"{line.sha256},{line.track},{line.system},{line.scoring_version},{line.standing!r},{line.score}"


@click.command(name="uninformed", short_help="What the shipped uninformed baselines score.")
def command() -> None:
    """Print the headlines of the shipped uninformed baselines, which the demo shows without computing them.

    \b
    interplay-build page uninformed
    interplay-build page uninformed > scoring/interplay/scoring/uninformed.csv
    """
    for line in lines(open_release()):
        click.echo(line)
