"""The ladders of bots, rated: a round robin that is played, and the card that its results make.

interplay-build page ladder --play > strengths.csv && mv strengths.csv scoring/interplay_lab/ladder/
interplay-build page ladder > cards/ladder.md
"""

from collections.abc import Callable, Iterator, Sequence

import click
from msgspec.structs import replace

from interplay.core.driver import SYSTEM, Ask, drive
from interplay.tables.formats import as_csv
from interplay.tables.numbers import interval
from interplay.tables.table import tabulate
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.play import episode
from interplay.tracks.games.records import Item
from interplay_builders.pages._markdown import TEXTS, table
from interplay_lab.ladder import matches
from interplay_lab.ladder.levels import LADDERS, PREFIX, bots_of
from interplay_lab.ladder.strengths import ANCHOR, Meeting, Rated, meetings, rate

SEED = "interplay-ladder-rating-1"
"""Deals other setups than systems meet."""
SETUPS, SLOW_SETUPS, FARTHER = 60, 25, 5
"""Setups on which neighbours meet, those with one of the ``SLOW`` strongest levels, and players two levels apart."""
SLOW = 2
INTRODUCTION = TEXTS["ladder"]["introduction"]
HEADINGS = ("game", "bot", "budget", "Elo [90% interval]", "matches", "score against the level below", "ahead")
COLUMNS = tuple(Meeting.__dataclass_fields__)
OnProgress = Callable[[str], None]


def players(game: str) -> tuple[str, ...]:
    """Return the names of the random bot and of the levels of a game, the weakest first."""
    return (ANCHOR, *(bot.name for bot in bots_of(game)))


def pairings(game: str) -> Iterator[tuple[str, str, int]]:
    """Yield who meets whom on how many setups, the stronger first."""
    names = players(game)
    for at in range(1, len(names)):
        yield names[at], names[at - 1], SLOW_SETUPS if at >= len(names) - SLOW else SETUPS
        if at > 1:
            yield names[at], names[at - 2], FARTHER


def meet(game: str, player: str, other: str, setups: int) -> Meeting:
    """Return what comes of the matches of two bots on so many setups, from every side."""
    points = [_points(item, player, other) for number in range(setups) for item in matches.pair(game, 1, number, SEED)]
    won, lost = (sum(sign * (points - 0.5) > 0 for points in points) for sign in (1, -1))
    return Meeting(game, player, other, won, len(points) - won - lost, lost)


def round_robin(games: Sequence[str], on_progress: OnProgress) -> list[Meeting]:
    """Return what comes of all pairings of these games."""
    met = []
    for game in games:
        for player, other, setups in pairings(game):
            met.append(meet(game, player, other, setups))
            on_progress(f"{game}: {player} {met[-1].score:.3f} against {other}, {met[-1].matches} matches")
    return met


def card(met: Sequence[Meeting]) -> str:
    """Return the page: one table of all ladders."""
    rows = []
    for game in LADDERS.names():
        known = {rated.player: rated for rated in rate([m for m in met if m.game == game])}
        below = {(m.player, m.other): m for m in met if m.game == game}
        names = players(game)
        rows += [_row(game, at, known[names[at]], below[names[at], names[at - 1]]) for at in range(1, len(names))]
    units = [f"{_title(game)}: {LADDERS.load(game).unit}" for game in LADDERS.names()]
    parts = ["# Ladders: opponents without a ceiling", INTRODUCTION.rstrip(), table(HEADINGS, rows, "llrlrlr")]
    return "\n\n".join([*parts, f"Budgets are counted in: {'; '.join(units)}."]) + "\n"


def _row(game: str, at: int, rated: Rated, meeting: Meeting) -> tuple[object, ...]:
    budget = LADDERS.load(game).budgets[at - 1]
    elo, score, error = interval(rated.elo, rated.low, rated.high, 0), meeting.score, meeting.error
    ahead = f"{(score - 0.5) / error:.1f}" if error else "all won"
    cells = f"`{PREFIX}{at}`", f"{budget:,}", elo, rated.matches, f"{score:.3f} of {meeting.matches}", ahead
    return _title(game), *cells


def _points(item: Item, player: str, other: str) -> float:
    """Return what *player* gets in a match in which it has the system's seats, as its first seat gets it."""
    known = catalogue.bots_of(item.game) | {bot.name: bot for bot in bots_of(item.game)}
    seats = [seat for seat, name in enumerate(item.players) if name == SYSTEM]
    names = [f"bot:{known[name].name}@{known[name].version}" for name in (player, other)]
    mine = tuple(names[seat not in seats] for seat in range(len(item.players)))
    claimed = drive(episode(replace(item, players=mine)), _nobody).claimed
    if claimed is None:
        raise ValueError(f"{item.item_id} has no outcome, expected one")
    return _share(claimed.returns, seats[0])


def _share(returns: Sequence[float], seat: int) -> float:
    """Return 1 for more than the other side gets, 0 for less, 0.5 for as much."""
    other = next((value for value in returns if value != returns[seat]), returns[seat])
    return 0.5 + 0.5 * ((returns[seat] > other) - (returns[seat] < other))


def _nobody(ask: Ask) -> str:
    raise ValueError(f"a match between bots asked {ask.player}, expected nobody")


def _title(game: str) -> str:
    return catalogue.load(game).title


def _lines(met: Sequence[Meeting]) -> str:
    return as_csv(tabulate(COLUMNS, ([getattr(meeting, name) for name in COLUMNS] for meeting in met)))


@click.command(name="ladder", short_help="The ladders of bots, rated.")
@click.option("--play", is_flag=True, help="Play the round robin and print its results as CSV. Takes long.")
@click.option("--game", "games", multiple=True, help="Play only this game, the others as they are; several times.")
def command(*, play: bool, games: tuple[str, ...]) -> None:
    """Print the ladders as Markdown, or play the round robin that rates them and print what came of it as CSV.

    \b
    interplay-build page ladder > cards/ladder.md
    interplay-build page ladder --play > strengths.csv && mv strengths.csv scoring/interplay_lab/ladder/
    interplay-build page ladder --play --game hive > strengths.csv
    """
    if not play:
        click.echo(card(meetings()), nl=False)
        return
    chosen = [LADDERS.check(game) for game in games] or list(LADDERS.names())
    played = {game: round_robin([game], lambda line: click.echo(line, err=True)) for game in chosen}
    kept = [meeting for meeting in (meetings() if games else ()) if meeting.game not in played]
    every = [*kept, *(meeting for met in played.values() for meeting in met)]
    click.echo(_lines(sorted(every, key=lambda meeting: meeting.game)), nl=False)
