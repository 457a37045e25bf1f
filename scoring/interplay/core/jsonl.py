"""Strict JSONL in, canonical JSONL out. The one module that reads and writes record files.

Reading never guesses: what is wrong with a line becomes a finding that names file, line, JSON path, what was found
and what was expected. msgspec decodes a line, ``scan`` refuses keys that stand twice, and ``explain`` says what failed.
"""

import gzip
import hashlib
import io
import json
import re
import stat
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Generic, NamedTuple, NoReturn, TypeVar, Union

import msgspec

from interplay.core.errors import RecordError
from interplay.core.records import Finding
from interplay.core.schema import explain
from interplay.core.strict import TOO_DEEP
from interplay.core.strict import BadValue as BadValue  # noqa: PLC0414  part of this module's interface
from interplay.core.strict import scan as scan  # noqa: PLC0414  part of this module's interface
from interplay.core.text import nearest

MAX_LINE = 16 * 2**20
"""Bytes of one line, decompressed. Longer lines are reported and skipped without being held in memory."""
MAX_SKIPPED = 16 * MAX_LINE
"""Bytes of a line that is too long, after which its end is not looked for any more."""
MAX_EMPTY = 1_000
"""Empty lines that are skipped; a small compressed file can hold more than could be read in a day."""
MAX_BLANK = 10_000
"""Bytes of a line of white space that counts as an empty one."""
MAX_FINDINGS = 100
"""A file with this many errors is not read further."""
_BOM = b"\xef\xbb\xbf"

T = TypeVar("T")


class Digests(NamedTuple):
    """The digest of a file's lines in their order, and that of its lines after the first in any order."""

    whole: str
    records: int


