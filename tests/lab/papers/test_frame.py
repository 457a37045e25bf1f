"""Exhibits of any paper: found by folder, shown as text, drawn, and named with a reason where they cannot be made."""

import csv
import io
from collections import Counter
from pathlib import Path

import pytest

from interplay.core.errors import RecordError, UnknownName
from interplay.core.release import Release
from interplay.tables.table import Column, Table
from interplay_lab.papers import catalogue, drawing, writing
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.records import Analysis, Content, Figure, Form, Missing, Result, Series, as_table
from tests.support import Cli

EVIL = "=1+1|<b>*x*</b> $a$ \u202etxt\x1b[31m"
BOXES = tuple(Series(name=str(n), values=(float(n), None)) for n in range(5))


def figure(drawn: Form = "bars", series: tuple[Series, ...] = ()) -> Figure:
    lines = series or (Series(name=EVIL, values=(0.25, None)), Series(name="b", values=(-1.0, 2.0)))
    return Figure(drawn=drawn, x="system", y="score", places=("one", EVIL), series=lines)


def analysis(*contents: Content) -> Analysis:
    shown = tuple(Result(number=f"Table {n}", title=EVIL, content=c) for n, c in enumerate(contents, 1))
    return Analysis(paper="p", release="0", manifest_sha256="0" * 64, files=(EVIL,), exhibits=shown)


@pytest.mark.parametrize("paper", catalogue.PAPERS.names())
def test_numbers_and_file_names_of_a_paper_are_unique(paper: str) -> None:
    exhibits = catalogue.choose(paper)
    slugs = [Result(number=one.number, title=one.title, content=Missing(reason="")).slug for one in exhibits]
    assert exhibits
    assert [slug for slug, n in Counter(slugs).items() if n > 1] == []
    assert all(exhibit.number and exhibit.title for exhibit in exhibits)


@pytest.mark.parametrize("paper", catalogue.PAPERS.names())
def test_from_nothing_every_exhibit_is_missing_with_a_reason(paper: str, release: Release) -> None:
    for exhibit in catalogue.make(catalogue.choose(paper), Given(release, ())):
        assert isinstance(exhibit.content, Missing), exhibit.number
        assert "needed" in exhibit.content.reason, exhibit.number


def test_an_unknown_number_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'table 2'"):
        catalogue.choose("llmarena", ["Table2"])
    assert [exhibit.number for exhibit in catalogue.choose("llmarena", ["table 2"])] == ["Table 2"]


def test_a_number_stands_for_all_that_begin_so() -> None:
    assert [exhibit.number for exhibit in catalogue.choose("simulbench", ["table 2"])] == [
        "Table 2 (checks)",
        "Table 2 (judge)",
    ]
    assert [exhibit.number for exhibit in catalogue.choose("gamebench", ["Table 2"])] == ["Table 2"]
    with pytest.raises(UnknownName):
        catalogue.choose("simulbench", [""])


def test_submissions_on_another_track_are_refused_before_they_are_graded(release: Release, small: Path) -> None:
    def graded(_done: int, _total: int) -> None:
        raise AssertionError

    for paper in ("simulbench", "privateshared"):
        with pytest.raises(RecordError, match=f"on 'games', expected one on .* --paper {paper} is about"):
            catalogue.analyse(paper, [small], release, on_progress=graded)


def test_the_numbers_of_a_figure_are_a_table() -> None:
    bounded = Series(name="a", values=(1.0, 2.0), low=(0.0, 1.0), high=(2.0, 3.0))
    table = as_table(Figure(drawn="bars", x="turn", y="v", places=(1.0, 2.0), series=(bounded,)))
    assert [column.heading for column in table.columns] == ["turn", "a", "low", "high"]
    assert table.columns[0].kind == "count"
    assert table.rows == ((1.0, 1.0, 0.0, 2.0), (2.0, 2.0, 1.0, 3.0))
    heat = as_table(figure("heat"))
    assert [column.heading for column in heat.columns] == ["score", "one", EVIL]
    assert heat.rows[1] == ("b", -1.0, 2.0)


@pytest.mark.parametrize(
    ("value", "column", "text"),
    [
        (None, Column(heading="a"), "–"),
        (-0.001, Column(heading="a"), "0.00"),
        (0.314, Column(heading="a", kind="percent", digits=0), "31%"),
        (-0.001, Column(heading="a", kind="percent", digits=0), "0%"),
        (1234, Column(heading="a", kind="count"), "1,234"),
        ("x", Column(heading="a", kind="text"), "x"),
    ],
)
def test_entries_are_written_as_their_column_says(value: float | str | None, column: Column, text: str) -> None:
    assert column.text(value) == text


