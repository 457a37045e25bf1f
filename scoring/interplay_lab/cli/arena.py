"""``interplay arena``: systems against each other until their ratings converge."""

import os
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from interplay.cli.demo import PROCESSES
from interplay.cli.shared import options
from interplay.cli.shared.messages import going_on, say_json
from interplay.cli.shared.options import Dataset, GroupedCommand
from interplay.cli.shared.progress import Progress as Bar
from interplay.cli.shared.systems import default_options
from interplay.core.text import counted, money, noop
from interplay.tables.numbers import compact
from interplay_lab.cli._options import TEXTS, grouped

if TYPE_CHECKING:
    from interplay.running.plan import Part
    from interplay.systems.spec import SystemSpec
    from interplay_lab.arena.configurations import ArenaSpec
    from interplay_lab.arena.plan import ArenaPlan
    from interplay_lab.arena.records import Outcome
    from interplay_lab.arena.stopping import Progress

_ITEMS, _RULE = grouped("Items", "arena"), grouped("Convergence", "arena")


def _spec(changes: tuple[tuple[str, int], ...], **values: Any) -> "ArenaSpec":
    from interplay_lab.arena.configurations import ArenaSpec

    return ArenaSpec(options=changes, **values)


_SPEC = {
    "suite": options.suite_option,
    "games": options.games_option,
    "seed": _ITEMS("--seed", default=0, type=click.IntRange(0, 2**53)),
    "changes": options.rules_option,
    "until": _RULE("--until", type=click.Choice(("trueskill", "bt")), default="trueskill"),
    "min_matches": _RULE("--min-matches", default=51, type=click.IntRange(1)),
    "tolerance": _RULE("--tolerance", type=click.FloatRange(0, min_open=True)),
    "sweeps": _RULE("--sweeps", type=click.IntRange(1)),
    **{name: options.LIMITS[name] for name in options.SPENDING},
}


