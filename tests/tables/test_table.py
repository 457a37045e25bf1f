"""Tables for a terminal and for a file: no name vanishes, no number is cut off, on however narrow a screen."""

import re
import sys
from pathlib import Path

import msgspec
import pytest

from interplay.core.release import Release, content
from interplay.core.reports import Report
from interplay.scoring.score import Options, score
from interplay.tables import document, notes, terminal
from interplay.tables.scores import Detail, rows, score_table
from interplay.tables.table import Table, tabulate
from interplay.tracks.catalogue import load

FILES = {
    "games": ("bot-competent", "smollm2-135m"),
    "positions": ("bot-random", "smollm2-135m"),
    "scorekeeping": ("bot-always-private", "bot-echo"),
    "simulation": ("bot-faulty-25", "smollm2-135m"),
}
DETAILS: tuple[Detail, ...] = ("summary", "table", "full")
Scored = dict[str, list[Report]]


@pytest.fixture(scope="module")
def scored(root: Path, release: Release) -> Scored:
    class Scores(Scored):
        """Reports of a track's files, made when they are first asked for."""

        def __missing__(self, track: str) -> list[Report]:
            folder = root / "dataset" / "baselines"
            paths = [folder / name / f"{track}.jsonl.gz" for name in FILES[track]]
            self[track] = [score(path, release, Options(trusted=True)) for path in paths]
            return self[track]

    return Scores()


def printed(table: Table, width: int, *, boxed: bool = True) -> str:
    return "\n".join(terminal.lines(table, width, boxed=boxed, grouped=True))


def check_whole(table: Table, text: str, width: int) -> None:
    """Every line fits, every block names its rows, and every cell is there, uncut."""
    lines = text.splitlines()
    assert max(map(len, lines)) <= width
    assert "…" not in text
    flat = " ".join(text.split())
    for place, column in enumerate(table.columns):
        wraps = column.kind == "text"
        for cell in {row[place] for row in table.texts()}:
            if not wraps:
                assert cell in flat, (column.heading, cell)
            for word in re.split(r"[\s/_:.@-]+", cell) if wraps else ():
                assert word in text, (column.heading, word)
        assert all(word in text for word in column.heading.split()), column.heading
    first = table.columns[0].heading
    headed = [line for line in lines if re.match(rf"\s*{re.escape(first)}\s", line)]
    last = [line for line in lines if table.columns[-1].heading.split()[0] in line]
    assert headed
    assert any(line in last for line in headed)


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("track", FILES)
@pytest.mark.slow
def test_every_tracks_table_is_whole_at_every_width(scored: Scored, track: str, detail: Detail, width: int) -> None:
    table = score_table(scored[track], load(track), detail=detail)
    check_whole(table, printed(table, width), width)


@pytest.mark.parametrize("track", [pytest.param("games", marks=pytest.mark.slow), *sorted(FILES.keys() - {"games"})])
def test_at_80_columns_names_stand_in_one_piece(scored: Scored, track: str) -> None:
    table = score_table(scored[track], load(track), detail="table")
    text = printed(table, 80)
    for name in FILES[track]:
        assert re.search(rf"(?m)^ {name} ", text), text
    for heading in ("system", "part", "played", "score [95% interval]"):
        assert heading in text


@pytest.mark.slow
def test_a_file_gets_every_column_in_one_block(scored: Scored, capsys: pytest.CaptureFixture[str]) -> None:
    assert not sys.stdout.isatty()
    table = score_table(scored["games"], load("games"), detail="full")
    terminal.show(table)
    text = capsys.readouterr().out
    assert text.count("played") == 1
    check_whole(table, text, 1_000)


