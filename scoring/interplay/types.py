"""Records that every track shares: what is published, what is accepted, what is reported.

All are frozen and refuse unknown keys; ``x`` is the one place for a submitter's own fields.
"""

import re
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from interplay.errors import quoted

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Count = Annotated[int, Meta(ge=0, le=2**53)]
TrialNumber = Annotated[int, Meta(ge=0, lt=10_000)]
Extension = dict[str, Annotated[object, Meta(extra_json_schema={"description": "The submitter's own."})]]
Scalar = str | int | float | bool | None

PREDICTIONS: Final = "interplay-predictions/1"
REPORT: Final = "interplay-report/1"
MANIFEST: Final = "interplay-manifest/1"


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every published record: immutable, and strict about unknown keys."""


class Finding(Record, frozen=True):
    """Something wrong with a file: where, what was found and what was expected."""

    severity: Literal["error", "warning"]
    message: str
    file: str
    line: int | None = None
    path: str = "$"

    def __str__(self) -> str:
        """Return ``FILE:LINE: $.path: message``, leaving out what is not known."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        inside = "" if self.path == "$" else f"{self.path}: "
        return f"{place}: {inside}{self.message}"


def place(path: Path) -> str:
    """Return *path* as findings name it: without the half characters that stand for bytes that are no UTF-8."""
    return str(path).encode("utf-8", "replace").decode("utf-8")


def inside(path: str, step: str | int) -> str:
    """Return the JSON path of what stands at *step* within *path*; keys that are no plain names are quoted."""
    if isinstance(step, int):
        return f"{path}[{step}]"
    return f"{path}.{step}" if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,79}", step) else f"{path}[{quoted(step)}]"


class Message(Record, frozen=True):
    """One message of a chat, in the form that chat endpoints take."""

    role: Literal["system", "user", "assistant"]
    content: str


class Usage(Record, frozen=True, omit_defaults=True):
    """What a prediction cost: requests answered and the tokens their server counted (0 where it did not)."""

    calls: Count = 0
    prompt_tokens: Count = 0
    completion_tokens: Count = 0

    def __add__(self, other: "Usage") -> "Usage":
        """Return the cost of both."""
        return Usage(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
        )


class System(Record, frozen=True, omit_defaults=True):
    """What is evaluated: a model with its scaffold and parameters."""

    name: Name
    version: str = ""
    provider: str = ""
    scaffold: str = "direct"
    params: dict[str, Scalar] = {}


class Header(Record, frozen=True, tag_field="record", tag="header", omit_defaults=True):
    """First line of a submission: who produced it, on which track of which release.

    ``track_sha256`` is the digest of the items of these splits. A submission made for another release is accepted when
    the items of its splits are byte-identical there, which this digest shows. ``rival`` is the other system in
    matches between two.
    """

    format: Literal["interplay-predictions/1"]
    track: Name
    release: Name
    manifest_sha256: Sha256
    system: System
    rival: System | None = None
    track_sha256: Sha256 | None = None
    splits: tuple[Name, ...] = ()
    kind: Literal["standard", "custom"] = "standard"
    trials: Annotated[int, Meta(ge=1, le=10_000)] = 1
    modified: bool = False
    generated_by: str = ""
    notes: str = ""
    canary: str = ""
    x: Extension = {}


class FileEntry(Record, frozen=True):
    """One data file of a release. ``path`` is relative, with forward slashes; ``rows`` is ``null`` for non-JSONL.

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


class Metric(Record, frozen=True):
    """One number of a report, with what is needed to distrust it.

    ``value`` is ``null`` where the metric is undefined, and ``reason`` says why. ``n`` counts the items behind the
    value; ``low`` and ``high`` bound the interval; ``trial_sd`` is the standard deviation of the value between trials.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    n_missing: int
    n_error: int
    n_unparsed: int
    ci_method: str | None
    seed: int | None
    trial_sd: float | None = None
    reason: str | None = None


class Group(Record, frozen=True):
    """The metrics of one part of the items; an empty ``where`` means all of them."""

    where: dict[str, str]
    counts: dict[str, int]
    metrics: tuple[Metric, ...]


class ItemScore(Record, frozen=True):
    """What one item scored: metric values averaged over its trials, and how many trials ended in which way."""

    item_id: str
    where: dict[str, str]
    counts: dict[str, int]
    values: dict[str, float | None]
    reasons: dict[str, str]


class Statistic(Record, frozen=True):
    """One finding of a track's own analyses: a ratio of sums or a quantile, over ``n`` cases of the part ``where``."""

    where: dict[str, str]
    name: str
    title: str
    kind: Literal["ratio", "median", "mean"]
    value: float | None
    low: float | None
    high: float | None
    n: float


class Report(Record, frozen=True):
    """Scores of one submission, recomputed from its raw text, with everything that determined them."""

    format: Literal["interplay-report/1"]
    track: str
    headline: str
    release: str
    manifest_sha256: str
    track_sha256: str
    modified_dataset: bool
    submission_sha256: str
    submission_release: str
    package_version: str
    judge_digest: str | None
    comparability_key: str
    system: System
    splits: tuple[str, ...]
    trials: int
    counts: dict[str, int]
    groups: tuple[Group, ...]
    statistics: tuple[Statistic, ...]
    per_item: tuple[ItemScore, ...]
    warnings: tuple[Finding, ...]
    bibtex: str