def test_names_stay_text_in_markdown_and_csv() -> None:
    table = Table(columns=(Column(heading=EVIL, kind="text"), Column(heading="v")), rows=((EVIL, None), ("b", 0.5)))
    document = writing.markdown(analysis(table))
    assert "<b>" not in document and "\x1b" not in document and "\u202e" not in document
    assert "\\<b\\>\\*x\\*" in document
    rows = list(csv.reader(io.StringIO(writing.as_csv(table))))
    assert rows[1][0].startswith("'=1+1") and rows[1][1] == ""
    assert rows[2] == ["b", "0.5"]
    assert writing.as_csv(Missing(reason="r")) == ""


def test_what_cannot_be_made_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    made = analysis(Missing(reason="found no flops; needed: some"))
    assert "Cannot be made: found no flops" in writing.markdown(made)
    writing.show(made, 80)
    assert "Cannot be made: found no flops; needed: some" in capsys.readouterr().out


@pytest.mark.parametrize("drawn", ["bars", "stacked", "lines", "points", "boxes", "heat"])
def test_a_figure_is_drawn_with_the_same_bytes(drawn: Form) -> None:
    pytest.importorskip("matplotlib")
    picture = figure(drawn, BOXES if drawn == "boxes" else ())
    svg = drawing.draw(picture, EVIL, "svg")
    assert svg == drawing.draw(picture, EVIL, "svg")
    assert svg.startswith(b"<?xml") and b"<script" not in svg
    png = drawing.draw(picture, EVIL, "png")
    assert png == drawing.draw(picture, EVIL, "png")
    assert png.startswith(b"\x89PNG")


@pytest.mark.slow
def test_the_command_prints_writes_and_fits_a_terminal(cli: Cli, small: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    out = tmp_path / "out"
    words = ("--only", "Figure 2", "--only", "Table 3", "-o", out)
    ran = cli("analyse", small, "--paper", "llmarena", *words)
    assert ran.status == 0, ran.err
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "Figure 2: mean reward" in ran.out and "Cannot be made" in ran.out
    names = ["figure-2.csv", "figure-2.png", "figure-2.svg", "llmarena.json", "llmarena.md"]
    assert sorted(path.name for path in out.iterdir()) == names
    again = cli("analyse", small, "--paper", "llmarena", *words[:4], "--json")
    assert again.out.encode() == (out / "llmarena.json").read_bytes()


def test_without_matplotlib_the_numbers_are_written(
    cli: Cli, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "find_spec", lambda _: None)
    ran = cli("analyse", small, "--paper", "llmarena", "--only", "Figure 2", "-o", tmp_path)
    assert ran.status == 0
    assert "drawing needs pip install" in ran.err
    assert not list(tmp_path.glob("*.svg")) and list(tmp_path.glob("figure-2.csv"))


@pytest.mark.parametrize("words", [("--paper", "llmarema"), ("--paper", "llmarena", "--only", "Table 9")])
def test_unknown_names_are_usage_errors(cli: Cli, small: Path, words: tuple[str, ...]) -> None:
    ran = cli("analyse", small, *words)
    assert ran.status == 2
    assert "expected one of" in ran.err


def test_an_interval_with_one_bound_is_drawn_to_an_arrow() -> None:
    def drawn(low: float | None, high: float | None) -> str:
        line = Series(name="rating", values=(0.0, 1.0), low=(-1.0, low), high=(1.0, high))
        return drawing.draw(figure("points", (line,)), "ratings", "svg").decode()

    none, closed, above, below = drawn(None, None), drawn(0.5, 1.5), drawn(0.5, None), drawn(None, 1.5)
    dots = [svg.count("stroke-dasharray") for svg in (none, closed, above, below)]
    assert dots == [0, 0, 1, 1]
    assert len({none, closed, above, below}) == 4


def test_a_long_title_is_wrapped_beside_no_legend() -> None:
    title = "Figure 4: the mean win probability at each action of no-limit Texas Hold'em on the flop"
    svg = drawing.draw(figure(), title, "svg").decode()
    assert title not in svg
    assert svg.count("Figure 4") == 1
