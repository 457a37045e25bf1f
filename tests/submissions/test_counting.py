"""How much of submissions has been read, for progress: an estimate for large files, and harmless for bad ones."""

import gzip
from pathlib import Path

import pytest

from interplay.core.text import noop
from interplay.submissions import files
from interplay.submissions.files import counter, predictions_in


def test_lines_behind_headers_are_counted_in_plain_and_compressed_files(tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.jsonl", tmp_path / "b.jsonl.gz"
    plain.write_bytes(b"{}\n" * 11)
    packed.write_bytes(gzip.compress(b"{}\n" * 6))
    assert predictions_in([plain, packed, tmp_path / "missing.jsonl", tmp_path]) == 15


def test_a_damaged_file_counts_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b"{}\n" * 6)[:-9])
    assert predictions_in([path]) == 0


def test_a_large_file_is_estimated_from_its_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "COUNTED", 1_000)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"123456789\n" * 5_000)
    assert predictions_in([path]) == 4_999


def test_each_prediction_is_reported_with_their_number(tmp_path: Path) -> None:
    path, told = tmp_path / "a.jsonl", list[tuple[int, int]]()
    path.write_bytes(b"{}\n" * 3)
    count = counter([path], lambda *pair: told.append(pair))
    count()
    count()
    count()
    assert told == [(0, 2), (1, 2), (2, 2), (2, 2)]
    assert counter([path], noop) is noop
