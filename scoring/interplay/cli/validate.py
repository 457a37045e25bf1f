"""``interplay validate``: what is wrong with a submission, before it is scored."""

import sys
from pathlib import Path

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import say_json
from interplay.cli.shared.options import Dataset


@click.command(short_help="Check submissions; say what is wrong, line by line.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@options.dataset_options
@options.json_option
def command(files: tuple[Path, ...], dataset: Dataset, as_json: bool) -> None:
    """Check submissions against the dataset. Exit 0: clean; 1: findings.

    \b
    interplay validate predictions.jsonl
    interplay validate predictions.jsonl.gz --json
    """
    from interplay.core.text import printable
    from interplay.running.journal import refuse_unfinished
    from interplay.scoring.validation import validation_of

    release = dataset.verified()
    validations = []
    for path in files:
        refuse_unfinished(path)
        validations.append(validation_of(path, release))
        if summary := validations[-1].summary:
            click.echo(printable(summary), err=as_json)
    findings = [finding for validation in validations for finding in validation.findings]
    if as_json:
        say_json(findings)
    else:
        for finding in findings:
            click.echo(f"{finding.severity}: {printable(str(finding))}")
    sys.exit(0 if all(validation.ok for validation in validations) else 1)
