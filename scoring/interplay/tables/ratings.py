"""Rating tables for a terminal: which system leads, by how much, and which ratings are unreliable."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import fill

import click

from interplay.core.text import counted, printable
from interplay.ratings.averages import AverageTable
from interplay.ratings.files import unrated_notes
from interplay.ratings.ledger import MEMORY
from interplay.ratings.pairwise.tables import BradleyTerryTable, Rating
from interplay.ratings.report import RatingGroup, RatingReport
from interplay.ratings.skill.tables import TrueSkillTable
from interplay.tables import terminal
from interplay.tables.numbers import number
from interplay.tables.table import Cell, Table, tabulate

BAR = 28
"""Characters of the interval bar."""


def show(report: RatingReport) -> None:
    """Print every table of *report* to stdout."""
    terminal.echo(_lines(report, terminal.columns(140)))


def _lines(report: RatingReport, width: int) -> Iterator[str]:
    for n, group in enumerate(report.groups):
        if group.bradley_terry is not None:
            yield from _bradley_terry(group.name, group.bradley_terry, {} if n else report.unsound, width)
        if group.trueskill is not None:
            yield from _trueskill(group.name, group.trueskill, width)
    if len(report.groups) > 1 and report.groups[0].bradley_terry is not None:
        yield from section("Bradley-Terry ratings, side by side", _by_group(report.groups), (), width)
    yield from _averages(report.averages, width)
    messages = (finding.message if finding.file == MEMORY else str(finding) for finding in report.warnings)
    yield from notes([*unrated_notes(report.unrated), *messages], width)


def bar(row: Rating, lowest: float, highest: float, marks: str = "─●") -> str:
    """Return the interval of *row* as a line, up to the edge where nothing bounds it, and a dot, drawn with *marks*."""
    if row.rating is None or highest <= lowest:
        return ""

    def column(value: float) -> int:
        return min(BAR - 1, max(0, round((value - lowest) / (highest - lowest) * (BAR - 1))))

    first, last = (None if end is None else column(end) for end in (row.low, row.high))
    line = () if row.low is None and row.high is None else range(first or 0, BAR if last is None else last + 1)
    cells = [marks[0] if n in line else " " for n in range(BAR)]
    cells[column(row.rating)] = marks[1]
    return "".join(cells)


def _bradley_terry(name: str, table: BradleyTerryTable, unsound: Mapping[str, int], width: int) -> Iterator[str]:
    known = [v for row in table.ratings for v in (row.low, row.rating, row.high) if v is not None]
    span = (min(known, default=0.0), max(known, default=0.0))
    marks = "─●" if sys.stdout.encoding.lower().startswith("utf") else "-o"
    headings = ["rank", "system", "rating", f"{table.settings.level:.0%} interval", "", "ranks", "n", "points"]
    headings += ["invalid"] * bool(unsound) + ["flags"] * any(row.flags for row in table.ratings)
    rows = []
    for row in table.ratings:
        ranks = None if row.best_rank is None else f"{row.best_rank}-{row.worst_rank}"
        line = (row.rank, row.system, number(row.rating, sign="+"), row.bounds.replace(",", "") or None)
        counts = [ranks, str(row.matches), f"{row.points:.1f}"] + [str(unsound.get(row.system, 0))] * bool(unsound)
        rows.append((*line, bar(row, *span, marks), *counts, ", ".join(row.flags))[: len(headings)])
    title = f"Bradley-Terry, {name}: {counted(table.matches, 'matches')}, {counted(table.draws, 'draws')}"
    about = [*_unsound(unsound, {row.system: row.matches for row in table.ratings})]
    about += [f"not distinguishable: {', '.join(names)}" for names in table.tied]
    ratings = tabulate(headings, rows, 2, {"rank": "rank", "": "bar", "flags": "text"})
    yield from section(title, ratings, [*about, *_reasons(table)], width)


def _unsound(unsound: Mapping[str, int], played: Mapping[str, int]) -> Iterator[str]:
    """Yield notes on matches that count as lost although they were played to their end."""
    if unsound:
        yield "invalid: matches that count as lost because more than 10% of the decisions were substituted"
    for system, count in unsound.items():
        if 10 * count > played.get(system, 0):
            share = f"{count} of {played.get(system, 0)} matches"
            yield f"warning: {share} of {system} are invalid and count as lost; interplay replay shows its replies"


def _reasons(table: BradleyTerryTable | TrueSkillTable) -> list[str]:
    return [f"{row.system}: {row.reason}" for row in table.ratings if row.reason] + list(table.warnings)


def _trueskill(name: str, table: TrueSkillTable, width: int) -> Iterator[str]:
    repeats = ("sigma by setup",) if table.setups < table.matches else ()
    others = ("mu", "sigma", *repeats, "sd of orders", "range of orders", "as recorded", "n")
    rows: list[tuple[Cell, ...]] = []
    for row in table.ratings:
        spread = None if row.lowest is None else f"{row.lowest:.2f} {row.highest:.2f}"
        values = [number(v) for v in (row.mu, row.sigma, *(row.sigma_by_setup for _ in repeats), row.order_sd)]
        rows.append((row.rank, row.system, *values, spread, number(row.recorded_mu), str(row.matches)))
    title = f"TrueSkill, {name}: mean of {table.settings.permutations} orders of {table.matches} matches"
    about = ["sd, range of orders: spread of mu over orders of the matches; as recorded: mu in the recorded order"]
    about += ["sigma by setup: sigma when all matches of a setup count as one"] * bool(repeats)
    ratings = tabulate(("rank", "system", *others), rows, 2, {"rank": "rank"})
    yield from section(title, ratings, [*about, *_reasons(table)], width)


def _by_group(groups: Sequence[RatingGroup]) -> Table:
    """Return all ratings: a row a system, a column for all games and for each game or category."""
    tables = [group.bradley_terry.ratings if group.bradley_terry else () for group in groups]
    ratings = [{row.system: number(row.rating, sign="+") for row in table} for table in tables]
    rows = [(system, *(column.get(system) for column in ratings)) for system in ratings[0]]
    return tabulate(("system", *(group.name.replace("_", " ") for group in groups)), rows)


def _averages(table: AverageTable, width: int) -> Iterator[str]:
    averages = {row.system: (row.overall, *row.games) for row in table.systems}
    cells = {s: [f"{number(a.mean)} ({a.n})" if a.n else None for a in values] for s, values in averages.items()}
    about = [*dict.fromkeys(a.reason for values in averages.values() for a in values if a.n and a.reason)]
    lost = f"{table.n_unscored} matches of more than two sides have ranks only, and no score"
    scores = _by_game([name.replace("_", " ") for name in ("all", *table.games)], cells, width)
    yield from section("Average score (n matches)", scores, about + [lost] * bool(table.n_unscored), width)


def _by_game(games: Sequence[str], cells: Mapping[str, Sequence[Cell]], width: int) -> Table:
    """Return systems by games; games by systems where that would be too wide, as it is with many games."""
    crossed = tabulate(("system", *games), [(system, *row) for system, row in cells.items()])
    if terminal.natural_width(crossed, boxed=False) <= width:
        return crossed
    rows = [(game, *(row[n] for row in cells.values())) for n, game in enumerate(games)]
    return tabulate(("game", *cells), rows, kinds=dict.fromkeys(cells, "named"))


def section(heading: str, table: Table | None, about: Iterable[str], width: int) -> Iterator[str]:
    """Yield a table below its heading, which as a title would be wrapped to the width of the table, and notes below."""
    yield ""
    for line in terminal.wrapped(printable(heading), width).split("\n"):
        yield click.style(line, bold=True, underline=True)
    if table is not None:
        yield from terminal.lines(table, width, boxed=False, style=terminal.bold)
    yield from notes(about, width)


def notes(about: Iterable[str], width: int) -> Iterator[str]:
    """Yield notes below a table."""
    for text in about:
        for line in fill(f"  {printable(text)}", width, break_on_hyphens=False).split("\n"):
            yield click.style(line, dim=True)
