"""The table of all items of a track and its data, in files and in a browser; one system on the site means harm."""

import base64
import gzip
import json
import re
import shutil
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest

from interplay.core.errors import OutputError
from interplay.core.release import Release, content
from interplay.scoring.score import Options
from interplay.tracks import catalogue
from interplay_lab.site import build, items, listing
from interplay_lab.site.presentation import pages_of
from interplay_lab.site.scored import Entry, entries, score_all
from interplay_lab.site.texts import clean
from tests.lab.site.conftest import EVIL, MODEL, baseline, lines_of, turned
from tests.lab.site.test_browser import CHROMIUM, Watched, browser, watched

__all__ = ["browser", "watched"]
in_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium, from the distribution's packages")
SOME = 116
"""Matches of the bot, which are three pages of the table."""


READ = ".opened .note:has-text('Long texts are cut')"
"""The end of an open item, whose data have been read."""


def data(path: Path) -> Any:
    """Return what a data file holds."""
    call = re.fullmatch(
        r'/\* <meta name="generator" content="interplay [^"]*"> \*/\n'
        r'interplayData\("([a-z0-9_.-]+)", "([A-Za-z0-9+/=]*)"\);\n',
        path.read_text(encoding="utf-8"),
    )
    assert call is not None, path.name
    assert call[1] == path.name
    return json.loads(gzip.decompress(base64.b64decode(call[2])))


