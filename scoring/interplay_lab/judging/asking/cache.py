"""Replies of judges that were paid for, on disk, so that no run asks for one twice.

A file of JSON lines, one reply each under the key of its request. A line is on disk before its verdict is used, so a
run that is killed loses only what was in flight. Only replies that hold a verdict are kept: a failure, or a reply
without a verdict, is asked for again by the next run. The file is locked while a run uses it.
"""

from dataclasses import replace
from pathlib import Path
from typing import Final, Literal

import msgspec

from interplay.core.driver import Reply
from interplay.core.errors import OutputError
from interplay.core.records import Record
from interplay.running.appending import Appended, Stored, beside, decoded, kept_of

FORMAT: Final = "interplay-judge-cache/1"


class CacheHeader(Record, frozen=True, tag_field="record", tag="header"):
    """First line of a cache."""

    format: Literal["interplay-judge-cache/1"] = FORMAT


class Kept(Stored, frozen=True, kw_only=True, tag_field="record", tag="reply"):
    """A reply under the key of its request."""

    key: str


def cache_path(output: Path) -> Path:
    """Return where the replies behind the judgments *output* are kept: beside it."""
    return beside(output, "cache")


class Cache(Appended):
    """An open cache, locked until it is closed.

    Raises ``OutputError`` when it cannot be written, is in use, or is another file; what is on disk stays then.
    """

    def __init__(self, path: Path) -> None:
        self._spans: dict[str, tuple[int, int]] = {}
        super().__init__(path, CacheHeader(), "is not a cache of judges' replies; name another file with --cache")
        self._reader = path.open("rb")

    def __len__(self) -> int:
        """Return how many replies are kept."""
        return len(self._spans)

    def __contains__(self, key: object) -> bool:
        """Return whether the reply to a request is kept."""
        return key in self._spans

    def find(self, key: str) -> Reply | None:
        """Return the reply that an earlier run got to this very request, if there is one."""
        if key not in self._spans:
            return None
        start, length = self._spans[key]
        self._reader.seek(start)
        kept = decoded(self._reader.read(length), _DECODER)
        if not isinstance(kept, Kept) or kept.key != key:
            raise OutputError(f"{self.path} was changed while it was in use")
        return kept.reply

    def add(self, key: str, reply: Reply) -> None:
        """Keep a reply for later runs; it survives the death of this process once this returns."""
        self._write(Kept(key=key, **kept_of(replace(reply, reasoning=""))))

    def close(self) -> None:
        """Close the file."""
        self._reader.close()
        self._stream.close()

    def _note(self, line: bytes, start: int) -> bool:
        record = decoded(line, _DECODER)
        if isinstance(record, Kept):
            self._spans[record.key] = (start, len(line))
        return start > 0 or isinstance(record, CacheHeader)


_DECODER: Final[msgspec.json.Decoder[CacheHeader | Kept]] = msgspec.json.Decoder(CacheHeader | Kept)
