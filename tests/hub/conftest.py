"""A stand-in of the Hub, and a machine that knows no other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fake_hub import FakeHub
from tests.hub.served import Machine


@pytest.fixture
def machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Machine]:
    """Return a machine with an empty cache, beside an empty Hub."""
    home = tmp_path / "home"
    home.mkdir()
    with FakeHub() as hub:
        yield Machine(hub, home, capsys)
