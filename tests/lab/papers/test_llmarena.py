"""LLMArena's exhibits, on matches whose numbers are known."""

import dataclasses
from pathlib import Path

import pytest
from msgspec.structs import replace
from scipy import stats

from interplay.core.driver import RIVAL, SYSTEM, Ask
from interplay.core.records import Selection
from interplay.core.release import Release
from interplay.core.reports import Report, statistic
from interplay.tables.table import Table
from interplay.tracks.games import catalogue as games
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.records import Item
from interplay.tracks.games.verdicts import Verdict
from interplay_lab.papers import catalogue
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.llmarena import chosen, exhibits, hints, normalised
from interplay_lab.papers.records import Content, Figure, Missing
from tests.games import matches
from tests.lab.papers.submissions import given, replying, scored

X_WINS = ("X: (1,1)", "O: (2,1)", "X: (1,2)", "O: (2,2)", "X: (1,3)")
TAKEN_FIRST = ("X: (1,1)", "O: (1,1)", "O: (2,1)", "X: (1,2)", "O: (2,2)", "X: (1,3)")
CELLS = ("(1,1)", "(1,2)", "(1,3)", "(2,2)", "(2,1)", "(2,3)", "(3,2)", "(3,1)", "(3,3)")
DRAWN = tuple(f"{mark}: {cell}" for mark, cell in zip("XOXOXOXOX", CELLS, strict=True))


def board(seed: str, *, hints: int, players: tuple[str, ...] | None = None, split: str = "llmarena") -> Item:
    return replace(matches.item("tictactoe", players, seed=seed, hints=hints, opening_plies=0), split=split)


def table_of(content: Content) -> Table:
    assert isinstance(content, Table)
    return content


def figure_of(content: Content) -> Figure:
    assert isinstance(content, Figure)
    return content


def row(content: Content, number: int = 0) -> dict[str, object]:
    """Return a row by the headings of its columns; of equal ones the last."""
    table = table_of(content)
    return {column.heading: cell for column, cell in zip(table.columns, table.rows[number], strict=True)}


def test_self_play_counts_lines_without_an_error_and_games_with_one(release: Release, report: Report) -> None:
    listed = [(board("a", hints=1), replying(*X_WINS)), (board("b", hints=1), replying(*DRAWN))]
    bare = [
        (board("c", hints=0), replying(*TAKEN_FIRST)),
        (board("d", hints=0), replying(*X_WINS)),
        (board("e", hints=0), replying(*TAKEN_FIRST)),
        (board("f", hints=0), replying(*DRAWN)),
    ]
    content = hints.table(given(release, scored(report, "m", listed), scored(report, "m", bare)))
    won, erred = table_of(content).rows
    assert won == ("m", "TicTacToe", "itself", "Win", 0.5, 0.25, -0.25, None, None, 2, 4, 0)
    assert erred == ("m", "TicTacToe", "itself", "Error", 0.0, 0.5, 0.5, None, None, 2, 4, 0)
    assert hints.NOTES["apart"] in table_of(content).notes


def test_the_change_without_hints_is_over_the_games_in_both_and_has_their_interval(
    release: Release, report: Report
) -> None:
    with_hints = [(board(seed, hints=1), replying(*X_WINS)) for seed in "abcdefgh"]
    without = [(board(seed, hints=0), replying(*(TAKEN_FIRST if seed in "ab" else X_WINS))) for seed in "abcdef"]
    content = hints.table(given(release, scored(report, "m", with_hints), scored(report, "m", without)))
    won, erred = (row(content, number) for number in (0, 1))
    assert (won["games with"], won["games without"], won["in both"]) == (8, 6, 6)
    assert (won["change"], erred["change"]) == pytest.approx((-1 / 3, 1 / 3))
    interval = stats.ttest_1samp([-1, -1, 0, 0, 0, 0], 0).confidence_interval(0.95)
    assert (won["low"], won["high"]) == pytest.approx((max(interval.low, -1), interval.high))
    assert hints.NOTES["paired"] in table_of(content).notes


def test_the_change_over_few_setups_has_no_interval(release: Release, report: Report) -> None:
    played = [[(board(seed, hints=listed), replying(*X_WINS)) for seed in "abcd"] for listed in (1, 0)]
    change = row(hints.table(given(release, *(scored(report, "m", games_) for games_ in played))))
    assert (change["change"], change["low"], change["in both"]) == (0, None, 4)


def test_a_row_whose_games_all_went_alike_has_a_bound(release: Release, report: Report) -> None:
    played = [[(board(seed, hints=listed), replying(*X_WINS)) for seed in "abcdefgh"] for listed in (1, 0)]
    change = row(hints.table(given(release, *(scored(report, "m", games_) for games_ in played))))
    assert (change["change"], change["low"], change["high"]) == pytest.approx((0, -0.369417, 0.369417), abs=1e-6)


