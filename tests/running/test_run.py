"""The runner: what it writes, what it asks for, and what it refuses."""

import asyncio
import gc
import json
import shutil
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import interplay
from interplay.core import canonical
from interplay.core.driver import Ask, Reply, Steps
from interplay.core.errors import BudgetError, FatalModelError, ModelError, OutputError, UnknownName
from interplay.core.records import Message, System
from interplay.core.release import content, open_release
from interplay.running import options as running_options
from interplay.running import run as running_run
from interplay.running.journal import journal_path
from interplay.systems.endpoint import Endpoint
from interplay.systems.spec import SystemSpec
from tests.fake_openai import Answer, FakeOpenAI, Request, dialogue
from tests.running_help import FEW, ROOT, TRACK, Cli, Player, arguments, item_of, reference, replies_kept, rows, run


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "player.jsonl"


@pytest.fixture
def server() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as running_server:
        yield running_server


def first_ids(count: int) -> list[str]:
    return [
        item.item_id
        for item in running_options.select(TRACK, open_release(), running_options.RunSpec(limit=count)).items
    ]


def failing(*item_ids: str) -> Player:
    def trouble(ask: Ask) -> None:
        if item_of(ask) in item_ids and len(ask.messages) > 3:
            raise ModelError("no luck")

    return Player(trouble=trouble)


def test_the_same_bytes_come_from_one_dialogue_at_once_and_from_sixteen(tmp_path: Path, interplay_cli: Cli) -> None:
    def uneven(request: Request) -> Answer:
        return Answer(dialogue(request).text, latency=request.number * 7 % 5 / 1000)

    written = []
    with FakeOpenAI(uneven) as server:
        for concurrency in (1, 16):
            output = tmp_path / f"{concurrency}.jsonl"
            more = ("--concurrency", concurrency, "--trials", 2)
            assert interplay_cli(*arguments(server.base_url, output, *more)) == 0
            written.append(output.read_bytes())
        assert server.most_in_flight > 1
    assert written[0] == written[1]


def test_what_is_written_is_sound_and_complete(output: Path) -> None:
    run(Player(), output, limit=None, splits=("corrections",))
    report = interplay.score(output, open_release())
    assert report.counts["missing"] == report.counts["error"] == 0
    assert report.system == System(name="player")
    assert report.splits == ("corrections",)
    assert not report.warnings


def test_predictions_stand_in_the_release_s_order_with_their_trials_together(output: Path) -> None:
    options: dict[str, Any] = {"splits": ("corrections",), "limit": 24, "trials": 2}
    run(Player(), output, **options, concurrency=7)
    found = [(row["item_id"], row.get("trial", 0)) for row in rows(output)[1:]]
    ids = [
        item.item_id for item in running_options.select(TRACK, open_release(), running_options.RunSpec(**options)).items
    ]
    assert found == [(item_id, trial) for item_id in ids for trial in (0, 1)]


def test_usage_is_counted_for_the_run_and_for_each_prediction(output: Path) -> None:
    player = Player()
    result = run(player, output)
    used = [row["usage"] for row in rows(output)[1:]]
    assert sum(u["calls"] for u in used) == result.calls == len(player.asks)
    assert sum(u["prompt_tokens"] for u in used) == result.prompt_tokens == 7 * len(player.asks)
    assert sum(u["completion_tokens"] for u in used) == result.completion_tokens == 3 * len(player.asks)


def test_the_journal_is_gone_once_the_submission_is_written(output: Path) -> None:
    run(Player(), output)
    assert [path.name for path in output.parent.iterdir()] == [output.name]


