"""What judgments say of systems: Table 4, comparisons, the judge against the checks, clues."""

import json
import shutil
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, cohen_kappa_score

from interplay.core.release import Release
from interplay.judging import verdicts
from interplay.tables.simulated import PARTS
from interplay_lab.judging import agreement
from interplay_lab.judging.means import Case, mean_of, share
from tests.fake_openai import Answer, FakeOpenAI, Request
from tests.judging import small
from tests.running_help import Cli

Row = dict[str, Any]
Words = Callable[..., list[str]]


@pytest.fixture
def server() -> Iterator[FakeOpenAI]:
    with FakeOpenAI(small.strict) as running_server:
        yield running_server


@pytest.fixture
def judged(interplay_cli: Cli, server: FakeOpenAI, tiny_root: Path, tmp_path: Path) -> Callable[..., Path]:
    """Return a function that has files judged and returns the judgments."""

    def judge(name: str, script: Callable[[Request], Answer], *files: Path, more: tuple[str, ...] = ()) -> Path:
        server.script = script
        out = tmp_path / f"{name}-{'-'.join(f.stem for f in files)}.judged.jsonl"
        where = ("--model", "openai:m", "--base-url", server.base_url, "--dataset", tiny_root)
        assert interplay_cli("judge", *files, "--judge", name, *where, "-o", out, *more) == 0, interplay_cli.err
        return out

    return judge


Judge = Callable[..., Path]


@pytest.fixture
def scored(interplay_cli: Cli, tiny_root: Path) -> Callable[..., list[Row]]:
    """Return a function that scores files with judgments and returns the reports."""

    def score(*words: object) -> list[Row]:
        status = interplay_cli("score", *words, "--dataset", tiny_root, "--json")
        assert status == 0, interplay_cli.err
        found = json.loads(interplay_cli.out)
        return found if isinstance(found, list) else [found]

    return score


Score = Callable[..., list[Row]]


def value(report: Row, name: str, **where: str) -> Row:
    found = [s for s in report["statistics"] if s["name"] == name and where.items() <= s["where"].items()]
    assert len(found) == 1, (name, where, len(found))
    row: Row = found[0]
    return row


def by_item(path: Path) -> dict[str, Any]:
    return {row["item_id"]: row.get("verdict") for row in small.rows(path)[1:]}


def test_without_judgments_nothing_changes(
    bad: Path, scored: Score, judged: Judge, tiny_root: Path, interplay_cli: Cli
) -> None:
    before = scored(bad)[0]
    after = scored(bad, "--judgments", judged("scoring", small.strict, bad))[0]
    changed = {key for key in after if before.get(key) != after[key]}
    assert changed == {"judge_digest", "comparability_key", "statistics"}
    assert before.keys() == after.keys() - {"judge_digest", "statistics"}
    assert interplay_cli("score", bad, "--dataset", tiny_root) == 0
    assert "by the judge" not in interplay_cli.out


def test_mean_ratings_by_every_part_of_table_4(bad: Path, scored: Score, judged: Judge) -> None:
    path = judged("scoring", small.rate, bad)
    report = scored(bad, "--judgments", path)[0]
    ratings = by_item(path)
    scripts = {script.item_id: script for script in small.SCRIPTS}
    for part in PARTS:
        chosen = [
            ratings[i]
            for i, s in scripts.items()
            if part == "all"
            or s.script_type == part
            or (part == "hard" and s.hard)
            or (s.kind == part and s.script_type == "first_challenging")
        ]
        found = value(report, "rating", part=part)
        assert found["value"] == pytest.approx(statistics.fmean(chosen))
        assert (found["n"], found["kind"]) == (len(chosen), "mean")
        assert found.get("low") is None or found["low"] <= found["value"] <= found["high"]
        assert value(report, "rating_unscored", part=part)["value"] == 0
    for task, kind in small.TASKS:
        chosen = [ratings[i] for i, s in scripts.items() if s.task == task]
        found = value(report, "rating", task=task)
        assert found["where"]["kind"] == kind
        assert (found["value"], found.get("low")) == (pytest.approx(statistics.fmean(chosen)), None)


