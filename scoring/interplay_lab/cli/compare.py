"""``interplay compare``: two submissions or more on the same items, and by how much they differ."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import say_json, say_warnings
from interplay.cli.shared.options import Dataset, DatasetPath, GroupedCommand
from interplay.cli.shared.progress import Progress
from interplay.core.text import printable
from interplay_lab.cli._options import grouped

if TYPE_CHECKING:
    from interplay.submissions.accepting import Given
    from interplay.tables.table import Table


_OPTION = grouped("", "compare")


def _look(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Return the numbers of *text*, such as 2/5."""
    from interplay_lab.compare.looks import look_of

    if text is None:
        return None
    number, _, of = text.partition("/")
    try:
        look_of(look := (int(number), int(of)))
    except ValueError:
        raise click.BadParameter(f"found {text!r}, expected K/N such as 2/5, with at most 20 looks") from None
    return look


_ASKED = {
    "margin": _OPTION("--margin", type=float, metavar="M"),
    "by": _OPTION("--by", multiple=True, metavar="KEY", callback=lambda _context, _option, keys: keys or None),
    "look": _OPTION("--look", callback=_look, metavar="K/N"),
}
"""Options that ``compare`` has by the same names."""


@click.command(cls=GroupedCommand, short_help="Compare systems on the same items.")
@click.argument("files", nargs=-1, required=True, type=options.FILE, metavar="FILE...")
@options.reply_options()
@options.dataset_options
@options.bundle("asked", dict, _ASKED)
@_OPTION("--fresh", multiple=True, type=options.FILE, metavar="FRESH")
@_OPTION("--fresh-dataset", multiple=True, type=DatasetPath(), metavar="DIR")
@options.partial_option
@options.json_option
@options.format_option("markdown", "latex")
def command(
    files: tuple[Path, ...],
    given: "Given",
    dataset: Dataset,
    asked: dict[str, Any],
    fresh: tuple[Path, ...],
    fresh_dataset: tuple[Path, ...],
    allow_partial: bool,
    as_json: bool,
    form: str | None,
) -> None:
    """Compare systems over the items and trials that their submissions have in common.

    Folders, or files on several tracks, give one table with a line a track.

    \b
    interplay compare results results2
    interplay compare a.jsonl b.jsonl --margin 2
    interplay compare a.jsonl b.jsonl c.jsonl --format latex > differences.tex
    interplay compare released.jsonl --fresh fresh.jsonl --fresh-dataset fresh
    interplay compare a.jsonl b.jsonl --fresh fresh/a.jsonl --fresh fresh/b.jsonl --fresh-dataset fresh
    interplay compare mine.jsonl replies.jsonl --track positions --name other
    """
    _check(files, asked["margin"], fresh, fresh_dataset)
    from dataclasses import asdict

    from interplay_lab.api.comparison import compare, contamination
    from interplay_lab.compare import overview, pages, pooled
    from interplay_lab.compare.reading import MOST

    if len(files) > MOST:
        raise click.UsageError(f"found {len(files)} files, expected {MOST} at the most")
    drawn = [Dataset(path, dataset.allow_modified).verified() for path in fresh_dataset]
    if max(len(files), len(fresh), len(drawn)) > 1 and fresh:
        if form or any(asked.values()):
            raise click.UsageError("--by, --look, --margin and --format are for one FILE and one --fresh")
        release = dataset.verified()
        with Progress("comparisons") as progress:
            test = contamination(
                files, fresh, drawn, allow_partial=allow_partial, release=release, on_progress=progress.update
            )
        _print(test, pooled.table(test), pooled.sentences(test), as_json=as_json)
        return
    if not fresh and given.track is None and _has_tracks(files):
        if any(asked.values()):
            raise click.UsageError("--by, --look and --margin are for submissions on one track; name their files")
        systems = overview.groups(files, options.say_note)
        if len(systems) < 2:
            raise click.UsageError(f"found submissions of {systems[0].name} alone, expected two systems or more")
        release = dataset.verified()
        with Progress("tracks") as progress:
            result = overview.overview(systems, release, allow_partial=allow_partial, on_progress=progress.update)
        say_warnings(warning for comparison in result.tracks for warning in comparison.warnings)
        _print(result, overview.table(result), overview.sentences(result), form, as_json=as_json)
        return
    with Progress("predictions") as progress:
        comparison = compare(
            *files,
            **asked,
            fresh=fresh[0] if fresh else None,
            fresh_release=drawn[0] if drawn else None,
            allow_partial=allow_partial,
            release=dataset.verified(),
            on_progress=progress.update,
            **asdict(given),
        )
    say_warnings(comparison.warnings)
    if as_json:
        say_json(comparison)
    else:
        render = {"markdown": pages.markdown, "latex": pages.latex}.get(form or "", pages.text)
        click.echo(render(comparison), nl=False)


def _print(
    result: object, table: "Table", sentences: Iterable[str], form: str | None = None, *, as_json: bool = False
) -> None:
    """Print *result* as JSON, or its *table* with the *sentences* below it."""
    from interplay.tables.formats import latex, markdown
    from interplay.tables.terminal import say_text, show

    if as_json:
        say_json(result)
        return
    if form is None:
        show(table)
    else:
        click.echo("\n".join((markdown if form == "markdown" else latex)(table)))
    for line in sentences:
        say_text(printable(line if form != "latex" else f"% {line}"), is_prose=form is None)


def _has_tracks(files: tuple[Path, ...]) -> bool:
    """Return whether there is a folder among *files*, or submissions on different tracks."""
    from interplay_lab.cli.items import by_track

    return any(path.is_dir() for path in files) or len(by_track(files)) > 1


def _check(files: tuple[Path, ...], margin: float | None, fresh: tuple[Path, ...], drawn: tuple[Path, ...]) -> None:
    """Refuse what makes no comparison, before anything is read."""
    if margin is not None and not 0 < margin < float("inf"):  # also refuses nan
        raise click.UsageError(f"--margin {margin:g}: expected a number above 0")
    if not fresh and drawn:
        raise click.UsageError("--fresh-dataset needs --fresh FRESH, the run on that draw")
    if fresh and not drawn:
        advice = "interplay-build draw --seed SEED --out DIR makes one"
        raise click.UsageError(f"--fresh needs --fresh-dataset DIR, the draw that {fresh[0]} was made for; {advice}")
    if fresh and len(files) > len(fresh):
        raise click.UsageError(f"--fresh compares one FILE with its run on a draw; found {len(files)}")
    if not fresh and len(files) < 2 and not files[0].is_dir():
        raise click.UsageError(f"compare takes two submissions or more; interplay score {files[0]} scores one")
