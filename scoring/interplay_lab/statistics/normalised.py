"""LLMArena's main table for submissions: a raw result a game, and the same on the scale where the best system has 100.

After arXiv 2402.16499: the raw result is the TrueSkill mean in games that are won and lost, the mean reward in Bid and
Hanabi (here in Bargain, too: it is played for one's own value), and in Undercover the share of matches won as the
undercover. A system's overall value is the mean of its
normalised results over all games.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from interplay.core.driver import RIVAL
from interplay.core.records import Header, Record
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.matches import Match
from interplay.ratings.rows import rounded
from interplay.ratings.skill.orders import rate
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay.ratings.submissions import match_of
from interplay.tracks.base import Grade
from interplay.tracks.games import catalogue
from interplay.tracks.games.records import Item
from interplay.tracks.games.verdicts import Verdict

SUITE = "llmarena"
UNDERCOVER = "undercover"
"""The game and side for which only the share of wins counts."""

Played = tuple[Header, Item, Grade]
"""A verified match: the header of its submission, its item, and its grade."""
Payments = Mapping[tuple[str, str], Sequence[float]]
"""(system, game) -> what each of its matches paid."""


class Cell(Record, frozen=True):
    """One game of one system. ``kind`` says what ``raw`` is; both values are ``null`` where they are undefined."""

    game: str
    kind: str
    raw: float | None
    normalised: float | None
    matches: int


class NormalisedRow(Record, frozen=True):
    """One system: its cells in the order of the table's games, and the mean of the normalised ones."""

    system: str
    cells: tuple[Cell, ...]
    overall: float | None


class NormalisedTable(Record, frozen=True):
    """Normalised results of all systems that submitted, best first; those without an overall value come last."""

    games: tuple[str, ...]
    rows: tuple[NormalisedRow, ...]


def tabulated(matches: Iterable[Played], settings: TrueSkillSettings) -> NormalisedTable:
    """Return the table of verified *matches*: a row for each system, and for each rival of matches between two.

    TrueSkill needs opponents in common: bots that several submissions met, or each other.
    """
    games = tuple(name for name in catalogue.names() if catalogue.load(name).suite == SUITE)
    return scaled(*_paid(matches), games, settings)


def scaled(paid: Payments, ledger: Ledger, games: tuple[str, ...], settings: TrueSkillSettings) -> NormalisedTable:
    """Return the table of *games* of any suite, from their payoffs *paid* and the *ledger* of all matches."""
    systems = tuple(dict.fromkeys(system for system, game in paid if game in games))
    columns = [
        _column(game, {system: paid.get((system, game), []) for system in systems}, ledger, settings) for game in games
    ]
    rows = [
        NormalisedRow(system=name, cells=tuple(cells), overall=mean_of_known([cell.normalised for cell in cells]))
        for name, *cells in zip(systems, *columns, strict=True)
    ]
    rows.sort(key=lambda row: (row.overall is None, -(row.overall or 0.0), row.system))
    return NormalisedTable(games=games, rows=tuple(rows))


def _column(game: str, paid: Mapping[str, Sequence[float]], ledger: Ledger, settings: TrueSkillSettings) -> list[Cell]:
    """Return the cells of one game, a system each, from what its matches *paid* each system."""
    kind = _kind(game)
    raw = {system: math.fsum(values) / len(values) if values else None for system, values in paid.items()}
    if kind == "TrueSkill" and game in ledger.games:
        table = rate(ledger.only((game,)), settings, ledger.systems)
        mus = {row.system: row.mu for row in table.ratings}
        raw = {system: mus.get(system) if values else None for system, values in paid.items()}
    scaled = normalise(list(raw.values()))
    return [
        Cell(game=game, kind=kind, raw=raw[system], normalised=value, matches=len(paid[system]))
        for system, value in zip(paid, scaled, strict=True)
    ]


def _kind(game: str) -> str:
    if game == UNDERCOVER:
        return "% won as undercover"
    return "TrueSkill" if catalogue.load(game).rated else "mean reward"


def _paid(played: Iterable[Played]) -> tuple[dict[tuple[str, str], list[float]], Ledger]:
    """Return, by system and game, what each match paid, and the ledger of all matches."""
    paid: dict[tuple[str, str], list[float]] = {}
    matches: list[Match] = []
    for header, item, grade in played:
        match = match_of(header, item, grade)
        if match is not None:
            matches.append(match)
        for system, value in shares(header, item, grade) if item.suite == SUITE else ():
            paid.setdefault((system, item.game), []).append(value)
    return paid, collect(enumerate(matches, 1))


def shares(header: Header, item: Item, grade: Grade) -> Iterator[tuple[str, float]]:
    """Yield who was paid what by a match; a system gets 0 for one that broke off, its rival nothing then.

    Nor does a system earn anything where the referee took over too much. In Undercover only the system as the
    undercover is paid: a rival sits on both sides where the system is one of the others.
    """
    values, verdict = grade.values, grade.detail
    paid = 0.0 if values.get("unsound") else values.get("points" if item.game == UNDERCOVER else "returns") or 0.0
    if item.game == UNDERCOVER:
        if item.side == UNDERCOVER:
            yield header.system.name, 100 * paid
        return
    yield header.system.name, paid
    rival = [seat for seat, player in enumerate(item.players) if player == RIVAL]
    if header.rival is not None and header.rival != header.system and rival and isinstance(verdict, Verdict):
        yield header.rival.name, math.fsum(verdict.outcome.returns[seat] for seat in rival) / len(rival)


def normalise(values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Return *values* on the scale where the best is 100; all ``None`` when the best is not above 0.

    This is LLMArena's normalisation of one game: 100 x / best. A missing value stays missing and is never 0.
    """
    best = max((value for value in values if value is not None), default=0.0)
    if best <= 0:
        return tuple(None for _ in values)
    return tuple(None if value is None else rounded(100 * value / best) for value in values)


def mean_of_known(values: Sequence[float | None]) -> float | None:
    """Return the unweighted mean of *values*; ``None`` when one is missing, as a mean over fewer games is another."""
    known = [value for value in values if value is not None]
    return rounded(sum(known) / len(known)) if known and len(known) == len(values) else None
