"""What an arena writes about itself beside its submissions."""

from typing import Final, Literal

from interplay.core.errors import BudgetError
from interplay.core.records import Record, System
from interplay.ratings.report import RatingReport
from interplay_lab.arena.standing import Until
from interplay_lab.arena.stopping import Progress

FORMAT: Final = "interplay-arena/1"


class Arena(Record, frozen=True):
    """``arena.json``: what the folder is about, and how far it is.

    ``hints`` names the systems with a setting of their own, where it makes another prompt. ``matches`` counts those of
    the sweeps that ``progress`` is about, ``more`` those that the folder holds beside them and that are rated, too:
    of a sweep that is not finished, or played earlier among fewer systems. ``judged`` names the systems that
    ``matches`` and ``progress`` are of, which are fewer than all until those that were added have played. ``open``
    says why it has not ended, or nothing.
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
        """Whether the rule has ended it: its ratings have converged, or there are no more sweeps."""
        return not self.open and self.progress is not None and self.progress.status != "playing"


class ArenaStopped(BudgetError):  # noqa: N818  says what happened
    """A limit was reached, or a system gave no replies; ``outcome`` is how the arena stands, with ratings so far."""

    def __init__(self, message: str, outcome: "Outcome") -> None:
        self.outcome = outcome
        super().__init__(message)


class Outcome(Record, frozen=True):
    """How an arena ended: what its folder holds, what was sent this time, and the ratings of all that was played.

    ``dollars`` are those of the systems in ``priced``, the only ones with a price.
    """

    arena: Arena
    files: tuple[str, ...]
    calls: int
    resumed: int
    dollars: float
    priced: tuple[str, ...]
    ratings: RatingReport

    def __repr__(self) -> str:
        """Return how it ended and who was there."""
        names = ", ".join(system.name for system in self.arena.systems)
        progress = self.arena.progress
        status = "open" if progress is None else f"{progress.status} after {progress.sweeps} sweeps"
        return f"Outcome({names}: {self.arena.matches} matches, {status})"
