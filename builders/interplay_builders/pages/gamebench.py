"""GameBench's Tables 2 and 3 computed again, and which game each of their columns really shows.

interplay-build page gamebench MATCHES.json > cards/ratings/gamebench.md
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan
from pathlib import Path

import click
import numpy as np
from msgspec.structs import replace
from scipy.optimize import linear_sum_assignment

from interplay.ratings.averages import average_scores
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.pairwise.fit import Prior
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import REFERENCE, Settings
from interplay_builders.importers.gamebench import read_published
from interplay_builders.pages._markdown import TEXTS, table
from interplay_builders.tracks.base import read_toml

Column = tuple[float | None, ...]
"""One value an agent, in the order of ``AGENTS``; ``None`` where nothing is printed or known."""

INTRODUCTION = """Printed by `interplay-build page gamebench MATCHES.json`; not edited by hand.
Data: the project's published matches (277, CC BY 4.0). Settings: those of its code (`--reference`)."""
AGENTS = ("random", "human", "gpt-3", "gpt-3-cot", "gpt-4", "gpt-4-cot", "gpt-4-rap")
_TABLES = read_toml(Path(__file__).with_suffix(".toml"), dict[str, dict[str, str | tuple[float, ...]]])


def _columns_of(name: str) -> dict[str, Column]:
    """Return the columns of a table by header."""
    columns = {header: column for header, column in _TABLES[name].items() if not isinstance(column, str)}
    return {header: tuple(None if isnan(value) else value for value in column) for header, column in columns.items()}


HEADERS = {header: str(game) for header, game in _TABLES["headers"].items()}
"""The headers of both tables after Overall, and the games that they stand for in the paper."""

RATINGS = _columns_of("ratings")
"""Table 2 of the paper: bootstrap means of the Bradley-Terry ratings."""

SCORES = _columns_of("scores")
"""Table 3 of the paper: average scores, to two decimals."""


@dataclass(frozen=True)
class Matched:
    """A published column, the game whose numbers it fits best, and our numbers for that game."""

    header: str
    game: str
    published: Column
    ours: Column

    @property
    def gap(self) -> float:
        """The largest difference where both numbers exist."""
        pairs = [(a, b) for a, b in zip(self.published, self.ours, strict=True) if a is not None and b is not None]
        return max(abs(a - b) for a, b in pairs)

    @property
    def same_holes(self) -> bool:
        """Whether exactly the same agents lack a number."""
        return [a is None for a in self.published] == [b is None for b in self.ours]


def ledger_of(path: Path) -> Ledger:
    """Return the published matches at *path*."""
    return collect(enumerate(read_published(path), start=1), str(path))


def rating_column(ledger: Ledger, settings: Settings = REFERENCE) -> Column:
    """Return the ratings of all agents from *ledger*, with the settings of the project's code."""
    known = {row.system: row.rating for row in rate(ledger, settings, AGENTS).ratings}
    return tuple(known[agent] for agent in AGENTS)


def score_column(ledger: Ledger) -> Column:
    """Return the average scores of all agents in *ledger*."""
    known = {row.system: row.overall.mean for row in average_scores(ledger).systems}
    return tuple(known.get(agent) for agent in AGENTS)


def match_columns(ledger: Ledger, published: dict[str, Column], ours: Callable[[Ledger], Column]) -> list[Matched]:
    """Return the published columns, each with the game that the data say it shows.

    The assignment of columns to games is the one with the least sum of mean absolute differences; a number on one
    side only costs as much as a difference of 1.
    """
    columns = {game: ours(ledger.only([game])) for game in ledger.games}
    cost = np.array([[_distance(published[h], columns[g]) for g in ledger.games] for h in HEADERS])
    rows, games = linear_sum_assignment(cost)
    headers = list(HEADERS)
    pairs = [(headers[row], ledger.games[game]) for row, game in zip(rows.tolist(), games.tolist(), strict=True)]
    return [Matched(header, game, published[header], columns[game]) for header, game in pairs]


def _distance(first: Column, second: Column) -> float:
    gaps = [
        abs(a - b) if a is not None and b is not None else float(a is not b) for a, b in zip(first, second, strict=True)
    ]
    return sum(gaps) / len(gaps)


DIFFERENCES = TEXTS["gamebench"]["differences"]

VARIANTS: tuple[tuple[str, Settings], ...] = (
    ("code", REFERENCE),
    ("code, 10,000 resamples", replace(REFERENCE, resamples=10_000)),
    ("code, no prior", replace(REFERENCE, prior=Prior(kind="none"))),
    ("code, draws half", replace(REFERENCE, draws="half")),
    ("code, weights a match", replace(REFERENCE, weights="match")),
    ("our default", Settings()),
)


def card(path: Path) -> str:
    """Return the card: published and recomputed columns side by side."""
    ledger = ledger_of(path)
    parts = [
        "# GameBench's tables, computed again",
        INTRODUCTION,
        "## Overall",
        _pairs("rating (Table 2)", RATINGS["Overall"], rating_column(ledger), 3),
        _pairs("average score (Table 3)", SCORES["Overall"], score_column(ledger), 4),
    ]
    tables = (("Table 2, ratings", RATINGS, rating_column, 2), ("Table 3, average scores", SCORES, score_column, 3))
    for title, published, ours, digits in tables:
        matched = match_columns(ledger, published, ours)
        parts += [f"## {title}: which game each column shows", _permutation(matched), _columns(matched, digits)]
    return "\n\n".join([*parts, DIFFERENCES, _variants(ledger)]) + "\n"


def _variants(ledger: Ledger) -> str:
    columns = [rating_column(ledger, settings) for _, settings in VARIANTS]
    values = zip(AGENTS, RATINGS["Overall"], *columns, strict=True)
    rows = ((agent, _value(published, 2), *(_value(v, 3) for v in ours)) for agent, published, *ours in values)
    return table(("agent", "published", *(name for name, _ in VARIANTS)), rows)


def _pairs(title: str, published: Column, ours: Column, digits: int) -> str:
    rows = (
        (agent, _value(a, 2), _value(b, digits), "" if a is None or b is None else f"{b - a:+.{digits}f}")
        for agent, a, b in zip(AGENTS, published, ours, strict=True)
    )
    return table(("agent", f"{title}, published", "ours", "difference"), rows)


def _permutation(matched: list[Matched]) -> str:
    rows = []
    for column in matched:
        meant = HEADERS[column.header]
        game = f"**{column.game}**" if column.game != meant else column.game
        rows.append((column.header, meant, game, f"{column.gap:.3f}", "yes" if column.same_holes else "no"))
    return table(("header", "means", "shows", "largest difference", "same gaps"), rows)


def _columns(matched: list[Matched], digits: int) -> str:
    headings = [text for column in matched for text in (f"{column.header} published", f"{column.game} ours")]
    rows = (
        (agent, *(text for c in matched for text in (_value(c.published[n], 2), _value(c.ours[n], digits))))
        for n, agent in enumerate(AGENTS)
    )
    return table(("agent", *headings), rows)


def _value(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


@click.command(name="gamebench", short_help="GameBench's tables, computed again.")
@click.argument("matches", type=click.Path(path_type=Path))
def command(matches: Path) -> None:
    """Print GameBench's published tables beside the same tables computed from its published matches.

    \b
    interplay-build page gamebench matches.json
    interplay-build page gamebench matches.json > cards/ratings/gamebench.md
    """
    click.echo(card(matches), nl=False)
