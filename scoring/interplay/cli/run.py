"""``interplay run``: run a system on a track and write its submission."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import going_on, say_run
from interplay.cli.shared.options import Dataset, GroupedCommand, bundle, grouped
from interplay.cli.shared.parsing import pairs
from interplay.cli.shared.systems import system_options

if TYPE_CHECKING:
    from interplay.running.options import Limits
    from interplay.systems.spec import SystemSpec

_ITEMS, _OUTPUT = grouped("Items", "run"), grouped("Output", "run")
_SELECTION = {
    "splits": _ITEMS("--split", "splits", multiple=True),
    "where": options.where_option,
    "games": options.games_option,
    "suite": options.suite_option,
    "sample": _ITEMS("--sample", type=click.IntRange(1), metavar="N"),
    "sample_seed": _ITEMS("--sample-seed", default=0, type=click.IntRange(0, 2**53)),
    "limit": _ITEMS("--limit", type=click.IntRange(1)),
    "changes": options.rules_option,
    "trials": options.trials_option,
}
"""The options that say which items are run, and how often; the verb takes them together as ``selection``."""


@click.command(cls=GroupedCommand, short_help="Run a model on a track; write a submission.")
@system_options
@_ITEMS("--track", "track_name", required=True)
@bundle("selection", dict, _SELECTION)
@options.dataset_options
@_ITEMS("--opponent", metavar="KIND:NAME[,KEY=VALUE]...")
@options.limit_options(*options.SPENDING, "record_errors")
@options.out_option("output", "FILE", "File of the submission to write.")
@_OUTPUT("--save-requests", type=options.FILE, metavar="FILE.jsonl")
@options.watch_option
@options.dry_run_option
@options.json_option
def command(
    track_name: str,
    system: "SystemSpec",
    limits: "Limits",
    selection: dict[str, Any],
    dataset: Dataset,
    output: Path | None,
    opponent: str | None,
    save_requests: Path | None,
    watch: Path | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Run a system on a track and write its submission. The same command resumes an interrupted run."""
    from msgspec import structs

    from interplay.api.evaluation import driven
    from interplay.cli.shared.plans import say_plan
    from interplay.cli.shared.progress import Progress
    from interplay.core import extensions
    from interplay.core.driver import RIVAL
    from interplay.core.errors import BudgetError, ModelError
    from interplay.core.text import noop
    from interplay.running import plan as planning
    from interplay.running.journal import journal_path
    from interplay.running.options import RunSpec
    from interplay.running.requests import save
    from interplay.submissions.reading import health_of, open_submission
    from interplay.systems import catalogue
    from interplay.systems.base import HUMAN
    from interplay.tables.terminal import say_text
    from interplay.tracks import catalogue as tracks

    options.refuse_unpriced(limits)
    release = dataset.verified()
    track = tracks.load(track_name)
    if catalogue.scaffold(system).name != "direct" and save_requests is not None:
        raise click.UsageError("--save-requests works without a scaffold; a submission keeps what scaffolds wrote")
    rival = _rival(opponent, system)
    games, where, suite = (selection.pop(name) for name in ("games", "where", "suite"))
    named = pairs("--where", where, suite=suite, opponent=opponent if rival is None else RIVAL)
    keys = (*(("game", game) for game in games), *named)
    spec = RunSpec(**structs.asdict(limits), **selection, where=keys)
    systems = (system,) if rival is None else (system, rival)
    if dry_run:
        for entry in systems:
            catalogue.check(entry, track)
        say_plan(planning.plan(track, release, spec, system), has_opponent=rival is not None, as_json=as_json)
        return
    if output is None:
        raise click.UsageError("name the submission to write with -o FILE")
    _keep_apart(output, save_requests)
    progress = Progress(track.name, "steps" if HUMAN in {entry.kind for entry in systems} else None)
    budget = spec.budget()
    agents = [catalogue.agent(entry, track, progress.log, budget.pace.pause) for entry in systems]
    keep = noop if save_requests is None else partial(save, save_requests, track, release, output, spec)
    try:
        with going_on(journal_path(output)), progress, extensions.watching(watch, release) as on_start:
            spec = structs.replace(spec, on_start=on_start)
            result = driven(track.name, release, output, spec, agents, progress.update, budget)
    except (BudgetError, ModelError):
        keep()
        raise
    keep()
    say_run(result, output, as_json=as_json, is_person=system.kind == HUMAN)
    if result.written and not as_json:
        for warning in health_of(output, release):
            say_text(f"warning: {warning}", err=True)
        click.echo(f"next: interplay score {output}", err=True)
        if system.kind == HUMAN and track.name == "games":
            *_, last = (record.item_id for _, record in open_submission(output, release).records())
            click.echo(f"      interplay replay {output} --item {last}", err=True)
    sys.exit(0 if result.written else 1)


def _rival(opponent: str | None, system: "SystemSpec") -> "SystemSpec | None":
    """Return the other system of matches between two; ``None`` where none, or one of the bots of items, is named."""
    from msgspec.structs import replace

    from interplay.core.errors import RecordError
    from interplay.systems.spec import parse

    if opponent is None or opponent.startswith("bot:"):
        return None
    try:
        return parse(opponent, replace(system, name=None, scaffold="direct", params={}))
    except RecordError as error:
        raise click.UsageError(f"--opponent: {error}") from None


def _keep_apart(output: Path, save_requests: Path | None) -> None:
    from interplay.running.journal import journal_path

    if save_requests is None or not output.name:
        return
    if save_requests.resolve() in {output.resolve(), journal_path(output).resolve()}:
        raise click.UsageError(f"--save-requests {save_requests} would overwrite the submission; name another file")
