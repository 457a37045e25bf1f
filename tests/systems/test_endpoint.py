"""The OpenAI-compatible endpoint against a server on the loopback interface. No test waits: sleeping is injected."""

import asyncio
import email.utils
import importlib.machinery
import importlib.util
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from interplay.core.driver import Ask, Reply
from interplay.core.errors import BudgetError, ContextError, FatalModelError, MissingPackage, ModelError, RefusedError
from interplay.core.records import Message
from interplay.core.release import open_release
from interplay.running.options import RunSpec as Options
from interplay.running.options import select
from interplay.systems.endpoint import Endpoint
from interplay.systems.spec import SystemSpec
from interplay.tracks.catalogue import load
from tests.fake_openai import Answer, FakeOpenAI, Script, dialogue, dialogue_text, scripted

ASK = Ask((Message(role="user", content="Hello, 世界"),), None)
SCRIPT_500 = Answer(status=500, error="broken")
TRANSPORTS = ("httpx", "aiohttp") if importlib.util.find_spec("aiohttp") else ("httpx",)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTP_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def serve() -> Iterator[Callable[..., FakeOpenAI]]:
    servers: list[FakeOpenAI] = []

    def start(*answers: Answer, script: Script | None = None) -> FakeOpenAI:
        servers.append(FakeOpenAI(script or scripted(*answers)).__enter__())
        return servers[-1]

    yield start
    for server in servers:
        server.__exit__(None, None, None)


Serve = Callable[..., FakeOpenAI]


def spec_at(url: str | None = None, **settings: Any) -> SystemSpec:
    return SystemSpec(model="openai:m", base_url=url, **settings)


class Conversation:
    """Asks an endpoint, once or several times; notes how long it would have slept, and what it told."""

    def __init__(self, server: FakeOpenAI | str, **settings: Any) -> None:
        url = server if isinstance(server, str) else server.base_url
        self.waits: list[float] = []
        self.told: list[str] = []
        self.sent = 0
        self.first_wait = settings.pop("first_wait", 1.0)
        self.spec = SystemSpec(**{"model": "openai:the-model", "base_url": url, "max_tokens": 100, **settings})

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)

    def _meter(self) -> None:
        self.sent += 1

    def ask(self, *asks: Ask) -> list[Reply]:
        async def go() -> list[Reply]:
            endpoint = Endpoint(self.spec, self.told.append, self._sleep, lambda: sum(self.waits), self.first_wait)
            try:
                return [await endpoint.reply(ask, self._meter) for ask in asks or (ASK,)]
            finally:
                await endpoint.close()

        return asyncio.run(go())

    def fail(self, expected: type[ModelError] = ModelError, *asks: Ask) -> str:
        with pytest.raises(ModelError) as caught:
            self.ask(*asks)
        assert type(caught.value) is expected
        return str(caught.value)


def test_request_holds_model_messages_and_sampling(serve: Serve) -> None:
    server = serve(Answer("hi"))
    Conversation(server, temperature=0.5, max_tokens=9, sampling_seed=4).ask()
    assert server.requests[0].path == "/v1/chat/completions"
    assert server.requests[0].body == {
        "model": "the-model",
        "messages": [{"role": "user", "content": "Hello, 世界"}],
        "temperature": 0.5,
        "max_tokens": 9,
        "seed": 4,
    }


def test_reply_holds_text_usage_and_finish_reason(serve: Serve) -> None:
    assert Conversation(serve(Answer("hi"))).ask() == [Reply("hi", 7, 3, "stop")]


def test_temperature_none_and_no_seed_are_left_to_the_server(serve: Serve) -> None:
    server = serve(Answer())
    Conversation(server, temperature=None).ask()
    assert server.requests[0].body.keys() == {"model", "messages", "max_tokens"}


