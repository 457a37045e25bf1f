"""Run a system on every track: resumable, within limits, with reports and one summary."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import msgspec
from msgspec.structs import replace

from interplay.api.evaluation import agent_of
from interplay.api.opening import AnyPath, Dataset, opened, several, waited
from interplay.core import canonical
from interplay.core.errors import BudgetError, OutputError, UnknownName
from interplay.core.release import Release
from interplay.core.text import counted, noop
from interplay.running import plan as planning
from interplay.running import run as running
from interplay.running.budget import Budget
from interplay.running.engine import together
from interplay.running.options import RunSpec, run_of
from interplay.running.plan import Part
from interplay.scoring.score import score
from interplay.submissions import sizes
from interplay.submissions.files import OnProgress
from interplay.submissions.reading import health_of
from interplay.systems.base import HUMAN, Agent, Model
from interplay.systems.chat import Chat
from interplay.systems.spec import RunOptions, SystemSpec
from interplay.tables import document
from interplay.tables import summary as summaries
from interplay.tables.references import references
from interplay.tables.summary import Summary, TrackSummary, track_summary
from interplay.tracks import catalogue
from interplay.tracks.base import Track

AnyTrack = Track[Any, Any]
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What one size takes of one track; ``track`` is ``all`` for the sum of all."""

    size: str
    track: str
    amounts: Part


def evaluate_all(
    system: str | Chat | Model,
    output: AnyPath,
    *,
    size: str = "quick",
    name: str | None = None,
    scaffold: str = "direct",
    tracks: str | Iterable[str] = (),
    skip: str | Iterable[str] = (),
    release: Dataset = None,
    on_progress: Progress = noop,
    **options: Unpack[RunOptions],
) -> Summary:
    """Run a system through every track and score it. The same call goes on where an interrupted one stopped.

    Tracks run side by side: where one has no more items to begin, the next begins.

    Args:
        system: ``openai:NAME`` on any OpenAI-compatible server, ``local:NAME``, ``bot:random`` as a rehearsal, a
            function from messages to the text of the reply, or an object with the ``system`` and ``reply`` of
            ``interplay.systems.base.Model``.
        output: The directory to fill: for each track a submission and its report, and ``summary.json`` and ``.md``.
        size: ``quick``, all tracks but scorekeeping in at most 1,500 requests; ``standard``, which tables compare; or
            ``full``.
        name: What tables call the system.
        scaffold: How the model thinks before it replies: ``direct``, ``cot``, ``prune`` or ``rap``.
        tracks: Run only these tracks; what *output* holds of others is kept.
        skip: Run all but these.
        release: A release, or its directory; by default the one that comes with the package.
        on_progress: Called with the track and the numbers of its items done and of all, after each.
        **options: Trials, limits of all tracks together, and how a model is asked that is named: see ``run``. By
            default ``max_calls`` is 1,500 for each trial of the quick size.

    Returns:
        The summary: printing it shows each track's headline, its cost, and what failed. ``finished`` says whether every
        track has been scored; where a limit was reached or items failed, the same call goes on.

    Raises:
        UnknownName: There is no such model, size, track or scaffold.
        OutputError: *output* holds an evaluation of another system, size or release, or cannot be written.
        FatalModelError: The model cannot be asked at all.
        ValueError: ``trials`` or ``concurrency`` is below 1, or there is a ``max_cost`` without a ``price``.

    Example:
        >>> import interplay
        >>> summary = interplay.evaluate_all(lambda messages: "I pass.", "all-of-it", name="passer")
        >>> summary.finished, [one.track for one in summary.tracks]
        (True, ['simulation', 'company', 'games', 'positions', 'horizon'])
    """
    spec, asked = run_of(options)
    defaults = replace(asked, name=name, scaffold=scaffold)

    def agent(track: AnyTrack, budget: Budget) -> Agent:
        return agent_of(system, defaults, track, spec, budget)

    dataset = opened(release)
    chosen = tracks_of(dataset, size, several(tracks), several(skip))
    return evaluated(agent, dataset, Path(output), size, spec, chosen, on_progress)


