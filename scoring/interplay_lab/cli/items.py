"""``interplay items``: difficulty and discrimination of items, and the reliability of their mean."""

from pathlib import Path

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import say_json, say_warnings
from interplay.cli.shared.options import Dataset
from interplay.cli.shared.progress import Progress


@click.command(short_help="Analyse items by the scores of several systems.")
@options.files_argument()
@options.dataset_options
@options.partial_option
@options.json_option
@options.format_option("csv")
def command(files: tuple[Path, ...], dataset: Dataset, allow_partial: bool, as_json: bool, form: str | None) -> None:
    """Analyse the items that the submissions of three systems or more have in common.

    Difficulty, correlation with the rest, items that separate nothing, reliability (KR-20, split half), and from 8
    systems an item response model.

    \b
    interplay items a.jsonl b.jsonl c.jsonl
    interplay items runs/*.jsonl --format csv > items.csv
    """
    from interplay_lab.api.item_analysis import analyse_items
    from interplay_lab.compare.reading import MOST
    from interplay_lab.items import pages
    from interplay_lab.items.analyse import FEWEST

    tracks = by_track(files)
    analysed = {track: paths for track, paths in tracks.items() if len(paths) >= FEWEST} or {"": list(files)}
    for track in tracks.keys() - analysed.keys() if "" not in analysed else ():
        options.say_note(f"left out {track}: fewer than {FEWEST} submissions")
    if not all(FEWEST <= len(paths) <= MOST for paths in analysed.values()):
        advice = "; interplay compare or interplay report shows where they differ" if len(files) < FEWEST else ""
        raise click.UsageError(f"items takes {FEWEST} to {MOST} submissions on a track, found {len(files)}{advice}")
    release = dataset.verified()
    for paths in analysed.values():
        with Progress("predictions") as progress:
            analysis = analyse_items(*paths, allow_partial=allow_partial, release=release, on_progress=progress.update)
        say_warnings(analysis.warnings)
        if as_json:
            say_json(analysis)
        else:
            click.echo((pages.table if form == "csv" else pages.text)(analysis), nl=False)


def by_track(files: tuple[Path, ...]) -> dict[str, list[Path]]:
    """Return the files by the track of their submissions; all together where one is no submission."""
    from interplay.core.errors import RecordError
    from interplay.submissions.reading import read_header

    by_track: dict[str, list[Path]] = {}
    try:
        for path in files:
            by_track.setdefault(read_header(path).track, []).append(path)
    except RecordError:  # refused where it is read
        return {"": list(files)}
    return by_track
