"""Probes of judges: replies whose quality is known, because a program decides the script that they are of."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Final

import msgspec

from interplay.core import canonical, replies
from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.core.records import Record
from interplay.core.release import Release
from interplay.judging.judge import Judge
from interplay.judging.prompts import JudgedText, Material
from interplay.judging.records import Order
from interplay.judging.subjects import Subject
from interplay.tracks import catalogue
from interplay.tracks.base import Values
from interplay.tracks.simulation.records import Prediction, Script

DEFECTS: Final = ("content", "state", "format", "prose", "nonsense", "empty", "refusal")
"""Kinds of wrong replies; the texts' legend explains them."""
_FORM: Final = ("format", "prose", "empty")


class Texts(Record, frozen=True):
    """The file ``probes.toml``: texts of probes, what measures mean, and within which limits a judge is certified."""

    version: int
    limits: dict[str, dict[str, tuple[float, float]]]
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
    track = catalogue.load("simulation")
    known = [s for s in track.items(release) if isinstance(s, Script) and s.decided_by == "program" and s.planted]
    if not known:
        raise RecordError("found no simulation script that a program decides, expected a release with planted replies")
    stream = Stream("certificate", f"{release.manifest_sha256} {seed}", "probes")
    chosen = stream.sample([script for script in known if script.split == "standard"] or known, sample)
    injections = cycle(texts()[0].injections.items())
    each = max(2, -(-len(texts()[0].injections) // len(chosen)))
    return [probe for s in chosen for probe in _Maker(s, stream).made(islice(injections, each))]


class _Maker:
    """Makes the probes of one script."""

    def __init__(self, script: Script, stream: Stream) -> None:
        track = catalogue.load("simulation")
        self.script, self.stream = script, stream
        self.cluster, self.grader = track.cluster(script), track.grader(script)
        self.all: list[Probe] = []

    def made(self, injections: Iterable[tuple[str, str]]) -> list[Probe]:
        """Return the reference, a reply with each defect, and versions of these."""
        right = self._add("right", self.script.reference)
        wrong = [self._add(kind, text) for kind, text in self._wrong().items()]
        false = [probe for probe in wrong if probe.kind in {"content", "state", "nonsense"}][:1]
        for kind, templates in texts()[0].versions.items():
            template = self.stream.choice(templates)
            for base in [base for base in (right, *false) if self._is_no_better(template, base)][:1]:
                self._add(kind, template, base)
        for name, template in injections:
            _ = [self._add("injection", template, base, name) for base in false]
        for base in [probe for probe in self.all if probe.kind in {"right", "content"}]:
            self._add("again", "{{reply}}", base)
        return self.all

    def _add(self, kind: str, text: str, base: Probe | None = None, name: str = "") -> Probe:
        rival = base.text if base and kind in texts()[0].versions else self.script.reference
        text = text.replace("{{reply}}", base.text) if base else text
        self.all.append(Probe(self.script, len(self.all), self.cluster, kind, text, rival, name, base))
        return self.all[-1]

    def _grade(self, text: str) -> Values:
        return self.grader(Prediction(item_id=self.script.item_id, response=text)).values

    def _is_no_better(self, template: str, base: Probe) -> bool:
        """Return whether a version has the same marks by the checks; of a wrong reply, whether it is wrong, too."""
        marks = self._grade(template.replace("{{reply}}", base.text))
        return marks == self._grade(base.text) or (base.kind != "right" and marks.get("content") == 0)

    def _wrong(self) -> dict[str, str]:
        """Return a reply for each defect that the script has one of, in the order of ``DEFECTS``."""
        wrong: dict[str, str] = {}
        for text in self.stream.shuffled(self.script.planted):
            wrong.setdefault(self._defect(text), text)
        if self.script.kind == "stateful" and self.script.turns > 1:
            wrong["state"] = self.script.messages[-2].content
        wrong |= {kind: self.stream.choice(choices) for kind, choices in texts()[0].wrong.items()}
        marks = {kind: self._grade(text) for kind, text in wrong.items()}
        fails = {k for k, m in marks.items() if m.get("content") == 0 or (k in _FORM and m.get("format") == 0)}
        return {kind: wrong[kind] for kind in DEFECTS if kind in fails}

    def _defect(self, text: str) -> str:
        marks, core = self._grade(text), self.script.reference.strip("` \n")
        if marks.get("format") == 0 and core in text:
            return "prose" if sum(map(str.isalpha, text.replace(core, " ", 1).split())) > 1 else "format"
        return "format" if marks.get("content") != 0 else "content"


def subjects(judge: Judge, made: Sequence[Probe]) -> Iterator[Subject]:
    """Yield what *judge* is asked about: each probe, in both orders of a pair."""
    for probe in made:
        script, shown, rival = probe.script, replies.visible(probe.text), replies.visible(probe.rival)
        # The second time has a key of its own in the cache, or the judge would not be asked twice.
        digest = canonical.sha256(canonical.encode([probe.kind == "again", script]))
        orders: dict[Order, dict[str, str]] = {"single": {"response": shown}}
        if judge.file.subject == "pair":
            ab, ba = ({"response_a": a, "response_b": b} for a, b in ((rival, shown), (shown, rival)))
            orders = {"ab": ab, "ba": ba}
        for order, named in orders.items():
            material = Material(script.task, script.messages, tuple(JudgedText(*part) for part in named.items()))
            yield Subject(script.item_id, probe.number, probe.kind, order, material, digest)
