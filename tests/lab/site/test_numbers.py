"""What pages say beyond scores: indistinguishable systems, differences, costs, bars, ceilings, regret in matches."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from interplay.core.records import Usage
from interplay.core.release import Release
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay.ratings.submissions import verified
from interplay.submissions.cache import ItemCache
from interplay.tables.notes import ceilings
from interplay.tracks import catalogue as tracks
from interplay_lab import api as lab
from interplay_lab.compare.reports import Scores
from interplay_lab.site import build, costs
from interplay_lab.site.predictions import read_trials
from interplay_lab.site.scored import Entry, entries, score_all
from interplay_lab.site.views import bars, matches, versus
from interplay_lab.statistics.normalised import tabulated
from tests.lab.site.conftest import MODEL, baseline, lines_of, text
from tests.support import Cli, Standard


def part_of(shipped: list[Entry], track: str, release: Release) -> build.Part:
    return build.planned(Path(), [e for e in shipped if e.report.track == track], release, most=0).parts[track]


def pages_of(part: build.Part) -> dict[str, str]:
    return dict.fromkeys((entry.report.system.name for entry in part.entries), "page.html")


def place_of(part: build.Part, name: str) -> int:
    return next(n for n, entry in enumerate(part.entries) if entry.report.system.name == name)


def run_by(standard: Standard, release: Release, *bots: str) -> list[Entry]:
    """Return entries of bots on company's split ``standard``, where even those that know nothing vary."""
    paths = [standard(bot, "company") for bot in bots]
    return entries(paths, score_all(paths, release))


@pytest.mark.slow
def test_systems_share_a_letter_where_comparing_all_pairs_finds_no_difference(
    standard: Standard, release: Release
) -> None:
    listed = run_by(standard, release, "bot-oracle", "bot-echo", "bot-random")
    part = part_of(listed, "company", release)
    comparison = lab.compare(*(entry.path for entry in listed))
    together = [set(names) for names in comparison.alike if len(names) > 1]
    letters = dict(zip((entry.report.system.name for entry in part.entries), part.ties.letters, strict=True))
    assert part.ties.paired
    assert together == [{"bot-echo", "bot-random"}]
    assert letters == {"bot-oracle": "", "bot-echo": "a", "bot-random": "a"}


def test_intervals_tell_who_is_tied_where_nothing_is_in_common(shipped: list[Entry], release: Release) -> None:
    part = part_of(shipped, "company", release)
    alone = [part.entries[place_of(part, "bot-echo")]] * 2
    empty = Scores(alone[0].track, [replace(entry.report, per_item=()) for entry in alone], {})
    assert versus.ties(alone, empty) == versus.Ties(("a", "a"), paired=False)


def test_a_saturated_track_names_harder_items(shipped: list[Entry]) -> None:
    reports = {entry.report.system.name: entry.report for entry in shipped if entry.report.track == "company"}
    assert ceilings([*reports.values()]) == []
    reader = replace(reports["bot-oracle"], system=replace(reports["bot-oracle"].system, name="reader"))
    beyond = tracks.load("company").ceiling.beyond
    advice = f"to compare stronger systems, use {beyond}."
    assert ceilings([reader, reports[MODEL]]) == [
        f"company: saturated for reader (interval within 5 points of 100); {advice}"
    ]
    first = reader.groups[0]
    near = replace(first.metrics[0], value=90.0, low=80.0, high=99.0)
    short = replace(reader, groups=(replace(first, metrics=(near, *first.metrics[1:])), *reader.groups[1:]))
    assert ceilings([short]) == []


@pytest.mark.parametrize(
    ("value", "low", "high", "is_saturated"),
    [(70.6, 41.1, 100.0, False), (97.0, 92.0, 100.0, False), (98.0, 96.0, 100.0, True), (100.0, 95.6, 100.0, True)],
)
def test_only_an_interval_near_the_maximum_is_saturated(
    shipped: list[Entry], value: float, low: float, high: float, is_saturated: bool
) -> None:
    """A sample of 22 positions with 70.6 [41.1, 100] said that its items cannot tell it from a better system."""
    for track, expected in (("company", is_saturated), ("games", False)):
        report = next(entry.report for entry in shipped if entry.report.track == track)
        first = report.groups[0]
        metric = replace(report.headline, value=value, low=low, high=high, reason=None, text=None)
        others = [other for other in first.metrics if other.name != metric.name]
        groups = (replace(first, metrics=(metric, *others)), *report.groups[1:])
        changed = replace(report, system=replace(report.system, name="reader"), groups=groups)
        assert bool(ceilings([changed])) == expected


