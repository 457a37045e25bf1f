"""Pages of an arena that goes on, which have its standing so far (note 0103)."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from interplay.core.errors import RecordError
from interplay.core.release import Release, open_release
from interplay.ratings.files import rate_paths
from interplay.ratings.report import RatingPlan
from interplay_lab.arena.folder import Folder
from interplay_lab.site import tournament
from interplay_lab.site.live import Watch, score_played
from interplay_lab.site.scored import entries, score_all


class ArenaWatch(Watch):
    """Writes pages into *folder* about the arena whose own folder is *arena*, as ``Watch`` does about runs."""

    def __init__(self, folder: Path, release: Release, arena: Path) -> None:
        super().__init__(folder, release)
        self._arena, self._pages = arena, partial(write_pages, arena)

    def _note(self, state: str, count: int, total: int) -> str:
        """Return how far the sweeps so far are: further ones may follow, so that only the arena knows its end."""
        is_done = Folder(self._arena, ()).read().finished
        return "" if is_done else f"{state}, {count:,} of {total:,} matches of the sweeps so far"


def write_pages(arena: Path, paths: Sequence[Path], root: Path, folder: Path, note: str) -> None:
    """Write pages about the matches so far, in *paths*; about the arena's own submissions if there is no *note*."""
    release, state = open_release(root, allow_modified=True), Folder(arena, ()).read()
    if not note:
        paths = Folder(arena, [system.name for system in state.systems]).submissions()
    scored, ratings = score_played(paths, release) if note else score_all(paths, release), None
    with suppress(RecordError):  # nobody won or lost yet
        ratings = rate_paths(paths, RatingPlan(), release)
    tournament.write_pages(entries(paths, scored), state, ratings, folder, release, note)
