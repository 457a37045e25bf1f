"""The track as a whole: drawn, run and scored through the command line."""

import gzip
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import interplay
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.running.options import RunSpec, select
from interplay.running.plan import part_of
from interplay.submissions import sizes
from interplay.tracks.horizon import Item
from interplay.tracks.horizon.records import TURNS
from interplay.tracks.horizon.track import TRACK
from interplay_builders.cli import build as build_cli
from interplay_builders.release.freeze import freeze
from interplay_builders.release.sources import unversioned
from interplay_builders.tracks.horizon import build
from interplay_builders.tracks.horizon.dependence import fitting, is_fit
from interplay_builders.tracks.horizon.sessions import FAMILIES
from tests.fake_openai import Answer, FakeOpenAI, Request
from tests.support import Cli

NAMES = FAMILIES.names()
FOUR = NAMES[:4]
SHORT = (8, 16, 32)
"""Levels whose sessions of the release are all looked at by default; the benchmark looks at all levels."""


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Release]:
    """A release of four families on all levels, without checks of dependence, and with turns on two levels."""
    root = tmp_path_factory.mktemp("horizon") / "dataset"
    track = build.files("test", "canary", sessions=4, families=FOUR, turned=(16, 32))
    freeze(root, unversioned((track,), "test", "A draw for tests."))
    yield interplay.open_release(root)


@pytest.fixture(scope="module")
def items(drawn: Release) -> list[Item]:
    return list(TRACK.items(drawn))


def baseline(drawn: Release, bot: str) -> Path:
    return drawn.root / f"baselines/bot-{bot}/horizon.jsonl.gz"


def scored(cli: Cli, drawn: Release, *paths: Path) -> tuple[list[Report], str]:
    """Return the reports of submissions, and what is printed of them."""
    ran = cli("score", *paths, "--dataset", drawn.root)
    assert ran.status == 0, ran.err
    return [interplay.score(path, release=drawn) for path in paths], ran.out


@pytest.mark.parametrize("family", NAMES)
def test_every_short_session_of_the_release_depends_on_its_operations(family: str) -> None:
    for level in SHORT:
        for number in range(build.SESSIONS):
            assert is_fit(fitting(family, level, "0.2.0", number)), f"{family}/{level}/{number}"


@pytest.mark.slow
def test_splits_are_layouts_of_one_size_for_each_family(items: list[Item]) -> None:
    counts = {split: sum(item.split == split for item in items) for split in ("single", "turns", "turns_true")}
    assert counts == {"single": 4 * len(build.LEVELS) * 4, "turns": 4 * 2, "turns_true": 4 * 2 * TURNS}
    assert all(item.split == item.layout for item in items)
    assert {item.session for item in items if item.split != "single"} < {
        item.session for item in items if item.split == "single"
    }


@pytest.mark.parametrize(("bot", "rate"), [("faulty-100", 0.01), ("faulty-1000", 0.001)])
@pytest.mark.slow
def test_the_shipped_bot_that_slips_has_its_half_life(cli: Cli, drawn: Release, bot: str, rate: float) -> None:
    half = math.log(0.5) / math.log(1 - rate)
    [report], shown = scored(cli, drawn, baseline(drawn, bot))
    found = report.headline
    assert found.name == "h50"
    assert found.low is not None and found.high is not None
    assert found.low < half < found.high
    assert f"bot-{bot}: H50 = {found.value:,.0f} [{found.low:,.0f}, {found.high:,.0f}] at 4,096 tokens\n" in shown
    assert f"bot-{bot}, correct reports by level: 8 {report.metric('passed', level='8').value:.0%}, 16 " in shown
    assert {report.metric("h50", family=family).n for family in FOUR} == {4 * len(build.LEVELS)}
    by_level = [report.metric("passed", level=str(level)).value or 0 for level in build.LEVELS]
    assert by_level[0] > 0.7 and by_level[-1] < 0.5


def test_levels_of_a_sample_are_told_from_the_lowest_up(cli: Cli, drawn: Release, tmp_path: Path) -> None:
    made = tmp_path / "sample.jsonl"
    interplay.run("bot:exact", "horizon", made, release=drawn, splits=["single"], sample=12)
    [told] = [line for line in scored(cli, drawn, made)[1].splitlines() if "correct reports by level: " in line]
    levels = [int(part.split()[0].replace(",", "")) for part in told.split("level: ")[1].split(", ")]
    assert len(levels) > 4 and levels == sorted(levels)