@pytest.mark.parametrize(
    "usage", [None, {}, {"prompt_tokens": "7", "completion_tokens": -1}, [1], {"prompt_tokens": True}]
)
def test_usage_that_is_absent_or_no_count_is_zero(serve: Serve, usage: Any) -> None:
    reply = Conversation(serve(Answer(usage=usage))).ask()[0]
    assert (reply.text, reply.prompt_tokens, reply.completion_tokens) == ("ok", 0, 0)


def test_null_content_is_empty_text(serve: Serve) -> None:
    assert Conversation(serve(Answer(None))).ask()[0].text == ""


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_reasoning_apart_from_the_text_is_kept_apart(serve: Serve, name: str) -> None:
    reply = Conversation(serve(Answer("4", more={name: "2 and 2 …"}))).ask()[0]
    assert (reply.text, reply.reasoning) == ("4", "2 and 2 …")


def test_reasoning_without_content_is_an_empty_reply(serve: Serve) -> None:
    reply = Conversation(serve(Answer(None, more={"reasoning": None, "reasoning_content": "hm\ud800"}))).ask()[0]
    assert (reply.text, reply.reasoning) == ("", "hm?")


def test_of_long_reasoning_the_end_is_kept(serve: Serve) -> None:
    reply = Conversation(serve(Answer("x", more={"reasoning": "a" * 1_000_000 + "so x"}))).ask()[0]
    assert len(reply.reasoning) == 20_000
    assert reply.reasoning.endswith("aso x")


@pytest.mark.parametrize("sent", [None, 5, [], {"text": "hm"}, ""])
def test_reasoning_that_is_no_text_is_left_out(serve: Serve, sent: Any) -> None:
    assert Conversation(serve(Answer("x", more={"reasoning": sent}))).ask() == [Reply("x", 7, 3, "stop")]


def test_lone_surrogates_become_question_marks(serve: Serve) -> None:
    body = b'{"choices":[{"message":{"content":"a\\ud800b \\ud83d\\ude00"},"finish_reason":"\\udfff"}]}'
    reply = Conversation(serve(Answer(raw=body))).ask()[0]
    assert (reply.text, reply.finish_reason) == ("a?b 😀", "?")


def test_a_huge_reply_arrives_whole(serve: Serve) -> None:
    assert len(Conversation(serve(Answer("x" * 5_000_000))).ask()[0].text) == 5_000_000


def test_a_whole_dialogue_is_played_over_one_connection(serve: Serve) -> None:
    track = load("scorekeeping")
    item = select(track, open_release(), Options(limit=1)).items[0]
    asks: list[Ask] = []
    steps = track.episode(item, 0)
    ask = next(steps)
    try:
        while True:
            asks.append(ask)
            ask = steps.send(Reply(dialogue_text([{"role": m.role, "content": m.content} for m in ask.messages])))
    except StopIteration:
        pass
    server = serve(script=dialogue)
    replies = Conversation(server).ask(*asks)
    assert [r.text for r in replies] == [dialogue_text(request.messages) for request in server.requests]
    assert len(replies) >= track.calls(item)[0]
    assert server.connections == 1


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 529])
def test_passing_trouble_is_asked_again(serve: Serve, status: int) -> None:
    talk = Conversation(serve(Answer(status=status), Answer(status=status), Answer("at last")))
    assert talk.ask()[0].text == "at last"
    assert (talk.sent, len(talk.waits)) == (3, 2)


def test_retries_are_bounded_and_counted(serve: Serve) -> None:
    server = serve(SCRIPT_500)
    talk = Conversation(server, max_retries=3)
    message = talk.fail()
    assert len(server.requests) == talk.sent == 4
    assert f"{server.base_url} answered 500" in message
    assert message.endswith("gave up after 4 attempts")


def test_no_retries_means_one_request(serve: Serve) -> None:
    server = serve(SCRIPT_500)
    assert Conversation(server, max_retries=0).fail().endswith("gave up after 1 attempt")
    assert len(server.requests) == 1