def test_the_judge_is_named_in_the_comparability_key(bad: Path, scored: Score, judged: Judge) -> None:
    path = judged("scoring", small.rate, bad)
    report = scored(bad, "--judgments", path)[0]
    digest = small.rows(path)[0]["judge_digest"]
    assert report["judge_digest"] == digest
    assert report["comparability_key"].endswith(f" judge:{digest[:16]}/m/text/v{verdicts.VERSION}")
    assert scored(bad)[0]["comparability_key"].endswith(" judge:none")


def test_replies_that_were_not_given_have_the_lowest_rating_and_unscored_ones_none(
    tiny: Release, tmp_path: Path, scored: Score, judged: Judge
) -> None:
    path = small.submit(
        tmp_path / "some.jsonl", tiny, "some", lambda s: None if s.item_id.startswith("linux") else s.reference, leave=2
    )

    def judge(request: Request) -> Answer:
        return Answer("Well." if small.shown(request.messages, "response") == "out 10" else "Rating: [[9]]")

    report = scored(path, "--allow-partial", "--judgments", judged("scoring", judge, path))[0]
    found = value(report, "rating", part="all")
    given, lost, unscored = 12 - 3 - 2, 5, 1
    assert found["n"] == given + lost - unscored
    assert found["value"] == pytest.approx((9 * (given - unscored) + lost) / (given + lost - unscored))
    assert value(report, "rating_unscored", part="all")["value"] == pytest.approx(1 / 12)
    floor = (9 * (given - unscored) + lost + unscored) / 12
    assert value(report, "rating_floor")["value"] == pytest.approx(floor)


def test_trials_are_averaged_before_items(tiny: Release, bad: Path, scored: Score, judged: Judge) -> None:
    small.submit(bad, tiny, "bad", small.spoiled, trials=2)
    report = scored(bad, "--judgments", judged("scoring", small.strict, bad))[0]
    assert value(report, "rating", part="all")["n"] == 12


def test_claimed_verdicts_are_not_believed(bad: Path, scored: Score, judged: Judge) -> None:
    path = judged("scoring", small.strict, bad)
    honest = scored(bad, "--judgments", path)[0]
    rows = small.rows(path)
    small.write_rows(path, [rows[0], *({**row, "verdict": 10} for row in rows[1:])])
    forged = scored(bad, "--judgments", path)[0]
    assert forged["statistics"] == honest["statistics"]
    assert any("claims 10, its reply reads 8" in warning["message"] for warning in forged["warnings"])


def test_hostile_judgments_are_findings(
    bad: Path, good: Path, judged: Judge, interplay_cli: Cli, tiny_root: Path
) -> None:
    path = judged("scoring", small.strict, bad)
    header, first, *rest = small.rows(path)
    cases: dict[str, tuple[list[object], str]] = {
        "another prompt": ([header, {**first, "prompt_sha256": "0" * 64}], "found the digest of another prompt"),
        "unknown item": ([header, {**first, "item_id": "nobody/1"}], "which the judge is not asked about"),
        "twice": ([header, first, first], "again, expected it once"),
        "another judge": ([header, {**first, "judge_digest": "0" * 64}], "a judge other than the header"),
        "another file": ([{**header, "judge_digest": "0" * 64}, first], "the judge's file has"),
        "softer judge": (
            [{**header, "judge_file": header["judge_file"].replace("nothing else", "much else")}, first],
            "the judge's file has",
        ),
        "no judge": ([{**header, "judge_file": "name = 1"}, first], "is not a judge"),
        "other items": ([{**header, "track_sha256": "0" * 64}, first], "made with other items"),
        "unknown mode": ([{**header, "mode": "poem"}, first], "$.mode"),
        "no header": ([first], "does not hold judgments"),
        "second header": ([header, header], "found a second header"),
        "unknown key": ([header, {**first, "score": 10}], "found the unknown key 'score'"),
        "verdict list": ([header, {**first, "verdict": [10]}], "$.verdict"),
        "order": ([header, {**first, "order": "xy"}], "expected"),
    }
    for name, (rows, message) in cases.items():
        small.write_rows(path, rows)
        assert interplay_cli("score", bad, "--judgments", path, "--dataset", tiny_root) == 1, name
        assert message in interplay_cli.err, name
    small.write_rows(path, [header, first, *rest])
    assert interplay_cli("score", good, "--judgments", path, "--dataset", tiny_root) == 1
    assert "found judgments about 'bad'" in interplay_cli.err


