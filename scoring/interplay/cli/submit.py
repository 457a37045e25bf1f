"""``interplay submit``: a submission to a repository that collects them."""

from pathlib import Path

import click

from interplay.cli.shared import options
from interplay.cli.shared.options import Dataset, GroupedCommand


@click.command(cls=GroupedCommand, short_help="Offer a submission to a repository on the Hub.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--to", required=True, metavar="OWNER/NAME", help="Dataset repository that collects submissions.")
@options.dataset_options
def command(file: Path, to: str, dataset: Dataset) -> None:
    """Validate and score a submission, and open a pull request with it and its report."""
    from interplay.cli.shared.messages import say_warnings
    from interplay.cli.shared.progress import Progress
    from interplay.core.extras import require
    from interplay.core.text import printable

    require("huggingface_hub", "submit")
    from interplay.hub.places import checked_repo
    from interplay.hub.sharing import submit
    from interplay.running.journal import refuse_unfinished
    from interplay.scoring.score import Options, score
    from interplay.submissions.cache import ItemCache
    from interplay.submissions.files import counter
    from interplay.tables.terminal import say_text

    checked_repo(to)
    refuse_unfinished(file)
    release = dataset.verified()
    with Progress("predictions") as progress:
        cache = ItemCache(release, counter([file], progress.update))
        report = score(file, release, Options(), cache=cache)
    say_warnings(report.warnings)
    say_text(printable(f"{report.system.name} on {report.track}: {report.headline}"))
    click.echo(submit(file, report, to))
