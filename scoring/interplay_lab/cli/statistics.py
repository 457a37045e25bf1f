"""``interplay statistics``: fit, sensitivity to games and general factor of ratings, and their figure."""

from pathlib import Path

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import say_json
from interplay.cli.shared.options import Dataset
from interplay_lab.cli._options import grouped


@click.command(name="statistics", short_help="Test ratings: fit, sensitivity to games, general factor.")
@click.argument("files", nargs=-1, required=True, type=options.FILE, metavar="FILE...")
@options.suite_option
@options.json_option
@grouped("", "statistics")("--plot", type=options.FILE, metavar="FILE.svg")
@options.dataset_options
def command(files: tuple[Path, ...], suite: str | None, as_json: bool, plot: Path | None, dataset: Dataset) -> None:
    """Test the assumptions behind ratings.

    Does one rating for each system explain the results? Does the order change without one of the games? How much of
    the scores does one general factor explain?

    \b
    interplay statistics matches.jsonl --plot ratings.svg
    interplay statistics mine.jsonl theirs.jsonl --suite gamebench --json
    """
    from interplay.core.extras import require
    from interplay.ratings.files import is_submission
    from interplay_lab.statistics.compute import rating_statistics
    from interplay_lab.statistics.figure import write_figure
    from interplay_lab.statistics.pages import show

    if plot is not None:
        require("matplotlib", "a figure")
    release = dataset.verified() if is_submission(files[0]) else None
    statistics = rating_statistics(files, suite=suite, release=release)
    if plot is not None:
        write_figure(statistics.bradley_terry, plot)
    if as_json:
        say_json(statistics)
    else:
        show(statistics)
