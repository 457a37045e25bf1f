"""Submissions are hostile input: each fault gets a line, a path and advice, and none gets a score."""

import dataclasses
import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from interplay.core import canonical, jsonl
from interplay.core.errors import DatasetError, RecordError
from interplay.core.records import Manifest
from interplay.core.release import Release, content, open_release
from interplay.scoring.score import Options, score
from interplay.scoring.validation import validate
from interplay.submissions.reading import open_submission
from tests.support import Cli, Json, Submitted

HOSTILE = Path(__file__).parents[1] / "hostile"


@pytest.fixture(scope="module")
def release(small_dataset: Path) -> Release:
    return open_release(small_dataset)


def findings(path: Path, release: Release) -> list[str]:
    """Return the errors of a submission, without its path."""
    try:
        found = validate(path, release).errors
    except RecordError as error:
        found = list(error.findings)
    assert all(finding.severity == "error" for finding in found)
    return [str(finding).removeprefix(f"{path}:") for finding in found]


def filled(name: str, release: Release) -> bytes:
    """Return a file of the hostile folder with the names of the dataset put in."""
    text = (HOSTILE / name).read_text(encoding="utf-8")
    names = {"MANIFEST": release.manifest_sha256, "RELEASE": release.manifest.release, "ITEM": "base/restaurant.3/0"}
    for placeholder, value in names.items():
        text = text.replace(placeholder, value)
    return text.encode()


FILES = {
    "empty": "1: found no header, expected one as the first line",
    "no-header": "1: $.record: found 'prediction', expected 'header'",
    "empty-first-line": "1: found no header, expected one as the first line",
    "second-header": "2: found a second header, expected a prediction",
    "wrong-track": "1: $.track: unknown track 'scorekeepin' (did you mean 'scorekeeping'?); expected one of ",
    "misspelt-header": "1: found no key 'system', expected it",
    "other-release": "1: $.manifest_sha256: found drawn or imported items, release '0.0.",
    "other-version": "1: $.release: found '9.9.9', expected '0.0.",
    "no-hash": "1: $.manifest_sha256: found 'latest', expected text that matches ",
    "wrong-split": "1: $.splits: found 'bsae' (did you mean 'base'?), expected some of base, corrections",
    "modified": "1: $.modified: found true, expected a run on the unmodified release",
    "doubled-header-key": "1: found the key 'track' twice, expected each key once",
    "other-format": "1: $.format: found 'interplay-predictions/2', expected 'interplay-predictions/1'",
    "claimed-score": "2: found the unknown key 'score'",
    "forged-report": "2: $.record: found 'report', expected 'header' or 'prediction'",
    "text-as-list": "2: $.answers[0].text: found a list of 1, expected string",
    "text-as-null": "2: $.probes[0].attempts[0]: found null, expected string",
    "cut": '2: found \'{"item_id":"base/restaurant.3/0","record":"pred\', expected one JSON object (',
    "path-as-id": "2: $.item_id: found '__proto__/../../etc/passwd', expected an item of base",
    "escape-codes-as-id": "2: $.item_id: found '\\x1b[2J\\x00', expected an item of base",
    "escape-codes-as-release": "1: $.manifest_sha256: found release '\\x1b[2J9'",
    "nested": "1: found arrays or objects nested too deep to read, expected flat records",
}


def test_every_hostile_file_is_tested_and_described() -> None:
    assert {path.stem for path in HOSTILE.glob("*.jsonl")} == FILES.keys()
    described = (HOSTILE / "README.md").read_text(encoding="utf-8")
    assert [name for name in FILES if f"- `{name}.jsonl`: " not in described] == []


@pytest.mark.parametrize("name", FILES)
def test_hostile_file_is_refused_with_line_and_path(
    release: Release, small_dataset: Path, tmp_path: Path, cli: Cli, name: str
) -> None:
    path = tmp_path / f"{name}.jsonl"
    path.write_bytes(filled(f"{name}.jsonl", release))
    first = findings(path, release)[0]
    assert first.startswith(FILES[name])
    for verb in ("score", "validate"):
        ran = cli(verb, path, "--dataset", small_dataset)
        assert ran.status == 1
        printed = ran.out + ran.err
        assert f"{path}:{FILES[name]}" in printed
        assert printed.replace("\n", "").isprintable()
        assert verb == "validate" or ran.out == ""


