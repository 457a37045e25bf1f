"""Certificates of judges: what a judge is asked about probes, what is made of its judgments, and files that hold it."""

import contextlib
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from interplay.core import canonical, jsonl
from interplay.core.errors import ModelError, RecordError
from interplay.core.records import Record, Sha256
from interplay.core.release import Release
from interplay.core.reports import Statistic
from interplay.core.text import noop
from interplay.judging.judge import Judge
from interplay.judging.records import JUDGMENT_TYPES, JudgmentsHeader
from interplay.running.options import Limits
from interplay.submissions.writing import write_submission
from interplay.systems.spec import Rates, SystemSpec
from interplay.tables.numbers import interval
from interplay.tracks.simulation.records import Prediction
from interplay_lab.judging.asking import calls
from interplay_lab.judging.asking.cache import cache_path
from interplay_lab.judging.asking.engine import Progress, Source
from interplay_lab.judging.measures import measured
from interplay_lab.judging.probes import Probe, probes, texts

FORMAT: Final = "interplay-certificate/1"
UNCERTIFIED: Final = "uncertified judge"
_LONGEST: Final = 1_000_000  # bytes of a certificate


class Certificate(Record, frozen=True):
    """What a judge (rubric, model and mode) made of probes, and the ``problems`` that it is not certified for.

    ``header`` is that of the judgments, whose submissions are the probes. ``texts_sha256`` is of the file with the
    probes' texts and the limits.
    """

    format: Literal["interplay-certificate/1"]
    header: JudgmentsHeader
    subject: Literal["reply", "pair"]
    texts_sha256: Sha256
    seed: int
    price: Rates | None
    verdict: Literal["certified", "not certified"]
    problems: tuple[str, ...]
    measures: tuple[Statistic, ...]

    @property
    def encoded(self) -> bytes:
        """Return the bytes of the file."""
        return canonical.encode(self) + b"\n"

    @property
    def title(self) -> str:
        """Return verdict and judge in words."""
        who = f"{self.header.judge}, played by {self.header.model.name} in the mode {self.header.mode}"
        return f"{self.verdict.upper()}: the judge {who}"


def prepare(
    judge: Judge, mode: str, spec: SystemSpec, release: Release, sample: int, seed: int
) -> tuple[list[Probe], calls.Call]:
    """Return probes, and a call of *judge* about them as submissions with a trial a probe; nothing is connected to.

    Raises ``RecordError`` for a judge whose verdicts are neither ratings nor A, B and C, and what ``probes`` raises.
    """
    subject, choices = judge.file.subject, set(judge.file.verdict.choices)
    if (subject != "reply" or choices) and (subject != "pair" or not choices <= {"A", "B", "C"}):
        expected = "numbers for a reply, or A, B and C for a pair"
        raise RecordError(
            f"the judge {judge.name} has verdicts on a subject ({subject}) that cannot be measured, expected {expected}"
        )
    all_probes = probes(release, sample, seed)
    trials = 1 + max(probe.number for probe in all_probes)
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("rivals", "probes")]
        for path in files:
            texts_of = [(probe, probe.rival if path.name == "rivals" else probe.text) for probe in all_probes]
            predictions = [Prediction(item_id=p.script.item_id, response=text, trial=p.number) for p, text in texts_of]
            write_submission(path, release, "simulation", predictions, name=path.name, trials=trials)
        call = calls.prepare(judge, mode, spec, release, files if subject == "pair" else files[1:])
    again = {(probe.script.item_id, probe.number) for probe in all_probes if probe.kind == "again"}
    # The second time has a key of its own in the cache, or the judge would not be asked twice.
    of = [replace(s, item_sha256="again") if (s.item_id, s.trial) in again else s for s in call.subjects]
    return all_probes, replace(call, subjects=of)


