"""``interplay validate``: what is wrong with a submission, before it is scored."""

import sys
from pathlib import Path

import click

from interplay.cli._options import dataset_options


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
    from interplay.core import canonical
    from interplay.core.errors import RecordError
    from interplay.core.findings import Finding, shown_path
    from interplay.core.release import open_release
    from interplay.scoring.score import coverage_finding, validate

    release = open_release(root, allow_modified=allow_modified)
    findings: list[Finding] = []
    for path in files:
        try:
            submission = validate(path, release)
        except RecordError as error:
            message = str(error).removeprefix(f"{path} ")
            findings += error.findings or [Finding(severity="error", file=shown_path(path), message=message)]
            continue
        missing = submission.missing()
        findings += submission.findings + ([coverage_finding(submission, missing)] if missing else [])
        expected = len(submission.items) * submission.header.trials
        held = expected - sum(count for _, count in missing)
        click.echo(f"{path}: {submission.track.name}, {held} of {expected} predictions", err=as_json)
    if as_json:
        click.echo(canonical.encode(findings))
    else:
        for finding in findings:
            click.echo(f"{finding.severity}: {finding}")
    sys.exit(1 if any(f.severity == "error" for f in findings) else 0)