@pytest.fixture(scope="module")
def listed(release: Release, tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    """Return entries of a model on three tracks, of a bot in games, and of one that means harm in two of them."""
    folder = tmp_path_factory.mktemp("harmful")
    paths = [baseline(release, f"{MODEL}/{track}") for track in ("company", "games", "simulation")]
    for track in ("company", "games"):
        path = folder / f"{track}.jsonl"
        lines = turned(lines_of(baseline(release, f"{MODEL}/{track}")))
        path.write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
        paths.append(path)
    scored = score_all(paths, release)
    bot = baseline(release, "bot-first/games")
    ids = [json.loads(line)["item_id"] for line in content(bot).splitlines()[1:]]
    quick = [item_id for item_id in ids if item_id.split("/")[1] in {"tictactoe", "bid", "connect_four"}][:SOME]
    assert len(quick) == SOME
    scored += score_all([bot], release, Options(items=frozenset(quick)))
    return entries([*paths, bot], scored)


@pytest.fixture(scope="module")
def small(listed: list[Entry], release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("items") / "site"
    items.write(build.planned(folder, listed, release, most=4))
    return folder


def of_track(listed: list[Entry], track: str) -> list[Entry]:
    return [entry for entry in listed if entry.report.track == track]


@pytest.mark.slow
def test_the_table_has_each_item_of_each_system_with_the_scores_of_the_reports(
    small: Path, listed: list[Entry]
) -> None:
    for track in ("company", "games"):
        table, group = data(small / f"items-{track}.js"), of_track(listed, track)
        rows = {(table["systems"][row[0]][0], table["items"][row[1]][0]): row for row in table["rows"]}
        expected = {(clean(entry.label), item_id) for entry in group for item_id in entry.items}
        assert rows.keys() == expected
        for entry in group:
            for item_id in entry.items:
                assert rows[clean(entry.label), item_id][3] == entry.quality(item_id)


def test_every_item_has_a_page_or_data(small: Path, listed: list[Entry]) -> None:
    for track in ("company", "games"):
        table = data(small / f"items-{track}.js")
        by_system = [data(small / name) for _, name, *_ in table["systems"]]
        paged = 0
        for system, item, *_, page in table["rows"]:
            item_id = table["items"][item][0]
            (trial,) = by_system[system][item_id]
            assert trial["moves"] if track == "games" else "response" in trial, item_id
            assert not page or (small / page).is_file()
            paged += bool(page)
        assert paged >= 4
        assert len(table["rows"]) == sum(len(entry.items) for entry in of_track(listed, track))


def test_the_data_of_a_match_are_its_moves_and_the_words_of_the_referee(small: Path, listed: list[Entry]) -> None:
    (model,) = [entry for entry in of_track(listed, "games") if entry.report.system.name == MODEL]
    table = data(small / "items-games.js")
    name = next(name for label, name, *_ in table["systems"] if label == clean(model.label))
    raw = {line["item_id"]: line for line in lines_of(model.path)[1:]}
    words = set[str]()
    for item_id, (trial,) in data(small / name).items():
        moves = [move for moves in raw[item_id]["rounds"] for move in moves]
        assert len(trial["moves"]) == len(moves)
        sent = [move for moves in trial["rounds"] for move in moves]
        for (played, *said), move, original in zip(trial["moves"], sent, moves, strict=True):
            assert move["seat"] == original["seat"]
            assert move["text"] == clean(original["text"])
            assert played or "forfeit" in said
            words.update(word.partition(":")[0] for word in said)
    assert words >= {"unparsable", "substituted"}


def test_titles_are_words_and_problems_are_named(small: Path) -> None:
    games, company = (data(small / f"items-{track}.js") for track in ("games", "company"))
    titles = {item[0].split("/")[1]: item[1] for item in games["items"]}
    assert titles["tictactoe"] == "TicTacToe"
    assert titles["connect_four"] == games["groups"]["connect_four"][0] == "Connect Four"
    assert {item[4] for item in games["items"] if item[2] == "connect_four"} <= {
        "greedy bot",
        "search bot",
        "random bot",
    }
    assert any(item[1].endswith(": does somebody know a thing") for item in company["items"])
    assert {"cut", "substituted", "unsound"} <= {flag for row in games["rows"] for flag in row[8]}
    assert {"won", "lost"} <= {row[7] for row in games["rows"]}


@pytest.mark.parametrize("track", ["company", "games", "horizon", "positions", "scorekeeping", "simulation"])
def test_every_item_of_a_track_has_a_title(track: str, release: Release) -> None:
    shown = pages_of(track)
    for item in catalogue.load(track).items(release):
        title = shown.title(item)
        assert len(title) > 2
        assert "_" not in title
        assert not title.endswith(": ")


def test_a_harmful_reply_is_no_text_of_a_data_file(small: Path) -> None:
    for path in small.glob("*.js"):
        if path.name not in {"site.js", "compare.js"}:
            assert data(path)
            assert "<script" not in path.read_text(encoding="utf-8")


def test_the_first_rows_are_readable_without_scripts_and_no_more(small: Path) -> None:
    page = (small / "items-games.html").read_text(encoding="utf-8")
    rows = re.findall(r"<tr><th scope=\"row\">", page)
    assert len(rows) == listing.FIRST
    assert "Connect Four" in page
    assert "filters and the other rows need a browser that runs scripts" in page


def test_shared_files_are_linked_and_only_single_pages_hold_them(small: Path, release: Release, tmp_path: Path) -> None:
    style = (small / "site.css").read_text(encoding="utf-8")
    assert len(style) > 10_000
    for path in small.glob("*.html"):
        page = path.read_text(encoding="utf-8")
        assert page.count('href="site.css"') == page.count('src="site.js"') == 1
        assert "--paper" not in page
    line = lines_of(baseline(release, f"{MODEL}/games"))[1]
    track = catalogue.load("games")
    item = next(item for item in track.items(release) if item.item_id == line["item_id"])
    alone = tmp_path / "match.html"
    items.write_match(alone, item, msgspec.convert(line, track.prediction), MODEL, release)
    page = alone.read_text(encoding="utf-8")
    assert "--paper" in page
    assert "site.js" not in page
    assert "script-src &#39;sha256-" in page


def test_the_nonce_follows_from_what_was_submitted(listed: list[Entry], release: Release, tmp_path: Path) -> None:
    both = build.planned(tmp_path, listed, release, most=0).nonce
    assert both == build.planned(tmp_path, listed, release, most=1).nonce
    assert both != build.planned(tmp_path, listed[:1], release, most=0).nonce


def test_a_site_with_its_data_is_replaced_and_a_foreign_script_is_not(
    listed: list[Entry], release: Release, tmp_path: Path
) -> None:
    company, folder = of_track(listed, "company"), tmp_path / "site"
    items.write(build.planned(folder, company, release, most=2))
    items.write(build.planned(folder, company[:1], release, most=1))
    assert not (folder / "data-company-002.js").exists()
    (folder / "mine.js").write_text("let years;", encoding="utf-8")
    with pytest.raises(OutputError, match=r"'mine.js', which is no page of a site"):
        items.write(build.planned(folder, company, release, most=1))


def test_matches_lead_to_their_neighbours(small: Path) -> None:
    names = sorted(path.name for path in small.glob("games-0*"))
    first, second = ((small / name).read_text(encoding="utf-8") for name in names[:2])
    assert f'<a href="{names[1]}" rel="next">' in first
    assert 'rel="prev"' not in first
    assert f'<a href="{names[0]}" rel="prev">' in second


def test_charts_and_cells_lead_into_the_table(small: Path, listed: list[Entry]) -> None:
    track = unescape((small / "track-games.html").read_text(encoding="utf-8"))
    assert 'href="items-games.html"' in track
    assert re.search(
        r'<td class="heat-[^"]*"[^>]*><a href="items-games\.html#system=bot-first[^"&]*&group=Connect%20Four', track
    )
    system = next(path for path in small.glob("system-*") if path.name.endswith("-smollm2-135m.html"))
    page = unescape(system.read_text(encoding="utf-8"))
    label = next(e.label for e in of_track(listed, "games") if e.report.system.name == MODEL)
    assert label == "smollm2-135m (sample)"
    assert 'href="items-games.html#system=smollm2-135m%20%28sample%29"' in page
    assert 'href="items-games.html#system=smollm2-135m%20%28sample%29&flag=substituted"' in page
    assert 'href="items-simulation.html#system=smollm2-135m%20%28sample%29&flag=cut"' in page
    assert re.search(r'href="items-simulation.html#system=smollm2-135m%20%28sample%29&group=cipher">0\.0, n 2<', page)


def rows(page: Any) -> list[str]:
    return [row.strip() for row in page.locator("#items tbody > tr > th .ci").all_text_contents()]


def at(small: Path, watched: Watched, fragment: str, track: str = "games") -> Any:
    watched.go(small / f"items-{track}.html", fragment)
    watched.page.wait_for_selector("#finding:not([hidden])")
    return watched.page


def count(page: Any) -> str:
    return str(page.inner_text("#found"))


@in_browser
@pytest.mark.slow
def test_the_table_is_filtered_sorted_and_paged_by_its_address(small: Path, watched: Watched) -> None:
    page = at(small, watched, "")
    total = 2 * 14 + SOME
    assert count(page) == f"1–50 of {total}"
    page.click("#paging a[rel=next]")
    assert count(page) == f"51–100 of {total}"
    page.click("#paging a[rel=next]")
    assert count(page) == f"101–{total} of {total}"
    page.select_option("select[name=group]", "connect_four")
    page.select_option("select[name=result]", "lost")
    found = page.locator("#items tbody tr")
    assert found.count() > 1
    assert {text.split("/")[1] for text in rows(page)} == {"connect_four"}
    assert set(page.locator("#items tbody td:nth-child(6)").all_text_contents()) == {"lost"}
    page.click("#items thead th:nth-child(7) button")
    moves = [int(text) for text in page.locator("#items tbody td:nth-child(7)").all_text_contents()]
    assert moves == sorted(moves, reverse=True)
    assert moves != sorted(moves)
    shared = page.evaluate("location.hash")
    assert shared == "#group=connect_four&result=lost&sort=moves&down=1"
    lost = rows(page)
    page.go_back()
    page.go_back()
    assert page.input_value("select[name=result]") == ""
    assert page.input_value("select[name=group]") == "connect_four"
    assert rows(at(small, watched, "")) != lost
    page.goto("about:blank")
    assert rows(at(small, watched, shared)) == lost
    page.fill("input[name=q]", "greedy")
    assert set(page.locator("#items tbody td:nth-child(4)").all_text_contents()) == {"greedy bot"}
    assert page.evaluate("location.hash").endswith("&q=greedy")
    page.fill("input[name=q]", "no such match")
    assert count(page) == "Nothing matches this filter."
    page.click("#finding a")
    assert count(page) == f"1–50 of {total}"
    assert page.input_value("input[name=q]") == ""
    assert watched.complaints == []


@in_browser
def test_problems_and_systems_filter(small: Path, watched: Watched) -> None:
    page = at(small, watched, f"#system={MODEL}&flag=substituted")
    assert page.input_value("select[name=system]") == MODEL
    assert set(page.locator("#items tbody td:nth-child(3)").all_text_contents()) == {f"{MODEL} (sample)"}
    titles = page.locator("#items tbody td:last-child .badge").evaluate_all("all => all.map((chip) => chip.title)")
    assert titles
    assert all("substituted" in title for title in titles)
    some = len(rows(page))
    page = at(small, watched, f"#system={MODEL}&flag=none")
    assert (some > 0, len(rows(page))) == (True, 14 - some)


@in_browser
def test_an_item_without_a_page_opens_in_the_table(small: Path, watched: Watched) -> None:
    page = at(small, watched, "#system=bot-first&group=tictactoe")
    page.locator("#items tbody th a[href^='#']").nth(1).click()
    page.wait_for_selector(READ)
    assert page.locator(".opened .moves tbody tr").count() >= 3
    assert "seat 0:" in page.inner_text(".opened .note >> nth=0")
    first = page.inner_text(".opened code >> nth=0")
    page.click(".opened a[rel=next]")
    page.wait_for_selector(f".opened code:not(:text-is('{first}')) >> nth=0")
    assert page.inner_text(".opened code >> nth=0") != first
    page.go_back()
    assert page.inner_text(".opened code >> nth=0") == first
    page.click(".opened nav a:has-text('close')")
    assert page.locator(".opened").count() == 0
    assert page.input_value("select[name=group]") == "tictactoe"
    assert watched.complaints == []


@in_browser
def test_a_question_is_shown_with_the_reply_what_is_right_and_why(
    small: Path, listed: list[Entry], watched: Watched
) -> None:
    entry = next(e for e in of_track(listed, "company") if e.report.system.name == MODEL)
    item_id = next(line["item_id"] for line in lines_of(entry.path)[1:] if entry.quality(line["item_id"]) == 0)
    response = next(line["response"] for line in lines_of(entry.path)[1:] if line["item_id"] == item_id)
    page = at(small, watched, f"#open={item_id}&by={entry.label}", "company")
    page.wait_for_selector(READ)
    assert page.text_content(".opened pre.text >> nth=-1").strip() == response.strip()
    assert page.locator(".opened summary").all_text_contents() == ["What was asked", "A right reply"]
    assert "Why: " in page.inner_text(".opened")
    page = at(small, watched, "#open=none&by=nobody", "company")
    assert count(page).endswith("none of nobody is not among them.")


@in_browser
def test_harm_in_data_stays_text(small: Path, watched: Watched) -> None:
    page = at(small, watched, "#q=window.harmed", "company")
    links = [link.get_attribute("href") for link in page.locator("#items tbody th a[href^='#']").all()]
    page = at(small, watched, "#q=window.harmed&sort=title", "company")
    assert len(rows(page)) == 16
    assert page.evaluate("window.harmed") is None
    opened = 0
    for href in links[:6]:
        page.goto(f"{(small / 'items-company.html').as_uri()}{href}")
        page.wait_for_selector(READ)
        assert page.evaluate("window.harmed") is None
        assert page.locator("#items script, #items img, #items style").count() == 0
        opened += EVIL[0][:30] in page.inner_text(".opened pre >> nth=-1")
    assert opened
    page = at(small, watched, "#q=window.harmed", "games")
    page.goto(f"{page.url}&open=llmarena/tictactoe/05/first")
    assert page.evaluate("window.harmed") is None
    assert watched.complaints == []


@in_browser
def test_a_script_without_the_nonce_is_not_run(small: Path, watched: Watched, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(small, site)
    (site / "more.js").write_text("window.harmed = 1", encoding="utf-8")
    page = site / "items-games.html"
    harm = '<script src="more.js"></script><script nonce="">window.harmed = 2</script>'
    harm += '<img src=x onerror="window.harmed = 3">'
    page.write_text(page.read_text(encoding="utf-8").replace("</main>", f"{harm}</main>"), encoding="utf-8")
    at(site, watched, "")
    assert watched.page.evaluate("window.harmed") is None
    assert len([text for text in watched.complaints if "Content Security Policy" in text]) >= 3


@in_browser
def test_a_missing_data_file_is_named(small: Path, watched: Watched, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(small, site)
    (site / "items-games.js").unlink()
    page = watched.go(site / "items-games.html")
    page.wait_for_selector("#found:has-text('cannot be read')")
    assert "items-games.js is not beside this page" in count(page)
    assert page.locator("#items tbody tr").count() == listing.FIRST


@in_browser
@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (390, 844)])
def test_the_table_fits_the_window(size: tuple[int, int], small: Path, browser: Any) -> None:
    window = Watched(browser, viewport={"width": size[0], "height": size[1]})
    for track in ("games", "company"):
        page = at(small, window, "", track)
        href = page.locator("#items tbody th a[href^='#']").first.get_attribute("href")
        page.goto(f"{(small / f'items-{track}.html').as_uri()}{href}")
        page.wait_for_selector(READ)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        box = page.locator(".opened .panel").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert 0 <= box["y"] < size[1]
    window.context.close()


@in_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out_of_the_table(scheme: str, small: Path, browser: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    window = Watched(browser, viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    page = at(small, window, f"#system={MODEL}")
    page.locator("#items tbody th a[href^='#']").first.click()
    page.wait_for_selector(READ)
    violations = axe.run(page).response["violations"]
    serious = [
        f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in violations if v["impact"] in ("serious", "critical")
    ]
    assert serious == []
    window.context.close()


@in_browser
@pytest.mark.slow
def test_without_scripts_the_first_rows_lead_to_pages(small: Path, browser: Any) -> None:
    window = Watched(browser, java_script_enabled=False)
    page = window.go(small / "items-games.html")
    assert page.locator("#items tbody tr:visible").count() == listing.FIRST
    assert page.locator("#finding").is_hidden()
    page.locator("#items tbody th a").first.click()
    assert page.locator(".moves tbody tr").count() >= 1
    window.context.close()
