"""Certificates as they are written to files, and the verdict, which follows from the measures."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from interplay.core import canonical
from interplay.core.errors import RecordError
from interplay.core.records import Name, Record, Sha256, System
from interplay.core.reports import Statistic
from interplay.judging.judge import Mode
from interplay.judging.records import JudgmentsHeader
from interplay.systems.spec import Rates
from interplay.tables.numbers import interval
from interplay_lab.judging.certificate.probes import DEFECTS, Threshold, texts

FORMAT: Final = "interplay-certificate/1"
UNCERTIFIED: Final = "uncertified judge"
NEEDED: Final = frozenset({"sensitivity", "flips", "injection", "unscored"})
"""The measures without which no judge is certified."""
_LONGEST: Final = 1_000_000  # bytes of a certificate


class Certificate(Record, frozen=True):
    """What a judge (rubric, model and mode) made of probes of some ``scripts``.

    ``texts_sha256`` is of the file with the probes' texts and the thresholds, ``probes_sha256`` of the probes.
    """

    format: Literal["interplay-certificate/1"]
    release: Name
    manifest_sha256: Sha256
    texts_sha256: Sha256
    probes_sha256: Sha256
    scripts: int
    seed: int
    judge: Name
    judge_digest: Sha256
    model: System
    mode: Mode
    verdicts: int
    measures: tuple[Statistic, ...]
    price: Rates | None
    generated_by: str
    canary: str

    @property
    def problems(self) -> list[str]:
        """Return why the judge is not certified; nothing where it is."""
        return sorted(_problems(self.measures), key=lambda problem: "too wide" in problem)

    @property
    def verdict(self) -> str:
        """Return whether the judge is certified."""
        return "not certified" if self.problems else "certified"


def ordered(measures: Iterable[Statistic]) -> tuple[Statistic, ...]:
    """Return measures in the order of their meanings, and of defects."""
    names, defects = list(texts()[0].meanings), ("", *DEFECTS, *texts()[0].versions)
    return tuple(sorted(measures, key=lambda m: (names.index(m.name), defects.index(m.where.get("defect", "")))))


def threshold(measure: Statistic) -> Threshold | None:
    """Return what *measure* has to reach, if anything."""
    key = (measure.name, measure.where.get("defect", ""))
    return next((t for t in texts()[0].threshold if (t.name, t.defect) == key and "text" not in measure.where), None)


def reached(threshold: Threshold, *values: float | None) -> bool:
    """Return whether all *values* that there are lie within *threshold*, and there is one."""
    known = [value for value in values if value is not None]
    least, most = threshold.least, threshold.most
    return bool(known) and (least is None or min(known) >= least) and (most is None or max(known) <= most)


def required(threshold: Threshold | None) -> str:
    """Return a threshold in words."""
    ends = (("at least", threshold.least), ("at most", threshold.most)) if threshold else ()
    return ", ".join(f"{words} {end:g}" for words, end in ends if end is not None)


def _problems(measures: Sequence[Statistic]) -> Iterator[str]:
    yield from (f"{name} was not measured" for name in sorted(NEEDED - {measure.name for measure in measures}))
    for measure in measures:
        bound = threshold(measure)
        if bound is not None and not reached(bound, measure.value, measure.low, measure.high):
            value = interval(measure.value, measure.low, measure.high, 2)
            wide = "; the interval is too wide, use a larger --sample" * reached(bound, measure.value)
            yield f"{label(measure)} is {value}, required {required(bound)}{wide}"


def label(measure: Statistic) -> str:
    """Return the name of a measure as it is read."""
    return ": ".join((measure.name.replace("_", " "), *measure.where.values()))


def split(paths: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """Return the files of judgments among *paths*, and the certificates."""
    judgments: list[Path] = []
    certificates: list[Path] = []
    for path in paths:
        with contextlib.suppress(OSError), path.open("rb") as stream:  # one that cannot be read is refused later
            if f'"{FORMAT}"'.encode() in stream.read(_LONGEST):
                certificates.append(path)
                continue
        judgments.append(path)
    return judgments, certificates


def read(path: Path) -> Certificate:
    """Return a certificate; raise ``RecordError`` where it is none, or was made with other probes or thresholds."""
    try:
        certificate = msgspec.json.decode(path.read_bytes()[:_LONGEST], type=Certificate)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise RecordError(f"{path} is not a certificate as `interplay certify` writes it: {error}") from None
    if certificate.texts_sha256 != texts()[1]:
        raise RecordError(f"{path} was made with other probes or thresholds; run `interplay certify` again")
    return certificate


def status(header: JudgmentsHeader, certificates: Sequence[Certificate]) -> str:
    """Return what tables say of the judge of judgments; of a person nothing."""
    key = (header.judge_digest, header.model, header.mode)
    fit = [c for c in certificates if (c.judge_digest, c.model, c.mode) == key]
    named = [f"{c.verdict} ({canonical.sha256(canonical.encode(c))[:8]})" for c in fit]
    return "" if is_person(header) else (*named, UNCERTIFIED)[0]


def is_person(header: JudgmentsHeader) -> bool:
    """Return whether a person judged: the judge, or what plays it, is called ``human:NAME``."""
    return header.judge.startswith("human:") or header.model.name.startswith("human:")
