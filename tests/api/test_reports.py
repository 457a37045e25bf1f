"""Reports as users of the library read them."""

import json
import re
from collections.abc import Iterator
from typing import assert_type

import msgspec
import pytest

import interplay
from interplay.core import canonical
from interplay.core.release import Release
from interplay.core.reports import Metric


@pytest.fixture(scope="module")
def report(release: Release) -> Iterator[interplay.Report]:
    yield interplay.score(release.root / "baselines" / "bot-random" / "scorekeeping.jsonl.gz", release)


def test_the_headline_is_a_metric_and_json_keeps_its_name(report: interplay.Report) -> None:
    assert_type(report.headline, Metric)
    assert report.headline is report.groups[0].metrics[0]
    encoded = json.loads(canonical.encode(report))
    assert encoded["headline"] == report.headline_name == "score"
    assert "headline_name" not in encoded
    assert msgspec.json.decode(canonical.encode(report), type=interplay.Report) == report


def test_metrics_are_found_by_name_and_part(report: interplay.Report) -> None:
    assert report.metric("kappa", split="base").n == 50
    assert report.metric("kappa", split="base", domain="restaurant").n == 10
    for arguments, message in [
        (("kapa", {}), r"no metric 'kapa' \(did you mean 'kappa'\?\); scorekeeping has score, played"),
        (
            ("kappa", {"spilt": "base"}),
            r"no parts by 'spilt' \(did you mean 'split'\?\); parts are named by split, domain",
        ),
        (("kappa", {"split": "bas"}), r"no part with split 'bas' \(did you mean 'base'\?\); it is one of base, corr"),
        (("kappa", {"split": "corrections", "domain": "x"}), "no part with domain 'x'; it is one of"),
    ]:
        with pytest.raises(interplay.UnknownName, match=message):
            report.metric(arguments[0], **arguments[1])


def test_parts_that_are_not_reported_together_are_told(release: Release) -> None:
    found = interplay.score(release.root / "baselines" / "bot-empty" / "simulation.jsonl.gz", release)
    with pytest.raises(
        interplay.UnknownName, match="no part with kind and subset together; parts are by split, by subset"
    ):
        found.metric(
            "score",
            kind="stateful" if "stateful" in {g.where.get("kind") for g in found.groups} else "x",
            subset="hard",
        )


def test_rows_are_flat_alike_and_complete(report: interplay.Report) -> None:
    rows = report.to_rows()
    assert len({tuple(row) for row in rows}) == 1
    assert len(rows) == sum(len(group.metrics) for group in report.groups)
    kappa = next(r for r in rows if (r["metric"], r["split"], r["domain"]) == ("kappa", "base", None))
    metric = report.metric("kappa", split="base")
    assert (kappa["value"], kappa["low"], kappa["high"], kappa["n"]) == (metric.value, metric.low, metric.high, 50)
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows)
    assert len(frame[frame.metric == "kappa"]) == len(report.groups)


def test_reports_and_metrics_print_short(report: interplay.Report, release: Release) -> None:
    assert re.fullmatch(
        r"Report\(scorekeeping, 'bot-random': score -?[\d.]+ \[-?[\d.]+, [\d.]+\], 86 of 86 episodes played\)",
        repr(report),
    )
    assert re.fullmatch(r"Metric\(kappa -?0\.0\d+ \[-0\.0\d+, 0\.0\d+\], n=86\)", repr(report.metric("kappa")))
    echo = interplay.score(release.root / "baselines" / "bot-echo" / "scorekeeping.jsonl.gz", release)
    assert repr(echo.metric("kappa")) == "Metric(kappa is undefined: no episode has a value, n=0)"
