"""Scores at budgets of reply tokens, from submissions whose tokens are known (note 0098)."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import interplay
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.core.tokens import BUDGETS, SHORT, fewest
from interplay.submissions.selection import digest
from interplay.tracks import catalogue
from interplay_lab.api.comparison import compare

Reply = tuple[str, dict[str, Any]]


def submit(
    path: Path,
    release: Release,
    track: str,
    items: Sequence[Any],
    reply: Callable[[int, Any], list[Reply]],
    **params: Any,
) -> Path:
    """Write replies to *items*, and to no others; several replies of an item are its trials."""
    ids = [item.item_id for item in items]
    split = items[0].split
    system = {"name": path.stem, "params": params}
    trials = max(len(reply(n, item)) for n, item in enumerate(items))
    header = {
        "record": "header",
        "format": "interplay-predictions/1",
        "track": track,
        "release": release.manifest.release,
        "manifest_sha256": release.manifest_sha256,
        "splits": [split],
        "selection": {"items": len(ids), "ids": ids, "sha256": digest(catalogue.load(track), items)},
        "system": system,
        "trials": trials,
    }
    rows = [
        {"record": "prediction", "item_id": item.item_id, "trial": trial, "response": text, **more}
        for n, item in enumerate(items)
        for trial, (text, more) in enumerate(reply(n, item))
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in (header, *rows)), encoding="utf-8")
    return path


def took(tokens: int, **more: Any) -> dict[str, Any]:
    return {"usage": {"calls": 1, "completion_tokens": tokens}, "finish_reason": "stop", **more}


def right(item: Any) -> str:
    return "Answer: " + ", ".join(item.gold)


def wrong(item: Any) -> str:
    return "Answer: " + ("no" if item.gold == ("yes",) else "yes")


@pytest.fixture(scope="module")
def questions(release: Release) -> list[Any]:
    items = [item for item in catalogue.load("company").items(release) if item.kind != "recall"]
    first = list({item.dialogue: item for item in items}.values())  # each a cluster of its own
    return [item for item in first if item.split == first[0].split][:20]


def scores(report: Report) -> list[float | None]:
    return [budget.score for budget in report.budgets]


def test_a_right_reply_that_needed_more_is_no_right_one_at_a_smaller_budget(
    tmp_path: Path, release: Release, questions: list[Any]
) -> None:
    tokens = (256, 257, 4_096, 16_385)
    path = submit(tmp_path / "m.jsonl", release, "company", questions, lambda n, i: [(right(i), took(tokens[n % 4]))])
    report = interplay.score(path, release=release)
    assert [budget.tokens for budget in report.budgets] == [*BUDGETS] == [256, 1_024, 4_096, 16_384]
    assert scores(report) == [25, 50, 75, 75]
    assert report.headline.value == 100
    assert report.half_score is not None
    assert report.half_score.tokens == 257
    assert report.lower_bound_share == 0


def test_a_wrong_reply_over_the_budget_counts_like_a_missing_one(
    tmp_path: Path, release: Release, questions: list[Any]
) -> None:
    def reply(n: int, item: Any) -> list[Reply]:
        return [(right(item), took(100)) if n % 2 else (wrong(item), took(2_000))]

    report = interplay.score(submit(tmp_path / "m.jsonl", release, "company", questions, reply), release=release)
    assert scores(report) == [50, 50, 0, 0]
    assert report.half_score is not None
    assert (report.half_score.tokens, report.half_score.reason) == (
        None,
        "the score at the largest budget is not above 0",
    )


def test_a_failed_reply_stays_failed_at_every_budget(tmp_path: Path, release: Release, questions: list[Any]) -> None:
    report = interplay.score(
        submit(tmp_path / "m.jsonl", release, "company", questions, lambda _n, _i: [("I do not know.", took(300))]),
        release=release,
    )
    assert scores(report) == [0, 0, 0, 0]


def test_the_score_at_the_largest_budget_has_the_headline_s_interval(
    tmp_path: Path, release: Release, questions: list[Any]
) -> None:
    def reply(n: int, item: Any) -> list[Reply]:
        return [(right(item) if n % 3 else wrong(item), took(10 + n))]

    report = interplay.score(submit(tmp_path / "m.jsonl", release, "company", questions, reply), release=release)
    for budget in report.budgets:
        assert (budget.score, budget.ci) == (report.headline.value, (report.headline.low, report.headline.high))


def test_half_of_the_score_is_where_the_middle_reply_ends(
    tmp_path: Path, release: Release, questions: list[Any]
) -> None:
    path = submit(tmp_path / "m.jsonl", release, "company", questions, lambda n, i: [(right(i), took(100 * (n + 1)))])
    report = interplay.score(path, release=release)
    half = report.half_score
    assert half is not None
    assert half.ci is not None
    assert half.tokens == 1_000
    assert 300 < half.ci[0] < 1_000 < half.ci[1] < 1_800
    again = interplay.score(path, release=release, workers=2)
    assert (again.budgets, again.half_score) == (report.budgets, half)


def test_tokens_that_nobody_claimed_are_counted_in_words_and_marked(
    tmp_path: Path, release: Release, questions: list[Any]
) -> None:
    thoughts = "word " * 300

    def reply(n: int, item: Any) -> list[Reply]:
        more = ({}, took(2_000), took(1, reasoning=thoughts), {"reasoning": thoughts})[n % 4]
        return [(right(item), more)]

    report = interplay.score(submit(tmp_path / "m.jsonl", release, "company", questions, reply), release=release)
    assert fewest(thoughts) == 300
    assert scores(report) == [25, 75, 100, 100]
    assert report.lower_bound_share == 0.75


@pytest.mark.parametrize(("more", "params"), [({}, {"max_tokens": 1_024}), (took(1_024), {})])
def test_budgets_above_the_limit_at_which_a_reply_was_cut_have_no_score(
    tmp_path: Path, release: Release, questions: list[Any], more: dict[str, Any], params: dict[str, Any]
) -> None:
    def reply(n: int, item: Any) -> list[Reply]:
        return [("So far", more | {"finish_reason": "length"}) if n == 3 else (right(item), took(500))]

    path = submit(tmp_path / "m.jsonl", release, "company", questions, reply, **params)
    report = interplay.score(path, release=release)
    assert scores(report) == [0, 95, None, None]
    assert [budget.reason for budget in report.budgets] == [None, None, SHORT, SHORT]
    assert report.half_score is not None
    assert report.half_score.tokens == 500


def test_trials_and_missing_replies_count_as_in_the_headline(
    tmp_path: Path, release: Release, questions: list[Any]
) -> None:
    def reply(n: int, item: Any) -> list[Reply]:
        both = [(right(item), took(100)), (right(item), took(2_000))]
        return both[: 1 if n == 0 else 2]

    path = submit(tmp_path / "m.jsonl", release, "company", questions, reply)
    report = interplay.score(path, release=release, allow_partial=True)
    assert scores(report) == pytest.approx([50, 50, 97.5, 97.5])
    assert report.headline.value == pytest.approx(97.5)


def test_a_position_s_reply_over_the_budget_costs_the_worst_move(tmp_path: Path, release: Release) -> None:
    track = catalogue.load("positions")
    items = [item for item in track.items(release) if item.game == "connect_four" and item.split == "hard"][:8]

    def best(item: Any) -> str:
        return f"Action: {max(item.values, key=lambda value: value.value).action}"

    long = submit(tmp_path / "long.jsonl", release, "positions", items, lambda _n, i: [(best(i), took(1_000))])
    silent = submit(tmp_path / "silent.jsonl", release, "positions", items, lambda _n, _i: [("", took(1))])
    report, lost = (interplay.score(path, release=release) for path in (long, silent))
    assert report.headline.value == 100
    assert scores(report) == [lost.headline.value, 100, 100, 100]
    assert lost.headline.value is not None
    assert lost.headline.value < 0


def test_a_simulation_s_right_reply_fails_below_its_tokens(tmp_path: Path, release: Release) -> None:
    scripts = [item for item in catalogue.load("simulation").items(release) if item.decided_by == "program"][:30]
    track = catalogue.load("simulation")
    scripts = [item for item in scripts if "score" not in track.undefined(item)]
    path = submit(tmp_path / "m.jsonl", release, "simulation", scripts, lambda _n, i: [(i.reference, took(1_025))])
    report = interplay.score(path, release=release)
    assert scores(report) == [0, 0, 100, 100]


def test_horizon_s_budgets_are_its_own_shares_of_correct_reports(tmp_path: Path, release: Release) -> None:
    items = [item for item in catalogue.load("horizon").items(release) if item.split == "single"][:60]

    def reply(n: int, item: Any) -> list[Reply]:
        text = "\n".join(f"{line.label}: {value}" for line, value in zip(item.report, item.expected[-1], strict=True))
        return [(text, took(200 * (n + 1)))]

    report = interplay.score(submit(tmp_path / "m.jsonl", release, "horizon", items, reply), release=release)
    shares = [report.metric(name).value for name in ("passed_1024", "passed", "passed_16384")]
    assert scores(report)[1:] == shares
    assert scores(report)[0] == pytest.approx(1 / 60)


def test_tracks_of_several_replies_have_no_budgets(release: Release) -> None:
    report = interplay.score(release.root / "baselines/bot-random/scorekeeping.jsonl.gz")
    assert (report.budgets, report.half_score, report.lower_bound_share) == ((), None, None)


def test_tables_and_comparisons_state_budgets(
    tmp_path: Path, release: Release, questions: list[Any], cli: Callable[..., Any]
) -> None:
    fast = submit(tmp_path / "fast.jsonl", release, "company", questions, lambda n, i: [(right(i), took(100 + n))])
    slow = submit(tmp_path / "slow.jsonl", release, "company", questions, lambda n, i: [(right(i), took(3_000 + n))])
    full = cli("score", fast, slow, "--full").out
    assert "company, score at a budget of reply tokens" in full
    assert "lower bound = share of" in full
    assert "score at a budget" not in cli("score", fast).out
    values = json.loads(cli("score", slow, "--json").out)
    assert values["budgets"][0] == {"tokens": 256, "score": 0}
    assert sorted(values["budgets"][3]) == ["ci", "score", "tokens"]
    comparison = compare(fast, slow, release=release)
    by_name = {system.label: system for system in comparison.systems}
    assert [budget.score for budget in by_name["slow"].budgets] == [0, 0, 100, 100]
    assert [budget.score for budget in by_name["fast"].budgets] == [100, 100, 100, 100]
    assert "score at a budget of reply tokens" in cli("compare", fast, slow).out
    assert values["half_score"]["tokens"] == 3_009


def test_pages_have_a_curve_with_its_label(
    tmp_path: Path, release: Release, questions: list[Any], cli: Callable[..., Any]
) -> None:
    path = submit(
        tmp_path / "mine.jsonl", release, "company", questions, lambda n, i: [(right(i), took(200 + 100 * n))]
    )
    assert cli("report", path, "-o", tmp_path / "site", "--pages", "0").status == 0
    page = (tmp_path / "site" / "track-company.html").read_text(encoding="utf-8")
    assert "company: score at a budget of reply tokens" in page
    assert "half of its final score at 1,100 [" in page
    assert ">mine</text>" in page
