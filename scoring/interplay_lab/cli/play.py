"""``interplay play``: play games, or answer items of another track, as a person."""

from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import going_on, say_run
from interplay.cli.shared.options import Dataset, GroupedCommand
from interplay.cli.shared.parsing import pairs
from interplay.core.text import noop
from interplay_lab.cli._options import grouped

_PERSON, _ITEMS = grouped("Person", "play"), grouped("Items", "play")
_SELECTION = {
    "splits": _ITEMS("--split", "splits", multiple=True),
    "games": options.games_option,
    "where": options.where_option,
    "sample": _ITEMS("--sample", type=click.IntRange(1), metavar="N"),
    "limit": _ITEMS("--limit", type=click.IntRange(1)),
}


@click.command(cls=GroupedCommand, short_help="Play games or answer items yourself, in a browser.")
@_PERSON("--name", required=True)
@_PERSON("--serve", is_flag=True)
@_PERSON("--port", default=0, type=click.IntRange(0, 65_535))
@_ITEMS("--track", "track_name", default="games")
@options.bundle("selection", dict, _SELECTION)
@options.dataset_options
@options.out_option("output", "FILE", "File of the submission to write.", required=True)
def command(
    name: str, serve: bool, port: int, track_name: str, selection: dict[str, Any], dataset: Dataset, output: Path
) -> None:
    """Play as a person and write a submission of human:NAME. The same command resumes.

    \b
    interplay play --name alice --game connect_four --limit 5 --serve -o alice.jsonl
    interplay play --name alice --track positions --sample 20 --serve -o alice.positions.jsonl
    """
    from interplay.api.evaluation import driven
    from interplay.running.journal import journal_path
    from interplay.running.options import RunSpec
    from interplay.scoring.score import score
    from interplay.systems.base import Agent
    from interplay.systems.scaffolds import catalogue
    from interplay.tracks import catalogue as tracks
    from interplay_lab.people.play import Desk, serving
    from interplay_lab.systems.human import WAKING, Human

    system, release, track = f"human:{name}", dataset.verified(), tracks.load(track_name)
    desk = Desk(output.with_suffix(".times.jsonl")) if serve else None
    games = [("game", game) for game in selection.pop("games")]
    spec = RunSpec(**{**selection, "where": (*games, *pairs("--where", selection["where"]))})
    agent = Agent(Human(system, desk.line if desk else None, desk), catalogue.load("direct"))
    with going_on(journal_path(output)), serving(system, desk, port) if desk else nullcontext() as address:
        if desk:
            click.echo(f"open {address} in a browser on this machine; Ctrl-C stops, and the same command resumes")
        result = driven(track.name, release, output, spec, [agent], desk.count if desk else noop)
        say_run(result, output, as_json=False, is_person=True)
        if desk and result.written:
            desk.write(f"\nYour result on {track.name}: {score(output, release).headline}\n")
            desk.write(f"\n`interplay score {output}` shows all numbers and explains them.\n")
            desk.state |= {"ended": True}
            with suppress(KeyboardInterrupt):  # the submission is written, whether the page shows the result or not
                while not desk.delivered.wait(WAKING):  # another thread may take the signal of Ctrl-C
                    pass
