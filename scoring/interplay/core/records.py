"""Records that every track shares: what is published, what is accepted, what is reported.

All are frozen and refuse unknown keys; ``x`` is the one place for a submitter's own fields.
"""

import re
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from interplay.core.text import quoted, whole

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Count = Annotated[int, Meta(ge=0, le=2**53)]
TrialNumber = Annotated[int, Meta(ge=0, lt=10_000)]
Extension = dict[str, Annotated[object, Meta(extra_json_schema={"description": "Free for the submitter."})]]
Scalar = str | int | float | bool | None

Where = Annotated[dict[Name, Annotated[tuple[Name, ...], Meta(min_length=1, max_length=100)]], Meta(max_length=20)]

PREDICTIONS: Final = "interplay-predictions/1"
MANIFEST: Final = "interplay-manifest/1"
REFUSED: Final = "refused"
"""The parameter that names another one, which was asked for and which the server refused: it was not sent."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every published record: immutable, and strict about unknown keys."""


class Message(Record, frozen=True):
    """One message of a chat, in the form that chat endpoints take."""

    role: Literal["system", "user", "assistant"]
    content: str


class PicturedMessage(Message, frozen=True):
    """A message with a picture before its text: an SVG document, which servers are sent as a PNG."""

    svg: str


class Usage(Record, frozen=True, omit_defaults=True):
    """What a prediction cost: requests answered and the tokens their server counted (0 where it did not)."""

    calls: Count = 0
    prompt_tokens: Count = 0
    completion_tokens: Count = 0

    def __add__(self, other: "Usage") -> "Usage":
        """Return the cost of both."""
        return Usage(**{name: getattr(self, name) + getattr(other, name) for name in self.__struct_fields__})


class System(Record, frozen=True, omit_defaults=True):
    """What is evaluated: a model with its scaffold and parameters."""

    name: Name
    version: str = ""
    provider: str = ""
    scaffold: str = "direct"
    params: dict[str, Scalar] = {}


class Rule(Record, frozen=True, omit_defaults=True):
    """How items are chosen of some splits; the same items give the same choice on every machine.

    Only items that have, for each key of ``where``, one of its values; with these ``options`` of their game's rules
    instead of their own, which leaves out games without them; of these a ``sample``, drawn with ``sample_seed`` and
    spread over the parts that the keys ``spread`` make (by default those that the track's tables show); and of these
    the first ``limit``. ``name`` is that of a rule that the package fixes, such as ``quick-1``. Where no rule gives
    the items, ``ids`` names each of them (note 0093).
    """

    name: Annotated[str, Meta(max_length=100)] = ""
    where: Where = {}
    options: Annotated[dict[Name, Annotated[int, Meta(ge=0, le=1_000_000)]], Meta(max_length=20)] = {}
    sample: Annotated[int, Meta(ge=1, le=2**53)] | None = None
    sample_seed: Annotated[int, Meta(ge=-(2**53), le=2**53)] = 0
    spread: Annotated[tuple[Name, ...], Meta(max_length=10)] = ()
    limit: Annotated[int, Meta(ge=1, le=2**53)] | None = None
    ids: Annotated[tuple[Name, ...], Meta(max_length=10_000)] = ()


class Selection(Rule, frozen=True, omit_defaults=True, kw_only=True):
    """The items that a submission covers: the rule that chose them from its splits, and what fixes its choice.

    ``items`` counts them and ``sha256`` is the digest of their ids, and of the items themselves where ``options``
    changed them. Scoring applies the rule again, and refuses a selection that does not agree with it.
    """

    items: Annotated[int, Meta(ge=1, le=2**53)]
    sha256: Sha256


class Header(Record, frozen=True, tag_field="record", tag="header", omit_defaults=True):
    """First line of a submission: who produced it, and for which track and release.

    ``track_sha256`` is the digest of the items of these splits. A submission made for another release is accepted when
    the items of its splits are byte-identical there, which this digest shows. Without a ``selection`` it covers all
    items of these splits. ``rival`` is the other system in matches between two.
    """

    format: Literal["interplay-predictions/1"]
    track: Name
    release: Name
    manifest_sha256: Sha256
    system: System
    rival: System | None = None
    track_sha256: Sha256 | None = None
    splits: tuple[Name, ...] = ()
    selection: Selection | None = None
    kind: Literal["standard", "custom"] = "standard"
    trials: Annotated[int, Meta(ge=1, le=10_000)] = 1
    modified: bool = False
    generated_by: str = ""
    notes: str = ""
    canary: str = ""
    x: Extension = {}


class FileEntry(Record, frozen=True):
    """One data file of a release. ``path`` is relative, with forward slashes; ``rows`` is ``null`` for non-JSONL.

    ``sha256`` and ``bytes`` are of what the file holds, uncompressed where the name ends with ``.gz``: two programs may
    compress the same rows to different bytes.

    ``splits`` names the splits that the file belongs to; empty for a file that all splits of its track need.
    """

    path: Annotated[str, Meta(pattern=r"^[a-z0-9_-]+(/[a-z0-9_-]+)*\.[a-z0-9.]+$", max_length=200)]
    sha256: Sha256
    bytes: Count
    rows: Count | None = None
    record: str | None = None
    config: str | None = None
    track: str | None = None
    splits: tuple[Name, ...] = ()


class TrackEntry(Record, frozen=True):
    """A track of a release. ``sha256`` covers paths and hashes of its data files, and nothing else."""

    name: Name
    splits: tuple[Name, ...]
    sha256: Sha256


class Manifest(Record, frozen=True):
    """Table of contents of a release: every file that a score depends on, with its hash.

    ``games`` are the versions of the rules that its matches need, ``judges`` the sha256 of the judges' files.
    ``sealed`` is the hash of the seed of a held-back split; the seed is published later.
    """

    format: Literal["interplay-manifest/1"]
    name: Name
    release: Name
    schema_version: Count
    seed: str
    canary: str
    tracks: tuple[TrackEntry, ...]
    files: tuple[FileEntry, ...]
    games: dict[str, int] = {}
    judges: dict[str, Sha256] = {}
    notes: tuple[str, ...] = ()
    sealed: Sha256 | None = None


class Finding(Record, frozen=True):
    """Something wrong with a file: where, what was found and what was expected."""

    severity: Literal["error", "warning"]
    message: str
    file: str
    line: int | None = None
    path: str = "$"

    @classmethod
    def about(
        cls, path: Path, message: str, line: int | None = None, where: str = "$", *, is_error: bool = True
    ) -> "Finding":
        """Return what is wrong with the file at *path*, in a *line* and at the JSON path *where* if these are known."""
        severity: Literal["error", "warning"] = "error" if is_error else "warning"
        return cls(severity=severity, file=printed_path(path), line=line, path=where, message=message)

    def __str__(self) -> str:
        """Return ``FILE:LINE: $.path: message``, leaving out what is not known."""
        line = self.file if self.line is None else f"{self.file}:{self.line}"
        inside = "" if self.path == "$" else f"{self.path}: "
        return f"{line}: {inside}{self.message}"


def printed_path(path: Path) -> str:
    """Return *path* as findings name it: without the half characters that stand for bytes that are not UTF-8."""
    return whole(str(path))


def json_path(path: str, step: str | int) -> str:
    """Return the JSON path of what stands at *step* within *path*; keys that are not plain names are quoted."""
    if isinstance(step, int):
        return f"{path}[{step}]"
    return f"{path}.{step}" if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,79}", step) else f"{path}[{quoted(step)}]"
