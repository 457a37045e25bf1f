"""The page of a match in a real browser: everything in one window, whatever the game and the size of the screen."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interplay.core.release import Release, content
from interplay.scoring.score import Options
from interplay.submissions.cache import ItemCache
from interplay.tracks.games import catalogue
from interplay_lab.site import build, items
from interplay_lab.site.predictions import read_trials
from interplay_lab.site.scored import entries, score_all
from tests.lab.site.conftest import baseline, lines_of
from tests.lab.site.test_browser import Watched, browser, page_of, pytestmark, visible_frame, watched

__all__ = ["browser", "pytestmark", "watched"]

SIZES = ((1440, 900), (1280, 720), (390, 844))
FEW = ("connect-four", "hive", "sea-battle", "santorini")
"""Games with text boards in their prompts, one in which several seats decide at once, and one with mistakes."""
MEASURED = """() => {
  const boxes = new Set(), slider = document.getElementById("step");
  for (let step = 0; step <= Number(slider.max); step += 1) {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    const all = [...document.querySelectorAll(".stepping button, #step")].map((e) => e.getBoundingClientRect());
    boxes.add(JSON.stringify(all.map((b) => [b.x, b.y, b.width, b.height].map(Math.round))));
  }
  return [...boxes].map(JSON.parse);
}"""
"""The boxes of all controls, once for each different set of places that they have in some step."""


def games_site(release: Release, folder: Path, submission: str, names: tuple[str, ...] = ()) -> Path:
    path, first = baseline(release, submission), dict[str, str]()
    for line in content(path).splitlines()[1:]:
        item_id = json.loads(line)["item_id"]
        first.setdefault(item_id.split("/")[1].replace("_", "-"), item_id)
    wanted = frozenset(item_id for game, item_id in first.items() if not names or game in names)
    items.write(build.planned(folder, entries([path], score_all([path], release, Options(items=wanted))), release))
    return folder


@pytest.fixture(scope="module")
def few(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site with a match of each of the few games."""
    return games_site(release, tmp_path_factory.mktemp("few") / "site", "bot-random/games", FEW)


