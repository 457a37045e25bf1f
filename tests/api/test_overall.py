"""One command from a model to its results on every track."""

import asyncio
import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import interplay
from interplay.api import overall
from interplay.core.errors import OutputError, UnknownName
from interplay.core.records import Usage
from interplay.core.release import Release
from interplay.running.options import RunSpec
from interplay.submissions.sizes import QUICK_CALLS
from interplay.systems.base import Agent
from interplay.systems.catalogue import scaffold
from interplay.systems.chat import ChatModel
from interplay.systems.spec import SystemSpec
from interplay.tracks import catalogue
from interplay_builders.pages import references as page
from tests.fake_openai import Answer, FakeOpenAI, Request
from tests.running_help import rows
from tests.support import Cli

TRACKS = ("simulation", "company", "games", "positions", "horizon")
Messages = list[dict[str, str]]


def babble(messages: Messages) -> str:
    return "Well, let me see"


@pytest.mark.slow
def test_the_quick_size_keeps_its_promise_with_a_model_that_only_babbles(cli: Cli, tmp_path: Path) -> None:
    with FakeOpenAI(lambda _request: Answer("Well, let me see")) as server:
        fixed = ("evaluate", "--model", "openai:m", "--base-url", server.base_url, "-o", tmp_path / "r")
        ran = cli(*fixed, "--concurrency", 32)
        assert ran.status == 0, ran.err
        sent = len(server.requests)
        assert 400 < sent <= QUICK_CALLS
        again = cli(*fixed, "--json")
        assert len(server.requests) == sent
    for track in TRACKS:
        assert (tmp_path / "r" / f"{track}.jsonl").exists()
        report = json.loads((tmp_path / "r" / f"{track}.report.json").read_bytes())
        assert report["counts"]["missing"] == 0
        if track == "positions":  # which takes the whole split
            continue
        name = "quick-2" if track in {"simulation", "company"} else "quick-1"
        assert f"{name}: sample of" in (tmp_path / "r" / f"{track}.report.md").read_text(encoding="utf-8")
        assert rows(tmp_path / "r" / f"{track}.jsonl")[0]["selection"]["name"] == name
    summary = json.loads((tmp_path / "r" / "summary.json").read_bytes())
    assert summary == json.loads(again.out) and summary["sent"] == 0
    by_track = {one["track"]: one for one in summary["tracks"]}
    assert tuple(by_track) == TRACKS
    assert sum(one["usage"]["calls"] for one in by_track.values()) == sent
    assert by_track["positions"]["failures"]["unparsable"] == 1.0
    assert by_track["simulation"]["failures"]["cut"] == 0
    for one in by_track.values():
        without = one["track"] in {"company", "horizon"}
        assert (one["low"] is None) == (one["standard_error"] is None) == without
        if one["standard_error"]:
            assert 1.95 < (one["high"] - one["low"]) / (2 * one["standard_error"]) < 3  # t with few setups
            assert one["low"] <= one["value"] < one["high"]
    assert f"Sent now: {sent:,} requests" in ran.out and "size quick is without scorekeeping" in ran.out
    assert "games: all 18 matches are invalid: the score is that of not playing" in ran.out
    assert "100% unparsable" in ran.out and "comparable with scores of the same items only" in ran.out
    assert "| positions | 160 | 160/160 |" in (tmp_path / "r" / "summary.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_budget_stops_everything_and_the_same_command_goes_on(cli: Cli, tmp_path: Path) -> None:
    def cut(request: Request) -> Answer:
        return Answer("Well")

    with FakeOpenAI(cut) as server:
        fixed = ("evaluate", "--model", "openai:m", "--base-url", server.base_url, "-o", tmp_path, "--price", "1/2")
        first = cli(*fixed, "--max-calls", 150)
        assert first.status == 1
        assert len(server.requests) == 150
        assert "not finished: all 150 calls of this invocation are used" in first.out
        assert "simulation: not finished" not in first.out
        assert "run the same command again" in first.err
        summary = json.loads((tmp_path / "summary.json").read_bytes())
        assert [bool(one["open"]) for one in summary["tracks"]] == [False, True, True, True, True]
        cost = cli(*fixed, "--max-cost", "0.0001")
        assert cost.status == 1 and "this command has spent $0 of its $0.0001" in cost.out
        assert "run the same command again" not in cost.err
        last = cli(*fixed)
        assert last.status == 0 and re.search(r"Cost: \$[0-9.]+; [0-9,]+ tokens in, [0-9,]+ out", last.out)
        summary = json.loads((tmp_path / "summary.json").read_bytes())
        assert sum(one["usage"]["calls"] for one in summary["tracks"]) == len(server.requests)
        other = cli(*fixed, "--size", "standard")
        assert other.status == 1 and "holds an evaluation with size 'quick', not 'standard'" in other.err
        assert "choose another directory for this size" in other.err
        named = cli(*fixed, "--name", "another")
        assert named.status == 1 and "with system 'm', not 'another'" in named.err


@pytest.mark.slow
def test_a_function_is_evaluated_as_a_model_is(tmp_path: Path, release: Release) -> None:
    seen: dict[str, tuple[int, int]] = {}
    summary = interplay.evaluate_all(
        babble, tmp_path, name="mine", release=release, on_progress=lambda name, a, b: seen.update({name: (a, b)})
    )
    assert summary.finished and summary.system == "mine"
    assert seen == {
        "simulation": (120, 120),
        "positions": (160, 160),
        "games": (18, 18),
        "horizon": (42, 42),
        "company": (80, 80),
    }
    assert str(summary).startswith("# Interplay: summary")
    header = interplay.read_submission(tmp_path / "games.jsonl").header
    assert header.selection is not None and header.selection.name == "quick-1"
    assert interplay.score(tmp_path / "games.jsonl", release).counts["missing"] == 0


def test_what_cannot_be_evaluated_is_refused_before_anything_is_asked(tmp_path: Path, release: Release) -> None:
    with pytest.raises(UnknownName, match=r"unknown size 'ful' \(did you mean 'full'\?\)"):
        interplay.evaluate_all(babble, tmp_path / "a", size="ful", release=release)
    with pytest.raises(ValueError, match="a limit on cost needs a price"):
        interplay.evaluate_all(babble, tmp_path / "b", max_cost=1.0, release=release)
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "summary.json").write_text("{}", encoding="utf-8")
    with pytest.raises(OutputError, match="is not the summary of an evaluation"):
        interplay.evaluate_all(babble, tmp_path / "c", release=release)


