"""What a run selects, what its submission records of it, and what scoring makes of that."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import interplay
from interplay.core.errors import OutputError, RecordError, UnknownName
from interplay.core.release import Release
from interplay.running.options import RunSpec, select
from interplay.scoring.score import Options, score
from interplay.submissions import sizes
from interplay.tracks import catalogue
from tests.running_help import rows
from tests.support import Cli

QUICK = Options()
Json = dict[str, Any]


@pytest.fixture
def sampled(tmp_path: Path, release: Release) -> Path:
    """Return a submission on a sample of positions, made by the worst bot."""
    path = tmp_path / "sample.jsonl"
    interplay.run("bot:worst", "positions", path, splits="hard", sample=40, seed=1, release=release)
    return path


def changed(path: Path, change: Callable[[Json], None]) -> Path:
    """Return a copy of a submission with another header."""
    first, rest = path.read_text(encoding="utf-8").split("\n", 1)
    header = json.loads(first)
    change(header)
    other = path.with_name("changed.jsonl")
    other.write_text(json.dumps(header) + "\n" + rest, encoding="utf-8")
    return other


def test_a_sample_is_scored_as_the_sample_that_its_header_names(sampled: Path, release: Release) -> None:
    items = interplay.load_items("positions", "hard", release=release, sample=40, seed=1)
    selection = rows(sampled)[0]["selection"]
    assert selection == {"items": 40, "sample": 40, "sample_seed": 1, "sha256": selection["sha256"]}
    report = score(sampled, release, QUICK)
    assert {one.item_id for one in report.per_item} == {item.item_id for item in items}
    assert report.counts["items"] == report.counts["played"] == 40
    assert report.selected == "sample of 40 of 1,753 items, seed 1"
    assert report.selection is not None and report.selection.sample_seed == 1
    assert report.groups == score(sampled, release, Options(items=frozenset(selection_ids(items)))).groups
    assert all(group.counts["missing"] == 0 for group in report.groups)
    assert report.warnings[0].severity == "warning" and report.selected in report.warnings[0].message


def selection_ids(items: list[interplay.Item]) -> list[str]:
    return [item.item_id for item in items]


def test_a_sample_never_compares_as_equal_with_the_whole_or_with_another_sample(
    tmp_path: Path, release: Release
) -> None:
    keys = []
    for name, seed in {"a": 1, "b": 2, "c": 1}.items():
        path = tmp_path / f"{name}.jsonl"
        bot = "bot:empty" if name == "a" else "bot:echo"
        interplay.run(bot, "simulation", path, sample=9, seed=seed, release=release)
        keys.append(score(path, release, QUICK).comparability_key)
    keys.append(score(release.root / "baselines/bot-empty/simulation.jsonl.gz", release, QUICK).comparability_key)
    assert keys[0] == keys[2]
    assert len(set(keys)) == 3


def test_what_is_missing_within_the_selection_counts_0(sampled: Path, release: Release) -> None:
    lines = sampled.read_text(encoding="utf-8").splitlines(keepends=True)
    sampled.write_text("".join(lines[:-10]), encoding="utf-8")
    with pytest.raises(RecordError, match="found 30 of 40 predictions"):
        score(sampled, release, QUICK)
    report = score(sampled, release, Options(allow_partial=True))
    assert (report.counts["items"], report.counts["missing"], report.counts["played"]) == (40, 10, 30)
    assert interplay.validate(sampled, release).expected == 40


def test_intervals_resample_the_selected_items_only(tmp_path: Path, release: Release) -> None:
    widths = []
    for size in (30, 480):
        path = tmp_path / f"{size}.jsonl"
        interplay.run("bot:random", "positions", path, splits="hard", sample=size, seed=3, release=release)
        metric = score(path, release, QUICK).metric("optimal")
        assert metric.low is not None and metric.high is not None and metric.n == size
        widths.append(metric.high - metric.low)
    assert widths[0] > 2.5 * widths[1]  # 4 in expectation


def test_several_workers_and_trials_score_the_same_selection(tmp_path: Path, release: Release) -> None:
    path = tmp_path / "s.jsonl"
    interplay.run("bot:random", "scorekeeping", path, sample=5, trials=2, release=release)
    report = score(path, release, QUICK)
    assert (report.counts["items"], report.counts["episodes"]) == (5, 10)
    assert report == score(path, release, Options(workers=2))


@pytest.mark.parametrize(
    ("track", "bot", "more", "told"),
    [
        ("scorekeeping", "bot:oracle", {"limit": 3}, "first 3 of 86 items"),
        ("games", "bot:random", {"where": {"game": "bid"}}, "20 of 380 items, game bid"),
        ("games", "bot:random", {"where": {"game": "bid"}, "sample": 6}, "sample of 6 of 380 items, game bid, seed 0"),
        ("scorekeeping", "bot:oracle", {"splits": "base", "limit": 50}, ""),
        ("scorekeeping", "bot:oracle", {"splits": "base", "sample": 99}, ""),
    ],
)
def test_every_selection_of_a_run_is_scored_as_it_is(
    tmp_path: Path, release: Release, track: str, bot: str, more: Json, told: str
) -> None:
    path = tmp_path / "s.jsonl"
    interplay.run(bot, track, path, release=release, **more)
    report = score(path, release, QUICK)
    assert report.selected == told
    assert ("selection" in rows(path)[0]) == bool(told)
    assert report.counts["missing"] == 0
    if "where" in more:
        assert {one.where["game"] for one in report.per_item} == {"bid"}
        assert not [group for group in report.groups if group.where.get("game", "bid") != "bid"]


def hostile(header: Json, **fields: object) -> None:
    header["selection"] |= fields


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"sample": 0}, "expected at least 1|expected.* 1|>= 1"),
        ({"items": 0}, "expected.* 1|>= 1"),
        ({"sha256": "0" * 64}, "found the digest 000000000000…, but the rule's items have"),
        ({"sha256": "x"}, "sha256"),
        ({"sample_seed": 2}, "found the digest"),
        ({"items": 39}, "found 39 items, but the rule selects 40 here"),
        ({"sample": 9_999}, "found 40 items, but the rule selects 1,753 here"),
        ({"limit": 10}, "found 40 items, but the rule selects 10 here"),
        ({"ids": ["nothing"]}, "found 40 items, but the rule selects 0 here"),
        ({"ids": [""]}, "ids"),
        ({"where": {"gam": ["bid"]}}, r"unknown key 'gam' \(did you mean 'game'\?\)"),
        ({"where": {"game": ["nothing"]}}, "the rule selects 0 here"),
        ({"where": {"game": []}}, "where"),
        ({"spread": ["\x1b[2J"]}, r"unknown key '\\x1b\[2J'"),
        ({"options": {"hints": 0}}, "unknown option 'hints'; positions has none"),
        ({"options": {"hints": -1}}, "options"),
        ({"name": "quick-1"}, "found a different rule under the name 'quick-1'"),
        ({"name": "quick-9"}, "found the name 'quick-9'"),
        ({"rule": "all"}, "unknown key 'rule'|unknown"),
    ],
)
@pytest.mark.slow
def test_a_selection_that_its_rule_does_not_bear_out_is_refused(
    sampled: Path, release: Release, fields: Json, message: str
) -> None:
    path = changed(sampled, lambda header: hostile(header, **fields))
    with pytest.raises(RecordError, match=message):
        score(path, release, QUICK)
    assert not interplay.validate(path, release).ok


def test_a_selection_of_an_unknown_split_is_refused(sampled: Path, release: Release) -> None:
    with pytest.raises(RecordError, match=r"found 'hrd' \(did you mean 'hard'\?\)"):
        score(changed(sampled, lambda header: header.update(splits=["hrd"])), release, QUICK)


def test_predictions_twice_or_outside_of_the_selection_are_refused(sampled: Path, release: Release) -> None:
    lines = sampled.read_text(encoding="utf-8").splitlines(keepends=True)
    ids = set(selection_ids(interplay.load_items("positions", "hard", release=release, sample=40, seed=1)))
    other = next(i.item_id for i in interplay.load_items("positions", "hard", release=release) if i.item_id not in ids)
    stray = {**json.loads(lines[1]), "item_id": other}
    for more, message in (
        (lines[1], "again, expected it once"),
        (json.dumps(stray) + "\n", "an item of the selection of"),
    ):
        sampled.write_text("".join(lines) + more, encoding="utf-8")
        with pytest.raises(RecordError, match=message):
            score(sampled, release, QUICK)


@pytest.mark.slow
def test_a_sample_that_is_larger_than_its_split_is_the_whole(tmp_path: Path, release: Release) -> None:
    path = tmp_path / "s.jsonl"
    interplay.run("bot:echo", "simulation", path, release=release)
    whole = score(path, release, QUICK)
    own = select(catalogue.load("simulation"), release, RunSpec(sample=5)).selection
    assert own is not None
    every = interplay.load_items("simulation", release=release)
    digest = hashlib.sha256("".join(sorted(f"{item.item_id}\n" for item in every)).encode()).hexdigest()
    selection = {"items": len(every), "sample": 9_999, "sha256": digest}
    report = score(changed(path, lambda header: header.update(selection=selection)), release, QUICK)
    assert report.groups == whole.groups


@pytest.mark.slow
def test_a_larger_sample_goes_on_where_a_smaller_one_ended_and_another_is_refused(
    sampled: Path, release: Release
) -> None:
    more = interplay.run("bot:worst", "positions", sampled, splits="hard", sample=60, seed=1, release=release)
    assert (more.calls, more.predictions) == (20, 60)
    before = sampled.read_bytes()
    assert (
        interplay.run("bot:worst", "positions", sampled, splits="hard", sample=50, seed=1, release=release).calls == 0
    )
    assert sampled.read_bytes() == before
    with pytest.raises(OutputError, match=r"is about other items \(sample of 60 of 1,753 items, seed 1\)"):
        interplay.run("bot:worst", "positions", sampled, splits="hard", sample=60, seed=2, release=release)
    assert interplay.run("bot:worst", "positions", sampled, splits="hard", release=release).calls == 1_693
    assert "selection" not in rows(sampled)[0]


@pytest.mark.parametrize("size", list(sizes.SIZES))
@pytest.mark.slow
def test_fixed_rules_choose_what_they_say_and_can_be_scored(size: str, release: Release) -> None:
    for track in catalogue.names():
        part = sizes.part_of(size, track)
        options = RunSpec(splits=part.splits, fixed=part.rule)
        chosen = select(catalogue.load(track), release, options)
        is_all = len(chosen.items) == len(select(catalogue.load(track), release, RunSpec(splits=part.splits)).items)
        assert (chosen.selection is None) == (not part.rule.name or is_all)
    with pytest.raises(UnknownName, match=r"unknown size 'quik' \(did you mean 'quick'\?\)"):
        sizes.part_of("quik", "games")


def test_quick_never_takes_more_requests_than_it_says(release: Release) -> None:
    greatest = 0
    for name in set(catalogue.names()) - sizes.LEFT_OUT["quick"].keys():
        track, part = catalogue.load(name), sizes.part_of("quick", name)
        items = select(track, release, RunSpec(splits=part.splits, fixed=part.rule)).items
        greatest += sum(track.calls(item)[1] for item in items)
    assert 1_000 < greatest <= sizes.QUICK_CALLS


def test_what_a_header_selects_cannot_write_on_the_terminal(cli: Cli, tmp_path: Path, release: Release) -> None:
    path = tmp_path / "s.jsonl"
    interplay.run("bot:random", "games", path, where={"game": "bid"}, limit=3, release=release)
    evil = ["bid", "\x1b[2J|<script>", "x" * 200, *map(str, range(50))]
    forged = changed(path, lambda header: hostile(header, where={"game": evil}))
    for verb in ("score", "validate"):
        ran = cli(verb, forged)
        assert ran.status == 0
        assert "\x1b" not in ran.out + ran.err and "x" * 100 not in ran.out
        assert "or 45 others" in ran.out
    out = tmp_path / "report"
    assert cli("score", forged, "--out", out).status == 0
    assert "<script>" not in (out / "report.md").read_text(encoding="utf-8")


def test_a_sampled_games_submission_can_be_rated_and_replayed(tmp_path: Path, release: Release) -> None:
    path = tmp_path / "s.jsonl"
    interplay.run("bot:random", "games", path, where={"game": "tictactoe"}, sample=8, name="m", release=release)
    assert interplay.rate(path, method="bt", resamples=50, release=release).matches == 8
    item_id = rows(path)[1]["item_id"]
    assert interplay.replay(path, item_id, release=release).prediction.item_id == item_id


def test_an_older_file_without_a_selection_is_an_incomplete_submission_as_before(
    sampled: Path, release: Release
) -> None:
    old = changed(sampled, lambda header: header.pop("selection"))
    with pytest.raises(RecordError, match="found 40 of 1753 predictions"):
        score(old, release, QUICK)
    report = score(old, release, Options(allow_partial=True))
    assert (report.counts["items"], report.selected, report.selection) == (1753, "", None)
    assert "sample:" not in report.comparability_key


def test_some_items_of_a_selection_can_be_scored_and_no_others(sampled: Path, release: Release) -> None:
    items = interplay.load_items("positions", "hard", release=release, sample=40, seed=1)
    report = score(sampled, release, Options(items=frozenset(selection_ids(items[:7]))))
    assert (report.counts["items"], report.selected, report.selection) == (7, "7 of 1,753 items", None)
    others = interplay.load_items("positions", "hard", release=release)
    with pytest.raises(UnknownName, match="no item"):
        score(sampled, release, Options(items=frozenset(selection_ids(others))))


def test_command_line_draws_and_scores_a_sample_and_says_what_it_is(cli: Cli, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    fixed = ("run", "--track", "positions", "--split", "hard", "--sample", 30, "--sample-seed")
    assert cli(*fixed, 1, "--model", "bot:optimal", "-o", one).status == 0
    assert cli(*fixed, 2, "--model", "bot:worst", "-o", two).status == 0
    scored = cli("score", one, two, "--out", tmp_path / "report")
    assert scored.status == 0
    for seed in (1, 2):
        assert f"[{seed}] sample of 30 of 1,753 items, seed {seed}; not comparable with scores on other items" in (
            scored.out
        )
    assert "positions: these scores are on different items and not comparable with each other." in scored.out
    assert "bot-optimal [1]" in scored.out and "bot-worst [2]" in scored.out
    assert "0/200" not in scored.out
    written = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert "sample of 30 of 1,753 items, seed 2" in written and "not comparable with each other" in written
    reports = json.loads((tmp_path / "report" / "report.json").read_bytes())
    assert [report["selection"]["sample_seed"] for report in reports] == [1, 2]
    assert "30 of 30 predictions (sample of 30 of 1,753 items, seed 1)" in cli("validate", one).out


def test_a_run_of_one_game_prints_no_row_of_another(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "bid.jsonl"
    assert cli("run", "--track", "games", "--game", "bid", "--model", "bot:random", "-o", out).status == 0
    scored = cli("score", out)
    assert scored.status == 0
    assert " 0/20" not in scored.out and "20/20" in scored.out
    assert "20 of 380 items, game bid" in scored.out


def test_unknown_keys_of_where_are_told(cli: Cli, tmp_path: Path) -> None:
    ran = cli("run", "--track", "games", "--where", "gme=bid", "--model", "bot:random", "-o", tmp_path / "x.jsonl")
    assert ran.status == 1
    assert "unknown key 'gme' (did you mean 'game'?); games has suite, split, game" in ran.err
