"""The command line of the builders: draw, seal, reveal, extract, check, freeze, diff, publish, import, page."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.main import HELP, Verbs, run
from interplay.cli.shared.examples import fitted
from interplay.cli.shared.progress import Progress
from interplay.core.discovery import Catalogue
from interplay.core.version import __version__
from interplay.systems.spec import SystemSpec
from interplay_builders.collecting import asking
from interplay_builders.collecting.engine import Limits

if TYPE_CHECKING:
    from interplay_builders.tracks.base import TrackFiles

DRAWS: Catalogue[click.Command] = Catalogue("interplay_builders.draws", "command", "track")
IMPORTERS: Catalogue[click.Command] = Catalogue("interplay_builders.importers", "command", "source")
PAGES: Catalogue[click.Command] = Catalogue("interplay_builders.pages", "command", "page")
DATASET = Path("dataset")
"""The default directory of commands that are run in a checkout."""

_scales = click.option(
    "--scales",
    default="computed",
    type=click.Choice(("computed", "release")),
    help="Matches that define 0 and 100 in games: the drawn ones (half an hour), or those of the release (no time).",
)


@click.group(context_settings=HELP)
@click.version_option(__version__, prog_name="interplay-build")
def build() -> None:
    """Make, check and compare dataset directories."""


@build.command()
@click.argument("root", type=click.Path(path_type=Path), required=False, metavar="[DIR]")
def freeze(root: Path | None) -> None:
    """Write the release to DIR, keeping its baselines. DIR is dataset/ in the current directory by default.

    Replies of models to items that changed are carried over where the answer is the same; others are left out.

    \b
    interplay-build freeze
    interplay-build freeze /tmp/copy
    """
    from interplay.core.release import read_manifest
    from interplay_builders.release import freeze as freezing
    from interplay_builders.release.sources import sources

    target, notes = _here(root), list[str]()
    with Progress("percent drawn") as progress:
        manifest = freezing.freeze(target, sources(on_progress=progress.update), notes.append)
    for note in notes:
        click.echo(note)
    rows = sum(entry.rows or 0 for entry in manifest.files)
    click.echo(f"wrote {target}: release {manifest.release}, {rows:,} rows, manifest sha256 {read_manifest(target)[1]}")


@build.group(cls=Verbs, verbs=DRAWS, invoke_without_command=True, subcommand_metavar="[TRACK [OPTIONS]]")
@click.option(
    "--seed", help="Any text; the same seed gives the same set. Without it, the items of the release are drawn again."
)
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="DIR", help="Dataset directory to make.")
@_scales
@click.pass_context
def draw(ctx: click.Context, seed: str | None, out: Path | None, scales: str) -> None:
    """Draw a new set of items into a dataset directory. With a TRACK, draw items of a kind that the release lacks.

    With a seed, the set shares no item with the release. Each item has the id of the released item that it replaces.
    Items that cannot be drawn are left out; DIR/left_out.json lists them.

    Drawing takes some minutes. The scales of games are computed by playing all matches with two bots, which takes half
    an hour more on two processors; --scales release does without.

    \b
    interplay-build draw --seed today --out fresh
    interplay-build draw games --profile compat --option guess=1 -o compat
    interplay-build draw simulation --user-agent openai:my-model --simulator openai:my-model -o drawn
    """
    if ctx.invoked_subcommand is not None:
        if seed is not None or out is not None:
            raise click.UsageError(f"write --seed and --out after {ctx.invoked_subcommand!r}")
        return
    if out is None:
        raise click.UsageError("Missing option '-o' / '--out'.")
    _draw(seed, out, scales)


@build.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
def seal(file: Path) -> None:
    """Create the secret seed of a held-back split. Store it in FILE, and print its hash for the release.

    Put the printed line into release.toml before freezing. If FILE exists, its seed is sealed for the release that
    release.toml names now. Keep FILE outside the dataset and the repository.

    \b
    interplay-build seal ~/interplay-sealed-seed.txt
    interplay-build reveal --seed SEED --release dataset
    """
    import secrets

    from interplay.core.release import commitment
    from interplay_builders.release import sealing
    from interplay_builders.release.sources import identity

    if not file.exists():
        sealing.keep(file, secrets.token_hex(sealing.BITS // 8))
        click.echo(f"the seed is only in {file}: everyone who reads it can draw the split", err=True)
    known = identity()
    digest = commitment(known.name, known.release, sealing.kept(file))
    click.echo(f'sealed = {{ release = "{known.release}", sha256 = "{digest}" }}')


@build.command()
@click.option("--seed", required=True, help="The seed that was sealed.")
@click.option(
    "--release", "root", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Release whose seed it is."
)
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="OUT", help="Directory to draw the split into.")
@_scales
def reveal(seed: str, root: Path, out: Path | None, scales: str) -> None:
    """Prove that a seed is the sealed seed of a release. The held-back split of the release in DIR is drawn.

    Anybody can run this on a published release. The split is what `interplay-build draw` makes from the seed, with the
    builders of that release. The exit status is 1 for another seed.

    \b
    interplay-build reveal --seed SEED --release dataset
    interplay-build reveal --seed SEED --release dataset -o held-back
    """
    from interplay.core.errors import DatasetError
    from interplay.core.release import open_release
    from interplay_builders.release import sealing
    from interplay_builders.release.sources import identity

    release = open_release(root)
    digest = sealing.proved(release, seed)
    named = f"{release.manifest.name} {release.manifest.release}"
    click.echo(f"this is the sealed seed of {named}: {digest}")
    if out is None:
        return
    if identity().release != release.manifest.release:
        raise DatasetError(f"these builders make release {identity().release}; draw the split with those of {named}")
    _draw(seed, out, scales)


@build.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--judge", required=True, metavar="KIND:NAME", help="Judge that finds challenging turns: openai:NAME.")
@asking.endpoint_options
@asking.limit_options
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="OUT", help="[default: DIR/dataset]")
def extract(folder: Path, judge: str, server: SystemSpec, limits: Limits, attempts: int, out: Path | None) -> None:
    """Let a judge find challenging turns in dialogues. Scripts from DIR are written into a dataset directory.

    \b
    interplay-build extract drawn --judge openai:my-judge
    interplay run --dataset drawn/dataset --track simulation --model openai:my-model -o mine.jsonl
    """
    import asyncio

    from interplay_builders.collecting import draw as drawing
    from interplay_builders.collecting import extract as extracting
    from interplay_builders.collecting import files

    system = asking.model(judge, asking.JUDGE, server)

    async def go() -> drawing.Result:
        try:
            with asking.Stages() as stages:
                return await extracting.judge(folder, system, attempts, limits, stages.begin)
        finally:
            await system.close()

    done = asyncio.run(go())
    extraction = files.read_extraction(done.path)
    asking.say_failures(extraction.failures)
    target = out or folder / "dataset"
    manifest = extracting.dataset(folder, target)
    rows = sum(entry.rows or 0 for entry in manifest.files if entry.config == "simulation")
    counts = f"{rows} scripts of {len(extraction.verdicts)} dialogues, {len(extraction.failures)} without a verdict"
    click.echo(f"wrote {target}: {counts}, version {manifest.release}; {asking.cost(done.spent)}")


@build.command()
@click.argument("root", type=click.Path(path_type=Path), required=False, metavar="[DIR]")
@click.option(
    "--league/--no-league",
    default=True,
    show_default=False,
    help="Also replay the matches of the league of bots (4 minutes).",
)
def check(root: Path | None, league: bool) -> None:
    """Check the sources and a dataset directory. DIR (default: dataset/) must be what they make. Exit 1 on any error.

    \b
    interplay-build check
    interplay-build check --no-league
    interplay-build check /tmp/copy
    """
    from interplay_builders.release.checks import check as run_checks

    target = _here(root)
    with Progress("percent drawn") as progress:
        findings = run_checks(target, league=league, on_progress=progress.update)
    for finding in findings:
        click.echo(f"{finding.severity}: {finding}")
    errors = [finding for finding in findings if finding.severity == "error"]
    click.echo(f"{len(errors)} errors" if errors else f"{target} is what the builders make; all checks passed")
    sys.exit(1 if errors else 0)


@build.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print all ids as JSON.")
def diff(old: Path, new: Path, as_json: bool) -> None:
    """Show which rows differ between two dataset directories. Exit 1 when any does.

    \b
    interplay-build diff old-release/ new-release/
    interplay-build diff old-release/ new-release/ --json
    """
    from interplay.cli.shared.messages import say_json
    from interplay_builders.release.diff import diff as compare

    parts = compare(old, new)
    if as_json:
        say_json(parts)
    for part in () if as_json else parts:
        counts = f"{len(part.added)} added, {len(part.removed)} removed, {len(part.changed)} changed"
        named = [*part.added, *part.removed, *part.changed][:3]
        click.echo(f"{part.config}: {counts}" + (f" ({', '.join(named)}, …)" if named else ""))
    sys.exit(0 if all(part.same for part in parts) else 1)


@build.command()
@click.argument("root", type=click.Path(path_type=Path), required=False, metavar="[DIR]")
@click.option("--training", type=click.Path(path_type=Path), metavar="DRAWN", help="Dataset drawn for training.")
@click.option("--seeds", default=1_000, show_default=True, help="Without --training: seeds of the environments.")
def disjoint(root: Path | None, training: Path | None, seeds: int) -> None:
    """Show that no training item is in a dataset. DIR is dataset/ by default. Exit 1 if any is there.

    \b
    interplay-build disjoint
    interplay-build disjoint held-back --training drawn
    """
    from interplay.core.release import open_release
    from interplay_builders.release import disjoint as comparing

    rows = comparing.items(open_release(training)) if training else comparing.matches(seeds)
    parts = [*comparing.parts(rows, comparing.items(open_release(_here(root))))]
    for name, n, different, shared in parts:
        click.echo(f"{name}: {n:,} items, {different:,} different, {len(shared):,} shared {shared[:3] or ''}".rstrip())
    if not training:
        click.echo("hive and santorini are left out: nothing is drawn before the first move, so matches begin alike")
    sys.exit(any(shared for *_, shared in parts))


@build.command()
@click.argument("root", type=click.Path(path_type=Path), required=False, metavar="[DIR]")
@click.option("--repo", required=True, metavar="OWNER/NAME", help="Dataset repository on the Hub; created if missing.")
@click.option("--private", is_flag=True, help="Create a private repository; refuse an existing public one.")
@click.option("--dry-run", is_flag=True, help="Print the steps and send nothing.")
def publish(root: Path | None, repo: str, private: bool, dry_run: bool) -> None:
    """Publish a dataset on the Hugging Face Hub. DIR (default: dataset/) is also tagged v<release> there.

    The directory must be committed and pass `interplay-build check`, which runs first and takes a minute. After an
    interruption run the same command again. Log in with `hf auth login`, or set HF_TOKEN.

    \b
    interplay-build publish --repo me/interplay --private --dry-run
    interplay-build publish --repo me/interplay --private
    """
    from interplay.hub.places import checked_repo
    from interplay_builders.publishing import publish as publishing
    from interplay_builders.publishing.candidate import candidate

    name, target = checked_repo(repo), _here(root)
    click.echo(f"checking {target} before publication", err=True)
    with Progress("percent drawn") as progress:
        offered = candidate(target, progress.update)
    planned = publishing.plan(offered, name, private=private)
    click.echo(f"{planned.offered.checked} Steps{' without --dry-run' if dry_run else ''}:")
    for step in publishing.steps(planned):
        click.echo(f"  {step}")
    if dry_run:
        click.echo("Dry run: nothing was sent.")
        return
    commit = publishing.publish(planned, click.echo)
    address = planned.address
    click.echo(f"Published {address} (commit {commit}). To verify it: interplay dataset verify --dataset {address}")


build.add_command(Verbs(IMPORTERS, name="import", help="Turn another project's data into a dataset directory."))
build.add_command(Verbs(PAGES, name="page", help="Print a page of tables in Markdown, as in the cards."))
fitted(build)


def _draw(seed: str | None, out: Path, scales: str) -> None:
    """Draw a set with *seed* into *out*, and print its size and what was left out."""
    from interplay_builders.release import freeze as freezing
    from interplay_builders.release import fresh
    from interplay_builders.release.sources import identity, sources

    if seed == identity().seed:
        raise click.UsageError(
            f"{seed!r} is the seed of the release, which would draw the same items; choose another one"
        )
    freezing.refuse_foreign(out)  # before anything is drawn, which takes minutes
    is_measured = scales == "computed" and seed is not None
    click.echo("drawing items and their scales, which takes minutes; files are written at the end", err=True)
    with Progress("percent drawn") as progress:
        made_from = sources(seed, partial(_rescaled, progress) if is_measured else lambda track: track, progress.update)
        progress.log(f"drawn; writing {out}")
        try:
            manifest = freezing.freeze(out, made_from)
        except KeyboardInterrupt:
            progress.log(f"interrupted: {out} is incomplete; run the same command again to start over")
            sys.exit(130)
    rows = sum(entry.rows or 0 for entry in manifest.files)
    click.echo(f"wrote {out}: version {manifest.release}, seed {manifest.seed!r}, {rows:,} rows")
    for line in fresh.lines(made_from.left_out):
        click.echo(line)


def _rescaled(progress: Progress, track: "TrackFiles") -> "TrackFiles":
    """Compute new scales for games; return other tracks unchanged."""
    from interplay_builders.tracks.games import scales

    if track.name != "games":
        return track
    progress.begin("sides of games")
    return scales.rescaled(track, progress.update)


def _here(root: Path | None) -> Path:
    """Return *root*, or the dataset directory of the checkout; raise ``UsageError`` if there is neither."""
    if root is None and not DATASET.is_dir():
        raise click.UsageError(f"there is no directory {DATASET} in {Path.cwd()}: run this in a checkout, or name DIR")
    return root or DATASET


def main() -> None:
    """Run the command line; exit statuses as for ``interplay``."""
    sys.exit(run(build))
