"""``interplay import``: make a submission of replies that another program collected."""  # noqa: N999  the name of the verb

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared import options
from interplay.cli.shared.options import Dataset, GroupedCommand

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interplay.core.records import Finding
    from interplay.core.release import Release
    from interplay.submissions.accepting import Given


@click.group(short_help="Convert replies from another program to a submission.")
def command() -> None:
    """Convert replies that another program collected to a submission."""


@command.command(cls=GroupedCommand)
@click.argument("file", type=options.FILE, metavar="FILE")
@options.reply_options()
@options.dataset_options
@options.out_option("output", "FILE.jsonl", "File of the submission to write.", required=True)
def responses(file: Path, given: "Given", dataset: Dataset, output: Path) -> None:
    """Convert a file of replies to a submission. It is JSONL, CSV, Parquet, or the output of OpenAI's Batch API."""
    from interplay.submissions.accepting import converted, has_header, write

    if given.track is None or len(given.names) > 1:
        raise click.UsageError("name the track of the replies with --track, and the system with one --name")
    if output.resolve() == file.resolve():
        raise click.UsageError(f"-o would replace {file}; name another file")
    if has_header(file):
        raise click.UsageError(f"{file} has a header, so it is a submission already")
    release = dataset.verified()
    submitted = converted(file, release, given.track, next(iter(given.names), None), given.splits)
    write(output, submitted)
    _print_validation(output, release, submitted.notes)


@command.command("inspect", cls=GroupedCommand)
@click.argument("file", type=options.FILE, metavar="LOG.eval")
@click.option("--name", help="The system that replied.  [default: the model as the log names it]")
@options.dataset_options
@options.out_option("output", "FILE.jsonl", "File of the submission to write.", required=True)
def inspect_log(file: Path, name: str | None, dataset: Dataset, output: Path) -> None:
    """Convert a log of Inspect to a submission. Samples that failed are left out."""
    from interplay.adapters.inspect.logs import convert

    if output.resolve() == file.resolve():
        raise click.UsageError(f"-o would replace {file}; name another file")
    release = dataset.verified()
    convert(file, output, release, name)
    _print_validation(output, release)


def _print_validation(output: Path, release: "Release", notes: "Iterable[Finding]" = ()) -> None:
    """Print what validation says of the submission that was written, and exit."""
    from interplay.core.errors import in_lines
    from interplay.core.text import printable
    from interplay.scoring.validation import validation_of

    validation = validation_of(output, release)
    for line in in_lines((*notes, *validation.findings), with_severity=True):
        click.echo(printable(line), err=True)
    click.echo(printable(f"wrote {validation.summary}; next: interplay score {output}"))
    sys.exit(0 if validation.ok else 1)
