"""``interplay validate``: what is wrong with a submission, before it is scored."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import say_json
from interplay.cli.shared.options import Dataset, GroupedCommand

if TYPE_CHECKING:
    from interplay.submissions.accepting import Given


@click.command(cls=GroupedCommand, short_help="Check submissions; list problems line by line.")
@options.files_argument()
@options.reply_options()
@options.dataset_options
@options.json_option
def command(files: tuple[Path, ...], given: "Given", dataset: Dataset, as_json: bool) -> None:
    """Check submissions against the dataset. Exit 0: they can be scored; 1: not."""
    from interplay.cli.shared.progress import Progress
    from interplay.core.errors import in_lines
    from interplay.core.text import printable
    from interplay.running.journal import refuse_unfinished
    from interplay.scoring.validation import validation_of
    from interplay.submissions.cache import ItemCache
    from interplay.submissions.files import counter
    from interplay.tables.terminal import say_text

    release = dataset.verified()
    validations = []
    with Progress("predictions") as progress:
        cache = ItemCache(release, counter(files, progress.update))
        for path in files:
            refuse_unfinished(path)
            validations.append(validation_of(path, release, given, cache))
            if summary := validations[-1].summary:
                say_text(printable(summary), err=as_json)
    findings = [finding for validation in validations for finding in validation.findings]
    if as_json:
        say_json(findings)
    else:
        for line in in_lines(findings, with_severity=True):
            say_text(printable(line, keep="\n"))
    sys.exit(0 if all(validation.ok for validation in validations) else 1)