def test_forged_judge_files_change_the_key_that_results_are_compared_by(
    bad: Path, judged: Judge, scored: Score, tmp_path: Path
) -> None:
    from interplay.judging import judge as base

    soft = tmp_path / "soft.toml"
    soft.write_text(base.load("scoring").text.replace("nothing else", "much else"), encoding="utf-8")
    one = scored(bad, "--judgments", judged("scoring", small.strict, bad))[0]
    (tmp_path / "scoring-bad.judged.jsonl").unlink()
    out = tmp_path / "soft.jsonl"
    shutil.move(judged(str(soft), small.strict, bad, more=("-o", str(out))) and out, tmp_path / "moved.jsonl")
    other = scored(bad, "--judgments", tmp_path / "moved.jsonl")[0]
    assert one["comparability_key"] != other["comparability_key"]
    warnings = [
        [w["message"] for w in row.get("warnings", []) if "not in release" in w["message"]] for row in (one, other)
    ]
    assert [len(messages) for messages in warnings] == [0, 1]
    assert "found the judge 'scoring'" in warnings[1][0]


# Comparisons


def shares(report: Row, part: str = "all") -> tuple[float, float, float]:
    win, tie, lose = (value(report, f"pair_{name}", part=part)["value"] for name in ("win", "tie", "lose"))
    return win, tie, lose


def test_a_system_wins_where_both_orders_agree(good: Path, bad: Path, judged: Judge, scored: Score) -> None:
    path = judged("pairwise", small.prefer, good, bad)
    assert len(small.rows(path)) == 1 + 2 * 12
    one, other = scored(good, bad, "--judgments", path)
    assert shares(one) == (1, 0, 0)
    assert shares(other) == (0, 0, 1)
    assert value(one, "pair_difference", part="hard")["value"] == 1
    assert value(other, "pair_difference", part="hard")["value"] == -1
    assert value(one, "pair_flipped", part="all")["value"] == 0
    assert value(one, "pair_first", part="all")["value"] == 0.5
    assert value(one, "pair_win", part="all")["where"]["opponent"] == "bad"
    assert one["comparability_key"].endswith(f"judge:{one['judge_digest'][:16]}/m/text/v{verdicts.VERSION}")


def test_exchanging_the_systems_mirrors_the_result(tiny: Release, tmp_path: Path, judged: Judge, scored: Score) -> None:
    some = small.submit(tmp_path / "some.jsonl", tiny, "some", lambda s: "x" * (ord(s.item_id[-4]) % 3 + 1))
    other = small.submit(tmp_path / "other.jsonl", tiny, "other", lambda s: "y" * (ord(s.item_id[0]) % 3 + 1))
    forward, backward = judged("pairwise", small.prefer, some, other), judged("pairwise", small.prefer, other, some)
    results = [scored(some, other, "--judgments", path) for path in (forward, backward)]
    assert 0 < shares(results[0][0])[0] < 1
    for one, two in zip(*results, strict=True):
        assert one["statistics"] == two["statistics"]
    assert shares(results[0][0]) == shares(results[0][1])[::-1]


