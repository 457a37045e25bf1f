"""Read judgments against the submissions that they are about. Verdicts are read again from the judge's raw replies."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from interplay.core import jsonl
from interplay.core.driver import Reply
from interplay.core.errors import RecordError
from interplay.core.records import Finding, printed_path
from interplay.core.release import Release
from interplay.judging import judge as base
from interplay.judging.judge import Judge
from interplay.judging.prompts import Material
from interplay.judging.questions import Panel, questions, reading
from interplay.judging.records import JUDGMENT_TYPES, Judgment, JudgmentsHeader, Order, read_header
from interplay.judging.subjects import Judged, subjects
from interplay.judging.verdicts import Reading, valued

Identity = tuple[str, int, str, Order]
"""Item id, trial, part and order."""
Expected = Mapping[Identity, tuple[Material, str]]
"""What the judge was shown of each subject, and the digest of the prompt."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What one file says of submissions: a reading for each subject that it holds a judgment of.

    ``tokens`` are those of a request on average, NaN where the server did not count them.
    """

    header: JudgmentsHeader
    judge: Judge
    judged: tuple[Judged, ...]
    readings: Mapping[Identity, Reading]
    findings: tuple[Finding, ...]
    tokens: float

    def of(self, item_id: str, trial: int, part: str = "", order: Order = "single") -> Reading:
        """Return what was read of one subject; one that was not judged is unscored."""
        return self.readings.get((item_id, trial, part, order), Reading(None, "not judged"))


def read(path: Path, release: Release, submissions: Mapping[str, Judged]) -> Verdicts:
    """Return the verdicts in *path* about *submissions*, which are known by their sha256.

    Raises ``RecordError`` with findings when the file is about others, or when a judgment is not about what the judge
    must have been shown. A claimed verdict that its reply does not bear out is a warning.
    """
    header = read_header(path)
    judge = base.parse(header.judge_file, f"{path}, $.judge_file,")
    _check(path, header, judge, release, submissions)
    judged = tuple(submissions[named.sha256] for named in header.submissions)
    panel = Panel(judge, header.model, header.mode)
    expected = {
        question.subject.identity: (question.subject.material, question.prompt_sha256)
        for question in questions(panel, subjects(judge, judged, tuple(header.where.items())))
    }
    reader: jsonl.Reader[Any] = jsonl.Reader(path, *JUDGMENT_TYPES)
    readings: dict[Identity, Reading] = {}
    used: list[int] = []
    for line, record in reader.body(JudgmentsHeader, "a judgment"):
        _note(reader, line, record, header, judge, expected, readings)
        used += [] if record.usage is None else [record.usage.prompt_tokens + record.usage.completion_tokens]
    if not reader.errors and readings.keys() != expected.keys():
        reader.error(None, _lacking(header, expected, readings))
    if reader.errors:
        raise RecordError(f"{path} cannot be used", reader.errors)
    findings = (*_warnings(path, header, judge, release), *reader.findings)
    return Verdicts(header, judge, judged, readings, findings, sum(used) / len(used) if used else math.nan)


def _lacking(header: JudgmentsHeader, expected: Expected, readings: Mapping[Identity, Reading]) -> str:
    """Return what to say of a file that lacks judgments: one is written for each text, with a verdict or without."""
    missing = next(identity for identity in expected if identity not in readings)
    named = " and ".join(repr(submission.system.name) for submission in header.submissions)
    what = " ".join(str(part) for part in missing if part != "")
    return (
        f"found {len(readings)} judgments, expected {len(expected)}; {named} was judged on {what!r}, among others, and "
        "the file does not hold that: write it again with `interplay judge`"
    )


def _warnings(path: Path, header: JudgmentsHeader, judge: Judge, release: Release) -> Iterator[Finding]:
    """Yield a warning for a judge that is not one of the release, and one for judgments of some items."""
    if judge.digest not in release.manifest.judges.values():
        message = (
            f"found the judge {judge.name!r} (sha256 {judge.digest[:12]}…), which is not in release "
            f"{release.manifest.release}; its verdicts compare only with verdicts of the same judge"
        )
        yield _finding(path, "warning", "$.judge_digest", message)
    if header.where:
        chosen = ", ".join(f"{key}={value}" for key, value in header.where.items())
        message = f"only items with {chosen} were judged; the others count as unscored"
        yield _finding(path, "warning", "$.where", message)


def _check(
    path: Path, header: JudgmentsHeader, judge: Judge, release: Release, submissions: Mapping[str, Judged]
) -> None:
    """Raise ``RecordError`` unless the header fits the judge that it holds, the release and the submissions."""
    problems = []
    if judge.digest != header.judge_digest or judge.name != header.judge:
        problems.append(
            ("$.judge_digest", f"found {header.judge_digest[:12]}…, the judge's file has {judge.digest[:12]}…")
        )
    if not judge.asks(header.mode):
        problems.append(("$.mode", f"found {header.mode!r}, which the judge {judge.name} does not have"))
    missing = [named for named in header.submissions if named.sha256 not in submissions]
    for named in missing:
        what = f"found judgments about {named.system.name!r} (sha256 {named.sha256[:12]}…)"
        problems.append(("$.submissions", f"{what}, expected submissions that are scored in the same call"))
    for named in header.submissions if not missing else ():
        submission = submissions[named.sha256].submission
        digest = release.digest(submission.track.name, submission.header.splits)
        if (header.track, header.track_sha256) != (submission.track.name, digest):
            problems.append(("$.track_sha256", "found judgments made with other items, expected those of this dataset"))
    if problems:
        raise RecordError(f"{path} cannot be used", [_finding(path, "error", *problem) for problem in problems])


def _finding(path: Path, severity: Literal["error", "warning"], where: str, message: str) -> Finding:
    return Finding(severity=severity, file=printed_path(path), line=1, path=where, message=message)


def _note(
    reader: jsonl.Reader[JudgmentsHeader | Judgment],
    line: int,
    record: Judgment,
    header: JudgmentsHeader,
    judge: Judge,
    expected: Expected,
    readings: dict[Identity, Reading],
) -> None:
    identity = (record.item_id, record.trial, record.part, record.order)
    what = " ".join(str(part) for part in identity if part != "")
    if (record.judge, record.judge_digest) != (header.judge, header.judge_digest):
        reader.error(line, "found a judge other than the header's, expected one judge per file", "$.judge_digest")
    elif identity not in expected:
        reader.error(line, f"found {what!r}, which the judge is not asked about", "$.item_id")
    elif identity in readings:
        reader.error(line, f"found {what!r} again, expected it once", "$.item_id")
    elif record.prompt_sha256 != expected[identity][1]:
        message = "found the digest of another prompt: the reply that was judged, the judge or the item differs"
        reader.error(line, message, "$.prompt_sha256")
    else:
        result = Reading(None, record.unscored or "no reply")
        if record.reply is not None:
            reply = Reply(record.reply, finish_reason=record.finish_reason, logprobs=record.logprobs)
            result = reading(judge, header.mode, expected[identity][0], reply)
        readings[identity] = valued(judge.file.verdict, result)
        if record.verdict != result.verdict:
            claim = f"claims {record.verdict!r}, its reply reads {result.verdict!r}"
            reader.warn_once(line, f"a verdict differs from the judge's reply ({claim}); the reply counts")


def has_reply(prediction: object) -> bool:
    """Return whether there is a prediction, and a reply in it."""
    return prediction is not None and getattr(prediction, "response", None) is not None
