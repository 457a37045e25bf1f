"""The sheet and the page of a person in a real browser."""

import re
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interplay_lab.people.play import Desk, serving
from tests.judging import small
from tests.lab.site.test_browser import CHROMIUM, Watched, sync_api
from tests.running_help import Cli, start_process

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")]


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


def test_a_sheet_filled_in_a_browser_goes_the_whole_way(
    bad: Path, tiny_root: Path, interplay_cli: Cli, watched: Watched, tmp_path: Path
) -> None:
    sheet, saved, output = tmp_path / "sheet.html", tmp_path / "ratings.jsonl", tmp_path / "alice.jsonl"
    asked = (bad, "--dataset", tiny_root)
    assert interplay_cli("judge", *asked, "--sample", 4, "--to", sheet) == 0
    page = watched.go(sheet)
    page.click("#begin")
    for verdict in ("3", "10"):
        page.click(f"#menu label:has(input[value='{verdict}'])")
        page.fill("#comment", f"because of </script> [[1]] {verdict}")
        page.click("#next")
    assert page.text_content("#progress") == "2 of 4 rated"
    page = watched.go(sheet)  # closed and opened again
    assert page.text_content("#begin") == "Continue (2 of 4 rated)"
    page.click("#begin")
    assert page.text_content("#number") == "Entry 3 of 4"
    page.click("#menu label:has(input[value='5'])")
    assert "marred by" in page.text_content("#meaning")
    page.click("#next")
    page.click("#unrated")
    assert "You rated 3 of 4" in page.text_content("#summary")
    page.click("#last")
    assert page.text_content("#number") == "Entry 4 of 4"
    page.click("#unrated")
    with page.expect_download() as download:
        page.click("#save-end")
    download.value.save_as(saved)
    assert interplay_cli("judge", *asked, "--from", saved, "--name", "alice", "-o", output) == 0, interplay_cli.err
    assert sorted(row["verdict"] for row in small.rows(output)[1:] if "verdict" in row) == [3, 5, 10]
    page.evaluate("localStorage.clear()")
    page = watched.go(sheet)
    page.set_input_files("#load", saved)
    page.wait_for_selector("#entry:not([hidden])")
    assert page.text_content("#progress") == "3 of 4 rated"
    page = watched.go(sheet)
    saved.write_text("{}\n", encoding="utf-8")
    page.set_input_files("#load", saved)
    page.wait_for_selector("#problem:not(:empty)")
    assert watched.complaints == []
    assert {url.partition(":")[0] for url in watched.requests} <= {"file", "data", "blob"}
    assert {url for url in watched.requests if url.startswith("file:")} == {sheet.as_uri()}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for a process")
def test_a_game_is_played_in_a_browser_to_its_result(watched: Watched, tmp_path: Path) -> None:
    words = ("--game", "tictactoe", "--limit", "1", "--serve", "-o", str(tmp_path / "anna.jsonl"))
    process = start_process("play", "--name", "anna", *words)
    try:
        assert process.stdout
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address
        page = watched.page
        page.goto(address[0])
        page.wait_for_selector("#options button")
        assert page.text_content("#progress") == "anna: 0 of 1 finished"
        page.keyboard.press("Enter")  # chooses nothing
        assert page.locator("#log .said").count() == 0
        page.fill("#say", "<img src=x onerror=alert(1)>\nno move")
        page.click("#send")
        page.wait_for_selector("#log .said")
        assert page.text_content("#log .said") == "<img src=x onerror=alert(1)>\nno move"
        for turn in range(2, 12):
            page.wait_for_selector("#form:not([hidden]), #end:not([hidden])")
            if page.is_visible("#end"):
                break
            page.locator("#options button").first.click()
            page.wait_for_selector(f"#log li:nth-child({turn}) .said")
        assert "Your result on games" in page.text_content("#log li:last-child")
        assert "Ctrl-C" not in page.text_content("#log")
        _, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        assert (tmp_path / "anna.jsonl").exists()
        assert [line for line in watched.complaints if "ERR_CONNECTION" not in line] == []
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)


def test_a_program_ends_though_its_last_reply_and_result_come_together(watched: Watched, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "times.jsonl")
    with serving("human:anna", desk) as address:
        typing = threading.Thread(target=desk.line, daemon=True)
        typing.start()
        watched.page.goto(address)
        watched.page.wait_for_selector("#form:not([hidden])")
        assert desk.send(0, "a reply from another window")
        typing.join()
        desk.write("Your result")
        desk.state |= {"ended": True}
        watched.page.wait_for_selector("#end:not([hidden])")
        assert desk.delivered.wait(timeout=20)
        assert watched.page.text_content("#log li:last-child") == "Your result"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_nobody_is_shut_out_of_a_sheet(
    scheme: str, width: int, good: Path, bad: Path, tiny_root: Path, interplay_cli: Cli, browser: Any, tmp_path: Path
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    sheet = tmp_path / "sheet.html"
    assert interplay_cli("judge", good, bad, "--dataset", tiny_root, "--sample", 2, "--to", sheet) == 0
    watched = Watched(browser, viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = watched.go(sheet)
    for step in ("start", "entry"):
        violations = [v for v in axe.run(page).response["violations"] if v["impact"] in ("serious", "critical")]
        assert [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in violations] == [], step
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.click("#begin") if step == "start" else None
    watched.context.close()
