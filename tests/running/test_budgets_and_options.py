"""What a run says before it begins: options that there are not, limits of replies, dry runs without a key."""

import json
from pathlib import Path

import pytest

from interplay.core.driver import Ask
from interplay.core.records import Message
from interplay.running.budget import Budget
from tests.fake_openai import Answer, FakeOpenAI
from tests.support import Cli


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def test_an_option_that_there_is_not_names_the_nearest(cli: Cli, tmp_path: Path) -> None:
    arena = cli("arena", "--game", "tictactoe", "bot:random", "bot:strong", "--option", "hint=0", "-o", tmp_path / "a")
    run = cli("run", "--track", "games", "--model", "bot:random", "--option", "hint=0", "-o", tmp_path / "r.jsonl")
    for ran in (arena, run):
        assert ran.status == 1
        assert "unknown option 'hint' (did you mean 'hints'?)" in ran.err


@pytest.mark.parametrize(
    "words",
    [("run", "--track", "positions", "--limit", 3), ("evaluate",), ("arena", "--game", "tictactoe", "bot:random")],
)
def test_a_dry_run_needs_no_key(cli: Cli, words: tuple[str, ...]) -> None:
    named = ("openai:gpt-4o",) if words[0] == "arena" else ("--model", "openai:gpt-4o")
    ran = cli(*words, *named, "--dry-run")
    assert ran.status == 0, ran.err
    assert "Nothing was sent." in ran.out


def test_a_dry_run_of_a_search_says_how_long_its_own_requests_are(cli: Cli) -> None:
    words = ("run", "--track", "games", "--game", "tictactoe", "--limit", 2, "--model", "openai:m", "--dry-run")
    told = json.loads(cli(*words, "--scaffold", "rap", "--json").out)
    expected, full = told["total"]["expected"], told["total"]["full"]
    assert expected["completion_tokens"] == full["completion_tokens"]
    assert full["completion_tokens"] == pytest.approx(full["calls"] * told["own_tokens"], rel=0.01)
    shown = cli(*words, "--scaffold", "rap").out
    assert f"{told['own_tokens']} per request on average" in shown
    assert "bare replies" not in shown


def test_an_evaluation_sets_aside_what_its_replies_can_be_long(cli: Cli, tmp_path: Path) -> None:
    """At the 16,384 tokens of the longest track the first request could cost $0.16, at the 16 that are sent less."""
    with FakeOpenAI(lambda _request: Answer("no")) as server:
        words = ("evaluate", "--model", "openai:m", "--base-url", server.base_url, "-o", tmp_path, "--price", "0/10")
        ran = cli(*words, "--max-cost", "0.01", "--max-tokens", 16, "--max-calls", 40)
        assert len(server.requests) == 40
    assert "all 40 calls of this invocation are used" in ran.out


def test_the_longest_reply_can_be_said_anew() -> None:
    budget = Budget(None, 1.0, lambda _prompts, replies: replies / 100, max_tokens=8_192)
    ask = Ask((Message(role="user", content="a"),), None)
    assert budget.worst(ask) > 80
    budget.expect(50)
    assert budget.worst(ask) == 0.5
    budget.expect(100)
    budget.expect(50)
    assert budget.worst(ask) == 1.0


def test_an_arena_says_which_matches_rate_nobody(cli: Cli, tmp_path: Path) -> None:
    words = ("arena", "--game", "bid", "--game", "tictactoe", "bot:random", "bot:strong", "--min-matches", 4)
    ran = cli(*words, "--sweeps", 1, "-o", tmp_path / "out")
    assert (
        "matches of bid pay a sum and cannot be rated; to omit them, name the other games: --game tictactoe" in ran.err
    )
    assert "cannot be rated: bid pays a sum and has no winner" in ran.out
    assert "Matches of bid are included" in cli(*words, "--dry-run").out
    alone = cli("arena", "--game", "hanabi", "bot:random", "bot:strong", "-o", tmp_path / "no")
    assert "hanabi is cooperative and cannot be rated" in alone.err


def test_a_dry_run_of_a_ladder_says_the_most_that_it_takes(cli: Cli) -> None:
    ran = cli("ladder", "run", "--game", "connect_four", "--model", "openai:m", "--dry-run")
    assert ran.status == 0, ran.err
    assert "ladder of connect_four: " in ran.out
    assert "matches in two stages, at most " in ran.out


def test_a_duel_says_against_whom_why_there_is_no_score_and_what_unsound_matches_are(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "duel.jsonl"
    with FakeOpenAI(lambda _request: Answer("I do not know")) as server:
        words = ("--model", "openai:one", "--opponent", "openai:two", "--base-url", server.base_url, "-o", out)
        ran = cli("run", "--track", "games", "--game", "tictactoe", "--sample", 2, *words)
        assert ran.status == 0, ran.err
    told = " ".join(cli("score", out).out.split())
    assert "against two" in told
    assert "one: no score: matches between two systems, or with changed options, have no 0 and 100" in told
    assert "100% of the matches are invalid, and their win and worth unreliable" in told
    rated = cli("rate", out).out
    assert "invalid" in rated
    assert "warning: 2 of 2 matches of one are invalid" in rated


def test_a_file_of_a_ladder_run_says_what_reads_it(cli: Cli, tmp_path: Path) -> None:
    with FakeOpenAI(lambda _request: Answer("?")) as server:
        words = ("run", "--track", "games", "--game", "tictactoe", "--limit", 1, "--model", "openai:m")
        out = tmp_path / "one.jsonl"
        assert cli(*words, "--base-url", server.base_url, "-o", out).status == 0
    header, rest = out.read_text(encoding="utf-8").split("\n", 1)
    changed = {**json.loads(header), "splits": ["ladder"], "selection": None, "kind": "custom"}
    (tmp_path / "climb.jsonl").write_text(json.dumps(changed) + "\n" + rest, encoding="utf-8")
    ran = cli("score", tmp_path / "climb.jsonl")
    assert f"use: interplay ladder report {tmp_path / 'climb.jsonl'}" in ran.err
    item = json.loads(rest.splitlines()[0])["item_id"]
    assert "seat 0: m" in cli("replay", out, "--item", item).out


def test_prices_of_files_are_written_as_on_the_command_line(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "arena.toml"
    words = ("arena", "--game", "tictactoe", "--config", file, "--dry-run", "--json")
    told = []
    for price in ('"2.5/10"', '"2.5,10"', "[2.5, 10]"):
        file.write_text(
            f'[[system]]\nmodel = "openai:m"\nprice = {price}\n[[system]]\nmodel = "bot:random"\n', encoding="utf-8"
        )
        told.append(cli(*words).out)
    assert told[0] == told[1] == told[2]
    assert json.loads(told[0])["most"]["shares"][0]["part"]["most"]["cost"] > 0
    file.write_text('[[system]]\nmodel = "openai:m"\nprice = "2.5"\n', encoding="utf-8")
    assert "price of system 1: '2.5' is not of the form 2.5/10" in cli(*words).err
