"""Replies of judges that were paid for, on disk, so that no run asks for one twice.

A file of JSON lines, one reply each under the key of its request. A line is on disk before its verdict is used, so a
run that is killed loses only what was in flight. Only replies that hold a verdict are kept: a failure, or a reply
without a verdict, is asked for again by the next run. The file is locked while a run uses it.
"""

import contextlib
from pathlib import Path
from typing import Final, Literal

import msgspec

from interplay.core import canonical
from interplay.core.driver import Reply
from interplay.core.errors import OutputError
from interplay.core.records import Record
from interplay.running.appending import Appended, Stored, beside, open_locked

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
        self.path = path
        self._spans: dict[str, tuple[int, int]] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = open_locked(path)
            with contextlib.ExitStack() as on_failure:
                on_failure.callback(self._stream.close)
                self._begin()
                self._reader = path.open("rb")
                on_failure.pop_all()
        except OSError as error:
            raise self._unwritable(error) from error

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
        kept = _decoded(self._reader.read(length))
        if not isinstance(kept, Kept) or kept.key != key:
            raise OutputError(f"{self.path} was changed while it was in use")
        return kept.reply

    def add(self, key: str, reply: Reply) -> None:
        """Keep a reply for later runs; it survives the death of this process once this returns."""
        kept = Kept(
            key=key,
            text=reply.text,
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
            finish_reason=reply.finish_reason,
            logprobs=reply.logprobs,
        )
        try:
            self._write(_ENCODER.encode(kept) + b"\n")
        except OSError as error:
            raise self._unwritable(error) from error

    def close(self) -> None:
        """Close the file."""
        self._reader.close()
        self._stream.close()

    def _begin(self) -> None:
        """Find the replies of earlier runs, and cut off a line that a kill left unfinished."""
        whole = 0
        first = canonical.encode(CacheHeader()) + b"\n"
        with self.path.open("rb") as lines:
            for line in lines:
                if not line.endswith(b"\n") and (whole or first.startswith(line)):
                    break
                record = _decoded(line)
                if whole == 0 and not isinstance(record, CacheHeader):
                    raise OutputError(f"{self.path} is not a cache of judges' replies; name another file with --cache")
                if isinstance(record, Kept):
                    self._spans[record.key] = (whole, len(line))
                whole += len(line)
        self._stream.truncate(whole)
        if whole == 0:
            self._write(first)


_ENCODER: Final = msgspec.json.Encoder(order="sorted")
_DECODER: Final[msgspec.json.Decoder[CacheHeader | Kept]] = msgspec.json.Decoder(CacheHeader | Kept)


def _decoded(line: bytes) -> CacheHeader | Kept | None:
    try:
        return _DECODER.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
