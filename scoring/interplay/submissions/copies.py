"""Files that were given twice: the same bytes are refused, the same records under another header are a warning."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from interplay.core.errors import RecordError
from interplay.core.jsonl import Digests, Reader
from interplay.core.records import Finding, Header, printed_path


def check(paths: Sequence[Path], opened: Mapping[Path, Reader[Any]] | None = None) -> list[Finding]:
    """Return a warning for each of *paths* that has the same records as one before it.

    What is in two files counts twice in ratings and tables. Files that were *opened* and read are not read again.
    Raises ``RecordError`` for two files with the same bytes.
    """
    whole: dict[str, Path] = {}
    records: dict[int, Path] = {}
    findings = []
    for path in paths if len(paths) > 1 else ():
        digests = opened[path].digests if opened and path in opened else _digests(path)
        if digests.whole in whole:
            first = whole[digests.whole]
            what = f"{path} was given twice" if path == first else f"{first} and {path} are the same file, byte by byte"
            raise RecordError(f"{what}; give each submission once")
        if digests.records in records:
            message = f"has the same records as {printed_path(records[digests.records])}, under a different header"
            findings.append(Finding.about(path, message, is_error=False))
        whole[digests.whole] = path
        if digests.records:
            records.setdefault(digests.records, path)
    return findings


def _digests(path: Path) -> Digests:
    """Return the digests of the file at *path*; what is wrong with it is for its reader to say."""
    reader = Reader(path, Header)
    try:
        reader.skim()
    except RecordError:
        if not reader.errors:  # it cannot be opened
            raise
    return reader.digests