def test_each_track_says_what_compares_stronger_systems() -> None:
    for name in tracks.names():
        assert len(tracks.load(name).ceiling.beyond) > 20


def test_costs_are_tokens_at_their_prices_and_undefined_where_nobody_counted(shipped: list[Entry]) -> None:
    model = [entry for entry in shipped if entry.report.system.name == MODEL]
    spent = sum((entry.usage for entry in model), Usage())
    paid = costs.cost_of(model, {MODEL: (2.0, 8.0)})
    assert paid.dollars == pytest.approx((2 * spent.prompt_tokens + 8 * spent.completion_tokens) / 1e6)
    assert str(costs.Cost(1234.5)) == "$1,234.50"
    assert str(costs.Cost(0.0123)) == "$0.0123"
    assert costs.cost_of(model, {"": (2.0, 8.0)}) == costs.Cost(None, "it ran without a paid server")
    uncounted = [replace(model[0], uncounted=3)]
    lacking = costs.cost_of(uncounted, {MODEL: (2.0, 8.0)})
    assert str(lacking) == "–"
    assert lacking.reason == f"its server did not count the tokens of some predictions: 3 on {model[0].report.track}"
    bots = [entry for entry in shipped if entry.report.system.name == "bot-echo"]
    assert costs.cost_of(bots, {"": (2.0, 8.0)}).reason == "a bot uses no server"


@pytest.mark.slow
def test_a_report_shows_costs_where_prices_are_given(cli: Cli, release: Release, tmp_path: Path) -> None:
    files = [baseline(release, f"{MODEL}/company"), baseline(release, "large-model-replies/company")]
    ran = cli("report", *files, "-o", tmp_path / "a", "--pages", "0", "--price", f"{MODEL}=1,2", "--price", "3,4")
    assert ran.status == 0
    index = text(tmp_path / "a", "index.html")
    assert '<td class="use" data-v="0.0265' in index
    assert "No cost for large-model-replies: its server did not count the tokens of some" in index
    assert "cost $0.0266" in text(tmp_path / "a", "system-*smol*")
    ran = cli("report", *files, "-o", tmp_path / "b", "--price", "smollm=1,2")
    assert ran.status == 1
    assert "did you mean" in ran.err
    assert cli("report", *files, "-o", tmp_path / "b", "--price", "x=1").status == 2
    assert cli("report", *files, "-o", tmp_path / "b", "--price", "1,2", "--price", "1,3").status == 2


def test_games_have_bars_of_the_normalised_table(shipped: list[Entry], release: Release) -> None:
    path = baseline(release, f"{MODEL}/games")
    listed = entries([path], score_all([path], release))
    matches = ((s.header, item, grade) for s, item, grade in verified([path], release))
    normal, table = tabulated(matches, TrueSkillSettings()), bars.table(listed)
    assert table is not None
    cells = {cell.game: cell for cell in table.rows[0].cells}
    assert all(cell.raw == cells[cell.game].raw for cell in normal.rows[0].cells if cell.matches)
    both = [*listed, *(entry for entry in shipped if entry.report.track == "games")]
    games = bars.bars(both, both)
    assert len(games) >= 6
    assert all(max(cell.normalised or 0 for cell in game["cells"].values()) == 100 for game in games)
    assert games[0]["cells"].keys() == {MODEL, "bot-first"}
    assert bars.bars(listed, listed) == []


def test_a_match_shows_the_regret_of_its_moves_and_links_to_the_worst(site: Path, release: Release) -> None:
    page = text(site, "games-*tictactoe*")
    assert "How good the moves were" in page
    assert "Minimax over all continuations" in page
    assert '"worth":{' in page
    hive = text(site, "games-*hive*")
    assert "How good the moves were" not in hive
    assert '"worth"' not in hive


def test_worst_moves_are_those_of_players_and_lead_with_the_systems(release: Release) -> None:
    path = baseline(release, "bot-competent/games")
    cache = ItemCache(release)
    item_id = next(line["item_id"] for line in lines_of(path)[1:] if "/bid/" in line["item_id"])
    (trial,) = read_trials(path, cache, {item_id})[item_id]
    match = matches.view(trial, "me")
    first = match["worst"][0]
    assert first["is_system"]
    assert first["best"].startswith("bid:")
    assert float(first["regret"]) > 0
    assert match["marks"]
    assert "me (seat " in match["summary"]
    row = match["moves"][first["step"] - 1]
    assert (row["known"], row["regret"]) == (True, first["regret"])
