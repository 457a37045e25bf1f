"""How much of the variance of the games headline comes from each game, in the submissions of bots.

interplay-build page headline
"""

import math
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

import click

from interplay.core.release import open_release
from interplay.core.reports import Report
from interplay.scoring.batch import score_files
from interplay_builders.pages._markdown import table
from interplay_builders.release.baselines import FOLDER

SYSTEMS = ("bot-strong", "bot-competent", "bot-random")


def lines(reports: Sequence[Report]) -> Iterator[str]:
    """Yield a table of games: their matches, and for each report the standard error and the share of the variance.

    A share is the squared error of the game's mean over the sum of those of all games, which have equal weight.
    """
    errors = [dict(_errors(report)) for report in reports]
    matches = Counter(item.where["game"] for item in reports[0].per_item)
    rows = [(game.replace("_", " "), str(n), *_cells(errors, game)) for game, n in sorted(matches.items())]
    totals = (math.sqrt(sum(error**2 for error in known.values())) / len(known) for known in errors)
    rows.append(("headline", str(matches.total()), *(cell for total in totals for cell in (f"{total:.1f}", "100%"))))
    headings = ("game", "matches", *(name for r in reports for name in (f"{r.system.name}, error", "share")))
    yield table(headings, rows, "lr", "--:")


def _errors(report: Report) -> Iterator[tuple[str, float]]:
    """Yield each scored game with the standard error of its mean; the sides of a setup are one cluster."""
    setups = defaultdict[str, dict[str, list[float]]](lambda: defaultdict(list))
    for item in report.per_item:
        if (score := item.values["score"]) is not None:
            setups[item.where["game"]][item.item_id.split("/")[2]].append(score)
    for game, clusters in setups.items():
        scores = [score for cluster in clusters.values() for score in cluster]
        away = [sum(cluster) - len(cluster) * fmean(scores) for cluster in clusters.values()]
        if len(clusters) > 1:
            squares = sum(value**2 for value in away) * len(clusters) / (len(clusters) - 1)
            yield game, math.sqrt(squares) / len(scores)


def _cells(errors: Sequence[dict[str, float]], game: str) -> Iterator[str]:
    for known in errors:
        whole = sum(error**2 for error in known.values())
        yield from (f"{known[game]:.1f}", f"{known[game] ** 2 / whole:.0%}") if game in known and whole else ("–", "–")


@click.command(short_help="Which games the variance of the games headline comes from.")
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(files: tuple[Path, ...]) -> None:
    """Print the standard error of each game's mean score, and its share of the variance of the headline.

    Without FILES, of the strong, the competent and the random bot that ship with the dataset.

    \b
    interplay-build page headline
    interplay-build page headline mine.jsonl theirs.jsonl.gz
    """
    release = open_release()
    paths = list(files) or [release.root / FOLDER / name / "games.jsonl.gz" for name in SYSTEMS]
    click.echo("\n".join(lines(score_files(paths, release, processes=os.cpu_count() or 1))))
