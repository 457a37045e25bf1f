"""Rows of a file of replies, read without trusting it: JSONL, CSV or Parquet."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from interplay.core import jsonl
from interplay.core.errors import MissingPackage, RecordError
from interplay.core.extras import how_to_install
from interplay.core.records import Finding
from interplay.core.text import quoted

Row = tuple[int, Mapping[str, object]]
"""The number of a line, or of a row of Parquet, counted from 1, and the values of its columns."""
MAX_BYTES = 2**30
"""Bytes of a file of CSV or Parquet."""
_BATCH = 500  # rows of Parquet that are decoded at once


class Objects(jsonl.Reader[dict[str, object]]):
    """The objects of a JSONL file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, dict)

    def explain(self, value: object) -> Iterable[tuple[str, str]]:
        """Yield why *value* is no object."""
        kind = "a list" if isinstance(value, list) else "a value"
        yield "$", f'found {kind}, expected one object a line, such as {{"item_id": "...", "response": "..."}}'


def read(path: Path, notes: list[Finding]) -> Iterator[Row]:
    """Yield the rows of *path*; its suffix says how they are written. What is wrong with lines goes to *notes*.

    Raises ``RecordError`` for what cannot be read to its end, ``MissingPackage`` for Parquet without pyarrow.
    """
    if path.suffix not in {".csv", ".parquet"}:
        reader = Objects(path)
        refuse_tables(path)
        yield from reader
        notes += reader.findings
    elif path.stat().st_size > MAX_BYTES:
        raise _refusal(path, 1, f"found a file larger than {MAX_BYTES:,} bytes; write it as JSONL")
    else:
        yield from (_csv if path.suffix == ".csv" else _parquet)(path)


def refuse_tables(path: Path) -> None:
    """Raise ``RecordError`` for CSV and Parquet whose suffix is another."""
    with jsonl.open_source(path) as source:
        start = source.readline(200).lstrip(b'\xef\xbb\xbf"').strip()
    if start[:1].isalpha() and any(name in start for name in (b"id,", b"response", b"PAR1")):
        first = quoted(start.decode("utf-8", "replace"))
        advice = "the names of CSV and Parquet files must end in .csv or .parquet"
        raise _refusal(path, 1, f"found {first}, expected a JSON object in each line; {advice}")


def _csv(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8-sig", newline="") as text:
        table = csv.DictReader(text, strict=True)
        try:
            names = table.fieldnames or ()
            if len(set(names)) < len(names):
                raise _refusal(path, 1, "found two columns of the same name, expected different names")
            for row in table:
                if None in row or None in row.values():
                    raise _refusal(
                        path, table.line_num, f"found a number of values other than the {len(names)} columns"
                    )
                yield table.line_num, row
        except UnicodeDecodeError as error:
            message = f"found the byte 0x{error.object[error.start]:02x}, expected text in UTF-8"
            raise _refusal(path, table.line_num + 1, message) from None
        except csv.Error as error:
            raise _refusal(path, table.line_num, f"found broken CSV ({error})") from None


def _parquet(path: Path) -> Iterator[Row]:
    if find_spec("pyarrow") is None:
        raise MissingPackage(f"reading {path} needs the package pyarrow: {how_to_install('hub')}")
    import pyarrow  # type: ignore[import-untyped]  # noqa: PLC0415  an extra
    from pyarrow import parquet  # noqa: PLC0415

    number = 0
    try:
        with parquet.ParquetFile(path) as table:
            for batch in table.iter_batches(_BATCH):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        raise _refusal(path, number + 1, f"found broken Parquet ({str(error)[:200]})") from None


def _refusal(path: Path, line: int, message: str) -> RecordError:
    return RecordError(f"{path} cannot be read", [Finding.about(path, message, line)])
