"""What ``import interplay`` offers, as a user of the library meets it."""

import ast
import asyncio
import doctest
import importlib
import inspect
import json
import os
import re
import signal
import subprocess
import sys
import typing
from collections import Counter
from collections.abc import Awaitable, Iterator
from pathlib import Path
from typing import assert_type

import msgspec
import pytest

import interplay
from interplay.core import canonical
from interplay.core.driver import Ask, Reply
from interplay.core.errors import FatalModelError
from interplay.core.records import System
from interplay.core.release import Release
from interplay.core.reports import Metric
from interplay.systems.base import Meter, unmetered
from interplay.tracks import catalogue
from tests.fake_openai import Answer, FakeOpenAI

TRACKS = catalogue.names()
FUNCTIONS = [name for name in interplay.__all__ if inspect.isfunction(getattr(interplay, name))]
Messages = list[dict[str, str]]


def silent(messages: Messages) -> str:
    return "ANSWER: nothing"


async def slowly(messages: Messages) -> str:
    await asyncio.sleep(0)
    return silent(messages)


def wrapped(messages: Messages) -> Awaitable[str]:
    """Look like a plain function, as decorated ones do."""
    return slowly(messages)


# The names


def test_public_names_are_exactly_these() -> None:
    functions = "aplay evaluate judge load_game load_items load_track open_release play rate read_submission replay run"
    functions += " score validate write_submission"
    errors = "BudgetError DatasetError InterplayError ModelError MoveError OutputError RecordError UnknownName"
    others = "Item Prediction Report __version__ ratings"
    assert interplay.__all__ == sorted(f"{functions} {errors} {others}".split())
    assert dir(interplay) == interplay.__all__
    for name in interplay.__all__:
        assert getattr(interplay, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'scor'"):
        interplay.scor  # type: ignore[attr-defined]  # noqa: B018  the access is what is tested


def test_type_checkers_see_every_name_where_it_comes_from() -> None:
    tree = ast.parse(Path(interplay.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    assert ast.unparse(block.test) == "TYPE_CHECKING"
    seen: dict[str, str] = {}
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        seen |= {str(alias.asname): f"{node.module}.{alias.name}" for alias in node.names}
    assert seen.keys() == set(interplay.__all__) - {"__version__"}
    for name, place in seen.items():
        module, _, inner = place.rpartition(".")
        assert getattr(importlib.import_module(module), inner) is getattr(interplay, name), name


def test_importing_the_package_loads_next_to_nothing() -> None:
    program = "import interplay, json, sys; print(json.dumps(sorted({n.split('.')[0] for n in sys.modules})))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, env=environment)
    assert not {"numpy", "msgspec", "click", "openai", "rich", "asyncio", "ssl"} & set(json.loads(done.stdout))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_public_functions_say_what_they_take_give_and_raise_with_an_example(name: str) -> None:
    function = getattr(interplay, name)
    sections = re.findall(r"^(Args|Returns|Raises|Example):$", inspect.getdoc(function) or "", re.MULTILINE)
    returns = [] if typing.get_type_hints(function)["return"] is type(None) else ["Returns"]
    assert sections == ["Args", *returns, "Raises", "Example"]
    told = re.findall(r"^ {4}\**(\w+):", (inspect.getdoc(function) or "").split("Returns:")[0], re.MULTILINE)
    assert [p for p in told if p in inspect.signature(function).parameters] == [*inspect.signature(function).parameters]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_public_signature_says_any(name: str) -> None:
    function = getattr(interplay, name)
    assert "Any" not in str(inspect.signature(function))


MODULES = ["interplay", *sorted({getattr(interplay, name).__module__ for name in FUNCTIONS}), "interplay.core.reports"]


@pytest.mark.parametrize("module", MODULES)
def test_examples_come_out_as_printed(module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0
    assert result.attempted > 0


def test_the_page_about_the_library_is_true_and_names_everything(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (root / "docs" / "library.md").read_text(encoding="utf-8")
    shown = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
    example = doctest.DocTestParser().get_doctest(shown, {}, "library.md", "docs/library.md", 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert result.failed == 0
    assert result.attempted > 20
    table = re.findall(r"^\| `(\w+)", text, re.MULTILINE)
    assert sorted(table) == interplay.__all__


# Items and samples


@pytest.mark.parametrize("track", TRACKS)
def test_a_sample_is_seeded_nested_and_spread_over_the_parts(track: str, release: Release) -> None:
    loaded = interplay.load_track(track)
    items = interplay.load_items(track, release=release)
    small = interplay.load_items(track, release=release, sample=16, seed=3)
    large = interplay.load_items(track, release=release, sample=64, seed=3)
    ids = [item.item_id for item in items]
    assert [i.item_id for i in small] == [i for i in ids if i in {x.item_id for x in small}]
    assert len(small) == 16 and {i.item_id for i in small} <= {i.item_id for i in large}
    assert small == interplay.load_items(track, release=release, sample=16, seed=3)
    assert small != interplay.load_items(track, release=release, sample=16, seed=4)

    def parts(chosen: list[interplay.Item]) -> Counter[str]:
        return Counter("/".join(loaded.where(item)[key] for key in loaded.shown_by) for item in chosen)

    every, drawn = parts(items), parts(large)
    for part, held in every.items():
        assert abs(drawn[part] - 64 * held / len(items)) < 2, part


def test_samples_are_these_on_every_machine(release: Release) -> None:
    drawn = interplay.load_items("positions", release=release, sample=4, seed=7)
    assert [item.item_id for item in drawn] == POSITIONS


POSITIONS = ["connect_four/0241", "holdem/0149", "tictactoe/0065", "undercover/0046"]


def test_every_item_has_about_the_same_chance(release: Release) -> None:
    counts = Counter(
        item.item_id
        for seed in range(300)
        for item in interplay.load_items("scorekeeping", release=release, sample=20, seed=seed)
    )
    assert len(counts) == 86
    assert min(counts.values()) > 40 and max(counts.values()) < 105  # 70 expected, standard deviation 7


def test_items_are_chosen_by_split_and_by_what_they_are(release: Release) -> None:
    hive = interplay.load_items("games", "gamebench_quick", release, where={"game": "hive"})
    assert {item.split for item in hive} == {"gamebench_quick"}
    both = interplay.load_items("games", ["gamebench_quick", "llmarena"], release)
    assert {item.split for item in both} == {"gamebench_quick", "llmarena"}
    assert len(interplay.load_items("scorekeeping", release=release, sample=1000)) == 86
    with pytest.raises(interplay.UnknownName, match="did you mean 'scorekeeping'"):
        interplay.load_items("scorekeepin")
    with pytest.raises(interplay.UnknownName, match="did you mean 'base'"):
        interplay.load_items("scorekeeping", "bas")
    with pytest.raises(ValueError, match="sample is 0, expected at least 1"):
        interplay.load_items("scorekeeping", release=release, sample=0)


def test_tracks_and_games_are_found_by_name() -> None:
    assert interplay.load_track("games").metrics[0].name == "score"
    assert interplay.load_game("hive").title == "Hive"
    with pytest.raises(interplay.UnknownName, match="did you mean 'hive'"):
        interplay.load_game("hives")


# Playing


@pytest.mark.parametrize("track", TRACKS)
def test_any_item_of_any_track_is_played_and_graded(track: str, release: Release, tmp_path: Path) -> None:
    items = interplay.load_items(track, release=release, sample=3, seed=1)
    predictions = [interplay.play(item, silent) for item in items]
    assert [p.item_id for p in predictions] == [i.item_id for i in items]
    assert predictions == [asyncio.run(interplay.aplay(item, slowly)) for item in items]
    interplay.write_submission(tmp_path / "s.jsonl", predictions, name="silent", release=release)
    assert interplay.score(tmp_path / "s.jsonl", release, items=items).counts["played"] in {0, 3}
    assert interplay.read_submission(tmp_path / "s.jsonl").predictions == predictions


def test_a_row_of_any_track_is_played_like_its_item(release: Release) -> None:
    for track in TRACKS:
        item = interplay.load_items(track, release=release, sample=1)[0]
        row = json.loads(msgspec.json.encode(item))
        assert interplay.play(row, silent) == interplay.play(item, silent)
    with pytest.raises(interplay.UnknownName, match="found a row that fits no track"):
        interplay.play({"item_id": "base/restaurant/1"}, silent)
    with pytest.raises(interplay.UnknownName, match="found a str, expected an item of one of games, positions"):
        interplay.play("base/restaurant/1", silent)  # type: ignore[arg-type]


@pytest.mark.parametrize("config", ["games", "positions", "scorekeeping_corrections", "simulation"])
def test_a_row_that_load_dataset_gives_is_played(
    config: str, release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    datasets = pytest.importorskip("datasets")
    rows = datasets.load_dataset(str(release.root), config, split="test", cache_dir=str(tmp_path))
    row = rows[len(rows) // 2]
    assert interplay.play(row, silent).item_id == row["item_id"]


def test_chat_gets_roles_and_contents_and_replies_are_kept_raw(release: Release) -> None:
    seen: list[Messages] = []

    def chat(messages: Messages) -> str:
        seen.append(messages)
        return " raw\n"

    item = interplay.load_items("simulation", release=release, sample=1)[0]
    prediction = interplay.play(item, chat, trial=2)
    assert len(seen) == 1
    assert {tuple(message) for message in seen[0]} == {("role", "content")}
    assert json.loads(canonical.encode(prediction))["response"] == " raw\n"
    assert prediction.trial == 2


def test_an_asynchronous_chat_is_waited_for_or_sent_to_aplay(release: Release) -> None:
    item = interplay.load_items("scorekeeping", release=release, sample=1)[0]
    assert interplay.play(item, slowly) == interplay.play(item, silent)

    async def notebook() -> interplay.Prediction:
        assert interplay.play(item, silent).item_id == item.item_id
        with pytest.raises(interplay.InterplayError, match=r"await interplay\.aplay"):
            interplay.play(item, slowly)
        return await interplay.aplay(item, silent)

    assert asyncio.run(notebook()) == interplay.play(item, silent)


def test_a_reply_that_is_not_text_is_named(release: Release) -> None:
    def broken(messages: Messages) -> str:
        return None  # type: ignore[return-value]

    item = interplay.load_items("positions", release=release, sample=1)[0]
    with pytest.raises(interplay.ModelError, match="chat returned NoneType, expected the text of the reply as str"):
        interplay.play(item, broken)
    with pytest.raises(interplay.ModelError, match=r"1 item failed.*chat returned NoneType"):
        interplay.evaluate(broken, "positions", sample=1, release=release)


def test_a_match_between_two_systems_needs_and_asks_both(release: Release) -> None:
    asked = Counter[str]()

    def player(name: str) -> Talk:
        def chat(messages: Messages) -> str:
            asked[name] += 1
            text = next(m["content"] for m in reversed(messages) if "Free cells: " in m["content"])
            return f"{text.split('Your mark is ')[1][0]}: {text.split('Free cells: ')[1].split()[0]}"

        return chat

    item = interplay.load_items("games", "llmarena_versus", release, where={"game": "tictactoe"})[0]
    with pytest.raises(interplay.UnknownName, match="pass the other one as rival="):
        interplay.play(item, player("one"))
    asked.clear()
    interplay.play(item, player("one"), rival=player("two"))
    assert asked["one"] >= 2 and asked["two"] >= 2


class Talk(typing.Protocol):
    def __call__(self, messages: Messages, /) -> str: ...


# Evaluating


def test_a_sample_is_scored_over_its_own_items_and_says_so(release: Release) -> None:
    report = interplay.evaluate(silent, "scorekeeping", name="me", sample=20, seed=5, release=release)
    assert_type(report, interplay.Report)
    assert report.counts["items"] == report.headline.n == len(report.per_item) == 20
    assert report.counts["missing"] == 0
    drawn = interplay.load_items("scorekeeping", release=release, sample=20, seed=5)
    assert {score.item_id for score in report.per_item} == {item.item_id for item in drawn}
    assert "sample of 20 of the 86 items of base, corrections" in report.warnings[0].message
    assert re.search(r" sample:20/86:[0-9a-f]{16} judge:none$", report.comparability_key)
    other = interplay.evaluate(silent, "scorekeeping", name="me", sample=20, seed=6, release=release)
    assert other.comparability_key != report.comparability_key
    whole = interplay.evaluate(silent, "scorekeeping", name="me", sample=86, release=release)
    assert (whole.warnings, "sample" in whole.comparability_key) == ((), False)


def test_a_report_on_some_items_is_that_of_a_submission_on_them(release: Release, tmp_path: Path) -> None:
    path = release.root / "baselines" / "bot-random" / "scorekeeping.jsonl"
    items = interplay.load_items("scorekeeping", release=release, sample=12)
    part = interplay.score(path, release, items=items)
    ids = {item.item_id for item in items}
    kept = [p for p in interplay.read_submission(path).predictions if p.item_id in ids]
    interplay.write_submission(tmp_path / "part.jsonl", kept, name="bot-random", release=release)
    alone = interplay.score(tmp_path / "part.jsonl", release, items=ids)
    assert part.groups == alone.groups
    assert part.comparability_key == alone.comparability_key
    full = {score.item_id: score for score in interplay.score(path, release).per_item}
    assert part.per_item == tuple(full[score.item_id] for score in part.per_item)
    assert part == interplay.score(path, release, items=items, workers=2)
    with pytest.raises(interplay.UnknownName, match="no item 'base/restaurant/x'"):
        interplay.score(path, release, items=["base/restaurant/x"])
    with pytest.raises(ValueError, match="found no items to score"):
        interplay.score(path, release, items=[])


def test_what_is_missing_from_a_sample_is_missed(release: Release, tmp_path: Path) -> None:
    items = interplay.load_items("simulation", release=release, sample=4)
    predictions = [interplay.play(item, silent) for item in items[1:]]
    interplay.write_submission(tmp_path / "s.jsonl", predictions, name="x", release=release)
    with pytest.raises(interplay.RecordError, match=r"found 3 of 4 predictions.*allow_partial=True"):
        interplay.score(tmp_path / "s.jsonl", release, items=items)
    report = interplay.score(tmp_path / "s.jsonl", release, items=items, allow_partial=True)
    assert (report.counts["items"], report.counts["missing"]) == (4, 1)


def test_faults_outside_of_the_chosen_items_are_still_faults(release: Release, tmp_path: Path) -> None:
    path = release.root / "baselines" / "bot-random" / "scorekeeping.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    (tmp_path / "s.jsonl").write_bytes(b"".join([*lines, lines[1]]))
    last = interplay.load_items("scorekeeping", release=release)[-1]
    with pytest.raises(interplay.RecordError, match="for the second time"):
        interplay.score(tmp_path / "s.jsonl", release, items=[last])


@pytest.mark.parametrize("chat", [silent, slowly, wrapped])
def test_an_evaluation_can_be_kept_and_goes_on(chat: Talk, release: Release, tmp_path: Path) -> None:
    calls = Counter[str]()

    def counted(messages: Messages) -> str:
        calls["chat"] += 1
        if calls["chat"] == 5:
            raise interplay.ModelError("no reply")
        return silent(messages)

    out = tmp_path / "mine.jsonl"
    with pytest.raises(interplay.ModelError, match=r"1 item failed.*the same call tries them again"):
        interplay.evaluate(counted, "simulation", name="me", sample=8, release=release, output=out, concurrency=1)
    assert not out.exists() and calls["chat"] == 8
    report = interplay.evaluate(counted, "simulation", name="me", sample=8, release=release, output=out)
    assert (report.counts["played"], calls["chat"]) == (8, 9)
    done: list[tuple[int, int]] = []
    more = interplay.evaluate(
        chat,
        "simulation",
        name="me",
        sample=10,
        release=release,
        output=out,
        on_progress=lambda a, b: done.append((a, b)),
    )
    assert more.counts["played"] == 10
    assert sorted(done) == [(8, 10), (9, 10), (10, 10)]


def test_an_error_of_ones_own_function_comes_through_as_it_is(release: Release) -> None:
    def broken(messages: Messages) -> str:
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        interplay.evaluate(broken, "simulation", sample=3, release=release)


def test_evaluations_and_runs_work_where_a_loop_is_running(release: Release, tmp_path: Path) -> None:
    async def notebook() -> tuple[float | None, int]:
        report = interplay.evaluate(slowly, "simulation", sample=3, release=release)
        made = interplay.run("bot:longest", "simulation", tmp_path / "o.jsonl", sample=3, release=release)
        return report.headline.value, made.predictions

    assert asyncio.run(notebook()) == (0.0, 3)


def test_an_interruption_ends_what_runs_beside_a_loop(release: Release) -> None:
    asked = Counter[str]()

    async def chat(messages: Messages) -> str:
        asked["chat"] += 1
        if asked["chat"] == 2:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(600)
        return "x"

    async def notebook() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with pytest.raises(KeyboardInterrupt):
            interplay.evaluate(chat, "simulation", release=release, concurrency=1)

    former = signal.getsignal(signal.SIGINT)
    try:
        asyncio.run(notebook())
    finally:
        signal.signal(signal.SIGINT, former)
    assert asked["chat"] == 2


# Runs, submissions, judgments, matches


class Echo:
    """A model of a user's own."""

    def __init__(self) -> None:
        self.system = System(name="echo")
        self.closed = False

    async def reply(self, ask: Ask, meter: Meter = unmetered) -> Reply:
        meter()
        return Reply(ask.messages[-1].content[:50])

    async def close(self) -> None:
        self.closed = True


def test_a_model_is_run_by_its_name_or_as_an_object(release: Release, tmp_path: Path) -> None:
    model = Echo()
    out, where = tmp_path / "echo.jsonl", {"game": "bargain"}
    made = interplay.run(model, "positions", out, where=where, sample=2, release=release)
    assert (made.predictions, made.calls, made.written, model.closed) == (2, 2, True, True)
    with FakeOpenAI(lambda _: Answer("a reply")) as server:
        url = server.base_url
        interplay.run("openai:m", "simulation", tmp_path / "m.jsonl", sample=2, base_url=url, release=release)
    header, predictions = interplay.read_submission(tmp_path / "m.jsonl")
    assert (header.system.name, len(predictions)) == ("m", 2)
    sample = interplay.load_items("simulation", release=release, sample=2)
    assert interplay.score(tmp_path / "m.jsonl", release, items=sample).counts["played"] == 2
    with pytest.raises(interplay.UnknownName, match="did you mean 'openai'"):
        interplay.run("opena:m", "simulation", tmp_path / "n.jsonl", release=release)
    with pytest.raises(interplay.BudgetError, match="1 calls are used up"):
        interplay.run(Echo(), "simulation", tmp_path / "p.jsonl", sample=3, max_calls=1, release=release)


def test_validation_says_everything_that_is_wrong(small_dataset: Path, oracle: list[object], tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in oracle[:-1]), encoding="utf-8")
    found = interplay.validate(path, small_dataset)
    assert (found.ok, found.held, found.expected, len(found.missing)) == (False, 2, 3, 1)
    assert str(found).splitlines()[0] == f"{path}: scorekeeping, 2 of 3 predictions"
    assert "error: " in str(found) and "found 2 of 3 predictions" in str(found)
    path.write_text("not json\n", encoding="utf-8")
    found = interplay.validate(path, small_dataset)
    assert (found.ok, found.track, found.summary) == (False, "", "")
    assert found.findings[0].line == 1


def test_releases_are_given_opened_or_by_their_place(small_dataset: Path) -> None:
    path = small_dataset / "baselines" / "bot-oracle" / "scorekeeping.jsonl"
    opened = interplay.open_release(small_dataset)
    assert (
        interplay.score(path, opened)
        == interplay.score(path, small_dataset)
        == interplay.score(str(path), str(small_dataset))
    )
    with pytest.raises(interplay.DatasetError, match=r"0\.1\.0 is no directory|is not a directory"):
        interplay.score(path, "0.1.0")


def test_nothing_unsound_is_written(release: Release, tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    one, two = (interplay.play(item, silent) for item in interplay.load_items("simulation", release=release, sample=2))
    other = interplay.play(interplay.load_items("positions", release=release, sample=1)[0], silent)
    stray = msgspec.structs.replace(typing.cast("msgspec.Struct", one), item_id="scripts/nothing")
    for predictions, message in [
        ([], "found no predictions"),
        ([one, other], "prediction 1 is of the track positions, expected simulation"),
        ([one, two, one], "found two predictions of"),
        ([one, stray], "'scripts/nothing'.* is not an item of simulation"),
    ]:
        with pytest.raises(interplay.RecordError, match=message):
            interplay.write_submission(
                path, typing.cast("list[interplay.Prediction]", predictions), name="x", release=release
            )
    with pytest.raises(interplay.UnknownName, match="found a dict, expected a prediction"):
        interplay.write_submission(path, [{"item_id": "x"}], name="x", release=release)  # type: ignore[list-item]
    with pytest.raises(interplay.OutputError, match="would not be readable"):
        interplay.write_submission(path, [one], name="", release=release)
    assert not path.exists()


def test_trials_are_counted_from_the_predictions(release: Release, tmp_path: Path) -> None:
    item = interplay.load_items("simulation", release=release, sample=1)[0]
    predictions = [interplay.play(item, silent, trial=trial) for trial in range(3)]
    interplay.write_submission(tmp_path / "s.jsonl", predictions, name="x", release=release, params={"temperature": 1})
    header, read = interplay.read_submission(tmp_path / "s.jsonl")
    assert (header.trials, header.system.params, read) == (3, {"temperature": 1}, predictions)


def test_a_damaged_submission_is_not_read(release: Release, tmp_path: Path) -> None:
    item = interplay.load_items("simulation", release=release, sample=1)[0]
    interplay.write_submission(tmp_path / "s.jsonl", [interplay.play(item, silent)], name="x", release=release)
    with (tmp_path / "s.jsonl").open("ab") as stream:
        stream.write(b'{"item_id": 7}\n')
    with pytest.raises(interplay.RecordError, match=r"is damaged\n.*:3: "):
        interplay.read_submission(tmp_path / "s.jsonl")


def test_a_judge_is_asked_and_its_results_are_scored(release: Release, tmp_path: Path) -> None:
    path = release.root / "baselines" / "bot-reference" / "simulation.jsonl"
    with FakeOpenAI(lambda _: Answer("Good. [[9]]")) as server:
        asked = {"judge": "scoring", "model": "openai:judge", "base_url": server.base_url, "release": release}
        few = {"where": {"task": sorted(i.where["task"] for i in interplay.score(path, release).per_item)[0]}}
        with pytest.raises(interplay.UnknownName, match="max_cost needs a price for 'judge'"):
            interplay.judge(path, output=tmp_path / "j.jsonl", max_cost=1.0, **asked, **few)  # type: ignore[arg-type]
        result = interplay.judge(path, output=tmp_path / "j.jsonl", **asked, **few)  # type: ignore[arg-type]
    assert result.written and result.judgments == result.calls > 0
    report = interplay.score(path, release, judgments=tmp_path / "j.jsonl")
    assert report.judge_digest is not None
    item = report.per_item[0].item_id
    with pytest.raises(ValueError, match="judgments are about all items"):
        interplay.score(path, release, judgments=[tmp_path / "j.jsonl"], items=[item])


def test_matches_are_told_and_rated(release: Release, tmp_path: Path) -> None:
    path = release.root / "baselines" / "bot-competent" / "games.jsonl"
    match = interplay.replay(path, "llmarena/tictactoe/07/first", release=release)
    assert str(match).startswith("TicTacToe: llmarena/tictactoe/07/first")
    assert match.decisions[0].seat == 0 and match.decisions[0].action is not None
    with pytest.raises(interplay.RecordError, match="did you mean"):
        interplay.replay(path, "llmarena/tictactoe/07/firs", release=release)
    items = interplay.load_items("games", release=release, where={"game": "bargain"}, sample=4)
    out = tmp_path / "s.jsonl"
    interplay.write_submission(out, [interplay.play(i, silent) for i in items], name="me", release=release)
    rated = interplay.rate([out], by="game", resamples=50, permutations=2, release=release)
    with pytest.raises(ValueError, match="resamples"):
        interplay.rate(out, resamples=-1, release=release)
    with pytest.raises(interplay.RecordError, match="found no files to rate"):
        interplay.rate([])
    assert (rated.matches, rated.plan.bradley_terry.resamples, rated.plan.trueskill.permutations) == (4, 50, 2)


# Reports


@pytest.fixture(scope="module")
def report(release: Release) -> Iterator[interplay.Report]:
    yield interplay.score(release.root / "baselines" / "bot-random" / "scorekeeping.jsonl", release)


def test_the_headline_is_a_metric_and_json_keeps_its_name(report: interplay.Report) -> None:
    assert_type(report.headline, Metric)
    assert report.headline is report.groups[0].metrics[0]
    encoded = json.loads(canonical.encode(report))
    assert encoded["headline"] == report.headline_name == "score"
    assert "headline_name" not in encoded
    assert msgspec.json.decode(canonical.encode(report), type=interplay.Report) == report


def test_metrics_are_found_by_name_and_part(report: interplay.Report) -> None:
    assert report.metric("kappa", split="base").n == 50
    assert report.metric("kappa", split="base", domain="restaurant").n == 10
    for arguments, message in [
        (("kapa", {}), r"no metric 'kapa' \(did you mean 'kappa'\?\); scorekeeping has score, played"),
        (
            ("kappa", {"spilt": "base"}),
            r"no parts by 'spilt' \(did you mean 'split'\?\); parts are named by split, domain",
        ),
        (("kappa", {"split": "bas"}), r"no part with split 'bas' \(did you mean 'base'\?\); it is one of base, corr"),
        (("kappa", {"split": "corrections", "domain": "x"}), "no part with domain 'x'; it is one of"),
    ]:
        with pytest.raises(interplay.UnknownName, match=message):
            report.metric(arguments[0], **arguments[1])


def test_parts_that_are_not_reported_together_are_told(release: Release) -> None:
    found = interplay.score(release.root / "baselines" / "bot-empty" / "simulation.jsonl", release, resamples=100)
    with pytest.raises(
        interplay.UnknownName, match="no part with kind and subset together; parts are by split, by subset"
    ):
        found.metric(
            "score",
            kind="stateful" if "stateful" in {g.where.get("kind") for g in found.groups} else "x",
            subset="hard",
        )


def test_rows_are_flat_alike_and_complete(report: interplay.Report) -> None:
    rows = report.to_rows()
    assert len({tuple(row) for row in rows}) == 1
    assert len(rows) == sum(len(group.metrics) for group in report.groups)
    kappa = next(r for r in rows if (r["metric"], r["split"], r["domain"]) == ("kappa", "base", None))
    metric = report.metric("kappa", split="base")
    assert (kappa["value"], kappa["low"], kappa["high"], kappa["n"]) == (metric.value, metric.low, metric.high, 50)
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows)
    assert len(frame[frame.metric == "kappa"]) == len(report.groups)


def test_reports_and_metrics_print_short(report: interplay.Report, release: Release) -> None:
    assert re.fullmatch(
        r"Report\(scorekeeping, 'bot-random': score [\d.]+ \[[\d.]+, [\d.]+\], 86 of 86 episodes played\)", repr(report)
    )
    assert re.fullmatch(r"Metric\(kappa 0\.0\d+ \[-0\.0\d+, 0\.0\d+\], n=86\)", repr(report.metric("kappa")))
    echo = interplay.score(release.root / "baselines" / "bot-echo" / "scorekeeping.jsonl", release)
    assert repr(echo.metric("kappa")) == "Metric(kappa is undefined: no episode defines it, n=0)"


def test_fatal_errors_of_models_are_model_errors() -> None:
    assert issubclass(FatalModelError, interplay.ModelError)
