"""Everything that ``interplay rate`` says about some match results."""

import itertools
import math
from collections.abc import Callable
from typing import Literal, TypeVar

import msgspec

from interplay.core.errors import RecordError
from interplay.core.records import Finding, Record
from interplay.core.schema import explain
from interplay.ratings.averages import AverageTable, average_scores
from interplay.ratings.ledger import Ledger
from interplay.ratings.pairwise import standings
from interplay.ratings.pairwise.tables import BradleyTerryTable, Settings
from interplay.ratings.skill import orders
from interplay.ratings.skill.tables import TrueSkillSettings, TrueSkillTable

Model = Literal["bt", "trueskill", "both"]
By = Literal["game", "category"]
OnProgress = Callable[[int, int], None]
R = TypeVar("R", bound=Record)


class RatingPlan(Record, frozen=True):
    """What to compute: models, and splits by game or reasoning category."""

    model: Model = "both"
    by: By | None = None
    bradley_terry: Settings = Settings()
    trueskill: TrueSkillSettings = TrueSkillSettings()


def settings_of(type_: type[R], **given: object) -> R:
    """Return the settings that hold the arguments; raise ``ValueError`` naming those that are out of range."""
    for name, value in given.items():
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"{name}: found {value}, expected a finite number")
    raw = {name: msgspec.to_builtins(value) if isinstance(value, Record) else value for name, value in given.items()}
    try:
        return msgspec.convert(raw, type_)
    except msgspec.ValidationError as error:
        reasons = [f"{path.removeprefix('$.')}: {message}" for path, message in explain((type_,), raw)]
        raise ValueError("; ".join(reasons) or str(error)) from None


class RatingGroup(Record, frozen=True):
    """The ratings from the matches of some games: all of them, one game, or one reasoning category."""

    name: str
    games: tuple[str, ...]
    bradley_terry: BradleyTerryTable | None
    trueskill: TrueSkillTable | None


class RatingReport(Record, frozen=True):
    """Ratings of all systems in some files, with average scores.

    Of submissions, ``unsound`` counts the matches of each system that are lost to it because the referee took over
    more than a tenth of its decisions, and ``unrated`` those that rate nobody, by the reason.
    """

    format: Literal["interplay-ratings/2"]
    plan: RatingPlan
    files: tuple[str, ...]
    matches: int
    groups: tuple[RatingGroup, ...]
    averages: AverageTable
    warnings: tuple[Finding, ...]
    unsound: dict[str, int] = {}
    unrated: dict[str, int] = {}

    def __repr__(self) -> str:
        """Return how many there were of what; ``groups`` hold the tables."""
        groups = ", ".join(group.name for group in self.groups)
        return f"RatingReport({len(self.averages.systems)} systems, {self.matches} matches: {groups})"


def rate_ledger(
    ledger: Ledger, plan: RatingPlan, files: tuple[str, ...] = (), on_progress: OnProgress | None = None
) -> RatingReport:
    """Return the ratings from *ledger*; *on_progress* is called with how many stages of how many tables are done."""
    averages = average_scores(ledger)
    parts = [("all games", ledger.games), *_splits(ledger, plan.by)]
    steps = itertools.count(1)

    def step() -> None:
        if on_progress is not None:
            on_progress(next(steps), standings.PROGRESS_STEPS * len(parts))

    groups = [_group(name, games, ledger, plan, step) for name, games in parts]
    return RatingReport(
        format="interplay-ratings/2",
        plan=plan,
        files=files,
        matches=len(ledger.sequence),
        groups=tuple(groups),
        averages=averages,
        warnings=(*ledger.warnings, *_edges(ledger, plan.model)),
    )


def _edges(ledger: Ledger, model: Model) -> tuple[Finding, ...]:
    """Return the warning that TrueSkill does not take off what a side is ahead by, where one is."""
    edged = [result for result in ledger.results if result.edge]
    if model == "bt" or not edged:
        return ()
    games = ", ".join(sorted({result.game for result in edged}))
    message = f"TrueSkill does not correct for the advantage of a side in {games}; Bradley-Terry does"
    return (Finding(severity="warning", file=edged[0].file, line=edged[0].line, path="$.edge", message=message),)


def _splits(ledger: Ledger, by: By | None) -> list[tuple[str, tuple[str, ...]]]:
    if by is None:
        return []
    if by == "game":
        return [(game, (game,)) for game in ledger.games]
    played = set(ledger.games)
    kinds = sorted({kind for game, kinds_of in ledger.categories if game in played for kind in kinds_of})
    if not kinds:
        raise RecordError('no game has a category; name them in the header, as in "categories": {"hive": ["abstract"]}')
    return [(kind, tuple(g for g, kinds_of in ledger.categories if kind in kinds_of and g in played)) for kind in kinds]


def _group(
    name: str, games: tuple[str, ...], ledger: Ledger, plan: RatingPlan, step: Callable[[], None]
) -> RatingGroup:
    part = ledger.only(games)
    names = ledger.systems
    return RatingGroup(
        name=name,
        games=games,
        bradley_terry=standings.rate(part, plan.bradley_terry, names, step) if plan.model != "trueskill" else None,
        trueskill=orders.rate(part, plan.trueskill, names) if plan.model != "bt" else None,
    )
