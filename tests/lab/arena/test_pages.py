"""The pages of an arena: its standing first, and every submission under the name of both systems."""

import html
import re
from pathlib import Path

import pytest

from interplay.ratings.matches import Match
from interplay.systems.base import Model
from interplay.systems.chat import ChatModel
from interplay_lab import api as lab
from interplay_lab.arena.records import Outcome
from interplay_lab.site.tournament import Tally, pairs

HOSTILE = '<b onload="x">'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome]:
    """The pages of an arena of two bots and of a system with a hostile name, and how it ended."""
    output = tmp_path_factory.mktemp("pages")
    systems: list[str | Model] = ["bot:random", "bot:strong", ChatModel(HOSTILE, lambda _messages: "I pass.")]
    outcome = lab.arena(systems, output, games="tictactoe", sweeps=2, changes={"example": 0}, html=True)
    return output / "site", outcome


def rows(page: str, title: str) -> list[list[str]]:
    """Return the text of the cells of the table below a heading."""
    table = page.split(f">{title}</h2>")[1].split("</table>", maxsplit=1)[0].split("<tbody>")[1]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in table.split("</tr>") if "<th" in row]
    return [[html.unescape(re.sub("<[^>]*>", "", cell)).strip() for cell in row] for row in cells]


def test_the_first_page_is_the_standing_with_a_row_a_system(folder: tuple[Path, Outcome]) -> None:
    site, outcome = folder
    page = (site / "index.html").read_text(encoding="utf-8")
    table = outcome.ratings.groups[0].bradley_terry
    assert table is not None
    standing = rows(page, "Standing")
    assert [row[0] for row in standing] == [rating.system for rating in table.ratings]
    assert [float(row[6]) for row in standing] == [rating.points for rating in table.ratings]
    assert "not converged, fewest in any game: 8 of 51 matches" in page
    assert "Options of all matches: example = 0." in page
    assert "<b onload" not in page


def test_results_of_pairs_mirror_each_other_and_add_up(folder: tuple[Path, Outcome]) -> None:
    site, _ = folder
    page = (site / "index.html").read_text(encoding="utf-8")
    table = rows(page, "Who won against whom")
    total = {row[0]: row[7] for row in rows(page, "Standing")}
    for at, row in enumerate(table):
        assert row[1 + at] == ""
        tallies = [list(map(int, cell.split("–"))) for cell in row[1:] if cell]
        assert "–".join(str(sum(column)) for column in zip(*tallies, strict=True)) == total[row[0]]
        for other, cell in enumerate(row[1:]):
            assert cell.split("–") == table[other][1 + at].split("–")[::-1]


def test_other_pages_name_the_opponent(folder: tuple[Path, Outcome]) -> None:
    site, _ = folder
    page = next(site.glob("system-*-bot-random.html")).read_text(encoding="utf-8")
    assert "</a> against bot-strong</h2>" in page
    assert "points a match" in page
    assert "against bot-random, sample of" in (site / "track-games.html").read_text(encoding="utf-8")
    assert "bot-strong against bot-random" in (site / "track-games.html").read_text(encoding="utf-8")


def test_results_are_counted_from_ranks_and_from_shares() -> None:
    tallies = pairs(
        [
            Match(game="g", seats=("a", "b"), setup=None, ranks=(1, 2)),
            Match(game="g", seats=("b", "a"), setup=None, ranks=(1, 1)),
            Match(game="g", seats=("b", "a", "a"), setup=None, returns=(0.6, 0.2, 0.2)),
        ]
    )
    assert tallies == {("a", "b"): Tally(1, 1, 1), ("b", "a"): Tally(1, 1, 1)}
    assert Tally(1, 1, 0).share == 0.75
