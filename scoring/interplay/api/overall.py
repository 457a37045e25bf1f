"""Run a system through every track: resumable, budgeted, with reports and one summary."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import msgspec

from interplay.api.opening import Dataset, Place, opened, waited
from interplay.core import canonical
from interplay.core.errors import BudgetError, OutputError
from interplay.core.pricing import Rates, cost
from interplay.core.release import Release
from interplay.running import plan as planning
from interplay.running import run as running
from interplay.running.budget import Budget
from interplay.running.options import RunOptions
from interplay.running.plan import Part
from interplay.scoring.score import score
from interplay.submissions import sizes
from interplay.systems import catalogue as systems
from interplay.systems.agent import Agent
from interplay.systems.base import Model, Sampling
from interplay.systems.chat import Chat, ChatModel
from interplay.systems.endpoint import EndpointOptions
from interplay.systems.scaffolds import catalogue as scaffolds
from interplay.systems.scaffolds.base import Scaffold
from interplay.tables import document
from interplay.tables import summary as summaries
from interplay.tables.summary import Summary, TrackSummary, track_summary
from interplay.tracks import catalogue
from interplay.tracks.base import Track

AnyTrack = Track[Any, Any]
Progress = Callable[[str, int, int], None]
Price = Rates
"""US dollars for a million tokens of prompts, and of replies."""


def _silent(_track: str, _done: int, _total: int) -> None:
    """Show no progress."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is run of every track: a size, and how. ``options`` have the rest: trials, concurrency, limits."""

    size: str = "quick"
    options: RunOptions = field(default_factory=RunOptions)
    max_cost: float | None = None
    price: Price | None = None

    def of(self, track: str) -> RunOptions:
        """Return the options of a run of *track*."""
        part = sizes.part_of(self.size, track)
        return replace(self.options, splits=part.splits).with_rule(part.rule)

    @property
    def max_calls(self) -> int | None:
        """Return how many requests may be sent in all: for the quick size, what it promises."""
        if self.options.max_calls is None and self.size == "quick":
            return sizes.QUICK_CALLS * self.options.trials
        return self.options.max_calls


@dataclass(frozen=True, slots=True)
class Estimate:
    """What one size takes of one track; ``track`` is ``all`` for the sum of all."""

    size: str
    track: str
    amounts: Part


def evaluate_all(
    system: str | Chat | Model,
    output: Place,
    *,
    size: str = "quick",
    name: str | None = None,
    trials: int = 1,
    concurrency: int = 8,
    max_calls: int | None = None,
    max_cost: float | None = None,
    price: Price | None = None,
    base_url: str | None = None,
    api_key_env: str = "OPENAI_API_KEY",
    temperature: float | None = 0.0,
    max_tokens: int | None = None,
    scaffold: str = "direct",
    release: Dataset = None,
    on_progress: Progress = _silent,
) -> Summary:
    """Run a system through every track and score it. The same call goes on where an interrupted one stopped.

    Args:
        system: ``openai:NAME`` on any OpenAI-compatible server, ``local:NAME``, a function from messages to the text of
            the reply, or an object with the ``system`` and ``reply`` of ``interplay.systems.base.Model``.
        output: The directory to fill: for each track a submission and its report, and ``summary.json`` and ``.md``.
        size: ``quick``, at most 2,200 requests; ``standard``, which tables compare; or ``full``.
        name: What tables call the system.
        trials: Runs of each item.
        concurrency: Items that are played at once.
        max_calls: End before more requests than this are sent; by default 2,200 for the quick size.
        max_cost: End before more US dollars than this are spent, by *price*.
        price: US dollars for a million tokens of prompts, and of replies.
        base_url: The server's address; OpenAI's by default.
        api_key_env: The environment variable that holds the key.
        temperature: Of sampling; ``None`` leaves it to the server.
        max_tokens: Length of a reply; each track's own limit by default.
        scaffold: How the model thinks before it replies: ``direct``, ``cot``, ``prune`` or ``rap``.
        release: A release, or its directory; by default the one that comes with the package.
        on_progress: Called with the track and the numbers of its items done and of all, after each.

    Returns:
        The summary: printing it shows each track's headline, its cost, and what failed. ``finished`` says whether every
        track has been scored; where a limit was reached or items failed, the same call goes on.

    Raises:
        UnknownName: There is no such model, size or scaffold.
        OutputError: *output* holds an evaluation of another system, size or release, or cannot be written.
        FatalModelError: The model cannot be asked at all.
        ValueError: *trials* or *concurrency* is below 1, or there is a *max_cost* without a *price*.

    Example:
        >>> import interplay
        >>> summary = interplay.evaluate_all(lambda messages: "I pass.", "all-of-it", name="passer")
        >>> summary.finished, [one.track for one in summary.tracks]
        (True, ['simulation', 'scorekeeping', 'positions', 'horizon', 'games', 'company'])
    """
    options = RunOptions(trials=trials, concurrency=concurrency, max_calls=max_calls)
    setting = Setting(size, options, max_cost, price)
    endpoint, thinking = EndpointOptions(base_url, api_key_env), scaffolds.load(scaffold)

    def agent(track: AnyTrack) -> Agent:
        if isinstance(system, str):
            sampling = Sampling(temperature, max_tokens or track.reply_tokens)
            return Agent(systems.load(system, track.bots, sampling, endpoint), thinking, name)
        return Agent(_model_of(system, name or "model", concurrency), thinking, name)

    return evaluated(agent, opened(release), Path(output), setting, on_progress)


