"""Fixtures that many tests share."""

from pathlib import Path

import pytest

from interplay.release import Release, default_root, open_release


@pytest.fixture(scope="session")
def release() -> Release:
    """The release in the checkout, verified once."""
    return open_release(default_root())


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return Path(__file__).parents[1]
