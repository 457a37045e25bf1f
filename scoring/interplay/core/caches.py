"""Files that save work and are no evidence: only those that this user wrote are read (note 0110)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

from interplay.core import canonical
from interplay.core.errors import OutputError

MAX_BYTES = 64 * 2**20
"""The largest file that is read."""
_DIGEST = 64  # characters of a sha256
_UNUSED = ContextVar("unused", default=False)


def default_folder() -> Path | None:
    """Return the folder of kept grades and moves; ``INTERPLAY_CACHE`` names another folder, or says ``off``."""
    user = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    given = os.environ.get("INTERPLAY_CACHE") or f"{user}/interplay/grades"
    return None if given == "off" or _UNUSED.get() else Path(given).expanduser()


@contextmanager
def unused() -> Iterator[None]:
    """Let nothing of this thread use a kept file until the block ends."""
    token = _UNUSED.set(True)
    try:
        yield
    finally:
        _UNUSED.reset(token)


def read(file: Path) -> bytes:
    """Return what ``write`` put into a file; raise ``ValueError`` where it is not that, ``OSError`` for no file."""
    if not file.is_file() or file.stat().st_size > MAX_BYTES:
        raise ValueError("it is no file, or too large")
    with file.open("rb") as stream:
        status = os.fstat(stream.fileno())
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & 0o022):
            raise ValueError("others may have written it")
        digest, data = stream.read(_DIGEST), stream.read()
    if digest != _digest(file, data):
        raise ValueError("its hash is wrong")
    return data


def write(file: Path, data: bytes) -> None:
    """Replace a file as a whole, so that of several writers one wins; do nothing where the place cannot be written."""
    with suppress(OutputError):
        canonical.write_atomically(file, [_digest(file, data), data])


def _digest(file: Path, data: bytes) -> bytes:
    return canonical.sha256(file.name.encode() + data).encode()
