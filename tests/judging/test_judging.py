"""Asking a judge through the command line: caching, limits, kills, failures, modes."""

import hashlib
import json
import subprocess
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from interplay.core.release import Release
from interplay.core.text import money
from interplay.judging import judge as base
from interplay.judging.questions import Panel, questions
from interplay.judging.subjects import opened, subjects
from interplay.running.options import Limits
from interplay.systems.spec import SystemSpec
from interplay_lab.judging.asking import calls
from interplay_lab.judging.asking.cache import Cache, cache_path
from tests.fake_openai import DEADLINE, Answer, FakeOpenAI, Request, scripted
from tests.judging import small
from tests.running_help import Cli, start_process

PROMPTS = len(small.SCRIPTS)


@pytest.fixture
def server() -> Iterator[FakeOpenAI]:
    with FakeOpenAI(small.rate) as running_server:
        yield running_server


@pytest.fixture
def words(server: FakeOpenAI, tiny_root: Path, bad: Path, tmp_path: Path) -> Callable[..., list[str]]:
    """Return a function that gives the arguments of judging one submission, with more at the end."""

    def arguments(*more: object) -> list[str]:
        fixed = ["judge", bad, "--judge", "scoring", "--model", "openai:m", "--base-url", server.base_url]
        return [*map(str, fixed), "--dataset", str(tiny_root), "-o", str(tmp_path / "out.jsonl"), *map(str, more)]

    return arguments


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "out.jsonl"


Words = Callable[..., list[str]]


@pytest.mark.slow
def test_judgments_hold_what_was_said_in_the_order_of_the_prompts(
    interplay_cli: Cli, words: Words, output: Path, server: FakeOpenAI, bad: Path
) -> None:
    assert interplay_cli(*words("--concurrency", 5)) == 0
    assert (
        "12 judgments, 0 unscored; 12 calls, 84 prompt and 36 completion tokens, 0 cached replies" in interplay_cli.out
    )
    header, *rows = small.rows(output)
    judge = base.load("scoring")
    assert header["judge_digest"] == judge.digest == hashlib.sha256(header["judge_file"].encode()).hexdigest()
    assert header["mode"] == "text"
    assert header["model"]["params"] == {
        "base_url": server.base_url,
        "max_tokens": judge.file.max_tokens,
        "temperature": 0,
    }
    assert [s["sha256"] for s in header["submissions"]] == [hashlib.sha256(bad.read_bytes()).hexdigest()]
    assert len(rows) == PROMPTS
    asked = {hashlib.sha256(msgspec.json.encode(r.messages)).hexdigest(): r for r in server.requests}
    assert len(asked) == PROMPTS
    for row in rows:
        assert row["reply"].endswith(f"Rating: [[{row['verdict']}]]")
        assert row["usage"] == {"calls": 1, "prompt_tokens": 7, "completion_tokens": 3}
    beginnings = [row["item_id"].split("/")[0] for row in rows]
    assert len([1 for a, b in pairwise(beginnings) if a != b]) == len(small.TASKS) - 1


def test_the_same_bytes_come_out_whatever_the_concurrency(interplay_cli: Cli, words: Words, tmp_path: Path) -> None:
    made = []
    for number, concurrency in enumerate((1, 7)):
        out = tmp_path / f"{number}.jsonl"
        assert interplay_cli(*words("-o", out, "--concurrency", concurrency)) == 0
        made.append(out.read_bytes())
    assert made[0] == made[1]


def test_a_second_run_asks_for_nothing_and_writes_the_same(
    interplay_cli: Cli, words: Words, output: Path, server: FakeOpenAI
) -> None:
    assert interplay_cli(*words()) == 0
    first = output.read_bytes()
    assert interplay_cli(*words()) == 0
    assert "0 calls, 0 prompt and 0 completion tokens, 12 cached replies" in interplay_cli.out
    assert output.read_bytes() == first
    assert len(server.requests) == PROMPTS


def test_equal_replies_of_several_trials_are_judged_by_one_request(
    interplay_cli: Cli, words: Words, tiny: Release, bad: Path, output: Path, server: FakeOpenAI
) -> None:
    small.submit(bad, tiny, "bad", small.spoiled, trials=3)
    assert interplay_cli(*words()) == 0
    assert len(server.requests) == PROMPTS
    assert len(small.rows(output)) == 3 * PROMPTS + 1


