"""The score of a submission, its parts by family and its columns of SimulBench's Table 4, added up by numpy alone."""

from pathlib import Path

import numpy as np
import pytest

from interplay.core.driver import drive
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.scoring.score import score
from interplay.tables import simulated
from interplay.tables.numbers import number
from interplay.tracks.simulation.bots import BOTS
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay.tracks.simulation.track import TRACK, is_decided

BOT = "faulty-50"


@pytest.fixture(scope="module")
def scripts(release: Release) -> list[Script]:
    rows = release.rows("simulation", Script)
    return [row for row in rows if row.split in TRACK.main_splits(("hard", "standard")) and is_decided(row)]


@pytest.fixture(scope="module")
def passed(scripts: list[Script]) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    replies = (drive(TRACK.episode(script, 0), BOTS[BOT]).response or "" for script in scripts)
    return np.array([grade(script, reply).strict for script, reply in zip(scripts, replies, strict=True)])


@pytest.fixture(scope="module")
def report(release: Release) -> Report:
    return score(Path(release.root, "baselines", f"bot-{BOT}", "simulation.jsonl.gz"), release)


def _value(report: Report, **where: str) -> float | None:
    return next(group.metrics[0].value for group in report.groups if group.where == where)


def test_the_headline_and_every_family_are_pass_rates(
    report: Report, scripts: list[Script], passed: "np.ndarray[tuple[int], np.dtype[np.bool_]]"
) -> None:
    assert report.headline.value == pytest.approx(100 * passed.mean())
    families = np.array([script.family for script in scripts])
    for family in np.unique(families):  # each has scripts that a program decides
        assert _value(report, family=str(family)) == pytest.approx(100 * passed[families == family].mean())
    assert set(TRACK.table_by) == {TRACK.drawn_from} == {"family"}


def test_table_4_has_script_types_kinds_of_first_challenging_ones_hard_and_all(
    report: Report, scripts: list[Script], passed: "np.ndarray[tuple[int], np.dtype[np.bool_]]"
) -> None:
    types, kinds = (np.array([getattr(s, key) for s in scripts]) for key in ("script_type", "kind"))
    first = types == "first_challenging"
    chosen = [types == "last_only", first, types == "subsequent_challenging"]
    hard = np.array([script.hard for script in scripts])
    chosen += [first & (kinds == "stateless"), first & (kinds == "stateful"), hard, types != ""]
    (sheet,) = simulated.tables([report]).values()
    assert sheet.headings == (
        "system", "last only", "first chal.", "subseq. chal.", "stateless", "stateful", "hard", "all",
    )  # fmt: skip
    ((name, *cells),) = sheet.texts()
    assert name == f"bot-{BOT}"
    due = [number(100 * passed[own].sum() / own.sum() if own.any() else None, 1) for own in chosen]
    assert [cell.partition(" ")[0] for cell in cells] == due
    assert due.count("–") == 3  # no hard script is challenging in its first request
    assert all("[" in cell for cell in cells if cell != "–")


def test_other_tracks_have_no_table_4(release: Release) -> None:
    path = Path(release.root, "baselines", "bot-random", "scorekeeping.jsonl.gz")
    assert simulated.tables([score(path, release)]) == {}
