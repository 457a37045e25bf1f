"""Pages in a real browser: the distribution's Chromium, opened from files, without a network."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lab.site.conftest import MODEL

sync_api = pytest.importorskip("playwright.sync_api", reason="needs Playwright, of the extra dev")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium, from the distribution's packages")

Opened = Callable[..., Any]


class Watched:
    """A browser's context, with what its pages complained about and asked for."""

    def __init__(self, browser: Any, **settings: Any) -> None:
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(120_000)  # of a machine that does other work, too
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.context.on("request", lambda request: self.requests.append(request.url))

    def go(self, path: Path, fragment: str = "") -> Any:
        self.page.goto(path.as_uri() + fragment)
        return self.page


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield running
        running.close()


@pytest.fixture
def watched(browser: Any) -> Iterator[Watched]:
    watched_page = Watched(browser, viewport={"width": 1280, "height": 900})
    yield watched_page
    watched_page.context.close()


def page_of(folder: Path, name: str) -> Path:
    return min(folder.glob(name))


OTHERS = ("index.html", "track-games*", "track-horizon*", "system-*", "positions-*", "games-*hive*")
KINDS = ("simulation-*", "scorekeeping-*", "games-*tictactoe*")
"""A page of each kind; those with the most colours apart."""


def test_every_page_opens_without_a_complaint_and_asks_for_nothing(site: Path, watched: Watched) -> None:
    for path in sorted(site.glob("*.html")):
        watched.go(path)
        assert watched.complaints == [], path.name
    assert {url.partition(":")[0] for url in watched.requests} <= {"file", "data"}
    assert {Path(url).parent.name for url in watched.requests if url.startswith("file:")} == {site.name}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out(scheme: str, site: Path, browser: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    watched = Watched(browser, viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    for name in (*KINDS, *(OTHERS if scheme == "light" else OTHERS[:1])):
        violations = axe.run(watched.go(page_of(site, name))).response["violations"]
        violations = [v for v in violations if v["impact"] in ("serious", "critical")]
        serious = [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in violations]
        assert serious == [], name
    watched.context.close()


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_no_page_is_wider_than_the_screen(width: int, site: Path, browser: Any) -> None:
    watched = Watched(browser, viewport={"width": width, "height": 844})
    for name in (*KINDS, *OTHERS):
        page = watched.go(page_of(site, name))
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    watched.context.close()


def test_a_cell_of_a_timeline_leads_to_the_question_and_the_raw_reply(site: Path, watched: Watched) -> None:
    page = watched.go(page_of(site, "scorekeeping-*"))
    target = page.locator(".probes li").first
    assert not target.is_visible()
    page.click(".timeline td a >> nth=0")
    linked = page.locator(":target")
    assert linked.is_visible()
    assert linked.locator("code").count() >= 1
    assert watched.complaints == []


def test_rounds_can_be_seen_on_a_phone(site: Path, browser: Any) -> None:
    watched = Watched(browser, viewport={"width": 390, "height": 844})
    page = watched.go(
        next(p for p in sorted(site.glob("scorekeeping-*")) if "read as" in p.read_text(encoding="utf-8"))
    )
    heads = page.locator("details[open] > .wide > .timeline")
    heads = heads.filter(has=page.locator("thead th:nth-child(6)")).first.locator("thead th")
    boxes = [heads.nth(n).bounding_box() for n in range(5)]
    assert all(box["x"] + box["width"] <= 390 for box in boxes)
    assert page.locator(".sideways").first.is_visible()
    watched.context.close()


def test_no_text_of_an_item_scrolls_inside_the_page(site: Path, watched: Watched) -> None:
    for name in ("simulation-*", "horizon-*", "company-*", "scorekeeping-*"):
        page = watched.go(page_of(site, name))
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        whole = "[...document.querySelectorAll('.text:not(.capped)')]"
        cut = f"{whole}.filter((t) => t.scrollHeight > t.clientHeight + 1).length"
        assert page.evaluate(cut) == 0, name


def visible(page: Any) -> list[str]:
    rows = page.locator("#board tbody tr:visible th a").all_text_contents()
    return [row.strip() for row in rows]


def test_the_leaderboard_is_filtered_and_sorted(site: Path, watched: Watched) -> None:
    page = watched.go(site / "index.html")
    assert visible(page) == [MODEL]
    page.check("#programs")
    assert "bot-echo" in visible(page)
    page.fill("#filter", "SMOL")
    assert visible(page) == [MODEL]
    assert page.inner_text("#count") == f"1 of {page.locator('#board tbody tr').count()} systems"
    page.fill("#filter", "")
    page.click("#board thead th:nth-child(5) button")
    assert visible(page)[:3] == [MODEL, "bot-oracle", "bot-echo"]  # models come first
    assert page.get_attribute("#board thead th:nth-child(5)", "aria-sort") == "descending"
    page.click("#board thead th:nth-child(5) button")
    assert visible(page)[:3] == [MODEL, "bot-echo", "bot-oracle"]
    assert "bot-exact" in visible(page)[3:]  # not played
    page.click("#board thead th:nth-child(9) button")
    calls = page.eval_on_selector_all("#board .programs td:nth-child(9)", "all => all.map(c => +c.dataset.v)")
    assert calls == sorted(calls, reverse=True) != sorted(calls, key=str, reverse=True)
    page.click("#board thead th:first-child button")
    assert visible(page)[1:] == sorted(visible(page)[1:])
    page.click("#board thead th:first-child button")
    page.reload()
    assert visible(page)[1:] == sorted(visible(page)[1:], reverse=True)
    page.uncheck("#programs")
    page.fill("#filter", "bot-echo")
    assert visible(page) == []
    assert page.inner_text("#count").endswith("; 1 program hidden")


def test_print_from_dark_is_light(site: Path, watched: Watched) -> None:
    page = watched.go(site / "index.html")
    page.click("#theme")
    paper = "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"
    assert page.evaluate(paper) == "#14181c"
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(paper) == "#fdfcfa"
    page.emulate_media(media="screen", color_scheme="light")


def visible_frame(page: Any) -> int:
    frames = page.evaluate("[...document.querySelectorAll('.frame')].map((f) => getComputedStyle(f).display)")
    assert frames.count("none") == len(frames) - 1
    return int(frames.index(next(frame for frame in frames if frame != "none")))


def test_a_match_is_stepped_with_keys_slider_buttons_and_links(site: Path, watched: Watched) -> None:
    page = watched.go(page_of(site, "games-*tictactoe*"), "#step-0")
    assert visible_frame(page) == 0
    assert len(page.inner_text("#caption")) > 20
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert (visible_frame(page), page.inner_text("#said h2").partition(",")[0]) == (2, "Move 2")
    page.keyboard.press("ArrowLeft")
    page.click("#next")
    page.click("#next")
    assert visible_frame(page) == 3
    page.keyboard.press("End")
    last = page.locator(".frame").count() - 1
    assert (visible_frame(page), page.inner_text("#place")) == (last, f"{last} / {last}")
    page.fill("#step", "1")
    assert visible_frame(page) == 1
    page.click("#m3 a")
    assert visible_frame(page) == 3
    assert page.locator("#m3.now").count() == 1
    page = watched.go(page_of(site, "games-*tictactoe*"), "#step-2")
    assert visible_frame(page) == 2


def test_a_match_of_each_game_is_stepped_to_its_end(site: Path, watched: Watched) -> None:
    for path in sorted(site.glob("games-*")):
        page = watched.go(path, "#step-0")
        before = page.inner_text("#said")
        page.keyboard.press("End")
        assert page.inner_text("#said") != before
        step, last = page.inner_text("#place").split(" / ")
        assert step == last != "0"
        assert watched.complaints == []


def test_colours_follow_the_system_and_a_switch(site: Path, browser: Any) -> None:
    watched = Watched(browser, color_scheme="dark")
    page = watched.go(site / "index.html")
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(paper)
    page.click("#theme")
    light = page.evaluate(paper)
    assert light != dark
    page = watched.go(site / "track-games.html")
    assert page.evaluate(paper) == light
    watched.context.close()


def test_on_a_phone_the_controls_stay_and_the_panel_follows_the_picture(site: Path, browser: Any) -> None:
    watched = Watched(browser, viewport={"width": 390, "height": 844})
    page = watched.go(page_of(site, "games-*arctic*"))
    assert page.locator(".stepping").bounding_box()["y"] < 844
    page.locator("#said").scroll_into_view_if_needed()
    bar, panel = page.locator(".stepping").bounding_box(), page.locator("#said").bounding_box()
    assert 0 <= bar["y"] < 844
    picture = page.locator(".picture").bounding_box()
    assert panel["y"] - picture["y"] - picture["height"] < 240
    assert page.locator("#did").bounding_box()["y"] < panel["y"]
    watched.context.close()


def test_a_step_of_several_seats_says_that_the_board_waits(site: Path, watched: Watched) -> None:
    page = watched.go(page_of(site, "games-*sea-battle*"), "#step-2")
    assert "from before this round, in which others are still to move" in page.inner_text("#did")
    assert "round 1: orders so far" in page.text_content(".frame:not([hidden])")
    page = watched.go(page_of(site, "games-*tictactoe*"), "#step-1")
    assert page.inner_text("#did").endswith("The board is after this move.")


def test_links_to_steps_show_them_without_scripts(site: Path, browser: Any) -> None:
    watched = Watched(browser, java_script_enabled=False)
    page = watched.go(page_of(site, "games-*tictactoe*"), "#step-2")
    visible = [n for n in range(page.locator(".frame").count()) if page.locator(f"#step-{n}").is_visible()]
    assert visible == [2]
    watched.context.close()


def test_a_page_says_all_without_scripts(site: Path, browser: Any) -> None:
    watched = Watched(browser, java_script_enabled=False)
    page = watched.go(site / "index.html")
    assert "bot-echo" in visible(page)
    assert page.locator(".controls").is_hidden()
    page = watched.go(page_of(site, "games-*tictactoe*"))
    assert page.locator(".moves tbody tr").count() >= 3
    watched.context.close()


@pytest.mark.slow
def test_harm_does_none(hostile_site: Path, watched: Watched) -> None:
    for path in sorted(hostile_site.glob("*.html")):
        page = watched.go(path)
        page.keyboard.press("End")
        assert page.evaluate("window.harmed") is None, path.name
        assert page.locator("main").is_visible()
        assert page.locator("footer").is_visible()
        assert watched.complaints == [], path.name
    assert {url.partition(":")[0] for url in watched.requests} <= {"file", "data"}


@pytest.mark.slow
def test_the_policy_stops_what_would_get_past_the_templates(site: Path, watched: Watched, tmp_path: Path) -> None:
    page_text = (site / "index.html").read_text(encoding="utf-8")
    harm = '<script>window.harmed = 1</script><p id="h" style="color: rgb(1, 2, 3)">x</p><img src="http://127.0.0.1/x">'
    (tmp_path / "index.html").write_text(page_text.replace("</main>", harm + "</main>"), encoding="utf-8")
    page = watched.go(tmp_path / "index.html")
    assert page.evaluate("window.harmed") is None
    assert page.evaluate("getComputedStyle(document.getElementById('h')).color") != "rgb(1, 2, 3)"
    assert len([text for text in watched.complaints if "Content Security Policy" in text]) >= 3
