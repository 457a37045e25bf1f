"""``interplay evaluate``: from a model to its results on every track, in one command."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli._options import GroupedCommand, dataset_options, grouped
from interplay.cli._parsing import dollars, price_of
from interplay.cli._systems import Asked, system_options

if TYPE_CHECKING:
    from rich.table import Table

    from interplay.api.overall import Estimate, Price, Setting
    from interplay.cli.progress import Progress
    from interplay.core.release import Release
    from interplay.report.summary import Summary

SIZES = ("quick", "standard", "full")
_ITEMS, _REQUESTS, _OUTPUT = grouped("Items"), grouped("Requests"), grouped("Output")


@click.command(cls=GroupedCommand, short_help="Run a model through every track and score it.")
@system_options
@_ITEMS(
    "--size",
    default="quick",
    show_default=True,
    type=click.Choice(SIZES),
    help="quick: at most 2,000 requests; standard: what tables compare; full: all main splits.",
)
@_ITEMS("--trials", default=1, show_default=True, type=click.IntRange(1, 10_000), help="Runs of each item.")
@dataset_options
@_REQUESTS("--max-cost", type=float, callback=dollars, help="Stop before spending more US dollars; needs --price.")
@_REQUESTS("--price", callback=price_of, metavar="IN/OUT", help="Dollars for a million tokens, for example 2.5/10.")
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
        _say_estimates(release, setting, system, as_json=as_json)
        return
    if folder is None:
        raise click.UsageError("name the directory to fill with -o DIR")
    summary = _evaluated(system, release, folder, setting)
    _say(summary, folder, as_json=as_json)
    sys.exit(0 if summary.finished else 1)


def _evaluated(system: Asked, release: "Release", folder: Path, setting: "Setting") -> "Summary":
    from interplay.api.overall import evaluated

    with _Bars() as bars:
        return evaluated(system.agent, release, folder, setting, bars.update)


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

    def update(self, track: str, done: int, total: int) -> None:
        """Show that *done* of *total* items of a track are done."""
        from interplay.cli.progress import Progress

        if track not in self._bars:
            self._stack.close()
            self._bars[track] = self._stack.enter_context(Progress(track))
        self._bars[track].update(done, total)


def _say(summary: "Summary", folder: Path, *, as_json: bool) -> None:
    from interplay.core import canonical
    from interplay.report import summary as summaries
    from interplay.report.table import plain, show

    if as_json:
        click.echo(canonical.encode(summary))
        return
    show(_table(summaries.BRIEF, summaries.brief(summary), words=(0,)))
    for line in summaries.failures(summary):
        click.echo(plain(line).plain)
    for note in summaries.notes(summary):
        click.echo(plain(note).plain)
    click.echo(f"Sent now: {summary.sent:,} requests. Submissions, reports, summary.json and summary.md: {folder}")
    if not summary.finished:
        click.echo("Not finished: run the same command again to go on.", err=True)


def _table(headings: tuple[str, ...], body: list[tuple[str, ...]], words: tuple[int, ...]) -> "Table":
    """Return a table whose columns at the places *words* hold text, the others numbers."""
    from rich import box
    from rich.table import Table

    from interplay.report.table import plain

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for place, heading in enumerate(headings):
        if place in words:
            table.add_column(heading, overflow="fold")
        else:  # numbers always stay whole
            widest = max(len(text) for text in (heading, *(row[place] for row in body)))
            table.add_column(heading, justify="right", no_wrap=True, min_width=widest)
    for row in body:
        table.add_row(*map(plain, row))
    return table


def _say_estimates(release: "Release", setting: "Setting", system: Asked, *, as_json: bool) -> None:
    from interplay.api.overall import estimates
    from interplay.core import canonical
    from interplay.report.table import show

    found = list(estimates(release, setting, system.sampling))
    if as_json:
        click.echo(canonical.encode(found))
        return
    headings = ("size", "track", "items", "calls", "at most", "prompt tokens", "completion tokens", "dollars")
    show(_table(headings, [row for size in SIZES for row in _estimated(size, found)], words=(0, 1)))
    click.echo("calls, tokens: if every match and dialogue were as short as it can be; prompts: the first ones alone.")
    click.echo("at most: if every reply takes all its attempts. Nothing was sent.")


def _estimated(size: str, found: list["Estimate"]) -> list[tuple[str, ...]]:
    own = [one for one in found if one.size == size]
    names = ("items", "calls", "most_calls", "prompt_tokens", "completion_tokens")
    numbers = [tuple(getattr(one, name) for name in names) for one in own]
    spent = [one.dollars for one in own]
    total = tuple(map(sum, zip(*numbers, strict=True))), None if None in spent else sum(one or 0.0 for one in spent)
    rows = [*zip([one.track for one in own], numbers, spent, strict=True), ("all", *total)]
    return [
        (size, name, *(f"{number:,}" for number in row), "–" if cost is None else f"{cost:,.2f}")
        for name, row, cost in rows
    ]
