"""The leaderboard and what it leads to: order, intervals in cells, repeated names, and a view kept in the address."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from interplay.core.errors import RecordError
from interplay.core.records import Usage
from interplay.core.release import Release
from interplay.core.reports import EXACT, Metric
from interplay_lab import api as lab
from interplay_lab.site import boards, build, charts, costs, pages
from interplay_lab.site import scored as scored_entries
from interplay_lab.site.scored import Entry, Scored
from interplay_lab.site.views import bars, board, parts
from interplay_lab.statistics.normalised import Cell, NormalisedRow, NormalisedTable
from tests.lab.site.conftest import MODEL, baseline, text
from tests.lab.site.test_browser import Watched, browser, page_of, visible, watched  # noqa: F401  fixtures

SIZES = [(1440, 900), (1280, 720), (390, 844)]


def scored_of(entry: Entry) -> Scored:
    return Scored(report=entry.report, usage=entry.usage, matches=entry.matches, paid=entry.paid)


def entry_of(shipped: list[Entry], track: str, name: str) -> Entry:
    return next(e for e in shipped if e.report.track == track and e.report.system.name == name)


def line(name: str, entry: Entry, *places: board.Standing | None) -> board.Line:
    gauge = board.Gauge(None, None, None)
    cells = tuple(board.Cell("", "", None, "", entry, False, "", gauge, place) if place else None for place in places)
    return board.Line(name, "", "", False, 0, (0.0, 0.0, 0.0), cells, costs.Cost(None), Usage())


def test_only_systems_with_scores_on_the_same_items_are_ranked(shipped: list[Entry]) -> None:
    first = line("a", shipped[0], board.Standing("all", 50, 40, 60), board.Standing("all", 9, 8, 10))
    second = line("b", shipped[0], board.Standing("all", 45, 30, 55), None)
    third = line("c", shipped[0], board.Standing("all", 20, 10, 29), None)
    other = line("d", shipped[0], board.Standing("some", 99, 98, 100), board.Standing("some", 99, 98, 100))
    rows = [first, second, third, other]
    ranks = [(line.ranked, line.ranks) for line in (board._ranked(row, rows) for row in rows)]
    assert ranks == [(1, (1.0, 1.0, 2.0)), (1, (2.0, 1.0, 2.0)), (1, (3.0, 3.0, 3.0)), (0, (0.0, 0.0, 0.0))]


def test_the_order_of_the_leaderboard_is_by_mean_rank_in_both_groups(site: Path) -> None:
    page = text(site, "index.html")
    bodies = re.findall(r"<tbody.*?</tbody>", page, re.DOTALL)
    assert [MODEL in body for body in bodies] == [True, False]
    ranked = [
        re.search(r'</th>\s*<td data-v="([0-9.]+)".*?(?:on (\d) tracks?</span>)?</td>', row, re.DOTALL)
        for row in bodies[1].split("<tr ")[1:]
    ]
    ranks = [(-int(found[2] or 6), float(found[1])) for found in ranked if found]
    assert len(ranks) >= 2
    assert ranks == sorted(ranks)
    assert re.search(r"</th>\s*<td>–</td>", bodies[0])  # a model alone has no rank


def test_a_single_system_has_no_mean_rank(release: Release, tmp_path: Path) -> None:
    site = tmp_path / "site"
    lab.write_site(baseline(release, "bot-always-no/company"), site)
    page = text(site, "index.html")
    assert "mean rank" not in page and page.count("<tr data-name") == 1


def test_every_cell_with_a_score_has_an_interval_or_says_what_it_lacks(site: Path) -> None:
    cells = re.findall(r"<td[^>]*>(.*?)</td>", text(site, "index.html"), re.DOTALL)
    drawn = [cell for cell in cells if "gauge" in cell]
    assert len(drawn) >= 11
    for cell in drawn:
        words = re.sub("<[^>]*>", " ", cell)
        assert "[" in words or "&lt; 8" in words or "&gt; 2,048" in words, words


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        (Metric(name="score", value=50, low=40, high=60), (75, 65, 85)),
        (Metric(name="score", value=0, unbounded=EXACT), (25, 25, 25)),
        (Metric(name="score", value=-300, low=-400, high=120), (-1, -1, 145)),
        (Metric(name="score", value=7, n=2, unbounded="few"), (32, None, None)),
        (Metric(name="score", reason="nothing to score"), (None, None, None)),
    ],
)
def test_pictures_of_cells_have_0_at_the_floor_and_100_at_the_ceiling(
    metric: Metric, expected: tuple[float | None, ...], shipped: list[Entry]
) -> None:
    entry = entry_of(shipped, "company", "bot-echo")
    first = entry.report.groups[0]
    others = [other for other in first.metrics if other.name != "score"]
    report = replace(entry.report, groups=(replace(first, metrics=(metric, *others)), *entry.report.groups[1:]))
    changed = replace(entry, report=report)
    assert board.gauge_of(changed, [changed]) == expected


def test_the_horizon_is_drawn_between_the_shortest_and_the_longest_session(shipped: list[Entry]) -> None:
    exact, model = (entry_of(shipped, "horizon", name) for name in ("bot-exact", MODEL))
    assert board.gauge_of(exact, [exact, model])[0] == board.CEILING
    assert board.gauge_of(model, [exact, model]) == (None, -1.0, -1.0)


def named(shipped: list[Entry], *names: str) -> list[Entry]:
    """Return entries of namesakes on company: one system with the reports of others."""
    chosen = [entry_of(shipped, "company", name) for name in names]
    system = chosen[0].report.system
    scored = [replace(scored_of(entry), report=replace(entry.report, system=system)) for entry in chosen]
    return scored_entries.entries([entry.path for entry in chosen], scored)


def test_rows_of_one_name_say_what_they_are_about_and_count_as_one_system(
    shipped: list[Entry], release: Release, tmp_path: Path
) -> None:
    both = named(shipped, MODEL, "bot-echo")
    assert {entry.label for entry in both} == {
        f"{MODEL} (hard)",
        f"{MODEL} (sample of 16 of 480 items, seed 1, standard)",
    }
    boards.write_boards(build.planned(tmp_path, both, release, most=0))
    page = text(tmp_path, "index.html")
    assert "Scores of 1 model in interaction" in page
    assert page.count(f">{MODEL}</a>") == 2
    assert '<span class="ci">company (hard)</span>' in page


def test_runs_of_one_name_on_the_same_items_are_numbered(shipped: list[Entry]) -> None:
    assert sorted(entry.label for entry in named(shipped, "bot-oracle", "bot-echo")) == [
        "bot-oracle (hard), run 1",
        "bot-oracle (hard), run 2",
    ]


def test_a_file_given_twice_is_refused_before_anything_is_scored(release: Release, tmp_path: Path) -> None:
    path = baseline(release, f"{MODEL}/company")
    copy = tmp_path / "copy.jsonl.gz"
    copy.write_bytes(path.read_bytes())
    for second in (path, copy):
        with pytest.raises(RecordError, match=r"holds the same bytes as .*; give each submission once"):
            lab.write_site([path, second], tmp_path / "site", release=release)
    assert not (tmp_path / "site").exists()


def test_cells_of_few_items_have_no_shade_and_every_cell_says_its_n(site: Path, shipped: list[Entry]) -> None:
    page = text(site, "track-games.html")
    heat = page.partition('class="heat"')[2].partition("</table>")[0]
    heat = re.sub("</?a[^>]*>", "", heat)
    cells = re.findall(
        r'<td class="([^"]*)"[^>]*>([^<]*?)(?: <span>n ([0-9]+)</span>(?:<span>.*?</span>)?)?</td>', heat
    )
    assert any(n for _, _, n in cells)
    for look, value, n in cells:
        assert (look == "few") == (0 < int(n or 0) < 5), (look, value, n)
        assert n or value in {"", "–"}
    company = parts.matrix(shipped[0].track, [e for e in shipped if e.report.track == shipped[0].report.track])
    assert all(s.n >= 5 for part in company.values() for s in part if s.look.startswith("heat"))


def test_a_shade_is_that_of_the_number_which_is_printed() -> None:
    assert parts.shade(-0.4) == parts.shade(0) == "heat-1"
    assert parts.shade(94.6) == parts.shade(95)


def test_a_wide_interval_does_not_squeeze_the_others() -> None:
    numbers = [charts.Number("a", "", "", 50, -346, 60), charts.Number("b", "", "", 13, 10, 20)]
    plot = charts.forest("", numbers, keep=(0, 100))
    assert plot.axis.low >= -50
    assert plot.axis.at(plot.rows[0].low) == -1
    assert 0 < (plot.axis.at(plot.rows[1].low) or 0) < 50


def test_the_best_system_of_a_game_is_named_where_it_has_no_bar(
    shipped: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    def row(system: str, normalised: float) -> NormalisedRow:
        cell = Cell(game="holdem", kind="TrueSkill", raw=1.0, normalised=normalised, matches=9)
        return NormalisedRow(system=system, cells=(cell,), overall=normalised)

    entry = entry_of(shipped, "games", "bot-first")
    rows = (row("bot-last", 100.0), row("bot-first", 88.0))
    monkeypatch.setattr(bars, "table", lambda _: NormalisedTable(games=("holdem",), rows=rows))
    (game,) = bars.bars([entry], [entry])
    assert game["best"] == ["bot-last"]
    assert game["cells"]["bot-first"].normalised == 88.0


def test_nothing_is_said_in_tooltips_alone(site: Path) -> None:
    for name in ("index.html", "track-*", "system-*"):
        for path in site.glob(name):
            assert " title=" not in path.read_text(encoding="utf-8"), path.name


def test_lines_of_models_are_coloured_those_of_programs_grey_and_numbers_stand_in_a_table(site: Path) -> None:
    page = text(site, "track-horizon.html")
    lines = re.findall(r'<polyline class="curve ([^"]*)"', page.partition("</figure>")[0])
    assert sorted(lines) == ["series-0", "series-quiet"]
    numbers = page.partition("How to read this chart, and its numbers")[2].partition("</table>")[0]
    assert re.search(r"bot-exact</th>(<td[^>]*>100% \[[^<]*of 48 sessions</td>){9}", numbers)


def test_a_page_of_a_system_begins_with_its_headlines(site: Path) -> None:
    page = text(site, "system-*smol*")
    strip = page.partition('<ul class="strip">')[2].partition("</ul>")[0]
    assert strip.count("<li") == 4
    assert page.index('class="strip"') < page.index('class="track"')
    assert "25.0</b>" in strip and "[−0.3, 50.3]" in strip


def luminance(colour: str) -> float:
    parts_of = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts_of)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_numbers_on_shades_have_enough_contrast() -> None:
    style = str(pages.environment().globals["style"])
    blocks = re.findall(r":root[^{]*\{([^}]*--h5-ink[^}]*)\}", style)
    schemes = [dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", block)) for block in blocks]
    assert len(schemes) == 3
    for colours in schemes:
        inks = {"h5": colours["h5-ink"], "h6": "#04090d"}
        for shade in ("h0", "h1", "h2", "h3", "h4", "h5", "h6", "hb"):
            ink = inks[shade] if shade in inks else colours["ink"]
            low, high = sorted((luminance(colours[shade]), luminance(ink)))
            assert (high + 0.05) / (low + 0.05) >= 4.5, (shade, colours[shade])


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_first_row_is_on_the_first_screen(width: int, height: int, site: Path, browser: Any) -> None:  # noqa: F811
    opened = Watched(browser, viewport={"width": width, "height": height})
    page = opened.go(site / "index.html")
    for selector in ("#board tbody tr", "#board tbody tr td:nth-child(2)"):
        box = page.locator(selector).first.bounding_box()
        assert 0 <= box["y"] < box["y"] + box["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    opened.context.close()


def view(page: Any) -> tuple[object, ...]:
    boxes = page.input_value("#filter"), page.is_checked("#programs"), page.inner_text("#count")
    return (*boxes, visible(page), page.get_attribute("#board thead th:nth-child(5)", "aria-sort"))


def test_filter_box_and_order_survive_back_and_can_be_shared(site: Path, watched: Watched) -> None:  # noqa: F811
    page = watched.go(site / "index.html")
    page.check("#programs")
    page.fill("#filter", "bot-e")
    page.click("#board thead th:nth-child(5) button")
    before = view(page)
    assert before[:2] == ("bot-e", True)
    assert before[4] == "descending"
    address = page.evaluate("location.hash")
    page.click("#board tbody tr:visible th a")
    page.go_back()
    assert view(page) == before
    fresh = watched.context.new_page()
    fresh.goto((site / "index.html").as_uri() + address)
    assert view(fresh) == before
    page.goto((site / "index.html").as_uri() + "#by=nothing&order=up&find=%3Cb%3E")
    assert page.input_value("#filter") == "<b>"
    assert visible(page) == []
    assert watched.complaints == []


def test_a_box_that_was_switched_off_is_off_after_back(site: Path, watched: Watched) -> None:  # noqa: F811
    page = watched.go(site / "index.html")
    page.check("#programs")
    page.uncheck("#programs")
    page.locator("#board a", has_text=MODEL).first.click()
    page.go_back()
    assert (page.is_checked("#programs"), visible(page)) == (False, [MODEL])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_of_tracks_and_systems_pass_axe_with_everything_open(scheme: str, site: Path, browser: Any) -> None:  # noqa: F811
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    opened = Watched(browser, viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    for name in ("index.html", "track-games*", "track-company*", "track-horizon*", "system-*smol*"):
        page = opened.go(page_of(site, name))
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        violations = [v for v in axe.run(page).response["violations"] if v["impact"] in ("serious", "critical")]
        assert [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in violations] == [], name
    opened.context.close()
