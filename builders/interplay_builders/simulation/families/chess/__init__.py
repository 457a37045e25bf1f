"""Chess: a board that is kept after moves, and an arbiter who answers questions about positions."""

from collections.abc import Iterator
from pathlib import Path

from interplay_builders.simulation.families._enacted import enact
from interplay_builders.simulation.families.chess.players import Arbiter, Board
from interplay_builders.simulation.sessions import Session


def sessions(_seed: str) -> Iterator[Session]:
    """Yield the dialogues of both chess tasks, which are written by hand."""
    here = Path(__file__).parent
    yield from enact(here / "board.toml", Board)
    yield from enact(here / "arbiter.toml", Arbiter)
