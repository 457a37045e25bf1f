"""From submissions to reports: denominators, trials, intervals, and what cannot raise a score."""

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean, stdev

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interplay.core import canonical
from interplay.core.errors import RecordError
from interplay.core.records import System
from interplay.core.release import Release
from interplay.core.reports import EXACT, Group, Metric, Report
from interplay.scoring.score import Options, score
from interplay.submissions import writing
from interplay.tables.notes import notes
from interplay.tracks.scorekeeping.bots import BOTS
from interplay.tracks.scorekeeping.records import Item, Prediction
from interplay.tracks.scorekeeping.rules import plan_of
from interplay.tracks.scorekeeping.scores import grade
from tests.scorekeeping import examples

PARTIAL = Options(allow_partial=True)
QUICK = Options()


@pytest.fixture(scope="module")
def items(release: Release) -> list[Item]:
    return list(release.rows("scorekeeping_corrections", Item))


@pytest.fixture(scope="module")
def random_predictions(items: list[Item]) -> list[Prediction]:
    return [examples.play_bot(item, "random") for item in items]


def submit(
    path: Path,
    release: Release,
    predictions: Iterable[Prediction],
    *,
    trials: int = 1,
    splits: Sequence[str] = ("corrections",),
) -> Path:
    header = writing.header_for(release, "scorekeeping", System(name="tested"), splits=splits, trials=trials)
    canonical.write_atomically(path, writing.lines(header, predictions))
    return path


def overall(report: Report, name: str) -> Metric:
    return metric(report.groups[0], name)


def metric(group: Group, name: str) -> Metric:
    return next(m for m in group.metrics if m.name == name)


def test_the_headline_counts_what_was_not_played_as_0(
    tmp_path: Path, release: Release, items: list[Item], random_predictions: list[Prediction]
) -> None:
    failed = [msgspec.structs.replace(p, answers=(), probes=(), error="time-out") for p in random_predictions[:9]]
    path = submit(tmp_path / "s.jsonl", release, [*failed, *random_predictions[9:]])
    report = score(path, release, QUICK)
    graded = [grade(plan_of(item), p).score for item, p in zip(items, random_predictions, strict=True)][9:]
    assert overall(report, "played").value == 0.75
    assert overall(report, "score").value == pytest.approx(sum(value or 0.0 for value in graded) / 36)
    assert report.counts == {"items": 36, "episodes": 36, "played": 27, "aborted": 0, "error": 9, "missing": 0}
    assert (overall(report, "kappa").n, overall(report, "kappa").n_error) == (27, 9)


def shipped(release: Release, bot: str, track: str) -> Report:
    return score(release.root / "baselines" / f"bot-{bot}" / f"{track}.jsonl.gz", release, QUICK)


def test_exact_is_said_of_what_is_the_same_in_every_item_alone(release: Release) -> None:
    optimal, worst = (shipped(release, bot, "positions") for bot in ("optimal", "worst"))
    assert (optimal.headline.value, optimal.headline.low, optimal.headline.unbounded) == (100.0, None, EXACT)
    assert worst.headline.low is not None and worst.headline.high is not None
    assert worst.headline.low < (worst.headline.value or 0.0) < worst.headline.high
    assert "positions: [deterministic] marks a bot that has the same score on every item by construction" in notes(
        [optimal, worst]
    )
    assert not any("[deterministic]" in note for note in notes([worst]))


@pytest.mark.parametrize("bot", ["faulty-25", "template"])
def test_error_and_interval_of_a_share_come_from_one_effective_sample_size(release: Release, bot: str) -> None:
    found = shipped(release, bot, "simulation").headline
    assert found.low is not None and found.high is not None and found.standard_error is not None
    assert (found.high - found.low) / (2 * found.standard_error) == pytest.approx(1.97, abs=0.02)


