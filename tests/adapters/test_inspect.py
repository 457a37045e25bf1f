"""Inspect runs the tracks, and its logs become the submissions that ``interplay run`` would have written."""

import gc
import hashlib
import json
import math
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import interplay
from interplay.core.driver import Ask, Done, Reply, advance, begin
from interplay.core.errors import RecordError
from interplay.core.records import System
from interplay.core.text import noop
from interplay.running.options import RunSpec, select
from interplay.tracks import catalogue
from tests.support import Cli

pytest.importorskip("inspect_ai", reason="needs the extra inspect")

from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessageAssistant, ContentReasoning, ContentText, ModelOutput, ModelUsage, get_model

from interplay.adapters.inspect import tasks
from interplay.adapters.inspect.logs import convert
from interplay.adapters.inspect.play import reply_of

pytestmark = [  # old parameters that Inspect passes on, and streams that it leaves to the garbage collector
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
SAMPLES = {"simulation": 6, "scorekeeping": 2, "company": 6, "games": 4, "positions": 8, "horizon": 24}
BETTER = {
    "simulation": "reference",
    "scorekeeping": "oracle",
    "company": "oracle",
    "games": "competent",
    "positions": "optimal",
    "horizon": "exact",
}
"""The better of the two bots whose replies are the script."""
TRIALS = 2
Messages = tuple[tuple[str, str], ...]


@cache
def script(track_name: str) -> dict[Messages, str]:
    """Return the replies of two bots, a better and a worse one by item, to everything that they are asked."""
    track, replies = interplay.load_track(track_name), dict[Messages, str]()
    chosen = select(track, interplay.open_release(), RunSpec(sample=SAMPLES[track_name], sample_seed=1))
    better = track.bots[BETTER[track_name]]
    for number, item in enumerate(chosen.items):
        for trial in range(TRIALS):
            steps = track.episode(item, trial)
            ask = begin(steps)
            while not isinstance(ask, Done):
                bot = better if number % 3 else track.bots[track.random_bot]
                key = tuple((message.role, message.content) for message in ask.messages)
                ask = advance(steps, Reply(replies.setdefault(key, bot(ask))))
    return replies


def scripted(track: str, messages: Messages) -> interplay.Reply:
    """Return the script's reply, with tokens, a stop reason and reasoning that depend on what was asked."""
    number = hashlib.sha256(repr(messages).encode()).digest()[0]
    return interplay.Reply(
        text=script(track)[messages],
        finish_reason="length" if number % 4 == 0 else "stop",
        usage={"prompt_tokens": 100 + number, "completion_tokens": 40 * number},
        reasoning=f"thought {number}" if number % 3 == 0 else None,
    )


class Scripted:
    """The script as a model of interplay."""

    def __init__(self, track: str) -> None:
        self.track = track
        params: dict[str, Any] = {"temperature": 0.0, "max_tokens": catalogue.load(track).reply_tokens}
        self.system = System(name="mockllm/model", params=params)

    async def reply(self, ask: Ask, meter: Callable[[], None] = noop) -> Reply:
        meter()
        said = scripted(self.track, tuple((message.role, message.content) for message in ask.messages))
        usage: Any = said.usage
        return Reply(said.text, finish_reason=said.finish_reason, reasoning=said.reasoning or "", **usage)

    async def close(self) -> None:
        pass


def mock(track: str) -> Any:
    """Return the script as a model of Inspect."""

    def answer(messages: list[Any], *_settings: Any) -> ModelOutput:
        said = scripted(track, tuple((message.role, message.text) for message in messages))
        usage: Any = said.usage
        cached = 30
        output = ModelOutput.from_content(
            "mockllm/model", "", "max_tokens" if said.finish_reason == "length" else "stop"
        )
        parts: list[Any] = [ContentReasoning(reasoning=said.reasoning)] if said.reasoning else []
        output.choices[0].message = ChatMessageAssistant(content=[*parts, ContentText(text=said.text)])
        output.completion = said.text
        output.usage = ModelUsage(
            input_tokens=usage["prompt_tokens"] - cached,
            input_tokens_cache_read=cached,
            output_tokens=usage["completion_tokens"],
        )
        return output

    return get_model("mockllm/model", custom_outputs=answer, memoize=False)


def evaluated(task: Any, model: Any, folder: Path, **settings: Any) -> EvalLog:
    [log] = inspect_eval(task, model=model, log_dir=str(folder), display="none", **settings)
    gc.collect()  # here its open streams are no fault; at the end of all tests they would be one
    return log


@pytest.mark.slow
@pytest.mark.parametrize("track", SAMPLES)
def test_a_log_becomes_the_very_file_that_a_run_writes(track: str, tmp_path: Path, cli: Cli) -> None:
    sample = SAMPLES[track]
    interplay.run(Scripted(track), track, tmp_path / "run.jsonl", sample=sample, seed=1, trials=TRIALS)
    log = evaluated(getattr(tasks, track)(sample=sample, seed=1), mock(track), tmp_path, epochs=TRIALS)
    assert log.status == "success", log.error and log.error.message

    done = cli("import", "inspect", log.location, "-o", tmp_path / "log.jsonl")
    assert done.status == 0, done.err
    assert (tmp_path / "log.jsonl").read_bytes() == (tmp_path / "run.jsonl").read_bytes()

    report = interplay.score(tmp_path / "log.jsonl")
    assert log.results is not None
    values = {name: metric.value for name, metric in log.results.scores[0].metrics.items()}
    headline = report.headline
    name = "h50" if track == "horizon" else "score" if track in {"games", "positions"} else "mean"
    bounds = {} if name == "mean" else {"lower": headline.low, "upper": headline.high}
    best = headline.value
    if best is None and headline.text:  # outside of the tested levels
        best = math.inf if headline.above else 0.0
    for key, value in {name: best, **bounds}.items():
        assert values.get(key) == (None if value is None else pytest.approx(value, rel=1e-11)), key
    assert log.results.headline is not None
    assert log.results.headline.metric == name


@pytest.mark.slow
def test_a_prompt_that_is_too_long_fails_an_item_of_horizon_for_good_and_others_for_now(tmp_path: Path) -> None:
    def refuse(*_asked: Any) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", "prompt is too long: 9000 tokens", "model_length")
        output.usage = ModelUsage(input_tokens=9_000)
        return output

    model = get_model("mockllm/model", custom_outputs=refuse, memoize=False)
    log = evaluated(tasks.horizon(sample=2), model, tmp_path)
    convert(Path(log.location), tmp_path / "h.jsonl", interplay.open_release())
    assert interplay.score(tmp_path / "h.jsonl").metric("context").value == 1.0

    log = evaluated(tasks.company(sample=2), model, tmp_path, fail_on_error=False)
    with pytest.raises(RecordError, match="found no predictions"):
        convert(Path(log.location), tmp_path / "c.jsonl", interplay.open_release())


@pytest.mark.slow
def test_tasks_take_splits_and_conditions_and_refuse_other_options(tmp_path: Path) -> None:
    task = tasks.positions(split=["easy", "hard"], where={"game": "tictactoe"}, sample=5)
    samples = list(task.dataset)
    assert len(samples) == 5
    assert {sample.metadata["game"] for sample in samples if sample.metadata} == {"tictactoe"}
    with pytest.raises(TypeError, match="colour"):
        tasks.company(colour=3)  # type: ignore[call-arg]
    with pytest.raises(interplay.UnknownName, match="hard"):
        tasks.company(split="hrad")


@pytest.fixture(scope="module")
def small_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")

    def answer(*_asked: Any) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", "Answer: yes")
        output.usage = ModelUsage(input_tokens=9, output_tokens=3)  # or Inspect would fetch a tokenizer to count them
        return output

    model = get_model("mockllm/model", custom_outputs=answer, memoize=False)
    return Path(evaluated(tasks.company(sample=2), model, folder).location)


def of_another_item(line: str) -> str:
    return json.dumps(json.loads(line) | {"item_id": "hard/9/9"})


ORIGIN = ("eval", "metadata", "interplay")
STORED = ("store", "interplay_prediction")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "keys", "lie", "message"),
    [
        ("header", (*ORIGIN, "manifest_sha256"), lambda _: "0" * 64, "name that release with --dataset"),
        ("header", (*ORIGIN, "track"), lambda _: "../../etc", "unknown track"),
        ("header", (*ORIGIN, "splits"), lambda _: ["../x"], "unknown split"),
        ("header", ORIGIN, lambda _: {"track": "company"}, "expected a task of interplay"),
        ("header", (*ORIGIN, "sample"), lambda _: -1, "expected a task of interplay"),
        ("header", ("eval", "dataset", "sample_ids"), lambda _: None, "is not a log of Inspect"),
        ("header", ("eval", "config", "epochs"), lambda _: 10**12, "expected at most 10,000"),
        ("samples", STORED, of_another_item, "has the prediction of"),
        ("samples", STORED, lambda _: {"item_id": "hard/0/0"}, "has no prediction of its track"),
        ("samples", STORED, lambda _: "[" * 100_000, "has no prediction of its track"),
    ],
)
def test_logs_that_lie_are_refused(
    kind: str,
    keys: tuple[str, ...],
    lie: Callable[[Any], Any],
    message: str,
    small_log: Path,
    tmp_path: Path,
    cli: Cli,
) -> None:
    log, output = tmp_path / "log.eval", tmp_path / "o.jsonl"
    with zipfile.ZipFile(small_log) as source, zipfile.ZipFile(log, "w") as target:
        for entry in source.infolist():
            content = json.loads(source.read(entry.filename))
            if entry.filename.startswith(kind):
                *way, last = keys
                place = content
                for key in way:
                    place = place[key]
                place[last] = lie(place[last])
            target.writestr(entry.filename, json.dumps(content))
    done = cli("import", "inspect", log, "-o", output)
    assert (done.status, message in done.err) == (1, True), done.err
    assert not output.exists()


