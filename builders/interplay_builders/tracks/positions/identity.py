"""Which positions are the same one: equal up to what a seed turns, mirrors or renames."""

from collections.abc import Callable, Hashable
from types import ModuleType

from interplay.core.discovery import Catalogue
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.build import GAMES

_MODULES: Catalogue[ModuleType] = Catalogue("interplay_builders.tracks.positions", "", "game")


def identity_of(row: Position) -> tuple[str, Hashable]:
    """Return the game and what all images of *row* share: the game's ``identity`` of it, or else its messages."""
    identity: Callable[[Position], Hashable] | None = getattr(_MODULES.load(GAMES.check(row.game)), "identity", None)
    return row.game, identity(row) if identity else row.messages
