"""Fixtures that many tests share."""

from pathlib import Path

import pytest
from running_help import Cli

from interplay.release import Release, default_root, open_release


@pytest.fixture(scope="session")
def release() -> Release:
    """The release in the checkout, verified once."""
    return open_release(default_root())


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return Path(__file__).parents[1]


@pytest.fixture
def interplay_cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """The command line in this process, without settings of the machine that would change what it does."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTP_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    return Cli(monkeypatch, capsys)
