"""What a run, an evaluation, an arena and a judge make of servers that are strict, and of those that fail."""

import json
from pathlib import Path
from typing import Any

import pytest

import interplay
from interplay.ratings.submissions import refuse_headers
from interplay.submissions.reading import read_header
from tests.fake_openai import Answer, FakeOpenAI, Request, broken, dialogue_text, reasoning_model, refusing
from tests.games.test_versus import free_cell
from tests.running_help import Cli, arguments, rows
from tests.support import Cli as Whole

PROMPT = "You are brief."


def params(path: Path) -> dict[str, Any]:
    return dict(read_header(path).system.params)


def test_a_refused_temperature_is_null_in_the_header_and_the_same_command_goes_on(
    interplay_cli: Cli, tmp_path: Path
) -> None:
    output = tmp_path / "out.jsonl"
    with FakeOpenAI(reasoning_model) as server:
        command = arguments(server.base_url, output, "--concurrency", 1)
        assert interplay_cli(*command, "--max-calls", 5) == 1
        assert "all 5 calls of this invocation are used; 3 replies are saved; run the same command" in interplay_cli.err
        assert interplay_cli(*command) == 0
        assert "does not accept a temperature; the server's default is used, and null is recorded" in interplay_cli.err
        assert (params(output)["temperature"], params(output)["refused"]) == (None, "temperature")
        before, whole = len(server.requests), output.read_bytes()
        assert interplay_cli(*command) == 0
        assert (len(server.requests), output.read_bytes()) == (before, whole)
        assert interplay_cli(*command, "--temperature", "none") == 0
        assert (len(server.requests), output.read_bytes()) == (before, whole)


