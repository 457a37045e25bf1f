"""Tables for a terminal: nothing that was measured is ever cut off."""

import io
import sys
from pathlib import Path

import pytest
from rich.console import Console

from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.report.table import rows, score_table, show
from interplay.scoring.score import score
from interplay.tracks.catalogue import load


@pytest.fixture(scope="module")
def reports(root: Path, release: Release) -> list[Report]:
    return [score(root / "dataset" / "baselines" / "bot-competent" / "games.jsonl", release)]


def test_a_file_gets_every_column_whole_however_long_names_are(
    reports: list[Report], capsys: pytest.CaptureFixture[str]
) -> None:
    track = load("games")
    assert not sys.stdout.isatty()
    show(score_table(reports, track, detail="full"))
    printed = capsys.readouterr().out
    assert "…" not in printed
    assert all(cell in printed for row in rows(reports, track, detail="full") for cell in row)


def test_a_narrow_terminal_folds_names_and_leaves_numbers_alone(reports: list[Report]) -> None:
    track = load("games")
    stream = io.StringIO()
    Console(file=stream, width=100).print(score_table(reports, track, detail="table"))
    printed = stream.getvalue()
    assert "…" not in printed
    assert max(map(len, printed.splitlines())) <= 100
    numbers = {cell for row in rows(reports, track, detail="table") for cell in row[2:]}
    assert all(cell in printed for cell in numbers)
