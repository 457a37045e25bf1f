"""``interplay rate``: match results in, Bradley-Terry and TrueSkill tables out."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from interplay.ratings.report import RatingPlan


@click.command(name="rate", short_help="Rate systems from match results.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--model", type=click.Choice(["bt", "trueskill", "both"]), default="both", show_default=True)
@click.option("--by", type=click.Choice(["game", "category"]), help="Rate each game or reasoning category as well.")
@click.option("--sensitivity", is_flag=True, help="Rate again without each game in turn.")
@click.option("--factor", is_flag=True, help="Analyse the general factor behind the scores.")
@click.option("--draws", type=click.Choice(["half", "drop"]), default="half", show_default=True)
@click.option("--weights", type=click.Choice(["game", "match"]), default="game", show_default=True)
@click.option("--scoring", type=click.Choice(["returns", "order"]), default="returns", show_default=True)
@click.option("--prior", type=click.Choice(["luce", "normal", "none"]), default="luce", show_default=True)
@click.option("--prior-strength", type=float, help="alpha of luce (0.001), standard deviation of normal (1).")
@click.option("--bootstrap", "resamples", type=int, default=10_000, show_default=True, help="Resamples.")
@click.option("--resampling", type=click.Choice(["within_game", "pooled"]), default="within_game", show_default=True)
@click.option("--clusters", type=click.Choice(["auto", "setup", "match"]), default="auto", show_default=True)
@click.option(
    "--interval", type=click.Choice(["percentile", "basic", "bca", "wald"]), default="percentile", show_default=True
)
@click.option("--level", type=float, default=0.9, show_default=True)
@click.option("--reference", is_flag=True, help="Rate as the code of GameBench does; other settings are ignored.")
@click.option("--draw-probability", default="0.1", show_default=True, help='Of TrueSkill; or "estimate".')
@click.option(
    "--permutations",
    type=int,
    default=100,
    show_default=True,
    help="Orders that TrueSkill averages over; 0 for the recorded one only.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option(
    "--plot", type=click.Path(path_type=Path), metavar="FILE.svg", help="Write intervals and win probabilities as SVG."
)
def command(files: tuple[Path, ...], *, as_json: bool, plot: Path | None, **options: object) -> None:
    """Rate the systems in files of match results (interplay-matches/1).

    \b
    interplay rate matches.jsonl --by game --plot ratings.svg
    interplay rate a.jsonl b.jsonl.gz --model bt --interval percentile --json > ratings.json
    """
    import sys

    from interplay.codec import canonical
    from interplay.ratings.figure import check_plottable, write_figure
    from interplay.ratings.report import rate_files

    plan = _plan(options)
    if plot is not None:
        check_plottable()
        if plan.model == "trueskill":
            raise click.UsageError("--plot shows Bradley-Terry ratings: use --model bt or both")
    report = rate_files(files, plan)
    if plot is not None and (table := report.groups[0].bradley_terry) is not None:
        write_figure(table, plot)
    if as_json:
        click.echo(canonical(report))
        return
    from rich.console import Console

    from interplay.ratings.terminal import show

    show(report, Console(file=sys.stdout, width=None if sys.stdout.isatty() else 140))


def _plan(options: dict[str, object]) -> "RatingPlan":
    """Return the plan that the options of the command line describe; raise ``UsageError`` for values out of range."""
    import msgspec

    from interplay.ratings.report import RatingPlan
    from interplay.ratings.tables import REFERENCE

    estimated = options["draw_probability"] == "estimate"
    raw = {
        "model": options["model"],
        "by": options["by"],
        "sensitivity": options["sensitivity"],
        "factor": options["factor"],
        "bradley_terry": REFERENCE if options["reference"] else _settings(options),
        "trueskill": {
            "draw_probability": None if estimated else options["draw_probability"],
            "permutations": options["permutations"],
            "seed": options["seed"],
        },
    }
    try:
        return msgspec.convert(msgspec.to_builtins(raw), RatingPlan, strict=False)
    except msgspec.ValidationError as error:
        raise click.UsageError(str(error)) from None


def _settings(options: dict[str, object]) -> dict[str, object]:
    strength = options["prior_strength"]
    if strength is None:
        strength = 1.0 if options["prior"] == "normal" else 0.001
    names = ("draws", "weights", "scoring", "resamples", "resampling", "clusters", "interval", "level", "seed")
    return {**{name: options[name] for name in names}, "prior": {"kind": options["prior"], "strength": strength}}