def test_bots_that_know_all_or_nothing_are_beyond_the_levels(cli: Cli, drawn: Release) -> None:
    paths = [baseline(drawn, bot) for bot in ("parrot", "exact", "silent")]
    (parrot, exact, silent), shown = scored(cli, drawn, *paths)
    assert (exact.headline.value, exact.headline.text, exact.headline.above) == (None, "> 2,048", 2_048)
    assert {one.headline.text for one in (parrot, silent)} == {"< 8"}
    assert {one.metric("passed").value for one in (parrot, silent)} == {0}
    assert exact.headline.standing > 2_047 > parrot.headline.standing == 0
    assert "bot-exact: H50 > 2,048 at 4,096 tokens; interplay-build draw horizon --levels 4096-16384 -o DIR" in shown
    assert "bot-silent: H50 < 8 at 4,096 tokens\n" in shown
    assert exact.metric("h50", level="64").reason == exact.metric("h50", level="64").unbounded
    assert repr(exact.headline) == "Metric(h50 > 2,048, n=144)"


@pytest.mark.slow
def test_the_best_bot_is_first_and_shipped_files_are_small(cli: Cli, drawn: Release, tmp_path: Path) -> None:
    ran = cli("demo", "--all", "--dataset", drawn.root, "--out", tmp_path / "report")
    order = [line.split()[0] for line in ran.out.splitlines() if line.startswith(" bot-")]
    assert order == ["bot-exact", "bot-faulty-1000", "bot-forgetful", "bot-faulty-100", "bot-parrot"]
    assert "H50 [90% interval]" in ran.out
    assert "bot-parrot is the best uninformed baseline; the others: bot-silent < 8" in ran.out
    assert "H50 \\[90% interval\\]" not in (tmp_path / "report/report.md").read_text(encoding="utf-8")
    for path in drawn.root.glob("baselines/*/*.jsonl.gz"):
        assert path.stat().st_size < 60_000, path


@pytest.mark.slow
def test_turns_are_played_with_the_systems_own_replies_and_scored_turn_by_turn(
    cli: Cli, drawn: Release, tmp_path: Path
) -> None:
    out = tmp_path / "turns.jsonl"
    splits = ("--split", "turns", "--split", "turns_true")
    ran = cli("run", "--track", "horizon", "--dataset", drawn.root, *splits, "--model", "bot:faulty-100", "-o", out)
    assert "72 predictions; 128 calls" in ran.out
    [report], shown = scored(cli, drawn, out)
    names = {one.name for one in report.statistics}
    assert {"turn_accuracy", "first_failing_turn", "self_conditioning", "failed"} <= names
    own = [one.value for one in report.statistics if one.where.get("split") == "turns" and one.name == "turn_accuracy"]
    assert len(own) == TURNS and own == sorted(own, key=lambda share: -(share or 0)), "what is lost stays lost"
    assert "bot-faulty-100, turn by turn: first wrong report at turn" in shown
    assert report.metric("turn_accuracy", split="turns_true").value is None
    assert report.metric("h50", split="turns_true").value is None
    assert cli("score", out, "--dataset", drawn.root, "--workers", "2", "--json").out.encode() == (
        cli("score", out, "--dataset", drawn.root, "--json").out.encode()
    )


def test_what_does_not_fit_is_the_result_of_an_item_and_is_not_asked_again(
    cli: Cli, drawn: Release, tmp_path: Path
) -> None:
    def answer(request: Request) -> Answer:
        length = sum(len(message["content"]) for message in request.body["messages"])
        if length > 5_000:
            return Answer(status=400, error="This model's maximum context length is 2048 tokens.")
        return Answer("no idea")

    out = tmp_path / "m.jsonl"
    with FakeOpenAI(answer) as server:
        to = ("--dataset", drawn.root, "--model", "openai:m", "--base-url", server.base_url, "-o", out)
        ran = cli("run", "--track", "horizon", "--where", "level=64", "--where", "level=1024", *to)
        assert ran.status == 0, ran.err
        sent = len(server.requests)
        assert {request.body["max_tokens"] for request in server.requests} == {16_384}
        assert sent == 32
        assert cli("run", "--track", "horizon", "--where", "level=64", "--where", "level=1024", *to).status == 0
        assert len(server.requests) == sent
    report = interplay.score(out, release=drawn)
    context = report.metric("context").value
    assert context is not None and context >= 0.5
    assert report.counts["error"] == round(32 * context)
    assert report.metric("context", level="1024").value == 1
    assert any(one.where.get("failure") == "context" for one in report.statistics)


def as_model(drawn: Release, out: Path, change: Callable[[int, dict[str, Any]], None]) -> Path:
    """Write the exact bot's replies as those of a model *m*, each changed by its level and row; return *out*."""
    header, *rows = map(json.loads, gzip.decompress(baseline(drawn, "exact").read_bytes()).splitlines())
    header["system"] = {"name": "m"}
    for row in rows:
        change(int(row["item_id"].split("/")[2]), row)
    out.write_text("".join(json.dumps(row) + "\n" for row in (header, *rows)), encoding="utf-8")
    return out


