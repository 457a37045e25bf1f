"""A tiny release with scripts and matches of Undercover, and submissions to it."""

from pathlib import Path

import pytest

from interplay.core.release import Release, open_release
from tests.judging import small


@pytest.fixture(scope="session")
def tiny_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset directory that nothing may write to."""
    root = tmp_path_factory.mktemp("tiny") / "dataset"
    small.freeze(root)
    return root


@pytest.fixture(scope="session")
def tiny(tiny_root: Path) -> Release:
    return open_release(tiny_root)


@pytest.fixture
def good(tiny: Release, tmp_path: Path) -> Path:
    """A submission that holds the references."""
    return small.submit(tmp_path / "good.jsonl", tiny, "good", lambda script: script.reference)


@pytest.fixture
def bad(tiny: Release, tmp_path: Path) -> Path:
    """A submission with wrong content in two thirds of the scripts, and with prose around the right one elsewhere."""
    return small.submit(tmp_path / "bad.jsonl", tiny, "bad", small.spoiled)
