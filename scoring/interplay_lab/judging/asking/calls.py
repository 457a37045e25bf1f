"""``interplay judge`` as a library: prepare a call once, then estimate it, or make it."""

import asyncio
from collections.abc import Callable, Container, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import cast

from interplay.core import extensions
from interplay.core.driver import Reply
from interplay.core.errors import OutputError, RecordError, UnknownName
from interplay.core.records import System
from interplay.core.release import Release
from interplay.core.text import noop
from interplay.core.version import __version__
from interplay.judging.judge import Judge, Mode
from interplay.judging.questions import Panel, Question, questions
from interplay.judging.records import JUDGMENTS, JudgmentsHeader, read_header
from interplay.judging.subjects import Subject, Where, opened, subjects
from interplay.running.budget import Budget
from interplay.running.options import Limits
from interplay.systems.base import HUMAN, Meter, Model
from interplay.systems.endpoint import Endpoint, system_of
from interplay.systems.spec import Rates, SystemSpec
from interplay_lab.judging.asking import engine
from interplay_lab.judging.asking import estimate as planning
from interplay_lab.judging.asking.cache import Cache
from interplay_lab.judging.asking.engine import JudgingResult, Source

KINDS = ("openai", "local")


@dataclass(frozen=True, slots=True)
class Call:
    """Everything that is asked: who judges, what, and how the model is reached."""

    panel: Panel
    subjects: list[Subject]
    header: JudgmentsHeader
    spec: SystemSpec
    on_message: Callable[[str], None] = noop


def refuse_unknown(spec: SystemSpec) -> None:
    """Raise ``UnknownName`` for anything but ``openai:NAME`` or ``local:NAME``."""
    if spec.kind not in KINDS or not spec.model_name:
        raise UnknownName(f"unknown judge model {spec.model!r}; expected openai:NAME or local:NAME")


def prepare(
    judge: Judge,
    mode: str,
    spec: SystemSpec,
    release: Release,
    files: Sequence[Path],
    where: Where = (),
    on_message: Callable[[str], None] = noop,
) -> Call:
    """Return a call of the model or person *spec* about the submissions *files*; nothing is connected to.

    Raises ``RecordError`` for invalid submissions, ``UnknownName`` for a mode that judge or model do not have.
    """
    if mode not in ("text", "json", "logprobs") or not judge.asks(cast("Mode", mode)):
        raise UnknownName(f"the judge {judge.name} has no mode {mode!r}; it has no text under ask.{mode}")
    is_local, is_person = spec.kind == "local", spec.kind == HUMAN
    if not is_person:
        refuse_unknown(spec)
    if is_local and mode != "text":
        raise UnknownName(f"the mode {mode} needs a server; {spec.model} returns text only")
    judged = tuple(opened(path, release) for path in files)
    about = subjects(judge, judged, where, on_message)
    if not about:
        raise RecordError(f"nothing to judge in {' and '.join(map(str, files))}")
    limits = {"temperature": spec.temperature, "max_tokens": spec.max_tokens}
    local = System(name=spec.model_name, provider="local", params=dict(limits))
    system = System(name=spec.model, provider=HUMAN) if is_person else local if is_local else system_of(spec)
    panel = Panel(judge, system, cast("Mode", mode))
    first = judged[0].submission.header
    header = JudgmentsHeader(
        format=JUDGMENTS,
        track=first.track,
        release=release.manifest.release,
        manifest_sha256=release.manifest_sha256,
        track_sha256=release.digest(first.track, first.splits),
        judge=judge.name,
        judge_digest=judge.digest,
        judge_file=judge.text,
        model=panel.model,
        mode=panel.mode,
        submissions=tuple(submission.named for submission in judged),
        where=dict(where),
        generated_by=f"interplay {__version__}",
        canary=release.manifest.canary,
    )
    return Call(panel, about, header, spec, on_message)


def estimate(call: Call, cache: Path | None, price: Rates | None) -> planning.Estimate:
    """Return what the call would ask, given what *cache* holds; nothing is sent."""
    asked = questions(call.panel, call.subjects)
    with kept_keys(cache) as kept:
        return planning.estimate(asked, kept, call.spec.max_tokens or 0, price)


def kept_keys(path: Path | None) -> AbstractContextManager[Container[object]]:
    """Give the keys of a cache that exists already, or none."""
    return nullcontext(frozenset()) if path is None or not path.exists() else closing(Cache(path))


def run(
    call: Call,
    output: Path,
    cache: Path,
    limits: Limits,
    on_progress: engine.Progress = noop,
    source: Source | None = None,
) -> JudgingResult:
    """Ask the model, or another *source* that costs nothing, and write the judgments to *output*.

    Raises what ``engine.judge`` raises, and ``OutputError`` when *output* is another file.
    """
    if output.resolve() == cache.resolve():
        raise OutputError(f"--cache {cache} is the output itself; name another file")
    refuse_unknown(call.spec)  # people are not asked
    refuse_other(output, call.header)
    with closing(Cache(cache)) as kept:
        return asyncio.run(_judge(call, kept, output, limits, on_progress, source))


async def _judge(
    call: Call, cache: Cache, output: Path, limits: Limits, on_progress: engine.Progress, given: Source | None
) -> JudgingResult:
    """Ask the model within the *limits*, or the source that is *given* without them."""
    judging = partial(engine.judge, call.panel, call.subjects, header=call.header, output=output, limits=limits)
    if given is not None:
        return await judging(given, cache, Budget(), on_progress=on_progress)
    budget = limits.budget(call.spec.max_tokens or 0)
    budget.expect(0, call.header.model)
    if call.spec.kind == "local":
        model: Model = extensions.system_loader("local")(call.spec)()
    else:
        model = Endpoint(call.spec, call.on_message, budget.pace.pause, pinned=True)

    async def ask(question: Question, meter: Meter) -> Reply:
        return await model.reply(question.ask, meter)

    try:
        return await judging(ask, cache, budget, on_progress=on_progress)
    finally:
        await model.close()


def refuse_other(output: Path, header: JudgmentsHeader) -> None:
    """Raise ``OutputError`` when *output* exists and is anything but judgments of the same judge on the same files."""
    if output.is_dir():
        raise OutputError(f"{output} is a directory, expected a file name to write to")
    identity = attrgetter("judge_digest", "model", "mode", "submissions", "track_sha256", "where")
    if output.exists() and identity(read_header(output)) != identity(header):
        raise OutputError(
            f"{output} was written with other settings (judge, model, mode, submissions, --where or dataset); "
            "choose another output or delete it"
        )