@pytest.fixture(scope="module")
def every_game(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site with a match of each game."""
    return games_site(release, tmp_path_factory.mktemp("all") / "site", "bot-random/games")


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def sized(request: pytest.FixtureRequest, browser: Any) -> Iterator[Watched]:
    width, height = request.param
    page = Watched(browser, viewport={"width": width, "height": height})
    yield page
    page.context.close()


def check_window(path: Path, watched: Watched) -> None:
    """Check that controls are in the window when *path* opens, stay where they are, and that nothing is too wide."""
    page = watched.go(path)
    window = page.viewport_size
    opened = page.evaluate(f"({MEASURED})()")
    assert len(opened) == 1, f"{path.name}: controls have {len(opened)} places"
    for x, y, width, height in opened[0]:
        assert x >= 0, path.name
        assert y >= 0, path.name
        assert x + width <= window["width"], path.name
        assert y + height <= window["height"], path.name
    assert page.evaluate("document.documentElement.scrollWidth") <= window["width"], path.name
    cut = page.evaluate("[...document.querySelectorAll('.list')].map((e) => e.scrollWidth - e.clientWidth)")
    assert cut == [0], f"{path.name}: the list of moves is cut"
    board, bar = page.locator(".picture svg").bounding_box(), page.locator(".stepping").bounding_box()
    assert board["y"] + board["height"] <= bar["y"] + 1, f"{path.name}: the controls cover the board"
    result = page.locator(".result").bounding_box()
    assert result["y"] + result["height"] <= board["y"]
    if window["width"] > 1000:
        assert result["height"] < 40, f"{path.name}: the result is longer than a line"
        moves = page.locator(".list").bounding_box()
        assert moves["x"] >= board["x"] + board["width"] - 1
        assert moves["height"] > 90
        assert moves["y"] + moves["height"] <= window["height"]
    assert watched.complaints == []


def test_controls_stay_in_the_window(few: Path, sized: Watched) -> None:
    for game in FEW:
        check_window(page_of(few, f"games-*{game}*"), sized)


@pytest.mark.slow
def test_controls_stay_in_the_window_in_all_games(every_game: Path, sized: Watched) -> None:
    pages = sorted(every_game.glob("games-*"))
    assert len(pages) == len(catalogue.names()) == 16
    for path in pages:
        check_window(path, sized)


def test_a_match_opens_at_its_end_or_at_the_first_mistake(few: Path, watched: Watched) -> None:
    page = watched.go(page_of(few, "games-*hive*"))
    assert visible_frame(page) == page.locator(".frame").count() - 1
    assert page.locator("#mistake").count() == 0
    page = watched.go(page_of(few, "games-*santorini*"))
    steps = json.loads(page.text_content("#match-data"))["steps"]
    mistakes = [
        n for n, step in enumerate(steps) if step.get("worth", {}).get("regret") and "substituted" not in step["flags"]
    ]
    assert mistakes
    assert visible_frame(page) == mistakes[0]
    assert "regret" in page.inner_text("#said")
    for following in [*mistakes[1:], mistakes[0]]:
        page.keyboard.press("m")
        assert visible_frame(page) == following
    page.click("#mistake")
    assert visible_frame(page) == (mistakes * 2)[1]


def test_a_match_is_played_and_paused(few: Path, watched: Watched) -> None:
    page = watched.go(page_of(few, "games-*connect-four*"), "#step-1")
    page.clock.install(time=0)
    page.reload()
    page.clock.pause_at(100_000)
    page.keyboard.press(" ")
    assert page.inner_text("#play") == "Pause"
    page.clock.run_for(2_000)
    assert visible_frame(page) == 3
    page.click("#play")
    page.clock.run_for(5_000)
    assert (visible_frame(page), page.inner_text("#play")) == (3, "Play")
    page.click("#play")
    page.clock.run_for(60_000)
    assert (visible_frame(page), page.inner_text("#play")) == (page.locator(".frame").count() - 1, "Play")
    page.click("#play")
    assert visible_frame(page) == 0


@pytest.mark.slow
def test_back_goes_to_the_step_a_click_came_from_and_then_to_the_page_before(few: Path, watched: Watched) -> None:
    page = watched.go(few / "track-games.html")
    page.goto(page_of(few, "games-*hive*").as_uri())
    last = page.locator(".frame").count() - 1
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.locator("#m5").click()
    assert visible_frame(page) == 5
    page.go_back()
    assert (visible_frame(page), page.inner_text("#place")) == (1, f"1 / {last}")
    page.go_back()
    assert page.url.endswith("track-games.html")
    page.goto(page_of(few, "games-*hive*").as_uri())
    page.locator(f"#m{last - 2}").click()
    page.go_back()
    assert visible_frame(page) == last
    page.evaluate("location.hash = '#step-99999'")
    assert visible_frame(page) == last
    page.evaluate("location.hash = '#step-4'")
    page.evaluate("location.hash = '#main'")
    assert visible_frame(page) == 4


def test_the_list_of_moves_has_one_tab_stop_which_follows_the_steps(few: Path, watched: Watched) -> None:
    page = watched.go(page_of(few, "games-*hive*"), "#step-3")
    stops = "[...document.querySelectorAll('.list a')].filter((a) => a.tabIndex >= 0).map((a) => a.textContent)"
    assert page.evaluate(stops) == ["3"]
    page.focus("#m3 a")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(stops) == ["4"]
    assert page.evaluate("document.activeElement.textContent") == "4"
    assert page.get_attribute("#m4 a", "aria-current") == "step"
    row, box = page.locator("#m4").bounding_box(), page.locator(".list").bounding_box()
    assert box["y"] <= row["y"] <= box["y"] + box["height"] - row["height"]


@pytest.mark.slow
def test_headings_have_no_gaps_and_landmarks_have_names_of_their_own(few: Path, watched: Watched) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    rules = {
        "runOnly": ["heading-order", "landmark-unique", "region", "scrollable-region-focusable", "aria-allowed-role"]
    }
    for game in FEW:
        response = axe.run(watched.go(page_of(few, f"games-*{game}*")), options=rules).response
        assert [violation["id"] for violation in response["violations"]] == [], game


@pytest.mark.parametrize("width", [390, 900, 1440])
def test_boards_of_text_do_not_wrap(width: int, few: Path, browser: Any) -> None:
    watched = Watched(browser, viewport={"width": width, "height": 844})
    for game, row in (("hive", "r   0 ["), ("connect-four", "6 | ")):
        page = watched.go(page_of(few, f"games-*{game}*"))
        if page.locator("#said .drawn").count() == 0:
            page.keyboard.press("ArrowLeft")
        lines = page.evaluate(
            "[...document.querySelectorAll('#said .drawn')].map((e) => [e.textContent, getComputedStyle(e).whiteSpace])"
        )
        assert any(row in text for text, _ in lines), game
        assert {space for _, space in lines} == {"pre"}
    watched.context.close()


def test_the_final_board_is_printed_whatever_step_is_shown(few: Path, watched: Watched) -> None:
    page = watched.go(page_of(few, "games-*connect-four*"), "#step-1")
    shown = page.inner_text("#caption")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert visible_frame(page) == page.locator(".frame").count() - 1
    assert page.inner_text("#caption") != shown
    assert page.locator(".stepping").is_hidden()
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert (visible_frame(page), page.inner_text("#caption")) == (1, shown)


def test_without_scripts_the_caption_is_of_the_board_that_is_shown(few: Path, browser: Any) -> None:
    watched = Watched(browser, java_script_enabled=False)
    page = watched.go(page_of(few, "games-*connect-four*"))
    last = page.locator(".frame").count() - 1
    assert page.locator("#caption").is_visible()
    page.locator("#m2").click()
    assert [n for n in range(last + 1) if page.locator(f"#step-{n}").is_visible()] == [2]
    assert page.locator("#caption").is_hidden()
    page.locator(f"#m{last}").click()
    assert page.locator("#caption").is_visible()
    watched.context.close()


def test_on_a_phone_buttons_are_large_and_the_slider_is_long(few: Path, browser: Any) -> None:
    watched = Watched(browser, viewport={"width": 390, "height": 844})
    page = watched.go(page_of(few, "games-*hive*"))
    for button in page.locator(".stepping button").all():
        assert button.bounding_box()["height"] >= 44
    assert page.locator("#step").bounding_box()["width"] >= 240
    assert page.locator("#m3").bounding_box()["height"] >= 24
    watched.context.close()


def test_a_move_that_is_all_of_a_reply_is_written_once(few: Path, watched: Watched) -> None:
    page = watched.go(page_of(few, "games-*hive*"))
    data = json.loads(page.text_content("#match-data"))
    same = [
        n
        for n, step in enumerate(data["steps"])
        if [[data["lines"][line] for line in reply["text"]] for reply in step["says"]] == [[step.get("played")]]
    ]
    page = watched.go(page_of(few, "games-*hive*"), f"#step-{same[0]}")
    played = data["steps"][same[0]]["played"]
    assert page.locator("#said").locator("h3, .note, p, pre").all_inner_texts()[0] == f"played {played}"


def test_a_single_match_of_replay_is_the_same_window(release: Release, sized: Watched, tmp_path: Path) -> None:
    path = baseline(release, "bot-random/games")
    item_id = next(line["item_id"] for line in lines_of(path)[1:] if "/hive/" in line["item_id"])
    (trial,) = read_trials(path, ItemCache(release), {item_id})[item_id]
    items.write_match(tmp_path / "match.html", trial.item, trial.prediction, "me", release)
    check_window(tmp_path / "match.html", sized)
    assert {url.partition(":")[0] for url in sized.requests} <= {"file", "data"}


@pytest.fixture(scope="module")
def positions(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site of two positions: one with many moves of the same value, and a small board."""
    folder, path = tmp_path_factory.mktemp("positions") / "site", baseline(release, "large-model-replies/positions")
    wanted = frozenset({"hive/0064", "hanabi/0198"})
    items.write(build.planned(folder, entries([path], score_all([path], release, Options(items=wanted))), release))
    return folder


def test_a_position_shows_the_best_move_and_others_on_demand(positions: Path, watched: Watched) -> None:
    page = watched.go(page_of(positions, "positions-*hive*"))
    shown = page.locator(".after figure:visible")
    assert shown.count() == 1
    assert "one of the best moves" in shown.inner_text()
    assert shown.locator("use[href='#hive-last']").count() == 1
    best = page.locator(".values tbody a").first.inner_text()
    assert best in shown.inner_text()
    folded = page.locator(".values summary").all_inner_texts()
    assert re.fullmatch(r"\d+ (others|moves): regret 1", folded[-1])
    moves = page.locator(".values tbody tr").count()
    assert moves < 10
    page.locator(".values tbody a").last.click()
    assert page.locator(".after figure:visible").count() == 1
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))
    assert watched.complaints == []


@pytest.mark.parametrize("width", [390, 900, 1440])
@pytest.mark.slow
def test_the_boards_of_a_position_are_not_drawn_over_the_whole_screen(
    width: int, positions: Path, browser: Any
) -> None:
    watched = Watched(browser, viewport={"width": width, "height": 900})
    for name in ("hive", "hanabi"):
        page = watched.go(page_of(positions, f"positions-*{name}*"))
        for picture in page.locator(".pair svg:visible").all():
            assert picture.bounding_box()["width"] <= min(width, 600)
        heads = page.locator(".values thead th").all()
        cells = page.locator(".values tbody tr:first-child > *").all()
        for head, cell in zip(heads[1:3], cells[1:3], strict=True):  # numbers end where their headings do
            ends = [box["x"] + box["width"] for box in (head.bounding_box(), cell.bounding_box())]
            assert abs(ends[0] - ends[1]) < 1
            assert head.evaluate("e => getComputedStyle(e).textAlign") == "right"
            assert cell.evaluate("e => getComputedStyle(e).textAlign") == "right"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        drawn = page.locator(".boards .drawn")
        assert (drawn.count() > 0) == (name == "hive")
    watched.context.close()
