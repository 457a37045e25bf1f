"""``interplay items``: the shipped submissions, and what users get wrong."""

import csv
import io
import json
import re
from pathlib import Path

import msgspec
import numpy as np
import pytest

import interplay
from interplay.core.release import Release
from interplay_lab import api as lab
from interplay_lab.items import pages
from interplay_lab.items.analyse import model_of
from interplay_lab.items.records import ItemAnalysis
from tests.support import Cli, Standard


def shipped(track: str, *bots: str) -> list[Path]:
    return [interplay.open_release().root / "baselines" / f"bot-{bot}" / f"{track}.jsonl.gz" for bot in bots]


FAULTY = ("reference", "faulty-25", "faulty-50", "faulty-75")
BLIND = ("constant", "echo", "empty", "refuse")


@pytest.fixture(scope="module")
def eight() -> ItemAnalysis:
    return lab.analyse_items(*shipped("simulation", *FAULTY, *BLIND))


@pytest.mark.slow
def test_systems_come_out_in_their_order_and_errors_by_chance_separate(eight: ItemAnalysis) -> None:
    assert [one.label for one in eight.systems][:4] == [f"bot-{name}" for name in FAULTY]
    assert eight.model == "rasch" and eight.binary_items == len(eight.items) == 520
    abilities = [one.ability or 0 for one in eight.systems[:4]]
    assert abilities == sorted(abilities, reverse=True)
    assert eight.alpha is not None and eight.alpha > 0.95
    assert eight.split_half is not None and eight.split_half > 0.95
    assert {one.separates for one in eight.items} == {"some"}


def test_a_model_that_carries_no_information_is_none() -> None:
    alike = np.zeros((9, 66))
    assert model_of(alike)[0] is None
    assert "the 66 usable items" in (model_of(alike)[1] or "") and "separate no two systems" in (
        model_of(alike)[1] or ""
    )
    by_turns = np.array([[float((item + system) % 2) for item in range(60)] for system in range(9)])
    found, reason = model_of(by_turns)
    assert found is None and reason == "in the 60 usable items, systems differ no more than by chance"
    steps = np.array([[float(item < 6 * system) for item in range(60)] for system in range(9)])
    assert model_of(steps)[0] is not None


@pytest.mark.slow
def test_systems_have_their_headlines_and_stand_in_the_order_of_these() -> None:
    paths = shipped("positions", "rules", "constant", "optimal")
    found = lab.analyse_items(*paths)
    headlines = {report.system.name: report.headline for report in map(interplay.score, paths)}
    assert [one.label for one in found.systems] == ["bot-optimal", "bot-rules", "bot-constant"]
    for one in found.systems:
        assert (one.value, one.low, one.high) == (
            headlines[one.label].value,
            headlines[one.label].low,
            headlines[one.label].high,
        )
    told = pages.text(found)
    rules = headlines["bot-rules"]
    assert "score [95% interval]" in told and f"{rules.value:.1f} [{rules.low:.1f}, {rules.high:.1f}]" in told
    assert "No item response model: " in told


@pytest.mark.slow
def test_items_that_separate_nothing_are_counted(standard: Standard) -> None:
    found = lab.analyse_items(*(standard(f"bot-{name}", "simulation") for name in BLIND))
    alike = sum(one.separates == "all none" for one in found.items)
    assert 500 < alike < len(found.items) == 506
    assert f"{alike:,} of 506 items separate no two of these systems" in " ".join(pages.text(found).split())
    assert found.model is None and found.reason == "an item response model needs 8 systems, found 4"


def test_where_no_item_separates_systems_nothing_else_is_said_of_items() -> None:
    told = " ".join(pages.text(lab.analyse_items(*shipped("simulation", *BLIND))).split())
    assert "No item separates two of these systems: all have a score of 0 in 520." in told
    assert "Reliability" not in told and "correlat" not in told and "item-rest" not in told