def test_a_used_up_budget_ends_the_repeats(serve: Serve) -> None:
    server = serve(SCRIPT_500)

    def meter() -> None:
        if len(server.requests) == 2:
            raise BudgetError("enough")

    async def go() -> None:
        endpoint = Endpoint(spec_at(server.base_url), first_wait=0.0)
        try:
            await endpoint.reply(ASK, meter)
        finally:
            await endpoint.close()

    with pytest.raises(BudgetError):
        asyncio.run(go())
    assert len(server.requests) == 2


def test_backoff_doubles_with_jitter_up_to_its_cap(serve: Serve) -> None:
    talk = Conversation(serve(SCRIPT_500), max_retries=10, first_wait=1.0)
    talk.fail()
    ceilings = [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]
    assert all(c / 2 <= w <= c for w, c in zip(talk.waits, ceilings, strict=True))
    assert len({w / c for w, c in zip(talk.waits, ceilings, strict=True)}) > 1


def test_retry_after_in_seconds_is_waited_for(serve: Serve) -> None:
    limited = Answer(status=429, headers={"Retry-After": "17"})
    talk = Conversation(serve(limited, limited, Answer()), first_wait=1.0)
    talk.ask()
    assert 17 <= talk.waits[0] <= 18
    assert 17 <= talk.waits[1] <= 19


def test_retry_after_as_a_date_is_waited_for(serve: Serve) -> None:
    date = email.utils.formatdate(time.time() + 100, usegmt=True)
    talk = Conversation(serve(Answer(status=503, headers={"Retry-After": date}), Answer()), first_wait=1.0)
    talk.ask()
    assert 60 < talk.waits[0] <= 102


@pytest.mark.parametrize("status", [401, 402, 403, 404])
def test_hopeless_status_is_fatal_at_once_with_advice(serve: Serve, status: int) -> None:
    server = serve(Answer(status=status, error="not here"))
    message = Conversation(server).fail(FatalModelError)
    assert len(server.requests) == 1
    assert "not here" in message
    assert "check --model, --base-url and OPENAI_API_KEY" in message


def test_used_up_quota_is_fatal_and_not_a_rate_limit(serve: Serve) -> None:
    body = json.dumps({"error": {"code": "insufficient_quota", "message": "pay first"}}).encode()
    server = serve(Answer(status=429, raw=body))
    assert "pay first" in Conversation(server).fail(FatalModelError)
    assert len(server.requests) == 1


def test_bad_request_fails_its_item_without_a_retry(serve: Serve) -> None:
    server = serve(Answer(status=400, error="too long"))
    assert "too long" in Conversation(server).fail(RefusedError)
    assert len(server.requests) == 1


def test_refused_temperature_gets_advice(serve: Serve) -> None:
    message = Conversation(serve(Answer(status=400, error="temperature: expected at most 1"))).fail(RefusedError)
    assert message.endswith("try --temperature none")


def test_time_out_ends_a_request_and_it_is_repeated(serve: Serve) -> None:
    server = serve(Answer(), Answer(hang=True), Answer("second try"))
    talk = Conversation(server, timeout=0.1)
    assert [r.text for r in talk.ask(ASK, ASK)] == ["ok", "second try"]
    assert len(server.requests) == 3


def test_time_out_bounds_the_whole_request_and_not_each_byte(serve: Serve) -> None:
    server = serve(Answer(), Answer(drip=True))
    assert "no answer within 0.2 seconds" in Conversation(server, timeout=0.2, max_retries=1).fail(ModelError, ASK, ASK)