def spec_of(spec: RunSpec, size: str, track: str) -> RunSpec:
    """Return the run of one *track* in an evaluation of a *size*; raise ``UnknownName`` for an unknown size."""
    part = sizes.part_of(size, track)
    return replace(spec, splits=part.splits, fixed=part.rule)


def evaluated(
    agent: Callable[[AnyTrack, Budget], Agent],
    release: Release,
    folder: Path,
    size: str,
    spec: RunSpec,
    tracks: Sequence[AnyTrack],
    on_progress: Progress = noop,
    on_reply: OnProgress = noop,
) -> Summary:
    """Run and score *tracks* side by side with the system that *agent* gives for each; fill *folder*.

    *on_reply* is called with the replies so far, and about how many there will be, on all tracks together.
    """
    limit = sizes.QUICK_CALLS * spec.trials if size == "quick" and spec.max_calls is None else spec.max_calls
    budget = replace(spec, max_calls=limit).budget()
    agents = {track.name: agent(track, budget) for track in tracks}
    for track in tracks_of(release):
        with contextlib.suppress(UnknownName):  # a bot need not exist on the other tracks, but may name the system
            agents[track.name] = agents.get(track.name) or agent(track, budget)
    names = Counter(agent.system.name for agent in agents.values())  # a bot may have another name on some tracks
    written = _Written(folder, release, names.most_common(1)[0][0], size, spec)
    written.begin(tracks)
    is_person = any(agent.system.provider == HUMAN for agent in agents.values())
    replies: dict[str, tuple[int, ...]] = {}

    async def work() -> Summary:
        budget.room, scoring = asyncio.Semaphore(1 if is_person else spec.concurrency), asyncio.Lock()

        async def one_track(track: AnyTrack) -> None:
            def reply(*counts: int) -> None:
                replies[track.name] = counts
                if len(replies) == len(tracks):
                    on_reply(*map(sum, zip(*replies.values(), strict=True)))

            reason = await _run(track, agents[track.name], written, budget, on_progress, reply)
            async with scoring:
                await asyncio.to_thread(written.end, track, reason, budget)

        try:
            await together(map(one_track, tracks))
        finally:
            for model in {id(model.model): model.model for model in agents.values()}.values():
                await model.close()
        return written.summary(budget)

    return waited(work)


def tracks_of(
    release: Release, size: str = "full", only: Sequence[str] = (), skipped: Sequence[str] = ()
) -> list[AnyTrack]:
    """Return the tracks of *release* that an evaluation of *size* runs, as tables have them.

    Raises ``UnknownName`` for an unknown size or track, one that the size leaves out, and where none is left.
    """
    names = [entry.name for entry in release.manifest.tracks]
    left_out = sizes.LEFT_OUT.get(size, {})
    for name in (*only, *skipped):
        sizes.part_of(size, name)
        if name not in names:
            raise UnknownName(f"the release has no track {name!r}; it has {', '.join(names)}")
        if name in only and name in left_out:
            raise UnknownName(f"size {size} leaves {name} out: {left_out[name]}")
    chosen = [n for n in names if n not in skipped and (n in only if only else n not in left_out)]
    if not chosen:
        raise UnknownName("no track is left to run")
    sizes.part_of(size, chosen[0])
    return [catalogue.load(name) for name in sorted(chosen, key=catalogue.order)]


def estimates(
    release: Release, spec: RunSpec, system: SystemSpec, size: str, tracks: Sequence[AnyTrack], on_track: OnProgress
) -> list[Estimate]:
    """Return what a size takes of each track, and of all, without asking a model; *on_track* hears of each track."""
    parts = {}
    for number, track in enumerate(tracks, 1):
        parts[track.name] = planning.plan(track, release, spec_of(spec, size, track.name), system).total
        on_track(number, len(tracks))
    return [Estimate(size, *part) for part in (*parts.items(), ("all", planning.total([*parts.values()])))]


