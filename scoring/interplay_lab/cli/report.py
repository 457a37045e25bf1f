"""``interplay report``: pages to open in a browser."""

import os
from pathlib import Path
from typing import Any

import click

from interplay.cli.demo import PROCESSES
from interplay.cli.shared import options
from interplay.cli.shared.options import Dataset
from interplay.cli.shared.parsing import price_pair
from interplay.cli.shared.progress import Progress
from interplay_lab.cli._options import grouped

_OPTION = grouped("", "report")


def page_count(_context: click.Context, _option: click.Parameter, text: str) -> int | None:
    """Return a number of pages, ``None`` for all of them."""
    if text == "all":
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise click.BadParameter(f"{text!r} is neither a number from 0 nor 'all'")
    return int(text)


def prices(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    """Return prices by the name of a system, written ``NAME=2.5/10``; the empty name is that of all others."""
    by_name: dict[str, tuple[float, float]] = {}
    for text in given:
        name, _, pair = text.rpartition("=")
        price = price_pair(ctx, param, pair)
        if price is not None and by_name.setdefault(name, price) != price:
            raise click.BadParameter(f"{name or 'all'}: found two prices, {by_name[name]} and {price}, expected one")
    return by_name


_CHOSEN = {
    "pages": _OPTION("--pages", type=str, callback=page_count, default=20, metavar="N"),
    "allow_partial": options.partial_option,
    "judgments": options.judgments_option,
    "price": _OPTION("--price", multiple=True, callback=prices, metavar="[NAME=]IN/OUT"),
}
"""Options that ``write_site`` has by the same names."""


@click.command(short_help="Write pages that show submissions in a browser.")
@options.files_argument(required=False)
@options.out_option("out", "DIR", "The folder to write; an earlier site in it is replaced.", default=Path("site"))
@_OPTION("--title", default="Interplay report")
@options.dataset_options
@options.bundle("chosen", dict, _CHOSEN)
@_OPTION("--cache/--no-cache", default=True, show_default=True)
@_OPTION("--to-space", metavar="OWNER/NAME")
def command(
    files: tuple[Path, ...],
    out: Path,
    title: str,
    dataset: Dataset,
    chosen: dict[str, Any],
    cache: bool,
    to_space: str | None,
) -> None:
    """Score submissions and write pages about them, from a leaderboard down to each reply.

    Open index.html of the folder; the pages need no server and no network.

    \b
    interplay report results -o site
    interplay report mine.jsonl theirs.jsonl --pages all --title "May"
    interplay report results results2 --price mine=2.5/10 --price theirs=0.4/1.6
    """
    if not files:
        example = "`interplay report mine.jsonl -o site`; `interplay demo --open` shows the shipped ones"
        raise click.UsageError(f"name one submission or more, as in {example}")
    from interplay.core.caches import default_folder
    from interplay.core.extras import require
    from interplay.hub import places
    from interplay_lab.api.sites import write_site

    if to_space:
        require("huggingface_hub", "--to-space")
        places.checked_repo(to_space)
    if not cache:
        os.environ["INTERPLAY_CACHE"] = "off"  # for opponents' moves, in all processes
    release = dataset.verified()
    with Progress("predictions") as progress:
        index = write_site(
            files,
            out,
            title=title,
            **chosen,
            workers=min(PROCESSES, os.cpu_count() or 1),
            cache=default_folder(),
            release=release,
            on_progress=progress.update,
            on_message=progress.log,
        )
    click.echo(f"wrote {index}")
    if to_space:
        from interplay.hub import sharing

        click.echo(f"uploaded to {sharing.to_space(out, to_space, title)}")