def test_dropped_connection_is_repeated(serve: Serve) -> None:
    assert Conversation(serve(Answer(drop=True), Answer("back"))).ask()[0].text == "back"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer(raw=b'{"choices": ['), "expected JSON"),
        (Answer(raw=b""), "expected JSON"),
        (Answer(raw=b'{"choices": "\xff"}'), "expected JSON"),
        (Answer(raw=b"[" * 100_000), "expected JSON"),
        (Answer(raw=b"<html>", content_type="text/html"), "expected JSON"),
        (Answer(raw=b"{}"), "choices"),
        (Answer(raw=b'{"choices": []}'), "no choices"),
        (Answer(raw=b'{"choices": [null]}'), "choices[0]"),
        (Answer(raw=b'{"choices": [{}]}'), "message"),
        (Answer(raw=b'{"choices": [{"message": null}]}'), "message"),
        (Answer(raw=b'{"choices": [{"message": {"content": 5}}]}'), "content"),
        (Answer(raw=b"[1]"), "object"),
        (Answer(raw=b"null"), "object"),
    ],
)
def test_what_is_no_completion_is_asked_for_again_then_explained(serve: Serve, answer: Answer, said: str) -> None:
    server = serve(Answer(), answer)
    message = Conversation(server, max_retries=1).fail(ModelError, ASK, ASK)
    assert said in message
    assert len(server.requests) == 3
    assert Conversation(serve(answer, Answer("fine"))).ask()[0].text == "fine"


def test_a_place_that_never_answered_is_fatal_with_advice() -> None:
    with FakeOpenAI() as server:
        url = server.base_url
    talk = Conversation(url, max_retries=2)
    assert "check --base-url" in talk.fail(FatalModelError)
    assert talk.sent == 3


def test_a_server_that_is_down_is_told_at_once_and_given_up_soon() -> None:
    with FakeOpenAI() as server:
        url = server.base_url
    talk = Conversation(url, first_wait=1.0)
    message = talk.fail(FatalModelError, *[ASK] * 3)
    assert talk.told == [f"cannot reach {url}: connection refused; trying again for up to 10 s"]
    assert sum(talk.waits) <= 10
    assert message.startswith(f"cannot reach {url}: connection refused; gave up after ")


def test_a_name_that_does_not_exist_is_told_as_such() -> None:
    talk = Conversation("http://no-such-host.invalid/v1", max_retries=1)
    talk.fail(FatalModelError)
    assert talk.told[0].startswith("cannot reach http://no-such-host.invalid/v1: ")


def test_a_server_that_does_not_let_anybody_in_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    import openai

    async def post(*_given: object, **_options: object) -> object:
        request = openai.AsyncOpenAI(api_key="none")._client.build_request("POST", "http://localhost:1/v1")
        raise openai.APITimeoutError(request)

    monkeypatch.setattr(openai.AsyncOpenAI, "post", post)
    talk = Conversation("http://localhost:1/v1")
    talk.fail(FatalModelError)
    assert talk.told == [
        "cannot reach http://localhost:1/v1: no connection within 5 seconds; trying again for up to 10 s"
    ]


def test_a_page_in_place_of_an_answer_is_told_at_once(serve: Serve) -> None:
    talk = Conversation(serve(Answer(raw=b"<html>", content_type="text/html")))
    assert "check --base-url" in talk.fail(FatalModelError)
    assert "expected JSON; trying again for up to 10 s" in talk.told[0]
    assert len(talk.told) == 1


def test_an_outage_after_an_answer_keeps_all_its_patience(serve: Serve) -> None:
    talk = Conversation(serve(Answer(), Answer(drop=True)), max_retries=6, first_wait=1.0)
    talk.fail(ModelError, ASK, ASK)
    assert len(talk.waits) == 6
    assert sum(talk.waits) > 30


def test_connecting_may_take_long_only_where_something_has_answered(serve: Serve) -> None:
    seen: list[Any] = []
    server = serve(Answer())

    async def go() -> None:
        endpoint = Endpoint(spec_at(server.base_url))
        send = endpoint._client.post

        async def post(*given: Any, **options: Any) -> Any:
            seen.append(options.get("options", {}).get("timeout"))
            return await send(*given, **options)

        endpoint._client.post = post  # type: ignore[method-assign]
        await endpoint.reply(ASK)
        await endpoint.reply(ASK)
        await endpoint.close()

    asyncio.run(go())
    assert (seen[0].connect, seen[0].read, seen[1]) == (5.0, None, None)


