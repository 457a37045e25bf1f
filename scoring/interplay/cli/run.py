"""``interplay run``: drive a system through a track and write its submission."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared.messages import going_on, say_run
from interplay.cli.shared.options import GroupedCommand, dataset_options, grouped, option_options, sample_options
from interplay.cli.shared.parsing import pairs, price_pair
from interplay.cli.shared.systems import Asked, system_options

if TYPE_CHECKING:
    from interplay.systems.agent import Agent
    from interplay.systems.base import Sampling
    from interplay.systems.endpoint import EndpointOptions


_ITEMS, _OUTPUT = grouped("Items"), grouped("Output")
_OPPONENT = grouped("Opponent, in matches between two systems")


@click.command(cls=GroupedCommand, short_help="Run a model through a track; write a submission.")
@system_options
@_ITEMS("--track", "track_name", required=True, help="Track to run, for example scorekeeping.")
@_ITEMS("--split", "splits", multiple=True, help="Only this split; may be given several times.")
@_ITEMS("--where", multiple=True, metavar="KEY=VALUE", help="Only such items, for example game=bid; of one key, any.")
@_ITEMS("--game", help="Only this game; the same as --where game=NAME.")
@_ITEMS("--suite", help="Only games of this suite, llmarena or gamebench; the same as --where suite=NAME.")
@sample_options
@_ITEMS("--limit", type=click.IntRange(1), help="Only the first items.")
@option_options
@_ITEMS("--trials", default=1, show_default=True, type=click.IntRange(1, 10_000), help="Runs of each item.")
@dataset_options
@_OPPONENT("--opponent", metavar="KIND:NAME", help="openai:NAME; or bot:NAME@N, for the items against this bot.")
@_OPPONENT("--opponent-scaffold", default="direct", show_default=True, help="How the opponent thinks.")
@_OPPONENT("--opponent-base-url", metavar="URL", help="Server of the opponent, if it is another one.")
@_OPPONENT("--opponent-api-key-env", metavar="NAME", help="Variable with the opponent's key, if it is another one.")
@_OUTPUT("-o", "--out", "output", type=click.Path(path_type=Path), metavar="FILE", help="Submission to write.")
@_OUTPUT("--record-errors", is_flag=True, help="Write items that failed as errors instead of keeping them for a retry.")
@_OUTPUT("--save-requests", type=click.Path(path_type=Path), metavar="FILE.jsonl", help="Write all that was sent.")
@_OUTPUT("--dry-run", is_flag=True, help="Estimate calls, tokens and cost; check the model's name; send nothing.")
@_OUTPUT("--price", callback=price_pair, metavar="IN,OUT", help="Cost of a million tokens, for --dry-run.")
@_OUTPUT("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def command(
    track_name: str,
    system: Asked,
    output: Path | None,
    root: Path | None,
    allow_modified: bool,
    splits: tuple[str, ...],
    where: tuple[str, ...],
    game: str | None,
    suite: str | None,
    limit: int | None,
    sample: int | None,
    sample_seed: int,
    changes: tuple[tuple[str, int], ...],
    trials: int,
    record_errors: bool,
    save_requests: Path | None,
    dry_run: bool,
    price: tuple[float, float] | None,
    as_json: bool,
    **opponent: str | None,
) -> None:
    """Drive a system through a track. The same call goes on where an interrupted one stopped.

    \b
    interplay run --track scorekeeping --model bot:random -o random.jsonl
    interplay run --track scorekeeping --model openai:my-model --base-url http://localhost:8000/v1 -o mine.jsonl
    interplay run --track positions --model openai:my-model --sample 200 --sample-seed 1 -o sample.jsonl
    interplay run --track games --split llmarena_versus --hints off --model openai:a --opponent openai:b -o ab.jsonl

    \b
    --model human asks you, one match or item at a time, at the terminal or through a pipe:
    a line is a reply; between two lines of \"\"\" it has several lines, or none; other empty lines
    are passed over. Where actions are listed, their number is enough. Replies are kept, so that
    the same command goes on where one stopped.
    """
    from interplay.api.evaluation import driven
    from interplay.cli.shared.plans import say_plan
    from interplay.cli.shared.progress import Progress
    from interplay.core.driver import RIVAL
    from interplay.core.release import open_release
    from interplay.running import options as running_options
    from interplay.running import plan as planning
    from interplay.running.journal import journal_path
    from interplay.systems import catalogue
    from interplay.tracks import catalogue as tracks

    release = open_release(root, allow_modified=allow_modified)
    track = tracks.load(track_name)
    thinking = system.thinking()
    if thinking.name != "direct" and save_requests is not None:
        raise click.UsageError("--save-requests works without a scaffold; a submission keeps what scaffolds wrote")
    against = RIVAL if _is_system(opponent["opponent"]) else opponent["opponent"]
    asked = pairs("--where", where, game=game, suite=suite, opponent=against)
    options = running_options.RunOptions(
        splits,
        limit,
        trials,
        system.concurrency,
        system.max_calls,
        record_errors,
        asked,
        sample=sample,
        sample_seed=sample_seed,
        changes=changes,
    )
    sampling = system.sampling(track)
    is_person = "human" in {_kind(system.model), _kind(opponent["opponent"])}
    progress = Progress(track.name, "steps" if is_person else None)
    endpoint = system.endpoint(progress.say)
    if dry_run:
        catalogue.check(system.model, track.bots, endpoint)
        _check_rival(opponent, endpoint)
        plan = planning.plan(track, release, options, thinking, sampling, price)
        say_plan(plan, has_opponent=against == RIVAL, as_json=as_json)
        return
    if output is None:
        raise click.UsageError("name the submission to write with -o FILE")
    _keep_apart(output, save_requests)
    me, rival = system.agent(track, progress.say), _rival(opponent, sampling, endpoint)
    with going_on(journal_path(output)), progress:
        result = driven(track.name, release, output, options, me, rival, progress.update)
    say_run(result, output, as_json=as_json)
    if save_requests is not None and result.written:
        from interplay.running.requests import save

        save(save_requests, track, release, output)
    sys.exit(0 if result.written else 1)


def _kind(spec: str | None) -> str:
    return (spec or "").partition(":")[0]


def _is_system(opponent: str | None) -> bool:
    """Return whether an opponent is a system of its own, not one of the bots that items name."""
    return opponent is not None and _kind(opponent) != "bot"


def _rival(named: dict[str, str | None], sampling: "Sampling", endpoint: "EndpointOptions") -> "Agent | None":
    """Return the other system of matches between two, or nothing where none is named."""
    from interplay.systems import agent, catalogue
    from interplay.systems.scaffolds import catalogue as scaffolds

    opponent = named["opponent"]
    if opponent is None or not _is_system(opponent):
        return None
    other = catalogue.load(opponent, {}, sampling, _rival_place(named, endpoint))
    return agent.Agent(other, scaffolds.load(named["opponent_scaffold"] or "direct"))


def _check_rival(named: dict[str, str | None], endpoint: "EndpointOptions") -> None:
    """Raise what ``_rival`` would raise, without loading a model."""
    from interplay.systems import catalogue
    from interplay.systems.scaffolds import catalogue as scaffolds

    opponent = named["opponent"]
    if opponent is not None and _is_system(opponent):
        catalogue.check(opponent, {}, _rival_place(named, endpoint))
        scaffolds.load(named["opponent_scaffold"] or "direct")


def _rival_place(named: dict[str, str | None], endpoint: "EndpointOptions") -> "EndpointOptions":
    """Return the opponent's server: that of the system where no other is named."""
    url = named["opponent_base_url"] or endpoint.base_url
    key = named["opponent_api_key_env"] or endpoint.api_key_env
    return replace(endpoint, base_url=url, api_key_env=key)


def _keep_apart(output: Path, save_requests: Path | None) -> None:
    from interplay.running.journal import journal_path

    if save_requests is None or not output.name:
        return
    if save_requests.resolve() in {output.resolve(), journal_path(output).resolve()}:
        raise click.UsageError(f"--save-requests {save_requests} would overwrite the submission; name another file")
