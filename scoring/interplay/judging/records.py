"""Judgments as they are written to files: what a judge was asked about, and what it replied."""

from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Meta

from interplay.core import jsonl
from interplay.core.records import Extension, Name, Record, Sha256, System, TrialNumber, Usage
from interplay.judging.judge import Mode

JUDGMENTS: Final = "interplay-judgments/1"
Order = Literal["single", "ab", "ba"]
Text = Annotated[str, Meta(max_length=1_000_000)]
Reason = Annotated[str, Meta(min_length=1, max_length=2_000)]
LogProbability = Annotated[float, Meta(le=0)]


class JudgedSubmission(Record, frozen=True):
    """A submission that was judged: the sha256 of its file, and the system that it names."""

    sha256: Sha256
    system: System


class JudgmentsHeader(Record, frozen=True, tag_field="record", tag="header", omit_defaults=True):
    """First line of a judgments file: which judge, played by which model, judged which submissions.

    ``judge_file`` is the text of the judge's TOML file, ``judge_digest`` its sha256. Two submissions are
    compared; the first is A. ``where`` names the items that were judged; it is empty where all were.
    """

    format: Literal["interplay-judgments/1"]
    track: Name
    release: Name
    manifest_sha256: Sha256
    track_sha256: Sha256
    judge: Name
    judge_digest: Sha256
    judge_file: Text
    model: System
    mode: Mode
    submissions: Annotated[tuple[JudgedSubmission, ...], Meta(min_length=1, max_length=2)]
    where: dict[Name, Annotated[str, Meta(max_length=1_000)]] = {}
    generated_by: str = ""
    notes: str = ""
    canary: str = ""
    x: Extension = {}


class Judgment(Record, frozen=True, tag_field="record", tag="judgment", omit_defaults=True):
    """One verdict of a judge, or the reason why there is none. The verdict is read from ``reply`` again when scored.

    ``part`` names one of the texts of a prediction, ``order`` says which of two came first. ``prompt_sha256`` is the
    digest of the messages that the judge received.
    """

    item_id: Name
    judge: Name
    judge_digest: Sha256
    prompt_sha256: Sha256
    trial: TrialNumber = 0
    part: Annotated[str, Meta(max_length=100)] = ""
    order: Order = "single"
    reply: Text | None = None
    verdict: int | float | Annotated[str, Meta(max_length=20)] | None = None
    unscored: Reason | None = None
    finish_reason: Annotated[str, Meta(max_length=100)] | None = None
    logprobs: (
        Annotated[tuple[tuple[Annotated[str, Meta(max_length=200)], LogProbability], ...], Meta(max_length=20)] | None
    ) = None
    usage: Usage | None = None


JUDGMENT_TYPES: Final = (JudgmentsHeader, Judgment)
"""The lines of a judgments file."""


def read_header(path: Path) -> JudgmentsHeader:
    """Return the header of a judgments file; raise ``RecordError`` when the first line is none."""
    refusal = "does not hold judgments: the first line must be a header as `interplay judge` writes"
    return jsonl.Reader(path, JudgmentsHeader).header(refusal)
