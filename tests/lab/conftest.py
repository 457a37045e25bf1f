"""Submissions that several tests compare."""

import functools
from pathlib import Path

import pytest

import interplay
from interplay.core.release import Release
from tests.support import Standard


@pytest.fixture(scope="session")
def standard(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Standard:
    """Return a function that has a bot run the split ``standard`` of a track.

    Shipped bots have run the split ``hard``, where those that know nothing fail every item: between them, and between
    one of them and a bot that knows everything, nothing varies.
    """
    folder = tmp_path_factory.mktemp("standard")

    @functools.cache
    def run(system: str, track: str) -> Path:
        path = folder / f"{system}.{track}.jsonl"
        interplay.run(f"bot:{system.removeprefix('bot-')}", track, path, splits="standard", release=release)
        return path

    return run
