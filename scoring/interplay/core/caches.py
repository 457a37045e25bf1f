"""Files that save work and are no evidence: only those that this user wrote are read (note 0110)."""

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from time import process_time

import msgspec

from interplay.core import canonical
from interplay.core.errors import OutputError

MAX_BYTES = 64 * 2**20
"""The largest file that is read."""
MAX_MOVES = 2**17
"""Bytes of a file of moves; three digits of a hash name it, so that all together have at most 512 MB."""
SLOW = 0.02
"""Seconds of processor time that the opponents' moves of a match must take to be kept."""
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


class KeptMoves:
    """The opponents' moves of one match.

    The *key* of its beginning depends on all that the moves depend on, beside what is sent; it is empty where there are
    no opponents.
    """

    def __init__(self, key: bytes) -> None:
        folder = default_folder()
        self._file = None if folder is None or not key else folder / f"{key.hex()[:3]}.moves"
        self._key, self._known, self._new, self._seconds = key, self._read(), dict[str, str](), 0.0

    def computed(self, seat: int, sent: tuple[str, ...], compute: Callable[[], str]) -> str:
        """Return the move of a seat: a kept one only if it was *sent*, so that nothing is refused because of one."""
        key = hashlib.sha256(self._key + bytes((seat,))).hexdigest()[:32]
        if (move := self._known.get(key)) is not None and sent == (move,):
            return move
        began = process_time()
        self._new[key] = move = compute()
        self._seconds += process_time() - began
        return move

    def advance(self, moves: object) -> None:
        """Go on to the next round; the ``repr`` of *moves* is all that was sent."""
        if self._file is not None:
            self._key = hashlib.sha256(self._key + repr(moves).encode()).digest()

    def save(self) -> None:
        """Keep the new moves, if they took long, beside those that others kept meanwhile."""
        if self._file is not None and self._seconds >= SLOW:
            kept = [*{**self._read(), **self._new}.items()]
            while len(data := msgspec.json.encode(dict(kept))) > MAX_MOVES and kept:
                kept = kept[len(kept) // 2 + 1 :]
            write(self._file, data)

    def _read(self) -> dict[str, str]:
        with suppress(OSError, ValueError, RecursionError):  # there is none, or not of this user
            return {} if self._file is None else msgspec.json.decode(read(self._file), type=dict[str, str])
        return {}
