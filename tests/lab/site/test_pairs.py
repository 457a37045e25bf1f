"""The page that compares two systems: its numbers are those of compare, and items open side by side."""

import re
import shutil
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from interplay.core.release import Release
from interplay.tables.numbers import minus, p_value
from interplay_lab import api as lab
from interplay_lab.compare.records import Difference
from interplay_lab.compare.tables import difference
from interplay_lab.site import boards, build, listing, pages, pairs
from interplay_lab.site.scored import Entry, entries, score_all
from interplay_lab.site.views.parts import FLAGS, failing
from tests.lab.site.conftest import MODEL, baseline
from tests.lab.site.test_browser import CHROMIUM, Watched, browser, watched
from tests.lab.site.test_items import data, listed
from tests.support import Standard

__all__ = ["browser", "listed", "watched"]
in_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium, from the distribution's packages")


@pytest.fixture(scope="module")
def compared(listed: list[Entry], release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site of a model, one that replies otherwise and means harm, and a bot, without pages of items."""
    folder = tmp_path_factory.mktemp("pairs")
    site = build.planned(folder, listed, release, most=0)
    pairs.write_pairs(site)
    listing.write_tables(site)
    boards.write_systems(site)
    pages.write_shared(folder)
    return folder


def assert_same(line: pairs.Line, expected: Difference, text: str, p: float | None) -> None:
    assert line.text == minus(text)
    assert (line.items, line.clusters) == (expected.items, expected.clusters)
    assert line.p == p_value(p)


@pytest.mark.parametrize(
    ("track", "names"),
    [
        ("company", ["bot-oracle", "bot-echo"]),
        pytest.param("horizon", ["bot-forgetful", "bot-faulty-100"], marks=pytest.mark.slow),
        pytest.param("simulation", ["bot-faulty-50", "bot-reference"], marks=pytest.mark.slow),
    ],
)
def test_differences_are_those_that_compare_prints(
    track: str, names: list[str], standard: Standard, release: Release
) -> None:
    on_company = track == "company"
    paths = [standard(name, track) if on_company else baseline(release, f"{name}/{track}") for name in names]
    two = entries(paths, score_all(paths, release))
    part = build.planned(Path(), two, release, most=0).parts[track]
    (((first, second), (line, by_part)),) = pairs._lines(part, [0, 1]).items()
    comparison = lab.compare(part.entries[first].path, part.entries[second].path)
    (expected,) = comparison.differences
    assert_same(line, expected, difference(comparison, expected), expected.p_t)
    assert [where for _, where, _ in by_part] == [[*pair.where.values()] for pair in comparison.parts]
    assert len(by_part) > 2
    for (_, _, one), pair in zip(by_part, comparison.parts, strict=True):
        assert_same(one, pair, difference(comparison, pair), pair.holm)
    assert line.better == (expected.p_t is not None and expected.p_t < 0.05)


def test_the_second_minus_the_first_is_the_same_reversed(listed: list[Entry], release: Release) -> None:
    scores = build.planned(Path(), listed, release, most=0).parts["company"].scores
    for (where, one), (other, two) in zip(scores.parts(0, 1), scores.parts(1, 0), strict=True):
        assert where == other
        assert one == two.reversed


def test_all_pairs_are_readable_without_scripts(compared: Path) -> None:
    page, track = (compared / "compare.html").read_text(encoding="utf-8"), data(compared / "pairs.js")["games"]
    assert "<script>window" not in page
    assert track["pairs"].keys() == {"0 1", "0 2", "1 2"}
    for key, ((_, _, text, *_), _) in track["pairs"].items():
        assert text in unescape(page)
        assert track["systems"][int(key.split()[0])][0] in unescape(page)
    assert re.search(r'<details class="all-pairs" open><summary>Games: 3 pairs, in points', page)


def test_the_navigation_and_each_system_lead_to_the_page(compared: Path) -> None:
    track = data(compared / "pairs.js")["games"]
    for label, _, page, *_ in track["systems"]:
        text = (compared / page).read_text(encoding="utf-8")
        assert '<a href="compare.html">Compare</a>' in text
        assert f'href="compare.html#track=games&amp;a={quote(label, safe="")}"' in text


def test_only_so_many_systems_have_differences_and_the_page_says_so(
    listed: list[Entry], release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairs, "MOST", 2)
    pairs.write_pairs(build.planned(tmp_path, listed, release, most=0))
    games = data(tmp_path / "pairs.js")["games"]
    (key,) = games["pairs"]
    assert [games["systems"][int(n)][3] for n in key.split()] == [False, False]  # models come first
    assert "games: 3 systems; differences are computed for the pairs of 2 of them" in (
        tmp_path / "compare.html"
    ).read_text(encoding="utf-8")


def test_one_system_alone_has_nothing_to_compare(listed: list[Entry], release: Release, tmp_path: Path) -> None:
    alone = [entry for entry in listed if entry.report.track == "simulation"]
    site = build.planned(tmp_path, alone, release, most=0)
    pairs.write_pairs(site)
    listing.write_tables(site)
    assert not (tmp_path / "compare.html").exists()
    assert "compare.html" not in (tmp_path / "items-simulation.html").read_text(encoding="utf-8")


def test_failures_that_are_problems_of_items_have_their_flag(listed: list[Entry]) -> None:
    kinds = {kind.what: kind.flag for entry in listed for kind in failing(entry)}
    assert kinds["unparsable replies"] == "unparsable"
    assert kinds["invalid matches (more than 10% of decisions substituted)"] == "unsound"
    assert set(kinds.values()) <= {*FLAGS.split(), ""}


def at(compared: Path, watched: Watched, fragment: str) -> Any:
    watched.go(compared / "compare.html", fragment)
    watched.page.wait_for_selector("#count:not(:empty)", state="attached")
    return watched.page


@in_browser
@pytest.mark.slow
def test_two_systems_are_chosen_by_address_or_by_hand(compared: Path, watched: Watched) -> None:
    games = data(compared / "pairs.js")["games"]
    bot = next(label for label, *_ in games["systems"] if label.startswith("bot-first"))
    model = next(label for label, *_ in games["systems"] if label.startswith(MODEL))
    page = at(compared, watched, f"#track=games&a={MODEL}&b=bot-first")
    assert page.locator("select[name=a]").input_value() == model
    assert page.locator("select[name=b]").input_value() == bot
    said = page.locator("#verdict").inner_text()
    assert model in said
    page.locator("#swap").press("Enter")
    page.wait_for_selector("#verdict .note a:has-text('bot-first')")
    assert "a=bot-first" in page.url
    page.locator("select[name=track]").select_option("company")
    page.wait_for_selector("#verdict:has-text('company')")
    assert "track=company" in page.url
    assert watched.complaints == []


@in_browser
@pytest.mark.slow
def test_an_item_opens_with_the_changed_lines_of_both_replies_marked(compared: Path, watched: Watched) -> None:
    page = at(compared, watched, "#track=company&who=all")
    assert "in common" in page.locator("#verdict").inner_text()
    rows = page.locator("#apart-items tbody tr").count()
    assert rows == 16
    page.locator("#apart-items tbody th a").first.click()
    page.wait_for_selector(".opened .note:has-text('Long texts are cut')")
    assert page.locator(".opened .versions").first.locator("pre").count() == 2
    assert page.locator(".opened .versions mark").count() >= 2
    assert page.locator(".opened .around a").count() >= 2
    assert page.evaluate("window.harmed") is None
    for width in (1440, 1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert watched.complaints == []


@in_browser
@pytest.mark.slow
def test_two_matches_stand_side_by_side_with_their_first_difference(
    compared: Path, watched: Watched, tmp_path: Path
) -> None:
    folder = shutil.copytree(compared, tmp_path / "site")
    games, table = data(folder / "pairs.js")["games"], data(folder / "items-games.js")
    labels = [label for label, *_ in games["systems"]]
    model, evil = (
        next(n for n, label in enumerate(labels) if label.startswith(start)) for start in (MODEL, "</script>")
    )
    name = table["systems"][evil][1]
    trials = data(folder / name)
    item_id = next(i for i in sorted(trials) if "tictactoe" in i and len(trials[i][0]["moves"]) > 4)
    trials[item_id][0]["moves"][3][0] = "<b>elsewhere</b>"
    pages.write_data(folder / name, trials)
    hash_ = urlencode({"track": "games", "a": labels[model], "b": labels[evil], "who": "all", "item": item_id})
    page = at(folder, watched, f"#{hash_}")
    page.wait_for_selector(".parting")
    assert page.locator(".parting td").first.inner_text().split() == ["4", "first", "difference"]
    assert "<b>elsewhere</b>" in page.locator(".parting").inner_text()
    links = [a.get_attribute("href") for a in page.locator(".opened p a").all()]
    assert sum(f"open={quote(item_id, safe='')}" in str(href) for href in links) == 2
    assert page.locator(".opened .pair figure.picture svg").count() == 2
    assert page.evaluate("window.harmed") is None
    assert watched.complaints == []


@in_browser
@pytest.mark.slow
def test_curves_are_labelled_at_their_ends(compared: Path, watched: Watched, tmp_path: Path) -> None:
    folder = shutil.copytree(compared, tmp_path / "site")
    tracks = data(folder / "pairs.js")
    for n, system in enumerate(tracks["company"]["systems"][:2]):
        system[4] = [[256, 10 + 10 * n, 5, 20], [1_024, 50], [16_384, 90 - 10 * n, 80, 100]]
    pages.write_data(folder / "pairs.js", tracks)
    page = at(folder, watched, "#track=company")
    labels = page.locator("#at-budgets text.end").all_text_contents()
    assert [label[:8] for label in labels] == [label[:8] for label, *_ in tracks["company"]["systems"][:2]]
    assert page.locator("#at-budgets .key").count() == 0
    assert page.locator("#at-budgets polyline").count() == 2
    page.locator("#at-budgets summary").click()
    assert "10% [5%, 20%]" in page.locator("#at-budgets table").inner_text()
    assert watched.complaints == []


def test_every_match_but_of_uninformed_baselines_has_its_last_board_and_every_position_its_own(
    listed: list[Entry], compared: Path, release: Release, tmp_path: Path
) -> None:
    table = data(compared / "items-games.js")
    for _, name, system, *_ in table["systems"]:
        for trial in (trial for trials in data(compared / name).values() for trial in trials):
            assert trial.get("board", "").startswith("<svg ") == (system != "bot-first")  # an uninformed baseline
    paths = [baseline(release, f"{MODEL}/positions")]
    site = build.planned(tmp_path, entries(paths, score_all(paths, release)), release, most=0)
    listing.write_tables(site)
    prompts = data(tmp_path / "prompts-positions.js")
    assert prompts
    assert all(board.startswith("<svg ") for *_, board in prompts.values())


@in_browser
@pytest.mark.slow
def test_a_board_of_a_data_file_is_shapes_alone(compared: Path, watched: Watched, tmp_path: Path) -> None:
    folder = shutil.copytree(compared, tmp_path / "site")
    label, name, *_ = next(one for one in data(folder / "items-games.js")["systems"] if one[2] == MODEL)
    trials = data(folder / name)
    first, second = sorted(trials)[:2]
    start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    trials[first][0]["board"] = f'{start}<rect onclick="window.harmed=1" style="fill:red" width="9" height="9"/></svg>'
    trials[second][0]["board"] = f'{start}<a href="https://example.org/"><text>out</text></a></svg>'
    pages.write_data(folder / name, trials)
    for item_id, count in ((first, 1), (second, 0)):
        watched.go(folder / "items-games.html", f"#{urlencode({'open': item_id, 'by': label})}")
        watched.page.wait_for_selector(".opened .note:has-text('Long texts are cut')")
        assert watched.page.locator(".opened figure svg").count() == count
        assert watched.page.locator(".opened svg [onclick], .opened svg [style], .opened svg a").count() == 0
        watched.go(folder / "compare.html")