@pytest.mark.slow
def test_items_that_failed_leave_their_track_open_and_are_tried_again(tmp_path: Path, release: Release) -> None:
    tried = 0

    def failing(messages: Messages) -> str:
        nonlocal tried
        tried += 1
        if tried == 3:
            raise interplay.ModelError("no reply")
        return "x"

    first = interplay.evaluate_all(failing, tmp_path, release=release, concurrency=1)
    assert [one.track for one in first.tracks if one.open] == ["simulation"]
    assert "1 item failed, for example" in first.tracks[0].open
    asked = tried
    assert interplay.evaluate_all(failing, tmp_path, release=release).finished
    assert tried == asked + 1


EVALUATE = ("evaluate", "--model", "openai:m", "--base-url", "http://127.0.0.1:9/v1")


@pytest.mark.slow
def test_dry_run_says_what_each_size_takes(cli: Cli, tmp_path: Path) -> None:
    found = []
    for size in ("quick", "standard", "full"):
        ran = cli(*EVALUATE, "--dry-run", "--json", "--price", "2/8", "--size", size)
        assert ran.status == 0
        found += json.loads(ran.out)
    whole = {one["size"]: one["amounts"] for one in found if one["track"] == "all"}
    assert whole["quick"]["expected"]["calls"] <= whole["quick"]["most"]["calls"] <= QUICK_CALLS
    assert whole["full"]["episodes"] == 824 + 160 + 86 + 520 + 192 + 432
    assert all(one["amounts"]["expected"]["cost"] > 0 for one in found)
    shown = cli(*EVALUATE, "--dry-run").out
    assert "size quick, 8 items at once: about 2 min at 2 s a reply" in shown and "Nothing was sent" in shown
    assert "size quick is without scorekeeping: a dialogue takes up to 255 requests" in shown
    assert "Add --price IN/OUT" in shown and "cost" not in shown.partition("size quick")[0]
    assert "without scorekeeping" not in cli(*EVALUATE, "--dry-run", "--track", "company").out
    paced = cli(*EVALUATE, "--dry-run", "--requests-per-minute", 2).out
    assert "about 4 h at 2 s a reply, about 4 h at 20 s a reply" in paced
    assert cli("evaluate", "--model", "openai:m").status == 2
    assert "--max-cost needs --price" in cli("evaluate", "--model", "openai:m", "--max-cost", "1", "-o", tmp_path).err


