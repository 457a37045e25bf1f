"""Every episode's scores as JSONL, written while they are computed."""

from pathlib import Path
from typing import BinaryIO

import msgspec

from interplay import codec
from interplay.errors import OutputError
from interplay.tracks import Grade


class EpisodeLog:
    """Writes grades to a file, or nowhere when there is no path."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._stream: BinaryIO | None = None

    def __enter__(self) -> "EpisodeLog":
        """Open the file."""
        if self._path is not None:
            try:
                self._stream = self._path.open("wb")
            except OSError as error:
                raise OutputError(f"cannot write {self._path}: {error.strerror or error}") from None
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        if self._stream is not None:
            self._stream.close()

    def add(self, grade: Grade) -> None:
        """Write one episode: item, trial, and the track's own detail."""
        if self._stream is not None and isinstance(grade.detail, msgspec.Struct):
            row = {"item_id": grade.item_id, "trial": grade.trial, **codec.public(grade.detail)}
            self._stream.write(codec.canonical(row) + b"\n")