def test_against_others_only_wins_and_errors_of_the_system_count(release: Release, report: Report) -> None:
    first = board("a", hints=1, players=(SYSTEM, RIVAL))
    second = board("b", hints=1, players=(RIVAL, SYSTEM))
    played = [(first, replying(*TAKEN_FIRST)), (second, replying(*TAKEN_FIRST))]
    content = hints.table(given(release, scored(report, "m", played, rival="other")))
    won, erred = (row(content, number) for number in (0, 1))
    assert (won["Against"], won["hints"], erred["hints"]) == ("other", 0.5, 0.5)
    assert won["none"] is None and won["games without"] == 0


def test_a_row_without_both_settings_says_what_to_run(release: Release, report: Report) -> None:
    content = hints.table(given(release, scored(report, "m", [(board("a", hints=1), replying(*X_WINS))])))
    assert any("1 of 1 pairs of rows lack one of the settings" in note for note in table_of(content).notes)


def test_bids_are_boxes_of_deviations_from_half_the_valuation(release: Release, report: Report) -> None:
    def three_quarters(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        return str(at.game.write(at.state, at.seat, 3 * at.state.values[at.seat] // 4))

    item = matches.item("bid")
    drawn = figure_of(exhibits.bids(given(release, scored(report, "m", [(item, three_quarters)]))))
    values = games.load("bid").start(item.setup).values
    expected = sorted((2 * (3 * v // 4) - v) / v for v in values)
    assert [series.values[0] for series in drawn.series][::4] == pytest.approx(expected)
    assert drawn.places == ("m",)
    assert drawn.series[2].values[0] == pytest.approx(sum(expected) / 2)


@pytest.mark.parametrize("game", ["connect_four", "holdem", "hanabi", "bargain"])
def test_every_figure_is_made_of_one_match(game: str, release: Release, report: Report) -> None:
    players = None if game == "hanabi" else (SYSTEM, RIVAL)
    item = matches.item(game, players)
    evidence = given(release, scored(report, "m", [(item, matches.randomly(3))], rival="o"))
    makes = {
        "connect_four": (exhibits.rewards,),
        "holdem": (exhibits.all_equities, exhibits.risks),
        "hanabi": (exhibits.teamwork, exhibits.risky_plays),
        "bargain": (exhibits.bargains, exhibits.demands),
    }
    for make in makes[game]:
        assert not isinstance(make(evidence), Missing)
    if game == "hanabi":
        shares = [series.values[0] for series in figure_of(exhibits.teamwork(evidence)).series]
        assert sum(share or 0.0 for share in shares) == pytest.approx(1)


def test_figure_4_is_of_decisions_on_the_flop(release: Release, report: Report) -> None:
    def by_street(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        return "Action: All in" if at.state.board and at.state.need == 0 else "Action: Check and Call"

    items = [matches.item("holdem", players, seed="a") for players in ((SYSTEM, RIVAL), (RIVAL, SYSTEM))]
    evidence = given(release, scored(report, "m", [(item, by_street) for item in items], rival="o"))
    flop, everything = (figure_of(make(evidence)) for make in (exhibits.equities, exhibits.all_equities))
    on_flop, on_all = ({series.name: series.values[0] for series in content.series} for content in (flop, everything))
    assert on_flop["All in"] == on_all["All in"] is not None
    assert on_flop["Check and Call"] != on_all["Check and Call"]
    assert on_flop["Fold"] is None
    assert [content.notes[-2] for content in (flop, everything)] == ["Decisions: m 2.", "Decisions: m 4."]
    by_action = "Decisions of m: Fold 0, Check and Call 1, Raise Half Pot 0, Raise Full Pot 0, All in 1."
    assert flop.notes[-1] == by_action
    assert exhibits.NOTES["flops"] in flop.notes and exhibits.NOTES["flops"] not in everything.notes


def test_figure_4_without_a_flop_says_so(release: Release, report: Report) -> None:
    folding = scored(
        report, "m", [(matches.item("holdem", (SYSTEM, RIVAL), seed="2"), lambda _: "Action: Fold")], rival="o"
    )
    content = exhibits.equities(given(release, folding))
    assert isinstance(content, Missing) and "no decision on a flop" in content.reason


def test_equal_names_get_their_splits(release: Release, report: Report) -> None:
    items = [replace(matches.item("hanabi", seed=split), split=split) for split in ("llmarena", "llmarena_strong")]
    submission = scored(report, "m", [(item, matches.randomly(n)) for n, item in enumerate(items)])
    assert figure_of(exhibits.teamwork(given(release, submission))).places == ("m (llmarena)", "m (llmarena_strong)")


def sided(seed: str, side: str, guess: int = 0) -> Item:
    """Return a match of Undercover in which the system plays *side* and its rival the other."""
    rules = games.load("undercover")
    item = matches.item("undercover", (RIVAL,) * rules.seats, seed=seed, guess=guess)
    seats = dict(rules.sides(item.setup))[side]
    players = tuple(SYSTEM if seat in seats else RIVAL for seat in range(rules.seats))
    return replace(item, players=players, side=side, item_id=f"{item.item_id}/{side}")


def test_table_3_needs_judgments_and_guesses(release: Release, report: Report) -> None:
    submission = scored(report, "m", [(sided("a", "undercover"), matches.randomly(1))], rival="o")
    content = exhibits.undercover(given(release, submission))
    assert row(content)["Description"] is None and row(content)["Guess"] is None
    assert {chosen.WORDS["undercover"][name] for name in ("no_judge", "no_guess")} <= set(table_of(content).notes)
    where = {"judge": "clue", "judge_model": "j", "split": "test", "game": "undercover"}
    description = statistic(where, "description_as_undercover", "", "mean", 0.75, 8)
    both = (*submission.report.statistics, description)
    judged = dataclasses.replace(submission, report=replace(submission.report, statistics=both))
    cells = row(exhibits.undercover(given(release, judged)))
    assert (cells["Description"], cells["clues"], cells["judge"]) == (0.75, 8, "clue, j")


def test_table_3_counts_guesses_that_were_asked_for(release: Release, report: Report) -> None:
    submission = scored(report, "m", [(sided("a", "undercover", guess=1), matches.randomly(1))], rival="o")
    cells = row(exhibits.undercover(given(release, submission)))
    assert (cells["Guess"], cells["Guess (strict)"], cells["guesses"]) == (0.0, 0.0, 1)


def test_table_4_counts_matches_won_as_the_undercover(release: Release, report: Report) -> None:
    items = [sided(seed, side) for seed in "abcdef" for side in ("undercover", "other")]
    submission = scored(report, "m", [(item, matches.randomly(2)) for item in items], rival="o")
    won = [
        grade.detail.outcome.points[item.players.index(SYSTEM)]
        for item, grade in zip(items, submission.grades, strict=True)
        if item.side == "undercover" and isinstance(grade.detail, Verdict)
    ]
    assert 0 < sum(won) < len(won) == 6
    content = normalised.raw(given(release, submission))
    (cells,) = table_of(content).rows
    assert cells[0] == "m"
    assert float(str(cells[6])) == pytest.approx(100 * sum(won) / 6)


def test_table_4_has_a_row_for_the_rival(release: Release, report: Report) -> None:
    def half(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        return str(at.game.write(at.state, at.seat, at.state.values[at.seat] // (2 + at.seat)))

    item = matches.item("bid", (SYSTEM, RIVAL))
    submission = scored(report, "m", [(item, half)], rival="o")
    returns = submission.grades[0].detail
    assert isinstance(returns, Verdict)
    bids = {cells[0]: cells[4] for cells in table_of(normalised.raw(given(release, submission))).rows}
    assert bids == {"m": returns.outcome.returns[0], "o": returns.outcome.returns[1]}
    assert max(returns.outcome.returns) > 0


def test_a_system_that_the_referee_plays_for_earns_nothing(release: Release, report: Report) -> None:
    item = matches.item("bargain", (SYSTEM, "bot:concession@4"))
    submission = scored(report, "m", [(item, lambda _: "well ...")])
    assert submission.grades[0].values["returns"] != 0
    assert table_of(normalised.raw(given(release, submission))).rows[0][5] == 0


def test_tables_1_and_4_need_the_default_options(release: Release, report: Report) -> None:
    usual = scored(report, "m", [(matches.item("bid"), matches.randomly(1))], rival=None)
    chosen = Selection(items=1, sha256="0" * 64, options={"prior": 0})
    other = scored(report, "n", [(matches.item("bid", seed="1", prior=0), matches.randomly(1))])
    changed = dataclasses.replace(other, header=replace(other.header, selection=chosen))
    content = table_of(normalised.raw(given(release, usual, changed)))
    assert [cells[0] for cells in content.rows] == ["m"]
    assert "n: n.jsonl was played with other options and is omitted here." in content.notes


def test_the_shipped_sample_makes_the_exhibits_it_can(release: Release, small: Path) -> None:
    contents = {exhibit.number: exhibit.content for exhibit in catalogue.analyse("llmarena", [small], release).exhibits}
    missing = {number for number, content in contents.items() if isinstance(content, Missing)}
    assert "Table 1" not in missing and "Figure 2" not in missing
    assert row(contents["Table 1"])["System"] == "smollm2-135m"
    assert row(contents["Table 1"], -1)["System"] == "Average"
    assert row(contents["Table 1"])["TicTacToe"] == 100


def test_match_results_hold_nothing_of_llmarena(release: Release) -> None:
    results = Given(release, (), matches=(Path("m.jsonl"),))
    made = catalogue.make(catalogue.choose("llmarena"), results)
    assert all(isinstance(exhibit.content, Missing) for exhibit in made)
