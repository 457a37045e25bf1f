"""GameBench's exhibits: by hand on a few matches, and beside the paper's tables on the published ones."""

import math
import re

import pytest

from interplay.core import canonical
from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.errors import RecordError
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.ratings.ledger import read_matches
from interplay.ratings.matches import MatchHeader
from interplay.tables.table import Table
from interplay_builders.importers.gamebench import read_published
from interplay_builders.pages import gamebench as paper
from interplay_lab.papers import catalogue
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.gamebench import exhibits
from interplay_lab.papers.gamebench.results import GAMES
from interplay_lab.papers.records import Content, Figure, Missing
from tests.games import matches
from tests.lab.papers.conftest import WriteMatches
from tests.lab.papers.submissions import given, scored
from tests.ratings.test_gamebench import SHOWS
from tests.upstream import need

FEW = [("hive", "a", "b", 1.0)] * 3 + [("hive", "b", "a", 1.0), ("pit", "a", "c", 0.25), ("pit", "b", "c", 0.5)]


@pytest.fixture
def few(release: Release, write_matches: WriteMatches) -> Given:
    return Given(release, (), matches=(write_matches(*FEW),))


def cells(content: Content) -> dict[str, dict[str, object]]:
    """Return the numbers of a table or figure by row and column."""
    from interplay_lab.papers.writing import table_of

    assert isinstance(content, Table | Figure)
    table = table_of(content)
    assert table is not None
    names = [column.heading for column in table.columns[1:]]
    return {str(row[0]): dict(zip(names, row[1:], strict=True)) for row in table.rows}


def test_pairs_have_their_matches_and_scores(few: Given) -> None:
    pairs = exhibits.pairs_of(read_matches(few.matches))
    assert pairs["a", "b"] == (4, 3.0) and pairs["b", "a"] == (4, 1.0)
    assert pairs["a", "c"] == (1, 0.25) and pairs["c", "a"] == (1, 0.75)


def test_matrices_leave_out_who_did_not_meet(few: Given) -> None:
    contents = {exhibit.number: exhibit.content for exhibit in catalogue.make(exhibits.appendix(), few)}
    assert cells(contents["Appendix H, Pit: matches"])["a"] == {"b": 0.0, "c": 1.0, "a": None}
    assert cells(contents["Appendix H, Pit: scores"])["b"] == {"a": None, "c": 0.5, "b": None}
    assert "c" not in cells(contents["Appendix H, Hive: matches"])
    assert isinstance(contents["Appendix H, Codenames: ratings"], Missing)


def test_chances_follow_from_ratings(few: Given) -> None:
    contents = {exhibit.number: exhibit.content for exhibit in catalogue.make(exhibits.appendix(), few)}
    chance, rated = cells(contents["Appendix H, Hive: chances"]), cells(contents["Appendix H, Hive: ratings"])
    gap = float(str(rated["a"]["rating"])) - float(str(rated["b"]["rating"]))
    assert chance["a"]["b"] == pytest.approx(1 / (1 + math.exp(-gap)), abs=1e-5)


def test_average_scores_and_counts_are_those_by_hand(few: Given) -> None:
    scores = cells(exhibits.scores(few))
    assert scores["a"]["Overall"] == pytest.approx((3 + 0.25) / 5)
    assert (scores["c"]["HV"], scores["c"]["PT"], scores["c"]["matches"]) == (None, 0.625, 2)
    counts = cells(exhibits.recorded(few))
    assert counts == {"a": {"HV": 4.0, "PT": 1.0}, "b": {"HV": 4.0, "PT": 1.0}, "c": {"HV": 0.0, "PT": 2.0}}


def test_a_system_without_matches_of_a_game_has_no_rating_there(few: Given) -> None:
    for make in (exhibits.ratings, exhibits.our_ratings):
        rated = cells(make(few))
        assert rated["c"]["HV"] is None and rated["a"]["CN"] is None
        assert isinstance(rated["a"]["HV"], float)


def test_who_lost_or_won_everything_has_a_bound_or_a_dash(release: Release, write_matches: WriteMatches) -> None:
    rows = [("hive", "a", "b", 1.0)] * 4 + [("hive", "b", "a", 1.0)] * 3
    rows += [("hive", "c", "a", 0.0)] * 6 + [("hive", "d", "a", 1.0)] * 6
    given = Given(release, (), matches=(write_matches(*rows),))
    ours = {name: row["HV"] for name, row in cells(exhibits.our_ratings(given)).items()}
    assert isinstance(ours["a"], float) and isinstance(ours["b"], float)
    assert re.fullmatch(r"–|< -?\d+\.\d\d", str(ours["c"])) and re.fullmatch(r"–|> -?\d+\.\d\d", str(ours["d"]))
    assert isinstance(cells(exhibits.ratings(given))["c"]["HV"], float)


