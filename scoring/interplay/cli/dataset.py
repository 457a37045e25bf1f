"""``interplay dataset``: what the dataset holds, where it is, and whether it is intact."""

import sys
from pathlib import Path

import click

from interplay.cli.shared.messages import say_json
from interplay.cli.shared.options import json_option, root_option


@click.group(short_help="Show, find or verify the dataset.")
def command() -> None:
    """Show, find or verify the dataset."""


@command.command()
@root_option
@json_option
def info(root: Path | None, as_json: bool) -> None:
    """Show release, hashes and rows. A dataset that does not match its hashes is refused."""
    from interplay.core.records import printed_path
    from interplay.core.release import open_release
    from interplay.core.text import printable
    from interplay.tables.table import Kind, tabulate
    from interplay.tables.terminal import show

    release = open_release(root)
    root, manifest, digest = release.root, release.manifest, release.manifest_sha256
    if as_json:
        say_json({"manifest": manifest, "manifest_sha256": digest, "path": printed_path(root)})
        return
    click.echo(f"{manifest.name} {manifest.release}\nmanifest sha256 {digest}\n{root}")
    for note in manifest.notes:
        click.echo(printable(note))
    files = [entry for entry in manifest.files if entry.config is not None]
    rows = [(e.config, ", ".join(e.splits) or "all", e.rows, e.bytes, e.sha256[:16] + "…") for e in files]
    kinds: dict[str, Kind] = {"rows": "count", "bytes": "count", "sha256": "text"}
    show(tabulate(("config", "splits", *kinds), rows, 2, kinds))


@command.command()
@root_option
@json_option
def verify(root: Path | None, as_json: bool) -> None:
    """Recompute every hash. Exit 0: intact; 1: a changed, missing or extra file."""
    from interplay.core.release import default_root, read_manifest
    from interplay.core.release import verify as verify_release
    from interplay.core.text import printable

    root = default_root() if root is None else root
    manifest, digest = read_manifest(root)
    findings = verify_release(root)
    if as_json:
        say_json(findings)
    else:
        for finding in findings:
            click.echo(printable(str(finding)))
        verdict = f"{len(findings)} findings" if findings else "every file matches its hash"
        click.echo(f"{manifest.name} {manifest.release}, manifest sha256 {digest[:12]}…: {verdict}")
    sys.exit(1 if findings else 0)


@command.command()
@root_option
@click.option("--lm-eval", is_flag=True, help="Print the path of the task files for lm-evaluation-harness instead.")
def path(root: Path | None, lm_eval: bool) -> None:
    """Print the path of the dataset, for load_dataset. It is the one shipped with interplay, or the one named."""
    from interplay.core.release import default_root

    tasks = Path(__file__).parents[1] / "adapters" / "lm_eval"
    click.echo(tasks if lm_eval else default_root() if root is None else root)
