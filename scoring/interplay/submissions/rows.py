"""Rows of a file of replies, read without trusting it: JSONL, CSV or Parquet."""

import csv
import zlib
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from interplay.core import jsonl
from interplay.core.errors import MissingPackage, RecordError
from interplay.core.extras import how_to_install
from interplay.core.records import Finding, printed_path

Row = tuple[int, Mapping[str, object]]
"""The number of a line, or of a row of Parquet, counted from 1, and the values of its columns."""
MAX_COLUMNS = 1_000
"""Columns of CSV or Parquet."""
_BATCH = 500
"""Rows of Parquet that are decoded at once."""


class Objects(jsonl.Reader[dict[str, object]]):
    """The objects of a JSONL file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, dict)

    def explain(self, value: object) -> Iterable[tuple[str, str]]:
        """Yield why *value* is no object."""
        kind = "a list" if isinstance(value, list) else "a value"
        yield "$", f'found {kind}, expected one object a line, such as {{"item_id": "...", "response": "..."}}'


def read(path: Path, notes: list[Finding]) -> Iterator[Row]:
    """Yield the rows of *path*; its suffix says how they are written. Warnings go to *notes*.

    Raises ``RecordError`` for what cannot be read, ``MissingPackage`` for Parquet without pyarrow.
    """
    suffixes = path.suffixes[-2:] if path.suffix == ".gz" else path.suffixes[-1:]
    if ".parquet" in suffixes:
        yield from _parquet(path)
    elif ".csv" in suffixes:
        yield from _csv(path)
    else:
        reader = Objects(path)
        yield from reader
        if reader.errors:
            raise RecordError(f"{path} cannot be read", reader.errors)
        notes += reader.findings


def _csv(path: Path) -> Iterator[Row]:
    with jsonl.open_source(path) as source:
        lines = _Lines(path, source)
        reader = csv.reader(lines, strict=True)
        names: list[str] = []
        try:
            for values in reader:
                lines.size = 0
                if not names:
                    names = _names(path, values)
                elif values:
                    if len(values) != len(names):
                        raise _refusal(path, lines.number, f"found {len(values)} values, expected {len(names)}")
                    yield lines.number, dict(zip(names, values, strict=True))
        except csv.Error as error:
            raise _refusal(path, lines.number, f"found broken CSV ({error})") from None


class _Lines:
    """The lines of CSV text; ``size`` is what they hold since it was set to 0, which a row must not exceed."""

    def __init__(self, path: Path, source: jsonl.Source) -> None:
        self.path, self._source, self.number, self.size = path, source, 0, 0

    def __iter__(self) -> Iterator[str]:
        try:
            while raw := self._source.readline(jsonl.MAX_LINE + 1):
                self.number += 1
                self.size += len(raw)
                if self.size > jsonl.MAX_LINE:
                    raise _refusal(self.path, self.number, f"found a row of more than {jsonl.MAX_LINE:,} bytes")
                yield raw.decode("utf-8-sig" if self.number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            byte = error.object[error.start]
            raise _refusal(self.path, self.number, f"found the byte 0x{byte:02x}, expected text in UTF-8") from None
        except (OSError, EOFError, zlib.error) as error:
            raise _refusal(self.path, self.number + 1, f"cannot be read from here on: {error}") from None


def _names(path: Path, names: list[str]) -> list[str]:
    if len(names) > MAX_COLUMNS or len(set(names)) < len(names):
        raise _refusal(path, 1, f"expected at most {MAX_COLUMNS:,} columns, each with a name of its own")
    return names


def _parquet(path: Path) -> Iterator[Row]:
    jsonl.open_source(path).__exit__()  # what is no file, or cannot be opened, gets the message of other files
    if find_spec("pyarrow") is None:
        raise MissingPackage(f"reading {path} needs the package pyarrow: {how_to_install('hub')}")
    import pyarrow  # type: ignore[import-untyped]  # noqa: PLC0415  an extra
    from pyarrow import parquet  # noqa: PLC0415

    number = 0
    try:
        with parquet.ParquetFile(path) as table:
            _names(path, list(table.schema_arrow.names))
            for batch in table.iter_batches(_BATCH):
                rows: list[dict[str, Any]] = batch.to_pylist()
                for number, row in enumerate(rows, number + 1):  # noqa: B020  goes on counting
                    yield number, row
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        raise _refusal(path, number + 1, f"found broken Parquet ({str(error)[:200]})") from None


def _refusal(path: Path, line: int, message: str) -> RecordError:
    finding = Finding(severity="error", file=printed_path(path), line=line, message=message)
    return RecordError(f"{path} cannot be read", [finding])
