"""Fixtures of the rating tests: small files of matches, and the published data when they are at hand."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.upstream import need

HEADER = {"record": "header", "format": "interplay-matches/1"}
WriteMatches = Callable[..., Path]


@pytest.fixture
def write_matches(tmp_path: Path) -> WriteMatches:
    """Return a function that writes a header and raw match fields (or whole lines) to a file."""

    def write(*rows: dict[str, object] | str, header: dict[str, object] | None = None, name: str = "m.jsonl") -> Path:
        lines = [json.dumps({**HEADER, **(header or {})})]
        for row in rows:
            full = row if isinstance(row, str) else json.dumps({"record": "match", "setup": None, **row})
            lines.append(full)
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def published() -> Path:
    """Return the published match results of GameBench, or skip."""
    return need("gamebench/matches.json")
