"""A round robin of bots as Markdown: ratings, average scores, and what the side of the table is worth.

    interplay-build page league SUBMISSION... > cards/bots.md

The submissions are those of bots on GameBench's splits; two bots that met are in the ratings, a bot that met itself
shows what the first side is worth.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean, stdev

import click

from interplay.core.driver import SYSTEM
from interplay.core.release import Release, open_release
from interplay.ratings.averages import AverageTable
from interplay.ratings.ledger import collect
from interplay.ratings.report import RatingPlan, RatingReport, rate_ledger
from interplay.ratings.submissions import categories, matches_of, verified
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import STRENGTHS
from interplay.tracks.games.records import Item
from interplay.tracks.games.verdicts import Verdict
from interplay_builders.pages._markdown import table

INTRODUCTION = """Printed by `interplay-build page league`; not edited by hand. Each pair of bots met in
the same mirrored setups; Bradley-Terry with a sandwich variance clustered by setup; all games have equal weight."""


def card(paths: Sequence[Path], release: Release) -> str:
    """Return the page for the submissions at *paths*."""
    plan = RatingPlan(model="bt")
    ledger = collect(matches_of(paths, release), categories=categories())
    report = rate_ledger(ledger, plan)
    parts = ["# GameBench's games: the bots", INTRODUCTION, f"{report.matches:,} matches between different bots."]
    parts += ["## Ratings, all games", _ratings(report), "## Average score (matches)", _averages(report.averages)]
    parts += ["## What the first side is worth", SIDES, _sides(paths, release)]
    return "\n\n".join(parts) + "\n"


SIDES = "Mean score of the side listed first when a bot plays itself, with its standard error; 0.5 is fair."


def _ratings(report: RatingReport) -> str:
    ratings = report.groups[0].bradley_terry
    rows = ratings.ratings if ratings is not None else ()
    values = ("-" if row.rating is None else f"{row.rating:+.2f}" for row in rows)
    cells = ((row.system, value, row.bounds.replace(",", "") or "-") for row, value in zip(rows, values, strict=True))
    return table(("bot", "rating", "90% interval"), cells)


def _averages(averages: AverageTable) -> str:
    rows = []
    for row in averages.systems:
        cells = ("-" if a.mean is None else f"{a.mean:.2f} ({a.n})" for a in (row.overall, *row.games))
        rows.append((row.system, *cells))
    return table(("bot", "all", *map(_title, averages.games)), rows)


def _sides(paths: Sequence[Path], release: Release) -> str:
    """Return a row a game and a column a bot that played itself."""
    scores: dict[tuple[str, str], list[float]] = {}
    for submission, item, grade in verified(paths, release):
        bot = _itself(item, submission.header.system.name)
        if bot is not None and isinstance(grade.detail, Verdict):
            first = catalogue.load(item.game).sides(item.setup)[0]
            if first[0] == item.side:  # the other side of the pair is the same match
                scores.setdefault((item.game, bot), []).append(grade.detail.outcome.points[first[1][0]])
    games, bots = sorted({game for game, _ in scores}), sorted({bot for _, bot in scores})
    rows = []
    for game in games:
        side = catalogue.load(game).sides(catalogue.load(game).deal("side", {}, "strict"))[0][0]
        rows.append((_title(game), side, *(_mean(scores.get((game, bot), ())) for bot in bots)))
    return table(("game", "side", *bots), rows)


def _itself(item: Item, system: str) -> str | None:
    """Return the bot's name when it sits on both sides."""
    others = {player for player in item.players if player != SYSTEM}
    names = {f"bot-{STRENGTHS[catalogue.bot(item.game, player).strength]}" for player in others}
    return system if names == {system} else None


def _mean(values: Iterable[float]) -> str:
    scores = list(values)
    return f"{fmean(scores):.2f} ± {stdev(scores) / len(scores) ** 0.5:.2f}" if len(scores) > 1 else "-"


def _title(game: str) -> str:
    return catalogue.load(game).title


@click.command(name="league", short_help="The round robin of GameBench's bots.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
def command(paths: tuple[Path, ...]) -> None:
    """Print the round robin of bots in the submissions PATHS as Markdown.

    \b
    interplay-build page league dataset/baselines/bot-*/league/*.jsonl.gz
    interplay-build page league dataset/baselines/bot-*/league/*.jsonl.gz > cards/bots.md
    """
    click.echo(card(paths, open_release()), nl=False)