# Forged or broken courses of the game, made from a right one


def edited(lines: list[Json], edit: Callable[[Json], object], line: int = 2) -> list[Json]:
    edit(lines[line - 1])
    return lines


def probe(prediction: Json, index: int) -> Json:
    found: Json = prediction["probes"][index]
    return found


def rounds(prediction: Json) -> int:
    return int(prediction["answers"][-1]["round"])


COURSES: dict[str, tuple[Callable[[Json], object], str]] = {
    "probe of a round that does not exist": (
        lambda p: p["probes"].append({"round": 99, "slot": p["probes"][0]["slot"], "attempts": ["ASIDE: no"]}),
        "found round 99, slot '",
    ),
    "probe of a slot that does not exist": (
        lambda p: probe(p, 0).update(slot="colour"),
        "found round 0, slot 'colour', expected rounds 0 to 5 and the slots ",
    ),
    "probe given twice": (lambda p: p["probes"].append(dict(probe(p, 0))), " twice, expected once"),
    "probe left out": (
        lambda p: p["probes"].pop(),
        "$.probes: {item}: found no more, expected all probes of round 5; if the run broke off, say so with the key",
    ),
    "probe in the middle left out": (lambda p: p["probes"].pop(7), "expected all probes of round 1"),
    "all probes left out": (lambda p: p.update(probes=[]), "expected all probes of round 0"),
    "answer left out": (
        lambda p: p["answers"].pop(),
        "$.answers: {item}: found no more, expected the answer of round 5",
    ),
    "answer in the middle left out": (lambda p: p["answers"].pop(1), "$.answers[1].round: {item}: found 3, expected 2"),
    "answers in another order": (lambda p: p["answers"].reverse(), "$.answers[0].round: {item}: found 5, expected 1"),
    "answer to no request": (
        lambda p: p["answers"].append({"round": 6, "text": "ANSWER: a"}),
        "$.answers[5]: {item}: found an answer for round 6, expected none: the episode ended in round 5",
    ),
    "answer in round 0": (
        lambda p: p["answers"].insert(0, {"round": 0, "text": "ANSWER: a"}),
        "$.answers[0].round: {item}: found 0, expected 1",
    ),
    "too few attempts": (
        lambda p: probe(p, 3).update(attempts=["yes", "no"]),
        "found 2 unparsable attempts, expected 5 or a valid last one",
    ),
    "too many attempts": (
        lambda p: probe(p, 3).update(attempts=["yes"] * 5 + ["ASIDE: no"]),
        "found 6 attempts, expected at most 5",
    ),
    "attempt after a valid one": (
        lambda p: probe(p, 3).update(attempts=["ASIDE: yes", "ASIDE: no"]),
        "[0]: {item}: found a valid reply, expected no further attempt after it",
    ),
    "ten failed probes and then a go at the rest": (
        lambda p: [probe(p, n).update(attempts=["yes"] * 5) for n in range(10)],
        "expected none: the episode ended in round 1 (10 probes failed, the last an unparsable probe of ",
    ),
    "no attempt": (
        lambda p: probe(p, 0).update(attempts=[]),
        "$.probes[0].attempts: found a list of 0, expected a list",
    ),
    "very many attempts": (
        lambda p: probe(p, 0).update(attempts=["a"] * 21),
        "$.probes[0].attempts: found a list of 21, expected a list of at most 20",
    ),
    "huge text": (
        lambda p: p["answers"][0].update(text="a" * 100_001),
        "$.answers[0].text: found 'aaaa",
    ),
    "number as text": (lambda p: p["answers"][0].update(text=7), "$.answers[0].text: found 7, expected string"),
    "negative round": (lambda p: probe(p, 0).update(round=-1), "$.probes[0].round: found -1, expected a number of at"),
    "trial beyond the header's": (
        lambda p: p.update(trial=1),
        "$.trial: found 1, expected less than the header's 1 trials",
    ),
    "item that is none": (
        lambda p: p.update(item_id="base/restaurant.3/00"),
        "$.item_id: found 'base/restaurant.3/00' (did you mean 'base/restaurant.3/0'?), expected an item of base",
    ),
}


