# ruff: noqa: F811  fixtures of another module
"""What readers can take along: files, pictures, links and HTML of tables and charts, and where pages come from."""

import csv
import json
import re
import struct
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from interplay_lab.site import glossary, presentation
from interplay_lab.site.scored import Entry
from tests.lab.site.conftest import EVIL, MODEL, text
from tests.lab.site.test_browser import Watched, browser, page_of, watched  # noqa: F401  fixtures

NO_CLIPBOARD = "() => { navigator.clipboard.writeText = async () => { throw new Error('no'); }; }"
SVG = "{http://www.w3.org/2000/svg}"


def opened(page: Any, title: str) -> Any:
    """Return the toolbar whose title begins so, opened."""
    bar = page.locator("details.take", has=page.locator("summary .unseen", has_text=re.compile(f"^: {title}"))).first
    bar.evaluate(
        "bar => { for (let box = bar; box; box = box.parentElement) if (box.localName === 'details') box.open = true; }"
    )
    return bar


def saved(page: Any, bar: Any, kind: str, tmp_path: Path) -> Path:
    with page.expect_download() as download:
        bar.get_by_role("button", name=kind, exact=True).click()
    path: Path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.suffix == f".{kind.lower()}"
    return path


def as_number(field: str) -> float | None:
    return float(field) if field else None


def test_the_leaderboard_as_csv_has_the_numbers_of_the_reports(
    site: Path, shipped: list[Entry], watched: Watched, tmp_path: Path
) -> None:
    page = watched.go(site / "index.html")
    page.check("#programs")
    with saved(page, opened(page, "Leaderboard"), "CSV", tmp_path).open(encoding="utf-8", newline="") as file:
        rows = {row["system"]: row for row in csv.DictReader(file)}
    compared = 0
    for entry in shipped:
        report = entry.report
        metric, track = report.headline, report.track
        column = next((name for name in rows[report.system.name] if name.partition(" (")[0] == track), None)
        assert column is not None
        row = rows[report.system.name]
        if metric.value is not None and "basic" not in row.get(f"{column} notes", ""):
            ends = as_number(row.get(f"{column} low", "")), as_number(row.get(f"{column} high", ""))
            assert (as_number(row[column]), *ends) == (metric.value, metric.low, metric.high), (track, row)
            compared += 1
    assert compared >= 6
    assert watched.complaints == []


def test_downloads_contain_the_rows_that_the_filter_leaves(site: Path, watched: Watched, tmp_path: Path) -> None:
    page = watched.go(site / "index.html")
    made = json.loads(saved(page, opened(page, "Leaderboard"), "JSON", tmp_path).read_text(encoding="utf-8"))
    assert [row["system"] for row in made["rows"]] == [MODEL]
    assert made["title"] == "Leaderboard"
    assert "package" in made["made"]
    page = watched.go(site / "items-company.html", "#system=bot-oracle")
    page.wait_for_function("document.getElementById('items').rowsToTake")
    made = json.loads(saved(page, opened(page, "all items"), "JSON", tmp_path).read_text(encoding="utf-8"))
    assert len(made["rows"]) == 192  # of all pages of the table
    assert {row["system"] for row in made["rows"]} == {"bot-oracle"}
    assert all(isinstance(row["score"], int | float) for row in made["rows"])