def test_what_was_learnt_is_known_when_all_replies_come_from_the_journal(interplay_cli: Cli, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"

    def last_is_broken(request: Request) -> Answer:
        return Answer(status=404) if request.number >= most else reasoning_model(request)

    most = 10**6
    with FakeOpenAI(last_is_broken) as server:
        command = arguments(server.base_url, output, "--concurrency", 1, "--limit", 1)
        assert interplay_cli(*command) == 0
        journal = output.with_name("out.partial.jsonl")
        output.unlink()
        most = len(server.requests) * 2 - 1  # the last request of the second run fails
        assert interplay_cli(*command) == 1
        kept = rows(journal)
        assert [row["record"] for row in kept[:3]] == ["header", "header", "call"]
        most = 10**6
        server.script = lambda request: Answer(dialogue_text(request.messages))  # takes any temperature now
        assert interplay_cli(*command) == 0
    assert (params(output)["temperature"], params(output)["refused"]) == (None, "temperature")


def test_another_temperature_is_another_run_where_none_was_refused(interplay_cli: Cli, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    with FakeOpenAI() as server:
        assert interplay_cli(*arguments(server.base_url, output, "--temperature", "none")) == 0
        assert interplay_cli(*arguments(server.base_url, output)) == 1
    assert "parameter temperature is 0, was None" in interplay_cli.err


@pytest.mark.parametrize(
    ("script", "most", "last"),
    [
        (refusing, 16, "try another --max-tokens"),
        (broken, 8, "check the server's log; once it is fixed, the same command resumes"),
    ],
)
def test_a_run_stops_at_what_cannot_help_and_ends_with_what_can(
    interplay_cli: Cli, tmp_path: Path, script: Any, most: int, last: str
) -> None:
    output = tmp_path / "out.jsonl"
    with FakeOpenAI(script) as server:
        assert interplay_cli(*arguments(server.base_url, output, "--limit", 30)) == 1
        assert 8 <= len(server.requests) <= most
    assert interplay_cli.err.splitlines()[-1].startswith(last)
    assert "run the same command again" not in interplay_cli.err
    assert list(tmp_path.iterdir()) == []


def test_few_items_that_are_all_refused_get_no_advice_to_repeat(interplay_cli: Cli, tmp_path: Path) -> None:
    with FakeOpenAI(refusing) as server:
        assert interplay_cli(*arguments(server.base_url, tmp_path / "out.jsonl")) == 1
    assert "3 items failed" in interplay_cli.err
    assert "change the request settings to retry them" in interplay_cli.err
    assert "run the same command again" not in interplay_cli.err


def test_an_evaluation_stops_at_its_first_track(cli: Whole, tmp_path: Path) -> None:
    with FakeOpenAI(refusing) as server:
        ran = cli("evaluate", "--model", "openai:m", "--base-url", server.base_url, "-o", tmp_path / "out")
        assert 8 <= len(server.requests) <= 16
    assert ran.status == 1
    assert ran.err.splitlines()[-1] == "try another --max-tokens"
    assert "again" not in ran.out + ran.err


def test_failures_are_not_counted_as_done(interplay_cli: Cli, tmp_path: Path) -> None:
    counts: list[tuple[int, int]] = []
    with FakeOpenAI(lambda request: Answer("no", status=400 if request.number % 2 else 200)) as server:
        result = interplay.run(
            "openai:m", "simulation", tmp_path / "out.jsonl", limit=6, concurrency=1, base_url=server.base_url,
            on_progress=lambda *count: counts.append(count),
        )  # fmt: skip
    assert (result.written, len(result.failures), result.refused) == (False, 3, 3)
    assert counts[-1] == (3, 6)


def test_requests_are_saved_with_their_system_prompt_where_calls_are_used_up(
    interplay_cli: Cli, tmp_path: Path
) -> None:
    saved = tmp_path / "sent.jsonl"
    with FakeOpenAI() as server:
        more = ("--concurrency", 1, "--system", PROMPT, "--save-requests", saved)
        assert interplay_cli(*arguments(server.base_url, tmp_path / "out.jsonl", *more, "--max-calls", 4)) == 1
        sent = [request.messages for request in server.requests]
        assert [row["messages"] for row in rows(saved)][:4] == sent
        assert {messages[0]["content"] for messages in sent} == {PROMPT}
        assert interplay_cli(*arguments(server.base_url, tmp_path / "out.jsonl", *more)) == 0
        assert len(rows(saved)) == len(server.requests)


def test_a_run_is_kept_within_a_cost_that_includes_the_system_prompt(interplay_cli: Cli, tmp_path: Path) -> None:
    with FakeOpenAI() as server:
        command = arguments(server.base_url, tmp_path / "out.jsonl", "--max-cost", 0.01, "--max-tokens", 10)
        assert interplay_cli(*command) == 2
        assert "--max-cost needs --price IN/OUT" in interplay_cli.err
        assert interplay_cli(*command, "--price", "1/1", "--system", "Be brief. " * 1000) == 1
        assert "the next request could cost" in interplay_cli.err
        assert server.requests == []
        assert interplay_cli(*command, "--price", "1/1", "--concurrency", 1, "--limit", 1) == 0
        assert server.requests
    assert ", $0.00" in interplay_cli.out


def test_python_takes_a_name_and_the_same_settings(tmp_path: Path) -> None:
    with FakeOpenAI(lambda _request: Answer("no")) as server:
        report = interplay.evaluate(
            "openai:gpt-5", "simulation", sample=3, output=tmp_path / "out.jsonl", base_url=server.base_url,
            reasoning_effort="low", system_prompt=PROMPT, top_p=0.5, extra_body={"think": False},
            requests_per_minute=1e6, max_cost=1.0, price=(1, 1),
        )  # fmt: skip
        body = server.requests[0].body
    assert (body["reasoning_effort"], body["top_p"], body["think"]) == ("low", 0.5, False)
    assert body["messages"][0] == {"role": "system", "content": PROMPT}
    assert report.system.name.startswith("gpt-5 (effort low, top_p 0.5, think false, prompt ")
    assert report.system.params["system_prompt"] == PROMPT
    with pytest.raises(TypeError, match="effrt"):
        interplay.evaluate("openai:m", "simulation", effrt="low")  # type: ignore[call-arg]


def test_systems_that_were_asked_differently_are_told_apart(tmp_path: Path) -> None:
    with FakeOpenAI(lambda _request: Answer("no")) as server:
        for effort in ("low", "high"):
            interplay.run(
                "openai:m", "games", tmp_path / f"{effort}.jsonl", where={"game": "tictactoe"}, limit=1, name="mine",
                base_url=server.base_url, reasoning_effort=effort,
            )  # fmt: skip
    headers = [(path, read_header(path)) for path in sorted(tmp_path.glob("*.jsonl"))]
    with pytest.raises(interplay.RecordError, match="'mine', which differs in reasoning_effort"):
        refuse_headers(headers)


def test_an_arena_takes_settings_of_each_system_and_learns(cli: Whole, tmp_path: Path) -> None:
    def strict(request: Request) -> Answer:
        return reasoning_model(request) if {"max_tokens", "temperature"} & request.body.keys() else free_cell(request)

    file, out = tmp_path / "arena.toml", tmp_path / "out"
    systems = [f'[[system]]\nmodel = "openai:m"\nreasoning_effort = "{effort}"\n' for effort in ("low", "high")]
    file.write_text("".join(systems) + 'extra_body = {seen = true}\nsystem_prompt = "Win."\n', encoding="utf-8")
    with FakeOpenAI(strict) as server:
        words = ("arena", "--game", "tictactoe", "--sweeps", 1, "--config", file, "--base-url", server.base_url)
        first = cli(*words, "--requests-per-minute", 1e6, "-o", out)
        assert first.status == 0, first.err
        efforts = {request.body["reasoning_effort"]: request.body.get("seen") for request in server.requests}
        sent = len(server.requests)
        again = cli(*words, "-o", out)
        assert (again.status, len(server.requests)) == (0, sent)
    assert efforts == {"low": None, "high": True}
    headers = [read_header(path) for path in out.glob("*_vs_*.jsonl")]
    assert len(headers) == 2
    for header in headers:
        assert header.rival is not None
        assert header.system.params["temperature"] is header.rival.params["temperature"] is None
    assert json.loads((out / "ratings.json").read_text(encoding="utf-8"))


def test_systems_of_an_arena_can_differ_in_how_they_see_the_board(cli: Whole, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="needs the extra images")

    def first_free(request: Request) -> Answer:
        content: Any = request.messages[-1]["content"]
        text = content if isinstance(content, str) else content[1]["text"]
        return Answer(text.rpartition("Free cells: ")[2].split()[0])

    with FakeOpenAI(first_free) as server:
        words = ("arena", "--game", "tictactoe", "--sweeps", 1, "--base-url", server.base_url, "-o", tmp_path / "out")
        ran = cli(*words, "openai:m", "openai:m,observation=image")
        assert ran.status == 0, ran.err
        kinds = {type(request.body["messages"][-1]["content"]) for request in server.requests}
    assert kinds == {str, list}
    names = {read_header(path).system.name for path in (tmp_path / "out").glob("*_vs_*.jsonl")}
    assert names == {"m", "m (observation image)"}


def test_a_judge_is_asked_with_the_same_settings_and_keeps_its_temperature(cli: Whole, tmp_path: Path) -> None:
    replies = interplay.open_release().root / "baselines/bot-faulty-50/simulation.jsonl.gz"
    with FakeOpenAI(reasoning_model) as server:
        words = ("judge", replies, "--judge", "scoring", "--model", "openai:m", "--base-url", server.base_url)
        ran = cli(*words, "--reasoning-effort", "low", "--system", PROMPT, "-o", tmp_path / "judged.jsonl")
        body = server.requests[-1].body
        assert len(server.requests) <= 40
    assert (ran.status, ran.err.splitlines()[-1]) == (1, "try --temperature none")
    assert body["reasoning_effort"] == "low"
    assert body["messages"][0]["content"].startswith(PROMPT)
