"""Certificates as they are written to files, and the verdict, which follows from the measures."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from interplay.core import canonical
from interplay.core.errors import RecordError
from interplay.core.records import Record, Sha256
from interplay.core.reports import Statistic
from interplay.judging.records import JudgmentsHeader
from interplay.systems.spec import Rates
from interplay.tables.numbers import interval
from interplay_lab.judging.certificate.probes import texts

FORMAT: Final = "interplay-certificate/1"
UNCERTIFIED: Final = "uncertified judge"
_LONGEST: Final = 1_000_000  # bytes of a certificate


class Certificate(Record, frozen=True):
    """What a judge (rubric, model and mode) made of probes of some ``scripts``.

    ``header`` is that of the judgments about the probes, whose sha256 it names. ``texts_sha256`` is of the file with
    the probes' texts and the limits.
    """

    format: Literal["interplay-certificate/1"]
    header: JudgmentsHeader
    subject: Literal["reply", "pair"]
    texts_sha256: Sha256
    scripts: int
    seed: int
    verdicts: int
    price: Rates | None
    measures: tuple[Statistic, ...]

    @property
    def problems(self) -> list[str]:
        """Return why the judge is not certified; nothing where it is."""
        return sorted(self._problems(), key=lambda problem: "--sample" in problem)

    @property
    def verdict(self) -> str:
        """Return whether the judge is certified."""
        return "not certified" if self.problems else "certified"

    @property
    def who(self) -> str:
        """Return the judge in words."""
        return f"{self.header.judge}, played by {self.header.model.name} in the mode {self.header.mode}"

    def limits(self, measure: Statistic) -> tuple[float, float] | None:
        """Return between which values the whole interval of *measure* has to lie, if that matters."""
        return texts()[0].limits[self.subject].get(label(measure))

    def _problems(self) -> Iterator[str]:
        needed = dict.fromkeys(name.split(":")[0] for name in texts()[0].limits[self.subject])
        measured = {measure.name.replace("_", " ") for measure in self.measures}
        yield from (f"{name} was not measured" for name in needed if name not in measured)
        for measure in self.measures:
            limits = self.limits(measure)
            if limits and not within(limits, measure.value, measure.low, measure.high):
                value = interval(measure.value, measure.low, measure.high, 2)
                few = "; there are too few probes to be sure, use a larger --sample" * within(limits, measure.value)
                yield f"{label(measure)} is {value}, required {required(limits)}{few}"


def within(limits: tuple[float, float], *values: float | None) -> bool:
    """Return whether all *values* are defined and lie between the *limits*."""
    return all(value is not None and limits[0] <= value <= limits[1] for value in values)


def required(limits: tuple[float, float]) -> str:
    """Return limits in words."""
    least, most = (f"{word} {end:g}" for word, end in zip(("at least", "at most"), limits, strict=True))
    return ", ".join(words for words in (least, most) if "inf" not in words)


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
    return certificate


def status(header: JudgmentsHeader, certificates: Sequence[Certificate]) -> str:
    """Return what tables say of the judge of judgments; of a person nothing."""
    key = (header.judge_digest, header.model, header.mode)
    fit = [c for c in certificates if (c.header.judge_digest, c.header.model, c.header.mode) == key]
    named = [f"{c.verdict} ({canonical.sha256(canonical.encode(c))[:8]})" for c in fit]
    return "" if is_person(header) else (*named, UNCERTIFIED)[0]


def is_person(header: JudgmentsHeader) -> bool:
    """Return whether a person judged: the judge, or what plays it, is called ``human:NAME``."""
    return header.judge.startswith("human:") or header.model.name.startswith("human:")
