"""``interplay evaluate``: from a model to its results on every track, in one command."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared.options import GroupedCommand, dataset_options, grouped
from interplay.cli.shared.parsing import dollars, price_pair
from interplay.cli.shared.systems import Asked, system_options

if TYPE_CHECKING:
    from interplay.api.overall import Price, Setting
    from interplay.cli.shared.progress import Progress
    from interplay.core.release import Release
    from interplay.running.plan import Part
    from interplay.tables.summary import Summary

SIZES = ("quick", "standard", "full")
_ITEMS, _REQUESTS, _OUTPUT = grouped("Items"), grouped("Requests"), grouped("Output")


@click.command(cls=GroupedCommand, short_help="Run a model through every track and score it.")
@system_options
@_ITEMS(
    "--size",
    default="quick",
    show_default=True,
    type=click.Choice(SIZES),
    help="quick: at most 2,200 requests; standard: what tables compare; full: all main splits.",
)
@_ITEMS("--trials", default=1, show_default=True, type=click.IntRange(1, 10_000), help="Runs of each item.")
@dataset_options
@_REQUESTS("--max-cost", type=float, callback=dollars, help="Stop before spending more US dollars; needs --price.")
@_REQUESTS("--price", callback=price_pair, metavar="IN/OUT", help="Dollars for a million tokens, for example 2.5/10.")
@_OUTPUT("-o", "--out", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Directory to fill.")
@_OUTPUT("--record-errors", is_flag=True, help="Write items that failed as errors instead of keeping them for a retry.")
@_OUTPUT("--dry-run", is_flag=True, help="Print what each size takes; send nothing.")
@_OUTPUT("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def command(
    system: Asked,
    size: str,
    trials: int,
    root: Path | None,
    allow_modified: bool,
    max_cost: float | None,
    price: "Price | None",
    folder: Path | None,
    record_errors: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Run every track, score it, and leave submissions, reports and one summary in DIR. The same call goes on.

    \b
    interplay evaluate --model openai:my-model --base-url http://localhost:8000/v1 -o results
    interplay evaluate --model openai:gpt-4o --size standard --price 2.5/10 --max-cost 20 -o results
    interplay evaluate --model openai:gpt-4o --dry-run
    """
    from interplay.api.overall import Setting
    from interplay.core.release import open_release
    from interplay.running.options import RunOptions

    if max_cost is not None and price is None:
        raise click.UsageError("--max-cost needs --price IN/OUT, dollars for a million tokens")
    release = open_release(root, allow_modified=allow_modified)
    options = RunOptions(
        trials=trials, concurrency=system.concurrency, max_calls=system.max_calls, record_errors=record_errors
    )
    setting = Setting(size, options, max_cost, price)
    if dry_run:
        _print_estimates(release, setting, system, as_json=as_json)
        return
    if folder is None:
        raise click.UsageError("name the directory to fill with -o DIR")
    summary = _evaluated(system, release, folder, setting)
    _print_summary(summary, folder, as_json=as_json)
    sys.exit(0 if summary.finished else 1)


def _evaluated(system: Asked, release: "Release", folder: Path, setting: "Setting") -> "Summary":
    from interplay.api.overall import evaluated
    from interplay.cli.shared.messages import going_on

    with going_on(folder), _Bars() as bars:
        return evaluated(lambda track: system.agent(track, bars.say), release, folder, setting, bars.update)


class _Bars:
    """A progress bar for each track, one after another."""

    def __init__(self) -> None:
        self._stack, self._bars = ExitStack(), dict[str, "Progress"]()

    def __enter__(self) -> "_Bars":
        """Show nothing yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the last bar as it is."""
        self._stack.close()

    def say(self, message: str) -> None:
        """Say something beside the bar."""
        bar = next(reversed(self._bars.values()), None)
        bar.say(message) if bar is not None else click.echo(message, err=True)

    def update(self, track: str, done: int, total: int) -> None:
        """Show that *done* of *total* items of a track are done."""
        from interplay.cli.shared.progress import Progress

        if track not in self._bars:
            self._stack.close()
            self._bars[track] = self._stack.enter_context(Progress(track))
        self._bars[track].update(done, total)


def _print_summary(summary: "Summary", folder: Path, *, as_json: bool) -> None:
    from interplay.cli.shared.messages import say_json
    from interplay.core.text import printable
    from interplay.tables import summary as summaries
    from interplay.tables.terminal import show

    if as_json:
        say_json(summary)
        return
    show(summaries.brief(summary))
    for line in (*summaries.failures(summary), *summaries.notes(summary)):
        click.echo(printable(line))
    click.echo(f"Sent now: {summary.sent:,} requests. Submissions, reports, summary.json and summary.md: {folder}")
    if not summary.finished:
        click.echo("Not finished: run the same command again to go on.", err=True)


def _print_estimates(release: "Release", setting: "Setting", system: Asked, *, as_json: bool) -> None:
    from interplay.api.overall import estimates
    from interplay.cli.shared.messages import say_json
    from interplay.systems import catalogue
    from interplay.tables.table import tabulate
    from interplay.tables.terminal import show
    from interplay.tracks import catalogue as tracks

    for name in tracks.names():
        catalogue.check(system.model, tracks.load(name).bots, system.endpoint())
    sizes = list(estimates(release, setting, system.thinking(), system.sampling))
    if as_json:
        say_json(sizes)
        return
    headings = ("size", "track", "episodes", "calls", "at most", "prompt tokens", "completion tokens", "cost")
    show(tabulate(headings, (_row(size.size, size.track, size.amounts) for size in sizes), text=2))
    click.echo(
        "calls, tokens, cost: averages of runs that ship with the release, from bare replies to replies at the\n"
        "limit of tokens; at most: every attempt at every decision fails. The quick size sends no more than\n"
        "2,200 requests for each trial. Nothing was sent."
    )


def _row(size: str, track: str, part: "Part") -> tuple[str, ...]:
    least, full = part.expected, part.full
    numbers = (part.episodes, least.calls, part.most.calls, least.prompt_tokens)
    tokens = f"{least.completion_tokens:,} to {full.completion_tokens:,}"
    cost = "–" if least.cost is None or full.cost is None else f"{least.cost:,.2f} to {full.cost:,.2f}"
    return size, track, *(f"{number:,}" for number in numbers), tokens, cost
