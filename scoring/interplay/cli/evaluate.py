"""``interplay evaluate``: from a model to its results on every track, in one command."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared import options
from interplay.cli.shared.options import Dataset, GroupedCommand, grouped
from interplay.cli.shared.systems import system_options

if TYPE_CHECKING:
    from interplay.core.release import Release
    from interplay.running.options import Limits, RunSpec
    from interplay.running.plan import Part
    from interplay.systems.spec import SystemSpec
    from interplay.tables.summary import Summary

SIZES = ("quick", "standard", "full")


@click.command(cls=GroupedCommand, short_help="Run a model on every track and score it.")
@system_options
@grouped("Items")(
    "--size",
    default="quick",
    type=click.Choice(SIZES),
    help="quick: at most 2,200 requests; standard: what tables compare; full: all main splits.",
)
@options.trials_option
@options.dataset_options
@options.limit_options(*options.SPENDING, "record_errors")
@options.out_option("folder", "DIR", "Directory to fill.")
@options.dry_run_option
@options.json_option
def command(
    system: "SystemSpec",
    size: str,
    trials: int,
    dataset: Dataset,
    limits: "Limits",
    folder: Path | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Run every track, score it, and leave submissions, reports and one summary in DIR. The same call goes on.

    \b
    interplay evaluate --model openai:my-model --base-url http://localhost:8000/v1 -o results
    interplay evaluate --model openai:gpt-4o --size standard --price 2.5/10 --max-cost 20 -o results
    interplay evaluate --model openai:gpt-4o --dry-run
    """
    from msgspec.structs import asdict

    from interplay.running.options import RunSpec

    options.refuse_unpriced(limits)
    release, spec = dataset.verified(), RunSpec(**asdict(limits), trials=trials)
    if dry_run:
        _print_estimates(release, spec, system, as_json=as_json)
        return
    if folder is None:
        raise click.UsageError("name the directory to fill with -o DIR")
    summary = _evaluated(system, release, folder, size, spec)
    _print_summary(summary, folder, as_json=as_json)
    sys.exit(0 if summary.finished else 1)


def _evaluated(system: "SystemSpec", release: "Release", folder: Path, size: str, spec: "RunSpec") -> "Summary":
    from interplay.api.overall import evaluated
    from interplay.cli.shared.messages import going_on
    from interplay.cli.shared.progress import Progress
    from interplay.systems import catalogue

    progress = Progress("evaluation")

    def update(track: str, done: int, total: int) -> None:
        progress.begin(track)
        progress.update(done, total)

    with going_on(folder), progress:
        return evaluated(
            lambda track, budget: catalogue.agent(system, track, progress.log, budget.pace.pause),
            release,
            folder,
            size,
            spec,
            update,
        )


def _print_summary(summary: "Summary", folder: Path, *, as_json: bool) -> None:
    from interplay.cli.shared.messages import say_json
    from interplay.core.text import printable
    from interplay.tables import summary as summaries
    from interplay.tables.terminal import say_text, show

    if as_json:
        say_json(summary)
        return
    show(summaries.brief(summary))
    for line in (*summaries.failures(summary), *summaries.notes(summary)):
        say_text(printable(line))
    say_text(f"Sent now: {summary.sent:,} requests. Submissions, reports, summary.json and summary.md: {folder}")
    if not summary.finished:
        can_go_on = any(track.open and "change what is sent" not in track.open for track in summary.tracks)
        say_text("Not finished" + (": run the same command again to go on." if can_go_on else "."), err=True)


def _print_estimates(release: "Release", spec: "RunSpec", system: "SystemSpec", *, as_json: bool) -> None:
    from interplay.api.overall import estimates
    from interplay.cli.shared.messages import say_json
    from interplay.cli.shared.plans import HEADINGS, numbers
    from interplay.systems import catalogue
    from interplay.tables.table import tabulate
    from interplay.tables.terminal import say_text, show
    from interplay.tracks import catalogue as tracks

    for name in tracks.names():
        catalogue.check(system, tracks.load(name).bots)
    sizes = list(estimates(release, spec, system))
    if as_json:
        say_json(sizes)
        return
    rows = ((size.size, size.track, *numbers(size.amounts), _cost(size.amounts)) for size in sizes)
    show(tabulate(("size", "track", *HEADINGS, "cost"), rows, text=2))
    say_text(
        "calls, tokens, cost: averages of runs that ship with the release, from bare replies to replies at the\n"
        "limit of tokens; at most: every attempt at every decision fails. The quick size sends no more than\n"
        "2,200 requests for each trial. Nothing was sent.",
        is_prose=True,
    )


def _cost(part: "Part") -> str:
    least, full = part.expected.cost, part.full.cost
    return "–" if least is None or full is None else f"{least:,.2f} to {full:,.2f}"
