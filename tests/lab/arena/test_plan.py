"""What an arena would take, before anything is sent."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from interplay.core.release import Release
from interplay_lab import api as lab
from interplay_lab.arena.configurations import Competitor
from interplay_lab.arena.plan import plan
from interplay_lab.arena.schedule import schedule
from interplay_lab.arena.stopping import StopRule
from tests.fake_openai import FakeOpenAI
from tests.games.test_versus import free_cell
from tests.support import Cli

DRY = ("arena", "--game", "tictactoe", "--dry-run", "--base-url", "http://localhost:1/v1")
MODEL = Competitor(model="openai:m", base_url="http://localhost:1/v1", price=(1.0, 2.0))


def test_nothing_is_sent_or_written_and_each_system_has_its_line(cli: Cli, tmp_path: Path) -> None:
    with FakeOpenAI(free_cell) as server:
        words = ("--game", "tictactoe", "--dry-run", "--base-url", server.base_url, "--price", "2.5/10")
        ran = cli("arena", *words, "openai:one", "human", "bot:strong", "-o", tmp_path / "out")
        assert not server.requests
    assert ran.status == 0, ran.err
    assert not (tmp_path / "out").exists()
    assert "3 systems, 6 ordered pairs" in ran.out
    assert "One sweep: 6 matches, 4 of each system" in ran.out
    assert "Minimum, 13 sweeps: 78 matches, 52 of each system" in ran.out
    assert "No requests are sent to bot:strong." in ran.out
    assert [line.split()[0] for line in ran.out.splitlines() if line.startswith(("openai:", "human"))] == [
        "openai:one", "human",
    ] * 3  # fmt: skip
    assert max(map(len, ran.out.splitlines())) <= 80


def test_its_bounds_hold_for_what_an_arena_then_sends(cli: Cli, tmp_path: Path) -> None:
    with FakeOpenAI(free_cell) as server:
        words = (
            "arena",
            "--game",
            "tictactoe",
            "--sweeps",
            3,
            "openai:one",
            "openai:two",
            "--base-url",
            server.base_url,
        )
        planned = json.loads(cli(*words, "--dry-run", "--json").out)
        assert cli(*words, "-o", tmp_path).status == 0
        sent = [request.body["model"] for request in server.requests]
    assert planned["fewest"] is None
    for share in planned["most"]["shares"]:
        count = sent.count(share["system"].removeprefix("openai:"))
        assert share["part"]["expected"]["calls"] == pytest.approx(count, rel=0.5)
        assert share["part"]["most"]["calls"] >= count
    assert planned["most"]["matches"] == json.loads((tmp_path / "arena.json").read_bytes())["matches"]


def test_the_fewest_sweeps_are_those_after_which_bots_may_converge(release: Release, tmp_path: Path) -> None:
    outcome = lab.arena(["bot:random", "bot:strong"], tmp_path, games="tictactoe", min_matches=7, tolerance=1e6)
    systems = [Competitor(model="bot:random"), Competitor(model="bot:strong")]
    whole = schedule(release, None, ("tictactoe",), {}, 0)
    planned = plan(systems, whole, StopRule(min_matches=7, max_sweeps=9), "trueskill")
    assert planned.fewest is not None
    assert outcome.arena.progress is not None
    assert (planned.fewest.sweeps, planned.fewest.matches) == (outcome.arena.progress.sweeps, outcome.arena.matches)


def test_scaffolds_prices_and_hints_may_differ_by_system(release: Release) -> None:
    systems = [
        MODEL,
        replace(MODEL, hints="off"),
        replace(MODEL, scaffold="cot", price=(100.0, 100.0)),
    ]
    shares = plan(systems, schedule(release, None, ("tictactoe",), {}, 0), StopRule(), "bt").sweep.shares
    plain, bare, dear = (share.part for share in shares)
    assert plain is not None and bare is not None and dear is not None
    assert bare.expected.prompt_tokens < plain.expected.prompt_tokens
    assert dear.expected.calls > plain.expected.calls
    assert (dear.expected.cost or 0) > 50 * (plain.expected.cost or 1)


def test_what_playing_refuses_planning_refuses(cli: Cli) -> None:
    assert "unknown bot 'stron'" in cli(*DRY, "bot:random", "bot:stron").err
    assert "found 1 system, expected at least two" in cli(*DRY, "bot:random").err
    assert "unknown suite 'llmaren'" in cli("arena", "--suite", "llmaren", "--dry-run", "bot:random", "bot:strong").err
