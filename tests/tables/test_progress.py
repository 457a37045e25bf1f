"""The progress of a run: a bar for a person, a line now and then in a log, nothing beside a person's own prompts."""

import io
import threading

import pytest

from interplay.cli.shared.progress import DELAY, EVERY, Manner, Progress


class Screen(io.StringIO):
    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


class Time:
    """Seconds that pass only while somebody waits; after each wait *then* is done, and in the end the wait ends."""

    def __init__(self, waits: int) -> None:
        self.now, self.waits = 1_000.0, waits
        self.asked: list[float] = []
        self.has_ended = threading.Event()

    def clock(self) -> float:
        return self.now

    def wait(self, _ended: threading.Event, seconds: float) -> bool:
        self.asked.append(seconds)
        self.now += seconds
        if len(self.asked) <= self.waits:
            return False
        self.has_ended.set()
        return True


def shown(monkeypatch: pytest.MonkeyPatch, *, is_terminal: bool, manner: Manner | None = None, waits: int = 0) -> str:
    screen, time = Screen(is_terminal=is_terminal), Time(waits)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    progress = Progress("scorekeeping", manner, time.clock, time.wait)
    progress.update(2, 1_012)
    progress.update(7, 1_012)
    with progress:
        progress.log("trouble")
        assert progress._manner != "lines" or time.has_ended.wait(30)
    assert set(time.asked) <= {DELAY if is_terminal else EVERY}
    return screen.getvalue()


def test_a_terminal_shows_what_is_done_of_how_much(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(monkeypatch, is_terminal=True, waits=1)
    assert "scorekeeping" in text
    assert "7/1012" in text
    assert "trouble" in text


def test_what_ends_within_two_seconds_draws_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, is_terminal=True) == "trouble\n"


def test_a_log_gets_a_line_every_half_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(monkeypatch, is_terminal=False, waits=3).splitlines()
    assert sorted(lines) == [
        "scorekeeping: 7 of 1,012 done after 0:00:30, about 1:40:30 left",
        "scorekeeping: 7 of 1,012 done after 0:01:00, about 3:21:00 left",
        "scorekeeping: 7 of 1,012 done after 0:01:30, about 5:01:30 left",
        "trouble",
    ]


def test_a_short_run_leaves_nothing_in_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, is_terminal=False) == "trouble\n"


def test_beside_a_person_s_prompts_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(monkeypatch, is_terminal=True, manner="steps")
    assert text == "scorekeeping: 7 of 1,012 done\ntrouble\n"


def test_an_error_passes_through_and_the_bar_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Screen(is_terminal=True))
    bar = Progress("scorekeeping")
    with pytest.raises(KeyboardInterrupt), bar:
        raise KeyboardInterrupt
    assert bar._bar.live.is_started is False


def test_before_anything_is_known_a_log_says_that_something_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, time = Screen(is_terminal=False), Time(1)
    monkeypatch.setattr("sys.stderr", screen)
    with Progress("ratings", "lines", time.clock, time.wait):
        assert time.has_ended.wait(30)
    assert screen.getvalue() == "ratings: reading for 0:00:30\n"