@pytest.mark.parametrize(
    "more",
    [
        ("--model", "openai:other"),
        ("--temperature", 1),
        ("--temperature", "none"),
        ("--max-tokens", 99),
        ("--mode", "json"),
        ("--judge", "OTHER"),
        ("--base-url", "OTHER"),
    ],
)
def test_another_judge_model_server_parameter_or_mode_is_asked_anew(
    interplay_cli: Cli, words: Words, server: FakeOpenAI, tmp_path: Path, more: tuple[str, object]
) -> None:
    cache = tmp_path / "shared.jsonl"
    assert interplay_cli(*words("--cache", cache)) == 0
    value = more[1]
    if more[0] == "--judge":
        value = tmp_path / "mine.toml"
        value.write_text(base.load("scoring").text + "\n", encoding="utf-8")
    if more[0] == "--base-url":
        value = server.base_url.replace("127.0.0.1", "localhost")
    if more[0] == "--mode":
        server.script = lambda r: Answer(json.dumps({"explanation": "", "rating": 5}))
    assert interplay_cli(*words("--cache", cache, "-o", tmp_path / "other.jsonl", more[0], value)) == 0
    assert len(server.requests) == 2 * PROMPTS
    assert ", 0 cached replies" in interplay_cli.out


def test_keys_differ_with_prompt_and_item_and_nothing_else_of_a_submission(tiny: Release, bad: Path) -> None:
    judge = base.load("scoring")
    call = calls.prepare(judge, "text", SystemSpec(model="openai:m", base_url="http://x/v1"), tiny, [bad])
    subject = call.subjects[0]
    material = msgspec.structs.replace(subject.material, task="Other")
    changed = [
        subject,
        type(subject)("other", 5, "p", "ab", subject.material, subject.item_sha256),
        type(subject)(subject.item_id, 0, "", "single", subject.material, "0" * 64),
        type(subject)(subject.item_id, 0, "", "single", material, subject.item_sha256),
    ]
    keys = [question.key for question in questions(call.panel, changed)]
    assert keys[0] == keys[1]
    assert len(set(keys[1:])) == 3
    other = Panel(judge, call.panel.model, "json")
    assert next(questions(other, [subject])).key not in keys


def test_replies_without_a_verdict_are_written_and_asked_for_again(
    interplay_cli: Cli, words: Words, output: Path, server: FakeOpenAI
) -> None:
    server.script = lambda r: Answer("Well.") if "I think" in small.shown(r.messages, "response") else small.rate(r)
    assert interplay_cli(*words()) == 0
    assert "12 judgments, 8 unscored" in interplay_cli.out
    assert "8 without a verdict, for example: the reply holds no verdict" in interplay_cli.err
    unscored = [row for row in small.rows(output)[1:] if "verdict" not in row]
    assert [row["reply"] for row in unscored] == ["Well."] * 8
    server.script = small.rate
    assert interplay_cli(*words()) == 0
    assert "12 judgments, 0 unscored; 8 calls" in interplay_cli.out


def test_failed_requests_leave_the_output_unwritten_and_are_tried_again(
    interplay_cli: Cli, words: Words, output: Path, server: FakeOpenAI
) -> None:
    server.script = lambda r: Answer(status=422) if r.number == 3 else small.rate(r)
    assert interplay_cli(*words()) == 1
    assert "1 request failed, so" in interplay_cli.err
    assert "answered 422" in interplay_cli.err
    assert not output.exists()
    server.script = small.rate
    assert interplay_cli(*words()) == 0
    assert "; 1 calls" in interplay_cli.out
    assert len(small.rows(output)) == PROMPTS + 1


def test_failures_can_be_written_as_unscored_and_are_never_kept(
    interplay_cli: Cli, words: Words, output: Path, server: FakeOpenAI
) -> None:
    server.script = scripted(Answer(status=400, error="too long"), Answer("Rating: [[4]]"))
    assert interplay_cli(*words("--record-errors", "--concurrency", 1)) == 0
    lost = small.rows(output)[1]
    assert lost["unscored"].startswith("no reply: ")
    assert "too long" in lost["unscored"]
    assert "reply" not in lost
    assert interplay_cli(*words()) == 0
    assert "12 judgments, 0 unscored; 1 calls" in interplay_cli.out


