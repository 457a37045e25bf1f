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
    plan, records = _read(path, Plan, (DrawnTask, Dialogue, Failure))
    return Collection(
        plan,
        tuple(r for r in records if isinstance(r, DrawnTask)),
        tuple(r for r in records if isinstance(r, Dialogue)),
        tuple(r for r in records if isinstance(r, Failure)),
    )


def read_extraction(path: Path) -> Extraction:
    """Return the extraction at *path*; raise ``RecordError`` when it is none."""
    judging, records = _read(path, Judging, (Verdict, Failure))
    return Extraction(
        judging,
        tuple(r for r in records if isinstance(r, Verdict)),
        tuple(r for r in records if isinstance(r, Failure)),
    )


def write_collection(path: Path, collection: Collection) -> None:
    """Write a collection, whole or not at all."""
    _write(path, (collection.plan, *collection.tasks, *collection.dialogues, *collection.failures))


def write_extraction(path: Path, extraction: Extraction) -> None:
    """Write an extraction, whole or not at all."""
    _write(path, (extraction.judging, *extraction.verdicts, *extraction.failures))


def other(path: Path) -> OutputError:
    """Return the error of an output that another command has made."""
    return OutputError(f"{path} was made with other models, parameters or tasks; choose another directory or delete it")


def _write(path: Path, records: Iterable[Record]) -> None:
    canonical.write_atomically(path, (canonical.encode(record) + b"\n" for record in records))


def _read(path: Path, header: type[P], types: tuple[type[Record], ...]) -> tuple[P, list[Record]]:
    name = header.__name__.lower()
    first = jsonl.Reader(path, header).header(f"does not begin with a {name}")
    reader: jsonl.Reader[Any] = jsonl.Reader(path, header, *types)
    records: list[Record] = [record for _, record in reader.body(header, "one alone")]
    if reader.errors:
        raise RecordError(f"{path} is damaged", reader.errors)
    return first, records