def test_an_item_that_fails_stops_no_other_and_only_it_is_retried(output: Path, tmp_path: Path) -> None:
    ids = first_ids(FEW)
    result = run(failing(ids[1]), output)
    assert [f.partition(" ")[0] for f in result.failures] == [ids[1]]
    assert (result.written, output.exists()) == (False, False)
    again = Player()
    second = run(again, output)
    assert again.item_ids == {ids[1]}
    assert all(len(ask.messages) > 3 for ask in again.asks)
    assert second.resumed + second.calls == sum(row["usage"]["calls"] for row in rows(output)[1:])
    assert output.read_bytes() == reference(tmp_path)


def test_recorded_errors_are_written_counted_by_score_and_retried_later(output: Path, tmp_path: Path) -> None:
    ids = first_ids(FEW)
    result = run(failing(ids[1]), output, record_errors=True)
    assert result.written
    assert [row.get("error") for row in rows(output)[1:]] == [None, "no luck", None]
    assert interplay.score(output, allow_partial=True).counts["error"] == 1
    again = Player()
    run(again, output)
    assert again.item_ids == {ids[1]}
    assert output.read_bytes() == reference(tmp_path)


def test_command_line_exits_1_and_says_how_to_go_on_when_items_failed(tmp_path: Path, interplay_cli: Cli) -> None:
    def one_item_refused(request: Request) -> Answer:
        return Answer(status=400, error="too long") if request.number == 0 else dialogue(request)

    output = tmp_path / "out.jsonl"
    with FakeOpenAI(one_item_refused) as server:
        assert interplay_cli(*arguments(server.base_url, output)) == 1
        assert "too long" in interplay_cli.err
        assert "1 item failed" in interplay_cli.err
        assert "run the same command again" in interplay_cli.err
        assert not output.exists()
        assert interplay_cli(*arguments(server.base_url, output)) == 0
        assert "replies reused from an earlier run" in interplay_cli.out


@pytest.mark.parametrize("status", [401, 404])
def test_a_hopeless_status_ends_the_whole_run_with_advice(tmp_path: Path, interplay_cli: Cli, status: int) -> None:
    def hopeless_later(request: Request) -> Answer:
        return dialogue(request) if request.number < 10 else Answer(status=status)

    output = tmp_path / "out.jsonl"
    with FakeOpenAI(hopeless_later) as server:
        assert interplay_cli(*arguments(server.base_url, output, "--concurrency", 2)) == 1
        assert len(server.requests) <= 12
        assert "check --model, --base-url and OPENAI_API_KEY" in interplay_cli.err
        assert replies_kept(output) == 10


def test_max_calls_stops_before_exceeding_keeps_all_that_was_asked_and_goes_on(output: Path, tmp_path: Path) -> None:
    first, second = Player(), Player()
    with pytest.raises(BudgetError, match="all 50 calls of this invocation are used; 50 replies are saved"):
        run(first, output, max_calls=50)
    assert len(first.asks) == replies_kept(output) == 50
    assert not output.exists()
    result = run(second, output)
    assert (result.resumed, result.calls) == (50, len(second.asks))
    assert output.read_bytes() == reference(tmp_path)


def test_max_calls_that_are_just_enough_finish(output: Path, tmp_path: Path) -> None:
    needed = run(Player(), tmp_path / "other.jsonl").calls
    assert run(Player(), output, max_calls=needed).written


def test_repeats_count_against_max_calls(output: Path) -> None:
    def every_other_refused(request: Request) -> Answer:
        return Answer(status=429) if request.number % 2 else dialogue(request)

    async def no_sleep(_seconds: float) -> None:
        await asyncio.sleep(0)

    async def go(base_url: str) -> None:
        endpoint = Endpoint(SystemSpec(model="openai:m", base_url=base_url, max_tokens=100), sleep=no_sleep)
        try:
            options = running_options.RunSpec(limit=FEW, max_calls=30, concurrency=2)
            await running_run.run(TRACK, open_release(), endpoint, output, options)
        finally:
            await endpoint.close()

    with FakeOpenAI(every_other_refused) as server:
        with pytest.raises(BudgetError, match="all 30 calls of this invocation are used; 15 replies are saved"):
            asyncio.run(go(server.base_url))
        assert len(server.requests) == 30


