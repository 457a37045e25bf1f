"""Files to which whole records are appended while a lock keeps others out.

The lock is the operating system's, on the open file itself: it ends with the process that holds it, also when that is
killed, and leaves nothing behind.
"""

import contextlib
import os
import sys
from io import FileIO
from pathlib import Path
from typing import Any

import msgspec

from interplay.core import canonical
from interplay.core.driver import Reply
from interplay.core.errors import OutputError
from interplay.core.records import Record

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 40  # Windows keeps others from reading locked bytes, so a byte is locked that no file reaches

    def try_lock(descriptor: int) -> bool:
        """Lock an open file until it is closed; return False when another process holds the lock."""
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Lock an open file until it is closed; return False when another process holds the lock.

        Some network file systems know no locks. There the answer is True: a run must be possible.
        """
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True


class Stored(Record, frozen=True, omit_defaults=True):
    """What is kept of a reply."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    finish_reason: str | None = None
    logprobs: tuple[tuple[str, float], ...] | None = None
    reasoning: str = ""

    @property
    def reply(self) -> Reply:
        """Return the reply as it came."""
        return Reply(**kept_of(self))


def kept_of(reply: Reply | Stored) -> dict[str, Any]:
    """Return what is kept of a reply, by the names of the fields of ``Stored``."""
    return {name: getattr(reply, name) for name in Stored.__struct_fields__}


def beside(output: Path, what: str) -> Path:
    """Return the path of a file that goes with *output* and is named after it."""
    return output.with_name(f"{output.name.removesuffix('.gz').removesuffix('.jsonl')}.{what}.jsonl")


class Appended:
    """A file of lines that is locked while it is open, and to which whole records are appended.

    Opening reads the lines that are there, cuts off one that a kill left unfinished, and begins a new file with the
    record *first*. Raises ``OutputError`` when the file cannot be written, is in use, or is another one, as *refusal*
    says then; what is on disk stays.
    """

    def __init__(self, path: Path, first: Record, refusal: str) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = open_locked(path)
            with contextlib.ExitStack() as on_failure:
                on_failure.callback(self._stream.close)
                self._resume(canonical.encode(first) + b"\n", refusal)
                on_failure.pop_all()
        except OSError as error:
            raise self._unwritable(error) from error

    def _resume(self, first_line: bytes, refusal: str) -> None:
        size = 0
        with self.path.open("rb") as lines:
            for line in lines:
                if line.endswith(b"\n"):
                    if not self._note(line, size):
                        raise OutputError(f"{self.path} {refusal}")
                    size += len(line)
                elif size == 0 and not first_line.startswith(line):
                    raise OutputError(f"{self.path} {refusal}")
        self._stream.truncate(size)
        if size == 0:
            self._append(first_line)

    def _note(self, line: bytes, start: int) -> bool:
        """Take in a line that begins at *start*; return whether it can be there."""
        raise NotImplementedError

    def _write(self, record: Record) -> None:
        """Append a record; once this returns, it survives a crash. Raises ``OutputError`` when it cannot be."""
        try:
            self._append(canonical.encode(record) + b"\n")
        except OSError as error:
            raise self._unwritable(error) from error

    def _append(self, data: bytes) -> None:
        """Append all of *data* or nothing; the stream is unbuffered, and a disk that fills takes a part."""
        end = self._stream.seek(0, os.SEEK_END)
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._stream.write(rest) :]
        except OSError:
            with contextlib.suppress(OSError):
                self._stream.truncate(end)
            raise

    def _unwritable(self, error: OSError) -> OutputError:
        return OutputError(f"cannot write {self.path}: {error.strerror or error}")


def decoded(line: bytes, decoder: msgspec.json.Decoder[Any]) -> object:
    """Return the record in a *line*, nothing where it holds none."""
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def open_locked(path: Path) -> FileIO:
    """Open *path* for appending, unbuffered and locked; raise ``OutputError`` when another process has locked it."""
    for _ in range(100):
        stream = FileIO(path, "a+b")
        if not try_lock(stream.fileno()):
            stream.close()
            raise OutputError(f"another run is writing {path}; wait until it has ended, or choose another output")
        if os.fstat(stream.fileno()).st_nlink:  # else what is written to it would be lost
            return stream
        stream.close()  # its run ended, and removed it, between opening and locking
    raise OutputError(f"{path} is removed as often as it is made; choose another output")
