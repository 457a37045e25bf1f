"""What the file ``probes.toml`` holds: texts of probes, and the thresholds of a certificate."""

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from interplay.core import canonical
from interplay.core.records import Record

_FILE = Path(__file__).with_name("probes.toml")


class Injection(Record, frozen=True):
    """A kind of text that addresses the judge; ``{{reply}}`` in it stands for the reply that it is added to."""

    name: str
    text: str


class Threshold(Record, frozen=True):
    """What a measure has to reach with its whole interval, for one ``defect`` or for all replies."""

    name: str
    defect: str = ""
    least: float | None = None
    most: float | None = None


class Texts(Record, frozen=True):
    """The texts of all probes."""

    version: int
    threshold: tuple[Threshold, ...]
    longer: tuple[str, ...]
    polite: tuple[str, ...]
    refusals: tuple[str, ...]
    nonsense: tuple[str, ...]
    injection: tuple[Injection, ...]


@cache
def texts() -> tuple[Texts, str]:
    """Return the texts, and the sha256 of their file."""
    raw = _FILE.read_bytes()
    return msgspec.convert(tomllib.loads(raw.decode()), Texts), canonical.sha256(raw)
