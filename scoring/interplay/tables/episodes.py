"""Every episode's scores as JSONL, written while they are computed, and kept only when all of them are."""

from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec

from interplay.core import canonical
from interplay.tracks.base import Grade


class EpisodeLog:
    """Writes grades to a file, or nowhere when there is no path."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._stream: BinaryIO | None = None
        self._stack = ExitStack()

    def __enter__(self) -> "EpisodeLog":
        """Open the file; raise ``OutputError`` when it cannot be written."""
        if self._path is not None:
            self._stream = self._stack.enter_context(canonical.replacing(self._path))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Put the file in its place, or leave the former one there after an error."""
        self._stack.__exit__(kind, error, at)

    def add(self, grade: Grade) -> None:
        """Write one episode: item, trial, and the track's own detail."""
        if self._stream is not None and isinstance(grade.detail, msgspec.Struct):
            row = {"item_id": grade.item_id, "trial": grade.trial, **canonical.public(grade.detail)}
            self._stream.write(canonical.encode(row) + b"\n")