def test_the_summary_fits_a_terminal_of_80_columns(tmp_path: Path, release: Release) -> None:
    from interplay.tables import summary as summaries
    from interplay.tables.references import references
    from interplay.tables.terminal import natural_width

    usage = Usage(calls=30_476, prompt_tokens=123_456_789, completion_tokens=9_876_543)
    one = summaries.TrackSummary(
        track="scorekeeping",
        open="",
        items=2711,
        episodes=27_110,
        played=27_110,
        value=99.96,
        low=99.9,
        high=100.0,
        standard_error=10.0,
        usage=usage,
    )
    found = summaries.summary(
        release, "m", "full", [replace(one, references=references(release, "scorekeeping", "full"))]
    )
    assert natural_width(summaries.brief(found)) <= 80 and natural_width(summaries.usage(found)) <= 80
    assert summaries.usage(found).texts()[0][-2] == "123.5M + 9.9M"
    assert summaries.brief(found).texts()[0][2:] == ["0.0", "100.0"]


KEPT = (
    "uninformed,bot-random,False,0.0",
    "best bot,bot-oracle,False,100.0",
    "large-model,large-model-replies,True,96.0",
    "smollm2,smollm2-135m,True,12.5",
)
"""References of company: role, system, whether on all items that it was run on, and score."""
REHEARSAL = ("evaluate", "--model", "bot:random", "--track", "horizon", "--track", "company")


def test_a_rehearsal_with_a_bot_needs_no_server_and_says_which_bots_play(
    cli: Cli, tmp_path: Path, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    from interplay.tables.references import about

    kept = catalogue.table
    rows = [
        {"size": "quick", "about": about(release, "company")}
        | dict(zip(("role", "system", "is_whole", "score"), line.split(","), strict=True))
        for line in KEPT
    ]
    monkeypatch.setattr(catalogue, "table", lambda *of: rows if of == ("company", "references") else kept(*of))
    ran = cli(*REHEARSAL, "-o", tmp_path)
    assert ran.status == 0, ran.err
    words = " ".join(ran.out.split())
    assert "bot-random is bot-parrot in horizon, where no bot has that name" in words
    assert "uninformed best bot large-model smollm2" in words
    assert "company 0.0 0.0 100.0 96.0* 12.5*" in words
    assert "* on all items that this baseline was run on" in words
    assert "is without scorekeeping" not in words  # the tracks were chosen
    assert "Above the uninformed baseline: no track; not shown above it: company, horizon." in words
    assert "Scores of different tracks cannot be added" in words
    assert f"next: interplay report {tmp_path} -o site; interplay compare {tmp_path} OTHER" in ran.err
    summary = json.loads((tmp_path / "summary.json").read_bytes())
    assert [one["track"] for one in summary["tracks"]] == ["company", "horizon"]
    more = cli("evaluate", "--model", "bot:random", "--track", "simulation", "-o", tmp_path, "--json")
    assert [one["track"] for one in json.loads(more.out)["tracks"]] == ["simulation", "company", "horizon"]


def test_a_bot_of_the_chosen_track_need_not_exist_on_others(cli: Cli, tmp_path: Path) -> None:
    ran = cli("evaluate", "--model", "bot:faulty-1000", "--track", "horizon", "-o", tmp_path, "--json")
    assert (ran.status, json.loads(ran.out)["system"]) == (0, "bot-faulty-1000")
    other = cli("evaluate", "--model", "bot:faulty-1000", "--track", "company", "-o", tmp_path / "other")
    assert other.status == 1 and "unknown bot 'faulty-1000'" in other.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--track", "positionz"), "unknown track 'positionz' (did you mean 'positions'?)"),
        (("--skip", "x"), "unknown track 'x'"),
        (("--track", "scorekeeping"), "size quick leaves scorekeeping out"),
        (("--track", "games", "--skip", "games"), "no track is left to run"),
    ],
)
def test_tracks_that_cannot_be_run_are_named(cli: Cli, words: tuple[str, ...], message: str) -> None:
    ran = cli(*EVALUATE, "--dry-run", *words)
    assert ran.status == 1 and message in " ".join(ran.err.split())