def test_a_forest_plot_and_a_table_of_parts_have_exact_numbers(
    site: Path, shipped: list[Entry], watched: Watched, tmp_path: Path
) -> None:
    page = watched.go(site / "track-scorekeeping.html")
    entries = {entry.label: entry.report for entry in shipped if entry.report.track == "scorekeeping"}
    rows = json.loads(saved(page, opened(page, "scorekeeping: "), "JSON", tmp_path).read_text(encoding="utf-8"))["rows"]
    assert {row["who or what"] for row in rows} == set(entries)
    for row in rows:
        metric = entries[row["who or what"]].headline
        assert (row.get("number"), row.get("number low"), row.get("number high")) in {
            (metric.value, metric.low, metric.high),
            (None, None, None),  # a score on the basic split alone
        }
    page = watched.go(site / "track-company.html")
    made = json.loads(saved(page, opened(page, "By question"), "JSON", tmp_path).read_text(encoding="utf-8"))
    report = next(e.report for e in shipped if e.report.track == "company" and e.report.system.name == "bot-oracle")
    words = presentation.pages_of("company").words
    numbers = {words("kind", group.where["kind"])[0]: group for group in report.groups if set(group.where) == {"kind"}}
    for row in made["rows"]:
        group = numbers.get(row["question"])
        if group is not None:
            metric = next(metric for metric in group.metrics if metric.name == report.headline_name)
            assert (row["bot-oracle"], row["bot-oracle n"]) == (metric.value, metric.n)


def test_a_chart_is_a_picture_of_its_own_on_white(site: Path, browser: Any, tmp_path: Path) -> None:
    watched = Watched(browser, viewport={"width": 1280, "height": 900}, color_scheme="dark")
    page = watched.go(site / "track-horizon.html")
    bar = opened(page, "Right reports")
    tree = ElementTree.fromstring(saved(page, bar, "SVG", tmp_path).read_text(encoding="utf-8"))
    drawn = list(tree.iter())
    assert not any(name in element.attrib for element in drawn for name in ("class", "id", "style", "href"))
    assert not any(
        element.tag.removeprefix(SVG) in {"use", "style", "script", "image", "foreignObject"} for element in drawn
    )
    assert drawn[3].attrib["fill"] == "#ffffff"
    said = " ".join(element.text or "" for element in drawn)
    assert {"Right reports by length of the session", "H50", "100%", MODEL} <= {
        *said.split(),
        *[e.text or "" for e in drawn],
    }
    colours = {e.attrib.get("fill") for e in drawn if e.tag == f"{SVG}text"}
    assert "rgb(27, 33, 39)" in colours  # the ink of the light theme
    assert not any(colour and "232, 229, 222" in colour for colour in colours)
    picture = saved(page, bar, "PNG", tmp_path).read_bytes()
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height) == (2 * int(tree.attrib["width"]), 2 * int(tree.attrib["height"]))
    corner = """async (bytes) => { const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      const all = pen.getImageData(0, 0, image.width, image.height).data; let other = 0;
      for (let at = 0; at < all.length; at += 4) if (all[at] + all[at + 1] + all[at + 2] < 600) other += 1;
      return [[...all.slice(0, 4)], other]; }"""
    pixel, dark = page.evaluate(corner, list(picture))
    assert pixel == [255, 255, 255, 255]
    assert dark > 1_000
    assert page.evaluate("document.documentElement.dataset.theme") is None
    assert watched.complaints == []
    watched.context.close()


def test_a_board_is_saved_as_it_stands_with_its_pieces(site: Path, watched: Watched, tmp_path: Path) -> None:
    page = watched.go(page_of(site, "games-*hive*"))
    tree = ElementTree.fromstring(saved(page, opened(page, "Hive"), "SVG", tmp_path).read_text(encoding="utf-8"))
    pieces = page.evaluate("document.querySelectorAll('.frame:not([hidden]) use').length")
    moved = [g for g in tree.iter(f"{SVG}g") if "translate(" in g.attrib.get("transform", "") and len(g) == 1]
    assert pieces > 3
    assert len(moved) >= pieces
    assert any(
        path.attrib.get("fill", "").startswith("rgb(") or "fill" not in path.attrib for path in tree.iter(f"{SVG}path")
    )


