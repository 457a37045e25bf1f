"""What boards, tracks and systems say: one quantity a chart, marks, orders, parts by name, programs."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

import interplay
from interplay.core.release import Release
from interplay.core.reports import Group
from interplay.tracks import catalogue
from interplay_lab import api as lab
from interplay_lab.site import charts
from interplay_lab.site.presentation import pages_of
from interplay_lab.site.scored import Entry, entries, score_all
from interplay_lab.site.views import board, parts
from tests.lab.site.conftest import MODEL, baseline, text
from tests.support import Cli


def entry_of(shipped: Sequence[Entry], track: str, name: str) -> Entry:
    return next(one for one in shipped if (one.report.track, one.report.system.name) == (track, name))


@pytest.mark.parametrize("track", catalogue.names())
def test_every_program_says_what_it_does(track: str) -> None:
    assert set(pages_of(track).programs) == set(catalogue.load(track).bots)


def test_a_program_says_what_it_does_on_its_page(site: Path) -> None:
    assert pages_of("company").programs["oracle"] in text(site, "system-*bot-oracle*")


def test_games_are_called_by_themselves_and_by_their_split_where_they_are_in_two(shipped: list[Entry]) -> None:
    entry = entry_of(shipped, "games", "bot-first")
    (alone,) = parts.groups([entry.report], entry.track)
    assert {"Bargain", "Hive"} <= set(alone)

    def moved(group: Group) -> Group:
        return changed(group, where={**group.where, "split": "other"}) if "game" in group.where else group

    other = changed(entry.report, groups=tuple(map(moved, entry.report.groups)))
    first, second = parts.groups([entry.report, other], entry.track)
    assert "Bargain (other)" in second
    assert not set(first) & set(second) - {""}


def test_parts_of_the_horizon_are_shown_by_one_quantity_each(shipped: list[Entry]) -> None:
    entry = entry_of(shipped, "horizon", "bot-exact")
    plot = parts.forest(entry.track, entry.report)
    assert plot is not None
    assert all(row.text.startswith("100") for row in plot.rows)
    (names, *_) = ([square.text for square in row] for row in parts.matrix(entry.track, [entry]).values())
    assert names == ["> 2,048"]


def forest_of(*values: float, width: float | None = 0.4) -> charts.Forest:
    def end(value: float, sign: int) -> float | None:
        return None if width is None else value + sign * width

    numbers = [charts.Number(f"p{n}", "", f"{v:.1f}", v, end(v, -1), end(v, 1)) for n, v in enumerate(values)]
    return charts.forest("", numbers)


def test_what_was_cut_off_comes_first_of_what_failed(shipped: list[Entry]) -> None:
    found = parts.failing(entry_of(shipped, "simulation", MODEL))
    assert found[0].what == parts.CUT_OFF_LABEL
    assert found[0].percent < found[1].percent


def test_samples_and_uninformed_baselines_have_their_marks(shipped: list[Entry], site: Path) -> None:
    assert board.look(entry_of(shipped, "company", MODEL)) == "some picked doubtful"
    assert board.look(entry_of(shipped, "company", "bot-echo")) == "blind"
    assert board.look(entry_of(shipped, "company", "bot-oracle")) == ""
    page = text(site, "track-company.html")
    assert "uninformed baseline" in page
    assert "items chosen by the submitter" in page


def test_models_stand_before_programs(site: Path) -> None:
    page = text(site, "index.html")
    models, programs = page.partition("<tbody>")[2].split('<tbody class="programs">')
    assert (MODEL in models, "bot-" in models) == (True, False)
    assert "bot-" in programs.partition("</tbody>")[0]


def test_columns_that_hold_nothing_are_left_out(site: Path) -> None:
    page = text(site, "track-games.html")
    assert '<th scope="col">worth</th>' not in page
    assert '<th scope="col">points</th>' in page


def test_names_in_all_numbers_lead_to_the_systems(site: Path) -> None:
    table = text(site, "track-company.html").partition('class="numbers"')[2].partition("</table>")[0]
    assert 'href="system-' in table


def test_games_say_why_the_strong_bot_need_not_have_100(site: Path) -> None:
    assert "100 is what the strong bot gets on average in all matches" in text(site, "track-games.html")


def test_a_missing_interval_has_its_reason_on_the_leaderboard(release: Release, tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    interplay.run("bot:random", "scorekeeping", path, sample=2, release=release)
    (entry,) = entries([path], score_all([path], release))
    reason = board.unbounded(entry.report.headline)
    assert reason
    lab.write_site(path, tmp_path / "site", release=release)
    assert reason in text(tmp_path / "site", "index.html")


def test_scoring_for_pages_tells_how_far_it_is(release: Release) -> None:
    told: list[tuple[int, int]] = []
    score_all([baseline(release, f"{MODEL}/company")], release, on_progress=lambda *pair: told.append(pair))
    assert told == [(done, 16) for done in range(17)]


def test_a_report_says_what_it_does_on_stderr(cli: Cli, release: Release, tmp_path: Path) -> None:
    ran = cli("report", baseline(release, f"{MODEL}/company"), "-o", tmp_path / "site")
    assert ran.status == 0
    assert "writing pages" in ran.err
