"""How much the overall ratings depend on each game: leave one game out and rate again."""

from interplay.core.records import Record
from interplay.ratings.ledger import Ledger
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import BradleyTerryTable, Settings
from interplay.ratings.rows import rounded


class Shift(Record, frozen=True):
    """What leaving a game out does to one system: its rating and rank then, and by how much the rating moves."""

    system: str
    rating: float | None
    shift: float | None
    rank: int | None
    rank_with_all: int | None


class WithoutGame(Record, frozen=True):
    """The ratings without one game; ``largest_shift`` is the largest move of a rating, that of ``most_moved``."""

    game: str
    largest_shift: float | None = None
    most_moved: str | None = None
    order_changes: bool = False
    shifts: tuple[Shift, ...] = ()
    reason: str | None = None


class SensitivityTable(Record, frozen=True):
    """Leave-one-game-out ratings, the most influential game first."""

    settings: Settings
    games: tuple[WithoutGame, ...]


def leave_one_out(ledger: Ledger, settings: Settings, full: BradleyTerryTable | None = None) -> SensitivityTable:
    """Return the ratings of *ledger* without each game in turn, beside the *full* table (made when not given)."""
    whole = rate(ledger, settings) if full is None else full
    rows = [_without(ledger, game, settings, whole) for game in ledger.games]
    rows.sort(key=lambda row: (-(row.largest_shift or 0), row.game))
    return SensitivityTable(settings=settings, games=tuple(rows))


def _without(ledger: Ledger, game: str, settings: Settings, whole: BradleyTerryTable) -> WithoutGame:
    rest = [other for other in ledger.games if other != game]
    if not rest:
        return WithoutGame(game=game, reason="it is the only game")
    table = rate(ledger.only(rest), settings, ledger.systems)
    after = {row.system: row for row in table.ratings}
    shifts = []
    for row in whole.ratings:
        then = after[row.system]
        moved = None if row.rating is None or then.rating is None else rounded(then.rating - row.rating)
        shifts.append(Shift(system=row.system, rating=then.rating, shift=moved, rank=then.rank, rank_with_all=row.rank))
    known = [(abs(shift.shift), shift.system) for shift in shifts if shift.shift is not None]
    largest, most_moved = max(known, default=(None, None))
    return WithoutGame(
        game=game,
        largest_shift=largest,
        most_moved=most_moved,
        order_changes=any(shift.rank != shift.rank_with_all for shift in shifts),
        shifts=tuple(shifts),
        reason=None if known else "no system can be rated without it",
    )