def test_kinds_of_reasoning_are_those_of_table_1(few: Given) -> None:
    kinds = cells(exhibits.categories(few))
    totals = {kind: row["Total"] for kind, row in kinds.items()}
    assert sorted(totals.values()) == [2, 3, 3, 4, 4, 6]  # type: ignore[type-var]
    assert kinds["social deduction"]["Games"] == "AYT, TRB"
    assert kinds["abstract strategy"]["matches"] == 4


def test_results_and_submissions_are_not_rated_together(few: Given, report: Report) -> None:
    both = Given(few.release, (scored(report, "m", []),), matches=few.matches)
    content = exhibits.ratings(both)
    assert isinstance(content, Missing) and "give one kind" in content.reason


def test_damaged_results_are_an_error(release: Release, write_matches: WriteMatches) -> None:
    with pytest.raises(RecordError, match="cannot be rated"):
        exhibits.ratings(Given(release, (), matches=(write_matches(("hive", "a", "a", 1.0)),)))


def test_submissions_are_rated_by_their_verified_matches(release: Release, report: Report) -> None:
    item = matches.item("santorini", (SYSTEM, RIVAL))
    submission = scored(report, "m", [(item, matches.randomly(1))], rival="o")
    scores = cells(exhibits.scores(given(release, submission)))
    assert sorted(row["SN"] for row in scores.values()) == [0.0, 1.0]  # type: ignore[type-var]
    counted = exhibits.categories(given(release, submission))
    assert cells(counted)["abstract strategy"]["matches"] == 1


@pytest.fixture(scope="module")
def published(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Given:
    path = tmp_path_factory.mktemp("published") / "matches.jsonl"
    header = MatchHeader(format="interplay-matches/1")
    matches_ = read_published(need("gamebench/matches.json"))
    canonical.write_atomically(path, [canonical.encode_lines([header, *matches_])])
    return Given(release, (), matches=(path,))


def test_table_2_is_the_papers_within_its_resampling(published: Given) -> None:
    ratings = cells(exhibits.ratings(published))
    overall = [ratings[agent]["Overall"] for agent in paper.AGENTS]
    assert overall == pytest.approx(paper.RATINGS["Overall"], abs=0.05)
    for header, game in SHOWS.items():
        values = [ratings[agent][GAMES[game]] for agent in paper.AGENTS]
        printed = [p if h is not None else None for p, h in zip(paper.RATINGS[header], values, strict=True)]
        assert [h for h in values if h is not None] == pytest.approx([p for p in printed if p is not None], abs=0.15)


def test_table_3_is_the_papers_to_its_two_decimals(published: Given) -> None:
    scores = cells(exhibits.scores(published))
    assert [scores[a]["Overall"] for a in paper.AGENTS] == pytest.approx(paper.SCORES["Overall"], abs=0.00501)
    for header, game in SHOWS.items():
        for agent, printed in zip(paper.AGENTS, paper.SCORES[header], strict=True):
            value = scores[agent][GAMES[game]]
            assert value == (None if printed is None else pytest.approx(printed, abs=0.00501)), (header, agent)


def test_figures_are_made_of_all_published_matches(published: Given) -> None:
    counts = cells(exhibits.recorded(published))
    assert sum(float(str(n)) for row in counts.values() for n in row.values()) == 2 * 277
    assert counts["random"]["PT"] == 16
    made = catalogue.make(catalogue.choose("gamebench"), published)
    missing = [x.number for x in made if isinstance(x.content, Missing)]
    assert missing == ["Section 4.4", "Section 5", "Section 5, games"], "results have neither workings nor twins"


def test_boxes_are_in_order_and_their_ends_are_the_intervals(published: Given) -> None:
    boxes = exhibits.overall(published)
    assert isinstance(boxes, Figure)
    for five in zip(*(row.values for row in boxes.series), strict=True):
        assert list(five) == sorted(value for value in five if value is not None)
    ratings = next(row for row in exhibits.appendix() if row.number == "Appendix H, all games: ratings")
    ends = cells(ratings.make(published))
    for index, end in ((0, "low"), (4, "high")):
        assert [ends[str(name)][end] for name in boxes.places] == pytest.approx(list(boxes.series[index].values))