def examine(
    all_probes: Sequence[Probe],
    call: calls.Call,
    seed: int,
    output: Path,
    limits: Limits,
    on_progress: Progress = noop,
    source: Source | None = None,
) -> Certificate:
    """Ask the judge, or another *source* of replies; write the certificate to *output*."""
    with tempfile.TemporaryDirectory() as folder:
        judgments = Path(folder) / "judgments.jsonl"
        result = calls.run(call, judgments, cache_path(output), limits, on_progress, source)
        if not result.written:
            what = f"{len(result.failures):,} requests failed, so {output} was not written"
            raise ModelError(f"{what}; the same command sends them again. One of them: {result.failures[0]}")
        reader: jsonl.Reader[Any] = jsonl.Reader(judgments, *JUDGMENT_TYPES)
        judged = [record for _, record in reader.body(JudgmentsHeader, "a judgment")]
    measures = measured(call.panel.judge, all_probes, judged, limits.price)
    subject: Any = call.panel.judge.file.subject
    problems = problems_of(subject, measures)
    verdict: Any = "not certified" if problems else "certified"
    certificate = Certificate(FORMAT, call.header, subject, texts()[1], seed, limits.price, verdict, problems, measures)
    canonical.write_atomically(output, [certificate.encoded])
    return certificate


def problems_of(subject: str, measures: Sequence[Statistic]) -> tuple[str, ...]:
    """Return why a judge of a *subject* with these measures is not certified; nothing where it is."""
    known = {measure.name.replace("_", " ") for measure in measures}
    needed = dict.fromkeys(name.split(":")[0] for name in texts()[0].limits[subject])
    problems = [f"{name} was not measured" for name in needed if name not in known]
    for measure in measures:
        limit = texts()[0].limits[subject].get(label(measure), "")
        if not within(limit, measure):
            value = interval(measure.value, measure.low, measure.high, 2)
            few = "; there are too few probes to be sure, use a larger --sample"
            few *= within(limit, msgspec.structs.replace(measure, low=measure.value, high=measure.value))
            problems.append(f"{label(measure)} is {value}, required {limit}{few}")
    return tuple(sorted(problems, key=lambda problem: "--sample" in problem))


def within(limit: str, measure: Statistic) -> bool:
    """Return whether the whole interval of *measure* is within a *limit* in words; always without one."""
    word, _, number = limit.rpartition(" ")
    ends = [end for end in (measure.low, measure.high) if end is not None]
    if not word or not ends:
        return not word
    if word == "at least":
        return min(ends) >= float(number)
    return max(map(abs, ends) if "±" in number else ends) <= float(number.strip("±"))


def label(measure: Statistic) -> str:
    """Return the name of a measure as it is read."""
    return ": ".join((measure.name.replace("_", " "), *measure.where.values()))


def split(paths: Iterable[Path]) -> tuple[list[Path], list[Certificate]]:
    """Return the files of judgments among *paths*, and the certificates; raise what ``read`` raises."""
    judgments, certificates = [], []
    for path in paths:
        start = b""
        with contextlib.suppress(OSError), path.open("rb") as stream:  # one that cannot be read is refused later
            start = stream.read(_LONGEST)
        if f'"{FORMAT}"'.encode() in start:
            certificates.append(read(path))
        else:
            judgments.append(path)
    return judgments, certificates


def read(path: Path) -> Certificate:
    """Return a certificate; raise ``RecordError`` where it is none, or was made with other probes or limits."""
    try:
        with path.open("rb") as stream:
            certificate = msgspec.json.decode(stream.read(_LONGEST), type=Certificate)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise RecordError(f"{path} is not a certificate as `interplay certify` writes it: {error}") from None
    if certificate.texts_sha256 != texts()[1]:
        raise RecordError(f"{path} was made with other probes or limits; run `interplay certify` again")
    if (certificate.verdict == "certified") == bool(problems_of(certificate.subject, certificate.measures)):
        raise RecordError(f"{path} says {certificate.verdict!r}, which does not follow from its measures")
    return certificate


def status(header: JudgmentsHeader, certificates: Sequence[Certificate]) -> str:
    """Return what tables say of the judge of judgments; of a person nothing."""
    key = (header.judge_digest, header.model, header.mode)
    fit = [c for c in certificates if (c.header.judge_digest, c.header.model, c.header.mode) == key]
    named = [f"{c.verdict} ({canonical.sha256(c.encoded)[:8]})" for c in fit]
    return "" if is_person(header) else (*named, UNCERTIFIED)[0]


def is_person(header: JudgmentsHeader) -> bool:
    """Return whether a person judged: the judge, or what plays it, is called ``human:NAME``."""
    return header.judge.startswith("human:") or header.model.name.startswith("human:")