def test_a_full_run_extends_a_limited_one_without_asking_again(output: Path, tmp_path: Path) -> None:
    run(Player(), output, limit=1)
    again = Player()
    run(again, output, limit=FEW)
    assert again.item_ids == set(first_ids(FEW)[1:])
    assert output.read_bytes() == reference(tmp_path)


def test_a_smaller_limit_leaves_a_finished_file_as_it_is(output: Path) -> None:
    run(Player(), output)
    before = output.read_bytes(), output.stat().st_mtime_ns
    again = Player()
    assert run(again, output, limit=1).written
    assert again.asks == []
    assert (output.read_bytes(), output.stat().st_mtime_ns) == before


def test_an_extended_file_keeps_its_notes(output: Path) -> None:
    run(Player(), output, limit=1)
    lines = output.read_text(encoding="utf-8").splitlines()
    header = {**json.loads(lines[0]), "notes": "made on a rainy day", "x": {"lab": 1}}
    output.write_text("\n".join([json.dumps(header), *lines[1:], ""]), encoding="utf-8")
    run(Player(), output)
    assert rows(output)[0]["notes"] == "made on a rainy day"
    assert rows(output)[0]["x"] == {"lab": 1}


def test_more_trials_extend_a_file_and_fewer_are_refused(output: Path) -> None:
    run(Player(), output, limit=1)
    again = Player()
    run(again, output, limit=1, trials=3)
    assert {ask.situation.trial for ask in again.asks} == {1, 2}  # type: ignore[attr-defined]
    assert [row.get("trial", 0) for row in rows(output)[1:]] == [0, 1, 2]
    assert rows(output)[0]["trials"] == 3
    with pytest.raises(OutputError, match="another run"):
        run(Player(), output, limit=1, trials=2)


def test_split_names_the_items_whatever_the_order_of_naming(output: Path) -> None:
    run(Player(), output, splits=("corrections",), limit=1)
    assert rows(output)[0]["splits"] == ["corrections"]
    assert rows(output)[1]["item_id"].startswith("corrections/")
    both = output.with_name("both.jsonl")
    run(Player(), both, splits=("corrections", "base", "corrections"), limit=1)
    assert rows(both)[0]["splits"] == ["base", "corrections"]
    assert run(Player(), both, limit=1).calls == 0


def test_unknown_split_is_refused_with_the_nearest_name(output: Path) -> None:
    with pytest.raises(UnknownName, match=r"unknown split 'bse' \(did you mean 'base'\?\)"):
        run(Player(), output, splits=("bse",))
    assert not journal_path(output).exists()


@pytest.mark.parametrize("more", [(), ("--split", "corrections"), ("--limit", "2", "--trials", "3")])
def test_dry_run_s_fewest_calls_are_those_that_the_oracle_makes(
    tmp_path: Path, interplay_cli: Cli, more: tuple[str, ...]
) -> None:
    fixed = ("run", "--track", "scorekeeping", "--model", "bot:oracle", "-o", tmp_path / "o.jsonl", "--json", *more)
    assert interplay_cli(*fixed, "--dry-run") == 0
    plan = json.loads(interplay_cli.out)
    assert not list(tmp_path.iterdir())
    assert interplay_cli(*fixed) == 0
    result = json.loads(interplay_cli.out)
    assert result["calls"] == plan["fewest_calls"] == plan["total"]["expected"]["calls"]
    assert result["calls"] <= plan["total"]["most"]["calls"]
    assert result["predictions"] == plan["total"]["episodes"]


def test_dry_run_sends_and_writes_nothing(tmp_path: Path, interplay_cli: Cli, server: FakeOpenAI) -> None:
    assert interplay_cli(*arguments(server.base_url, tmp_path / "o.jsonl", "--dry-run")) == 0
    assert "Nothing was sent" in interplay_cli.out
    assert (server.requests, list(tmp_path.iterdir())) == ([], [])


