"""``interplay statistics``: fit, sensitivity to games, general factor, and the figure."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import interplay as package
from interplay.cli.main import interplay
from interplay.core.errors import MissingPackage, OutputError
from interplay.ratings.ledger import read_matches
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import Settings
from interplay_lab.statistics.figure import write_figure
from tests.ratings.conftest import WriteMatches as Write
from tests.ratings.conftest import write_matches
from tests.ratings.test_rate_command import matches

__all__ = ["matches", "write_matches"]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(interplay, ["statistics", *map(str, arguments)])


@pytest.mark.slow
def test_every_table_is_shown(matches: Path) -> None:
    result = run(matches)
    assert result.exit_code == 0, result.output
    for text in ("Leaving one game out", "General factor", "Fit of one rating for each system", "chi-squared"):
        assert text in result.output
    output = " ".join(result.output.split())
    assert "one factor of unrelated scores of 4 systems explains: median" in output


@pytest.mark.slow
def test_json_holds_what_the_function_returns(matches: Path) -> None:
    printed = json.loads(run(matches, "--json").stdout)
    returned = package.rating_statistics(matches)  # type: ignore[attr-defined]
    assert printed["format"] == "interplay-rating-statistics/1"
    assert printed["fit"]["p"] == returned.fit.p
    assert printed["matches"] == returned.matches == 15


@pytest.mark.slow
def test_the_figure_is_svg_and_the_same_each_time(matches: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    first, second = tmp_path / "one.svg", tmp_path / "two.svg"
    for path in (first, second):
        assert run(matches, "--plot", path).exit_code == 0
    assert first.read_bytes() == second.read_bytes()
    assert ET.fromstring(first.read_bytes()).tag.endswith("svg")


def test_a_figure_needs_matplotlib_and_says_so(matches: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interplay.core.extras.find_spec", lambda name: None)
    result = run(matches, "--plot", tmp_path / "f.svg")
    assert isinstance(result.exception, MissingPackage)
    assert "pip install 'interplay-bench[lab]'" in str(result.exception)


def test_a_figure_of_nothing_or_of_another_kind_is_refused(write_matches: Write, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    drawn = write_matches({"game": "g", "seats": ["a", "b"], "returns": [0.5, 0.5]})
    table = rate(read_matches([drawn]), Settings(draws="drop", resamples=10))
    with pytest.raises(OutputError, match="no system has a rating"):
        write_figure(table, tmp_path / "f.svg")
    with pytest.raises(OutputError, match=r"ends in \.svg"):
        write_figure(table, tmp_path / "f.png")