def test_a_judge_that_prefers_what_comes_first_makes_ties(
    good: Path, bad: Path, judged: Judge, scored: Score, interplay_cli: Cli, tiny_root: Path, tmp_path: Path
) -> None:
    path = judged("pairwise", small.always_first, good, bad)
    one = scored(good, bad, "--judgments", path)[0]
    assert shares(one) == (0, 1, 0)
    assert value(one, "pair_flipped", part="all")["value"] == 1
    assert value(one, "pair_first", part="all")["value"] == 1
    words = (good, bad, "--judgments", path, "--dataset", tiny_root, "--out", tmp_path / "report")
    assert interplay_cli("score", *words) == 0
    assert "Comparisons by the judge" in interplay_cli.out
    assert "100.0%" in (tmp_path / "report" / "report.md").read_text(encoding="utf-8")


def test_pairs_without_two_verdicts_are_unscored_and_missing_replies_lose(
    tiny: Release, tmp_path: Path, good: Path, judged: Judge, scored: Score
) -> None:
    partly = small.submit(tmp_path / "partly.jsonl", tiny, "partly", lambda s: None if s.hard else s.reference)

    def judge(request: Request) -> Answer:
        return Answer("[[D]]" if "out 0" in request.messages[-1]["content"].split("Candidate A:")[1] else "[[C]]")

    one = scored(partly, good, "--judgments", judged("pairwise", judge, partly, good))[0]
    assert shares(one, "hard") == (0, 0, 1)
    assert value(one, "pair_unscored", part="last_only")["value"] == pytest.approx(1 / 4)
    assert value(one, "pair_win", part="all")["n"] == 11


def test_judgments_in_a_mode_that_the_judge_lacks_are_refused(
    good: Path, bad: Path, judged: Judge, interplay_cli: Cli, tiny_root: Path
) -> None:
    path = judged("pairwise", small.prefer, good, bad)
    header, *rows = small.rows(path)
    small.write_rows(path, [{**header, "mode": "logprobs"}, *rows])
    assert interplay_cli("score", good, bad, "--judgments", path, "--dataset", tiny_root) == 1
    assert "found 'logprobs', which the judge pairwise does not have" in interplay_cli.err


def test_comparisons_need_both_submissions(
    good: Path, bad: Path, judged: Judge, interplay_cli: Cli, tiny_root: Path
) -> None:
    path = judged("pairwise", small.prefer, good, bad)
    assert interplay_cli("score", good, "--judgments", path, "--dataset", tiny_root) == 1
    assert "expected submissions that are scored in the same call" in interplay_cli.err


# The judge against the checks


def test_kind_ratings_of_wrong_content_are_reported(bad: Path, judged: Judge, scored: Score) -> None:
    report = scored(bad, "--judgments", judged("scoring", small.strict, bad))[0]
    good = value(report, "rated_good_though_wrong")
    assert (good["value"], good["n"]) == (1, 8)
    assert value(report, "band_agreement")["value"] == pytest.approx(4 / 12)
    expected = cohen_kappa_score([2] * 8 + [1] * 4, [0] * 8 + [1] * 4)
    assert value(report, "band_kappa")["value"] == pytest.approx(expected)


def test_bands_of_a_judge_that_keeps_to_the_rubric_agree(bad: Path, judged: Judge, scored: Score) -> None:
    def judge(request: Request) -> Answer:
        return Answer(f"Rating: [[{4 if 'think' in small.shown(request.messages, 'response') else 6}]]")

    report = scored(bad, "--judgments", judged("scoring", judge, bad))[0]
    assert value(report, "rated_good_though_wrong")["value"] == 0
    assert value(report, "band_kappa")["value"] == 1


def test_kappa_is_undefined_where_all_replies_are_in_one_band(good: Path, judged: Judge, scored: Score) -> None:
    report = scored(good, "--judgments", judged("scoring", small.strict, good))[0]
    kappa = value(report, "band_kappa")
    assert (kappa["n"], kappa.keys() & {"value", "low", "high"}) == (12, set())
    assert "value" not in value(report, "rated_good_though_wrong")


