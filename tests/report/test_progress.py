"""The progress bar: shown to a person, silent in a log."""

import io

import pytest

from interplay.cli.progress import Progress


class Screen(io.StringIO):
    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


def shown(monkeypatch: pytest.MonkeyPatch, *, is_terminal: bool) -> str:
    screen = Screen(is_terminal=is_terminal)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with Progress("scorekeeping") as progress:
        progress.update(0, 12)
        progress.update(7, 12)
    return screen.getvalue()


def test_a_terminal_shows_what_is_done_of_how_much(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(monkeypatch, is_terminal=True)
    assert "scorekeeping" in text
    assert "7/12" in text


def test_a_log_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, is_terminal=False) == ""


def test_an_error_passes_through_and_the_bar_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Screen(is_terminal=True))
    bar = Progress("scorekeeping")
    with pytest.raises(KeyboardInterrupt), bar:
        raise KeyboardInterrupt
    assert bar._bar.live.is_started is False
