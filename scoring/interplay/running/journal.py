"""Record of a run in progress: every reply that was paid for, kept until the submission is written.

A run that is killed leaves its journal behind; the next run with the same system reads the replies from it. The first
line names the system, the release and the track; another system's journal is never read, and no file that is not a
journal is ever changed. While a run lasts, its journal is locked.
"""

import contextlib
import os
from pathlib import Path

import msgspec

from interplay.core import canonical
from interplay.core.driver import Reply
from interplay.core.errors import OutputError, RecordError
from interplay.core.records import Header, System
from interplay.core.text import quoted
from interplay.running.appending import Appended, Stored, beside, open_locked
from interplay.running.engine import Request

_ADVICE = "finish that run, delete the file, or choose another output"
_LONGEST = 10_000_000
"""Bytes of a line that are looked at to see what a file is."""


class Call(Stored, frozen=True, kw_only=True, tag_field="record", tag="call"):
    """One reply: which trial asked for it at which step, and what exactly was asked."""

    item_id: str
    trial: int
    step: int
    request_sha256: str


def journal_path(output: Path) -> Path:
    """Return where the journal of the submission *output* lies: beside it."""
    return beside(output, "partial")


class Journal(Appended):
    """An open journal, locked until it is closed.

    Raises ``OutputError`` when it cannot be written, is in use, or belongs to another run; what is on disk stays then.
    """

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.replies = 0
        """Number of replies on disk: those read back and those added."""
        self._earlier: dict[tuple[str, int, int], Call] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = open_locked(path)
            with contextlib.ExitStack() as on_failure:
                on_failure.callback(self._stream.close)
                self._begin(canonical.encode(header) + b"\n", header)
                on_failure.pop_all()
        except OSError as error:
            raise self._unwritable(error) from error

    @property
    def kept(self) -> str:
        """Return how many replies are on disk, in words."""
        return f"{self.replies} replies are kept"

    def take(self, request: Request) -> Reply | None:
        """Return, once, the reply that an earlier run got to this very request, if there is one."""
        call = self._earlier.pop((request.name, request.number, request.step), None)
        if call is None or call.request_sha256 != request.sha256:
            return None
        return call.reply

    def add(self, request: Request, reply: Reply) -> None:
        """Record a reply; it survives the death of this process once this returns."""
        call = Call(
            item_id=request.name,
            trial=request.number,
            step=request.step,
            request_sha256=request.sha256,
            text=reply.text,
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
            finish_reason=reply.finish_reason,
            logprobs=reply.logprobs,
            reasoning=reply.reasoning,
        )
        try:
            self._write(canonical.encode(call) + b"\n")
        except OSError as error:
            raise self._unwritable(error) from error
        self.replies += 1

    def close(self) -> None:
        """Close the file, and keep it if it holds replies."""
        if self._stream.closed:
            return
        if self.replies:
            self._stream.close()
        else:
            self.delete()

    def delete(self) -> None:
        """Remove the file, once its replies are in the submission, and close it."""
        if os.name == "nt":  # Windows removes no open file
            self._stream.close()
        with contextlib.suppress(OSError):  # a journal that stays is read again and does no harm
            self.path.unlink()
        self._stream.close()

    def _begin(self, first_line: bytes, header: Header) -> None:
        """Read what an earlier run left, cut off a line that a kill left unfinished, and write the first line."""
        whole = self._read(first_line, header)
        self._stream.truncate(whole)
        if whole == 0:
            self._write(first_line)

    def _read(self, first_line: bytes, header: Header) -> int:
        """Read the calls back; return how many bytes are whole lines. Lines that are not calls are left alone."""
        whole = 0
        with self.path.open("rb") as lines:
            for line in lines:
                if line.endswith(b"\n"):
                    self._note(line, header, is_first=whole == 0)
                    whole += len(line)
                elif whole == 0 and not first_line.startswith(line):
                    raise OutputError(f"{self.path} is not the journal of a run; {_ADVICE}")
        return whole

    def _note(self, line: bytes, header: Header, *, is_first: bool) -> None:
        record = _decoded(line)
        if is_first and not isinstance(record, Header):
            raise OutputError(f"{self.path} is not the journal of a run; {_ADVICE}")
        if isinstance(record, Header) and (differs := differences(record, header)):
            raise OutputError(f"{self.path} is the journal of another run ({'; '.join(differs)}); {_ADVICE}")
        if isinstance(record, Call):
            self._earlier[record.item_id, record.trial, record.step] = record
            self.replies += 1


def differences(earlier: Header, now: Header) -> list[str]:
    """Return, in words, where two headers name other systems, tracks or data, so that replies cannot be shared.

    A model may have moved to another server: its address is no difference.
    """
    was, is_now = _named(earlier), _named(now)
    if earlier.rival and now.rival:
        was, is_now = (
            was | _named_system("opponent's ", earlier.rival),
            is_now | _named_system("opponent's ", now.rival),
        )
    return [
        f"{name} is {quoted(is_now.get(name))}, was {quoted(was.get(name))}"
        for name in dict.fromkeys((*was, *is_now))
        if was.get(name) != is_now.get(name)
    ]


def _named(header: Header) -> dict[str, object]:
    """Return what makes a run the one that it is, by the names that a person knows it under."""
    data = (header.track_sha256 or header.manifest_sha256)[:12]
    opponent = header.rival.name if header.rival else None
    names: dict[str, object] = {"track": header.track, "data": data, "modified data": header.modified}
    names["opponent"] = opponent
    names |= {f"option {name}": value for name, value in _changes(header).items()}
    return names | _named_system("", header.system)


def _named_system(prefix: str, system: System) -> dict[str, object]:
    named = {"model": system.name, "version": system.version, "provider": system.provider, "scaffold": system.scaffold}
    params = ((f"parameter {key}", value) for key, value in system.params.items() if key != "base_url")
    return {f"{prefix}{key}": value for key, value in (*named.items(), *params)}


def output_of(path: Path) -> Path | None:
    """Return the submission to which the journal *path* belongs, ``None`` where *path* is no journal by its name."""
    stem = path.name.removesuffix(".partial.jsonl")
    return path.with_name(f"{stem}.jsonl") if stem and stem != path.name else None


def refuse_unfinished(path: Path) -> None:
    """Raise ``RecordError`` where a run that has not ended is taken for its submission."""
    journal, output = journal_path(path), output_of(path)
    if not path.exists() and journal.is_file():
        raise RecordError(f"{path} does not exist; {journal} is an unfinished run: run the same command again to go on")
    if output is not None and _holds_calls(path):
        raise RecordError(f"{path} is an unfinished run; run the same command again to go on, then use {output}")


def _holds_calls(path: Path) -> bool:
    """Return whether a file is a journal: a header, then calls or nothing."""
    try:
        with path.open("rb") as lines:
            first, second = lines.readline(_LONGEST), lines.readline(_LONGEST)
    except OSError:
        return False
    if not isinstance(_decoded(first), Header):
        return False
    return not second.endswith(b"\n") or isinstance(_decoded(second), Call)


def _changes(header: Header) -> dict[str, int]:
    """Return the options of rules that a run changed."""
    return {} if header.selection is None else header.selection.options


_DECODER: msgspec.json.Decoder[Header | Call] = msgspec.json.Decoder(Header | Call)


def _decoded(line: bytes) -> Header | Call | None:
    try:
        return _DECODER.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
