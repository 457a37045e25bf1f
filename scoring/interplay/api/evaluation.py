"""Run a system through a track: a function of one's own, or a model by its name."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from interplay.api.opening import Dataset, Place, opened, several, waited
from interplay.api.submissions import score
from interplay.core.errors import ModelError
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.running import run as running
from interplay.running.options import RunOptions
from interplay.running.run import RunResult
from interplay.systems import catalogue as systems
from interplay.systems.agent import Agent
from interplay.systems.base import Model, Sampling
from interplay.systems.chat import Chat, ChatModel
from interplay.systems.endpoint import EndpointOptions
from interplay.systems.scaffolds import catalogue as scaffolds
from interplay.systems.scaffolds.base import Scaffold
from interplay.tracks import catalogue

Progress = Callable[[int, int], None]


def _silent(_done: int, _total: int) -> None:
    """Show no progress."""


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
    output: Place | None = None,
    on_progress: Progress = _silent,
) -> Report:
    """Play a track with a function, write the submission, score it, and return the report.

    With *sample* the report is about the items that were drawn and no others: its counts and scores have them as their
    denominator, and its warnings and its comparability key say that it is a sample.

    Args:
        chat: A function from messages, a list of dictionaries with ``role`` and ``content``, to the text of the reply;
            it may be asynchronous. One that is not is called from up to *concurrency* threads at once.
        track: ``games``, ``positions``, ``scorekeeping`` or ``simulation``.
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
    options = RunOptions(several(splits), None, trials, concurrency, sample=sample, sample_seed=seed)
    agent, other = _agent(ChatModel(name, chat, concurrency)), None
    if rival is not None:
        other = _agent(ChatModel("rival", rival, concurrency))
    with _kept(output) as path:
        result = driven(track, dataset, path, options, agent, other, on_progress)
        if not result.written:
            more = "" if output is None else "; the same call tries them again, and keeps the other replies"
            count = f"{len(result.failures)} item{'s' if len(result.failures) > 1 else ''}"
            raise ModelError(f"{count} failed, for example {result.failures[0]}{more}")
        return score(path, dataset)


def run(
    model: str | Model,
    track: str,
    output: Place,
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
    on_progress: Progress = _silent,
) -> RunResult:
    """Drive a model through a track and write its submission. The same call goes on where an interrupted one stopped.

    Args:
        model: ``openai:NAME`` on any OpenAI-compatible server, ``local:NAME``, ``bot:NAME``, or an object with the
            ``system``, ``reply`` and ``close`` of ``interplay.systems.base.Model``, which is closed at the end.
        track: ``games``, ``positions``, ``scorekeeping`` or ``simulation``.
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
    options = RunOptions(
        several(splits),
        limit,
        trials,
        concurrency,
        max_calls,
        record_errors,
        tuple((where or {}).items()),
        sample,
        seed,
        tuple(sorted((changes or {}).items())),
    )
    sampling = Sampling(temperature, max_tokens or loaded.reply_tokens, sampling_seed)
    endpoint = EndpointOptions(base_url, api_key_env)

    def agent(spec: str | Model, thinking: Scaffold, name: str | None = None) -> Agent:
        found = systems.load(spec, loaded.bots, sampling, endpoint) if isinstance(spec, str) else spec
        return Agent(found, thinking, name)

    me = agent(model, scaffolds.load(scaffold, scaffold_params), name)
    other = None if rival is None else agent(rival, scaffolds.load("direct"))
    return driven(track, dataset, Path(output), options, me, other, on_progress)


def _agent(model: Model) -> Agent:
    return Agent(model, scaffolds.load("direct"))


def driven(
    track: str,
    release: Release,
    output: Path,
    options: RunOptions,
    system: Agent,
    rival: Agent | None = None,
    on_progress: Progress = _silent,
) -> RunResult:
    """Run *system* through a track, against *rival* where there is one, as ``run`` does; close both at the end."""

    async def work() -> RunResult:
        loaded = catalogue.load(track)
        try:
            return await running.run(loaded, release, system, output, options, on_progress, rival=rival)
        finally:
            for agent in (system, rival):
                if agent is not None:
                    await agent.model.close()

    return waited(work)


@contextmanager
def _kept(output: Place | None) -> Iterator[Path]:
    """Give the path of a submission, in a folder that goes away where it is not to be kept."""
    if output is not None:
        yield Path(output)
        return
    with tempfile.TemporaryDirectory(prefix="interplay-") as folder:
        yield Path(folder, "submission.jsonl")
