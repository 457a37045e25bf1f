"""``interplay-build draw simulation``: dialogues between a user agent and a simulator, on tasks that a model writes."""

import asyncio
from pathlib import Path

import click

from interplay.core.release import open_release
from interplay.systems.spec import SystemSpec
from interplay.tracks.simulation.records import Script, Task
from interplay_builders.collecting import asking, files
from interplay_builders.collecting.draw import Cast, Options, Result, draw, exemplars
from interplay_builders.collecting.engine import Limits
from interplay_builders.collecting.records import DrawnTask
from interplay_builders.release import sources
from interplay_builders.tracks.simulation import build


@click.command(name="simulation", short_help="Tasks and dialogues that models write.")
@click.option(
    "--user-agent", required=True, metavar="KIND:NAME", help="Model of the user: openai:NAME or local:smollm2."
)
@click.option("--simulator", required=True, metavar="KIND:NAME", help="Model of the simulated systems.")
@click.option("--task-maker", metavar="KIND:NAME", help="Model that writes new tasks.  [default: the user agent]")
@asking.endpoint_options
@click.option("--tasks-from", type=click.Path(path_type=Path), metavar="DIR", help="Dataset whose tasks are exemplars.")
@click.option(
    "--new-tasks", default=10, type=click.IntRange(0, 10_000), help="Number of new tasks, half of them stateless."
)
@click.option("--with-exemplars", is_flag=True, help="Also collect dialogues on the exemplars' tasks.")
@click.option("--sessions", default=3, type=click.IntRange(1, 100), help="Dialogues per task.")
@click.option("--turns", default=4, type=click.IntRange(1, 4), help="Turns per dialogue.")
@click.option("--seed", default="0", help="Seed that draws the exemplars; any text.")
@asking.limit_options
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Directory to fill.")
def command(
    user_agent: str,
    simulator: str,
    task_maker: str | None,
    server: SystemSpec,
    tasks_from: Path | None,
    new_tasks: int,
    with_exemplars: bool,  # noqa: FBT001  click passes flags by name
    sessions: int,
    turns: int,
    seed: str,
    limits: Limits,
    attempts: int,
    out: Path,
) -> None:
    """Let models write tasks and conduct dialogues. The same call resumes after an interruption.

    \b
    interplay-build draw simulation --user-agent openai:my-model --simulator openai:my-model -o drawn
    interplay-build extract drawn --judge openai:my-model
    """
    if not new_tasks and not with_exemplars:
        raise click.UsageError("--new-tasks 0 needs --with-exemplars: there would be nothing to collect")
    options = Options(seed, new_tasks, with_exemplars, sessions, turns, attempts)
    known = _exemplars(tasks_from)
    cast = Cast(
        asking.model(task_maker or user_agent, asking.TASK_MAKER, server),
        asking.model(user_agent, asking.USER_AGENT, server),
        asking.model(simulator, asking.SIMULATOR, server),
    )
    done = asyncio.run(_draw(out, known, cast, options, limits))
    collection = files.read_collection(done.path)
    asking.say_failures(collection.failures)
    counts = (
        f"{len(collection.tasks)} tasks, {len(collection.dialogues)} dialogues, {len(collection.failures)} failures"
    )
    click.echo(f"wrote {done.path}: {counts}; {asking.cost(done.spent)}")


async def _draw(out: Path, known: tuple[DrawnTask, ...], cast: Cast, options: Options, limits: Limits) -> Result:
    try:
        with asking.Stages() as stages:
            return await draw(out, known, cast, options, limits, stages.begin)
    finally:
        for model in (cast.task_maker, cast.user_agent, cast.simulator):
            await model.close()


def _exemplars(root: Path | None) -> tuple[DrawnTask, ...]:
    """Return the tasks of a dataset, or those that the builders make."""
    if root is not None:
        release = open_release(root, allow_modified=True)
        return exemplars(release.rows("simulation_tasks", Task), release.rows("simulation", Script))
    known = sources.identity()
    scripts, tasks = (file.rows for file in build.standard(known.canary).files)
    return exemplars((t for t in tasks if isinstance(t, Task)), (s for s in scripts if isinstance(s, Script)))
