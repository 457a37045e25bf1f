"""Pages are printed by one command, and the cards hold what it prints."""

import gzip
from pathlib import Path

import pytest
from click.testing import CliRunner

from interplay.core.release import Release
from interplay.scoring.batch import score_files
from interplay_builders.cli import DRAWS, IMPORTERS, PAGES, build
from interplay_builders.pages import difficulty, gamebench, ladder, league, llmarena, simulation_statistics
from tests.builders.printed import frozen_body

GAMES = {"codenames": "Codenames", "are_you_the_traitor": "Are You the Traitor"}
"""Two quick games of the league, and their titles."""


def test_pages_are_found_by_their_files() -> None:
    assert PAGES.names() == (
        "difficulty", "gamebench", "headline", "horizon_families", "ladder", "league", "llmarena", "positions_fresh",
        "positions_rules", "positions_zero", "references", "requests", "scales", "simulation_statistics",
    )  # fmt: skip


@pytest.mark.parametrize("name", PAGES.names())
def test_a_page_is_a_command_with_examples(name: str) -> None:
    shown = CliRunner().invoke(build, ["page", name, "--help"])
    assert shown.exit_code == 0
    assert shown.output.count(f"\n  interplay-build page {name}") >= 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("difficulty", difficulty.INTRODUCTION),
        ("gamebench", gamebench.INTRODUCTION),
        ("ladder", ladder.INTRODUCTION),
        ("league", league.INTRODUCTION),
        ("llmarena", llmarena.INTRODUCTION),
        ("simulation_statistics", simulation_statistics.page((), ())),
    ],
)
def test_a_page_names_the_command_that_prints_it(name: str, text: str) -> None:
    assert f"Printed by `interplay-build page {name}" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["page", "leage"], "did you mean 'league'?); expected one of difficulty, gamebench, "),
        (["import", "clembnch"], "did you mean 'clembench'?); expected one of clembench, episodes, "),
        (["draw", "simulaton"], "did you mean 'simulation'?); expected one of games, horizon, simulation"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(build, arguments)
    assert result.exit_code == 2
    assert message in result.output


@pytest.mark.parametrize(
    ("verb", "name"), [*(("import", name) for name in IMPORTERS.names()), *(("draw", name) for name in DRAWS.names())]
)
def test_every_command_that_writes_spells_its_output_alike(verb: str, name: str) -> None:
    assert "-o, --out " in CliRunner().invoke(build, [verb, name, "--help"]).output


@pytest.mark.slow
def test_the_card_of_difficulty_holds_what_shipped_submissions_score(root: Path, release: Release) -> None:
    paths = [p for p in sorted((root / "dataset" / "baselines").glob("*/*.jsonl.gz")) if p.name != "games.jsonl.gz"]
    card = (root / "cards" / "difficulty.md").read_text(encoding="utf-8")
    parts = {part.split("\n", 1)[0]: part.strip() for part in card.split("\n## ")[1:]}
    reports = sorted(score_files(paths, release), key=lambda report: (report.track, -report.headline.standing))
    shown = "\n".join(difficulty.lines(reports))
    told = {part.split("\n", 1)[0]: part.strip() for part in shown.split("\n## ")[1:]}
    assert set(parts) == {*told, "Games"}
    assert told == {name: part for name, part in parts.items() if name != "Games"}


@pytest.fixture(scope="module")
def quick(root: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The league's submissions, with two of its games alone."""
    folder, splits = tmp_path_factory.mktemp("league"), ("gamebench", "gamebench_strong")
    starts = tuple(f'"item_id":"{split}/{game}/' for split in splits for game in GAMES)
    made = []
    for source in sorted((root / "dataset" / "baselines").glob("bot-*/league/gamebench.jsonl.gz")):
        with gzip.open(source, "rt", encoding="utf-8") as stream:
            header, *lines = stream
        made.append(folder / f"{source.parts[-3]}.jsonl")
        kept = [line for line in lines if any(start in line for start in starts)]
        made[-1].write_text("".join([header, *kept]), encoding="utf-8", newline="\n")
    return made


@pytest.mark.slow
def test_the_leagues_tables_are_those_of_the_card(root: Path, release: Release, quick: list[Path]) -> None:
    """Scores and sides of a game come from its own matches, so a page of two games holds the card's columns."""
    card, page = frozen_body(root / "cards" / "bots.md"), league.card(quick, release).splitlines()
    assert "600 matches between different bots." in page
    for title in GAMES.values():
        assert _column(page, title) == _column(card, title)
        assert _side(card, title).startswith(_side(page, title))  # the card has a column more, of other games


def _column(page: list[str], title: str) -> dict[str, str]:
    """Return bot -> score in the column of a game."""
    start = page.index("## Average score (matches)") + 2
    rows = [[cell.strip() for cell in line.split("|")] for line in page[start : start + 5]]
    return {row[1]: row[rows[0].index(title)] for row in rows[2:]}


def _side(page: list[str], title: str) -> str:
    return next(line for line in page if line.startswith(f"| {title} | "))


def test_the_card_of_the_ladders_is_what_the_page_prints() -> None:
    printed = CliRunner().invoke(build, ["page", "ladder"])
    assert printed.exit_code == 0
    assert printed.output == Path("cards/ladder.md").read_text(encoding="utf-8")


def test_neighbours_on_a_ladder_meet_on_both_sides_of_each_setup() -> None:
    assert ladder.players("hive")[:3] == ("random", "ladder-1", "ladder-2")
    met = ladder.meet("santorini", "ladder-3", "ladder-1", 4)
    assert (met.matches, met.drawn) == (8, 0)
    assert met.score > 0.5
    assert met == ladder.meet("santorini", "ladder-3", "ladder-1", 4)
