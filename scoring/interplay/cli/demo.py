"""``interplay demo``: score the submissions that come with the dataset."""

import os
from pathlib import Path

import click

from interplay.cli.shared import options
from interplay.cli.shared.options import Dataset

PROCESSES = 8
"""At most; each needs some 150 MB."""
SITE = Path("interplay-report")


@click.command(short_help="Score the shipped baselines; needs no network, key or compiler.")
@options.dataset_options
@click.option("--all", "is_all", is_flag=True, help="Score every baseline, and recompute opponents' moves, too.")
@options.out_option("out", "DIR", "Write report.json and report.md.")
@options.json_option
@click.option("--open", "is_opened", is_flag=True, help=f"Write pages into {SITE}/site and open them in a browser.")
def command(dataset: Dataset, is_all: bool, out: Path | None, as_json: bool, is_opened: bool) -> None:
    """Recompute the scores of the shipped baselines from their raw text.

    \b
    interplay demo
    interplay demo --open
    interplay demo --all --json > reports.json

    Opponents' moves are not recomputed in files whose hashes the release lists, and the scores of uninformed baselines
    other than the best come with the package; --all computes both.
    """
    from interplay.cli.shared import outputs
    from interplay.scoring import baselines
    from interplay.scoring.score import Options

    release = dataset.verified()
    processes = min(PROCESSES, os.cpu_count() or 1)
    index = None
    if is_opened:
        from interplay.core.extensions import page_writer

        index, reports = page_writer("baselines")(release, (out or SITE) / "site", processes)
    elif is_all or as_json or out:
        reports = baselines.score_baselines(release, Options(trusted=not is_all), processes)
    else:
        reports, notes = baselines.score_for_demo(release, processes)
    written = outputs.write(reports, out) if out else ()
    if as_json:
        outputs.show_json(reports)
    else:
        if is_opened or is_all or out:
            reports, notes = baselines.without_uninformed(reports)
        manifest = release.manifest
        digest = release.manifest_sha256[:12]
        click.echo(f"{manifest.name} {manifest.release}, manifest sha256 {digest}…: shipped baselines")
        outputs.show_table(reports, detail="summary", notes=notes)
    for path in written:
        click.echo(f"wrote {path}", err=True)
    _open(index)


def _open(index: Path | None) -> None:
    """Open a page in the browser, if there is one, and say where it is."""
    if index is None:
        return
    import webbrowser

    click.echo(f"Pages: {index}", err=True)
    webbrowser.open_new_tab(index.resolve().as_uri())
