"""Run a system on a track: a function, or a model by its name."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from interplay.api.opening import AnyPath, Dataset, opened, several, waited
from interplay.api.submissions import score
from interplay.core.errors import ModelError
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.core.text import counted, noop
from interplay.running import run as running
from interplay.running.options import RunSpec
from interplay.running.run import RunResult
from interplay.systems import catalogue as systems
from interplay.systems.base import Agent, Model
from interplay.systems.chat import Chat, ChatModel
from interplay.systems.scaffolds import catalogue as scaffolds
from interplay.systems.spec import SystemSpec, parse
from interplay.tracks import catalogue

Progress = Callable[[int, int], None]


def evaluate(
    chat: Chat,
    track: str,
    *,
    name: str = "model",
    sample: int | None = None,
    seed: int = 0,
    splits: str | Iterable[str] = (),
    trials: int = 1,
    concurrency: int = 8,
    rival: Chat | None = None,
    release: Dataset = None,
    output: AnyPath | None = None,
    on_progress: Progress = noop,
) -> Report:
    """Play a track with a function, write the submission, score it, and return the report.

    With *sample* the report is about the items that were drawn and no others: its counts and scores have them as their
    denominator, and its warnings and its comparability key say that it is a sample.

    Args:
        chat: A function from messages, a list of dictionaries with ``role`` and ``content``, to the text of the reply
            or a ``Reply``; it may be asynchronous. One that is not is called from up to *concurrency* threads at once.
        track: A track, such as ``scorekeeping``.
        name: The system, as tables name it.
        sample: How many items to draw, as ``load_items`` draws them; all of them by default.
        seed: Which sample is drawn.
        splits: A split, or several; by default those that a run plays when none are named.
        trials: Runs of each item.
        concurrency: Items that are played at once; 1 for a function that cannot be called from several threads.
        rival: The function that plays the other side in matches between two systems, called like *chat*.
        release: A release, or its directory; by default the one that comes with the package.
        output: Where the submission is kept. Replies are kept beside it while it is made, and the same call goes on
            where an interrupted one stopped. By default nothing is kept.
        on_progress: Called with the numbers of items done and of all items, after each.

    Returns:
        The report, as ``score`` returns it.

    Raises:
        UnknownName: There is no such track or split, or the items need a *rival*.
        ModelError: *chat* returned something else than text, or raised ``ModelError``.
        OutputError: *output* is the submission of another run.
        ValueError: *sample*, *trials* or *concurrency* is below 1.

    Example:
        >>> import interplay
        >>> def chat(messages):
        ...     return "I would rather not say."
        >>> interplay.evaluate(chat, "simulation", name="shy", sample=20)
        Report(simulation, 'shy': score 0 [0, 22.11], 20 of 20 episodes played; sample of 20 of 645 items, seed 0)
    """
    dataset = opened(release)
    spec = RunSpec(splits=several(splits), trials=trials, concurrency=concurrency, sample=sample, sample_seed=seed)
    chats = [(name, chat)] if rival is None else [(name, chat), ("rival", rival)]
    agents = [Agent(ChatModel(label, function, concurrency), scaffolds.load("direct")) for label, function in chats]
    with _kept(output) as path:
        result = driven(track, dataset, path, spec, agents, on_progress)
        if not result.written:
            more = "" if output is None else "; the same call tries them again, and keeps the other replies"
            raise ModelError(f"{counted(len(result.failures), 'items')} failed, for example {result.failures[0]}{more}")
        return score(path, dataset)


def run(
    model: str | Model,
    track: str,
    output: AnyPath,
    *,
    splits: str | Iterable[str] = (),
    where: Mapping[str, str] | None = None,
    limit: int | None = None,
    sample: int | None = None,
    seed: int = 0,
    changes: Mapping[str, int] | None = None,
    trials: int = 1,
    concurrency: int = 8,
    max_calls: int | None = None,
    record_errors: bool = False,
    base_url: str | None = None,
    api_key_env: str = "OPENAI_API_KEY",
    temperature: float | None = 0.0,
    max_tokens: int | None = None,
    sampling_seed: int | None = None,
    scaffold: str = "direct",
    scaffold_params: Mapping[str, str] | None = None,
    name: str | None = None,
    rival: str | Model | None = None,
    release: Dataset = None,
    on_progress: Progress = noop,
) -> RunResult:
    """Run a model on a track and write its submission. The same call resumes an interrupted one.

    Args:
        model: ``openai:NAME`` on any OpenAI-compatible server, ``local:NAME``, ``bot:NAME``, or an object with the
            ``system``, ``reply`` and ``close`` of ``interplay.systems.base.Model``, which is closed at the end.
        track: A track, such as ``scorekeeping``.
        output: The submission to write.
        splits: A split, or several; by default the main ones of the track.
        where: Only items with these values, such as ``{"game": "bid"}``.
        limit: How many of these items, from the first on.
        sample: How many of these items to draw, as ``load_items`` draws them. The submission's header records what was
            selected, and ``score`` goes by it.
        seed: Which sample is drawn.
        changes: Other options of the games' rules, such as ``{"hints": 0}``; games without them are left out.
        trials: Runs of each item.
        concurrency: Items that are played at once.
        max_calls: End the run before more requests than this are sent; what was replied is kept.
        record_errors: Write items that failed as errors, instead of keeping them for the next call.
        base_url: The server's address; OpenAI's by default.
        api_key_env: The environment variable that holds the key.
        temperature: Of sampling; ``None`` leaves it to the server.
        max_tokens: Length of a reply; the track's own limit by default.
        sampling_seed: Seed of replies; trials count up from it.
        scaffold: How the model thinks before it replies: ``direct``, ``cot``, ``prune`` or ``rap``.
        scaffold_params: Parameters of the scaffold, as text, such as ``{"iterations": "5"}``.
        name: What tables call the system; by default the model's name with the scaffold and its other parameters.
        rival: The other system in matches between two, given as *model* is.
        release: A release, or its directory; by default the one that comes with the package.
        on_progress: Called with the numbers of items done and of all items, after each.

    Returns:
        What the run did: predictions, calls, tokens, failures, and whether the submission was ``written``.

    Raises:
        UnknownName: There is no such model, track, split, scaffold or item, or the items need a *rival*.
        OutputError: *output* is the submission of another run, or cannot be written.
        BudgetError: *max_calls* is used up; the same call with a larger one goes on.
        FatalModelError: The model cannot be asked at all.

    Example:
        >>> import interplay
        >>> interplay.run("bot:random", "scorekeeping", "random.jsonl", splits="base").predictions
        50
    """
    dataset, loaded = opened(release), catalogue.load(track)
    spec = RunSpec(
        splits=several(splits), limit=limit, trials=trials, concurrency=concurrency, max_calls=max_calls,
        record_errors=record_errors, where=tuple((where or {}).items()), sample=sample, sample_seed=seed,
        changes=tuple(sorted((changes or {}).items())),
    )  # fmt: skip
    asked = SystemSpec(
        model="", base_url=base_url, api_key_env=api_key_env, temperature=temperature, max_tokens=max_tokens,
        sampling_seed=sampling_seed,
    )  # fmt: skip
    thinking = replace(asked, scaffold=scaffold, params=dict(scaffold_params or {}), name=name)

    def agent(system: str | Model, defaults: SystemSpec) -> Agent:
        if isinstance(system, str):
            return systems.agent(parse(system, defaults), loaded)
        return Agent(system, systems.scaffold(defaults), defaults.name)

    agents = [agent(model, thinking), *([] if rival is None else [agent(rival, asked)])]
    return driven(track, dataset, Path(output), spec, agents, on_progress)


def driven(
    track: str,
    release: Release,
    output: Path,
    spec: RunSpec,
    agents: Sequence[Agent],
    on_progress: Progress = noop,
) -> RunResult:
    """Run the first of *agents* on a track, against the second where there is one; close them at the end."""

    async def work() -> RunResult:
        system, *others = agents
        rival = others[0] if others else None
        try:
            return await running.run(catalogue.load(track), release, system, output, spec, on_progress, rival=rival)
        finally:
            for agent in agents:
                await agent.model.close()

    return waited(work)


@contextmanager
def _kept(output: AnyPath | None) -> Iterator[Path]:
    """Give the path of a submission, in a folder that goes away where it is not to be kept."""
    if output is not None:
        yield Path(output)
        return
    with tempfile.TemporaryDirectory(prefix="interplay-") as folder:
        yield Path(folder, "submission.jsonl")
