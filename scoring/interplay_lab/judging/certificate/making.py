"""From a judge to its certificate: what it is asked, and what is made of its judgments."""

import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from interplay.core import canonical, jsonl
from interplay.core.errors import ModelError, RecordError
from interplay.core.records import System
from interplay.core.release import Release
from interplay.core.text import noop
from interplay.judging.judge import Judge
from interplay.judging.records import JUDGMENT_TYPES, JudgedSubmission, JudgmentsHeader
from interplay.running.options import Limits
from interplay.systems.spec import SystemSpec
from interplay_lab.judging.asking import calls
from interplay_lab.judging.asking.cache import cache_path
from interplay_lab.judging.asking.engine import Progress, Source
from interplay_lab.judging.certificate.measures import measured
from interplay_lab.judging.certificate.probes import Probe, probes, subjects, texts
from interplay_lab.judging.certificate.records import FORMAT, Certificate


class Examination(NamedTuple):
    """The probes of a judge, the call that asks it about them, and which scripts were drawn."""

    made: list[Probe]
    call: calls.Call
    seed: int


def prepare(judge: Judge, mode: str, spec: SystemSpec, release: Release, sample: int, seed: int) -> Examination:
    """Return the probes for *judge*; nothing is connected to.

    Raises ``RecordError`` for a judge that rates neither replies nor pairs, and what ``probes`` raises.
    """
    if judge.file.subject not in {"reply", "pair"}:
        raise RecordError(f"the judge {judge.name} is for a {judge.file.subject}, expected one of replies or of pairs")
    made = probes(release, sample, seed)
    digest = canonical.sha256(canonical.encode([[p.script.item_id, p.kind, p.name, p.text, p.rival] for p in made]))
    named, items = (
        (JudgedSubmission(sha256=digest, system=System(name="probes")),),
        ("simulation", (made[0].script.split,)),
    )
    return Examination(
        made, calls.call_about(judge, mode, spec, release, list(subjects(judge, made)), named, items), seed
    )


def examine(
    asked: Examination, output: Path, limits: Limits, on_progress: Progress = noop, source: Source | None = None
) -> Certificate:
    """Ask the judge, or another *source* of replies; write the certificate to *output*."""
    made, call, seed = asked
    with tempfile.TemporaryDirectory() as folder:
        judgments = Path(folder) / "judgments.jsonl"
        result = calls.run(call, judgments, cache_path(output), limits, on_progress, source)
        if not result.written:
            what = f"{len(result.failures):,} requests failed, so {output} was not written"
            raise ModelError(f"{what}; the same command sends them again. One of them: {result.failures[0]}")
        reader: jsonl.Reader[Any] = jsonl.Reader(judgments, *JUDGMENT_TYPES)
        judged = [record for _, record in reader.body(JudgmentsHeader, "a judgment")]
    certificate = Certificate(
        format=FORMAT,
        header=call.header,
        subject="pair" if call.panel.judge.file.subject == "pair" else "reply",
        texts_sha256=texts()[1],
        scripts=len({probe.script.item_id for probe in made}),
        seed=seed,
        verdicts=len(judged),
        price=limits.price,
        measures=measured(call.panel.judge, made, judged, limits.price),
    )
    canonical.write_atomically(output, [canonical.encode(certificate) + b"\n"])
    return certificate
