"""LadderRuns: two stages of frozen matches, what their file shows, and files that no ladder run can have written."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from interplay.core.driver import Ask, Reply
from interplay.core.errors import ModelError, OutputError, RecordError, UnknownName
from interplay.core.records import System
from interplay.core.release import open_release
from interplay.core.text import noop
from interplay.running.journal import journal_path
from interplay.running.options import RunSpec
from interplay.running.run import RunResult
from interplay.systems.base import Agent, Meter
from interplay.systems.scaffolds import catalogue as scaffolds
from interplay.tracks.games.base import Bot
from interplay.tracks.games.bots import player
from interplay_lab.ladder.levels import LADDERS, bots_of
from interplay_lab.ladder.play import LadderRun, by_level, play_ladder, read_run

GAME = "connect_four"
Answer = Callable[[Ask], str]


class Model:
    """Replies with a function; breaks down after a number of replies."""

    def __init__(self, answer: Answer, name: str = "player", most: int = 10**6) -> None:
        self.system = System(name=name)
        self.answer, self.left = answer, most

    async def reply(self, ask: Ask, meter: Meter = noop) -> Reply:
        meter()
        self.left -= 1
        if self.left < 0:
            raise ModelError("no luck")
        return Reply(self.answer(ask))

    async def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _short_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = replace(LADDERS.load(GAME), budgets=(1, 4, 16, 64, 256))
    monkeypatch.setitem(vars(LADDERS), "load", lambda _: ladder)  # it is frozen


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "ladder.jsonl"


def level_bot(number: int) -> Answer:
    def bot(game: str) -> Bot:
        return bots_of(game)[number - 1]

    return player(bot)


def run(model: Model, output: Path, game: str = GAME, *, record_errors: bool = False) -> RunResult:
    agent = Agent(model, scaffolds.load("direct"))
    options = RunSpec(record_errors=record_errors)
    work = play_ladder(game, open_release(), agent, output, options, noop)
    return asyncio.run(work)


def finished_run(model: Model, output: Path) -> LadderRun:
    assert run(model, output).written
    return read_run(output)


def edited(output: Path, change: Callable[[list[dict[str, object]]], object]) -> None:
    lines = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    change(lines)
    output.write_text("".join(json.dumps(line, sort_keys=True) + "\n" for line in lines), encoding="utf-8")


def test_a_bot_is_placed_near_its_level(output: Path) -> None:
    result = finished_run(Model(level_bot(3)), output)
    assert (result.game, result.system.name, result.levels) == (GAME, "player", 5)
    assert 2.0 < result.threshold.level < 4.2
    assert result.threshold.low < result.threshold.level < result.threshold.high
    points = by_level(result.results)
    assert set(points) == {1, 2, 3, 4, 5}
    assert sum(points[1]) / len(points[1]) > 0.7


@pytest.mark.slow
def test_the_same_ladder_run_gives_the_same_bytes_and_is_not_played_twice(output: Path, tmp_path: Path) -> None:
    run(Model(level_bot(2)), output)
    other = tmp_path / "other.jsonl"
    run(Model(level_bot(2)), other)
    assert other.read_bytes() == output.read_bytes()
    again = run(Model(level_bot(2), most=0), output)
    assert (again.written, again.calls) == (True, 0)
    with pytest.raises(OutputError, match="another run"):
        run(Model(level_bot(2), name="someone else"), output)


@pytest.mark.slow
def test_an_interrupted_ladder_run_goes_on_where_it_stopped(output: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    run(Model(level_bot(2)), whole)
    stopped = run(Model(level_bot(2), most=100), output)
    assert not stopped.written
    assert stopped.failures
    assert journal_path(output).exists()
    on = run(Model(level_bot(2)), output)
    assert on.resumed >= 90
    assert output.read_bytes() == whole.read_bytes()
    assert not journal_path(output).exists()


@pytest.mark.slow
def test_a_system_without_moves_is_below_the_ladder(output: Path) -> None:
    result = finished_run(Model(lambda _: "I would rather not say."), output)
    assert result.threshold.level < 1
    assert all(result.invalid and result.points == 0 for result in result.results)


def test_matches_that_break_off_are_lost_where_errors_are_recorded(output: Path) -> None:
    assert run(Model(level_bot(5), most=0), output, record_errors=True).written
    result = read_run(output)
    assert all(result.failed and result.points == 0 for result in result.results)


def test_a_game_without_a_ladder_is_refused(output: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with pytest.raises(UnknownName, match="unknown game with a ladder 'bid'"):
        run(Model(level_bot(1)), output, "bid")


def _forged(lines: list[dict[str, object]]) -> None:
    rounds = lines[1]["rounds"]
    assert isinstance(rounds, list)
    bot = next(move for moves in rounds for move in moves if "ladder" in str(lines[1]["players"][move["seat"]]))  # type: ignore[index]
    bot["text"] = "X: 1" if bot["text"] != "X: 1" else "X: 2"


def _easier(lines: list[dict[str, object]]) -> None:
    for line in lines[1:]:
        if "/05/" in str(line["item_id"]):
            line["item_id"] = str(line["item_id"]).replace("/05/", "/01/")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_forged, "cannot be verified"),
        (_easier, "is not a ladder run"),
        (lambda lines: lines.pop(), "lacks the match"),
        (lambda lines: lines.append(lines[-1]), "found a match twice"),
        (lambda lines: lines.append({**lines[-1], "item_id": f"ladder/{GAME}/03/77/first"}), "no match of stage two"),
        (lambda lines: lines[0].update(splits=["llmarena"]), "is not a ladder run"),
    ],
)
@pytest.mark.slow
def test_a_file_that_no_ladder_run_wrote_is_refused(
    output: Path, change: Callable[[list[dict[str, object]]], object], message: str
) -> None:
    run(Model(level_bot(2)), output)
    edited(output, change)
    with pytest.raises(RecordError, match=message):
        read_run(output)
