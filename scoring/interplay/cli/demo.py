"""``interplay demo``: score the submissions that come with the dataset."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared import options
from interplay.cli.shared.options import Dataset

if TYPE_CHECKING:
    from interplay.core.reports import Report

PROCESSES = 8  # at most; each needs some 150 MB
SITE = Path("interplay-report")
ROW = "{:<12}  {:<19}  {:<10}  {:<22}  {:>6}"
LEGEND = """
score: 0 = best uninformed baseline, 100 = reference, approximately. Without
interval: all items have the same score, or too few items. H50: operations at
which half of the sessions fail (90% interval). *: sample. basic: easier split.

All bots and metrics: interplay demo --all
Next: interplay evaluate --model openai:NAME --base-url URL -o results"""


@click.command(short_help="Score the shipped baselines; needs no network, key or compiler.")
@options.dataset_options
@click.option("--all", "is_all", is_flag=True, help="Score every file, recompute opponents' moves, print all parts.")
@options.out_option("out", "DIR", "Write report.json and report.md, or with --open the pages, to this directory.")
@options.json_option
@click.option("--open", "is_opened", is_flag=True, help=f"Write pages into {SITE}/site and open them in a browser.")
def command(dataset: Dataset, is_all: bool, out: Path | None, as_json: bool, is_opened: bool) -> None:
    """Recompute the scores of shipped submissions from their raw text."""
    from interplay.cli.shared import outputs
    from interplay.cli.shared.progress import Progress
    from interplay.scoring import baselines
    from interplay.scoring.score import Options
    from interplay.tables.terminal import say_text

    release = dataset.verified()
    files = baselines.paths(release) if is_all else baselines.selected(release)
    processes, index, is_brief = min(PROCESSES, os.cpu_count() or 1), None, not (is_all or is_opened or as_json or out)
    title = f"{release.manifest.name} {release.manifest.release}: {len(files)} shipped submissions, scored now"
    with Progress("predictions") as progress:
        if is_opened:
            from interplay.core.extensions import page_writer

            folder = (out or SITE) / "site"
            how = Options(trusted=not is_all)
            index, reports = page_writer("baselines")(release, files, folder, how, processes, progress.update)
            reports.sort(key=lambda report: [*baselines.BEST].index(report.track))
        elif is_all:
            reports = baselines.score_baselines(release, None, processes, progress.update)
        else:
            how = Options(trusted=True, analyses=False, summary=True)
            scored = baselines.score_selected(release, how, processes, progress.update)
            reports = _table(scored, title) if is_brief else [*scored]
    written = outputs.write(reports, out) if out and not is_opened else ()
    if as_json:
        outputs.show_json(reports)
    elif is_all:
        say_text(title)
        reports, notes = baselines.without_uninformed(reports)
        outputs.show_table(reports, detail="summary", notes=notes)
    elif not is_brief:
        _table(reports, title)
    if release.modified and not is_all:
        outputs.warn_modified()
    for path in written:
        click.echo(f"wrote {path}", err=True)
    if index:
        import webbrowser

        click.echo(f"Pages: {index}", err=True)
        webbrowser.open_new_tab(index.resolve().as_uri())


def _table(reports: Iterable["Report"], title: str) -> list["Report"]:
    """Print a line for each report as soon as it is there, and return the reports."""
    from interplay.core.text import printable
    from interplay.tables.numbers import interval
    from interplay.tables.scores import front
    from interplay.tables.terminal import bold, say_text
    from interplay.tracks.catalogue import load

    say_text(title)
    heading = ROW.format("track", "system", "kind", "score [95% interval]", "items")
    done: list[Report] = []
    for report in reports:
        is_first = not done or done[-1].track != report.track
        if is_first:
            say_text("" if done else bold(f"\n{heading}"))
        track, name, score = load(report.track), report.system.name, report.headline
        kinds = {f"bot-{bot}": "uninformed" for bot in track.uninformed}
        model = "basic" if front(report)[0] is None else "model"
        kind = kinds.get(name, "reference" if name.startswith("bot-") else model)
        text = score.text or interval(score.value, score.low, score.high)
        count = f"{report.counts['items']:,}{'*' if report.selected else ' '}"
        say_text(ROW.format(report.track if is_first else "", printable(name), kind, text, count).rstrip())
        done.append(report)
    say_text(LEGEND)
    return done
