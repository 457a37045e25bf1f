"""What an arena writes about itself beside its submissions."""

from typing import Final, Literal

from interplay.analysis.arena.standing import Until
from interplay.core.records import Record, System
from interplay.ratings.report import RatingReport
from interplay.ratings.stopping import Progress

FORMAT: Final = "interplay-arena/1"


class Arena(Record, frozen=True):
    """``arena.json``: what the folder is about, and how far it is.

    ``hints`` names the systems with a setting of their own, where it makes another prompt. ``matches`` counts those of
    all pairs that are finished; ``open`` says why it has not ended, or nothing.
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
    progress: Progress | None = None
    open: str = ""

    @property
    def finished(self) -> bool:
        """Whether the rule has ended it: its ratings have converged, or there are no more sweeps."""
        return not self.open and self.progress is not None and self.progress.status != "playing"


class Outcome(Record, frozen=True):
    """How an arena ended: what its folder holds, what was sent this time, and the ratings of all that was played."""

    arena: Arena
    files: tuple[str, ...]
    calls: int
    resumed: int
    dollars: float
    ratings: RatingReport

    def __repr__(self) -> str:
        """Return how it ended and who was there."""
        names = ", ".join(system.name for system in self.arena.systems)
        progress = self.arena.progress
        status = "open" if progress is None else f"{progress.status} after {progress.sweeps} sweeps"
        return f"Outcome({names}: {self.arena.matches} matches, {status})"
