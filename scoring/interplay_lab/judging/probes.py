"""Probes of judges: replies whose quality is known, because a program decides the script that they are of."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Final

import msgspec

from interplay.core import canonical
from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.core.records import Record
from interplay.core.release import Release
from interplay.tracks import catalogue
from interplay.tracks.base import Values
from interplay.tracks.simulation.records import Prediction, Script

DEFECTS: Final = ("content", "state", "format", "prose", "nonsense", "empty", "refusal")
"""Kinds of wrong replies; the texts' legend explains them."""
_FORM: Final = ("format", "prose", "empty")


class Texts(Record, frozen=True):
    """The file ``probes.toml``: texts of probes, what measures mean, and within which limits a judge is certified."""

    version: int
    limits: dict[str, dict[str, str]]
    meanings: dict[str, str]
    legend: str
    versions: dict[str, tuple[str, ...]]
    wrong: dict[str, tuple[str, ...]]
    injections: dict[str, str]


@cache
def texts() -> tuple[Texts, str]:
    """Return the texts, and the sha256 of their file."""
    raw = Path(__file__).with_name("probes.toml").read_bytes()
    return msgspec.convert(tomllib.loads(raw.decode()), Texts), canonical.sha256(raw)


@dataclass(frozen=True, slots=True, eq=False)
class Probe:
    """A reply to a script: ``right``, with a defect, or a version of another probe, its ``base``.

    Versions are ``longer`` and ``polite`` ones, an ``injection`` (a text to the judge, called ``name``), and ``again``,
    the same reply. A judge of pairs compares the reply with ``rival``. ``number`` counts the replies to a script.
    """

    script: Script
    number: int
    cluster: str
    kind: str
    text: str
    rival: str
    name: str
    base: "Probe | None"


def probes(release: Release, sample: int, seed: int) -> list[Probe]:
    """Return the probes of *sample* scripts, the same for the same release, *seed* and version of the texts.

    Raises ``RecordError`` where the release has no script that a program decides.
    """
    items = catalogue.load("simulation").items(release)
    known = [s for s in items if isinstance(s, Script) and s.decided_by == "program" and s.planted]
    if not known:
        raise RecordError("found no simulation script that a program decides, expected a release with planted replies")
    stream = Stream("certificate", f"{release.manifest_sha256} {seed}", "probes")
    chosen = stream.sample([script for script in known if script.split == "standard"] or known, sample)
    injections = cycle(texts()[0].injections.items())
    each = max(2, -(-len(texts()[0].injections) // len(chosen)))
    return [probe for script in chosen for probe in _of(script, stream, islice(injections, each))]


def _of(script: Script, stream: Stream, injections: Iterable[tuple[str, str]]) -> list[Probe]:
    """Return the reference, a reply with each defect, and versions of these."""
    result, cluster = list[Probe](), catalogue.load("simulation").cluster(script)

    def add(kind: str, text: str, base: Probe | None = None, name: str = "") -> None:
        rival = base.text if base and kind in texts()[0].versions else script.reference
        full_text = text.replace("{{reply}}", base.text) if base else text
        result.append(Probe(script, len(result), cluster, kind, full_text, rival, name, base))

    add("right", script.reference)
    for kind, text in _wrong(script, stream).items():
        add(kind, text)
    for base in [probe for probe in result if probe.kind in {"content", "state", "nonsense"}][:1]:
        for kind, templates in texts()[0].versions.items():
            add(kind, stream.choice(templates), base)
        for name, template in injections:
            add("injection", template, base, name)
    for base in [probe for probe in result if probe.kind in {"right", "content"}]:
        add("again", "{{reply}}", base)
    return result


def _wrong(script: Script, stream: Stream) -> dict[str, str]:
    """Return a reply for each defect that the script has one of, in the order of ``DEFECTS``."""
    grader, right, wrong = catalogue.load("simulation").grader(script), script.reference.strip("` \n"), dict[str, str]()

    def marks(text: str) -> Values:
        return grader(Prediction(item_id=script.item_id, response=text)).values

    for text in stream.shuffled(script.planted):
        is_content, is_right = marks(text).get("content") == 0, marks(text).get("format") == 0 and right in text
        talks = is_right and sum(map(str.isalpha, text.replace(right, " ", 1).split())) > 1
        wrong.setdefault("prose" if talks else "content" if is_content and not is_right else "format", text)
    if script.kind == "stateful" and script.turns > 1:
        wrong["state"] = script.messages[-2].content
    wrong |= {kind: stream.choice(choices) for kind, choices in texts()[0].wrong.items()}
    fails = {kind: ("content", "format") if kind in _FORM else ("content",) for kind in wrong}
    return {k: wrong[k] for k in DEFECTS if k in wrong and any(marks(wrong[k]).get(name) == 0 for name in fails[k])}
