"""Games and items in a browser: the page shows what models get, and plays as a pipe does."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from interplay.core.errors import OutputError
from interplay.core.release import open_release
from interplay.scoring.score import score
from interplay.tracks.games import catalogue as games
from interplay_lab.people.play import Desk, serving
from tests.lab.people.clients import Client, through_page, through_pipe
from tests.support import slow


def equal(folder: Path, track: str, **spec: object) -> None:
    page, pipe = folder / "page.jsonl", folder / "pipe.jsonl"
    replies = through_page(page, track, **spec)
    through_pipe(pipe, track, replies, **spec)
    assert page.read_bytes() == pipe.read_bytes()
    reports = [score(path, open_release()) for path in (page, pipe)]
    assert reports[0].per_item == reports[1].per_item
    assert reports[0].headline == reports[1].headline
    assert json.loads(page.read_bytes().splitlines()[0])["system"] == {"name": "human:anna", "provider": "human"}


def test_a_game_through_the_page_equals_the_same_moves_through_the_pipe(tmp_path: Path) -> None:
    equal(tmp_path, "games", where=(("game", "tictactoe"),), limit=1)


@pytest.mark.parametrize("game", slow(*games.names()))
def test_every_game_can_be_played(game: str, tmp_path: Path) -> None:
    equal(tmp_path, "games", where=(("game", game),), limit=1)


@pytest.mark.parametrize("track", slow("positions", "company", "scorekeeping", "simulation", "horizon"))
def test_every_track_can_be_answered(track: str, tmp_path: Path) -> None:
    equal(tmp_path, track, limit=2)
