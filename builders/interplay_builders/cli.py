"""The command line of the builders: draw, check, freeze, diff, import."""

import sys
from pathlib import Path

import click

from interplay import __version__
from interplay.cli import HELP, Verbs, run
from interplay_builders import importers

_CHECKOUT = Path(__file__).parents[2] / "dataset"


@click.group(context_settings=HELP)
@click.version_option(__version__, prog_name="interplay-build")
def build() -> None:
    """Make, check and compare dataset directories."""


@build.command()
@click.argument("root", type=click.Path(path_type=Path), default=_CHECKOUT, metavar="[DIR]")
def freeze(root: Path) -> None:
    """Write the release to DIR (default: the checkout's dataset/), keeping its baselines.

    \b
    interplay-build freeze
    interplay-build freeze /tmp/copy
    """
    from interplay.release import read_manifest
    from interplay_builders import freeze as freezing

    manifest = freezing.freeze(root, freezing.sources())
    rows = sum(entry.rows or 0 for entry in manifest.files)
    click.echo(f"wrote {root}: release {manifest.release}, {rows:,} rows, manifest sha256 {read_manifest(root)[1]}")


@build.command()
@click.option("--seed", help="Any text; the same seed gives the same set.  [default: the release's own]")
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Dataset directory to make.")
def draw(seed: str | None, out: Path) -> None:
    """Draw a set of items into a dataset directory of its own.

    \b
    interplay-build draw --seed today --out fresh
    interplay run --dataset fresh --track scorekeeping --model bot:random -o random.jsonl
    """
    from interplay_builders import freeze as freezing

    manifest = freezing.freeze(out, freezing.sources(seed))
    rows = sum(entry.rows or 0 for entry in manifest.files)
    click.echo(f"wrote {out}: version {manifest.release}, seed {manifest.seed!r}, {rows:,} rows")


@build.command()
@click.argument("root", type=click.Path(path_type=Path), default=_CHECKOUT, metavar="[DIR]")
def check(root: Path) -> None:
    """Check the sources, and that DIR is what the builders make of them. Exit 1 on any error.

    \b
    interplay-build check
    interplay-build check /tmp/copy
    """
    from interplay_builders.checks import check as run_checks

    findings = run_checks(root)
    for finding in findings:
        click.echo(f"{finding.severity}: {finding}")
    errors = [finding for finding in findings if finding.severity == "error"]
    click.echo(f"{len(errors)} errors" if errors else f"{root} is what the builders make; all checks passed")
    sys.exit(1 if errors else 0)


@build.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print all ids as JSON.")
def diff(old: Path, new: Path, as_json: bool) -> None:
    """Show which rows differ between two dataset directories. Exit 1 when any does.

    \b
    interplay-build diff old-release/ dataset/
    interplay-build diff old-release/ dataset/ --json
    """
    from interplay import codec
    from interplay_builders.diff import diff as compare

    found = compare(old, new)
    if as_json:
        click.echo(codec.canonical(found))
    for part in () if as_json else found:
        counts = f"{len(part.added)} added, {len(part.removed)} removed, {len(part.changed)} changed"
        named = [*part.added, *part.removed, *part.changed][:3]
        click.echo(f"{part.config}: {counts}" + (f" ({', '.join(named)}, …)" if named else ""))
    sys.exit(0 if all(part.same for part in found) else 1)


build.add_command(Verbs(importers, name="import", help="Turn another project's data into a dataset directory."))


def main() -> None:
    """Run the command line; exit statuses as for ``interplay``."""
    sys.exit(run(build))
