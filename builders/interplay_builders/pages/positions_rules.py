"""Scores of simple rules in positions, by game and split.

interplay-build page positions_rules
"""

from collections.abc import Callable, Iterator, Sequence
from math import fsum

import click

from interplay.tables.numbers import number
from interplay.tracks.positions.bots import PLAYERS
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import Plan, plan_of
from interplay_builders.pages._markdown import table
from interplay_builders.release import sources
from interplay_builders.tracks.positions import build
from interplay_builders.tracks.positions.rules import rules_of

ANY = ("constant", "random")
"""Bots that are shown beside the rules."""


def page(positions: Sequence[Position], best: int | None = None) -> str:
    """Return the table: what each rule, or the *best* of each part, scores, and its share of best moves."""
    rows = []
    parts: dict[tuple[str, str], list[Plan]] = {}
    for position in positions:
        parts.setdefault((position.game, position.split), []).append(plan_of(position))
    for (game, split), plans in parts.items():
        zero, scored = fsum(plan.position.blind for plan in plans), []
        for name, rule in players(game):
            regrets = [plan.best - plan.values[rule(plan)] for plan in plans]
            scored.append((fsum(regrets), name, regrets.count(0) / len(plans)))
        for regret, name, share in scored if best is None else sorted(scored)[:best]:
            score = number(100 - 100 * regret / zero if zero else None, 1)
            rows.append((game, split, len(plans), name, score, number(share)))
    return table(("game", "split", "positions", "rule", "score", "best move"), rows, "llrlrr")


def players(game: str) -> Iterator[tuple[str, Callable[[Plan], str]]]:
    """Yield the rules of a game and the uninformed baselines, by name."""
    yield from rules_of(game).items()
    yield from ((name, PLAYERS[name]) for name in ANY)


def released(games: Sequence[str] = (), best: int | None = None) -> str:
    """Return the table of the release that the builders make, of all games or of *games*."""
    known = sources.identity()
    return page(list(build.positions(known.seed, known.canary, games)), best) + "\n"


@click.command(name="positions_rules", short_help="Scores of simple rules in positions.")
@click.option("--game", "games", multiple=True, help="A game, or several; all where none is named.")
@click.option("--best", type=click.IntRange(1), help="Only so many rules of each part, those with the least regret.")
def command(games: tuple[str, ...], best: int | None) -> None:
    """Print the scores of each game's simple rules, and of fixed and random moves.

    \b
    interplay-build page positions_rules
    interplay-build page positions_rules --game hanabi --game holdem
    interplay-build page positions_rules --best 2
    """
    click.echo(released(games, best), nl=False)
