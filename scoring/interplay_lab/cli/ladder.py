"""``interplay ladder``: play a system against search bots of growing budget, and verify the files of such runs."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import going_on, say_json, say_run
from interplay.cli.shared.options import Dataset, GroupedCommand
from interplay.cli.shared.progress import Progress
from interplay.cli.shared.systems import system_options
from interplay_lab.cli._options import grouped

if TYPE_CHECKING:
    from interplay.running.options import Limits
    from interplay.systems.spec import SystemSpec
    from interplay_lab.ladder.play import LadderRun


@click.group(short_help="Play search bots of increasing strength; report runs.")
def command() -> None:
    """Find the level of a ladder of search bots at which a system wins half of its matches.

    \b
    interplay ladder run --game santorini --model openai:my-model -o santorini.jsonl
    interplay ladder report santorini.jsonl
    """


@command.command(name="run", cls=GroupedCommand, short_help="Play the ladder of a game.")
@system_options
@grouped("Items", "ladder")("--game", required=True)
@options.dataset_options
@options.limit_options("concurrency", "max_calls", "record_errors")
@options.out_option("output", "FILE", "File of matches to write.")
@options.dry_run_option
@options.json_option
def run_command(
    system: "SystemSpec",
    game: str,
    dataset: Dataset,
    limits: "Limits",
    output: Path | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Play the ladder of a game in two stages and print the report. The same command resumes an interrupted run.

    \b
    interplay ladder run --game santorini --model openai:my-model -o santorini.jsonl
    interplay ladder run --game hive --model openai:my-model --dry-run
    """
    from msgspec.structs import asdict

    from interplay.api.opening import waited
    from interplay.running.journal import journal_path
    from interplay.running.options import RunSpec
    from interplay.systems import catalogue
    from interplay.systems.base import HUMAN
    from interplay.tracks.games.track import TRACK
    from interplay_lab.ladder.play import max_matches_and_requests, play_ladder, read_run

    if dry_run:
        catalogue.check(system, TRACK)
        matches, calls = max_matches_and_requests(game)
        if as_json:
            say_json({"game": game, "matches": matches, "most_calls": calls})
            return
        click.echo(f"ladder of {game}: {matches:,} matches in two stages, at most {calls:,} requests")
        click.echo("At most: every match has the maximum length, and every attempt at every decision fails.")
        click.echo("Requests of a scaffold are not included. Nothing was sent.")
        return
    if output is None:
        raise click.UsageError("name the file to write with -o FILE")
    release = dataset.verified()
    progress = Progress("ladder", "steps" if system.kind == HUMAN else None)
    with going_on(journal_path(output)), progress:
        agent = catalogue.agent(system, TRACK, progress.log)
        spec = RunSpec(**asdict(limits))
        result = waited(lambda: play_ladder(game, release, agent, output, spec, progress.update))
    say_run(result, output, as_json=as_json)
    if result.written and not as_json:
        _say_report(read_run(output))
    sys.exit(0 if result.written else 1)


@command.command(name="report", short_help="Verify files of matches and report them.")
@click.argument("paths", nargs=-1, required=True, type=options.FILE, metavar="FILE...")
@options.json_option
def report_command(paths: tuple[Path, ...], as_json: bool) -> None:
    """Report files that ``interplay ladder run`` wrote. Every match is verified by playing it again.

    \b
    interplay ladder report santorini.jsonl
    interplay ladder report *.jsonl --json
    """
    from interplay_lab.ladder.play import read_run

    runs = [read_run(path) for path in paths]
    if as_json:
        say_json([{"run": run, "elo": _elo(run)} for run in runs])
        return
    for run in runs:
        _say_report(run)


def _say_report(run: "LadderRun") -> None:
    """Print the level at which a system wins half of its matches, its Elo, and the points on each level."""
    from interplay_lab.ladder.play import by_level

    at, most = run.threshold, run.levels
    level, low, high = (
        "< 1" if value < 1 else f"> {most}" if value > most else f"{value:.1f}" for value in (at.level, at.low, at.high)
    )
    click.echo(
        f"{run.system.name} on the ladder of {run.game}: half of the matches won at level {level} "
        f"[{low}, {high}] of {most}, {at.mass:.0%} interval, {len(run.results)} matches"
    )
    elo = _elo(run).values()
    if any(value is not None for value in elo):
        middle, low, high = ("outside the ladder" if value is None else f"{value:.0f}" for value in elo)
        click.echo(f"Elo above the random bot: {middle} [{low}, {high}]")
    for number, points in by_level(run.results).items():
        click.echo(f"  level {number:>2}: {sum(points):4.1f} of {len(points)}")
    failed, invalid = sum(r.failed for r in run.results), sum(r.invalid for r in run.results)
    if failed or invalid:
        click.echo(f"counted as lost: {failed} broken off, {invalid} invalid (more than 10% of decisions substituted)")


def _elo(run: "LadderRun") -> dict[str, float | None]:
    from interplay_lab.ladder.strengths import elo_at

    ends = {"at": run.threshold.level, "low": run.threshold.low, "high": run.threshold.high}
    return {name: elo_at(run.game, level) for name, level in ends.items()}
