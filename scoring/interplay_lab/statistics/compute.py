"""Statistics of the ratings of some matches: does the model fit, does one game decide, is there one common ability."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from interplay.core.records import Finding, Record
from interplay.core.release import Release
from interplay.ratings.averages import average_scores
from interplay.ratings.files import ledger_of
from interplay.ratings.ledger import Ledger
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import BradleyTerryTable, Settings
from interplay.ratings.rows import rounded
from interplay_lab.statistics.factor import FactorTable, general_factor
from interplay_lab.statistics.misfit import Misfit, examine


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


class RatingStatistics(Record, frozen=True):
    """The Bradley-Terry table of some matches, the fit of its model, its sensitivity to games, and a general factor."""

    format: Literal["interplay-rating-statistics/1"]
    files: tuple[str, ...]
    matches: int
    bradley_terry: BradleyTerryTable
    fit: Misfit
    sensitivity: SensitivityTable
    factor: FactorTable
    warnings: tuple[Finding, ...]


def rating_statistics(
    paths: str | Path | Sequence[str | Path],
    *,
    suite: str | None = None,
    settings: Settings | None = None,
    release: Release | str | Path | None = None,
) -> RatingStatistics:
    """Return statistics of the ratings of all systems in some files, as ``interplay statistics`` prints them.

    Args:
        paths: One file or several: match results (``interplay-matches/1``), or submissions on the games track.
        suite: Of submissions, only matches of this suite: ``llmarena`` or ``gamebench``.
        settings: Of the Bradley-Terry tables.
        release: What submissions were made for, or its directory. Default: the release that came with the package.

    Returns:
        The statistics; each has a ``reason`` where it is undefined.

    Raises:
        RecordError: A file is wrong (with all findings), or holds no match that rates anybody.
        MissingPackage: Without the extra ``stats``.

    Example:
        >>> import pathlib, tempfile
        >>> import interplay
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "matches.jsonl"
        >>> header = '{"record":"header","format":"interplay-matches/1"}'
        >>> match = '{"record":"match","game":"hive","setup":null,"seats":["a","b"],"returns":[1,0]}'
        >>> _ = path.write_text("\\n".join([header, *[match] * 9]), encoding="utf-8")
        >>> interplay.rating_statistics(path).fit.reason
        'no cycle of systems has played each other, so ratings fit any results'
    """
    given = [Path(path) for path in ([paths] if isinstance(paths, str | Path) else paths)]
    ledger, _ = ledger_of(given, release, suite)
    chosen = settings or Settings()
    table = rate(ledger, chosen)
    return RatingStatistics(
        format="interplay-rating-statistics/1",
        files=tuple(str(path) for path in given),
        matches=len(ledger.sequence),
        bradley_terry=table,
        fit=examine(ledger, chosen),
        sensitivity=leave_one_out(ledger, chosen, table),
        factor=general_factor(average_scores(ledger)),
        warnings=ledger.warnings,
    )


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
