"""Files to which whole records are appended while a lock keeps others out.

The lock is the operating system's, on the open file itself: it ends with the process that holds it, also when that is
killed, and leaves nothing behind.
"""

import contextlib
import os
import sys
from io import FileIO
from pathlib import Path

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


def is_removed(descriptor: int) -> bool:
    """Return whether the open file has lost its name, so that what is written to it would be lost."""
    return os.fstat(descriptor).st_nlink == 0


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
        return Reply(
            self.text,
            self.prompt_tokens,
            self.completion_tokens,
            self.finish_reason,
            logprobs=self.logprobs,
            reasoning=self.reasoning,
        )


def beside(output: Path, what: str) -> Path:
    """Return the path of a file that goes with *output* and is named after it."""
    return output.with_name(f"{output.name.removesuffix('.gz').removesuffix('.jsonl')}.{what}.jsonl")


class Appended:
    """A file that is locked while it is open, and to which whole records are appended."""

    path: Path
    _stream: FileIO

    def _write(self, data: bytes) -> None:
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


def open_locked(path: Path) -> FileIO:
    """Open *path* for appending, unbuffered and locked; raise ``OutputError`` when another process has locked it."""
    for _ in range(100):
        stream = FileIO(path, "a+b")
        if not try_lock(stream.fileno()):
            stream.close()
            raise OutputError(f"another run is writing {path}; wait until it has ended, or choose another output")
        if not is_removed(stream.fileno()):
            return stream
        stream.close()  # its run ended, and removed it, between opening and locking
    raise OutputError(f"{path} is removed as often as it is made; choose another output")
