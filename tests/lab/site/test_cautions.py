"""What pages say beside numbers that are not what they seem: token limits, the referee's moves, chosen items."""

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from msgspec.structs import replace

from interplay.core.records import Selection
from interplay_lab.site import boards
from interplay_lab.site.build import Part
from interplay_lab.site.scored import Entry
from interplay_lab.site.views import board
from tests.lab.site.conftest import MODEL, text
from tests.lab.site.test_browser import CHROMIUM, Watched, browser, watched
from tests.lab.site.test_leaderboard import entry_of

__all__ = ["browser", "watched"]
in_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium, from the distribution's packages")


def with_share(entry: Entry, name: str, share: float) -> Entry:
    whole, *others = entry.report.groups
    metrics = tuple(replace(metric, value=share) if metric.name == name else metric for metric in whole.metrics)
    return replace(entry, report=replace(entry.report, groups=(replace(whole, metrics=metrics), *others)))


def test_more_than_a_tenth_of_cut_or_substituted_replies_is_a_caution(shipped: list[Entry]) -> None:
    company, games = entry_of(shipped, "company", MODEL), entry_of(shipped, "games", "bot-first")
    assert re.fullmatch(r"[0-9]+% cut at 24 tokens", company.caution)
    assert with_share(company, "cut", 0.1).caution == ""
    assert with_share(games, "substituted", 1.0).caution == "100% substituted"
    assert games.caution == ""
    unknown = replace(company.report, system=replace(company.report.system, params={}))
    assert with_share(replace(company, report=unknown), "cut", 0.5).caution == ("50% cut at an unknown token limit")


def test_items_that_a_submitter_chose_are_no_random_sample(shipped: list[Entry]) -> None:
    entry = entry_of(shipped, "company", MODEL)
    assert entry.part == "16 of 480 items"
    assert entry.is_hand_picked  # by another seed than 0
    rule = entry.report.selection
    assert rule is not None
    drawn = replace(entry.report, selection=replace(rule, sample_seed=0))
    assert not replace(entry, report=drawn).is_hand_picked
    named = Selection(ids=("hard/0/0",), items=1, sha256=rule.sha256)
    assert replace(entry, report=replace(entry.report, selection=named)).is_hand_picked
    assert not entry_of(shipped, "company", "bot-oracle").part


def test_a_name_of_a_rule_is_not_read_as_numbers(shipped: list[Entry]) -> None:
    entry = entry_of(shipped, "company", MODEL)
    rule = entry.report.selection
    assert rule is not None
    name = "9 of 9 items"
    report = replace(entry.report, selection=replace(rule, name=name), selected=f"{name}: {entry.report.selected}")
    assert replace(entry, report=report).part == "16 of 480 items"


def test_cautions_stand_in_cells_and_above_the_leaderboard(site: Path) -> None:
    page = unescape(text(site, "index.html"))
    above = page.partition('id="board"')[0]
    assert f"Grey scores say little of the model</b> ({MODEL})" in above
    cell = next(c for c in re.findall(r"<td class=\"doubtful\".*?</td>", page, re.DOTALL) if "24 tokens" in c)
    assert "16 of 480 items" in cell
    assert "\u25c6" in cell
    assert "items chosen by the submitter" in page.partition("</table>")[2]


def test_cautions_stand_on_pages_of_tracks_and_systems(site: Path) -> None:
    track, system = (text(site, name) for name in ("track-company.html", f"system-*{MODEL}*"))
    row = next(row for row in re.findall(r"<tr class=.*?</tr>", track, re.DOTALL) if MODEL in row)
    assert "picked doubtful" in row
    assert "44% cut at 24 tokens; 16 of 480 items" in row
    assert '<p class="headline doubtful">' in system
    assert "The submitter chose these items" in system
    assert "44% cut at 24 tokens: this score says little of the system" in system