def test_links_and_html_are_copied_or_shown(site: Path, watched: Watched, tmp_path: Path) -> None:
    page = watched.go(site / "track-company.html")
    page.evaluate(NO_CLIPBOARD)
    bar = opened(page, "All numbers")
    bar.get_by_role("button", name="Copy link").click()
    assert bar.locator("textarea").input_value() == (site / "track-company.html").as_uri() + "#all-title"
    bar.get_by_role("button", name="Copy as HTML").click()
    page.wait_for_function("document.querySelector('.take textarea').value.includes('<table>')")
    html = bar.locator("textarea").input_value()
    assert "<th>bot-oracle</th>" in html or "<td>bot-oracle</td>" in html
    assert "file:" not in html  # a folder of the reader's own
    chart = opened(page, "company: ")
    chart.get_by_role("button", name="Copy as HTML").click()
    assert chart.locator("textarea").input_value().startswith("<figure>\n<svg xmlns=")
    page = watched.go(page_of(site, "games-*hive*"), "#step-2")
    page.evaluate(NO_CLIPBOARD)
    bar = opened(page, "Hive")
    bar.get_by_role("button", name="Copy link").click()
    assert bar.locator("textarea").input_value().endswith("#step-2")


def test_toolbars_are_reached_by_keyboard_and_are_gone_in_print_and_without_scripts(site: Path, browser: Any) -> None:
    watched = Watched(browser, viewport={"width": 390, "height": 844}, has_touch=True)
    page = watched.go(site / "track-company.html")
    summary = page.locator(".take > summary").first
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "CSV"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    summary.tap()
    assert not page.locator(".take button").first.is_visible()
    page.emulate_media(media="print")
    assert not summary.is_visible()
    watched.context.close()
    watched = Watched(browser, java_script_enabled=False)
    assert watched.go(site / "track-company.html").locator(".take").count() == 0
    watched.context.close()


def test_a_name_that_is_a_formula_stays_text_in_a_spreadsheet(site: Path, watched: Watched, tmp_path: Path) -> None:
    page = watched.go(site / "index.html")
    page.evaluate("name => { document.querySelector('#board tbody th a').textContent = name; }", '=HYPERLINK("x","y")')
    lines = saved(page, opened(page, "Leaderboard"), "CSV", tmp_path).read_text(encoding="utf-8").splitlines()
    assert any(line.startswith('"\'=HYPERLINK(""x"",""y"")",') for line in lines)


@pytest.mark.slow
def test_harm_does_none_where_it_is_taken_along(hostile_site: Path, watched: Watched, tmp_path: Path) -> None:
    for name in ("index.html", "track-company.html", "system-*", "games-*"):
        page = watched.go(page_of(hostile_site, name))
        page.evaluate(NO_CLIPBOARD)
        bar = page.locator("details.take").first
        bar.evaluate("bar => { bar.open = true; }")
        bar.get_by_role("button", name="Copy as HTML").click()
        page.wait_for_function("document.querySelector('.take textarea')")
        html = bar.locator("textarea").input_value()
        assert "<script" not in html
        assert "<img" not in html
        assert page.evaluate("window.harmed") is None
    assert watched.complaints == []
    assert EVIL[0] not in text(hostile_site, "index.html")


def test_every_page_has_a_description_and_says_what_it_was_made_of(site: Path, shipped: list[Entry]) -> None:
    for path in site.glob("*.html"):
        page = path.read_text(encoding="utf-8")
        (described,) = re.findall(r'<meta name="description" content="([^"]*)">', page)
        assert len(described) > 25, path.name
        assert f'<meta property="og:description" content="{described}">' in page
        (title,) = re.findall(r"<title>(.*)</title>", page)
        assert f'<meta property="og:title" content="{title}">' in page
        assert "og:image" not in page  # no picture of a site has an address before it is published
        footer = page.split("<footer>")[1]
        assert "<code>interplay report</code>" in footer
        assert "manifest sha256" in footer
    footer = text(site, "index.html").split("<footer>")[1]
    assert all(entry.report.submission_sha256 in footer for entry in shipped)


def test_the_date_is_that_of_the_page_s_file_or_of_the_environment(site: Path, watched: Watched) -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", watched.go(site / "index.html").inner_text("#dated time"))