@pytest.mark.parametrize("name", COURSES)
def test_course_that_no_run_can_have_taken_is_refused(
    release: Release, oracle: list[Json], submitted: Submitted, name: str
) -> None:
    edit, expected = COURSES[name]
    item = oracle[1]["item_id"]
    path = submitted(edited(oracle, edit))
    (finding,) = findings(path, release)
    assert finding.startswith("2: $.")
    assert expected.replace("{item}", item) in finding
    assert len(finding) < 500
    with pytest.raises(RecordError, match="cannot be scored"):
        score(path, release)


def test_faults_of_several_lines_are_reported_together(
    release: Release, oracle: list[Json], submitted: Submitted
) -> None:
    oracle[1]["item_id"] = "nothing"
    oracle[3]["answers"].pop()
    assert [finding.split(":")[0] for finding in findings(submitted(oracle), release)] == ["2", "4"]


def test_second_prediction_for_an_item_is_refused_even_if_equal(
    release: Release, oracle: list[Json], submitted: Submitted
) -> None:
    (finding,) = findings(submitted([*oracle, oracle[1]]), release)
    item = oracle[1]["item_id"]
    assert finding == f"5: $.item_id: found {item!r} with trial 0 again, expected it once"


def test_item_of_a_split_that_the_header_does_not_claim_is_refused(
    release: Release, oracle: list[Json], submitted: Submitted
) -> None:
    oracle[0]["splits"] = ["base"]
    (finding,) = findings(submitted(oracle), release)
    assert finding.startswith("4: $.item_id: found 'corrections/")
    assert finding.endswith("expected an item of base")


def test_probes_in_any_order_score_the_same(release: Release, oracle: list[Json], submitted: Submitted) -> None:
    expected = score(submitted(oracle), release)
    for prediction in oracle[1:]:
        prediction["probes"].reverse()
    found = score(submitted(oracle), release)
    assert found.submission_sha256 != expected.submission_sha256
    assert (found.groups, found.per_item) == (expected.groups, expected.per_item)


def test_extension_fields_are_ignored(release: Release, oracle: list[Json], submitted: Submitted) -> None:
    expected = score(submitted(oracle), release)
    for number, line in enumerate(oracle):
        line["x"] = {"score": 100 * number, "note": "ANSWER: all"}
    assert score(submitted(oracle), release).groups == expected.groups


