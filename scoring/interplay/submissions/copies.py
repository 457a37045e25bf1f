"""Files that were given twice: the same bytes are refused, the same records under another header are told."""

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from interplay.core.errors import RecordError
from interplay.core.findings import Finding, shown_path
from interplay.core.jsonl import MAX_EMPTY, MAX_LINE, MAX_SKIPPED, open_source


@dataclass(frozen=True, slots=True)
class _Digests:
    """The digest of a file, and that of its lines after the first, in whatever order they are."""

    whole: str
    records: int


def check(paths: Sequence[Path]) -> list[Finding]:
    """Return a warning for each of *paths* that holds the same records as one before it.

    What is in two files counts twice in ratings and tables. Raises ``RecordError`` for two files with the same bytes.
    """
    if len(paths) < 2:
        return []
    whole: dict[str, Path] = {}
    records: dict[int, Path] = {}
    findings = []
    for path in paths:
        found = _digests(path)
        if found.whole in whole:
            first = whole[found.whole]
            what = f"{path} was given twice" if path == first else f"{first} and {path} are the same file, byte by byte"
            raise RecordError(f"{what}; name each submission once")
        if found.records in records:
            message = f"holds the same records as {shown_path(records[found.records])}, under another header"
            findings.append(Finding(severity="warning", file=shown_path(path), message=message))
        whole[found.whole] = path
        if found.records:
            records.setdefault(found.records, path)
    return findings


def _digests(path: Path) -> _Digests:
    """Return the digests of the file at *path*; what is wrong with it is for its reader to say."""
    whole, records, odd = hashlib.sha256(), 0, 0
    with open_source(path) as source:
        try:
            whole.update(source.readline(MAX_LINE))
            while odd <= MAX_EMPTY and (line := source.readline(MAX_LINE)):
                whole.update(line)
                if line.isspace() or not line.endswith(b"\n"):
                    odd += 1 if line.isspace() else MAX_EMPTY * MAX_LINE // MAX_SKIPPED
                if not line.isspace():
                    records += int.from_bytes(hashlib.sha256(line.strip()).digest())
        except (OSError, EOFError, zlib.error):
            odd = MAX_EMPTY + 1
    return _Digests(whole.hexdigest(), records % 2**256) if odd <= MAX_EMPTY else _Digests(f"of {path}", 0)
