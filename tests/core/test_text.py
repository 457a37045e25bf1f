"""Pieces of messages."""

import re
import tomllib
from pathlib import Path

import pytest

from interplay.core.extras import EXTRAS, how_to_install
from interplay.core.text import counted


def test_the_package_is_installed_by_its_own_name() -> None:
    said = how_to_install("lab")
    assert "pip install 'interplay-bench[lab]'" in said
    assert "pip install '.[lab]'" in said


def test_every_extra_that_a_message_names_exists(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    source = "".join(path.read_text(encoding="utf-8") for path in (root / "scoring").rglob("*.py"))
    named = set(re.findall(r"how_to_install\(['\"](\w+)['\"]\)", source))
    assert project["name"] in how_to_install("lab")
    assert {"lab", "local"} <= named | set(EXTRAS.values()) <= project["optional-dependencies"].keys()


def test_no_message_tells_how_to_install_in_its_own_words(root: Path) -> None:
    folders = (root / "scoring", root / "builders")
    written = [p for folder in folders for p in folder.rglob("*.py") if "pip install" in p.read_text(encoding="utf-8")]
    assert written == [root / "scoring" / "interplay" / "core" / "extras.py"]


@pytest.mark.parametrize(
    ("number", "things", "told"),
    [(0, "tokens", "0 tokens"), (1, "tokens", "1 token"), (2_000, "tokens", "2,000 tokens"), (1, "matches", "1 match")],
)
def test_things_are_counted_as_english_has_it(number: int, things: str, told: str) -> None:
    assert counted(number, things) == told
