"""From a judge to its certificate: what it is asked, and what is made of its judgments."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from interplay.core import canonical, jsonl
from interplay.core.errors import RecordError
from interplay.core.records import System
from interplay.core.release import Release
from interplay.core.text import noop
from interplay.core.version import __version__
from interplay.judging.judge import Judge
from interplay.judging.records import JUDGMENT_TYPES, JudgedSubmission, JudgmentsHeader
from interplay.systems.spec import Rates, SystemSpec
from interplay_lab.judging.asking.calls import Call, header_of, panel_of
from interplay_lab.judging.certificate.measures import measured
from interplay_lab.judging.certificate.probes import Probe, probes, subjects
from interplay_lab.judging.certificate.records import FORMAT, Certificate
from interplay_lab.judging.certificate.texts import texts

SAMPLE: Final = 100
"""Scripts that probes are made of."""


@dataclass(frozen=True, slots=True)
class Examination:
    """The probes of a judge, and the call that asks it about them."""

    made: Sequence[Probe]
    call: Call
    scripts: int
    seed: int


def prepare(
    judge: Judge,
    mode: str,
    spec: SystemSpec,
    release: Release,
    sample: int,
    seed: int,
    on_message: Callable[[str], None] = noop,
) -> Examination:
    """Return the probes for *judge*; nothing is connected to.

    Raises ``RecordError`` for a judge that rates neither replies nor pairs, and what ``probes`` raises.
    """
    if judge.file.subject not in {"reply", "pair"}:
        raise RecordError(f"the judge {judge.name} is for a {judge.file.subject}, expected one of replies or of pairs")
    panel, made = panel_of(judge, mode, spec), probes(release, sample, seed)
    digest = canonical.sha256(canonical.encode([[*p.identity, p.kind, p.name, p.text, p.rival] for p in made]))
    named = (JudgedSubmission(sha256=digest, system=System(name="probes")),)
    header = header_of(panel, named, "simulation", ("standard",), release)
    call = Call(panel, list(subjects(judge, made)), header, spec, on_message)
    return Examination(made, call, len({probe.script.item_id for probe in made}), seed)


def certificate(examination: Examination, judgments: Path, price: Rates | None) -> Certificate:
    """Return the certificate that follows from the *judgments* of the probes."""
    reader: jsonl.Reader[Any] = jsonl.Reader(judgments, *JUDGMENT_TYPES)
    judged = [record for _, record in reader.body(JudgmentsHeader, "a judgment")]
    panel, header = examination.call.panel, examination.call.header
    known, digest = texts()
    return Certificate(
        format=FORMAT,
        release=header.release,
        manifest_sha256=header.manifest_sha256,
        texts_version=known.version,
        texts_sha256=digest,
        probes_sha256=header.submissions[0].sha256,
        scripts=examination.scripts,
        seed=examination.seed,
        judge=panel.judge.name,
        judge_digest=panel.judge.digest,
        model=panel.model,
        mode=panel.mode,
        verdicts=len(judged),
        measures=tuple(measured(panel.judge, examination.made, judged, price)),
        thresholds=known.threshold,
        price=price,
        generated_by=f"interplay {__version__}",
        canary=header.canary,
    )