def test_a_long_wait_that_a_server_asks_for_is_capped_and_told_once(serve: Serve) -> None:
    busy = Answer(status=429, error="slow down", headers={"Retry-After": "999999999"})
    talk = Conversation(serve(busy, busy, Answer("at last")), first_wait=1.0)
    assert talk.ask()[0].text == "at last"
    assert all(900 <= seconds <= 902 for seconds in talk.waits)
    assert len(talk.told) == 2
    assert re.fullmatch(r"http.* answered 429: .*slow down; waiting 90. s before the next try", talk.told[0])


def test_jobs_side_by_side_tell_of_one_wait_once(serve: Serve) -> None:
    told: list[str] = []
    busy = Answer(status=429, headers={"Retry-After": "60"})
    server = serve(script=lambda request: busy if request.number < 8 else Answer())

    async def sleep(_seconds: float) -> None:
        await asyncio.sleep(0)

    async def go() -> None:
        endpoint = Endpoint(spec_at(server.base_url), told.append, sleep, lambda: 0.0)
        await asyncio.gather(*(endpoint.reply(ASK) for _ in range(8)))
        await endpoint.close()

    asyncio.run(go())
    assert len(told) == 1


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_to_another_server_is_refused_and_named(serve: Serve, status: int, transport: str) -> None:
    other = serve(Answer("stolen"))
    there = f"{other.base_url.replace('://', '://me:secret@')}/chat/completions?key=hidden"
    server = serve(Answer(status=status, headers={"Location": there}))
    message = Conversation(server, transport=transport).fail(FatalModelError)
    assert other.requests == []
    assert (
        f"{server.base_url} redirects to another server, {other.base_url.removeprefix('http://')}/chat/completions;"
        in message
    )
    assert "--base-url" in message
    assert "secret" not in message
    assert "hidden" not in message


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_redirect_within_a_server_is_followed(serve: Serve, transport: str) -> None:
    moved = Answer(status=307, headers={"Location": "/elsewhere"})
    server = serve(moved, Answer("found"))
    assert Conversation(server, transport=transport).ask()[0].text == "found"
    assert server.requests[1].path == "/elsewhere"


@pytest.mark.parametrize("place", ["//evil.invalid/v1", "https://127.0.0.1/v1", "http://[", "http://h:port/"])
def test_a_redirect_that_changes_the_origin_in_any_way_is_refused(serve: Serve, place: str) -> None:
    server = serve(Answer(status=307, headers={"Location": place}))
    Conversation(server, max_retries=0).fail(FatalModelError)
    assert len(server.requests) == 1


def test_what_a_server_says_cannot_command_a_terminal(serve: Serve) -> None:
    hostile = "no \x1b[2J\x1bc\x9b31m \u202e\u2066 way"
    message = Conversation(serve(Answer(status=400, error=hostile))).fail(RefusedError)
    assert message.isprintable()
    assert "no ?[2J?c?31m ?? way" in message


@pytest.mark.parametrize(
    "error",
    [
        "This model's maximum context length is 4096 tokens. However, you requested 4196 tokens.",
        "the request exceeds the available context size, try increasing it",
        "prompt is too long: 210000 tokens > 200000 maximum",
        "The input token count (1100000) exceeds the maximum number of tokens allowed (1048575).",
    ],
)
def test_a_prompt_beyond_the_server_s_context_gets_advice(serve: Serve, error: str) -> None:
    message = Conversation(serve(Answer(status=400, error=error))).fail(ContextError)
    assert message.endswith("try a smaller --max-tokens")


def test_the_code_of_a_prompt_that_is_too_long_is_told_where_the_words_do_not(serve: Serve) -> None:
    body = json.dumps({"error": {"message": "refused", "type": "invalid", "code": "context_length_exceeded"}})
    message = Conversation(serve(Answer(status=400, raw=body.encode()))).fail(ContextError)
    assert "refused (context_length_exceeded)" in message


def test_other_refusals_are_not_about_the_context(serve: Serve) -> None:
    error = "max_tokens is too large: 16384. This model supports at most 4096 completion tokens."
    Conversation(serve(Answer(status=400, error=error))).fail(RefusedError)


