"""``interplay ladder``: how far up the ladder of a game systems got, from the files of their matches."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from interplay.running.climbing import Climb


@click.command(short_help="Verify matches against a ladder; say at which rung a system wins half.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print the reports as JSON.")
def command(paths: tuple[Path, ...], as_json: bool) -> None:
    """Report files that ``interplay run --ladder`` wrote. Every match is verified by playing it again.

    \b
    interplay ladder mine-santorini.jsonl
    interplay ladder mine-*.jsonl --json
    """
    from interplay.core import canonical
    from interplay.running.climbing import read_climb

    climbs = [read_climb(path) for path in paths]
    if as_json:
        click.echo(canonical.encode([{"climb": climb, "elo": _elo(climb)} for climb in climbs]))
        return
    for climb in climbs:
        say_climb(climb)


def say_climb(climb: "Climb") -> None:
    """Print at which rung a system wins half of its matches, the Elo of such a rung, and what it got on each."""
    from interplay.running.climbing import by_rung

    found = climb.threshold
    low, high = _rung(found.low, climb.rungs), _rung(found.high, climb.rungs)
    level = _rung(found.level, climb.rungs)
    click.echo(
        f"{climb.system.name} on the ladder of {climb.game}: half of the matches won at rung {level} "
        f"[{low}, {high}] of {climb.rungs}, {found.mass:.0%} interval, {len(climb.results)} matches"
    )
    elo = _elo(climb)
    if any(value is not None for value in elo.values()):
        click.echo(f"Elo above the random bot: {_told(elo['at'])} [{_told(elo['low'])}, {_told(elo['high'])}]")
    for rung, points in by_rung(climb.results).items():
        click.echo(f"  rung {rung:>2}: {sum(points):4.1f} of {len(points)}")
    failed, unsound = (sum(getattr(r, name) for r in climb.results) for name in ("failed", "unsound"))
    if failed or unsound:
        click.echo(f"counted as lost: {failed} that broke off, {unsound} with over a tenth of decisions substituted")


def _elo(climb: "Climb") -> dict[str, float | None]:
    from interplay.ratings.ladder import elo_at

    found = climb.threshold
    return {
        name: elo_at(climb.game, rung) for name, rung in (("at", found.level), ("low", found.low), ("high", found.high))
    }


def _rung(rung: float, rungs: int) -> str:
    return "< 1" if rung < 1 else f"> {rungs}" if rung > rungs else f"{rung:.1f}"


def _told(elo: float | None) -> str:
    return "beyond" if elo is None else f"{elo:.0f}"