@pytest.mark.parametrize(("bot", "track"), [("faulty-25", "simulation"), ("rules", "positions")])
def test_the_interval_for_others_like_them_is_never_narrower(release: Release, bot: str, track: str) -> None:
    report = shipped(release, bot, track)
    held = [one for group in report.groups for one in group.metrics if one.beyond is not None and one.low is not None]
    assert held
    for one in held:
        assert one.beyond is not None and one.low is not None and one.high is not None
        assert one.beyond.low <= one.low and one.beyond.high >= one.high


def test_missing_items_are_refused_unless_partial_is_allowed(
    tmp_path: Path, release: Release, random_predictions: list[Prediction]
) -> None:
    path = submit(tmp_path / "s.jsonl", release, random_predictions[:9])
    with pytest.raises(RecordError, match=r"found 9 of 36 predictions.*--allow-partial"):
        score(path, release, QUICK)
    report = score(path, release, PARTIAL)
    assert report.counts["missing"] == 27
    assert overall(report, "played").value == 0.25


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(kept=st.sets(st.integers(0, 35)))
@pytest.mark.slow
def test_dropping_predictions_never_raises_the_headline_of_who_does_no_worse_than_a_guess(
    tmp_path: Path, release: Release, items: list[Item], kept: set[int]
) -> None:
    better = [examples.play_bot(item, "oracle" if n % 2 else "asked") for n, item in enumerate(items)]
    whole = score(submit(tmp_path / "whole.jsonl", release, better), release, QUICK)
    rest = [p for n, p in enumerate(better) if n in kept]
    part = score(submit(tmp_path / "part.jsonl", release, rest), release, PARTIAL)
    assert (overall(part, "score").value or 0.0) <= (overall(whole, "score").value or 0.0) + 1e-9


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(doubled=st.sets(st.integers(0, 35), min_size=1))
def test_duplicating_predictions_is_refused(
    tmp_path: Path, release: Release, random_predictions: list[Prediction], doubled: set[int]
) -> None:
    twice = [random_predictions[n] for n in sorted(doubled)]
    path = submit(tmp_path / "s.jsonl", release, [*random_predictions, *twice])
    with pytest.raises(RecordError, match="again, expected it once"):
        score(path, release, PARTIAL)


def test_trials_are_averaged_and_their_spread_is_shown(tmp_path: Path, release: Release, items: list[Item]) -> None:
    runs = [[examples.play_with(i, BOTS["random"], trial) for i in items] for trial in range(3)]
    reports = [
        score(submit(tmp_path / f"{n}.jsonl", release, [_first(p) for p in run]), release, QUICK)
        for n, run in enumerate(runs)
    ]
    single = [overall(report, "accuracy").value for report in reports]
    together = score(
        submit(tmp_path / "all.jsonl", release, [p for run in runs for p in run], trials=3), release, QUICK
    )
    values = [value for value in single if value is not None]
    assert overall(together, "accuracy").value == pytest.approx(mean(values))
    assert together.counts["episodes"] == 108
    by_item = [[_item(report, i.item_id) for report in reports] for i in items[:50]]
    found = overall(together, "accuracy").trials
    assert found is not None
    within = mean(stdev(own) ** 2 for own in by_item)
    between = max(0.0, stdev([mean(own) for own in by_item]) ** 2 - within / 3)
    assert found.sd_within_items == pytest.approx(math.sqrt(within))
    assert found.sd_between_items == pytest.approx(math.sqrt(between))
    error = overall(together, "accuracy").standard_error
    assert error is not None
    saved = math.sqrt((between + within / 6) / (between + within / 3))
    assert found.standard_error_if_doubled == pytest.approx(error * saved)


def _item(report: Report, item_id: str) -> float:
    found = next(item for item in report.per_item if item.item_id == item_id).values["accuracy"]
    assert found is not None
    return found


def _first(prediction: Prediction) -> Prediction:
    return msgspec.structs.replace(prediction, trial=0)