def test_tracks_share_the_limits_and_say_how_many_requests_there_will_be(tmp_path: Path, release: Release) -> None:
    at_once: list[int] = []
    under_way = 0

    async def slow(messages: Messages) -> str:
        nonlocal under_way
        under_way += 1
        at_once.append(under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return ""

    model, seen = ChatModel("slow", slow), list[tuple[int, int]]()
    chosen = overall.tracks_of(release, "quick", ("company", "horizon"))
    overall.evaluated(
        lambda _track, _budget: Agent(model, scaffold(SystemSpec(model=""))),
        release,
        tmp_path,
        "quick",
        RunSpec(concurrency=5),
        chosen,
        on_reply=lambda done, about: seen.append((done, about)),
    )
    assert max(at_once) == 5
    assert seen[0] == (0, 122) and seen[-1] == (122, 122)
    summary = json.loads((tmp_path / "summary.json").read_bytes())
    assert summary["tracks"][0]["health"] == [
        (
            "80 of 80 replies are empty: the score says little about the model; if the model reasons first, raise "
            "--max-tokens"
        )
    ]
    assert (tmp_path / "summary.md").read_text(encoding="utf-8").splitlines()[2].startswith("company: 80 of 80 replies")


@pytest.mark.slow
@pytest.mark.parametrize("track", ["company", "games", "horizon", "positions", "scorekeeping", "simulation"])
def test_scores_of_baselines_that_are_kept_are_those_of_the_release(track: str, release: Release) -> None:
    kept = catalogue.table(track, "references")
    assert [{name: str(getattr(row, name)) for name in page.HEADINGS} for row in page.lines(release, track)] == kept


def test_a_score_is_above_the_baseline_if_its_lower_bound_is() -> None:
    from interplay.tables.references import is_above

    assert is_above(9.0, 6.0, None, "5.7") and is_above(100.0, None, None, "5.7") and is_above(1.0, 0.5, None, "-27.0")
    assert not is_above(9.0, 5.0, None, "5.7") and not is_above(1.0, -0.5, None, "-27.0")
    assert not is_above(None, None, None) and not is_above(0.0, None, None)
    assert is_above(None, None, "> 512") and is_above(40.0, 20.0, "40 [20, > 512]")
    assert not is_above(None, None, "< 8") and not is_above(9.0, None, "9 [< 8, 20]")


@pytest.mark.slow
def test_faults_say_how_many_episodes_were_not_played(release: Release) -> None:
    from interplay.tables.summary import faults

    report = interplay.score(release.root / "baselines/bot-first/games.jsonl.gz", release)
    assert [*faults(report)] == []
    counts = {**report.counts, "played": 0, "aborted": report.counts["episodes"]}
    (line,) = faults(replace(report, counts=counts))
    assert line == "0 of {0:,} episodes were played to the end ({0:,} aborted); the others count as failed".format(
        report.counts["episodes"]
    )
