"""Files to which whole records are appended while a lock keeps others out."""

import contextlib
import os
from io import FileIO
from pathlib import Path

from interplay.core.driver import Reply
from interplay.core.errors import OutputError
from interplay.core.records import Record
from interplay.running import locking


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
        if not locking.try_lock(stream.fileno()):
            stream.close()
            raise OutputError(f"another run is writing {path}; wait until it has ended, or choose another output")
        if not locking.is_removed(stream.fileno()):
            return stream
        stream.close()  # its run ended, and removed it, between opening and locking
    raise OutputError(f"{path} is removed as often as it is made; choose another output")
