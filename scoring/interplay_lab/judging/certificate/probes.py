"""Probes of judges: replies whose quality is known, because a program decides the script that they are of."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from interplay.core import canonical, replies
from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.core.release import Release
from interplay.judging.judge import Judge
from interplay.judging.prompts import JudgedText, Material
from interplay.judging.records import Order
from interplay.judging.subjects import Subject
from interplay.tracks import catalogue
from interplay.tracks.base import Grade, Values
from interplay.tracks.simulation.records import Prediction, Script
from interplay_lab.judging.certificate.texts import Injection, Texts, texts

DEFECTS: Final = ("content", "state", "format", "prose", "nonsense", "empty", "refusal")
"""Kinds of wrong replies: false content, the reply before given again, a broken form, talk around the right reply, ..."""
AGAIN: Final = ("right", "content")
"""Kinds of replies that are shown to the judge twice."""
_LEAST_PROSE: Final = 2  # words beside the reference


@dataclass(frozen=True, slots=True)
class Probe:
    """A reply to a script. ``number`` counts those to one script.

    ``kind`` is ``right``, a defect, ``longer`` or ``polite``, ``injection`` (then ``name`` is the kind of text), or
    ``again``. The last four are versions of the reply ``base``. A judge of pairs compares the reply with ``rival``.
    """

    script: Script
    number: int
    cluster: str
    kind: str
    text: str
    rival: str
    name: str = ""
    base: int | None = None

    @property
    def identity(self) -> tuple[str, int]:
        """Return what distinguishes the probe from the others."""
        return self.script.item_id, self.number


def probes(release: Release, sample: int, seed: int) -> list[Probe]:
    """Return the probes of *sample* scripts, the same for the same release, *seed* and version of the texts.

    Raises ``RecordError`` where the release has no script that a program decides.
    """
    track, (known, _) = catalogue.load("simulation"), texts()
    scripts = [item for item in track.items(release) if isinstance(item, Script) and item.decided_by == "program"]
    scripts = [script for script in scripts if script.planted and script.split == "standard"]
    if not scripts:
        raise RecordError("found no simulation script that a program decides, expected a release with planted replies")
    stream = Stream("certificate", f"{release.manifest_sha256} {seed}", "probes")
    chosen = stream.sample(scripts, sample)
    each = max(2, -(-len(known.injection) // len(chosen)))
    made = []
    for place, script in enumerate(chosen):
        added = [known.injection[n % len(known.injection)] for n in range(place * each, (place + 1) * each)]
        made += _Maker(script, track.cluster(script), track.grader(script), stream).made(known, added)
    return made


class _Maker:
    """Makes the probes of one script."""

    def __init__(self, script: Script, cluster: str, grader: Callable[[Any], Grade], stream: Stream) -> None:
        self.script, self.cluster, self.grader, self.stream = script, cluster, grader, stream
        self.all: list[Probe] = []

    def grade(self, text: str) -> Values:
        """Return what the checks say of a reply."""
        return self.grader(Prediction(item_id=self.script.item_id, response=text)).values

    def made(self, known: Texts, injections: Sequence[Injection]) -> list[Probe]:
        """Return the reference, a reply with each defect, and versions of these."""
        self._add("right", self.script.reference)
        for kind, text in self._wrong(known).items():
            self._add(kind, text)
        right, *wrong = self.all
        false: Any = next((probe for probe in wrong if probe.kind in {"content", "state", "nonsense"}), None)
        for kind, templates in (("longer", known.longer), ("polite", known.polite)):
            template = self.stream.choice(templates)
            for base in self.stream.shuffled([probe for probe in (right, false) if probe]):
                text = template.replace("{{reply}}", base.text)
                if self.grade(text) == self.grade(base.text):  # neither better nor worse by the checks
                    self._add(kind, text, base)
                    break
        for injection in injections if false else ():
            self._add("injection", injection.text.replace("{{reply}}", false.text), false, injection.name)
        for base in [probe for probe in self.all if probe.kind in AGAIN]:
            self._add("again", base.text, base)
        return self.all

    def _add(self, kind: str, text: str, base: Probe | None = None, name: str = "") -> None:
        rival = self.script.reference if base is None or kind == "injection" else base.text
        if kind == "again" and base is not None:
            rival = base.rival
        number = None if base is None else base.number
        self.all.append(Probe(self.script, len(self.all), self.cluster, kind, text, rival, name, number))

    def _wrong(self, known: Texts) -> dict[str, str]:
        """Return a reply for each defect that the script has one of, in the order of ``DEFECTS``."""
        wrong: dict[str, str] = {}
        for text in self.stream.shuffled(self.script.planted):
            wrong.setdefault(self._defect(text), text)
        if self.script.kind == "stateful" and self.script.turns > 1:
            wrong["state"] = self.script.messages[-2].content
        for kind, choices in (("nonsense", known.nonsense), ("refusal", known.refusals), ("empty", ("",))):
            wrong[kind] = self.stream.choice(choices)
        return {kind: wrong[kind] for kind in DEFECTS if kind in wrong and self._fails(kind, wrong[kind])}

    def _fails(self, kind: str, text: str) -> bool:
        """Return whether the checks say that *text* is wrong: in content, but for defects of form."""
        values = self.grade(text)
        return values.get("content") == 0 or (kind in {"format", "prose", "empty"} and values.get("format") == 0)

    def _defect(self, text: str) -> str:
        values, core = self.grade(text), self.script.reference.strip("` \n")
        if values.get("format") == 0 and core in text:
            beside = text.replace(core, " ", 1).split()
            return "prose" if sum(any(map(str.isalpha, word)) for word in beside) >= _LEAST_PROSE else "format"
        return "format" if values.get("content") != 0 else "content"


def subjects(judge: Judge, made: Sequence[Probe]) -> Iterator[Subject]:
    """Yield what *judge* is asked about: each probe, in both orders of a pair."""
    for probe in made:
        script = probe.script
        digest = canonical.sha256(canonical.encode(script))
        if probe.kind == "again":  # a key of its own in the cache, or the judge would not be asked twice
            digest = canonical.sha256(f"again {digest}".encode())
        shown = replies.visible(probe.text)
        orders: dict[Order, dict[str, str]] = {"single": {"response": shown}}
        if judge.file.subject == "pair":
            rival = replies.visible(probe.rival)
            orders = {
                "ab": {"response_a": rival, "response_b": shown},
                "ba": {"response_a": shown, "response_b": rival},
            }
        for order, named in orders.items():
            parts = tuple(JudgedText(name, text) for name, text in named.items())
            material = Material(script.task, script.messages, parts)
            yield Subject(script.item_id, probe.number, probe.kind, order, material, digest)