class Reader(Generic[T]):
    """Iterate over ``(line number, record)`` of a JSONL file, collecting ``findings`` on the way.

    Lines with errors are skipped. Memory use is one line. ``sha256`` is the digest of the bytes on disk once the
    iteration has ended. Raises ``RecordError`` when the file cannot be opened or holds ``MAX_FINDINGS`` errors.

    Every line is a record of one of *types*. ``explain`` yields (JSON path, message) for a value that is not. With
    *is_hashed* the file is part of a release whose hashes were verified, and is not searched for duplicate keys.
    """

    def __init__(self, path: Path, *types: type[T], is_hashed: bool = False) -> None:
        self.path = path
        self.findings: list[Finding] = []
        self.sha256 = ""
        self.accept(*types)
        self._warned: set[str] = set()
        self._is_hashed = is_hashed
        self._rest: Iterator[tuple[int, T | None]] | None = None

    def accept(self, *types: type[T]) -> None:
        """Take records of *types* from here on."""
        union: Any = Union[types]  # noqa: UP007  built at run time
        self._types = types
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(union)

    def explain(self, value: object) -> Iterable[tuple[str, str]]:
        """Yield the JSON path and the message of each reason why *value* is not a record of the file's types."""
        return explain(self._types, value)

    def __iter__(self) -> Iterator[tuple[int, T]]:
        """Yield each well-formed record with its line number, counted from 1; after ``header``, those behind it."""
        rest, self._rest = self._rest or self._results(), None
        return ((number, record) for number, record in rest if record is not None)

    def header(self, refusal: str) -> T:
        """Return the first line of the file, which stays open for the iteration over the others.

        Raises ``RecordError``, which begins with the path and *refusal*, when the first line is no record.
        """
        self._rest = self._results()
        number, record = next(self._rest, (0, None))
        if record is not None and number == 1:
            return record
        absent = Finding.about(self.path, "found no header, expected one as the first line", 1)
        raise RecordError(f"{self.path} {refusal}", self.errors or (absent,))

    def _results(self) -> Iterator[tuple[int, T | None]]:
        """Yield the number and the record of each line, ``None`` for a line with errors."""
        with open_source(self.path) as source:
            for number, raw in self._lines(source):
                yield number, self._record(number, raw)
            self.sha256 = source.digest()

    def skim(self) -> None:
        """Read all lines for their digests alone."""
        with open_source(self.path) as source:
            for _ in self._lines(source):
                pass

    @property
    def digests(self) -> Digests:
        """The digests of the lines, once the file was read to its end; of a damaged file they equal no other's."""
        if self.errors:
            return Digests(f"of {self.path}", 0)
        return Digests(self._whole.hexdigest(), self._records % 2**256)

    def body(self, header: type[T], expected: str) -> Iterator[tuple[int, T]]:
        """Yield the records after the first line, which is a *header*; where another one is found, *expected* was."""
        for line, record in self:
            if not isinstance(record, header):
                yield line, record
            elif line > 1:
                self.error(line, f"found a second header, expected {expected}")

    def error(self, line: int | None, message: str, path: str = "$") -> None:
        """Note an error; stop reading with ``RecordError`` when there are too many."""
        self.findings.append(Finding.about(self.path, message, line, path))
        if len(self.findings) >= MAX_FINDINGS:
            raise RecordError(f"{self.path} has at least {MAX_FINDINGS} problems; reading stopped", self.findings)

    def warn_once(self, line: int | None, message: str) -> None:
        """Note a warning, once per message."""
        if message not in self._warned:
            self._warned.add(message)
            self.findings.append(Finding.about(self.path, message, line, is_error=False))

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that make the file unfit for scoring."""
        return tuple(f for f in self.findings if f.severity == "error")

    def _lines(self, source: "Source") -> Iterator[tuple[int, bytes]]:
        number = empty = self._records = 0
        self._whole = hashlib.sha256()
        while raw := self._readline(source, number + 1):
            number += 1
            if not self._is_hashed:
                self._whole.update(raw)
            if number == 1 and raw.startswith(_BOM):
                self.warn_once(1, "starts with a byte-order mark, which was ignored; save as UTF-8 without it")
                raw = raw[3:]
            if raw.endswith(b"\r\n"):
                self.warn_once(number, "has Windows line ends (CRLF), which were accepted; the format uses LF")
            if len(raw) > MAX_LINE:
                self.error(number, f"found a line longer than {MAX_LINE:,} bytes, expected at most that")
            elif len(raw) <= MAX_BLANK and raw.isspace():
                empty += 1
                if empty > MAX_EMPTY:
                    self._stop(number, f"found more than {MAX_EMPTY:,} empty lines, expected one record a line")
                self.warn_once(number, "is an empty line, which was skipped")
            else:
                if number > 1 and not self._is_hashed:
                    self._records += int.from_bytes(hashlib.sha256(raw.strip()).digest())
                yield number, raw

    def _stop(self, number: int, message: str) -> NoReturn:
        """Note an error after which the rest of the file is not worth reading."""
        self.error(number, f"{message}; reading stopped")
        raise RecordError(f"{self.path} was not read to its end", self.findings)

    def _readline(self, source: "Source", number: int) -> bytes:
        try:
            raw, skipped = source.readline(MAX_LINE + 1), 0
            while len(raw) > MAX_LINE and not raw.endswith(b"\n"):
                rest = source.readline(MAX_LINE)
                if not rest:
                    break
                raw = raw[:MAX_LINE] + rest[-1:]
                skipped += len(rest)
                if skipped > MAX_SKIPPED - MAX_LINE:
                    what = f"found a line longer than {MAX_SKIPPED:,} bytes, expected at most {MAX_LINE:,}"
                    self._stop(number, what)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            self.error(number, f"found damaged gzip data ({error}), expected a whole .gz file")
            return b""
        except OSError as error:
            self.error(number, f"cannot be read from here on: {error.strerror or error}")
            return b""
        return raw

    def _record(self, number: int, raw: bytes) -> T | None:
        line = raw.strip(b" \t\r\n")
        try:
            record = self._decoder.decode(line)
            if not self._is_hashed:
                scan(line)  # msgspec lets keys through that stand twice
        except (BadValue, msgspec.DecodeError, RecursionError, ValueError) as error:
            self._note_failure(number, raw, error)
        else:
            return record
        return None

    def _note_failure(self, number: int, raw: bytes, error: Exception) -> None:
        line = raw.strip(b" \t\r\n")
        try:
            if isinstance(error, RecursionError):
                raise error
            value = scan(line)
        except BadValue as problem:
            self.error(number, str(problem), problem.path)
            return
        except RecursionError:
            self.error(number, TOO_DEEP)
            return
        except UnicodeDecodeError as problem:
            column, byte = problem.start + 1, line[problem.start]
            self.error(number, f"found the byte 0x{byte:02x} at column {column}, expected text in UTF-8")
            return
        except json.JSONDecodeError:
            cut = "" if raw.endswith(b"\n") else "; the line has no end, so writing may have been interrupted"
            start = repr(line[:60].decode("utf-8", "replace")) + "…" * (len(line) > 60)
            self.error(number, f"found {start}, expected one JSON object ({_reason(error)}){cut}")
            return
        problems = list(self.explain(value))[:5]
        for path, message in problems:
            self.error(number, message, path)
        if not problems:  # what JSON Schema cannot express, such as 1.0 where an integer belongs
            message, _, path = _reason(error).partition(" - at `")
            self.error(number, message, path.rstrip("`") or "$")


class Source(io.RawIOBase):
    """A file that hashes what is read from disk; its ``readline`` decompresses gzip."""

    def __init__(self, raw: BinaryIO, *, compressed: bool) -> None:
        self._raw, self._sha256 = raw, hashlib.sha256()
        buffered = io.BufferedReader(self, 2**20)
        stream = gzip.GzipFile(fileobj=buffered, mode="rb") if compressed else buffered
        self.readline = stream.readline  # type: ignore[method-assign]

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read bytes of the disk into *buffer*; return how many."""
        count = self._raw.readinto(buffer)  # type: ignore[attr-defined]
        self._sha256.update(buffer[:count])
        return int(count)

    def close(self) -> None:
        """Close the file."""
        super().close()
        self._raw.close()

    def digest(self) -> str:
        """Return the sha256 of the bytes on disk; the stream must have been read to its end."""
        return self._sha256.hexdigest()


def open_source(path: Path) -> Source:
    """Open *path* for reading bytes; raise ``RecordError`` that says what to do when it cannot be opened."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise RecordError(f"{path} is a directory, expected a .jsonl or .jsonl.gz file")
        if not stat.S_ISREG(mode):
            raise RecordError(f"{path} is a pipe or a device, expected a file, which can be read twice")
        raw = path.open("rb", buffering=0)
    except FileNotFoundError:
        beside = [p.name for p in path.parent.glob("*.jsonl*")]
        raise RecordError(f"{path} does not exist{nearest(path.name, beside)}") from None
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None
    return Source(raw, compressed=path.suffix == ".gz")


def _reason(error: Exception) -> str:
    text = re.sub(r"\s+", " ", str(error))
    return text[:300]
