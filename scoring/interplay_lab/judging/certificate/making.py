"""From a judge to its certificate: what it is asked, and what is made of its judgments."""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from interplay.core import canonical, jsonl
from interplay.core.errors import ModelError, RecordError
from interplay.core.release import Release
from interplay.core.text import noop
from interplay.judging.judge import Judge
from interplay.judging.records import JUDGMENT_TYPES, JudgmentsHeader
from interplay.running.options import Limits
from interplay.submissions.writing import write_submission
from interplay.systems.spec import SystemSpec
from interplay.tracks.simulation.records import Prediction
from interplay_lab.judging.asking import calls
from interplay_lab.judging.asking.cache import cache_path
from interplay_lab.judging.asking.engine import Progress, Source
from interplay_lab.judging.certificate.measures import measured
from interplay_lab.judging.certificate.probes import Probe, probes, texts
from interplay_lab.judging.certificate.records import FORMAT, Certificate, problems_of


class Examination(NamedTuple):
    """The probes of a judge, the call that asks it about them, and which scripts were drawn."""

    made: list[Probe]
    call: calls.Call
    seed: int


def prepare(judge: Judge, mode: str, spec: SystemSpec, release: Release, sample: int, seed: int) -> Examination:
    """Return the probes for *judge*, as submissions with a trial a probe; nothing is connected to.

    Raises ``RecordError`` for a judge that rates neither replies nor pairs, and what ``probes`` raises.
    """
    if judge.file.subject not in {"reply", "pair"}:
        raise RecordError(f"the judge {judge.name} is for a {judge.file.subject}, expected one of replies or of pairs")
    made = probes(release, sample, seed)
    trials = 1 + max(probe.number for probe in made)
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("rivals", "probes")]
        for path, shown in zip(files, ([p.rival for p in made], [p.text for p in made]), strict=True):
            at = [(probe.script.item_id, text, probe.number) for probe, text in zip(made, shown, strict=True)]
            predictions = [Prediction(item_id=item_id, response=text, trial=trial) for item_id, text, trial in at]
            write_submission(path, release, "simulation", predictions, name=path.name, trials=trials)
        call = calls.prepare(judge, mode, spec, release, files if judge.file.subject == "pair" else files[1:])
    again = {(probe.script.item_id, probe.number) for probe in made if probe.kind == "again"}
    # The second time has a key of its own in the cache, or the judge would not be asked twice.
    of = [replace(s, item_sha256="again") if (s.item_id, s.trial) in again else s for s in call.subjects]
    return Examination(made, replace(call, subjects=of), seed)


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
    measures = measured(call.panel.judge, made, judged, limits.price)
    subject: Any = call.panel.judge.file.subject
    problems = problems_of(subject, measures)
    verdict: Any = "not certified" if problems else "certified"
    certificate = Certificate(FORMAT, call.header, subject, texts()[1], seed, limits.price, verdict, problems, measures)
    canonical.write_atomically(output, [certificate.encoded])
    return certificate