@pytest.mark.parametrize(("track", "where"), [("positions", {}), ("simulation", {}), ("scorekeeping", {})])
@pytest.mark.parametrize("detail", ["table", "full"])
def test_the_headline_is_the_first_row(scored: Scored, track: str, where: dict[str, str], detail: Detail) -> None:
    report = scored[track][0]
    first, *others = rows([report], load(track), detail=detail)
    value, low, high = report.headline.value, report.headline.low, report.headline.high
    digits = load(track).headline.digits
    bounds = "deterministic" if low is None else f"{low:.{digits}f}, {high:.{digits}f}"
    assert (first[1], first[3]) == ("all", f"{value:.{digits}f} [{bounds}]")
    assert first[2] == f"{report.counts['played']}/{report.counts['episodes']}"
    assert "all" not in {row[1] for row in others}
    assert f"| all | {first[2]} | {first[3]} |".replace("[", r"\[").replace("]", r"\]") in document.document([report])


@pytest.mark.slow
def test_games_have_a_row_for_each_split(scored: Scored) -> None:
    report = scored["games"][0]
    held = {row[1]: row[3] for row in rows([report], load("games"), detail="table")}
    for split in report.splits:
        assert held[split].startswith(f"{report.metric('score', split=split).value:.1f} ")
        assert any(name.startswith(f"{split} / ") for name in held)


def test_a_part_alone_has_no_row_for_all(root: Path, release: Release, tmp_path: Path) -> None:
    shipped = content(root / "dataset/baselines/bot-always-private/scorekeeping.jsonl.gz")
    lines = shipped.decode().splitlines(keepends=True)
    held = [line for line in lines[1:] if "corrections" not in line]
    path = tmp_path / "base.jsonl"
    path.write_text(lines[0].replace('["base","corrections"]', '["base"]') + "".join(held), encoding="utf-8")
    report = score(path, release, Options(allow_partial=True))
    assert [row[1] for row in rows([report], load("scorekeeping"), detail="table")] == ["base"]


LONG = "a-very-long-name-of-a-system-that-somebody-chose-for-a-run/with-every-parameter_in_it:temperature-0.7"


@pytest.mark.parametrize("boxed", [True, False])
@pytest.mark.parametrize("width", [40, 80, 100])
def test_long_names_are_parted_between_words(width: int, boxed: bool) -> None:
    headings = ("system", "part", *(f"heading {n}" for n in range(9)))
    table = tabulate(headings, ((LONG, "first_challenging", *"123456789"), ("b", "all", *"987654321")), text=2)
    check_whole(table, printed(table, width, boxed=boxed), width)


def test_a_name_without_any_place_to_part_it_is_cut_into_lines() -> None:
    assert terminal.wrapped("x" * 30, 12) == "x" * 12 + "\n" + "x" * 12 + "\n" + "x" * 6
    assert terminal.wrapped("first_challenging", 12) == "first_\nchallenging"
    assert terminal.wrapped("gamebench_quick / arctic_scavengers", 32) == "gamebench_quick /\narctic_scavengers"
    assert terminal.wrapped("  a / bb", 5) == "  a /\n  bb"
    assert terminal.wrapped("ж" * 4 + "猫" * 4, 6) == "жжжж猫\n猫猫猫"


def test_a_picture_goes_where_there_is_no_room() -> None:
    table = tabulate(("system", "", "n"), [("a", "─●─" * 10, "7")], kinds={"": "bar"})
    assert "●" in printed(table, 80)
    assert "●" not in printed(table, 20)
    assert "7" in printed(table, 20)


@pytest.mark.slow
def test_many_statistics_are_said_to_miss_by_chance_and_few_are_not(scored: Scored) -> None:
    (report, other), fewer = scored["games"], scored["games"][0].statistics[:0]
    bounded = [one for one in (*report.statistics, *other.statistics) if one.low is not None]
    (line,) = notes.chances([report, other])
    assert f"holds {len(bounded)} statistics with a 95% interval each" in line
    assert f"expect about {round(len(bounded) / 20)} to miss" in line
    assert line in document.document([report, other]).replace("\\", "")
    assert notes.chances([msgspec.structs.replace(report, statistics=fewer)]) == []