def test_files_that_are_no_logs_are_refused(tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    junk, empty = tmp_path / "junk.eval", tmp_path / "empty.eval"
    junk.write_bytes(b"\x00not a log")
    with zipfile.ZipFile(empty, "w"):
        pass
    (tmp_path / "list.json").write_text("[1]", encoding="utf-8")
    for path in (junk, empty, tmp_path / "list.json", tmp_path / "missing.eval"):
        done = cli("import", "inspect", path, "-o", tmp_path / "o.jsonl")
        assert (done.status, "is not a log of Inspect" in done.err) == (1, True), path
    monkeypatch.setattr("interplay.adapters.inspect.logs.MOST_BYTES", 5)
    with zipfile.ZipFile(junk, "w") as packed:
        packed.writestr("header.json", "{ }   ")
    with pytest.raises(RecordError, match="expected at most 5"):
        convert(junk, tmp_path / "o.jsonl", interplay.open_release())


def test_replies_keep_tokens_stop_reason_and_reasoning() -> None:
    output = ModelOutput.from_content("m", "", "max_tokens")
    parts: list[Any] = [
        ContentReasoning(reasoning="first"),
        ContentReasoning(reasoning="c2VjcmV0", redacted=True, summary="second"),
        ContentText(text="yes"),
    ]
    output.choices[0].message = ChatMessageAssistant(content=parts)
    output.completion = "yes"
    output.usage = ModelUsage(input_tokens=5, input_tokens_cache_read=2, input_tokens_cache_write=1, output_tokens=7)
    usage = {"prompt_tokens": 8, "completion_tokens": 7}
    assert reply_of(output) == interplay.Reply("yes", "length", usage, "first\nsecond")
    output = ModelOutput.from_content("m", "no", "content_filter")
    assert reply_of(output) == interplay.Reply("no", "content_filter", None, None)


def test_the_hub_reader_of_inspect_would_run_nothing_so_the_release_has_no_file_for_it() -> None:
    from inspect_ai._eval.task.hf import HFTask

    with pytest.raises(ValueError, match="3 validation errors"):
        HFTask.model_validate({"id": "company", "config": "company", "split": "test"})
    assert not (interplay.open_release().root / "eval.yaml").exists()