def test_the_glossary_is_the_one_of_the_documentation(site: Path) -> None:
    folder = Path(glossary.__file__).parent
    included = (Path(__file__).parents[3] / "docs" / "glossary.md").read_text(encoding="utf-8")
    assert "{include} ../scoring/interplay_lab/site/glossary.md" in included
    source = (folder / "glossary.md").read_text(encoding="utf-8")
    terms = re.findall(r"^(?! |`)(\S.*)$", source, re.MULTILINE)
    assert list(glossary.terms()) == terms
    page = text(site, "glossary.html")
    assert all(f'<dt id="{glossary.anchor(term)}">{term}</dt>' in page for term in terms)
    for path in site.glob("*.html"):
        for anchor in re.findall(r'href="glossary.html#([^"]*)"', path.read_text(encoding="utf-8")):
            assert f'id="{anchor}"' in page


def test_terms_are_linked_where_they_first_appear_and_text_is_escaped() -> None:
    html = glossary.linked("Regret <b> of regrets; an informative probes' draws, redrawn")
    assert html.count('class="term"') == 2  # no link from "draw", which in games is a tie
    assert html.startswith('<a class="term" href="glossary.html#regret"')
    assert "&lt;b&gt; of regrets" in html
    assert html.endswith("s, redrawn")


@pytest.mark.parametrize("touch", [False, True])
def test_what_a_term_means_is_shown_on_focus_and_on_a_tap(touch: bool, site: Path, browser: Any) -> None:
    watched = Watched(browser, viewport={"width": 390, "height": 844}, has_touch=touch)
    page = watched.go(site / "index.html")
    term = page.locator("a.term").first
    if touch:
        term.tap()
    else:
        term.focus()
    bubble = page.locator("#bubble")
    assert "ignores the content" in bubble.inner_text()
    assert term.get_attribute("aria-describedby") == "bubble"
    box = bubble.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    page.keyboard.press("Escape")
    assert not bubble.is_visible()
    if touch:
        term.tap()
        assert bubble.is_visible()
        term.tap()
    else:
        page.keyboard.press("Enter")
    page.wait_for_url("**/glossary.html#uninformed-baseline")
    watched.context.close()


def test_neighbours_and_groups_have_titles_not_ids(site: Path) -> None:
    page = text(site, "simulation-0002*")
    near = re.findall(r'rel="(?:prev|next)">(?:← )?([^<]*?) <span class="ci">([^<]*)</span>', page)
    assert len(near) == 2
    assert all("_" not in title and "/" not in title and item_id for title, item_id in near)
    heads = re.findall(r'<th scope="row">([^<]*)</th>', text(site, "track-horizon.html"))
    assert "byte bench" in heads
    assert not any("_" in head for head in heads)


def test_names_and_numbers_of_a_chart_stay_words_on_a_phone(site: Path, browser: Any) -> None:
    watched = Watched(browser, viewport={"width": 390, "height": 844})
    page = watched.go(site / "track-company.html")
    rows = page.locator(".forest tbody tr")
    assert rows.count() == 3
    assert all(rows.nth(n).bounding_box()["height"] <= 110 for n in range(3))  # cautions below the number included
    watched.context.close()


def test_the_same_item_of_other_systems_is_one_link_away(site: Path, watched: Watched) -> None:
    for path in site.glob("*-0*.html"):
        assert "<li><span>" not in path.read_text(encoding="utf-8"), path.name


def test_lines_that_a_report_leaves_out_are_folded(site: Path) -> None:
    pages = [path.read_text(encoding="utf-8") for path in site.glob("horizon-0*.html")]
    folded = [page for page in pages if re.search(r"<summary>\d+ lines not said</summary><ul", page)]
    assert folded
    for page in folded:
        assert "not said" not in re.sub(r"<details><summary>\d+ lines not said.*?</details>", "", page, flags=re.DOTALL)
