"""``interplay rate``: match results in, Bradley-Terry and TrueSkill tables out."""

from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import say_json
from interplay.cli.shared.options import Dataset

if TYPE_CHECKING:
    from interplay.ratings.report import RatingPlan

STRENGTHS = {"luce": "0.001", "normal": "1", "none": "0.001"}
"""Kinds of priors and their usual strengths."""
_option = options.grouped(verb="rate")


class Prior(click.ParamType[tuple[str, float]]):
    """The kind of a prior and its strength, which has a default."""

    name = "prior"

    def convert(
        self, value: str | tuple[str, float], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, float]:
        """Return kind and strength of a prior written ``KIND`` or ``KIND:STRENGTH``."""
        if isinstance(value, tuple):
            return value
        kind, _, strength = value.partition(":")
        try:
            return kind, float(strength or STRENGTHS[kind])
        except (KeyError, ValueError):
            self.fail(
                f"{value!r} is not {', '.join(STRENGTHS)}, or one of these with a strength, as in luce:0.01", param, ctx
            )


def _choice(option: str, *values: str) -> options.Option:
    """Return an option with some values, the first of which is the usual one."""
    return _option(option, type=click.Choice(values), default=values[0])


@click.command(name="rate", short_help="Rate systems from match results.")
@options.files_argument(track="games")
@_option("--method", "model", type=click.Choice(["bt", "trueskill", "both"]), default="both")
@_option("--by", type=click.Choice(["game", "category"]))
@options.suite_option
@_choice("--draws", "half", "drop")
@_choice("--weights", "game", "match")
@_choice("--scoring", "returns", "order")
@_option("--prior", type=Prior(), default="luce", metavar="KIND[:STRENGTH]")
@_option("--resamples", type=int, default=10_000)
@_choice("--interval", "robust", "percentile")
@_choice("--fit", "newton", "choix")
@_option("--level", type=float, default=0.9)
@_option("--reference", is_flag=True)
@_option("--seed", type=int, default=0)
@options.json_option
@options.dataset_options
def command(files: tuple[Path, ...], *, as_json: bool, suite: str | None, dataset: Dataset, **settings: object) -> None:
    """Rate the systems in files of match results (interplay-matches/1), or in submissions on the games track."""
    plan = _plan(settings)
    from interplay.cli.shared.progress import Progress
    from interplay.ratings.files import is_submission, rate_paths

    with Progress("ratings") as progress:
        has_results = not is_submission(files[0])
        if has_results and suite is not None:
            raise click.UsageError("--suite needs submissions on the games track")
        report = rate_paths(files, plan, None if has_results else dataset.verified(), suite, progress.update)
    if as_json:
        say_json(report)
        return
    from interplay.tables.ratings import show

    show(report)


def _plan(settings: dict[str, object]) -> "RatingPlan":
    """Return the plan that the options of the command line describe; raise ``UsageError`` for values out of range."""
    import msgspec

    from interplay.ratings.pairwise.tables import REFERENCE
    from interplay.ratings.report import RatingPlan

    model, by, is_reference, seed = (settings.pop(name) for name in ("model", "by", "reference", "seed"))
    kind, strength = cast("tuple[str, float]", settings.pop("prior"))
    pairwise = {**settings, "seed": seed, "prior": {"kind": kind, "strength": strength}}
    raw = {
        "model": model,
        "by": by,
        "bradley_terry": REFERENCE if is_reference else pairwise,
        "trueskill": {"seed": seed},
    }
    try:
        return msgspec.convert(msgspec.to_builtins(raw), RatingPlan, strict=False)
    except msgspec.ValidationError as error:
        raise click.UsageError(str(error)) from None
