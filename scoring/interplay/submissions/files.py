"""The files that were given: folders in place of them, copies among them, and how many predictions they hold."""

import gzip
import itertools
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from interplay.core.errors import RecordError
from interplay.core.jsonl import Digests, Reader
from interplay.core.records import Finding, Header, printed_path
from interplay.core.text import counted, noop
from interplay.submissions.reading import read_header
from interplay.tracks.catalogue import order

UNFINISHED = ".partial.jsonl"
"""How the names of the journals of unfinished runs end."""


def expanded(
    paths: Iterable[Path], on_note: Callable[[str], None] = noop, track: str | None = None
) -> tuple[Path, ...]:
    """Return *paths* with the submissions of a folder in its place, by track; journals of unfinished runs are left out.

    Of a folder only submissions on *track*, where one is named. *on_note* is told once what was left out. Raises
    ``RecordError`` for a folder without submissions.
    """
    files: list[Path] = []
    journals: list[Path] = []
    for path in (paths := tuple(paths)):
        if path.is_dir():
            submissions = sorted(_submissions(path, track))
            journals += sorted(path.glob(f"*{UNFINISHED}"))
            if not submissions:
                kind = "submissions" if track is None else f"submissions on {track}"
                raise RecordError(f"{path} is a folder without finished {kind} (.jsonl or .jsonl.gz)")
            files += [file for _, _, file in submissions]
        elif path.name.endswith(UNFINISHED) and len(paths) > 1:
            journals.append(path)
        else:
            files.append(path)
    if journals and files:
        names = ", ".join(map(str, journals))
        on_note(f"left out {counted(len(journals), 'unfinished runs')}: {names}")
    return tuple(files or journals)


def _submissions(folder: Path, track: str | None) -> Iterator[tuple[int, str, Path]]:
    """Yield the submissions of a folder with what they are sorted by."""
    for path in (*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")):
        if path.name.endswith(UNFINISHED):
            continue
        try:
            header = read_header(path)
        except RecordError:
            continue
        if track in {None, header.track}:
            yield order(header.track), path.name, path


OnProgress = Callable[[int, int], None]
"""Called with the number of things done and of all."""
COUNTED = 2**24
"""Bytes of a file, decompressed, in which lines are counted; what follows is taken to have lines of the same length."""


def predictions_in(paths: Iterable[Path]) -> int:
    """Return about how many lines *paths* have behind their headers; none is checked, and files may be missing."""
    return sum(max(0, _lines(path) - 1) for path in paths if path.is_file())


def counter(paths: Iterable[Path], on_progress: OnProgress) -> Callable[[], None]:
    """Return a function to call for each prediction of *paths* that is read; *on_progress* gets their number."""
    if on_progress is noop:
        return noop
    total, done = predictions_in(paths), itertools.count(1)
    on_progress(0, total)
    return lambda: on_progress(min(next(done), total), total)


def _lines(path: Path) -> int:
    with suppress(OSError, EOFError, zlib.error), path.open("rb") as raw:
        stream = gzip.GzipFile(fileobj=raw) if path.suffix == ".gz" else raw
        lines = stream.read(COUNTED).count(b"\n")
        return round(lines * path.stat().st_size / max(1, raw.tell()))
    return 0


def copies(paths: Sequence[Path], opened: Mapping[Path, Reader[Any]] | None = None) -> list[Finding]:
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
