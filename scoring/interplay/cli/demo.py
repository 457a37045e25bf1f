"""``interplay demo``: score the submissions that come with the dataset."""

import os
from pathlib import Path

import click

from interplay.cli.shared.options import dataset_options

PROCESSES = 8
"""At most; each needs some 150 MB."""


@click.command(short_help="Score the shipped baselines; needs no network, key or compiler.")
@dataset_options
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    default=Path("interplay-report"),
    show_default=True,
    metavar="DIR",
    help="Where report.json and report.md go.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the reports as JSON.")
@click.option("--open", "is_opened", is_flag=True, help="Write pages, too, into DIR/site, and open them in a browser.")
def command(root: Path | None, allow_modified: bool, out: Path, as_json: bool, is_opened: bool) -> None:
    """Recompute the scores of the shipped baselines from their raw text.

    \b
    interplay demo
    interplay demo --open
    interplay demo --out /tmp/report --json
    """
    from interplay.cli.shared import outputs
    from interplay.core.release import open_release
    from interplay.scoring.baselines import score_baselines

    release = open_release(root, allow_modified=allow_modified)
    processes = min(PROCESSES, os.cpu_count() or 1)
    index = None
    if is_opened:
        from interplay.core.extensions import page_writer

        index, reports = page_writer("baselines")(release, out / "site", processes)
    else:
        reports = score_baselines(release, processes=processes)
    written = outputs.write(reports, out)
    if as_json:
        outputs.show_json(reports)
        _open(index)
        return
    manifest = release.manifest
    click.echo(
        f"{manifest.name} {manifest.release}, manifest sha256 {release.manifest_sha256[:12]}…: shipped baselines"
    )
    outputs.show_table(reports, detail="summary")
    click.echo(f"Full reports: {written[0]}, {written[1]}")
    _open(index)


def _open(index: Path | None) -> None:
    """Open a page in the browser that there is, and say where it is."""
    if index is None:
        return
    import webbrowser

    click.echo(f"Pages: {index}", err=True)
    webbrowser.open_new_tab(index.resolve().as_uri())
