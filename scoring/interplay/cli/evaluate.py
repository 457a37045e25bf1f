"""``interplay evaluate``: from a model to its results on every track, in one command."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared import options
from interplay.cli.shared.options import Dataset, GroupedCommand, grouped
from interplay.cli.shared.systems import system_options

if TYPE_CHECKING:
    from interplay.api.overall import AnyTrack, Estimate
    from interplay.core.release import Release
    from interplay.running.budget import Budget
    from interplay.running.options import Limits, RunSpec
    from interplay.systems.base import Agent
    from interplay.systems.spec import SystemSpec
    from interplay.tables.summary import Summary

SECONDS = (2, 20)
"""Seconds a reply may take, for the two estimates of the time."""
SIZES = ("quick", "standard", "full")
_ITEMS = grouped("Items", "evaluate")


@click.command(cls=GroupedCommand, short_help="Run a model on every track and score it.")
@system_options
@_ITEMS("--size", default="quick", type=click.Choice(SIZES))
@_ITEMS("--track", "only", multiple=True)
@_ITEMS("--skip", multiple=True)
@options.trials_option
@options.dataset_options
@options.limit_options(*options.SPENDING, "record_errors")
@options.out_option("folder", "DIR", "Directory to fill.")
@options.watch_option
@options.dry_run_option
@options.json_option
def command(
    system: "SystemSpec",
    size: str,
    only: tuple[str, ...],
    skip: tuple[str, ...],
    trials: int,
    dataset: Dataset,
    limits: "Limits",
    folder: Path | None,
    watch: Path | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Run a model on the tracks and write submissions, reports and a summary to DIR. Repeat a command to resume it."""
    from msgspec import structs

    from interplay.api.overall import tracks_of
    from interplay.core import extensions
    from interplay.running.options import RunSpec

    options.refuse_unpriced(limits)
    release, spec = dataset.verified(), RunSpec(**structs.asdict(limits), trials=trials)
    tracks = tracks_of(release, size, only, skip)
    if dry_run:
        _print_estimates(release, spec, system, size, tracks, as_json=as_json)
        return
    if folder is None:
        raise click.UsageError("name the directory to fill with -o DIR")
    with extensions.watching(watch, release) as on_start:
        summary = _evaluated(system, release, folder, size, structs.replace(spec, on_start=on_start), tracks)
    _print_summary(summary, folder, as_json=as_json)
    sys.exit(0 if summary.finished else 1)


def _evaluated(
    system: "SystemSpec", release: "Release", folder: Path, size: str, spec: "RunSpec", tracks: "list[AnyTrack]"
) -> "Summary":
    from interplay.api.overall import evaluated
    from interplay.cli.shared.messages import going_on
    from interplay.cli.shared.progress import Progress
    from interplay.systems import catalogue

    with going_on(folder), Progress("requests", about="about ") as progress:

        def agent(track: "AnyTrack", budget: "Budget") -> "Agent":
            return catalogue.agent(system, track, progress.log, budget.pace.pause)

        return evaluated(agent, release, folder, size, spec, tracks, on_reply=progress.update)


def _print_summary(summary: "Summary", folder: Path, *, as_json: bool) -> None:
    from interplay.cli.shared.messages import say_json
    from interplay.core.text import printable
    from interplay.tables import summary as summaries
    from interplay.tables.terminal import say_text, show

    if as_json:
        say_json(summary)
        return
    for line in summaries.health(summary, doubtful=True):
        say_text(printable(line), is_prose=True)
    show(summaries.brief(summary), boxed=False)
    click.echo()
    show(summaries.usage(summary), boxed=False)
    click.echo()
    for line in (*summaries.verdict(summary), *summaries.health(summary), *summaries.notes(summary, brief=True)):
        say_text(printable(line), is_prose=True)
    again = f", {summary.sent_again:,} of them again after an error" if summary.sent_again else ""
    say_text(f"Sent now: {summary.sent:,} requests{again}. Submissions, reports, summary.json and summary.md: {folder}")
    if summary.finished:
        say_text(f"next: interplay report {folder} -o site; interplay compare {folder} OTHER", err=True)
    else:
        final = ("change what is sent", "with a higher --max")
        can_go_on = any(track.open and not any(words in track.open for words in final) for track in summary.tracks)
        say_text("Not finished" + (": run the same command again to go on." if can_go_on else "."), err=True)


def _print_estimates(
    release: "Release", spec: "RunSpec", system: "SystemSpec", size: str, tracks: "list[AnyTrack]", *, as_json: bool
) -> None:
    from interplay.api.overall import estimates
    from interplay.cli.shared.messages import say_json
    from interplay.cli.shared.progress import Progress
    from interplay.submissions.sizes import omissions
    from interplay.systems import catalogue
    from interplay.tables.table import tabulate
    from interplay.tables.terminal import say_text, show

    for track in tracks:
        catalogue.check(system, track)
    with Progress("tracks") as progress:
        parts = estimates(release, spec, system, size, tracks, progress.update)
    if as_json:
        say_json(parts)
        return
    headings = ("track", "episodes", "calls", "at most", "tokens in", "tokens out", "cost")[: 7 if spec.price else 6]
    rows = (_row(part)[: len(headings)] for part in parts)
    show(tabulate(headings, rows))
    calls = parts[-1].amounts.expected.calls
    least = 0.0 if spec.requests_per_minute is None else calls / spec.requests_per_minute
    times = (f"{_time(max(least, calls * n / spec.concurrency / 60))} at {n} s a reply" for n in SECONDS)
    lines = [f"size {size}, {spec.concurrency} items at once: {', '.join(times)}."]
    lines += [f"{line}." for line in omissions(size, (track.name for track in tracks))]
    ranges = "Averages over the runs in the release. Ranges: from short replies to replies at the token limit."
    lines.append(f'{ranges} "at most": every attempt at every decision fails. Nothing was sent.')
    lines += ["Add --price IN/OUT (US dollars per million tokens) for the cost."] * (not spec.price)
    for line in lines:
        say_text(line, is_prose=True)


def _time(minutes: float) -> str:
    return f"about {max(1, round(minutes)):,} min" if minutes < 120 else f"about {minutes / 60:,.0f} h"


def _row(estimate: "Estimate") -> tuple[str | None, ...]:
    """Return what a track takes, with tokens in thousands and millions so that a terminal has room."""
    from interplay.tables.numbers import compact

    part = estimate.amounts
    least, full = part.expected, part.full
    cost = None if least.cost is None or full.cost is None else f"{least.cost:,.2f} to {full.cost:,.2f}"
    tokens = f"{compact(least.completion_tokens)} to {compact(full.completion_tokens)}"
    counts = (f"{count:,}" for count in (part.episodes, least.calls, part.most.calls))
    return (estimate.track, *counts, compact(least.prompt_tokens), tokens, cost)
