"""The journal of a run: every reply so far, on disk until the submission is written.

A killed run leaves its journal behind, and the next run of the same system takes the replies from it. The first line is
the header of the run. The journal of another system is never used, and a file that is not a journal is never changed.
The journal is locked during a run.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from interplay.core.driver import Reply
from interplay.core.errors import OutputError, RecordError
from interplay.core.records import REFUSED, Header, System
from interplay.core.text import quoted
from interplay.running.appending import Appended, Stored, beside, decoded, kept_of
from interplay.submissions.files import UNFINISHED

if TYPE_CHECKING:  # the engine loads asyncio, which scoring does not need
    from interplay.running.engine import Request

_ADVICE = "finish that run, delete the file, or choose another output"
_MAX_PROBE_BYTES = 10_000_000  # bytes of a line that are read to recognise a journal


class Call(Stored, frozen=True, kw_only=True, tag_field="record", tag="call"):
    """One reply, with the trial and step that requested it and the hash of the request."""

    item_id: str
    trial: int
    step: int
    request_sha256: str


def journal_path(output: Path) -> Path:
    """Return the path of the journal of the submission *output*, in the same directory."""
    return beside(output, "partial")


class Journal(Appended):
    """An open journal, locked until it is closed.

    Raises ``OutputError`` when it cannot be written, is in use, or belongs to another run.
    In these cases the file on disk is not changed.
    """

    def __init__(self, path: Path, header: Header) -> None:
        self.header = header
        self.replies = 0
        """Number of replies on disk, including those of earlier runs."""
        self._earlier: dict[tuple[str, int, int], Call] = {}
        super().__init__(path, header, f"is not the journal of a run; {_ADVICE}")

    @property
    def kept(self) -> str:
        """The number of replies on disk, as a phrase for messages."""
        return f"{self.replies} replies are saved"

    def take(self, request: "Request") -> Reply | None:
        """Return the reply that an earlier run got to this *request*, or ``None``; each reply is returned only once."""
        call = self._earlier.pop((request.name, request.number, request.step), None)
        if call is None or call.request_sha256 != request.sha256:
            return None
        return call.reply

    def add(self, request: "Request", reply: Reply) -> None:
        """Write a reply to disk; once this returns, the reply survives a crash."""
        call = Call(
            item_id=request.name,
            trial=request.number,
            step=request.step,
            request_sha256=request.sha256,
            **kept_of(reply),
        )
        self._write(call)
        self.replies += 1

    def amend(self, header: Header) -> None:
        """Write what is now known of the systems, such as a parameter that a server refuses, for a run that goes on."""
        self.header = header
        self._write(header)

    def close(self) -> None:
        """Close the file, and delete it if it has no replies."""
        if self._stream.closed:
            return
        if self.replies:
            self._stream.close()
        else:
            self.delete()

    def delete(self) -> None:
        """Delete the file (its replies are in the submission by then) and close it."""
        if os.name == "nt":  # Windows cannot delete an open file
            self._stream.close()
        with contextlib.suppress(OSError):  # a journal that cannot be deleted is read again, which is harmless
            self.path.unlink()
        self._stream.close()

    def _note(self, line: bytes, start: int) -> bool:
        record = decoded(line, _DECODER)
        if isinstance(record, Header) and (differs := differences(record, self.header)):
            raise OutputError(f"{self.path} is the journal of another run ({'; '.join(differs)}); {_ADVICE}")
        if isinstance(record, Header):
            self.header = settled(self.header, record)
        if isinstance(record, Call):
            self._earlier[record.item_id, record.trial, record.step] = record
            self.replies += 1
        return start > 0 or isinstance(record, Header)


def differences(earlier: Header, now: Header) -> list[str]:
    """Return a phrase for each difference that prevents two runs from sharing replies.

    The address of the server does not count, as a model may move to another server; nor does a temperature that the
    server refused in one of them.
    """
    was, is_now = (_run_fields(header, with_rival=bool(earlier.rival and now.rival)) for header in (earlier, now))
    for field in [name for name in {**was, **is_now} if name.endswith(f"parameter {REFUSED}")]:
        for fields in (was, is_now):
            fields.pop(field, None)
            fields.pop(field.replace(REFUSED, "temperature"), None)
    return [
        f"{name} is {quoted(is_now.get(name))}, was {quoted(was.get(name))}"
        for name in dict.fromkeys((*was, *is_now))
        if was.get(name) != is_now.get(name)
    ]


def settled(header: Header, *earlier: Header | None) -> Header:
    """Return *header* without the temperatures that were refused *earlier* in the same run."""
    for other in (other for other in earlier if other is not None):
        header = replace(header, system=_settled(header.system, other.system))
        if header.rival and other.rival:
            header = replace(header, rival=_settled(header.rival, other.rival))
    return header


def _settled(system: System, other: System) -> System:
    if REFUSED not in other.params:
        return system
    return replace(system, params={**system.params, "temperature": None, REFUSED: other.params[REFUSED]})


def _run_fields(header: Header, *, with_rival: bool) -> dict[str, object]:
    """Return the fields that identify a run, with readable names, and if asked those of its opponent."""
    data = (header.track_sha256 or header.manifest_sha256)[:12]
    opponent = header.rival.name if header.rival else None
    run = {"track": header.track, "data": data, "modified data": header.modified, "opponent": opponent}
    changed = {} if header.selection is None else header.selection.options
    options = {f"option {name}": value for name, value in changed.items()}
    rival = _system_fields("opponent's ", header.rival) if with_rival and header.rival else {}
    return {**run, **options, **_system_fields("", header.system), **rival}


def _system_fields(prefix: str, system: System) -> dict[str, object]:
    named = {"model": system.name, "version": system.version, "provider": system.provider, "scaffold": system.scaffold}
    params = ((f"parameter {key}", value) for key, value in system.params.items() if key != "base_url")
    return {f"{prefix}{key}": value for key, value in (*named.items(), *params)}


def replies_in(path: Path) -> Iterator[tuple[str, int, list[str]]]:
    """Yield what the journal at *path* holds of each trial: item id, trial, and the replies in their order."""
    texts: dict[tuple[str, int], list[str]] = {}
    with path.open("rb") as lines:
        for record in (decoded(line, _DECODER) for line in lines):
            if isinstance(record, Call) and record.step == len(texts.setdefault((record.item_id, record.trial), [])):
                texts[record.item_id, record.trial].append(record.text)
    yield from ((*key, replies) for key, replies in texts.items())


def output_of(path: Path) -> Path | None:
    """Return the submission that the journal *path* belongs to, or ``None`` if *path* is not named like a journal."""
    stem = path.name.removesuffix(UNFINISHED)
    return path.with_name(f"{stem}.jsonl") if stem and stem != path.name else None


def refuse_unfinished(path: Path) -> None:
    """Raise ``RecordError`` if *path* is the journal of an unfinished run, or a submission that has only a journal."""
    journal, output = journal_path(path), output_of(path)
    if not path.exists() and journal.is_file():
        raise RecordError(
            f"{path} does not exist; {journal} is an unfinished run: run the same command again to resume"
        )
    if output is not None and _is_journal(path):
        raise RecordError(f"{path} is an unfinished run; run the same command again to resume, then use {output}")


def _is_journal(path: Path) -> bool:
    """Return whether the file is a journal: its first line is a header, and the second, if complete, a call."""
    try:
        with path.open("rb") as lines:
            first, second = lines.readline(_MAX_PROBE_BYTES), lines.readline(_MAX_PROBE_BYTES)
    except OSError:
        return False
    if not isinstance(decoded(first, _DECODER), Header):
        return False
    return not second.endswith(b"\n") or isinstance(decoded(second, _DECODER), Call | Header)


_DECODER: Final[msgspec.json.Decoder[Header | Call]] = msgspec.json.Decoder(Header | Call)