@pytest.mark.parametrize(
    ("asked", "is_installed", "used"), [("auto", True, "aiohttp"), ("auto", False, "httpx"), ("httpx", True, "httpx")]
)
def test_the_transport_is_aiohttp_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, asked: str, is_installed: bool, used: str
) -> None:
    import openai

    made: list[str] = []

    def maker(name: str) -> Callable[..., object]:
        def make(**_settings: object) -> object:
            made.append(name)
            return openai.AsyncOpenAI(api_key="none")._client

        return make

    found = importlib.machinery.ModuleSpec("aiohttp", None) if is_installed else None
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: found)
    monkeypatch.setattr(openai, "DefaultAioHttpClient", maker("aiohttp"))
    monkeypatch.setattr(openai, "DefaultAsyncHttpxClient", maker("httpx"))
    Endpoint(spec_at("http://localhost:1/v1", transport=asked))
    assert made == [used]


def test_a_transport_that_is_not_installed_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(MissingPackage, match=r"pip install 'interplay-bench\[run\]'"):
        Endpoint(spec_at("http://localhost:1/v1", transport="aiohttp"))


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_every_transport_gets_the_same_reply(serve: Serve, transport: str) -> None:
    assert Conversation(serve(Answer("hi")), transport=transport).ask() == [Reply("hi", 7, 3, "stop")]


def test_a_place_that_answers_errors_is_not_fatal(serve: Serve) -> None:
    Conversation(serve(SCRIPT_500), max_retries=1).fail(ModelError)


def test_max_completion_tokens_is_used_where_a_server_wants_it(serve: Serve) -> None:
    def script(request: Any) -> Answer:
        if "max_tokens" in request.body:
            return Answer(status=400, error="Unsupported parameter: use 'max_completion_tokens' instead.")
        return Answer(str(request.body["max_completion_tokens"]))

    server = serve(script=script)
    talk = Conversation(server, max_tokens=55, max_retries=0)
    assert [r.text for r in talk.ask(ASK, ASK)] == ["55", "55"]
    assert talk.sent == len(server.requests) == 3


TOO_LONG = {
    "vllm": "'max_tokens' is too large: 9000. This model's maximum context length is 4096 tokens and your request has "
    "116 input tokens (9000 > 4096 - 116).",
    "vllm before": "This model's maximum context length is 4096 tokens. However, you requested 9116 tokens (116 in the "
    "messages, 9000 in the completion). Please reduce the length of the messages or completion.",
    "sglang": "Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a total "
    "of 9116 tokens: 116 tokens from the input messages and 9000 tokens for the completion.",
    "openai": "max_tokens is too large: 9000. This model supports at most 3980 completion tokens.",
    "anthropic": "max_tokens: 9000 > 3980, which is the maximum allowed number of output tokens for this model",
}


@pytest.mark.parametrize("server", TOO_LONG)
def test_a_reply_gets_the_room_that_the_context_leaves(serve: Serve, server: str) -> None:
    def script(request: Any) -> Answer:
        limit = request.body["max_tokens"]
        return Answer(status=400, error=TOO_LONG[server]) if limit > 3980 else Answer(str(limit))

    talk = Conversation(serve(script=script), max_tokens=9000, max_retries=0)
    assert [r.text for r in talk.ask(ASK, ASK)] == ["3980", "3980"]
    assert len(talk.told) == 1 and "no room for 9,000 tokens; replies get what it leaves, now 3,980" in talk.told[0]


def test_a_server_that_never_leaves_room_is_asked_twice(serve: Serve) -> None:
    server = serve(script=lambda _: Answer(status=400, error=TOO_LONG["vllm before"]))
    Conversation(server, max_tokens=9000, max_retries=0).fail(ContextError)
    assert len(server.requests) == 2


