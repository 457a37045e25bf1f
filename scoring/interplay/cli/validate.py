"""``interplay validate``: what is wrong with a submission, before it is scored."""

import sys
from pathlib import Path

import click

from interplay.cli.shared.messages import say_json
from interplay.cli.shared.options import dataset_options


@click.command(short_help="Check submissions; say what is wrong, line by line.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@dataset_options
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def command(files: tuple[Path, ...], root: Path | None, allow_modified: bool, as_json: bool) -> None:
    """Check submissions against the dataset. Exit 0: clean; 1: findings.

    \b
    interplay validate predictions.jsonl
    interplay validate predictions.jsonl.gz --json
    """
    from interplay.core.release import open_release
    from interplay.core.text import printable
    from interplay.running.journal import refuse_unfinished
    from interplay.scoring.validation import validation_of

    release = open_release(root, allow_modified=allow_modified)
    found = []
    for path in files:
        refuse_unfinished(path)
        found.append(validation_of(path, release))
        if summary := found[-1].summary:
            click.echo(printable(summary), err=as_json)
    findings = [finding for one in found for finding in one.findings]
    if as_json:
        say_json(findings)
    else:
        for finding in findings:
            click.echo(f"{finding.severity}: {printable(str(finding))}")
    sys.exit(0 if all(one.ok for one in found) else 1)