def test_a_submission_that_cannot_be_written_keeps_every_reply(
    output: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OutputError("cannot write: No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(canonical, "write_atomically", full)
        with pytest.raises(OutputError, match="No space left"):
            run(Player(), output)
    again = Player()
    run(again, output)
    assert again.asks == []
    assert output.read_bytes() == reference(tmp_path)


def test_a_runaway_reply_is_cut_and_leaves_a_sound_submission(output: Path) -> None:
    run(Player(trouble=lambda ask: "ANSWER: " + "x" * 1_000_000), output, limit=1)
    assert output.stat().st_size < 2_000_000  # not the 90 million that were sent
    assert interplay.score(output, allow_partial=True).counts["aborted"] == 1


def test_fatal_error_keeps_what_was_finished(output: Path, tmp_path: Path) -> None:
    def trouble(ask: Ask) -> None:
        if len(player.asks) > 60:
            raise FatalModelError("no such model")

    player = Player(trouble=trouble)
    with pytest.raises(FatalModelError):
        run(player, output, concurrency=2)
    assert replies_kept(output) >= 59
    run(Player(), output)
    assert output.read_bytes() == reference(tmp_path)


def test_a_changed_prompt_is_asked_anew_and_the_others_are_not(tmp_path: Path) -> None:
    dataset, output = tmp_path / "dataset", tmp_path / "out.jsonl"
    shutil.copytree(ROOT / "dataset", dataset, ignore=shutil.ignore_patterns("probes.jsonl.gz"))
    ids = first_ids(FEW)
    with pytest.raises(BudgetError):  # another file is missing, so that the dataset is a modified one from the start
        run(Player(), output, open_release(dataset, allow_modified=True), max_calls=90, concurrency=FEW)
    data = dataset / "scorekeeping" / "base.jsonl.gz"
    canonical.write_atomically(data, [content(data).replace(b"You are", b"You really are", 1)])
    again = Player()
    release = open_release(dataset, allow_modified=True)
    result = run(again, output, release)
    asked = [len(ask.messages) for ask in again.asks if item_of(ask) == ids[0]]
    assert len(asked) == rows(output)[1]["usage"]["calls"]
    assert all(ask.messages[0].content.startswith("You really are") for ask in again.asks if item_of(ask) == ids[0])
    assert 30 <= result.resumed < 90
    fresh = tmp_path / "fresh.jsonl"
    run(Player(), fresh, release)
    assert output.read_bytes() == fresh.read_bytes()


class _Tracked:
    """A situation that can be watched."""

    def __init__(self, item_id: str) -> None:
        self.item_id = item_id


class _Long:
    """A track of many dialogues, which notes how many of its prompts are in memory at once."""

    def __init__(self) -> None:
        self.alive: weakref.WeakSet[_Tracked] = weakref.WeakSet()
        self.most = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(TRACK, name)

    def episode(self, item: Any, trial: int) -> Steps[Any]:
        for step in range(5):
            situation = _Tracked(item.item_id)
            self.alive.add(situation)
            self.most = max(self.most, len(self.alive))
            yield Ask((Message(role="user", content=f"{item.item_id} {step}"),), situation)
            del situation
        return TRACK.failed(item, trial, "played")


def test_only_the_prompts_in_flight_are_in_memory(output: Path) -> None:
    class Forgetful(Player):
        async def reply(self, ask: Ask, meter: Any = None) -> Reply:
            await asyncio.sleep(0)
            return Reply("x")

    track = _Long()
    gc.disable()  # what only a collection frees counts as held
    try:
        options = running_options.RunSpec(concurrency=4)
        result = asyncio.run(running_run.run(track, open_release(), Forgetful(), output, options))
    finally:
        gc.enable()
    assert result.predictions == 86
    assert track.most <= 2 * 4
