"""``interplay replay``: one match, move by move, as a person reads it."""

from pathlib import Path

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import say_json
from interplay.cli.shared.options import FILE, Dataset


@click.command(short_help="Show one match of a games submission, move by move.")
@click.argument("file", type=FILE, metavar="FILE")
@click.option("--item", "item_id", metavar="ID", help="Match to show; without it, the worst matches are listed.")
@click.option("--trial", default=0, type=click.IntRange(0), help="Trial of the match.")
@options.dataset_options
@options.json_option
@click.option("--html", type=FILE, metavar="FILE", help="Write the match as an HTML page instead.")
def command(file: Path, item_id: str | None, trial: int, dataset: Dataset, as_json: bool, html: Path | None) -> None:
    """Replay a match from its frozen setup and show how the referee read every reply."""
    from interplay.api.matches import replay, worst_matches
    from interplay.cli.shared.progress import Progress
    from interplay.core.text import printable
    from interplay.running.journal import refuse_unfinished

    refuse_unfinished(file)
    release = dataset.verified()
    if item_id is None:
        with Progress("predictions") as progress:
            matches = worst_matches(file, release, on_progress=progress.update)
        for value, worst in matches:
            click.echo(f"{worst}  {value:+.1f}")
        click.echo(f"next: interplay replay {file} --item ID", err=True)
        return
    match = replay(file, item_id, trial=trial, release=release)
    if html is not None:
        from interplay.core.driver import SYSTEM
        from interplay.core.extensions import page_writer

        if html.resolve() == file.resolve():
            raise click.UsageError(f"--html would replace the submission {html}; name another file")
        page_writer("match")(html, match.item, match.prediction, match.names[SYSTEM], release)
        click.echo(f"wrote {html}")
        return
    if as_json:
        say_json(match.decisions)
        return
    click.echo(printable(str(match), keep="\n"))
