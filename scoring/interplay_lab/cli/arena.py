"""``interplay arena``: systems against each other until their ratings hold still."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared.options import GroupedCommand, dataset_options, grouped, option_options
from interplay.cli.shared.parsing import dollars, price_pair
from interplay.cli.shared.systems import asking_options

if TYPE_CHECKING:
    from interplay.cli.shared.progress import Progress as Bar
    from interplay.systems.endpoint import Transport
    from interplay_lab.arena.records import Outcome
    from interplay_lab.arena.settings import Defaults
    from interplay_lab.arena.stopping import Progress

_SYSTEM, _ITEMS, _OUTPUT = grouped("System"), grouped("Items"), grouped("Output")
_RULE, _REQUESTS = grouped("When it ends"), grouped("Requests")


@click.command(cls=GroupedCommand, short_help="Play systems against each other until ratings settle.")
@click.argument("systems", nargs=-1, metavar="[SYSTEM]...")
@_SYSTEM(
    "--config",
    type=click.Path(path_type=Path),
    metavar="FILE.toml",
    help="Systems with names, servers, scaffolds, prices; see below.",
)
@asking_options
@_ITEMS("--suite", help="Only games of this suite: llmarena or gamebench.")
@_ITEMS("--game", "games", multiple=True, help="Only this game; may be given several times.")
@_ITEMS("--seed", default=0, show_default=True, type=click.IntRange(0, 2**53), help="Which matches come first.")
@option_options
@dataset_options
@_RULE(
    "--until",
    type=click.Choice(("trueskill", "bt")),
    default="trueskill",
    show_default=True,
    help="Ratings that must settle: TrueSkill by game, as in LLMArena, or Bradley-Terry over all games.",
)
@_RULE(
    "--min-matches",
    default=51,
    show_default=True,
    type=click.IntRange(1),
    help="Matches that each system must have; with trueskill, in each game.",
)
@_RULE(
    "--tolerance",
    type=click.FloatRange(0, min_open=True),
    help="Largest change in a quiet sweep; the last two must be quiet.  [default: trueskill 1.5, bt 0.4]",
)
@_RULE("--sweeps", type=click.IntRange(1), help="The most sweeps.  [default: as many as there are matches for]")
@_REQUESTS("--max-cost", type=float, callback=dollars, help="Stop before spending more US dollars.")
@_REQUESTS("--price", callback=price_pair, metavar="IN/OUT", help="Dollars for a million tokens, for example 2.5/10.")
@_OUTPUT("-o", "--out", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Directory to fill.")
@_OUTPUT("--html", is_flag=True, help="Write pages of the folder, too, into DIR/site.")
@_OUTPUT("--dry-run", is_flag=True, help="Estimate matches, requests, tokens and cost; send nothing.")
@_OUTPUT("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
def command(
    systems: tuple[str, ...],
    config: Path | None,
    suite: str | None,
    games: tuple[str, ...],
    seed: int,
    changes: tuple[tuple[str, int], ...],
    root: Path | None,
    allow_modified: bool,
    concurrency: int,
    max_calls: int | None,
    max_cost: float | None,
    folder: Path | None,
    html: bool,
    dry_run: bool,
    as_json: bool,
    **others: object,
) -> None:
    """Play every pair of systems on mirrored matches, sweep after sweep, until their ratings hold still.

    \b
    interplay arena --game connect_four bot:random bot:competent bot:strong -o arena
    interplay arena --suite llmarena openai:a openai:b bot:strong --base-url http://localhost:8000/v1 -o arena
    interplay arena --suite gamebench --config arena.toml --price 2.5/10 --max-cost 20 -o arena --html

    \b
    A SYSTEM is what --model takes, or a name in the file. In the file:
      [[system]]
      name = "a-rap-2"
      model = "openai:a"
      base_url = "http://localhost:8000/v1"
      scaffold = "rap"
      params = {depth = 2}
      temperature = 0.7
      hints = "off"
      price = "2.5/10"

    Also api_key_env, max_tokens and seed; and below [options] what --option takes, such as guess = 1, for both sides of
    every match. hints = "off" takes the list of legal moves from one system, in the games that have one. DIR holds a
    submission for each ordered pair, arena.json and, at the end, ratings.json. The same command goes on where one
    stopped; systems may be added to it.
    """
    from interplay.cli.shared.messages import going_on
    from interplay.cli.shared.progress import Progress
    from interplay.core.release import open_release
    from interplay_lab.api import arenas
    from interplay_lab.arena.records import ArenaStopped
    from interplay_lab.cli._plan import say_arena

    if not systems and config is None:
        raise click.UsageError("name two systems or more, as in bot:random bot:strong, or a file with --config")
    if not suite and not games:
        raise click.UsageError("name what is played with --suite llmarena, --suite gamebench or --game NAME")
    if folder is None and not dry_run:
        raise click.UsageError("name the directory to fill with -o DIR")
    if max_cost is not None and others["price"] is None and config is None:
        raise click.UsageError("--max-cost needs --price IN/OUT, or prices in the file of --config")
    release = open_release(root, allow_modified=allow_modified)
    setting = arenas.Setting(
        suite=suite,
        games=games,
        options=changes,
        seed=seed,
        concurrency=concurrency,
        max_calls=max_calls,
        max_cost=max_cost,
        **{name: others.pop(name) for name in ("until", "min_matches", "tolerance", "sweeps")},  # type: ignore[arg-type]
    )
    bar = Progress("matches", "steps" if arenas.has_person(systems, config) else None, of=" in this sweep")
    if folder is None or dry_run:
        say_arena(arenas.planned(systems, setting, _defaults(others, bar), release, config), as_json=as_json)
        return
    stopped = None
    try:
        with going_on(folder), bar:
            outcome = arenas.played(
                systems,
                folder,
                setting,
                _defaults(others, bar),
                release,
                config,
                bar.update,
                lambda p, n: _note(bar, p, n),
                bar.say,
            )
    except ArenaStopped as error:
        outcome, stopped = error.outcome, error
    index = arenas.pages(outcome, folder, release) if html else None
    _say(outcome, folder, index, as_json=as_json)
    if stopped is not None:
        raise stopped


def _defaults(given: dict[str, object], bar: "Bar") -> "Defaults":
    """Return what holds for systems that say nothing else."""
    from typing import cast

    from interplay.core.pricing import Rates
    from interplay.systems.base import Sampling
    from interplay.systems.endpoint import EndpointOptions
    from interplay.tracks import catalogue
    from interplay_lab.arena.settings import Defaults

    limit = cast("int | None", given["max_tokens"]) or catalogue.load("games").reply_tokens
    sampling = Sampling(cast("float | None", given["temperature"]), limit, cast("int | None", given["sampling_seed"]))
    endpoint = EndpointOptions(
        cast("str | None", given["base_url"]),
        cast("str", given["api_key_env"]),
        cast("float", given["timeout"]),
        cast("int", given["max_retries"]),
        transport=cast("Transport", given["transport"]),
        tell=bar.say,
    )
    return Defaults(sampling, endpoint, cast("Rates | None", given["price"]))


def _note(bar: "Bar", progress: "Progress", matches: int) -> None:
    """Say how the arena stands after a sweep."""
    shift = progress.shifts[-1]
    bar.say(f"sweep {progress.sweeps}: {matches:,} matches, largest change of a rating {shift:.2f}; {progress.reason}")


def _say(outcome: "Outcome", folder: Path, index: Path | None, *, as_json: bool) -> None:
    from interplay.cli.shared.messages import say_json
    from interplay.core.text import counted, money

    if as_json:
        say_json(outcome)
        return
    from interplay.tables.ratings import show

    show(outcome.ratings)
    progress = outcome.arena.progress
    if outcome.arena.open:
        click.echo("Ratings so far, of the matches that are finished.")
    elif progress is not None:
        ended = "converged" if progress.status == "converged" else "not converged"
        click.echo(f"{ended} after {_counted(progress.sweeps)}, {outcome.arena.matches:,} matches: {progress.reason}")
        if progress.status == "not_converged" and progress.sweeps == progress.rule.max_sweeps:
            click.echo(
                "More sweeps: a higher --sweeps where one was given, or a dataset with more matches (--dataset)."
            )
    if outcome.arena.more and not outcome.arena.open:
        click.echo(
            f"The ratings are of {counted(outcome.arena.more, 'matches')} more, which were played before, in sweeps "
            "beyond these; whether it has converged is judged without them."
        )
    replies = "1 reply" if outcome.resumed == 1 else f"{outcome.resumed:,} replies"
    kept = f", {replies} taken from an earlier run" if outcome.resumed else ""
    paid = f", {money(outcome.dollars)} for {', '.join(outcome.priced)}" if outcome.dollars else ""
    if paid and (unpriced := _unpriced(outcome)):
        paid += f" ({', '.join(unpriced)}: no price)"
    sent = counted(outcome.calls, "requests")
    click.echo(f"Sent now: {sent}{paid}{kept}. Submissions, arena.json and ratings.json: {folder}")
    if index is not None:
        click.echo(f"Pages: {index}")


def _unpriced(outcome: "Outcome") -> list[str]:
    """Return the systems to which requests are sent and that have no price."""
    systems = outcome.arena.systems
    return [
        one.name
        for one in systems
        if one.provider not in ("interplay", "human", "local") and one.name not in outcome.priced
    ]


def _counted(sweeps: int) -> str:
    return f"{sweeps} sweep{'s' if sweeps > 1 else ''}"
