"""People in the figures of the papers that have people in them."""

import asyncio
import io
from pathlib import Path

from interplay.core.release import Release
from interplay.running import run
from interplay.running.options import RunSpec
from interplay.tracks import catalogue
from interplay_lab.papers.records import Figure
from interplay_lab.systems.human import Human
from tests.lab.papers.tables import exhibit, figure


def played(output: Path, release: Release, game: str, split: str, limit: int) -> Path:
    """Return a submission of a person who always takes the first action."""
    person = Human("human:anna", io.StringIO("1\n" * 10_000).readline, io.StringIO())
    spec = RunSpec(where=(("game", game),), splits=(split,), limit=limit)
    asyncio.run(run.run(catalogue.load("games"), release, person, output, spec))
    return output


def test_a_person_is_in_llmarenas_figure_2(release: Release, tmp_path: Path) -> None:
    path = played(tmp_path / "anna.jsonl", release, "connect_four", "llmarena_balanced", 2)
    content = figure("llmarena", "Figure 2", [path], release)
    assert content.places == ("human:anna [1]",), "with the note that these are some of the matches"
    assert all(series.values[0] is not None for series in content.series)


def test_a_person_is_in_gamebenchs_figure_1(release: Release, tmp_path: Path) -> None:
    path = played(tmp_path / "anna.jsonl", release, "santorini", "gamebench_quick", 4)
    by_game = figure("gamebench", "Figure 1a", [path], release)
    (mine,) = [series for series in by_game.series if series.name == "human:anna"]
    assert [value is not None for value in mine.values] == [True]
    overall = exhibit("gamebench", "Figure 1b", [path], release)
    assert isinstance(overall, Figure), overall
    assert "human:anna" in overall.places