def test_copies_of_a_trial_do_not_shrink_the_interval(
    tmp_path: Path, release: Release, random_predictions: list[Prediction]
) -> None:
    once = score(submit(tmp_path / "1.jsonl", release, random_predictions), release, QUICK)
    copies = [msgspec.structs.replace(p, trial=t) for t in range(5) for p in random_predictions]
    fivefold = score(submit(tmp_path / "5.jsonl", release, copies, trials=5), release, QUICK)
    for name in ("score", "kappa", "accuracy"):
        one, five = overall(once, name), overall(fivefold, name)
        assert five.low == pytest.approx(one.low)
        assert five.high == pytest.approx(one.high)


def test_reports_are_byte_identical(tmp_path: Path, release: Release, random_predictions: list[Prediction]) -> None:
    path = submit(tmp_path / "s.jsonl", release, random_predictions)
    first, second = score(path, release, QUICK), score(path, release, QUICK)
    assert canonical.encode(first) == canonical.encode(second)


def test_the_interval_holds_the_value_and_is_null_for_what_is_undefined(
    tmp_path: Path, release: Release, random_predictions: list[Prediction]
) -> None:
    report = score(submit(tmp_path / "s.jsonl", release, random_predictions), release)
    found = overall(report, "score")
    assert found.low is not None
    assert found.high is not None
    assert found.value is not None
    assert found.low < found.value < found.high
    plain = [examples.play_bot(item, "random") for item in release.rows("scorekeeping", Item)]
    base = score(submit(tmp_path / "base.jsonl", release, plain, splits=("base",)), release)
    for name in ("score", "stale_accuracy"):
        none = overall(base, name)
        assert (none.value, none.low, none.high, none.n) == (None, None, None, 0)
        assert none.reason == "no episode has a value"


def test_groups_are_everything_splits_domains_and_both(
    tmp_path: Path, release: Release, random_predictions: list[Prediction]
) -> None:
    report = score(submit(tmp_path / "s.jsonl", release, random_predictions), release, QUICK)
    places = [tuple(g.where.items()) for g in report.groups]
    assert places[:2] == [(), (("split", "corrections"),)]
    assert (("domain", "restaurant"),) in places
    assert (("split", "corrections"), ("domain", "restaurant")) in places


def test_per_item_rows_say_what_happened(
    tmp_path: Path, release: Release, random_predictions: list[Prediction]
) -> None:
    broken = msgspec.structs.replace(random_predictions[0], answers=(), probes=(), error="refused by the server")
    report = score(submit(tmp_path / "s.jsonl", release, [broken, *random_predictions[1:35]]), release, PARTIAL)
    first, last = report.per_item[0], report.per_item[35]
    assert first.counts == {"played": 0, "aborted": 0, "error": 1, "missing": 0}
    assert first.reasons["kappa"] == "refused by the server"
    assert (first.values["score"], first.values["kappa"]) == (0.0, None)
    assert last.counts["missing"] == 1
    assert last.reasons["main_score"] == "not submitted"


def test_a_report_names_everything_that_determined_it(
    tmp_path: Path, release: Release, random_predictions: list[Prediction]
) -> None:
    path = submit(tmp_path / "s.jsonl", release, random_predictions)
    report = score(path, release, QUICK)
    assert report.submission_sha256 == canonical.sha256(path.read_bytes())
    assert report.manifest_sha256 == release.manifest_sha256
    assert release.manifest_sha256 in report.bibtex
    assert report.comparability_key.startswith("scorekeeping/5 items:")
    assert report.comparability_key.endswith("splits:corrections judge:none")


def test_compressed_submissions_score_the_same(
    tmp_path: Path, release: Release, random_predictions: list[Prediction]
) -> None:
    plain = score(submit(tmp_path / "s.jsonl", release, random_predictions), release, QUICK)
    packed = score(submit(tmp_path / "s.jsonl.gz", release, random_predictions), release, QUICK)
    assert packed.groups == plain.groups
    assert packed.submission_sha256 != plain.submission_sha256
