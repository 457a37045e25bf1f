"""The headlines of shipped baselines on the items of each size, which ``interplay evaluate`` shows beside its own.

interplay-build page references company > scoring/interplay/tracks/company/references.csv
"""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import click

from interplay.api.overall import spec_of
from interplay.core.errors import UnknownName
from interplay.core.release import Release, open_release
from interplay.core.reports import Report
from interplay.running.options import RunSpec, select
from interplay.scoring.baselines import BEST, selected
from interplay.scoring.score import Options, score
from interplay.submissions.sizes import SIZES
from interplay.tables import references
from interplay.tables.references import Reference
from interplay.tracks import catalogue

HEADINGS = Reference.__struct_fields__


def text_of(release: Release, track: str) -> str:
    """Return the references of *track* as CSV, a line a size and system."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADINGS)
    writer.writerows([getattr(reference, name) for name in HEADINGS] for reference in lines(release, track))
    return text.getvalue()


def lines(release: Release, track: str) -> Iterator[Reference]:
    """Yield the references of *track*: its uninformed baseline, its best bot, and the recorded models."""
    best, uninformed = BEST[track]
    by_system = {uninformed: references.UNINFORMED, best: references.BEST}
    about = references.about(release, track)
    for size in SIZES:
        chosen = select(catalogue.load(track), release, spec_of(RunSpec(), size, track))
        ids = frozenset(item.item_id for item in chosen.items)
        paths = [path for path in selected(release) if path.name.startswith(f"{track}.")]
        for path in sorted(paths, key=lambda path: path.parent.name != uninformed):
            report, is_whole = scored(path, release, ids)
            if not {*report.splits} & {*chosen.splits}:
                continue  # a recorded model that has replies to easier splits only
            metric, system = report.headline, report.system.name
            text = metric.text or ("–" if metric.value is None else f"{metric.value:.1f}")
            yield Reference(size, by_system.get(system, system.rpartition("-")[0]), system, about, is_whole, text)


def scored(path: Path, release: Release, ids: frozenset[str]) -> tuple[Report, bool]:
    """Return the report of a submission on some items, or where it lacks some on all that it has, and which it is."""
    try:
        return score(path, release, Options(items=ids, trusted=True, analyses=False)), False
    except UnknownName:
        return score(path, release, Options(trusted=True, analyses=False)), True


@click.command(name="references", short_help="What shipped baselines score on the items of each size.")
@click.argument("track")
def command(track: str) -> None:
    """Print the headlines of shipped baselines of TRACK on the items of each size.

    \b
    interplay-build page references company
    interplay-build page references company > scoring/interplay/tracks/company/references.csv
    """
    click.echo(text_of(open_release(), track), nl=False)