@pytest.mark.parametrize("seed", range(5))
def test_kappa_and_agreement_are_those_of_a_reference(seed: int) -> None:
    counts = np.random.default_rng(seed).integers(0, 20, size=(3, 3)).astype(float)
    cases = [(i, j) for i in range(3) for j in range(3) for _ in range(int(counts[i, j]))]
    shares = counts / counts.sum()
    expected = float(shares.sum(axis=1) @ shares.sum(axis=0))
    rows = agreement.statistics([("x", float((1, 5, 7)[i]), j) for i, j in cases], {})
    values = {row.name: row.value for row in rows}
    bands = [i for i, _ in cases], [j for _, j in cases]
    assert values["band_kappa"] == pytest.approx((np.trace(shares) - expected) / (1 - expected))
    assert values["band_kappa"] == pytest.approx(cohen_kappa_score(*bands))
    assert values["band_agreement"] == pytest.approx(accuracy_score(*bands))


def test_a_share_of_all_cases_has_an_interval_and_a_mean_of_accuracies_is_not_widened_like_one() -> None:
    whole = share({}, "x", "x", [Case(str(n), 1.0) for n in range(10)])
    assert whole.low is not None
    assert (0.5 < whole.low < 1, whole.high) == (True, 1)
    even = [Case(str(n), 0.5 + n % 2 / 50) for n in range(40)]
    mean = mean_of({}, "x", "x", even, (0.0, 1.0))
    assert mean.low is not None
    assert mean.high is not None
    assert mean.high - mean.low < 0.01


def test_doubling_every_case_does_not_shrink_an_interval() -> None:
    cases = [Case(str(n % 5), float(n)) for n in range(20)]
    one = mean_of({}, "x", "x", cases)
    two = mean_of({}, "x", "x", cases * 2)
    assert (one.value, one.low, one.high) == (two.value, two.low, two.high)


# Clues


def test_descriptions_are_accurate_clues_by_role(tiny: Release, tmp_path: Path, judged: Judge, scored: Score) -> None:
    path = small.play(tmp_path / "games.jsonl", tiny, lambda n: "..." if n == 2 else "it is nice")
    seen: list[tuple[str, str]] = []

    def judge(request: Request) -> Answer:
        seen.append((small.shown(request.messages, "word"), small.shown(request.messages, "clue")))
        return Answer("Verdict: [[yes]]" if len(seen) % 2 else "Verdict: [[perhaps]]")

    judgments = judged("clue", judge, path, more=("--concurrency", "1"))
    words = {word for item in small.MATCHES for word in item.setup.texts("words")}
    assert seen
    assert {word for word, _ in seen} <= words
    assert {clue for _, clue in seen} == {"it is nice"}
    report = scored(path, "--judgments", judgments)[0]
    found = [s for s in report["statistics"] if s["name"].startswith("description")]
    roles = {s["name"] for s in found}
    assert roles <= {f"description{what}_as_{r}" for what in ("", "_unscored") for r in ("undercover", "other")}
    given = [s for s in found if s["name"].startswith("description_as")]
    lost = [s for s in found if "unscored" in s["name"]]
    unscored = len(seen) // 2
    assert sum(s["value"] * s["n"] for s in given if s["value"] is not None) == len(seen) - unscored
    assert round(sum(s["value"] * s["n"] for s in lost)) == unscored
    assert sum(s["n"] for s in lost) > len(seen)  # what says nothing is a clue that describes nothing


def test_clues_of_matches_that_do_not_verify_are_refused(
    tiny: Release, tmp_path: Path, tiny_root: Path, interplay_cli: Cli
) -> None:
    path = small.play(tmp_path / "games.jsonl", tiny, lambda _: "it is nice")
    rows = small.rows(path)
    rows[1]["rounds"] = rows[1]["rounds"][:-1]
    small.write_rows(path, rows)
    words = ("judge", path, "--judge", "clue", "--model", "openai:m", "--dataset", tiny_root, "--dry-run")
    assert interplay_cli(*words, "--base-url", "http://127.0.0.1:1/v1") == 1
    assert "cannot be judged" in interplay_cli.err