def test_gzip_scores_as_the_plain_file(release: Release, oracle: list[Json], submitted: Submitted) -> None:
    path = submitted(oracle)
    packed = path.with_suffix(".jsonl.gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert score(packed, release).groups == score(path, release).groups


# What is missing, failed or from elsewhere


def test_missing_predictions_are_refused_with_coverage_and_advice(
    release: Release, oracle: list[Json], submitted: Submitted
) -> None:
    missing = oracle[1]["item_id"]
    path = submitted([oracle[0], *oracle[2:]])
    with pytest.raises(RecordError) as caught:
        score(path, release)
    assert f"found 2 of 3 predictions, expected all; missing: {missing}. Run them, or pass --allow-partial" in str(
        caught.value
    )


def test_missing_predictions_count_as_not_played_if_allowed(
    release: Release, oracle: list[Json], submitted: Submitted
) -> None:
    whole = score(submitted(oracle), release).groups[0]
    report = score(submitted(oracle[:-1]), release, Options(allow_partial=True))
    part = report.groups[0]
    metrics = {metric.name: metric for metric in part.metrics}
    assert whole.metrics[0].value == pytest.approx(100)
    assert metrics["score"].value == 0
    assert metrics["played"].value == pytest.approx(2 / 3)
    assert metrics["main_score"].value == pytest.approx(100)
    assert (metrics["score"].n, metrics["main_score"].n, metrics["score"].n_missing) == (1, 2, 1)
    assert part.counts == {"items": 3, "episodes": 3, "played": 2, "aborted": 0, "error": 0, "missing": 1}
    (item,) = (item for item in report.per_item if item.item_id == oracle[-1]["item_id"])
    assert (item.values["score"], item.values["kappa"], item.reasons["kappa"]) == (0.0, None, "not submitted")


def test_header_alone_scores_zero_if_partial_submissions_are_allowed(
    release: Release, oracle: list[Json], submitted: Submitted
) -> None:
    report = score(submitted(oracle[:1]), release, Options(allow_partial=True))
    assert report.groups[0].metrics[0].value == 0
    assert {metric.value for metric in report.groups[0].metrics[2:]} == {None}
    assert {metric.reason for metric in report.groups[0].metrics[2:]} == {"no episode has a value"}


def test_failed_predictions_are_counted_and_score_zero(
    release: Release, oracle: list[Json], submitted: Submitted
) -> None:
    oracle[-1] = {"record": "prediction", "item_id": oracle[-1]["item_id"], "error": "timed out after 6 attempts"}
    report = score(submitted(oracle), release)
    group = report.groups[0]
    assert group.counts["error"] == 1
    assert group.metrics[0].value == 0
    assert group.metrics[0].n_error == 1
    (item,) = (item for item in report.per_item if item.item_id == oracle[-1]["item_id"])
    assert item.reasons["main_score"] == "timed out after 6 attempts"


def test_an_error_does_not_hide_what_was_played(release: Release, oracle: list[Json], submitted: Submitted) -> None:
    oracle[1]["error"] = "stopped"
    assert score(submitted(oracle), release).groups[0].counts["error"] == 1


def test_trials_are_counted_apart(release: Release, oracle: list[Json], submitted: Submitted) -> None:
    oracle[0]["trials"] = 2
    second = [{**line, "trial": 1} for line in oracle[1:]]
    report = score(submitted([*oracle, *second]), release)
    assert report.groups[0].counts["played"] == 6
    found = report.metric("accuracy").trials
    assert found is not None
    assert (found.sd_within_items, found.standard_error_if_doubled) == (0, None)
    with pytest.raises(RecordError, match="found 5 of 6 predictions"):
        score(submitted([*oracle, *second[1:]]), release)


def test_submission_to_another_release_with_the_same_track_is_accepted_with_a_warning(
    release: Release, oracle: list[Json], submitted: Submitted
) -> None:
    expected = score(submitted(oracle), release)
    oracle[0] |= {"manifest_sha256": "b" * 64, "release": "0.0.1"}
    report = score(submitted(oracle), release)
    (warning,) = report.warnings
    assert warning.severity == "warning"
    assert "found release '0.0.1' (manifest bbbbbbbbbbbb…), scored with release '0.0." in warning.message
    assert "the items of this track are the same in both" in warning.message
    assert (report.groups, report.submission_release) == (expected.groups, "0.0.1")
    assert report.comparability_key == expected.comparability_key


@pytest.mark.parametrize("track_sha256", [None, "c" * 64])
def test_submission_to_another_release_is_refused_with_advice(
    release: Release, oracle: list[Json], submitted: Submitted, track_sha256: str | None
) -> None:
    oracle[0] |= {"manifest_sha256": "b" * 64, "release": "0.1.0", "track_sha256": track_sha256}
    (finding,) = findings(submitted(oracle), release)
    assert finding.startswith("1: $.manifest_sha256: found release '0.1.0' (manifest bbbbbbbbbbbb…), expected release ")
    assert "score it with --dataset DIR (in Python release=DIR), where DIR is the release it was made for" in finding


def test_order_and_repetition_of_splits_do_not_matter(
    release: Release, oracle: list[Json], submitted: Submitted
) -> None:
    keys = set()
    for splits in ([], ["base", "corrections"], ["corrections", "base"], ["base", "corrections", "base"]):
        oracle[0]["splits"] = splits
        keys.add(score(submitted(oracle), release).comparability_key)
    assert len(keys) == 1


def test_track_that_the_dataset_does_not_hold_is_said(
    release: Release, oracle: list[Json], submitted: Submitted
) -> None:
    empty = dataclasses.replace(release, manifest=_without_tracks(release))
    with pytest.raises(RecordError, match=r":1: \$\.track: .* has no track 'scorekeeping'"):
        open_submission(submitted(oracle), empty)


def _without_tracks(release: Release) -> Manifest:
    return msgspec.structs.replace(release.manifest, tracks=())


def test_dataset_with_an_id_twice_is_refused(
    dataset_copy: Path, oracle: list[Json], submitted: Submitted, cli: Cli
) -> None:
    rows = dataset_copy / "scorekeeping" / "base.jsonl.gz"
    canonical.write_atomically(rows, [content(rows), content(rows).splitlines(keepends=True)[0]])
    ran = cli("score", submitted(oracle), "--dataset", dataset_copy, "--allow-modified")
    assert (ran.status, ran.out) == (1, "")
    assert f"error: {dataset_copy} has the item '{oracle[1]['item_id']}' twice, expected each id once" in ran.err


def test_bad_header_is_explained_without_a_word_on_the_predictions(
    release: Release, oracle: list[Json], submitted: Submitted
) -> None:
    del oracle[0]["system"]
    path = submitted([oracle[0], *([oracle[1]] * 300)])
    with pytest.raises(RecordError, match="is not a submission: the first line must be a header") as caught:
        open_submission(path, release)
    (finding,) = caught.value.findings
    assert str(finding) == f"{path}:1: found no key 'system', expected it"


def test_submission_with_very_many_faults_stops_early(
    release: Release, oracle: list[Json], submitted: Submitted
) -> None:
    def many() -> Iterator[Json]:
        for number in range(1_000):
            yield {"record": "prediction", "item_id": f"no/{number}"}

    path = submitted([oracle[0], *many()])
    with pytest.raises(RecordError, match="reading stopped") as caught:
        validate(path, release)
    assert len(caught.value.findings) == jsonl.MAX_FINDINGS


# On the command line


def test_clean_submission_validates(small_dataset: Path, cli: Cli) -> None:
    path = small_dataset / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz"
    ran = cli("validate", path, "--dataset", small_dataset)
    assert (ran.status, ran.out, ran.err) == (0, f"{path}: scorekeeping, 3 of 3 predictions\n", "")


def test_faults_are_found_in_each_of_several_files(
    small_dataset: Path, oracle: list[Json], submitted: Submitted, cli: Cli, tmp_path: Path
) -> None:
    broken = submitted(oracle[:2])
    foreign = tmp_path / "foreign.jsonl"
    foreign.write_bytes(filled_wrong_track(oracle))
    gone = tmp_path / "submision.jsonl"
    good = small_dataset / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz"
    (empty := tmp_path / "empty").mkdir()
    ran = cli("validate", empty, good, "--dataset", small_dataset)
    assert (ran.status, ran.err) == (
        1,
        f"error: {empty} is a folder without finished submissions (.jsonl or .jsonl.gz)\n",
    )
    ran = cli("validate", gone, foreign, broken, good, "--dataset", small_dataset)
    assert (ran.status, ran.err) == (1, "")
    assert f"error: {gone}: does not exist (did you mean 'submission.jsonl'?)" in ran.out
    assert f"error: {foreign}:1: $.track: unknown track" in ran.out
    assert f"error: {broken}: found 1 of 3 predictions" in ran.out
    assert f"{good}: scorekeeping, 3 of 3 predictions" in ran.out


def filled_wrong_track(oracle: list[Json]) -> bytes:
    return json.dumps(oracle[0] | {"track": "scorekeepin"}).encode()


def test_one_bad_file_of_two_gives_no_score(
    small_dataset: Path, oracle: list[Json], submitted: Submitted, cli: Cli, tmp_path: Path
) -> None:
    good = small_dataset / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz"
    bad = submitted(oracle[:2])
    ran = cli("score", good, bad, "--dataset", small_dataset, "--out", tmp_path / "out")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith(f"error: {bad} is incomplete\n")
    assert not (tmp_path / "out").exists()


def test_two_good_files_make_one_table_and_a_list_of_reports(small_dataset: Path, cli: Cli) -> None:
    paths = sorted(small_dataset.glob("baselines/*/*.jsonl.gz"))
    ran = cli("score", *paths, "--dataset", small_dataset)
    assert ran.status == 0
    assert ran.out.count("bot-oracle") == ran.out.count("bot-always-private") == 1
    reports = json.loads(cli("score", *paths, "--dataset", small_dataset, "--json").out)
    assert [report["system"]["name"] for report in reports] == [path.parent.name for path in paths]


@pytest.mark.parametrize("name", ["a[/red]b", "[bold]b[/bold]", "\x1b[2J\x07b", "a\nb", "|b|", "<script>b", "\u202eb"])
def test_name_of_a_system_cannot_break_or_forge_the_output(
    small_dataset: Path, oracle: list[Json], submitted: Submitted, cli: Cli, tmp_path: Path, name: str
) -> None:
    oracle[0]["system"]["name"] = name
    ran = cli("score", submitted(oracle), "--dataset", small_dataset, "--out", tmp_path / "out")
    assert ran.status == 0
    assert "".join(c if c.isprintable() else "?" for c in name) in ran.out
    assert not set(ran.out) & {"\x1b", "\x07", "\u202e"}
    row = next(
        line for line in (tmp_path / "out" / "report.md").read_text(encoding="utf-8").splitlines() if "base" in line
    )
    assert row.replace("\\|", "").count("|") == 12
    assert "<script>" not in row


def test_episodes_are_written_whole_or_not_at_all(
    small_dataset: Path, oracle: list[Json], submitted: Submitted, cli: Cli, tmp_path: Path
) -> None:
    log = tmp_path / "episodes.jsonl"
    path = submitted(oracle)
    assert cli("score", path, "--dataset", small_dataset, "--episodes", log).status == 0
    before = log.read_bytes()
    assert len(before.splitlines()) == 3
    submitted(oracle[:2])
    assert cli("score", path, "--dataset", small_dataset, "--episodes", log).status == 1
    assert log.read_bytes() == before
    assert sorted(found.name for found in tmp_path.iterdir()) == ["episodes.jsonl", "submission.jsonl"]


def test_episodes_never_replace_the_submission(
    small_dataset: Path, oracle: list[Json], submitted: Submitted, cli: Cli
) -> None:
    path = submitted(oracle)
    before = path.read_bytes()
    ran = cli("score", path, "--dataset", small_dataset, "--episodes", path)
    assert ran.status == 2
    assert "--episodes would replace the submission" in ran.err
    assert path.read_bytes() == before


def test_an_id_that_was_corrected_is_told_its_new_one(
    dataset_copy: Path, oracle: list[Json], submitted: Submitted
) -> None:
    new = oracle[1]["item_id"]
    (dataset_copy / "superseded.json").write_text(json.dumps({"scorekeeping": {"base/old/0": new}}), encoding="utf-8")
    oracle[1]["item_id"] = "base/old/0"
    found = findings(submitted(oracle), open_release(dataset_copy, allow_modified=True))
    assert any(f"found 'base/old/0' (corrected, now '{new}'), expected an item" in line for line in found)


def test_a_damaged_list_of_corrected_ids_is_named(dataset_copy: Path, oracle: list[Json], submitted: Submitted) -> None:
    (dataset_copy / "superseded.json").write_text("[1]", encoding="utf-8")
    release = open_release(dataset_copy, allow_modified=True)
    with pytest.raises(DatasetError, match=r"superseded\.json is damaged"):
        validate(submitted(oracle), release)
