"""Fixtures of the tests of exhibits."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.scoring.score import score

HEADER = {"record": "header", "format": "interplay-matches/1"}
WriteMatches = Callable[..., Path]


@pytest.fixture(scope="session")
def small(release: Release) -> Path:
    """Return the smallest shipped submission on games."""
    return release.root / "baselines/smollm2-135m/games.jsonl.gz"


@pytest.fixture(scope="session")
def report(release: Release, small: Path) -> Report:
    """Return a report on games, to be given other statistics."""
    return score(small, release)


@pytest.fixture
def write_matches(tmp_path: Path) -> WriteMatches:
    """Return a function that writes a file of match results: game, seats, and what each got."""

    def write(*rows: tuple[str, str, str, float], name: str = "m.jsonl") -> Path:
        lines = [json.dumps(HEADER)]
        for game, first, second, share in rows:
            match = {"record": "match", "game": game, "setup": None, "seats": [first, second]}
            lines.append(json.dumps({**match, "returns": [share, 1 - share]}))
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write
