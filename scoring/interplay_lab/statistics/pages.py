"""Statistics of ratings for a terminal."""

from rich.console import Console

from interplay.report import layout
from interplay.report.layout import Column
from interplay.report.ratings import note, number, print_table
from interplay_lab.statistics.compute import RatingStatistics
from interplay_lab.statistics.factor import FactorTable
from interplay_lab.statistics.misfit import Misfit
from interplay_lab.statistics.sensitivity import SensitivityTable


def show(statistics: RatingStatistics, console: Console) -> None:
    """Print the fit, the table of games left out, and the general factor."""
    _fit(statistics.fit, console)
    _sensitivity(statistics.sensitivity, console)
    _factor(statistics.factor, console)
    for finding in statistics.warnings:
        note(str(finding), console)


def _fit(fit: Misfit, console: Console) -> None:
    console.print()
    console.print(layout.plain("Fit of one rating for each system"), style="bold underline")
    if fit.chi_squared is None or fit.p is None:
        note(f"not tested: {fit.reason}", console)
        return
    freedom = f"{fit.degrees} degree{'s' * (fit.degrees > 1)} of freedom"
    note(f"chi-squared {fit.chi_squared:.1f}, {freedom}, p {fit.p:.3f} from {fit.flips} sign flips", console)
    for warning in fit.warnings:
        note(warning, console)


def _sensitivity(table: SensitivityTable, console: Console) -> None:
    columns = (layout.name("game"), Column("largest shift"), layout.words("system"), layout.words("order of systems"))
    rows = []
    for row in table.games:
        order = row.reason or ("changes" if row.order_changes else "stays")
        rows.append((row.game, number(row.largest_shift), row.most_moved or "-", order))
    print_table("Leaving one game out", columns, rows, console)


def _factor(table: FactorTable, console: Console) -> None:
    if table.explained is None:
        note(f"general factor: {table.reason}", console)
        return
    rows = [(row.game, f"{row.loading:+.2f}") for row in table.loadings]
    title = f"General factor: explains {table.explained:.0%} of the variance of {table.n_games} games"
    print_table(title, (layout.name("game"), Column("loading")), rows, console)
    if table.noise is not None:
        common = f"median {table.noise.median:.0%}, 95th percentile {table.noise.high:.0%}"
        note(f"one factor of unrelated scores of {table.n_systems} systems explains as much as: {common}", console)
    note("scores: " + ", ".join(f"{score.system} {score.score:+.2f}" for score in table.scores), console)
    for warning in table.warnings:
        note(warning, console)
