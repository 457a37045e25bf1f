"""Collections and extractions on disk."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from interplay.core import canonical, jsonl
from interplay.core.errors import OutputError, RecordError
from interplay.core.records import Record
from interplay_builders.collecting.records import (
    Collection,
    Dialogue,
    DrawnTask,
    Extraction,
    Failure,
    Judging,
    Plan,
    Verdict,
)

COLLECTED, EXTRACTED = "collection.jsonl", "extraction.jsonl"
P = TypeVar("P", Plan, Judging)


def read_collection(path: Path) -> Collection:
    """Return the collection at *path*; raise ``RecordError`` when it is none."""
    records = _records(path, (Plan, DrawnTask, Dialogue, Failure))
    return Collection(
        _first(path, records, Plan),
        tuple(r for r in records if isinstance(r, DrawnTask)),
        tuple(r for r in records if isinstance(r, Dialogue)),
        tuple(r for r in records if isinstance(r, Failure)),
    )


def read_extraction(path: Path) -> Extraction:
    """Return the extraction at *path*; raise ``RecordError`` when it is none."""
    records = _records(path, (Judging, Verdict, Failure))
    return Extraction(
        _first(path, records, Judging),
        tuple(r for r in records if isinstance(r, Verdict)),
        tuple(r for r in records if isinstance(r, Failure)),
    )


def write_collection(path: Path, made: Collection) -> None:
    """Write a collection, whole or not at all."""
    _write(path, (made.plan, *made.tasks, *made.dialogues, *made.failures))


def write_extraction(path: Path, made: Extraction) -> None:
    """Write an extraction, whole or not at all."""
    _write(path, (made.judging, *made.verdicts, *made.failures))


def other(path: Path) -> OutputError:
    """Return the error of an output that another command has made."""
    return OutputError(f"{path} was made with other models, parameters or tasks; choose another directory or delete it")


def _write(path: Path, records: Iterable[Record]) -> None:
    canonical.write_atomically(path, (canonical.encode(record) + b"\n" for record in records))


def _records(path: Path, types: tuple[type[Record], ...]) -> list[Record]:
    reader: jsonl.Reader[Any] = jsonl.Reader(path, *types)
    records = [record for _, record in reader]
    if reader.errors:
        raise RecordError(f"{path} is damaged", reader.errors)
    return records


def _first(path: Path, records: list[Record], type_: type[P]) -> P:
    if not records or not isinstance(records[0], type_):
        raise RecordError(f"{path} does not begin with a {type_.__name__.lower()}")
    return records[0]