def test_rate_limits_are_waited_for_and_counted(interplay_cli: Cli, words: Words, server: FakeOpenAI) -> None:
    busy = Answer(status=429, headers={"retry-after": "0.01"})
    server.script = lambda r: busy if r.number == 0 else small.rate(r)
    assert interplay_cli(*words("--requests-per-minute", 100_000)) == 0
    assert "13 calls (1 of them retries after an error)" in interplay_cli.out


def test_a_key_that_is_refused_ends_the_run_at_once(interplay_cli: Cli, words: Words, server: FakeOpenAI) -> None:
    server.script = scripted(Answer(status=401))
    assert interplay_cli(*words("--concurrency", 2)) == 1
    assert "check --model, --base-url and OPENAI_API_KEY" in interplay_cli.err
    assert len(server.requests) <= 2


def test_calls_are_never_more_than_allowed_and_the_same_call_goes_on(
    interplay_cli: Cli, words: Words, output: Path, server: FakeOpenAI
) -> None:
    assert interplay_cli(*words("--max-calls", 5)) == 1
    assert (
        "5 calls of this invocation are used; 5 replies saved; run the same command again to resume"
        in interplay_cli.err
    )
    assert (len(server.requests), output.exists()) == (5, False)
    assert interplay_cli(*words("--max-calls", 7)) == 0
    assert len(server.requests) == PROMPTS


def test_dollars_are_never_more_than_allowed(
    interplay_cli: Cli, words: Words, output: Path, server: FakeOpenAI
) -> None:
    usage = {"prompt_tokens": 1_000, "completion_tokens": 100}
    server.script = lambda r: Answer(small.rate(r).text, usage=usage)
    priced = ("--price", "100/1000", "--max-tokens", 100)  # $0.20 a reply as counted, about $0.40 at most
    assert interplay_cli(*words(*priced, "--max-cost", 1.2, "--concurrency", 8)) == 1
    sent = len(server.requests)
    assert f"spent {money(0.2 * sent)} of its $1.20, and the next request could cost $0." in interplay_cli.err
    assert 3 <= sent <= 6
    assert not output.exists()
    assert interplay_cli(*words(*priced, "--max-cost", 100)) == 0
    assert f", ${0.2 * (PROMPTS - sent):.4f}, {sent} cached replies" in interplay_cli.out


def test_a_limit_on_cost_needs_a_price_and_none_is_known(interplay_cli: Cli, words: Words) -> None:
    assert interplay_cli(*words("--model", "openai:gpt-4o", "--max-cost", 1)) == 2
    assert "--max-cost needs --price IN/OUT" in interplay_cli.err
    assert interplay_cli(*words("--price", "2.5/10", "--max-cost", 0)) == 1
    assert "has spent $0 of its $0, and" in interplay_cli.err
    assert "run the same command with a higher --max-cost" in interplay_cli.err


def test_replies_whose_tokens_are_not_counted_cost_as_much_as_they_may(
    interplay_cli: Cli, words: Words, server: FakeOpenAI
) -> None:
    server.script = lambda r: Answer(small.rate(r).text, usage=None)
    assert interplay_cli(*words("--price", "100/1000")) == 0
    assert "at least $" in interplay_cli.out