def test_requests_in_flight_all_switch_to_max_completion_tokens(serve: Serve) -> None:
    def script(request: Any) -> Answer:
        if "max_tokens" in request.body:
            return Answer(status=400, error="use 'max_completion_tokens'", latency=0.05)
        return Answer("switched")

    server = serve(script=script)

    async def go() -> list[Reply]:
        endpoint = Endpoint(spec_at(server.base_url, max_retries=0))
        try:
            return await asyncio.gather(*(endpoint.reply(ASK) for _ in range(8)))
        finally:
            await endpoint.close()

    assert [r.text for r in asyncio.run(go())] == ["switched"] * 8


def test_without_key_and_address_there_is_an_error_before_any_request() -> None:
    with pytest.raises(FatalModelError, match="no API key: set MY_KEY, or name a server with --base-url"):
        Endpoint(spec_at(api_key_env="MY_KEY"))


def test_key_is_sent_and_never_shown(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", " sk-secret\n")
    server = serve(Answer(status=400, error="bad key sk-secret"))
    message = Conversation(server, api_key_env="MY_KEY").fail(RefusedError)
    assert server.requests[0].headers["authorization"] == "Bearer sk-secret"
    assert "bad key …" in message
    assert "sk-secret" not in message


@pytest.mark.parametrize("key", ["sk-é", "sk-a\nb"])
def test_key_that_cannot_be_one_is_refused_without_being_shown(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(FatalModelError, match="OPENAI_API_KEY has characters") as caught:
        Endpoint(spec_at())
    assert "sk-" not in str(caught.value)


def test_credentials_and_query_of_an_address_are_used_and_not_recorded(serve: Serve) -> None:
    server = serve(Answer(status=400))
    secret = server.base_url.replace("://", "://me:secret@") + "/?token=hidden"
    message = Conversation(secret).fail(RefusedError)
    request = server.requests[0]
    assert request.path == "/v1/chat/completions?token=hidden"
    assert request.headers["authorization"].startswith("Basic ")
    endpoint = Endpoint(spec_at(secret))
    assert endpoint.system.params["base_url"] == server.base_url
    for text in (message, repr(endpoint.system)):
        assert "secret" not in text
        assert "hidden" not in text


def test_ipv6_address_is_recorded_as_it_was_given() -> None:
    endpoint = Endpoint(spec_at("http://[::1]:8000/v1/"))
    assert endpoint.system.params["base_url"] == "http://[::1]:8000/v1"


@pytest.mark.parametrize(
    "url", ["localhost:8000/v1", "ftp://h/v1", "http://", "http://h:port", "http://[::1", "x:p@h?q"]
)
def test_what_is_no_address_is_refused_with_an_example(url: str) -> None:
    with pytest.raises(
        FatalModelError, match=r"is not the address of a server; expected, for example, http://"
    ) as caught:
        Endpoint(spec_at(url))
    assert "p@" not in str(caught.value)


def test_address_from_the_environment_is_used_and_recorded(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(Answer("from the environment"))
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    assert Conversation("").ask()[0].text == "from the environment"
    assert Endpoint(spec_at()).system.params["base_url"] == server.base_url


@pytest.mark.slow
def test_httpx_is_never_imported(serve: Serve) -> None:
    program = (
        "import asyncio, sys\n"
        "from interplay.core.driver import Ask\n"
        "from interplay.systems.endpoint import Endpoint\n"
        "from interplay.systems.spec import SystemSpec\n"
        "async def go():\n"
        "    endpoint = Endpoint(SystemSpec(model='openai:m', base_url=sys.argv[1]))\n"
        "    await endpoint.reply(Ask((), None))\n"
        "    await endpoint.close()\n"
        "asyncio.run(go())\n"
        "import openai\n"
        "if int(openai.__version__.partition('.')[0]) >= 3: assert 'httpx' not in sys.modules\n"
    )
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root / "scoring")}
    server = serve(Answer())
    subprocess.run([sys.executable, "-c", program, server.base_url], env=environment, check=True, timeout=60)
    assert len(server.requests) == 1
