"""What a dry run says: the estimates beside what runs really took."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from interplay.core.driver import SYSTEM
from interplay.core.errors import FatalModelError
from interplay.core.release import Release
from interplay.running import plan
from interplay.running.options import RunSpec, select
from interplay.running.plan import Amount, Plan
from interplay.running.requests import requests
from interplay.submissions.reading import open_submission
from interplay.submissions.selection import rule_of
from interplay.systems.spec import SystemSpec
from interplay.tracks import catalogue
from interplay_builders.pages import requests as page
from tests.support import Cli

MODEL = SystemSpec(model="openai:m", max_tokens=1_000)
FACTOR = 1.6
"""How far an estimate may be from what one bot takes in a whole split, in either direction."""


def estimated(track: str, release: Release, **options: Any) -> Plan:
    return plan.plan(catalogue.load(track), release, RunSpec(**options), MODEL)


def taken(path: Path, release: Release) -> dict[str, tuple[int, int, int]]:
    """Return episodes, requests and characters of prompts of a shipped run, by split."""
    submission = open_submission(path, release)
    track = catalogue.load(submission.header.track)
    found: dict[str, tuple[int, int, int]] = {}
    for _, prediction in submission.records():
        item = submission.items[track.identity(prediction)[0]]
        asks = [ask for *_, ask in requests(track, [item], [prediction]) if ask.player == SYSTEM]
        characters = sum(len(message.content) for ask in asks for message in ask.messages)
        split = track.where(item)["split"]
        episodes, calls, length = found.get(split, (0, 0, 0))
        found[split] = episodes + 1, calls + len(asks), length + characters
    return found


@pytest.mark.parametrize(
    ("bot", "track"),
    [
        ("bot-competent", "games"),
        ("bot-strong", "games"),
        ("bot-reference", "simulation"),
        ("bot-optimal", "positions"),
        ("bot-oracle", "scorekeeping"),
    ],
)
@pytest.mark.slow
def test_what_a_bot_takes_in_a_split_is_near_the_estimate(release: Release, bot: str, track: str) -> None:
    rate = plan.averages(catalogue.load(track))["all"].characters_a_token or 4.0
    for split, (episodes, calls, characters) in taken(
        release.root / "baselines" / bot / f"{track}.jsonl.gz", release
    ).items():
        total = estimated(track, release, splits=(split,)).total
        assert total.episodes == episodes
        assert 1 / FACTOR < total.expected.calls / calls < FACTOR
        assert 1 / FACTOR < total.expected.prompt_tokens / (characters / rate) < FACTOR
        assert total.expected.calls <= total.most.calls


def test_the_prompts_of_a_real_model_took_the_tokens_that_are_estimated(release: Release) -> None:
    for track in ("company", "horizon"):
        submission = open_submission(release.root / "baselines" / "smollm2-135m" / f"{track}.jsonl.gz", release)
        counted = sum(p.usage.prompt_tokens for _, p in submission.records() if p.usage)
        chosen = submission.header.selection
        assert chosen is not None
        found = estimated(track, release, splits=submission.header.splits, fixed=rule_of(chosen))
        assert found.total.expected.prompt_tokens == pytest.approx(counted, rel=0.05)


def test_a_quick_run_is_not_estimated_at_one_call_a_match(release: Release) -> None:
    total = estimated("games", release, splits=("gamebench_quick",)).total
    assert total.episodes == 36
    assert 300 < total.expected.calls < 3_000 < total.most.calls


@pytest.mark.slow
def test_no_part_of_the_games_is_free(release: Release) -> None:
    parts = estimated("games", release, splits=("llmarena", "llmarena_versus", "gamebench_strong")).parts
    assert all(part.expected.calls >= part.episodes for part in parts)
    assert all(part.expected.prompt_tokens > 100 * part.episodes for part in parts)


def test_parts_add_up_to_the_total(release: Release) -> None:
    found = estimated("games", release, where=(("suite", "llmarena"),), trials=3)
    assert sum(part.episodes for part in found.parts) == found.total.episodes == 3 * found.items
    for name in ("expected", "full", "most"):
        amounts: list[Amount] = [getattr(part, name) for part in found.parts]
        total: Amount = getattr(found.total, name)
        assert total.calls == pytest.approx(sum(amount.calls for amount in amounts), abs=len(amounts))
        assert total.prompt_tokens == pytest.approx(sum(amount.prompt_tokens for amount in amounts), abs=len(amounts))


def test_replies_at_their_limit_take_so_many_tokens(release: Release) -> None:
    total = estimated("positions", release, limit=10).total
    assert total.full.completion_tokens == total.most.completion_tokens == 10 * 1_000
    assert 0 < total.expected.completion_tokens < 1_000


def test_the_price_is_that_of_a_million_tokens(release: Release) -> None:
    track = catalogue.load("positions")
    items = select(track, release, RunSpec(limit=10)).items
    free = plan.estimate(track, items, MODEL)
    total = plan.estimate(track, items, MODEL, price=(2.5, 10.0)).total
    assert free.total.expected.cost is None
    assert total.full.cost == pytest.approx((2.5 * total.full.prompt_tokens + 10 * 10_000) / 1e6)


@pytest.mark.parametrize(("name", "times"), [("cot", 2), ("prune", 2), ("rap", 30)])
def test_a_scaffold_multiplies_calls_and_tokens(release: Release, name: str, times: int) -> None:
    track = catalogue.load("games")
    items = select(track, release, RunSpec(where=(("game", "hive"),), limit=2)).items
    plain = plan.estimate(track, items, MODEL).total
    thinking = plan.estimate(track, items, replace(MODEL, scaffold=name)).total
    assert thinking.expected.calls >= times * plain.expected.calls - 2
    assert thinking.expected.prompt_tokens > times * plain.expected.prompt_tokens
    assert thinking.most.calls >= times * plain.most.calls


def test_a_scaffold_that_cannot_think_there_is_refused_as_in_a_run(release: Release) -> None:
    track = catalogue.load("positions")
    items = select(track, release, RunSpec(limit=1)).items
    with pytest.raises(FatalModelError, match="plays games only"):
        plan.estimate(track, items, replace(MODEL, scaffold="rap"))


def test_a_part_that_was_not_measured_is_taken_for_its_game_or_for_the_track(release: Release) -> None:
    track = catalogue.load("games")
    item = next(item for item in track.items(release) if item.game == "hive")
    rows = plan.averages(track)
    assert plan.average_of(track, rows, replace_split(item, "elsewhere")).calls == rows["hive"].calls
    assert plan.average_of(track, rows, replace_split(item, "elsewhere", "chess")) == rows["all"]


def replace_split(item: Any, split: str, game: str | None = None) -> Any:
    return msgspec.structs.replace(item, split=split, game=game or item.game)


@pytest.mark.parametrize(("track", "part"), [("games", "llmarena_balanced tictactoe"), ("scorekeeping", "base")])
@pytest.mark.slow
def test_the_table_is_what_the_page_measures(release: Release, track: str, part: str) -> None:
    found = page.measured(catalogue.load(track), release, part)[part]
    shipped = plan.averages(catalogue.load(track))[part]
    for name in ("episodes", "calls", "fewest", "most", "opening", "prompt", "reply", "actions"):
        assert getattr(found, name) == pytest.approx(getattr(shipped, name), rel=0.05), name


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("gpt-4o", "unknown model 'gpt-4o'; expected openai:NAME"),
        ("hf:meta-llama", "unknown model 'hf:meta-llama'"),
        ("bot:orakle", "did you mean 'oracle'?"),
        ("local:smolm2", "did you mean 'smollm2'?"),
    ],
)
def test_a_dry_run_refuses_what_a_run_refuses(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, model: str, said: str
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    words = ("run", "--track", "scorekeeping", "--limit", "1", "--model", model)
    planned, ran = cli(*words, "--dry-run"), cli(*words, "-o", tmp_path / "o.jsonl")
    assert planned.status == ran.status == 1
    assert said in planned.err
    assert planned.err == ran.err


def test_a_dry_run_refuses_an_opponent_that_a_run_refuses(cli: Cli) -> None:
    words = ("run", "--track", "games", "--split", "llmarena_versus", "--model", "openai:m")
    ran = cli(*words, "--base-url", "http://localhost:1/v1", "--opponent", "gpt-4o", "--dry-run")
    assert "unknown model 'gpt-4o'" in ran.err


def test_a_dry_run_prints_parts_total_price_and_how_it_was_made(cli: Cli) -> None:
    words = ("run", "--track", "games", "--split", "gamebench_quick", "--model", "bot:random", "--dry-run")
    lines = cli(*words, "--price", "2.5,10").out.splitlines()
    assert sum(line.startswith("gamebench_quick ") for line in lines) == 9
    assert any(line.startswith("total ") for line in lines)
    assert any(line.startswith("Cost: about ") for line in lines)
    assert any(line.startswith("Estimates: ") for line in lines)
    assert lines[-1] == "Nothing was sent."
    assert json.loads(cli(*words, "--json").out)["total"]["expected"]["cost"] is None


@pytest.mark.parametrize("price", ["2.5", "a,b", "-1,2", "nan,1", "1,2,3"])
def test_what_is_no_price_is_refused(cli: Cli, price: str) -> None:
    ran = cli("run", "--track", "games", "--model", "bot:random", "--dry-run", "--price", price)
    assert ran.status == 2
    assert "--price" in ran.err


def test_help_says_how_long_replies_may_be_by_default(cli: Cli) -> None:
    said = " ".join(cli("run", "--help").out.split())
    for name in catalogue.names():
        assert f"{name} {catalogue.load(name).reply_tokens:,}" in said