def test_a_dry_run_sends_nothing_and_counts_what_is_kept(interplay_cli: Cli, words: Words, server: FakeOpenAI) -> None:
    assert interplay_cli(*words("--max-calls", 5)) == 1
    assert interplay_cli(*words("--dry-run", "--json", "--price", "1/2")) == 0
    found = json.loads(interplay_cli.out)
    assert (found["judgments"], found["requests"], found["cached"]) == (12, 7, 5)
    sent = sum(len("\n".join(m["content"] for m in r.messages)) // 4 for r in server.requests)
    assert found["prompt_tokens"] == pytest.approx(sent * 7 / 5, rel=0.05)
    limit = base.load("scoring").file.max_tokens
    assert found["most_completion_tokens"] == 7 * limit
    assert found["most_cost"] == pytest.approx((found["prompt_tokens"] + 2 * 7 * limit) / 1e6)
    assert 0.5 < found["shared_prompt_tokens"] / found["prompt_tokens"] < 1
    assert len(server.requests) == 5


@pytest.mark.slow
def test_runs_killed_again_and_again_pay_for_nothing_twice(
    interplay_cli: Cli, words: Words, server: FakeOpenAI, output: Path, tiny: Release, bad: Path
) -> None:
    small.submit(bad, tiny, "bad", lambda s: f"{small.spoiled(s)} {s.item_id}")
    assert interplay_cli(*words("--cache", output.with_name("whole.cache"))) == 0
    whole = output.read_bytes()
    output.unlink()
    server.requests.clear()
    server.script = lambda r: Answer(small.rate(r).text, latency=0.05)
    kept = 0
    for more in (2, 5):
        process = start_process(*words("--concurrency", 2))
        try:
            server.wait_for(PROMPTS + len(server.requests) + more)
        finally:
            process.kill()
            process.communicate(timeout=DEADLINE)
        lines = cache_path(output).read_bytes().count(b"\n") - 1
        assert lines >= kept
        kept = lines
        assert not output.exists()
    sent = len(server.requests)
    assert sent - kept <= 2 * 2
    assert interplay_cli(*words()) == 0
    assert len(server.requests) - sent == PROMPTS - kept
    assert output.read_bytes() == whole
    assert sorted(p.name for p in output.parent.iterdir() if p.name.startswith(".")) == []


def test_a_cache_that_was_cut_anywhere_is_read_up_to_there(tmp_path: Path) -> None:
    from interplay.core.driver import Reply

    path = tmp_path / "c.jsonl"
    cache = Cache(path)
    cache.add("one", Reply("first", 1, 2, "stop", logprobs=(("A", -0.5),)))
    cache.add("two", Reply("sec\nond"))
    cache.close()
    data = path.read_bytes()
    for length in range(len(data) + 1):
        path.write_bytes(data[:length])
        cut = Cache(path)
        assert len(cut) == max(0, data[:length].count(b"\n") - 1)
        if "one" in cut:
            assert cut.find("one") == Reply("first", 1, 2, "stop", logprobs=(("A", -0.5),))
        cut.add("three", Reply("third"))
        cut.close()
        again = Cache(path)
        assert again.find("three") == Reply("third")
        again.close()


def test_the_format_of_caches_stays_so_that_old_ones_can_be_read(tmp_path: Path) -> None:
    from interplay.core.driver import Reply

    path, reply = tmp_path / "c.jsonl", Reply("a \u2028 b", 7, 3, "stop", logprobs=(("A", -0.5),))
    lines = (
        b'{"format":"interplay-judge-cache/1","record":"header"}\n'
        b'{"completion_tokens":3,"finish_reason":"stop","key":"k","logprobs":[["A",-0.5]],"prompt_tokens":7,'
        b'"record":"reply","text":"a \xe2\x80\xa8 b"}\n'
        b'{"key":"l","record":"reply","text":""}\n'
    )
    path.write_bytes(lines)
    cache = Cache(path)
    assert (cache.find("k"), cache.find("l"), cache.find("m")) == (reply, Reply(""), None)
    cache.close()
    path.unlink()
    again = Cache(path)
    again.add("k", reply)
    again.add("l", Reply(""))
    again.close()
    assert path.read_bytes() == lines


def test_files_that_are_no_caches_or_other_outputs_are_left_alone(
    interplay_cli: Cli, words: Words, output: Path, bad: Path, server: FakeOpenAI, tiny_root: Path
) -> None:
    before = bad.read_bytes()
    assert interplay_cli(*words("--cache", bad)) == 1
    assert "is not a cache of judges' replies" in interplay_cli.err
    assert interplay_cli(*words("-o", bad)) == 1
    assert "does not hold judgments" in interplay_cli.err
    assert bad.read_bytes() == before
    assert interplay_cli(*words("--cache", output)) == 1
    assert "is the output itself" in interplay_cli.err
    assert interplay_cli(*words()) == 0
    assert interplay_cli(*words("--max-tokens", 3)) == 1
    assert "was written with other settings (judge, model, mode," in interplay_cli.err
    assert interplay_cli(*words("-o", output.parent)) == 1
    assert "directory" in interplay_cli.err


def test_a_cache_in_use_is_refused(interplay_cli: Cli, words: Words, output: Path) -> None:
    cache = Cache(cache_path(output))
    assert interplay_cli(*words()) == 1
    assert "another run is writing" in interplay_cli.err
    cache.close()


def test_structured_replies_are_asked_for_with_a_schema(
    interplay_cli: Cli, words: Words, output: Path, server: FakeOpenAI
) -> None:
    server.script = lambda r: Answer(json.dumps({"explanation": "[[2]]", "rating": small.rating_of(r.messages)}))
    assert interplay_cli(*words("--mode", "json")) == 0
    shape = server.requests[0].body["response_format"]
    assert (shape["type"], shape["json_schema"]["strict"]) == ("json_schema", True)
    assert "rating" in shape["json_schema"]["schema"]["properties"]
    header, *rows = small.rows(output)
    assert header["mode"] == "json"
    assert all(row["verdict"] == json.loads(row["reply"])["rating"] for row in rows)


def test_ratings_can_be_weighted_by_probabilities(
    interplay_cli: Cli, words: Words, output: Path, server: FakeOpenAI
) -> None:
    top = [{"token": "H", "logprob": -0.693147}, {"token": " G", "logprob": -0.693147}]
    choice = {"message": {"content": "H"}, "finish_reason": "length", "logprobs": {"content": [{"top_logprobs": top}]}}
    server.script = lambda r: Answer(raw=json.dumps({"choices": [choice]}).encode())
    assert interplay_cli(*words("--mode", "logprobs")) == 0
    body = server.requests[0].body
    assert (body["max_tokens"], body["logprobs"], body["top_logprobs"]) == (1, True, 20)
    assert {row["verdict"] for row in small.rows(output)[1:]} == {7.5}


def test_a_mode_that_a_judge_lacks_is_refused(interplay_cli: Cli, words: Words, good: Path) -> None:
    assert interplay_cli(*words(good, "--judge", "pairwise", "--mode", "logprobs")) == 1
    assert "the judge pairwise has no mode 'logprobs'" in interplay_cli.err


@pytest.mark.parametrize(
    ("more", "status", "message"),
    [
        (("--judge", "pairwise"), 1, "the judge pairwise takes two submissions to compare; found 1"),
        (("--judge", "challenging"), 1, "is for collected dialogues"),
        (("--judge", "clue"), 1, "is a submission on simulation; the judge clue is for games"),
        (("--judge", "scorin"), 1, "did you mean 'scoring'?"),
        (("--model", "m"), 1, "unknown judge model 'm'; expected openai:NAME"),
        (("--where", "subset"), 2, "--where 'subset' is not KEY=VALUE"),
        (("--where", "subset=x"), 1, "nothing to judge"),
        (("--price", "cheap"), 2, "'cheap' is not of the form 2.5/10"),
        (("--price", "nan/1"), 2, "holds no prices"),
        (("--max-cost", "nan"), 2, "not a number of dollars"),
        (("--mode", "poem"), 2, "'poem' is not one of"),
    ],
)
def test_calls_that_make_no_sense_are_refused(
    interplay_cli: Cli, words: Words, server: FakeOpenAI, more: tuple[str, ...], status: int, message: str
) -> None:
    assert interplay_cli(*words(*more)) == status
    assert message in interplay_cli.err
    assert server.requests == []


def test_only_some_items_can_be_judged(interplay_cli: Cli, words: Words, output: Path) -> None:
    assert interplay_cli(*words("--where", "subset=hard", "--where", "kind=stateful")) == 0
    assert len(small.rows(output)) == 1 + 4


def test_the_hostile_reply_of_a_server_is_no_verdict(
    interplay_cli: Cli, words: Words, output: Path, server: FakeOpenAI
) -> None:
    hostile = ["\x00" * 1000, "[[" * 50_000, "Rating: [[٣]]", "\ud800", "<think>" * 1000, '{"rating": 1e999}']
    server.script = lambda r: Answer(hostile[r.number % len(hostile)])
    assert interplay_cli(*words()) == 0
    assert "12 judgments, 12 unscored" in interplay_cli.out


def test_subjects_are_what_was_answered(tiny: Release, tmp_path: Path) -> None:
    path = small.submit(tmp_path / "s.jsonl", tiny, "some", lambda s: None if s.hard else "", leave=3)
    found = subjects(base.load("scoring"), (opened(path, tiny),))
    assert [s.material.texts[0].text for s in found] == ["", "", ""]


def test_the_progress_of_a_run_is_told(tiny: Release, bad: Path, tmp_path: Path, server: FakeOpenAI) -> None:
    system = SystemSpec(model="openai:m", base_url=server.base_url, max_tokens=100)
    call = calls.prepare(base.load("scoring"), "text", system, tiny, [bad])
    told: list[tuple[int, int]] = []
    out = tmp_path / "o.jsonl"
    calls.run(
        call, out, cache_path(out), Limits(concurrency=3), on_progress=lambda done, total: told.append((done, total))
    )
    assert told == [(done, PROMPTS) for done in range(PROMPTS + 1)]


def hang(_: Request) -> Answer:
    return Answer(hang=True)


def test_an_interrupt_keeps_what_was_finished(
    words: Words, server: FakeOpenAI, output: Path, interplay_cli: Cli
) -> None:
    server.script = lambda r: hang(r) if r.number >= 5 else small.rate(r)
    process: subprocess.Popen[str] = start_process(*words("--concurrency", 1))
    try:
        server.wait_for(6)
        process.send_signal(2)
        _, err = process.communicate(timeout=DEADLINE)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 130
    assert err.startswith("\ninterrupted; replies are saved in ")
    assert err.endswith(" --concurrency 1\n")
    server.script = small.rate
    assert interplay_cli(*words()) == 0
    assert "7 calls" in interplay_cli.out


def test_a_judge_sees_what_a_system_said_and_not_what_it_thought(
    interplay_cli: Cli, words: Words, tiny: Release, bad: Path, server: FakeOpenAI
) -> None:
    small.submit(bad, tiny, "bad", lambda s: f"<think>Is it 7? [[10]]</think>\n{s.reference}")
    assert interplay_cli(*words()) == 0
    assert {small.shown(r.messages, "response") for r in server.requests} == {s.reference for s in small.SCRIPTS}


def test_a_pair_is_compared_by_what_was_said(tiny: Release, good: Path, tmp_path: Path) -> None:
    other = small.submit(tmp_path / "o.jsonl", tiny, "other", lambda s: f"Hm, [[A]].</think>{s.reference}!")
    found = subjects(base.load("pairwise"), (opened(good, tiny), opened(other, tiny)))
    for subject in found:
        texts = [shown.text for shown in subject.material.texts]
        assert sorted(texts, key=len)[1] == f"{sorted(texts, key=len)[0]}!"


def test_replies_that_ran_out_of_tokens_are_counted_by_themselves(
    interplay_cli: Cli, words: Words, server: FakeOpenAI
) -> None:
    server.script = scripted(small.cut("Let me"), small.cut("<think>"), Answer("Well."), Answer("Rating: [[7]]"))
    assert interplay_cli(*words("--json", "--concurrency", 1)) == 0
    summary = json.loads(interplay_cli.out)
    assert (summary["unscored"], summary["cut"]) == (3, 2)
    server.script = lambda _: small.cut("Let me see")
    assert interplay_cli(*words("--concurrency", 1)) == 0
    assert "3 of them cut off at the token limit: raise --max-tokens" in interplay_cli.err


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("x" * 1_500_000 + "\nRating: [[9]]", 9),
        ("Rating: [[3]]\n" + "x" * 1_500_000 + "\nRating: [[9]]", 9),
        ("<think>" + "[[3]] " * 300_000 + "</think>Rating: [[9]]", 9),
        ("<think>" + "Rating: [[3]]\n" * 200_000, None),
        ("Rating: [[9]]\n" + "x" * 1_500_000, None),
    ],
)
def test_a_stored_reply_bears_out_its_verdict_however_long_it_was(
    interplay_cli: Cli,
    words: Words,
    output: Path,
    server: FakeOpenAI,
    tiny_root: Path,
    bad: Path,
    reply: str,
    verdict: int | None,
) -> None:
    server.script = lambda _: Answer(reply)
    assert interplay_cli(*words("--where", "task=Rot13 encoder", "--where", "script_type=last_only")) == 0
    _, row = small.rows(output)
    assert row.get("verdict") == verdict
    assert len(row["reply"]) <= 1_000_000
    assert interplay_cli("score", bad, "--dataset", tiny_root, "--judgments", output) == 0
    assert "not what the judge replied" not in interplay_cli.err
