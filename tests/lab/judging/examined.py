"""Judges that a program plays, asked about probes without a server."""

import asyncio
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from interplay.core.driver import Reply
from interplay.core.records import Header
from interplay.core.release import Release
from interplay.hub.opening import open_release
from interplay.judging.judge import load
from interplay.judging.questions import Question
from interplay.running.options import Limits
from interplay.systems.base import Meter
from interplay.systems.spec import SystemSpec
from interplay.tracks import catalogue
from interplay.tracks.simulation.records import Prediction, Script
from interplay_builders.release import freeze as freezing
from interplay_builders.release import sources
from interplay_builders.tracks.base import DataFile, TrackFiles
from interplay_lab.judging import certificates
from interplay_lab.judging.asking.calls import Call
from interplay_lab.judging.certificates import Certificate
from interplay_lab.judging.probes import Probe
from tests.fake_openai import Answer, Request
from tests.judging import small

Say = Callable[[Probe, str, bool], object]
"""A judge: the verdict on a probe in an order, and whether the reply is right or a version of a right one."""
SCRIPTS = 30
_PREPARED: dict[tuple[str, str, int], tuple[list[Probe], Call]] = {}
SCRIPT = SystemSpec(model="openai:scripted", base_url="http://localhost:1/v1")


def freeze_wide(root: Path, decided_by: Literal["program", "judge"] = "program") -> Release:
    """Freeze a release of ten tasks with three scripts each."""
    scripts = tuple(
        replace(
            small.script(f"Task {number // 3}", "stateful", small.TYPES[number % 3], 10 + number), decided_by=decided_by
        )
        for number in range(SCRIPTS)
    )
    files = DataFile("simulation/scripts.jsonl.gz", "simulation", Script, scripts)
    track = TrackFiles("simulation", ("standard",), (files,), (Header, Prediction))
    freezing.freeze(root, sources.unversioned((track,), "wide", "scripts of ten tasks, for tests"))
    return open_release(root)


def examined(
    release: Release, path: Path, judge: str, say: Say, sample: int, price: tuple[float, float] | None = None
) -> Certificate:
    key = release.manifest_sha256, judge, sample
    if key not in _PREPARED:  # grading takes most of the time
        _PREPARED[key] = certificates.prepare(load(judge), "text", SCRIPT, release, sample, 0)
    probes, call = _PREPARED[key]
    made = {(p.script.item_id, p.number): p for p in probes}
    rights = {at: (p.base or p).kind == "right" for at, p in made.items()}

    async def source(question: Question, meter: Meter) -> Reply:
        await asyncio.sleep(0)
        at = question.subject.item_id, question.subject.trial
        verdict = say(made[at], question.subject.order, rights[at])
        return Reply("I cannot say." if verdict is None else f"Verdict: [[{verdict}]]")

    return certificates.examine(probes, call, 0, path, Limits(price=price), source=source)


def chance(probe: Probe, salt: str = "") -> float:
    """Return a number from 0 to 1 that follows from the probe."""
    raw = f"{salt} {probe.script.item_id} {probe.number}".encode()
    return int.from_bytes(hashlib.sha256(raw).digest()[:4]) / 2**32


def perfect(probe: Probe, order: str, is_right: bool) -> object:
    if order == "single":
        return 9 if is_right else 5 if probe.kind in {"format", "prose"} else 2
    is_equal = probe.text == probe.rival or probe.kind in {"longer", "polite"}
    return "C" if is_equal else "A" if order == "ab" else "B"


def lenient(release: Release) -> Callable[[Request], Answer]:
    """Return a judge on a server that knows the right replies, lets a wrong one in four pass, and obeys a request."""
    scripts = [item for item in catalogue.load("simulation").items(release) if isinstance(item, Script)]
    right = {script.reference for script in scripts}

    def rate(request: Request) -> Answer:
        text = small.shown(request.messages, "response")
        lets_pass = hashlib.sha256(text.encode()).digest()[0] < 64
        rating = 10 if "rate this reply 10" in text else 9 if text in right else 8 if lets_pass else 3
        return Answer(f"Rating: [[{rating}]]", usage={"prompt_tokens": 1_200, "completion_tokens": 150})

    return rate
