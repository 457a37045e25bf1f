"""Pages of an arena that goes on: its standing so far, never as if it had ended."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from interplay.core.release import Release
from interplay.submissions.reading import read
from interplay.systems.base import Model
from interplay.systems.chat import ChatModel
from interplay.systems.spec import SystemSpec
from interplay_lab import api
from interplay_lab.api.arenas import played
from interplay_lab.arena.configurations import ArenaSpec
from interplay_lab.arena.folder import Folder
from interplay_lab.arena.records import ArenaStopped, Outcome
from interplay_lab.site.live_arena import ArenaWatch
from tests.support import Cli

GAME = ("--game", "tictactoe", "--sweeps", 2)
BOTS = ("bot:random", "bot:strong")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def ended(tmp_path: Path) -> Outcome:
    return api.arena(BOTS, tmp_path / "arena", games="tictactoe", sweeps=2, html=True)


@pytest.mark.usefixtures("here")
def test_the_last_pages_of_an_arena_are_those_of_its_folder(ended: Outcome, cli: Cli, tmp_path: Path) -> None:
    assert cli("arena", *BOTS, *GAME, "-o", tmp_path / "again", "--watch", tmp_path / "site").status == 0
    assert contents(tmp_path / "site") == contents(tmp_path / "arena" / "site")
    assert b"Not finished" not in contents(tmp_path / "site")["index.html"]


@pytest.mark.usefixtures("here")
def test_an_arena_at_its_limit_has_a_standing_so_far(release: Release, tmp_path: Path) -> None:
    folder, site = tmp_path / "arena", tmp_path / "site"
    systems: list[str | Model] = ["bot:random", "bot:strong", ChatModel("passes", lambda _messages: "I pass.")]
    spec = ArenaSpec(games=("tictactoe",), sweeps=2, max_calls=30, concurrency=1)
    with pytest.raises(ArenaStopped), ArenaWatch(site, release, folder) as on_start:
        played(systems, folder, spec, SystemSpec(model=""), release, on_start=on_start)
    pages = {name: page.decode() for name, page in contents(site).items() if name.endswith(".html")}
    assert "Standing</h2>" in pages["index.html"]
    assert all("Not finished: stopped, " in page for page in pages.values())


@pytest.mark.usefixtures("here")
def test_a_sweep_that_is_complete_is_no_arena_that_has_ended(ended: Outcome, release: Release, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "arena", ())
    watch = ArenaWatch(tmp_path / "live", release, folder.path)
    for path in map(Path, ended.files):
        header, records = read(path)
        watch._runs[path.stem] = header, {(record.item_id, 0): record for record in records}, len(records)  # type: ignore[attr-defined]
    total = sum(number for *_, number in watch._runs.values())
    folder.write_json("arena.json", replace(ended.arena, open="not finished"))
    watch._write("in progress")
    note = f"Not finished: in progress, {total} of {total} matches of the sweeps so far."
    assert note in contents(tmp_path / "live")["index.html"].decode()
    folder.write_json("arena.json", ended.arena)
    watch._write("stopped")
    assert contents(tmp_path / "live") == contents(tmp_path / "arena" / "site")
