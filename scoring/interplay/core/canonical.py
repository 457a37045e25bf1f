"""Canonical JSON out: one writing of every value, and files that appear whole or not at all."""

import contextlib
import gzip
import hashlib
import math
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

import msgspec

from interplay.core.errors import OutputError
from interplay.core.strict import INT_LIMIT

MARKS = frozenset({"canary", "item_id", "probe_id", "session", "dialogue"})
"""Columns that identify a row and that models never see."""
_ENCODER = msgspec.json.Encoder(order="sorted")


def encode(value: object) -> bytes:
    """Return *value* as canonical JSON: sorted keys, no white space, whole floats as integers.

    Raises ``ValueError`` for what a reader would refuse: NaN, infinity, integers outside 64 bits, lone surrogates.
    """
    return _ENCODER.encode(_numbers(msgspec.to_builtins(value, order="sorted")))


def _numbers(value: object) -> object:
    if isinstance(value, str):  # nearly everything is, so it is asked first
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{value} cannot be written as JSON; use null for undefined values")
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    if isinstance(value, int) and not -INT_LIMIT <= value < INT_LIMIT:
        raise ValueError(f"{value:,} cannot be written as a JSON integer; write it as a string")
    if isinstance(value, dict):
        return {key: _numbers(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_numbers(inner) for inner in value]
    return value


def sha256(data: bytes) -> str:
    """Return the lower-case hexadecimal sha256 of *data*."""
    return hashlib.sha256(data).hexdigest()


def visible(row: Any) -> bytes:
    """Return what a model sees of *row*: its messages, what chance decided of a match, or columns not in ``MARKS``."""
    if hasattr(row, "messages"):
        return encode((row.messages, getattr(row, "requests", ())))
    if hasattr(row, "setup"):
        return encode(row.setup.identity)
    return encode({key: value for key, value in msgspec.structs.asdict(row).items() if key not in MARKS})


def encode_lines(records: Iterable[object]) -> bytes:
    """Return *records* as canonical JSONL."""
    return b"".join(encode(record) + b"\n" for record in records)


def write_atomically(path: Path, chunks: Iterable[bytes]) -> None:
    """Write *chunks* to *path* as ``replacing`` does."""
    with replacing(path) as stream:
        stream.writelines(chunks)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Give a stream whose bytes become the file *path* when the block ends without an error.

    A reader sees all of them or the former file. ``.gz`` names are compressed. Raises ``OutputError`` when the place
    cannot be written or the disk is full.
    """
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise OutputError(f"{path} is a directory, expected a file name to write to")
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
        temporary = Path(name)
        with os.fdopen(descriptor, "wb") as stream:
            if path.suffix == ".gz":
                with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as squeezed:
                    yield cast("BinaryIO", squeezed)
            else:
                yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


def public(detail: msgspec.Struct) -> dict[str, object]:
    """Return a record as JSON values: its fields and its properties, nested ones too."""
    names = [*detail.__struct_fields__]
    names += [name for name, value in vars(type(detail)).items() if isinstance(value, property)]
    return {name: _public(getattr(detail, name)) for name in names}


def _public(value: object) -> object:
    if isinstance(value, msgspec.Struct):
        return public(value)
    return [_public(inner) for inner in value] if isinstance(value, tuple) else value
