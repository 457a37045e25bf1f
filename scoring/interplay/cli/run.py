"""``interplay run``: drive a system through a track and write its submission."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared.messages import going_on, say_failures
from interplay.cli.shared.options import GroupedCommand, dataset_options, grouped, option_options, sample_options
from interplay.cli.shared.parsing import pairs, price_pair
from interplay.cli.shared.systems import Asked, system_options

if TYPE_CHECKING:
    from interplay.running.options import RunOptions
    from interplay.running.run import RunResult
    from interplay.systems.agent import Agent
    from interplay.systems.base import Sampling
    from interplay.systems.endpoint import EndpointOptions


_ITEMS, _OUTPUT = grouped("Items"), grouped("Output")
_OPPONENT = grouped("Opponent, in matches between two systems")


@click.command(cls=GroupedCommand, short_help="Run a model through a track; write a submission.")
@system_options
@_ITEMS("--track", "track_name", help="Track to run, for example scorekeeping; --ladder needs none.")
@_ITEMS("--ladder", is_flag=True, help="Play up the ladder of --game, and say at which rung half is won.")
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
    track_name: str | None,
    ladder: bool,
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
    interplay run --ladder --game santorini --model openai:my-model -o climb.jsonl

    \b
    --model human asks you, one match or item at a time, at the terminal or through a pipe:
    a line is a reply; between two lines of \"\"\" it has several lines, or none; other empty lines
    are passed over. Where actions are listed, their number is enough. Replies are kept, so that
    the same command goes on where one stopped.
    """
    from interplay.api.evaluation import climbed, driven
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
    if track_name is None and not ladder:
        raise click.UsageError("Missing option '--track'. Or name a ladder, as in --ladder --game santorini.")
    track = tracks.load(track_name or "games")
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
    if ladder:
        _refuse_with_ladder(track.name, options, opponent["opponent"], saves=save_requests is not None)
    sampling = system.sampling(track)
    is_person = "human" in {_kind(system.model), _kind(opponent["opponent"])}
    progress = Progress(track.name, "steps" if is_person else None)
    endpoint = system.endpoint(progress.say)
    if dry_run:
        catalogue.check(system.model, track.bots, endpoint)
        _check_rival(opponent, endpoint)
        if ladder:
            _say_most(game or "", as_json=as_json)
            return
        plan = planning.plan(track, release, options, thinking, sampling, price)
        say_plan(plan, has_opponent=against == RIVAL, as_json=as_json)
        return
    if output is None:
        raise click.UsageError("name the submission to write with -o FILE")
    _keep_apart(output, save_requests)
    if ladder:
        with going_on(journal_path(output)), progress:
            result = climbed(game or "", release, output, options, system.agent(track, progress.say), progress.update)
        _say_climbed(result, output, as_json=as_json)
        sys.exit(0 if result.written else 1)
    me, rival = system.agent(track, progress.say), _rival(opponent, sampling, endpoint)
    with going_on(journal_path(output)), progress:
        result = driven(track.name, release, output, options, me, rival, progress.update)
    _say_result(result, output, as_json=as_json)
    if save_requests is not None and result.written:
        from interplay.running.requests import save

        save(save_requests, track, release, output)
    sys.exit(0 if result.written else 1)


def _refuse_with_ladder(track: str, options: "RunOptions", opponent: str | None, *, saves: bool) -> None:
    """Raise ``UsageError`` for options that choose matches otherwise than a ladder's two stages do."""
    games = [value for key, value in options.where if key == "game"]
    chooses = options.splits or options.changes or len(options.where) > 1
    counts = options.limit is not None or options.sample is not None or options.trials > 1
    if track != "games":
        raise click.UsageError(f"--ladder is about games: leave out --track {track}")
    if not games:
        raise click.UsageError("--ladder needs the game whose ladder is climbed, as in --ladder --game santorini")
    if chooses or counts or opponent is not None or saves:
        raise click.UsageError(
            "--ladder plays frozen matches in two stages: it takes --game, but no other items, options, opponent, "
            "trials or --save-requests"
        )


def _say_most(game: str, *, as_json: bool) -> None:
    """Say the most that a climb takes; how many requests a match needs depends on who plays."""
    from interplay.core import canonical
    from interplay.running.climbing import most_takes

    matches, calls = most_takes(game)
    if as_json:
        click.echo(canonical.encode({"game": game, "matches": matches, "most_calls": calls}))
        return
    click.echo(f"ladder of {game}: {matches:,} matches in two stages, at most {calls:,} requests")
    click.echo("At most: every match is as long as it can be, and every attempt at every decision fails.")
    click.echo("Each request of a scaffold comes on top. Nothing was sent.")


def _say_climbed(result: "RunResult", output: Path, *, as_json: bool) -> None:
    from interplay.cli.ladder import say_climb
    from interplay.running.climbing import read_climb

    _say_result(result, output, as_json=as_json)
    if result.written and not as_json:
        say_climb(read_climb(output))


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


def _say_result(result: "RunResult", output: Path, *, as_json: bool) -> None:
    from interplay.core import canonical

    if as_json:
        click.echo(canonical.encode(result))
        return
    repeats = f" ({result.retries:,} of them sent again after an error)" if result.retries else ""
    tokens = f"{result.prompt_tokens:,} prompt and {result.completion_tokens:,} completion tokens"
    used = f"{result.calls:,} calls{repeats}, {tokens}"
    resumed = f", {result.resumed:,} replies taken from an earlier run" if result.resumed else ""
    say_failures(result.failures)
    if result.written:
        click.echo(f"wrote {output}: {result.predictions} predictions; {used}{resumed}")
    else:
        advice = "run the same command again to retry them, or add --record-errors to write them as errors"
        count = f"{len(result.failures)} item{'s' if len(result.failures) > 1 else ''}"
        click.echo(f"{count} failed, so {output} was not written; {advice}", err=True)
