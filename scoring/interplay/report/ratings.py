"""Rating tables for a terminal: a person sees at a glance who leads, by how much, and what to distrust."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console

from interplay.core.text import counted
from interplay.ratings.averages import AverageTable
from interplay.ratings.files import unrated_notes
from interplay.ratings.ledger import MEMORY
from interplay.ratings.pairwise.tables import BradleyTerryTable, Rating
from interplay.ratings.report import RatingGroup, RatingReport
from interplay.ratings.skill.tables import TrueSkillTable
from interplay.report import layout
from interplay.report.layout import Column, Grid

BAR = 28
"""Characters of the interval bar."""


def show(report: RatingReport, console: Console) -> None:
    """Print every table of *report*."""
    for group in report.groups:
        if group.bradley_terry is not None:
            _bradley_terry(
                group.name, group.bradley_terry, report.unsound if group is report.groups[0] else {}, console
            )
        if group.trueskill is not None:
            _trueskill(group.name, group.trueskill, console)
    if len(report.groups) > 1 and report.groups[0].bradley_terry is not None:
        _by_group(report.groups, console)
    _averages(report.averages, console)
    for line in unrated_notes(report.unrated):
        note(line, console)
    for finding in report.warnings:
        note(finding.message if finding.file == MEMORY else str(finding), console)


def bar(row: Rating, lowest: float, highest: float, marks: str = "─●") -> str:
    """Return the interval of *row* drawn between *lowest* and *highest*: a line and a dot, which are *marks*.

    The line goes on to the edge where there is no bound on that side.
    """
    if row.rating is None or highest <= lowest:
        return ""

    def column(value: float) -> int:
        return min(BAR - 1, max(0, round((value - lowest) / (highest - lowest) * (BAR - 1))))

    cells = [" "] * BAR
    if row.low is not None or row.high is not None:
        begin = 0 if row.low is None else column(row.low)
        for place in range(begin, BAR if row.high is None else column(row.high) + 1):
            cells[place] = marks[0]
    cells[column(row.rating)] = marks[1]
    return "".join(cells)


def _bradley_terry(name: str, table: BradleyTerryTable, unsound: Mapping[str, int], console: Console) -> None:
    known = [v for row in table.ratings for v in (row.low, row.rating, row.high) if v is not None]
    span = (min(known, default=0.0), max(known, default=0.0))
    marks = "─●" if console.encoding.startswith("utf") else "-o"
    columns = (
        *(Column("rank", is_name=True), layout.name("system"), Column("rating")),
        *(Column(f"{table.settings.level:.0%} interval"), Column("", "left", picture=True)),
        *(Column("ranks"), Column("n"), Column("points")),
        *((Column("unsound"),) if unsound else ()),
        *((layout.words("flags"),) if any(row.flags for row in table.ratings) else ()),
    )
    rows = []
    for row in table.ratings:
        ranks = "-" if row.best_rank is None else f"{row.best_rank}-{row.worst_rank}"
        interval = row.bounds.replace(",", "") or "-"
        rating, rank = "-" if row.rating is None else f"{row.rating:+.2f}", "-" if row.rank is None else str(row.rank)
        line = (rank, row.system, rating, interval, bar(row, *span, marks), ranks, str(row.matches))
        lost = [str(unsound.get(row.system, 0))] if unsound else []
        rows.append((*line, f"{row.points:.1f}", *lost, ", ".join(row.flags))[: len(columns)])
    held = f"{counted(table.matches, 'matches')}, {counted(table.draws, 'draws')}"
    print_table(f"Bradley-Terry, {name}: {held}", columns, rows, console)
    for text in _unsound(unsound, {row.system: row.matches for row in table.ratings}):
        note(text, console)
    for tied in table.tied:
        note(f"cannot be told apart: {', '.join(tied)}", console)
    for row in table.ratings:
        if row.reason:
            note(f"{row.system}: {row.reason}", console)
    for warning in table.warnings:
        note(warning, console)


def _unsound(unsound: Mapping[str, int], played: Mapping[str, int]) -> Iterator[str]:
    """Yield what is to be said of matches that count as lost although they ended."""
    if unsound:
        yield "unsound: matches that count as lost, as the referee took over more than a tenth of the decisions"
    for system, count in unsound.items():
        if 10 * count > played.get(system, 0):
            share = f"{count} of {played.get(system, 0)} matches"
            yield f"warning: {system} loses {share} as unsound; interplay replay shows its replies"


def _trueskill(name: str, table: TrueSkillTable, console: Console) -> None:
    repeats = ("sigma by setup",) if table.setups < table.matches else ()
    others = ("mu", "sigma", *repeats, "sd of orders", "range of orders", "as recorded", "n")
    columns = (Column("rank", is_name=True), layout.name("system"), *map(Column, others))
    rows = []
    for row in table.ratings:
        spread = "-" if row.lowest is None else f"{row.lowest:.2f} {row.highest:.2f}"
        values = [number(v) for v in (row.mu, row.sigma, *(row.sigma_by_setup for _ in repeats), row.order_sd)]
        rank = "-" if row.rank is None else str(row.rank)
        rows.append((rank, row.system, *values, spread, number(row.recorded_mu), str(row.matches)))
    title = f"TrueSkill, {name}: mean of {table.settings.permutations} orders of {table.matches} matches"
    print_table(title, columns, rows, console)
    note("sd, range of orders: how far mu differs between orders of the matches; as recorded: mu in their own", console)
    if repeats:
        note("sigma by setup: sigma where matches from one setup count as one", console)
    for row in table.ratings:
        if row.reason:
            note(f"{row.system}: {row.reason}", console)
    for warning in table.warnings:
        note(warning, console)


def _by_group(groups: Sequence[RatingGroup], console: Console) -> None:
    """Print one table of all ratings: a row a system, a column for all games and for each game or category."""
    columns = (layout.name("system"), *(Column(group.name.replace("_", " ")) for group in groups))
    rows = []
    rated = [{row.system: row.rating for row in g.bradley_terry.ratings} if g.bradley_terry else {} for g in groups]
    for system in rated[0]:
        cells = ["-" if (rating := column.get(system)) is None else f"{rating:+.2f}" for column in rated]
        rows.append((system, *cells))
    print_table("Bradley-Terry ratings, side by side", columns, rows, console)


def _averages(table: AverageTable, console: Console) -> None:
    rows = {
        row.system: [f"{number(a.mean)} ({a.n})" if a.n else "-" for a in (row.overall, *row.games)]
        for row in table.systems
    }
    print_table("Average score (n matches)", *_by_game(("all", *table.games), rows, console), console)
    for reason in dict.fromkeys(a.reason for row in table.systems for a in (row.overall, *row.games) if a.n):
        if reason:
            note(reason, console)
    if table.n_unscored:
        note(f"{table.n_unscored} matches of more than two sides had ranks only and have no score", console)


_Rows = Sequence[tuple[str, ...]]


def _by_game(
    games: Sequence[str], rows: Mapping[str, Sequence[str]], console: Console
) -> tuple[tuple[Column, ...], _Rows]:
    """Return systems by games; games by systems where that would be too wide, as it is with many games."""
    names = [game.replace("_", " ") for game in games]
    columns = (layout.name("system"), *map(Column, names))
    crossed = tuple((system, *cells) for system, cells in rows.items())
    if layout.natural_width(Grid(columns, crossed)) <= console.width:
        return columns, crossed
    turned = tuple((name, *(cells[place] for cells in rows.values())) for place, name in enumerate(names))
    return (layout.name("game"), *(Column(system, wraps=True) for system in rows)), turned


def print_table(heading: str, columns: Sequence[Column], rows: _Rows, console: Console) -> None:
    """Print a table below its heading, which as a title would be wrapped to the width of the table."""
    console.print()
    console.print(layout.plain(heading), style="bold underline")
    layout.show(Grid(tuple(columns), tuple(rows)), console)


def number(value: float | None) -> str:
    """Return *value* with two decimals, or a dash."""
    return "-" if value is None else f"{value:.2f}"


def note(text: str, console: Console) -> None:
    """Print a line below a table."""
    console.print(layout.plain(f"  {text}"), style="dim")
