"""What a system is sent: probes stay out of the context, and all of it can be inspected."""

import itertools
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from interplay.core import canonical
from tests.fake_openai import Answer, FakeOpenAI, Request, dialogue
from tests.running_help import Cli, arguments, rows

INVALID = "I would say yes."
SUFFIXES = ("Yes or no?", 'Start your reply with "ASIDE:"', "Reply with a single line, either", "I could not read your")
LAST = "This is the last attempt"


@pytest.fixture
def server() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as running_server:
        yield running_server


@pytest.fixture(params=["base", "corrections"])
def sent(request: pytest.FixtureRequest, server: FakeOpenAI, interplay_cli: Cli, tmp_path: Path) -> list[Request]:
    """What the server got in one run of few dialogues, one after the other."""
    more = ("--split", request.param, "--concurrency", 1)
    assert interplay_cli(*arguments(server.base_url, tmp_path / "out.jsonl", *more)) == 0
    return server.requests


def is_probe(text: str) -> bool:
    return text.rsplit("\n\n", 1)[-1].startswith("MODERATOR: ")


def test_no_probe_and_no_reply_to_one_enters_a_later_context(sent: list[Request]) -> None:
    probes = 0
    for request in sent:
        *history, last = request.messages
        probes += is_probe(last["content"])
        assert [m["role"] for m in history] == ["user", "assistant"] * (len(history) // 2)
        assert not any(is_probe(m["content"]) for m in history if m["role"] == "user")
        assert all(m["content"].startswith("ANSWER: ") for m in history if m["role"] == "assistant")
        assert not any(suffix in m["content"] for m in history for suffix in SUFFIXES)
    assert probes > 0


def test_a_context_grows_by_the_answered_requests_only(sent: list[Request]) -> None:
    grown = 0
    for earlier, later in itertools.pairwise(sent):
        answered = not is_probe(earlier.messages[-1]["content"])
        if answered and len(later.messages) > 1:
            said = {"role": "assistant", "content": dialogue(earlier).text}
            assert later.messages[:-1] == [*earlier.messages, said]
            grown += 1
    assert grown > 10


def test_a_probe_put_again_differs_in_its_suffix_alone_and_shows_no_failed_reply(sent: list[Request]) -> None:
    again = 0
    for earlier, later in itertools.pairwise(sent):
        assert INVALID not in json.dumps(later.messages)
        if dialogue(earlier).text != INVALID:
            continue
        first, second = earlier.messages[-1]["content"], later.messages[-1]["content"]
        attempt = next(n for n, suffix in enumerate(SUFFIXES) if suffix in first.rsplit("MODERATOR: ", 1)[1])
        assert earlier.messages[:-1] == later.messages[:-1]
        assert second.startswith(first[: first.rindex(SUFFIXES[attempt])])
        assert SUFFIXES[attempt + 1] in second or LAST in second
        again += 1
    assert again > 3


def test_an_opening_message_holds_the_initial_prompt_once(sent: list[Request]) -> None:
    for request in sent:
        prompts = [message["content"].count("You will get two kinds of messages") for message in request.messages]
        assert prompts == [1] + [0] * (len(prompts) - 1)


def test_saved_requests_are_what_the_server_got_in_that_order(
    server: FakeOpenAI, interplay_cli: Cli, tmp_path: Path
) -> None:
    output, saved = tmp_path / "out.jsonl", tmp_path / "requests.jsonl"
    more = ("--concurrency", 1, "--save-requests", saved)
    assert interplay_cli(*arguments(server.base_url, output, *more)) == 0
    assert [row["messages"] for row in rows(saved)] == [request.messages for request in server.requests]
    for line, request in zip(saved.read_bytes().splitlines(), server.requests, strict=True):
        assert b'"messages":' + canonical.encode(request.messages) in line
        assert all(json.dumps(m["content"], ensure_ascii=False).encode() in request.raw for m in request.messages)
    steps = defaultdict(list)
    for row in rows(saved):
        steps[row["item_id"], row["trial"]].append(row["step"])
    assert all(found == list(range(len(found))) for found in steps.values())
    assert len(steps) == len(rows(output)) - 1


def test_saved_requests_of_a_concurrent_run_are_the_same(
    server: FakeOpenAI, interplay_cli: Cli, tmp_path: Path
) -> None:
    files = []
    for concurrency in (1, 16):
        files.append(tmp_path / f"requests-{concurrency}.jsonl")
        more = ("--concurrency", concurrency, "--save-requests", files[-1], "--trials", 2)
        assert interplay_cli(*arguments(server.base_url, tmp_path / f"{concurrency}.jsonl", *more)) == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_requests_of_an_item_that_broke_off_begin_with_its_first_one(interplay_cli: Cli, tmp_path: Path) -> None:
    saved = tmp_path / "requests.jsonl"
    with FakeOpenAI(lambda _: Answer(status=400)) as server:
        more = ("--record-errors", "--save-requests", saved)
        assert interplay_cli(*arguments(server.base_url, tmp_path / "out.jsonl", *more)) == 0
        asked = sorted(canonical.encode(request.messages) for request in server.requests)
    assert sorted(canonical.encode(row["messages"]) for row in rows(saved)) == asked


@pytest.mark.parametrize("name", ["out.jsonl", "out.partial.jsonl", "../{folder}/out.jsonl"])
def test_requests_are_never_saved_over_the_submission(
    server: FakeOpenAI, interplay_cli: Cli, tmp_path: Path, name: str
) -> None:
    saved = tmp_path / name.format(folder=tmp_path.name)
    command = arguments(server.base_url, tmp_path / "out.jsonl", "--save-requests", saved)
    assert interplay_cli(*command) == 2
    assert "would overwrite the submission" in interplay_cli.err
    assert (server.requests, list(tmp_path.iterdir())) == ([], [])


@pytest.mark.parametrize(("track", "tokens"), [("scorekeeping", 1024), ("positions", 4096), ("simulation", 2048)])
def test_the_limit_of_a_reply_is_the_track_s_unless_it_is_told(
    server: FakeOpenAI, interplay_cli: Cli, tmp_path: Path, track: str, tokens: int
) -> None:
    whole = ["run", "--track", track, "--model", "openai:m", "--base-url", server.base_url, "--limit", "1"]
    assert interplay_cli(*whole, "-o", tmp_path / "default.jsonl") == 0
    assert {request.body["max_tokens"] for request in server.requests} == {tokens}
    server.requests.clear()
    assert interplay_cli(*whole, "-o", tmp_path / "told.jsonl", "--max-tokens", "7") == 0
    assert {request.body["max_tokens"] for request in server.requests} == {7}


@pytest.mark.parametrize("limit", [("--max-calls", 7), ("--max-cost", "0.3", "--price", "100/100")])
def test_saved_requests_are_written_when_a_limit_ends_the_run(
    server: FakeOpenAI, interplay_cli: Cli, tmp_path: Path, limit: tuple[object, ...]
) -> None:
    saved, output = tmp_path / "requests.jsonl", tmp_path / "out.jsonl"
    more = ("--concurrency", 1, "--save-requests", saved, *limit)
    assert interplay_cli(*arguments(server.base_url, output, *more)) == 1
    assert not output.exists()
    assert server.requests
    messages = [row["messages"] for row in rows(saved)]
    assert messages[: len(server.requests)] == [request.messages for request in server.requests]
    assert len(messages) <= len(server.requests) + 1  # the one that was not sent any more
