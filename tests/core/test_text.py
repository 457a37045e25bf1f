"""Pieces of messages."""

import re
import tomllib
from pathlib import Path

from interplay.core.text import how_to_install


def test_the_package_is_installed_by_its_own_name() -> None:
    said = how_to_install("plot")
    assert "pip install 'interplay-bench[plot]'" in said
    assert "pip install '.[plot]'" in said


def test_every_extra_that_a_message_names_exists(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    source = "".join(path.read_text(encoding="utf-8") for path in (root / "scoring").rglob("*.py"))
    named = set(re.findall(r"how_to_install\(['\"](\w+)['\"]\)", source))
    assert project["name"] in how_to_install("plot")
    assert {"aiohttp", "local", "plot"} <= named <= project["optional-dependencies"].keys()


def test_no_message_tells_how_to_install_in_its_own_words(root: Path) -> None:
    folders = (root / "scoring", root / "builders")
    written = [p for folder in folders for p in folder.rglob("*.py") if "pip install" in p.read_text(encoding="utf-8")]
    assert written == [root / "scoring" / "interplay" / "core" / "text.py"]