def test_a_basic_score_has_a_mark_in_the_chart(shipped: list[Entry]) -> None:
    model = entry_of(shipped, "simulation", MODEL)
    plot = board.headlines(model.track, [model], [""], {MODEL: "page.html"})
    assert plot is not None
    assert plot.axis.at(plot.rows[0].value) == plot.axis.at(0)
    assert plot.rows[0].look.endswith(" basic")


def test_ratings_of_a_single_pair_are_not_shown(shipped: list[Entry], monkeypatch: pytest.MonkeyPatch) -> None:
    class Rating:
        def __init__(self, low: float | None) -> None:
            self.low, self.high = low, 1.0

    class Table:
        tied = ()

        def __init__(self, *lows: float | None) -> None:
            self.ratings = [Rating(low) for low in lows]

    entry = entry_of(shipped, "games", "bot-first")
    part = type("P", (), {"entries": [entry], "ties": Part.ties, "name": "games", "track": entry.track})()
    part.ties = type("T", (), {"letters": ("",)})()
    monkeypatch.setattr(board, "ratings", lambda *_: "plot")
    for lows, shown in (((0.1, 0.2), False), ((0.1, 0.2, None), False), ((0.1, 0.2, 0.3), True)):
        table = Table(*lows)
        monkeypatch.setattr(board, "rated", lambda _, table=table: table)
        drawn = boards.plots(part, {"bot-first": "page.html"})
        assert ("plot" in [plot.get("forest") for plot in drawn]) == shown


def page_at(site: Path, watched: Watched, name: str) -> Any:
    watched.go(site / name)
    return watched.page


def test_results_of_all_systems_stand_above_an_item(site: Path) -> None:
    for path in [*site.glob("company-0*.html"), *site.glob("scorekeeping-0*.html")]:
        page = path.read_text(encoding="utf-8")
        top = page.partition('class="others answered"')
        assert top[1]
        assert "<h2" not in top[0]
        assert "badge" in top[2].partition("</ul>")[0]


def test_a_reply_equal_to_the_reference_is_folded(site: Path) -> None:
    for path in site.glob("simulation-0*.html"):
        page = path.read_text(encoding="utf-8")
        reference = re.search(r'<pre class="text reference">(.*?)</pre>', page, re.DOTALL)
        replies = re.findall(r'<pre class="text(?: against)?">(.*?)</pre></details></div>', page, re.DOTALL)
        assert all(reference and reply.strip() == reference[1].strip() for reply in replies)


@in_browser
def test_long_blocks_are_cut_with_a_button_for_the_rest(site: Path, watched: Watched) -> None:
    path = min(site.glob("company-0*.html"), key=lambda path: -path.stat().st_size)
    page = page_at(site, watched, path.name)
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    assert 200 < page.locator("main .capped").first.bounding_box()["height"] < 900
    before = page.evaluate("document.documentElement.scrollHeight")
    page.locator(".more-lines button", has_text="Show all").first.click()
    assert page.evaluate("document.documentElement.scrollHeight") > before
    assert watched.complaints == []


@in_browser
def test_an_opened_match_says_what_its_score_means_and_why_replies_failed(site: Path, watched: Watched) -> None:
    page = page_at(site, watched, "items-games.html")
    page.wait_for_selector("#items tbody tr")
    assert not page.locator("#items .badge.is-good").count()  # a single match has no colour
    assert page.locator("#items thead th").nth(1).inner_text().startswith("score")
    row = page.locator("#items tbody tr", has_text="Connect Four").first
    identifier = row.locator(".ci").inner_text()
    by = row.locator("td").nth(1).inner_text()
    watched.go(site / "items-games.html", f"#{urlencode({'open': identifier, 'by': by})}")
    page.wait_for_selector(".opened .moves")
    assert "where 0 = " in page.locator(".opened").inner_text()
    assert watched.complaints == []


def test_moves_of_the_referee_are_not_called_best(site: Path) -> None:
    for path in site.glob("games-0*.html"):
        for row in re.findall(r'<tr id="m\d+">.*?</tr>', path.read_text(encoding="utf-8"), re.DOTALL):
            assert not ("substituted" in row and ">best<" in row)
