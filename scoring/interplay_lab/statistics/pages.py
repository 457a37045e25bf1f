"""Statistics of ratings for a terminal."""

from collections.abc import Iterator

from interplay.tables.numbers import number
from interplay.tables.ratings import notes, section
from interplay.tables.table import tabulate
from interplay.tables.terminal import columns, echo
from interplay_lab.statistics.compute import RatingStatistics, SensitivityTable
from interplay_lab.statistics.factor import FactorTable
from interplay_lab.statistics.misfit import Misfit, test_of


def show(statistics: RatingStatistics) -> None:
    """Print the fit, the table of games left out, and the general factor."""
    width = columns(140)
    echo(section("Fit of one rating for each system", None, _fit(statistics.fit), width))
    echo(_sensitivity(statistics.sensitivity, width))
    echo(_factor(statistics.factor, width))
    echo(notes(map(str, statistics.warnings), width))


def _fit(fit: Misfit) -> list[str]:
    if fit.chi_squared is None or fit.p is None:
        return [f"not tested: {fit.reason}"]
    return [f"{test_of(fit.chi_squared, fit.degrees, fit.p)} from {fit.flips} sign flips", *fit.warnings]


def _sensitivity(table: SensitivityTable, width: int) -> Iterator[str]:
    rows = [
        (row.game, row.largest_shift, row.most_moved, row.reason or ("changes" if row.order_changes else "stays"))
        for row in table.games
    ]
    headings = ("game", "largest shift", "system", "order of systems")
    games = tabulate(headings, rows, kinds={"system": "text", "order of systems": "text"})
    return section("Leaving one game out", games, (), width)


def _factor(table: FactorTable, width: int) -> Iterator[str]:
    if table.explained is None:
        return notes([f"general factor: {table.reason}"], width)
    title = f"General factor: explains {table.explained:.0%} of the variance of {table.n_games} games"
    about = []
    if table.noise is not None:
        common = f"median {table.noise.median:.0%}, 95th percentile {table.noise.high:.0%}"
        about.append(f"for comparison, one factor of unrelated scores of {table.n_systems} systems explains: {common}")
    about += ["scores: " + ", ".join(f"{score.system} {score.score:+.2f}" for score in table.scores), *table.warnings]
    rows = [(row.game, number(row.loading, sign="+")) for row in table.loadings]
    return section(title, tabulate(("game", "loading"), rows), about, width)