async def _run(
    track: AnyTrack, agent: Agent, written: "_Written", budget: Budget, on_progress: Progress, on_reply: OnProgress
) -> str:
    """Run one track; return why it is not finished, or nothing."""
    spec = spec_of(written.spec, written.size, track.name)
    path, progress = written.submission(track.name), partial(on_progress, track.name)
    try:
        result = await running.run(
            track, written.release, agent, path, spec, progress, budget=budget, on_reply=on_reply
        )
    except BudgetError as error:
        return str(error)
    if result.written:
        return ""
    failed = counted(len(result.failures), "items")
    again = "change what is sent" if result.is_refused else "run the same again"
    return f"{failed} failed, for example {result.failures[0]}; {again} to retry them"


class _Written:
    """The folder of an evaluation: a submission and its reports for each track, and the summary of those finished."""

    def __init__(self, folder: Path, release: Release, system: str, size: str, spec: RunSpec) -> None:
        self.folder, self.release, self.system, self.size, self.spec = folder, release, system, size, spec
        self.tracks: dict[str, TrackSummary] = {}

    def submission(self, track: str) -> Path:
        """Return where the submission of a track lies."""
        return self.folder / f"{track}.jsonl"

    def begin(self, tracks: Iterable[AnyTrack]) -> None:
        """Take the folder for this evaluation; raise ``OutputError`` when it holds another."""
        path = self.folder / "summary.json"
        self.tracks = {track.name: TrackSummary(track=track.name, open="not run yet") for track in tracks}
        if path.exists():
            try:
                former = msgspec.json.decode(path.read_bytes(), type=Summary)
            except (OSError, msgspec.MsgspecError) as error:
                raise OutputError(f"{path} is not the summary of an evaluation ({error}); choose another -o") from None
            summary = self.summary()
            for name in ("system", "size", "manifest_sha256"):
                before, now = getattr(former, name), getattr(summary, name)
                if before != now:
                    problem = f"{self.folder} holds an evaluation with {name} {before!r}, not {now!r}"
                    hint = " for this size, and compare directories of one size" if name == "size" else ""
                    raise OutputError(f"{problem}; choose another directory{hint}")
            kept = {track.track: track for track in former.tracks if not track.open}
            self.tracks = kept | self.tracks
        self._write()

    def end(self, track: AnyTrack, reason: str, budget: Budget) -> None:
        """Score a track that is finished, or note why it is not; write the summary anew."""
        if reason:
            self.tracks[track.name] = TrackSummary(track=track.name, open=reason)
        else:
            path = self.submission(track.name)
            report = score(path, self.release)
            canonical.write_atomically(self.folder / f"{track.name}.report.json", [canonical.encode(report) + b"\n"])
            text = document.document([report], detail="full")
            canonical.write_atomically(self.folder / f"{track.name}.report.md", [text.encode()])
            self.tracks[track.name] = replace(
                track_summary(report, path, self.spec.price),
                references=references(self.release, track.name, self.size),
                bot="" if report.system.name == self.system else report.system.name,
                health=(*summaries.faults(report), *health_of(path, self.release)),
            )
        self._write(budget)

    def summary(self, budget: Budget | None = None) -> Summary:
        """Return the summary as it is now, with what *budget* has sent."""
        tracks = sorted(self.tracks.values(), key=lambda track: catalogue.order(track.track))
        summary, spent = summaries.summary(self.release, self.system, self.size, tracks), budget and budget.spent
        return replace(summary, sent=spent.calls, sent_again=spent.retries) if spent else summary

    def _write(self, budget: Budget | None = None) -> None:
        summary = self.summary(budget)
        canonical.write_atomically(self.folder / "summary.json", [canonical.encode(summary) + b"\n"])
        canonical.write_atomically(self.folder / "summary.md", [summaries.document(summary).encode()])
