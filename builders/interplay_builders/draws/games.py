"""``interplay-build draw games``: matches with the rules of the papers, or with other options than the release."""

from pathlib import Path

import click

from interplay.cli.shared import options as shared
from interplay.cli.shared.progress import Progress
from interplay.tracks.games import catalogue
from interplay_builders.release import freeze as freezing
from interplay_builders.release import sources
from interplay_builders.tracks.games import scales
from interplay_builders.tracks.games.build import Split, files_of, has_rules

OPPONENTS = ("competent", "random", "strong", "rival")


@click.command(name="games", short_help="Matches by the papers' own profile, or with other options.")
@click.option(
    "--profile",
    default="strict",
    type=click.Choice(("strict", "compat")),
    help="compat: parse and play as the papers' code does.",
)
@shared.rules_option
@shared.games_option
@click.option(
    "--opponent", default="competent", type=click.Choice(OPPONENTS), help="Opponent: a bot, or another system."
)
@click.option(
    "--setups", type=click.IntRange(1, 1_000), help="Setups of each game.  [default: as many as in a release]"
)
@click.option("--seed", help="Any text; the same seed gives the same set.  [default: the release's seed]")
@click.option(
    "--scales",
    "wanted",
    default="computed",
    type=click.Choice(("computed", "none")),
    help="Play all matches with the random and the strong bot, whose means are 0 and 100 of a score; none: no scores.",
)
@shared.out_option("out", "DIR", "Dataset directory to make.", required=True)
def command(
    profile: str,
    changes: tuple[tuple[str, int], ...],
    games: tuple[str, ...],
    opponent: str,
    setups: int | None,
    seed: str | None,
    wanted: str,
    out: Path,
) -> None:
    """Draw matches into a dataset directory of its own; games without the profile or an option are left out.

    \b
    interplay-build draw games --profile compat --option guess=1 -o compat
    interplay run --dataset compat --track games --model openai:my-model -o mine.jsonl
    interplay score mine.jsonl --dataset compat
    """
    options = dict(changes)
    chosen = frozenset(catalogue.load(name).name for name in games) or frozenset(catalogue.names())
    known = sources.identity()
    try:
        drawn = files_of(_splits(profile, options, chosen, opponent, setups), seed or known.seed, known.canary, {})
    except ValueError as error:
        raise click.UsageError(f"invalid option: {error}") from None
    if not drawn.files:
        raise click.UsageError(f"none of {', '.join(sorted(chosen))} supports all of: {_asked(profile, options)}")
    if wanted == "computed":
        with Progress("sides of games") as progress:
            drawn = scales.rescaled(drawn, progress.update)
    note = f"A draw of matches with the profile {profile} and {_asked(profile, options)}; it is not a release."
    manifest = freezing.freeze(out, sources.unversioned((drawn,), seed or known.seed, note))
    rows = sum(len(file.rows) for file in drawn.files)
    played = ", ".join(sorted({getattr(row, "game", "") for file in drawn.files for row in file.rows}))
    click.echo(
        f"wrote {out}: version {manifest.release}, splits {', '.join(drawn.splits)}, {rows:,} matches of {played}"
    )


def _splits(
    profile: str, options: dict[str, int], games: frozenset[str], opponent: str, setups: int | None
) -> tuple[Split, ...]:
    """Return a split for each suite, named after what is different in it."""
    rest = [profile] * (profile != "strict") + [f"{name}_{value}" for name, value in sorted(options.items())]
    rest += [opponent] * (opponent != "competent")
    suites = sorted({catalogue.load(name).suite for name in games}, reverse=True)
    return tuple(
        Split(
            "_".join((suite, *rest)),
            suite,
            opponent,
            options,
            setups,
            profile=profile,
            games=frozenset(name for name in games if has_rules(catalogue.load(name), profile, options)),
            alone=opponent == "competent",
        )
        for suite in suites
    )


def _asked(profile: str, options: dict[str, int]) -> str:
    named = [f"{name}={value}" for name, value in sorted(options.items())] or ["no other options"]
    return ", ".join([f"profile {profile}", *named])
