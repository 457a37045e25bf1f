"""Certificates as they are written to files, and the verdict, which follows from the measures."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from interplay.core.errors import RecordError
from interplay.core.records import Name, Record, Sha256, System
from interplay.core.reports import Statistic
from interplay.judging.judge import Mode
from interplay.judging.records import JudgmentsHeader
from interplay.systems.spec import Rates
from interplay.tables.numbers import interval
from interplay_lab.judging.certificate.texts import Threshold, texts

FORMAT: Final = "interplay-certificate/1"
UNCERTIFIED: Final = "uncertified judge"
_LONGEST: Final = 1_000_000  # bytes of a certificate


class Certificate(Record, frozen=True):
    """What a judge (rubric, model and mode) made of probes. ``measures`` have intervals over tasks.

    ``probes_sha256`` is of the probes, ``texts_sha256`` of the file with their texts and the thresholds. ``price`` is
    in US dollars for a million tokens of prompts, and of replies.
    """

    format: Literal["interplay-certificate/1"]
    release: Name
    manifest_sha256: Sha256
    texts_version: int
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
    thresholds: tuple[Threshold, ...]
    price: Rates | None
    generated_by: str
    canary: str

    @property
    def problems(self) -> tuple[str, ...]:
        """Return why the judge is not certified; nothing where it is."""
        return tuple(_problems(self.measures, self.thresholds)) or (() if self.measures else ("nothing was measured",))

    @property
    def verdict(self) -> str:
        """Return whether the judge is certified."""
        return "not certified" if self.problems else "certified"

    def fits(self, header: JudgmentsHeader) -> bool:
        """Return whether the judgments under *header* are by the judge of this certificate."""
        return (header.judge_digest, header.model, header.mode) == (self.judge_digest, self.model, self.mode)

    def threshold(self, measure: Statistic) -> Threshold | None:
        """Return what *measure* has to reach, if anything."""
        where = (measure.name, measure.where.get("defect", ""))
        return next((t for t in self.thresholds if (t.name, t.defect) == where and "text" not in measure.where), None)


def _problems(measures: Sequence[Statistic], thresholds: Sequence[Threshold]) -> Iterator[str]:
    for threshold in thresholds:
        of = [m for m in measures if (m.name, m.where.get("defect", "")) == (threshold.name, threshold.defect)]
        for measure in [m for m in of if "text" not in m.where]:
            if not reached(measure, threshold):
                yield _problem(measure, threshold)


def reached(measure: Statistic, threshold: Threshold) -> bool:
    """Return whether the whole interval of *measure* is within *threshold*; without an interval, the value."""
    ends = [end for end in (measure.low, measure.high, measure.value) if end is not None]
    least, most = threshold.least, threshold.most
    return bool(ends) and (least is None or min(ends) >= least) and (most is None or max(ends) <= most)


def _problem(measure: Statistic, threshold: Threshold) -> str:
    name = " ".join(part for part in (measure.name.replace("_", " "), threshold.defect) if part)
    if measure.value is None:
        return f"{name} was not measured"
    found = f"{name} is {interval(measure.value, measure.low, measure.high, 2)}, required {required(threshold)}"
    alone = Statistic(where={}, name="", title="", kind="mean", value=measure.value, n=measure.n)
    return found + "; the interval is too wide, use a larger --sample" * reached(alone, threshold)


def required(threshold: Threshold | None) -> str:
    """Return a threshold in words."""
    if threshold is None:
        return ""
    least, most = threshold.least, threshold.most
    both = f"{least:g} to {most:g}" if least is not None and most is not None else ""
    return both or (f"at least {least:g}" if least is not None else f"at most {most:g}")


def read(path: Path) -> Certificate:
    """Return the certificate in the file at *path*; raise ``RecordError`` where there is none.

    A certificate counts only with the thresholds of this version; its verdict is computed again from its measures.
    """
    try:
        with path.open("rb") as stream:
            certificate = msgspec.json.decode(stream.read(_LONGEST), type=Certificate)
    except OSError as error:
        raise RecordError(f"the certificate {path} cannot be read: {error.strerror or error}") from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise RecordError(f"{path} is not a certificate of a judge, as `interplay certify` writes: {error}") from None
    if certificate.texts_sha256 != texts()[1] or certificate.thresholds != texts()[0].threshold:
        raise RecordError(f"{path} was made with other probes or thresholds; run `interplay certify` again")
    return certificate