def test_judgments_from_which_lines_were_deleted_are_refused(
    bad: Path, judged: Judge, tiny_root: Path, interplay_cli: Cli
) -> None:
    path = judged("scoring", small.rate, bad)
    rows = small.rows(path)
    del rows[3:5]
    small.write_rows(path, rows)
    assert interplay_cli("score", bad, "--judgments", path, "--dataset", tiny_root) == 1
    assert f"found 10 judgments, expected 12; {rows[0]['submissions'][0]['system']['name']!r}" in interplay_cli.err
    assert "was judged on 'linux-terminal/" in interplay_cli.err


def test_judgments_of_some_items_say_so_and_are_complete_among_these(
    bad: Path, judged: Judge, scored: Score, tiny_root: Path, interplay_cli: Cli
) -> None:
    path = judged("scoring", small.rate, bad, more=("--where", "task=Linux terminal"))
    assert small.rows(path)[0]["where"] == {"task": "Linux terminal"}
    warnings = [found["message"] for found in scored(bad, "--judgments", path)[0]["warnings"]]
    assert any("only items with task=Linux terminal were judged" in message for message in warnings)
    rows = small.rows(path)
    small.write_rows(path, rows[:-1])
    assert interplay_cli("score", bad, "--judgments", path, "--dataset", tiny_root) == 1
    assert "found 2 judgments, expected 3" in interplay_cli.err


def test_replies_cut_at_the_limit_of_tokens_are_a_statistic_of_their_own(
    bad: Path, judged: Judge, scored: Score
) -> None:
    def judge(request: Request) -> Answer:
        if "Linux" in request.messages[-1]["content"]:
            return small.cut("<think>Well")
        return Answer("Rating: [[4]]")

    report = scored(bad, "--judgments", judged("scoring", judge, bad))[0]
    assert value(report, "rating_unscored", part="all")["value"] == pytest.approx(3 / 12)
    assert value(report, "rating_cut", part="all")["value"] == pytest.approx(3 / 12)
    assert value(report, "rating_cut", part="stateless")["value"] == 0


def test_pairs_on_which_the_judge_ran_out_of_tokens_are_counted(
    good: Path, bad: Path, judged: Judge, scored: Score
) -> None:
    path = judged("pairwise", lambda _: small.cut("A is"), good, bad)
    report = scored(good, bad, "--judgments", path)[0]
    assert value(report, "pair_unscored", part="all")["value"] == value(report, "pair_cut", part="all")["value"] == 1


def test_tasks_that_were_never_answered_are_not_among_the_hardest(
    tiny: Release, tmp_path: Path, judged: Judge, tiny_root: Path, interplay_cli: Cli
) -> None:
    path = small.submit(
        tmp_path / "some.jsonl", tiny, "some", lambda s: s.reference if s.task == "Rot13 encoder" else None
    )
    verdicts_path = judged("scoring", small.rate, path)
    words = ("score", path, "--judgments", verdicts_path, "--dataset", tiny_root, "-o", tmp_path / "out")
    assert interplay_cli(*words) == 0
    assert "hardest stateful tasks" not in interplay_cli.out
    assert "hardest stateless tasks" in interplay_cli.out
    document = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert "Linux terminal" not in document.split("hardest")[1]
    assert "Unit converter" not in interplay_cli.out


def test_a_sample_is_judged_and_rated_as_the_sample(
    tiny: Release, tiny_root: Path, tmp_path: Path, scored: Score, judged: Judge, interplay_cli: Cli
) -> None:
    path = tmp_path / "part.jsonl"
    fixed = ("run", "--track", "simulation", "--model", "bot:reference", "--dataset", tiny_root, "-o", path)
    assert interplay_cli(*fixed, "--sample", 5, "--sample-seed", 3) == 0, interplay_cli.err
    judgments = judged("scoring", small.strict, path)
    assert len(small.rows(judgments)) == 1 + 5
    report = scored(path, "--judgments", judgments)[0]
    assert value(report, "rating", part="all")["n"] == 5
    assert value(report, "rating_unscored", part="all")["value"] == 0
    assert " sample:5/12:" in report["comparability_key"] and "/m/text" in report["comparability_key"]
    assert report["selected"] == "sample of 5 of 12 items, seed 3"