@click.command(cls=GroupedCommand, short_help="Play systems against each other until ratings converge.")
@click.argument("systems", nargs=-1, metavar="[SYSTEM]...")
@grouped("System", "arena")("--config", type=options.FILE, metavar="FILE.toml")
@default_options
@options.bundle("spec", _spec, _SPEC)
@options.dataset_options
@options.out_option("folder", "DIR", "Directory to fill.")
@grouped("Output", "arena")("--html", is_flag=True)
@options.watch_option
@options.dry_run_option
@options.json_option
def command(
    systems: tuple[str, ...],
    config: Path | None,
    defaults: "SystemSpec",
    spec: "ArenaSpec",
    dataset: Dataset,
    folder: Path | None,
    html: bool,
    watch: Path | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Play every pair of systems on mirrored matches, sweep after sweep, until their ratings converge.

    \b
    interplay arena --game connect_four bot:random bot:competent bot:strong -o arena
    interplay arena --suite llmarena openai:a openai:b bot:strong --base-url http://localhost:8000/v1 -o arena
    interplay arena --suite gamebench --config arena.toml --price 2.5/10 --max-cost 20 -o arena --html

    \b
    A SYSTEM is openai:NAME, local:smollm2, bot:NAME or human, with settings where they differ from the others', as
    in openai:a,temperature=0.7,name=warm; or it is a name in the file. In the file:
      [[system]]
      name = "a-rap-2"
      model = "openai:a"
      base_url = "http://localhost:8000/v1"
      scaffold = "rap"
      params = {depth = 2}
      temperature = 0.7
      hints = "off"
      price = "2.5/10"

    Also api_key_env, max_tokens, top_p, reasoning_effort, system_prompt, extra_body, observation, seed, timeout,
    max_retries and transport; and below [options] what --option takes, such as guess = 1, for both sides of every
    match. hints = "off" takes the list of legal moves from one system, in the games that have one. DIR holds a
    submission for each ordered pair, arena.json and, at the end, ratings.json. The same command resumes an arena;
    systems may be added.
    """
    from interplay.core.caches import default_folder
    from interplay_lab.api import arenas
    from interplay_lab.arena.records import ArenaStopped
    from interplay_lab.site.live_arena import ArenaWatch

    if not systems and config is None:
        raise click.UsageError("name two systems or more, as in bot:random bot:strong, or a file with --config")
    if not spec.suite and not spec.games:
        raise click.UsageError("choose the games with --suite llmarena, --suite gamebench or --game NAME")
    if folder is None and not dry_run:
        raise click.UsageError("name the directory to fill with -o DIR")
    if spec.max_cost is not None and spec.price is None and config is None:
        raise click.UsageError("--max-cost needs --price IN/OUT, or prices in the file of --config")
    release = dataset.verified()
    if folder is None or dry_run:
        _say_plan(arenas.planned(systems, spec, defaults, release, config), as_json=as_json)
        return
    bar = Bar("matches", "steps" if arenas.has_person(systems, config) else None, of=" in this sweep")

    def note(progress: "Progress", count: int) -> None:
        change = f"largest change of a rating {progress.shifts[-1]:.2f}"
        bar.log(f"sweep {progress.sweeps}: {count:,} matches, {change}; {progress.reason}")

    stopped = None
    try:
        watching = nullcontext(noop) if watch is None else ArenaWatch(watch, release, folder)
        with going_on(folder), bar, watching as start:
            outcome = arenas.played(
                systems, folder, spec, defaults, release, config, bar.update, note, bar.log, on_start=start
            )
    except ArenaStopped as error:
        outcome, stopped = error.outcome, error
    workers = min(PROCESSES, os.cpu_count() or 1)
    index = arenas.pages(outcome, folder, release, workers, default_folder()) if html else None
    _print_outcome(outcome, folder, index, as_json=as_json)
    if stopped is not None:
        raise stopped


def _print_outcome(outcome: "Outcome", folder: Path, index: Path | None, *, as_json: bool) -> None:
    if as_json:
        say_json(outcome)
        return
    from interplay.tables.ratings import show

    show(outcome.ratings)
    progress = outcome.arena.progress
    if outcome.arena.open:
        click.echo("Ratings so far, from the finished matches.")
    elif progress is not None:
        sweeps, matches = counted(progress.sweeps, "sweeps"), f"{outcome.arena.matches:,} matches"
        click.echo(f"{progress.status.replace('_', ' ')} after {sweeps}, {matches}: {progress.reason}")
        if progress.status == "not_converged" and progress.sweeps == progress.rule.max_sweeps:
            advice = "raise --sweeps if it was given, or use a dataset with more matches (--dataset)"
            click.echo(f"For more sweeps, {advice}.")
    if outcome.arena.more and not outcome.arena.open:
        more = f"{counted(outcome.arena.more, 'matches')} from earlier runs with more sweeps"
        click.echo(f"The ratings include {more}, which do not count towards convergence.")
    kept = f", {counted(outcome.resumed, 'replies')} reused from an earlier run" if outcome.resumed else ""
    paid = f", {money(outcome.dollars)} for {', '.join(outcome.priced)}" if outcome.dollars else ""
    asked = [x.name for x in outcome.arena.systems if x.provider not in ("interplay", "human", "local")]
    if paid and (unpriced := [name for name in asked if name not in outcome.priced]):
        paid += f" ({', '.join(unpriced)}: no price)"
    sent = counted(outcome.calls, "requests")
    click.echo(f"Sent now: {sent}{paid}{kept}. Submissions, arena.json and ratings.json: {folder}")
    if index is not None:
        click.echo(f"Pages: {index}")


def _say_plan(plan: "ArenaPlan", *, as_json: bool) -> None:
    """Print the estimates of one sweep, of the fewest and of the most sweeps, and how they were made."""
    from interplay.cli.shared.plans import say_table

    if as_json:
        say_json(plan)
        return
    click.echo(f"{len(plan.systems)} systems, {plan.ordered_pairs} ordered pairs\n")
    stages = {"One sweep": plan.sweep}
    if plan.fewest is not None:
        stages[f"Minimum, {counted(plan.fewest.sweeps, 'sweeps')}"] = plan.fewest
    stages[f"Maximum, {counted(plan.most.sweeps, 'sweeps')}"] = plan.most
    for name, stage in stages.items():
        click.echo(f"{name}: {stage.matches:,} matches, {stage.each:,} of each system")
        if rows := [_share(share.system, share.part, share.is_person) for share in stage.shares if share.part]:
            say_table(("system", "requests", "at most", "prompts", "reply tokens", "cost", "at most"), rows)
        click.echo()
    click.echo("\n".join(fill(note, 80, break_on_hyphens=False) for note in _notes(plan)))


def _share(system: str, part: "Part", is_person: bool) -> tuple[str | None, ...]:
    least, full, most = part.expected, part.full, part.most
    asked = system, compact(least.calls), compact(most.calls)
    if is_person:
        return (*asked, *("–",) * 4)
    replies = f"{compact(least.completion_tokens)} to {compact(full.completion_tokens)}"
    about = "–" if least.cost is None else f"{_money(least.cost)} to {_money(full.cost)}"
    return (*asked, compact(least.prompt_tokens), replies, about, _money(most.cost))


def _money(cost: float | None) -> str:
    return "–" if cost is None else f"{cost:,.2f}" if cost < 100 else compact(round(cost))


def _notes(plan: "ArenaPlan") -> Iterator[str]:
    texts = TEXTS["notes on the plan of an arena"]
    wanted = f"{plan.min_matches:,} matches of each system" + (" in each game" if plan.until == "trueskill" else "")
    yield texts["too few" if plan.fewest is None else "minimum"].format(wanted)
    if silent := [share.system for share in plan.sweep.shares if share.part is None]:
        yield texts["silent"].format(", ".join(silent))
    if plan.unrated_games:
        yield texts["unrated"].format(" and ".join(plan.unrated_games))
    yield texts["estimates"].format(f"{plan.max_reply_tokens:,}")
