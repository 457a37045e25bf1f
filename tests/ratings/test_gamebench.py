"""The published data of GameBench: import, and its tables computed again."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from interplay.core.errors import RecordError
from interplay.ratings.ledger import Ledger, read_matches
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import REFERENCE
from interplay_builders.importers import gamebench as importer
from interplay_builders.pages import gamebench as again

ROUNDING = 0.005 + 1e-6
SHOWS = {
    "ALS": "sea_battle",
    "ARC": "two_rooms_and_a_boom",
    "AYT": "are_you_the_traitor",
    "CN": "air_land_sea",
    "HV": "santorini",
    "PT": "hive",
    "SN": "codenames",
    "TRB": "arctic_scavengers",
    "SB": "pit",
}
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def ledger(published: Path) -> Ledger:
    return again.ledger_of(published)


def test_all_published_matches_are_imported(published: Path, tmp_path: Path) -> None:
    out = tmp_path / "g.jsonl"
    result = CliRunner().invoke(importer.command, [str(published), "--out", str(out)])
    assert result.exit_code == 0
    assert "CC-BY-4.0" in result.output
    ledger = read_matches([out])
    assert (len(ledger.sequence), len(ledger.games), len(ledger.systems)) == (277, 9, 7)
    assert ledger.sequence.tolist() == again.ledger_of(published).sequence.tolist()
    assert (ledger.setups == -1).all()
    assert {game for game, _ in ledger.categories} == set(ledger.games)
    assert rate(ledger, replace(REFERENCE, resamples=0)).draws == 18


def test_overall_ratings_are_those_of_table_2(ledger: Ledger) -> None:
    assert again.rating_column(ledger) == pytest.approx(again.RATINGS["Overall"], abs=0.05)


def test_more_resamples_come_closer_still(ledger: Ledger) -> None:
    found = again.rating_column(ledger, replace(REFERENCE, resamples=10_000))
    assert found == pytest.approx(again.RATINGS["Overall"], abs=0.02)


def test_unweighted_estimates_are_those_of_the_reference_code(ledger: Ledger) -> None:
    table = rate(ledger, replace(REFERENCE, weights="match", resamples=0))
    found = {row.system: row.estimate for row in table.ratings}
    expected = (-0.3432, 1.2384, -0.3519, 0.0974, -0.9850, 0.2131, 0.1311)
    assert [found[agent] for agent in again.AGENTS] == pytest.approx(expected, abs=1e-4)


def test_overall_scores_are_those_of_table_3(ledger: Ledger) -> None:
    assert again.score_column(ledger) == pytest.approx(again.SCORES["Overall"], abs=ROUNDING)


def test_columns_of_table_3_show_other_games_than_their_headers_say(ledger: Ledger) -> None:
    matched = again.match_columns(ledger, again.SCORES, again.score_column)
    assert {column.header: column.game for column in matched} == SHOWS
    assert all(column.gap <= ROUNDING and column.same_holes for column in matched)


def test_columns_of_table_2_are_permuted_in_the_same_way(ledger: Ledger) -> None:
    matched = again.match_columns(ledger, again.RATINGS, again.rating_column)
    assert {column.header: column.game for column in matched} == SHOWS
    assert all(column.gap < 0.15 for column in matched)


def test_columns_stand_in_the_order_in_which_games_first_appear(ledger: Ledger) -> None:
    appearance = list(dict.fromkeys(result.game for result in ledger.results))
    assert list(SHOWS.values()) == appearance


def test_no_other_assignment_of_columns_comes_close(ledger: Ledger) -> None:
    """Under its own header a column differs by far more than rounding, except the one that stands right."""
    for header, game in again.HEADERS.items():
        ours = again.score_column(ledger.only([game]))
        pairs = [(a, b) for a, b in zip(again.SCORES[header], ours, strict=True) if a is not None and b is not None]
        gap = max(abs(a - b) for a, b in pairs)
        assert (gap <= ROUNDING) == (header == "AYT")


def test_in_hive_all_but_two_agents_are_rated_by_the_prior_alone(ledger: Ledger) -> None:
    found = dict(zip(again.AGENTS, again.rating_column(ledger.only(["hive"])), strict=True))
    others = {value for agent, value in found.items() if agent not in {"human", "gpt-4"}}
    assert len(others) == 1
    assert others.pop() == pytest.approx(0.63, abs=0.01)


def test_the_card_is_what_its_command_prints(published: Path) -> None:
    result = CliRunner().invoke(again.command, [str(published)])
    assert result.exit_code == 0
    assert result.output == (ROOT / "cards" / "ratings" / "gamebench.md").read_text(encoding="utf-8")


BAD = [
    pytest.param({"game": "g"}, r"\$\[1\]: found 0 agents", id="no agents"),
    pytest.param({"game": "g", "a": 1}, r"\$\[1\]: found 1 agents, expected two", id="one agent"),
    pytest.param({"game": "g", "a": 1, "b": 0, "c": 0}, "found 3 agents", id="three agents"),
    pytest.param({"a": 1, "b": 0}, "no key 'game'", id="no game"),
    pytest.param({"game": "g", "a": -1, "b": 2}, r"\$\[1\]: ", id="negative"),
    pytest.param({"game": "g", "a": None, "b": 1}, r"\$\[1\]: ", id="null"),
    pytest.param(7, "expected an object", id="number"),
]


@pytest.mark.parametrize(("entry", "message"), BAD)
def test_a_bad_entry_is_refused_with_its_place(tmp_path: Path, entry: object, message: str) -> None:
    path = tmp_path / "matches.json"
    path.write_text(json.dumps([{"game": "g", "a": 1, "b": 0}, entry]), encoding="utf-8")
    with pytest.raises(RecordError, match=message):
        importer.read_published(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "expected a list"),
        ("[", "not JSON"),
        ('[{"game":"g","a":1,"a":0}]', "'a' twice"),
        ('[{"game":"g","a":NaN,"b":0}]', "NaN"),
    ],
)
def test_a_file_of_another_kind_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "matches.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError, match=message):
        importer.read_published(path)
    with pytest.raises(RecordError, match="cannot be read"):
        importer.read_published(tmp_path / "nothing.json")
