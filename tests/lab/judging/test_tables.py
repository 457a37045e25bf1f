"""The tables of what judges said: whole at every width, and a plain message where the laboratory is missing."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from interplay.core import extensions
from interplay.core.errors import InterplayError
from interplay.core.release import Release
from interplay.core.reports import Report, Statistic
from interplay.scoring.score import Options, score
from interplay.tables import document
from interplay.tables.simulated import PARTS
from interplay_lab.judging.tables import tables
from tests.running_help import Cli
from tests.tables.test_table import check_whole, printed


@pytest.fixture(scope="module")
def reports(root: Path, release: Release) -> list[Report]:
    folder = root / "dataset" / "baselines"
    paths = [folder / name / "simulation.jsonl.gz" for name in ("bot-faulty-25", "smollm2-135m")]
    return [score(path, release, Options(trusted=True)) for path in paths]


def statistic(name: str, where: dict[str, str]) -> Statistic:
    whole = {"judge": "scoring", "judge_model": "provider/some-large-model-2025-01-01", **where}
    return Statistic(where=whole, name=name, title="", kind="mean", value=5.55, low=4.44, high=6.66, n=520)


@pytest.mark.parametrize("width", [80, 100])
def test_the_sheets_of_judges_are_whole(reports: list[Report], width: int) -> None:
    ratings = [f"{name}{what}" for name in ("rating", "points_met") for what in ("", "_unscored", "_cut")]
    statistics = [statistic(n, {"part": p}) for n in ratings for p in PARTS]
    pairs = ("pair_win", "pair_tie", "pair_lose", "pair_difference", "pair_flipped", "pair_first", "pair_unscored")
    statistics += [statistic(n, {"part": p, "opponent": "bot-faulty-75"}) for n in pairs for p in PARTS]
    statistics += [statistic(n, {}) for n in ("rated_good_though_wrong", "band_agreement", "band_kappa")]
    statistics += [statistic("description_as_other", {"split": "llmarena"})]
    statistics += [
        statistic("rating", {"kind": k, "task": f"Task number {n}"}) for k in ("stateless", "stateful") for n in "12"
    ]
    sheets, _ = tables([msgspec.structs.replace(r, statistics=tuple(statistics)) for r in reports])
    assert len(sheets) == 7
    for table in sheets.values():
        check_whole(table, printed(table, width), width)


@pytest.fixture
def without_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    functions: Callable[..., dict[str, str]] = extensions.functions
    monkeypatch.setattr(
        extensions, "functions", lambda group: {} if group == extensions.JUDGMENTS else functions(group)
    )


MISSING = "results of judgments need the package interplay_lab, which is not installed"


@pytest.mark.usefixtures("without_lab")
def test_without_the_laboratory_only_results_of_judgments_are_refused(
    reports: list[Report], bad: Path, tiny_root: Path, interplay_cli: Cli, tmp_path: Path
) -> None:
    assert interplay_cli("score", bad, "--dataset", tiny_root, "--full", "--out", tmp_path / "out") == 0
    assert interplay_cli("score", bad, "--dataset", tiny_root, "--judgments", tmp_path / "any.jsonl") == 1
    assert MISSING in interplay_cli.err
    with pytest.raises(InterplayError, match=MISSING):
        document.document([msgspec.structs.replace(reports[0], judge_digest="0" * 64)])