def test_what_is_not_there_has_no_table_and_no_count(eight: ItemAnalysis) -> None:
    told = " ".join(pages.text(eight).split())
    assert "Every item separates at least two of these systems." in told
    assert "No item correlates negatively with the rest." in told
    assert not re.search(r"\b0 items|in 0\b", told)
    assert "difficulty: in logits" in told
    model = interplay.open_release().root / "baselines/smollm2-135m/horizon.jsonl.gz"
    alike = pages.text(lab.analyse_items(*shipped("horizon", "parrot", "silent"), model))
    assert "hardest" not in alike
    assert "No item separates two of these systems: all have a score of 0 in 36." in " ".join(alike.split())


def test_few_items_stand_in_one_table(release: Release, standard: Standard) -> None:
    models = (release.root / f"baselines/{name}/company.jsonl.gz" for name in ("smollm2-135m", "large-model-replies"))
    few = lab.analyse_items(standard("bot-oracle", "company"), *models)
    told = pages.text(few)
    assert "items that separate systems, hardest first" in told and "easiest" not in told
    assert "1 of 3 items separates no two of these systems: all have full marks in 1." in " ".join(told.split())
    assert "Note: restricted to the 3 items in common" in told


@pytest.mark.slow
def test_means_are_those_of_the_reports(eight: ItemAnalysis) -> None:
    by_name = {one.label: one.mean for one in eight.systems}
    for path in shipped("simulation", *FAULTY):
        report = interplay.score(path)
        values = [one.values["score"] for one in report.per_item if one.values["score"] is not None]
        assert by_name[report.system.name] == pytest.approx(sum(values) / len(values))


@pytest.mark.parametrize(
    ("track", "bots", "metric"),
    [
        ("company", ("oracle", "random", "always-yes", "always-no"), "score"),
        ("horizon", ("exact", "faulty-100", "forgetful"), "passed"),
        ("positions", ("optimal", "rules", "random"), "score"),
    ],
)
@pytest.mark.slow
def test_every_kind_of_headline_can_be_analysed(track: str, bots: tuple[str, ...], metric: str) -> None:
    found = lab.analyse_items(*shipped(track, *bots))
    assert found.metric == metric
    assert found.systems[0].label == f"bot-{bots[0]}"
    assert found.items and all(one.deviation >= 0 for one in found.items)


@pytest.mark.slow
def test_the_command_prints_text_json_and_csv(cli: Cli) -> None:
    paths = shipped("simulation", *FAULTY, *BLIND)
    told = cli("items", *paths)
    assert told.status == 0
    assert max(map(len, told.out.splitlines())) <= 80
    assert "hardest items that separate systems (8 of 520)" in told.out and "Rasch's model of 520 items" in told.out
    record = json.loads(cli("items", *paths, "--json").out)
    assert record["format"] == "interplay-items/1" and len(record["items"]) == 520
    rows = list(csv.DictReader(io.StringIO(cli("items", *paths, "--format", "csv").out)))
    assert len(rows) == 520
    assert float(rows[0]["mean"]) == pytest.approx(record["items"][0]["mean"], rel=1e-5)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ((), "Missing argument"),
        (FAULTY[:2], "items takes 3 to 50 submissions on a track, found 2; interplay compare or"),
    ],
)
def test_too_few_files_are_refused_with_what_to_do(cli: Cli, names: tuple[str, ...], message: str) -> None:
    told = cli("items", *shipped("simulation", *names))
    assert told.status == 2 and message in told.err


def test_submissions_of_several_tracks_and_the_same_file_twice_are_refused(cli: Cli) -> None:
    one, two = shipped("simulation", "echo", "empty")
    mixed = cli("items", one, two, *shipped("horizon", "exact"))
    assert mixed.status == 1 and "one track at a time" in mixed.err
    assert cli("items", one, two, two).status == 1
    with pytest.raises(ValueError, match="expected 3 to 50"):
        lab.analyse_items(one)


def test_cells_of_csv_are_no_formulas(eight: ItemAnalysis) -> None:
    hostile = msgspec.structs.replace(eight.items[0], item_id="=1+1")
    assert "\n'=1+1," in pages.table(msgspec.structs.replace(eight, items=(hostile,)))
