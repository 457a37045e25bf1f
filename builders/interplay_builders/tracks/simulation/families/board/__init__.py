"""Boards: noughts and crosses with a book-keeper and an opponent; gomoku drawn, on a score sheet and as opponent."""

from collections.abc import Iterator
from pathlib import Path

from interplay_builders.tracks.simulation.families._enacted import enact
from interplay_builders.tracks.simulation.families.board.gomoku import Drawn, ScoreSheet
from interplay_builders.tracks.simulation.families.board.gomoku_player import GomokuPlayer
from interplay_builders.tracks.simulation.families.board.noughts import Keeper, Opponent
from interplay_builders.tracks.simulation.sessions import Session


def sessions(_seed: str) -> Iterator[Session]:
    """Yield the dialogues of the five boards, which are written by hand."""
    here = Path(__file__).parent
    yield from enact(here / "keeper.toml", Keeper)
    yield from enact(here / "opponent.toml", Opponent)
    yield from enact(here / "drawn.toml", Drawn)
    yield from enact(here / "score_sheet.toml", ScoreSheet)
    yield from enact(here / "gomoku_player.toml", GomokuPlayer)
