"""How models of today are asked: effort, sampling, a system prompt, an extra body; refusals are learnt or told."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from interplay.core.driver import Ask, Reply
from interplay.core.errors import FatalModelError, ModelError, RecordError, RefusedError, UnknownName
from interplay.core.records import Message
from interplay.running.budget import Budget, Pace
from interplay.systems import catalogue, completion
from interplay.systems.endpoint import Endpoint
from interplay.systems.spec import SystemSpec, merge, parse
from interplay.tracks.catalogue import load
from tests.fake_openai import Answer, FakeOpenAI, Script, broken, busy, reasoning_model, refusing

DEFAULTS = SystemSpec(model="", base_url="http://localhost:1/v1")
THINKING = {"chat_template_kwargs": {"enable_thinking": False}}


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a function that gets replies to so many different asks, at once, and the endpoint as it then is."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    servers: list[FakeOpenAI] = []

    async def sleep(_seconds: float) -> None:
        await asyncio.sleep(0)

    async def ask(script: Script, count: int, at_once: int, pinned: bool, **settings: Any) -> Any:
        server = FakeOpenAI(script).__enter__()
        servers.append(server)
        spec = SystemSpec(model="openai:m", base_url=server.base_url, max_tokens=9, **settings)
        model = Endpoint(spec, sleep=sleep, pinned=pinned)
        limit = asyncio.Semaphore(at_once)

        async def one(number: int) -> Reply | ModelError:
            async with limit:
                try:
                    return await model.reply(Ask((Message(role="user", content=str(number)),), None))
                except FatalModelError:
                    raise
                except ModelError as error:
                    return error

        try:
            return await asyncio.gather(*map(one, range(count))), model, server
        finally:
            await model.close()

    yield lambda script, count=1, at_once=8, pinned=False, **settings: asyncio.run(
        ask(script, count, at_once, pinned, **settings)
    )
    for server in servers:
        server.__exit__(None, None, None)


def asked(text: str) -> SystemSpec:
    return parse(text, DEFAULTS)


def test_a_request_holds_all_that_is_asked_for() -> None:
    spec = SystemSpec(
        model="openai:m", top_p=0.9, reasoning_effort="low", system_prompt="Be brief.", extra_body=THINKING
    )
    body = completion.arguments(spec, Ask((Message(role="user", content="Hi"),), None), "max_tokens")
    assert body == {
        "model": "m",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}],
        "temperature": 0.0,
        "top_p": 0.9,
        "reasoning_effort": "low",
        **THINKING,
    }


def test_a_system_prompt_comes_before_that_of_an_item_in_the_same_message() -> None:
    messages = (Message(role="system", content="You judge."), Message(role="user", content="Hi"))
    whole = completion.prompted(messages, "Be brief.")
    assert [(m.role, m.content) for m in whole] == [("system", "Be brief.\n\nYou judge."), ("user", "Hi")]
    assert completion.prompted(messages, None) == messages


def test_what_is_asked_is_recorded_and_part_of_the_default_name() -> None:
    spec = asked('openai:gpt-5,reasoning_effort=low,top_p=0.5,extra_body={"b": 1, "a": {"think": false}}')
    system = Endpoint(spec).system
    assert system.name == "gpt-5 (effort low, top_p 0.5, think false, b 1)"
    extras = {key: system.params[key] for key in ("reasoning_effort", "top_p", "extra_body")}
    assert extras == {"reasoning_effort": "low", "top_p": 0.5, "extra_body": '{"a":{"think":false},"b":1}'}
    prompts = [Endpoint(asked(f"openai:m,system_prompt=Be {how}.")).system for how in ("brief", "kind")]
    assert [system.params["system_prompt"] for system in prompts] == ["Be brief.", "Be kind."]
    assert len({system.name for system in prompts}) == 2
    assert asked("openai:gpt-5").default_name == "gpt-5"
    assert len(asked(f"openai:{'m' * 190},reasoning_effort=low").default_name) == 200


def test_a_scaffold_stands_before_how_a_model_is_asked() -> None:
    agent = catalogue.agent(asked("openai:m,reasoning_effort=high,scaffold=cot"), load("positions"))
    assert agent.system.name == "m-cot (effort high)"


def test_texts_may_be_in_files(tmp_path: Path) -> None:
    prompt, body = tmp_path / "prompt.txt", tmp_path / "body.json"
    prompt.write_text("Be brief.\n", encoding="utf-8")
    body.write_text(json.dumps(THINKING), encoding="utf-8")
    spec = asked(f"openai:m,system_prompt={prompt},extra_body={body}")
    assert (spec.system_prompt, spec.extra_body) == ("Be brief.", THINKING)
    assert merge({"model": "openai:m", "extra_body": THINKING}, DEFAULTS).extra_body == THINKING
    assert parse("openai:m,system_prompt=No.", spec).system_prompt == "No."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("openai:m,system_prompt=prompts/brief.txt", "there is no file 'prompts/brief.txt'"),
        ("openai:m,extra_body={", "is neither JSON nor a file with JSON"),
        ("openai:m,extra_body=[1]", "Expected `object"),
        ('openai:m,extra_body={"temperature": 1}', "extra_body has 'temperature', which is a setting of its own"),
        ('openai:m,extra_body={"messages": []}', "extra_body has 'messages'"),
        ("openai:m,top_p=0", "top_p"),
        ("openai:m,reasoning_effort=Very High", "reasoning_effort"),
    ],
)
def test_what_does_not_fit_is_named(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        asked(text)


def test_a_local_model_refuses_what_it_cannot_be_asked() -> None:
    with pytest.raises(UnknownName, match="top_p is for models on a server; local:smollm2 runs without one"):
        catalogue.check(asked("local:smollm2,top_p=0.5"), load("company"))


def test_a_strict_reasoning_model_is_learnt_and_recorded(endpoint: Any) -> None:
    replies, model, server = endpoint(reasoning_model, 2, at_once=1)
    assert [(reply.reasoning, reply.completion_tokens) for reply in replies] == [("Let me think.", 30)] * 2
    assert [sorted(request.body) for request in server.requests[2:]] == [
        ["max_completion_tokens", "messages", "model"]
    ] * 2
    assert len(server.requests) == 4
    assert (model.system.params["temperature"], model.system.params["refused"]) == (None, "temperature")


def test_requests_in_flight_all_drop_a_refused_temperature(endpoint: Any) -> None:
    replies, _, server = endpoint(reasoning_model, 8)
    assert all(isinstance(reply, Reply) for reply in replies)
    without = [request for request in server.requests if "temperature" not in request.body]
    assert len(without) == 8  # each reply; what was asked before both refusals were known is asked again
    assert 8 + 2 <= len(server.requests) <= 24


def test_a_pinned_system_keeps_its_temperature_and_is_told_what_to_do(endpoint: Any) -> None:
    with pytest.raises(FatalModelError, match=r"\ntry --temperature none$"):
        endpoint(reasoning_model, 20, pinned=True)


@pytest.mark.parametrize("at_once", [1, 8])
@pytest.mark.parametrize(
    ("script", "fix"),
    [(refusing, "try another --max-tokens"), (broken, "check the server's log; once it is fixed, the same command")],
)
def test_the_same_answer_to_the_first_requests_ends_everything(
    endpoint: Any, script: Script, fix: str, at_once: int
) -> None:
    seen: list[int] = []

    def counting(request: Any) -> Answer:
        seen.append(request.number)
        return script(request)

    with pytest.raises(FatalModelError) as caught:
        endpoint(counting, 60, at_once=at_once)
    first, same, last = str(caught.value).split("\n")
    assert "answered" in first
    assert same == "the first 8 requests got the same answer, so no more are sent"
    assert last.startswith(fix)
    assert 8 <= len(seen) <= 8 + at_once


def test_different_refusals_or_any_reply_end_nothing(endpoint: Any) -> None:
    words = ["red", "blue", "green", "black", "white", "pink", "grey", "brown", "gold", "lime"]
    outcomes, *_ = endpoint(lambda request: Answer(status=400, error=words[request.number]), 10, at_once=1)
    assert {type(outcome) for outcome in outcomes} == {RefusedError}
    outcomes, *_ = endpoint(lambda request: Answer(status=400 if request.number else 200), 20, at_once=1)
    assert len(outcomes) == 20


def test_a_limit_of_requests_a_minute_holds_for_repeats_as_well() -> None:
    now, waits = [0.0], []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        now[0] += seconds

    async def go(url: str) -> None:
        budget = Budget(pace=Pace(6, lambda: now[0], sleep))
        model = Endpoint(SystemSpec(model="openai:m", base_url=url), sleep=budget.pace.pause, first_wait=0.001)
        for number in range(3):
            await budget.pace.turn()
            await model.reply(Ask((Message(role="user", content=str(number)),), None))
        await model.close()

    with FakeOpenAI(busy(2)) as server:
        asyncio.run(go(server.base_url))
        assert len(server.requests) == 5
    assert sum(waits) == pytest.approx(40, abs=0.1)


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        ({"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 40}, 33),
        ({"prompt_tokens": 7, "completion_tokens": 30, "total_tokens": 37}, 30),
        ({"completion_tokens": 3, "total_tokens": 40}, 3),
    ],
)
def test_reasoning_counts_where_only_the_total_has_it(usage: dict[str, int], tokens: int) -> None:
    assert completion.read(Answer("x", usage=usage).body()).completion_tokens == tokens


def test_a_reply_that_ended_at_the_limit_says_so() -> None:
    body = msgspec.json.encode({"choices": [{"message": {"reasoning": "hm"}, "finish_reason": "length"}]})
    reply = completion.read(body)
    assert (reply.text, reply.reasoning, reply.cut) == ("", "hm", True)
