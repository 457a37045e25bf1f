"""Recorded data of other projects, for parity tests; it lies beside the checkout and is never part of it."""

import os
from pathlib import Path

import pytest

_BESIDE = Path(__file__).parents[2] / "shared" / "upstream"
ROOT = Path(os.environ.get("INTERPLAY_UPSTREAM", _BESIDE))


def need(relative: str) -> Path:
    """Return the path of upstream data, or skip the test with the reason."""
    path = ROOT / relative
    if not path.exists():
        pytest.skip(f"no upstream data at {path}; set INTERPLAY_UPSTREAM to its folder")
    return path
