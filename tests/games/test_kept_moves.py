"""Opponents' moves come from a cache or are computed, and no score depends on which."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from interplay.core import caches
from interplay.core.driver import SYSTEM
from interplay.tracks.games.match.replay import Replay, ReplayError
from interplay.tracks.games.records import Item, Prediction
from tests.games import matches

HIVE = ("hive", (SYSTEM, "bot:greedy@1"), {"max_turns": 5})
MATCHES: tuple[tuple[str, tuple[str, ...], dict[str, int]], ...] = (
    HIVE,
    ("sea_battle", (SYSTEM,) * 3 + ("bot:gunner@1",) * 3, {}),
    ("tictactoe", ("bot:minimax@1", SYSTEM), {}),
)
"""Games with bots in one seat, in several that move at once, and in the first one."""


def match(game: str, players: tuple[str, ...], options: dict[str, int], trial: int = 0) -> tuple[Item, Prediction]:
    item = matches.item(game, players, seed="0", profile="strict", **options)
    return item, matches.play(item, matches.randomly(trial), trial)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Switch the cache on, for moves that take no time too."""
    monkeypatch.setenv("INTERPLAY_CACHE", str(tmp_path))
    monkeypatch.setattr(caches, "SLOW", 0.0)
    return tmp_path


def never(*_: object) -> str:
    raise AssertionError("computed a move that is kept")


def without_bots(item: Item) -> Replay:
    replay = Replay(item)
    replay.bots = {seat: replace(bot, move=never) for seat, bot in replay.bots.items()}
    return replay


def forged(prediction: Prediction, seat: int, text: str) -> Prediction:
    """Return a match in which the first move of *seat* is another one, and nothing is claimed."""
    at = next(n for n, moves in enumerate(prediction.rounds) if moves[0].seat == seat)
    other = (replace(prediction.rounds[at][0], text=text),)
    return replace(prediction, rounds=(*prediction.rounds[:at], other), claimed=None)


@pytest.mark.parametrize("given", MATCHES, ids=lambda given: given[0])
def test_a_match_has_the_same_verdict_from_kept_moves_which_are_not_computed(
    given: tuple[str, tuple[str, ...], dict[str, int]], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    item, prediction = match(*given)
    computed = Replay(item).verify(prediction)
    assert len(list(folder.iterdir())) == 1
    assert without_bots(item).verify(prediction) == computed
    monkeypatch.setenv("INTERPLAY_CACHE", "off")
    assert Replay(item).verify(prediction) == computed
    with pytest.raises(AssertionError, match="computed"):
        without_bots(item).verify(prediction)


def test_moves_of_another_setup_bot_or_history_are_not_taken(folder: Path) -> None:
    item, prediction = match(*HIVE)
    Replay(item).verify(prediction)
    others = replace(item, players=("bot:search@1", SYSTEM)), matches.item("hive", item.players, seed="1", max_turns=5)
    assert len({Replay(other).key for other in (item, *others)}) == 3
    other = match(*HIVE, trial=1)[1]
    with pytest.raises(AssertionError, match="computed"):
        without_bots(item).verify(other)
    assert [path.suffix for path in folder.iterdir()] == [".moves"]


def rewritten(file: Path, change: Callable[[str], str]) -> None:
    moves = msgspec.json.decode(caches.read(file), type=dict[str, str])
    caches.write(file, msgspec.json.encode({key: change(move) for key, move in moves.items()}))


def test_wrong_kept_moves_refuse_no_match_and_are_replaced(folder: Path) -> None:
    item, prediction = match(*HIVE)
    verdict = Replay(item).verify(prediction)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    rewritten(file, lambda _: "place:ant")
    assert Replay(item).verify(prediction) == verdict
    assert file.read_bytes() == whole


@pytest.mark.parametrize("how", ["another move", "another file", "not JSON", "others can write", "a folder", "huge"])
def test_a_poisoned_file_lets_no_forged_match_pass(how: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    item, prediction = match(*HIVE)
    Replay(item).verify(prediction)
    (file,) = folder.iterdir()
    honest = prediction.rounds[2][0].text
    forgery = forged(prediction, 1, "place:spider" if honest != "place:spider" else "place:ant")
    text, data = forgery.rounds[-1][0].text, file.read_bytes()
    if how == "another move":
        file.write_bytes(data.replace(prediction.rounds[len(forgery.rounds) - 1][0].text.encode(), text.encode()))
    elif how == "another file":
        rewritten(file, lambda _: text)
        file.rename(folder / "other.moves")
        file.write_bytes((folder / "other.moves").read_bytes()[::-1])
    elif how == "not JSON":
        caches.write(file, b'{"a":')
    elif how == "others can write":
        rewritten(file, lambda _: text)
        file.chmod(0o666)
    elif how == "a folder":
        file.unlink()
        file.mkdir()
    else:
        rewritten(file, lambda _: text)
        monkeypatch.setattr(caches, "MAX_BYTES", 10)
    with pytest.raises(ReplayError, match="greedy's move"):
        Replay(item).verify(forgery)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owner here")
def test_files_of_other_users_are_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    item, prediction = match(*HIVE)
    Replay(item).verify(prediction)
    monkeypatch.setattr(os, "getuid", lambda: os.geteuid() + 1)
    with pytest.raises(AssertionError, match="computed"):
        without_bots(item).verify(prediction)
    assert list(folder.iterdir())


def test_a_validation_uses_no_kept_move(folder: Path) -> None:
    item, prediction = match(*HIVE)
    Replay(item).verify(prediction)
    before = [path.stat().st_mtime_ns for path in folder.iterdir()]
    with caches.unused(), pytest.raises(AssertionError, match="computed"):
        without_bots(item).verify(prediction)
    assert [path.stat().st_mtime_ns for path in folder.iterdir()] == before
    assert caches.default_folder() == folder


def test_writers_at_once_leave_whole_files(folder: Path) -> None:
    item, _ = match(*HIVE)
    played = [match(*HIVE, trial=trial)[1] for trial in range(6)]
    with ThreadPoolExecutor(6) as pool:
        verdicts = list(pool.map(lambda prediction: Replay(item).verify(prediction), played * 2))
    assert verdicts[:6] == verdicts[6:]
    (file,) = folder.iterdir()
    assert msgspec.json.decode(caches.read(file), type=dict[str, str])
    assert [Replay(item).verify(prediction) for prediction in played] == verdicts[:6]


def test_a_file_has_a_bounded_size_and_keeps_the_newest_moves(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "MAX_MOVES", 600)
    item, _ = match(*HIVE)
    for trial in range(8):
        prediction = match(*HIVE, trial=trial)[1]
        Replay(item).verify(prediction)
    (file,) = folder.iterdir()
    assert 64 < file.stat().st_size <= 64 + 600
    monkeypatch.setattr(caches, "MAX_MOVES", 1)
    Replay(item).verify(match(*HIVE, trial=9)[1])
    assert caches.read(file) == b"{}"


def test_moves_that_take_no_time_are_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "SLOW", 1_000.0)
    item, prediction = match(*HIVE)
    Replay(item).verify(prediction)
    assert not list(folder.iterdir())


def test_a_folder_that_cannot_be_written_costs_only_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "file").touch()
    monkeypatch.setenv("INTERPLAY_CACHE", str(folder / "file"))
    item, prediction = match(*HIVE)
    assert Replay(item).verify(prediction) == Replay(item, trusted=True).verify(prediction)
