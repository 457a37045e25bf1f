"""``interplay rate``: match results in, Bradley-Terry and TrueSkill tables out."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared.messages import say_json
from interplay.cli.shared.options import dataset_options

if TYPE_CHECKING:
    from interplay.ratings.report import RatingPlan, RatingReport, Tell


@click.command(name="rate", short_help="Rate systems from match results.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option(
    "--method",
    "model",
    type=click.Choice(["bt", "trueskill", "both"]),
    default="both",
    show_default=True,
    help="Bradley-Terry, TrueSkill, or both.",
)
@click.option("--by", type=click.Choice(["game", "category"]), help="Rate each game or reasoning category as well.")
@click.option("--suite", help="Of submissions, only matches of this suite: llmarena or gamebench.")
@click.option("--draws", type=click.Choice(["half", "drop"]), default="half", show_default=True)
@click.option("--weights", type=click.Choice(["game", "match"]), default="game", show_default=True)
@click.option("--scoring", type=click.Choice(["returns", "order"]), default="returns", show_default=True)
@click.option("--prior", type=click.Choice(["luce", "normal", "none"]), default="luce", show_default=True)
@click.option("--prior-strength", type=float, help="alpha of luce (0.001), standard deviation of normal (1).")
@click.option("--resamples", type=int, default=10_000, show_default=True, help="Resamples, of percentile intervals.")
@click.option("--resampling", type=click.Choice(["within_game", "pooled"]), default="within_game", show_default=True)
@click.option("--clusters", type=click.Choice(["auto", "setup", "match"]), default="auto", show_default=True)
@click.option("--interval", type=click.Choice(["robust", "percentile"]), default="robust", show_default=True)
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
@dataset_options
def command(
    files: tuple[Path, ...],
    *,
    as_json: bool,
    suite: str | None,
    root: Path | None,
    allow_modified: bool,
    **options: object,
) -> None:
    """Rate the systems in files of match results (interplay-matches/1), or in submissions on the games track.

    \b
    interplay rate matches.jsonl --by game
    interplay rate mine.jsonl theirs.jsonl.gz --method bt --json > ratings.json
    """
    plan = _plan(options)
    from interplay.cli.shared.progress import Progress

    with Progress("ratings") as progress:
        report = _rated(files, plan, root, suite, progress.update, allow_modified=allow_modified)
    if as_json:
        say_json(report)
        return
    from interplay.tables.ratings import show

    show(report)


def _rated(
    files: tuple[Path, ...],
    plan: "RatingPlan",
    root: Path | None,
    suite: str | None,
    tell: "Tell",
    *,
    allow_modified: bool,
) -> "RatingReport":
    """Return the ratings from match results, or from submissions when the first file is one."""
    from interplay.ratings.files import is_submission, rate_paths

    if not is_submission(files[0]):
        if suite is not None:
            raise click.UsageError("--suite is for submissions on the games track")
        return rate_paths(files, plan, tell=tell)
    from interplay.core.release import open_release

    return rate_paths(files, plan, open_release(root, allow_modified=allow_modified), suite, tell)


def _plan(options: dict[str, object]) -> "RatingPlan":
    """Return the plan that the options of the command line describe; raise ``UsageError`` for values out of range."""
    import msgspec

    from interplay.ratings.pairwise.tables import REFERENCE
    from interplay.ratings.report import RatingPlan

    estimated = options["draw_probability"] == "estimate"
    raw = {
        "model": options["model"],
        "by": options["by"],
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