def evaluated(
    agent: Callable[[AnyTrack], Agent],
    release: Release,
    folder: Path,
    setting: Setting,
    on_progress: Progress = _silent,
) -> Summary:
    """Run and score what *setting* says with what *agent* makes for each track; fill *folder*, return its summary."""
    tracks = held(release)
    for track in tracks:
        setting.of(track.name)  # an unknown size is told before anything is asked
    agents = {track.name: agent(track) for track in tracks}
    system = next(iter(agents.values())).system.name
    written = _Written(folder, release, system, setting)
    written.begin(tracks)

    async def work() -> Summary:
        budget = _budget(setting, tracks)
        try:
            for track in tracks:
                budget.expect(_longest(agents[track.name], track))
                reason = await _run(track, release, agents[track.name], written, budget, on_progress)
                written.end(track, reason, budget.spent.calls)
        finally:
            for one in {id(one.model): one.model for one in agents.values()}.values():
                await one.close()
        return written.summary(budget.spent.calls)

    return waited(work)


def held(release: Release) -> list[AnyTrack]:
    """Return the tracks that *release* holds, those with many requests an item last."""
    own = {entry.name for entry in release.manifest.tracks}
    return [catalogue.load(name) for name in reversed(catalogue.names()) if name in own]


def estimates(
    release: Release, setting: Setting, scaffold: Scaffold, sampling: Callable[[AnyTrack], Sampling]
) -> Iterator[Estimate]:
    """Yield what each size takes of each track, and of all, whatever the size of *setting*, without asking a model."""
    for size in sizes.SIZES:
        parts = []
        for track in held(release):
            options = replace(setting, size=size).of(track.name)
            plan = planning.plan(track, release, options, scaffold, sampling(track), setting.price)
            parts.append(plan.total)
            yield Estimate(size, track.name, plan.total)
        yield Estimate(size, "all", planning.total(parts))


def _budget(setting: Setting, tracks: Iterable[AnyTrack]) -> Budget:
    of = None if setting.price is None else partial(cost, setting.price)
    return Budget(setting.max_calls, setting.max_cost, of, max(track.reply_tokens for track in tracks))


def _longest(agent: Agent, track: AnyTrack) -> int:
    """Return the most tokens of a reply: what the model says that it sends, or else the track's own limit."""
    told = agent.model.system.params.get("max_tokens")
    return told if isinstance(told, int) else track.reply_tokens


async def _run(
    track: AnyTrack, release: Release, agent: Agent, written: "_Written", budget: Budget, on_progress: Progress
) -> str:
    """Run one track; return why it is not finished, or nothing."""
    options = written.setting.of(track.name)
    path = written.submission(track.name)

    def progress(done: int, total: int) -> None:
        on_progress(track.name, done, total)

    try:
        result = await running.run(track, release, agent, path, options, progress, budget=budget)
    except BudgetError as error:
        return str(error)
    if result.written:
        return ""
    count = f"{len(result.failures)} item{'s' if len(result.failures) > 1 else ''}"
    return f"{count} failed, for example {result.failures[0]}; run the same again to retry them"


class _Written:
    """The folder of an evaluation: a submission and its reports for each track, and the summary of those finished."""

    def __init__(self, folder: Path, release: Release, system: str, setting: Setting) -> None:
        self.folder, self.release, self.system, self.setting = folder, release, system, setting
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
            own = self.summary(0)
            for name in ("system", "size", "manifest_sha256"):
                one, other = getattr(former, name), getattr(own, name)
                if one != other:
                    found = f"{self.folder} holds an evaluation with {name} {one!r}, not {other!r}"
                    raise OutputError(f"{found}; choose another directory")
        self._write(0)

    def end(self, track: AnyTrack, reason: str, sent: int) -> None:
        """Score a track that is finished, or note why it is not; write the summary anew."""
        if reason:
            self.tracks[track.name] = TrackSummary(track=track.name, open=reason)
        else:
            path = self.submission(track.name)
            report = score(path, self.release)
            canonical.write_atomically(self.folder / f"{track.name}.report.json", [canonical.encode(report) + b"\n"])
            text = document.document([report], detail="full")
            canonical.write_atomically(self.folder / f"{track.name}.report.md", [text.encode()])
            self.tracks[track.name] = track_summary(report, path, self.setting.price)
        self._write(sent)

    def summary(self, sent: int) -> Summary:
        """Return the summary as it is now."""
        return summaries.summary(self.release, self.system, self.setting.size, self.tracks.values(), sent)

    def _write(self, sent: int) -> None:
        found = self.summary(sent)
        canonical.write_atomically(self.folder / "summary.json", [canonical.encode(found) + b"\n"])
        canonical.write_atomically(self.folder / "summary.md", [summaries.document(found).encode()])


def _model_of(system: Chat | Model, name: str, threads: int) -> Model:
    """Return a system that is an object with ``reply``; a function becomes one."""
    if hasattr(system, "reply"):
        return cast("Model", system)
    return ChatModel(name, system, threads)
