"""Run a system on a track: a function, or a model by its name."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Unpack, cast

from msgspec.structs import replace

from interplay.api.opening import AnyPath, Dataset, opened, several, waited
from interplay.api.submissions import score
from interplay.core.errors import ModelError
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.core.text import counted, noop
from interplay.running import run as running
from interplay.running.budget import Budget
from interplay.running.options import Limits, RunSpec, run_of
from interplay.running.run import RunResult
from interplay.systems import catalogue as systems
from interplay.systems.base import Agent, Model
from interplay.systems.chat import Chat, ChatModel
from interplay.systems.spec import RunOptions, SystemSpec, parse
from interplay.tracks import catalogue
from interplay.tracks.base import Track

Progress = Callable[[int, int], None]


def evaluate(
    system: str | Chat | Model,
    track: str,
    *,
    name: str | None = None,
    sample: int | None = None,
    seed: int = 0,
    splits: str | Iterable[str] = (),
    rival: str | Chat | Model | None = None,
    release: Dataset = None,
    output: AnyPath | None = None,
    on_progress: Progress = noop,
    **options: Unpack[RunOptions],
) -> Report:
    """Play a track with a function or a model, write the submission, score it, and return the report.

    With *sample* the report is about the items that were drawn and no others: its counts and scores have them as their
    denominator, and its warnings and its comparability key say that it is a sample.

    Args:
        system: A function from messages, a list of dictionaries with ``role`` and ``content``, to the text of the
            reply or a ``Reply``; it may be asynchronous. One that is not is called from up to ``concurrency`` threads
            at once. Or a model by its name, or an object, as ``run`` takes them.
        track: A track, such as ``scorekeeping``.
        name: The system, as tables name it; by default the model's name, and ``model`` for a function.
        sample: How many items to draw, as ``load_items`` draws them; all of them by default.
        seed: Which sample is drawn.
        splits: A split, or several; by default those that a run plays when none are named.
        rival: What plays the other side in matches between two systems, given as *system* is.
        release: A release, or its directory; by default the one that comes with the package.
        output: Where the submission is kept. Replies are kept beside it while it is made, and the same call resumes
            where an interrupted one stopped. By default nothing is kept.
        on_progress: Called with the numbers of items done and of all items, after each.
        **options: Trials, limits, and how a model is asked that is named: see ``run``. With ``concurrency=1`` a
            function is called from one thread only.

    Returns:
        The report, as ``score`` returns it.

    Raises:
        UnknownName: There is no such track or split, or the items need a *rival*.
        ModelError: A function returned something else than text, or raised ``ModelError``.
        OutputError: *output* is the submission of another run.
        BudgetError: A limit is reached; with an *output*, the same call resumes.
        ValueError: *sample*, ``trials`` or ``concurrency`` is below 1, or there is a ``max_cost`` without a ``price``.

    Example:
        >>> import interplay
        >>> def chat(messages):
        ...     return "I would rather not say."
        >>> interplay.evaluate(chat, "simulation", name="shy", sample=20)
        Report(simulation, 'shy': score 0 [0, 17.97], 20 of 20 episodes played; sample of 20 of 520 items, seed 0)
    """
    dataset = opened(release)
    spec, defaults = run_of(options, splits=several(splits), sample=sample, sample_seed=seed)
    budget = spec.budget()
    chats = [(system, name, "model"), *([] if rival is None else [(rival, None, "rival")])]
    loaded = catalogue.load(track)
    agents = [agent_of(s, replace(defaults, name=n), loaded, spec, budget, default) for s, n, default in chats]
    with _kept(output) as path:
        result = driven(track, dataset, path, spec, agents, on_progress, budget)
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
    record_errors: bool = False,
    scaffold: str = "direct",
    scaffold_params: Mapping[str, str] | None = None,
    name: str | None = None,
    rival: str | Model | None = None,
    release: Dataset = None,
    on_progress: Progress = noop,
    **options: Unpack[RunOptions],
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
        record_errors: Write items that failed as errors, instead of keeping them for the next call.
        scaffold: How the model thinks before it replies: ``direct``, ``cot``, ``prune`` or ``rap``.
        scaffold_params: Parameters of the scaffold, as text, such as ``{"iterations": "5"}``.
        name: What tables call the system; by default the model's name with the scaffold and its other parameters.
        rival: The other system in matches between two, given as *model* is.
        release: A release, or its directory; by default the one that comes with the package.
        on_progress: Called with the numbers of items done and of all items, after each.
        **options: ``trials``, runs of each item (1 by default), and ``concurrency``, items that are played at once (8).
            Limits: the run ends before more requests than ``max_calls`` are sent, or more US dollars than ``max_cost``
            are spent by ``price``, those for a million tokens of prompts, and of replies; what was replied is kept. No
            more than ``requests_per_minute`` are sent. How models are asked that are named: ``base_url`` (OpenAI's
            server by default) and ``api_key_env``, the environment variable that holds the key; ``temperature`` (0 by
            default, ``None`` leaves it to the server), ``top_p``, ``max_tokens`` of a reply (the track's own limit by
            default), ``reasoning_effort`` and ``sampling_seed``, from which trials count up; ``system_prompt``, a text
            before all other messages, and ``extra_body``, JSON values that are added to every request; ``observation``,
            ``text`` (the default), ``image`` or ``both``: how boards are sent that have a picture. How models are asked
            is recorded, but for the key's variable.

    Returns:
        What the run did: predictions, calls, tokens, failures, and whether the submission was ``written``.

    Raises:
        UnknownName: There is no such model, track, split, scaffold or item, or the items need a *rival*.
        OutputError: *output* is the submission of another run, or cannot be written.
        BudgetError: A limit is reached; the same call with a larger one resumes.
        FatalModelError: The model cannot be asked at all.

    Example:
        >>> import interplay
        >>> interplay.run("bot:random", "scorekeeping", "random.jsonl", splits="base").predictions
        50
    """
    dataset, loaded = opened(release), catalogue.load(track)
    spec, plain = run_of(
        options,
        splits=several(splits),
        where=tuple((where or {}).items()),
        limit=limit,
        sample=sample,
        sample_seed=seed,
        changes=tuple(sorted((changes or {}).items())),
        record_errors=record_errors,
    )
    budget = spec.budget()
    thinking = replace(plain, scaffold=scaffold, params=dict(scaffold_params or {}), name=name)
    both = [(model, thinking), *([] if rival is None else [(rival, plain)])]
    agents = [agent_of(system, defaults, loaded, spec, budget) for system, defaults in both]
    return driven(track, dataset, Path(output), spec, agents, on_progress, budget)


def agent_of(
    system: str | Chat | Model,
    defaults: SystemSpec,
    track: Track[Any, Any],
    limits: Limits,
    budget: Budget,
    default_name: str = "model",
) -> Agent:
    """Return a system that is named, a function or an object, with the settings *defaults* where it has none."""
    if isinstance(system, str):
        return systems.agent(parse(system, defaults), track, sleep=budget.pace.pause)
    if hasattr(system, "reply"):
        return Agent(cast("Model", system), systems.scaffold(defaults), defaults.name)
    chat = ChatModel(defaults.name or default_name, system, limits.concurrency, defaults.observation)
    return Agent(chat, systems.scaffold(defaults), defaults.name)


def driven(
    track: str,
    release: Release,
    output: Path,
    spec: RunSpec,
    agents: Sequence[Agent],
    on_progress: Progress = noop,
    budget: Budget | None = None,
) -> RunResult:
    """Run the first of *agents* on a track, against the second where there is one; close them at the end."""

    async def work() -> RunResult:
        system, *others = agents
        rival, loaded = others[0] if others else None, catalogue.load(track)
        try:
            return await running.run(loaded, release, system, output, spec, on_progress, rival=rival, budget=budget)
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
