"""The files that an arena writes beside its submissions."""

from typing import Final, Literal

from interplay.core.errors import BudgetError
from interplay.core.records import Record, System
from interplay.ratings.report import RatingReport
from interplay_lab.arena.stopping import Progress, Until

FORMAT: Final = "interplay-arena/1"


class Arena(Record, frozen=True):
    """``arena.json``: the settings and the progress of an arena.

    ``hints`` has the systems whose own setting changes a prompt. ``matches`` counts the matches of the sweeps in
    ``progress``; ``more`` counts others in the folder that are rated, too: of an unfinished sweep, or played earlier
    among fewer systems. ``judged`` names the systems in ``matches`` and ``progress``, which lack those that were added
    and have not played. ``open`` is the reason why the arena has not ended, or empty.
    """

    format: Literal["interplay-arena/1"]
    release: str
    manifest_sha256: str
    suite: str | None
    games: tuple[str, ...]
    options: dict[str, int]
    seed: int
    until: Until
    systems: tuple[System, ...]
    hints: dict[str, bool] = {}
    matches: int = 0
    more: int = 0
    judged: tuple[str, ...] = ()
    progress: Progress | None = None
    open: str = ""

    @property
    def finished(self) -> bool:
        """Whether its ratings have converged or no sweeps are left."""
        return not self.open and self.progress is not None and self.progress.status != "playing"


class ArenaStopped(BudgetError):  # noqa: N818  says what happened
    """A limit was reached, or a system did not reply; ``outcome`` is the state so far, with ratings."""

    def __init__(self, message: str, outcome: "Outcome") -> None:
        self.outcome = outcome
        super().__init__(message)


class Outcome(Record, frozen=True):
    """The result of an arena: its state and files, the requests of this run, and ratings from all matches.

    ``dollars`` is the cost of the systems in ``priced``, the only ones with a price.
    """

    arena: Arena
    files: tuple[str, ...]
    calls: int
    resumed: int
    dollars: float
    priced: tuple[str, ...]
    ratings: RatingReport

    def __repr__(self) -> str:
        """Return the systems and the status."""
        names = ", ".join(system.name for system in self.arena.systems)
        progress = self.arena.progress
        status = "open" if progress is None else f"{progress.status} after {progress.sweeps} sweeps"
        return f"Outcome({names}: {self.arena.matches} matches, {status})"
