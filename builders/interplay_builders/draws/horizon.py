"""``interplay-build draw horizon``: new sessions with any number of operations."""

from pathlib import Path

import click

from interplay.cli.shared.progress import Progress
from interplay.tracks.horizon.records import TURNS
from interplay_builders.release import freeze as freezing
from interplay_builders.release import sources
from interplay_builders.tracks.horizon import build
from interplay_builders.tracks.horizon.sessions import FAMILIES

HIGHEST = 2**16
"""A session of so many operations takes minutes to draw, and its message has millions of characters."""


@click.command(name="horizon", short_help="Sessions of other levels, families or numbers.")
@click.option("--seed", help="Any text; the same seed gives the same set.  [default: the release's seed]")
@click.option(
    "--levels",
    default="8-2048",
    metavar="LEVELS",
    help="Numbers of operations: MIN-MAX, each twice the one before, or a list separated by commas.",
)
@click.option("--family", "families", multiple=True, help="Only this family; may be repeated.")
@click.option("--sessions", default=build.SESSIONS, type=click.IntRange(1, 1_000), help="Of each.")
@click.option("--turns", is_flag=True, help="Also draw the first session of each family and level turn by turn.")
@click.option(
    "-o", "--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Dataset directory to make."
)
def command(
    seed: str | None,
    levels: str,
    families: tuple[str, ...],
    sessions: int,
    turns: bool,  # noqa: FBT001  click passes flags by name
    out: Path,
) -> None:
    """Draw sessions into a dataset directory of its own.

    The release has levels up to 2,048. The default levels take a minute to draw, 4096-16384 about five minutes; nothing
    is written before all sessions are drawn, so that an interruption leaves nothing behind.

    \b
    interplay-build draw horizon --seed today --levels 4096-16384 -o longer
    interplay run --dataset longer --track horizon --model openai:my-model -o mine.jsonl
    interplay score mine.jsonl --dataset longer
    """
    chosen = _levels(levels)
    known = sources.identity()
    names = tuple(FAMILIES.load(name).name for name in dict.fromkeys(families))
    with Progress("operations") as progress:
        drawn = build.files(
            seed or known.seed, known.canary, chosen, sessions, names, chosen if turns else (), progress.update
        )
    levels_text = ", ".join(f"{level:,}" for level in chosen)
    note = f"A draw of sessions of {levels_text} operations with the seed {seed or known.seed!r}; it is not a release."
    manifest = freezing.freeze(out, sources.unversioned((drawn,), seed or known.seed, note))
    rows = sum(len(file.rows) for file in drawn.files)
    click.echo(f"wrote {out}: version {manifest.release}, {rows:,} items of {levels_text} operations")


def _levels(text: str) -> tuple[int, ...]:
    """Return the levels that an option names, in increasing order."""
    first, dash, last = text.partition("-")
    try:
        named = [int(first), int(last)] if dash else [int(part) for part in text.split(",")]
    except ValueError:
        raise click.UsageError(f"--levels: found {text!r}, expected levels such as 4096-16384 or 8,16,32") from None
    if not TURNS <= min(named) <= max(named) <= HIGHEST or (dash and named[0] > named[1]):
        raise click.UsageError(
            f"--levels: found {text!r}, expected numbers from {TURNS} to {HIGHEST:,}, in increasing order"
        )
    if not dash:
        return tuple(sorted(set(named)))
    return tuple(named[0] * 2**step for step in range(HIGHEST.bit_length()) if named[0] * 2**step <= named[1])
