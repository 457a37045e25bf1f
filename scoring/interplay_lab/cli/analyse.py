"""``interplay analyse``: the tables and figures of a paper from submissions."""

import sys
from pathlib import Path

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import say_json, say_warnings
from interplay.cli.shared.options import Dataset
from interplay.cli.shared.progress import Progress
from interplay_lab.cli._options import grouped

_OPTION = grouped("", "analyse")


class PaperName(click.ParamType[str]):
    """The name of a paper, as the folders of papers are called."""

    name = "paper"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002  click's signature
        """Return the names that there are."""
        from interplay_lab.papers.catalogue import PAPERS

        return "|".join(PAPERS.names())


@click.command(name="analyse", short_help="Make the tables and figures of a paper from submissions.")
@click.argument("files", nargs=-1, required=True, type=options.FILE, metavar="FILE...")
@_OPTION("--paper", required=True, type=PaperName())
@_OPTION("--only", multiple=True, metavar="NUMBER")
@options.judgments_option
@options.partial_option
@options.json_option
@options.out_option("out", "DIR", "Also write Markdown, JSON, CSV, SVG and PNG to this directory.")
@options.dataset_options
def command(
    files: tuple[Path, ...],
    paper: str,
    only: tuple[str, ...],
    judgments: tuple[Path, ...],
    allow_partial: bool,
    as_json: bool,
    out: Path | None,
    dataset: Dataset,
) -> None:
    """Make the tables and figures of a paper from submissions, numbered as there; GameBench's also from match results.

    Those that cannot be made from the files are listed with the reason.

    \b
    interplay analyse mine/games.jsonl theirs/games.jsonl --paper llmarena -o figures
    interplay analyse mine/games.jsonl theirs/games.jsonl --paper gamebench --only "Table 2"
    """
    from interplay.core.errors import UnknownName
    from interplay_lab.papers import catalogue, writing

    try:
        catalogue.choose(paper, only)
    except UnknownName as error:
        raise click.UsageError(str(error)) from None
    release = dataset.verified()
    with Progress("predictions") as progress:
        analysis = catalogue.analyse(
            paper, files, release, judgments, only, allow_partial=allow_partial, on_progress=progress.update
        )
    written, problem = ((), "") if out is None else writing.write(analysis, out)
    if as_json:
        say_json(analysis)
    else:
        writing.show(analysis, None if sys.stdout.isatty() else 80)
    say_warnings([problem] if problem else [])
    if written:
        click.echo(f"wrote {len(written)} files to {out}", err=True)
