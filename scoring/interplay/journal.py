"""Record of a run in progress: every reply that was paid for, kept until the submission is written.

A run that is killed leaves its journal behind; the next run with the same system reads the replies from it. The first
line names the system, the release and the track; another system's journal is never read.
"""

import os
from pathlib import Path
from typing import BinaryIO

import msgspec

from interplay import codec
from interplay.errors import OutputError
from interplay.exchange import Ask, Reply
from interplay.types import Header, Record


class Call(Record, frozen=True, tag_field="record", tag="call"):
    """One reply: which trial asked for it at which step, and what exactly was asked."""

    item_id: str
    trial: int
    step: int
    request_sha256: str
    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    finish_reason: str | None = None


def journal_path(output: Path) -> Path:
    """Return where the journal of the submission *output* lies: beside it."""
    return output.with_name(output.name.removesuffix(".gz").removesuffix(".jsonl") + ".partial.jsonl")


def request_sha256(ask: Ask) -> str:
    """Return the digest of the messages of an ask."""
    return codec.sha256(codec.canonical(ask.messages))


class Journal:
    """An open journal. Raises ``OutputError`` when it cannot be written or belongs to another run."""

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self._calls: dict[tuple[str, int, int], Call] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._stream: BinaryIO = path.open("a+b")
            kept = self._read(header)
            self._stream.truncate(kept)
            if kept == 0:
                self._write(codec.canonical(header) + b"\n")
        except OSError as error:
            raise OutputError(f"cannot write {path}: {error.strerror or error}") from error

    @property
    def replies(self) -> int:
        """Number of replies that were read back or added."""
        return len(self._calls)

    def get(self, item_id: str, trial: int, step: int, digest: str) -> Reply | None:
        """Return the recorded reply to this very request, if there is one."""
        call = self._calls.get((item_id, trial, step))
        if call is None or call.request_sha256 != digest:
            return None
        return Reply(call.text, call.prompt_tokens, call.completion_tokens, call.finish_reason)

    def add(self, item_id: str, trial: int, step: int, digest: str, reply: Reply) -> None:
        """Record a reply; it survives the death of this process once this returns."""
        call = Call(
            item_id=item_id,
            trial=trial,
            step=step,
            request_sha256=digest,
            text=reply.text,
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
            finish_reason=reply.finish_reason,
        )
        try:
            self._write(codec.canonical(call) + b"\n")
        except OSError as error:
            raise OutputError(f"cannot write {self.path}: {error.strerror or error}") from error
        self._calls[item_id, trial, step] = call

    def close(self) -> None:
        """Close the file and keep it."""
        self._stream.close()

    def delete(self) -> None:
        """Close and remove the file, once its replies are in the submission."""
        self.close()
        self.path.unlink(missing_ok=True)

    def _write(self, data: bytes) -> None:
        position = self._stream.seek(0, os.SEEK_END)
        try:
            self._stream.write(data)
            self._stream.flush()
        except OSError:
            self._stream.truncate(position)
            raise

    def _read(self, header: Header) -> int:
        """Read the calls back; return how many bytes are whole lines. A line cut by a kill is dropped."""
        decoder = msgspec.json.Decoder(Header | Call)
        self._stream.seek(0)
        kept = 0
        for number, line in enumerate(self._stream):
            try:
                record = decoder.decode(line) if line.endswith(b"\n") else None
            except (msgspec.MsgspecError, ValueError):
                record = None
            if record is None:
                break
            if number == 0:
                self._must_match(record, header)
            elif isinstance(record, Call):
                self._calls[record.item_id, record.trial, record.step] = record
            kept += len(line)
        return kept

    def _must_match(self, found: Header | Call, expected: Header) -> None:
        if not isinstance(found, Header) or not same_run(found, expected):
            raise OutputError(
                f"{self.path} is the journal of another run (system, parameters or dataset differ); "
                "finish that run, delete the file, or choose another output"
            )


def same_run(one: Header, other: Header) -> bool:
    """Return whether two headers name the same system on the same track, so that replies can be shared."""
    return (
        one.system == other.system
        and one.track == other.track
        and (one.track_sha256 or one.manifest_sha256) == (other.track_sha256 or other.manifest_sha256)
        and one.modified == other.modified
    )