def test_budgets_of_a_run(cli: Cli, drawn: Release, tmp_path: Path) -> None:
    """Replies that take 40 tokens an operation, cut at 4,096: a curve up to there, and nothing beyond."""

    def spend(level: int, row: dict[str, Any]) -> None:
        row["usage"] = {"calls": 1, "completion_tokens": min(4_096, 40 * level)}
        row["finish_reason"] = "length" if 40 * level > 4_096 else "stop"

    [report], shown = scored(cli, drawn, as_model(drawn, tmp_path / "m.jsonl", spend))
    low, mid = report.metric("h50_1024").value, report.metric("h50").value
    assert low is not None and mid is not None
    assert 16 < low < 40 and 64 < mid < 140
    assert (report.metric("h50_16384").reason or "").startswith("replies were cut off below this budget")
    assert report.metric("cut", level="2048").value == 1
    spent = sum(min(4_096, 40 * level) for level in build.LEVELS)
    assert report.metric("tokens_per_operation").value == pytest.approx(spent / sum(build.LEVELS))
    assert "m: H50 = " in shown and "may be higher" not in shown and "were counted" not in shown


def test_replies_cut_at_a_small_limit_are_told(cli: Cli, drawn: Release, tmp_path: Path) -> None:
    def cut(level: int, row: dict[str, Any]) -> None:
        row["usage"] = {"calls": 1, "completion_tokens": 100}
        row["finish_reason"] = "length" if level == 64 else "stop"

    shown = scored(cli, drawn, as_model(drawn, tmp_path / "m.jsonl", cut))[1]
    assert "replies to 16 items were cut off before 4,096 tokens: H50 may be higher" in shown


def test_a_model_whose_tokens_nobody_counts_is_said_to_be_one(cli: Cli, drawn: Release, tmp_path: Path) -> None:
    shown = scored(cli, drawn, as_model(drawn, tmp_path / "m.jsonl", lambda *_: None))[1]
    assert "DIR draws higher levels; tokens were not fully counted for 144 of 144 items" in shown


def test_without_counts_of_tokens_a_smaller_budget_is_undefined(cli: Cli, drawn: Release, tmp_path: Path) -> None:
    """The run's own limit is not that of 1,024 tokens, and nobody knows which replies kept to it."""
    path = as_model(drawn, tmp_path / "m.jsonl", lambda *_: None)
    report = interplay.score(path, drawn)
    low = report.metric("h50_1024")
    assert (low.value, low.text, low.above) == (None, None, None)
    assert (low.reason or "").startswith("tokens were not fully counted")
    assert report.headline.text == "> 2,048"

    def count(level: int, row: dict[str, Any]) -> None:
        row["usage"] = {"calls": 1, "completion_tokens": level} if level < 2_048 else {"calls": 1}

    report = interplay.score(as_model(drawn, tmp_path / "m.jsonl", count), drawn)
    assert report.metric("h50_1024").reason == low.reason, "a part of the replies is enough"


def test_the_quick_part_has_six_sessions_of_each_modest_level(drawn: Release) -> None:
    part = sizes.part_of("quick", "horizon")
    chosen = select(TRACK, drawn, RunSpec(splits=part.splits, fixed=part.rule)).items
    assert Counter(item.level for item in chosen) == dict.fromkeys((8, 16, 32, 64, 128, 256, 512), 6)
    out = interplay.load_items("horizon", release=drawn, sample=28, where={"split": "single"})
    assert {part_of(TRACK, item) for item in out} == {str(level) for level in build.LEVELS}


def test_an_evaluation_shows_horizons_among_scores(cli: Cli, drawn: Release, tmp_path: Path) -> None:
    to = ("--dataset", drawn.root, "--size", "full", "-o", tmp_path / "all")
    ran = cli("evaluate", "--model", "bot:exact", *to)
    assert ran.status == 0, ran.err
    assert "H50 > 2,048" in ran.out
    text = (tmp_path / "all/summary.md").read_text(encoding="utf-8")
    assert "H50 \\> 2,048" in text and "interval of 90%" in text


def test_drawn_sessions_are_new_and_have_the_levels_that_were_asked_for(cli: Cli, tmp_path: Path) -> None:
    from click.testing import CliRunner

    def draw(*words: str) -> str:
        ran = CliRunner().invoke(build_cli, ["draw", "horizon", "--family", FOUR[0], "--sessions", "1", *words])
        return f"{ran.exit_code} {ran.output}"

    a, b = tmp_path / "a", tmp_path / "b"
    assert draw("--seed", "a", "--levels", "8-40", "--turns", "-o", str(a)).startswith("0 wrote")
    assert draw("--seed", "b", "--levels", "16,8", "-o", str(b)).startswith("0 wrote")
    one, other = (list(TRACK.items(interplay.open_release(root))) for root in (a, b))
    assert sorted({item.level for item in one}) == [8, 16, 32]
    assert [item.level for item in other] == [8, 16]
    assert not {item.messages for item in one} & {item.messages for item in other}
    assert cli("run", "--track", "horizon", "--dataset", b, "--model", "bot:exact", "-o", tmp_path / "x").status == 0
    for wrong in ("16-8", "4-16", "8-131072", "eight"):
        assert draw("--levels", wrong, "-o", str(b)).startswith("2 ")
