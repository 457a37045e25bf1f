"""Chess: a board kept after moves, an arbiter who answers questions on positions, and an opponent in an endgame."""

from collections.abc import Iterator
from pathlib import Path

from interplay_builders.tracks.simulation.families._enacted import enact
from interplay_builders.tracks.simulation.families.chess.endgame import EndgamePlayer
from interplay_builders.tracks.simulation.families.chess.players import Arbiter, Board
from interplay_builders.tracks.simulation.sessions import Session


def sessions(_seed: str) -> Iterator[Session]:
    """Yield the dialogues of the three chess tasks, which are written by hand."""
    here = Path(__file__).parent
    yield from enact(here / "board.toml", Board)
    yield from enact(here / "arbiter.toml", Arbiter)
    yield from enact(here / "endgame.toml", EndgamePlayer)
