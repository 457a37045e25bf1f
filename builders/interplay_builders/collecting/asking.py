"""Shared parts of the commands that ask models: options, models, progress and cost."""

import functools
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

import click

from interplay.cli.shared.progress import Progress
from interplay.core.errors import UnknownName
from interplay.running.budget import Spent
from interplay.systems import catalogue
from interplay.systems.base import Model, Sampling
from interplay.systems.endpoint import EndpointOptions
from interplay_builders.collecting.engine import Limits, OnProgress
from interplay_builders.collecting.records import Failure

USER_AGENT = Sampling(temperature=1.2, max_tokens=300)
SIMULATOR = Sampling(temperature=0.0, max_tokens=1024)
"""Section 3.2 of the paper."""
TASK_MAKER = Sampling(temperature=1.0, max_tokens=1024)
JUDGE = Sampling(temperature=0.0, max_tokens=1024)
"""The paper does not state these."""

Command = Callable[..., None]
_LISTED = 10


def endpoint_options(command: Command) -> Command:
    """Add the options that say where models are; the command gets them as ``endpoint``."""

    @click.option("--base-url", metavar="URL", help="OpenAI-compatible server, for example http://localhost:8000/v1.")
    @click.option(
        "--api-key-env", default="OPENAI_API_KEY", show_default=True, help="Environment variable with the key."
    )
    @click.option("--timeout", default=120.0, show_default=True, type=click.FloatRange(0.01, 86_400), help="Seconds.")
    @click.option("--max-retries", default=6, show_default=True, type=click.IntRange(0, 100), help="After 429, 5xx.")
    @functools.wraps(command)
    def bundled(*, base_url: str | None, api_key_env: str, timeout: float, max_retries: int, **others: Any) -> None:
        command(endpoint=EndpointOptions(base_url, api_key_env, timeout, max_retries), **others)

    return bundled


def limit_options(command: Command) -> Command:
    """Add the options that say how work is done; the command gets them as ``limits`` and ``attempts``."""

    @click.option("--attempts", default=3, show_default=True, type=click.IntRange(1, 100), help="At a readable reply.")
    @click.option(
        "--concurrency", default=8, show_default=True, type=click.IntRange(1, 1_000), help="Requests at once."
    )
    @click.option("--max-calls", type=click.IntRange(0), help="Stop before sending more requests than this.")
    @click.option(
        "--record-errors", is_flag=True, help="Leave out what got no answer instead of keeping it for a retry."
    )
    @functools.wraps(command)
    def bundled(*, concurrency: int, max_calls: int | None, record_errors: bool, **others: Any) -> None:
        command(limits=Limits(concurrency, max_calls, record_errors), **others)

    return bundled


def model(spec: str, sampling: Sampling, endpoint: EndpointOptions) -> Model:
    """Return the model that *spec* names: ``openai:NAME`` or ``local:NAME``."""
    if spec.partition(":")[0] not in {"openai", "local"}:
        raise UnknownName(f"unknown model {spec!r}; expected openai:NAME or local:NAME")
    return catalogue.load(spec, {}, sampling, endpoint)


def say_failures(failures: Sequence[Failure]) -> None:
    """Print failures on stderr."""
    for failure in failures[:_LISTED]:
        click.echo(f"failed: {failure.what}: {failure.problem}", err=True)
    if len(failures) > _LISTED:
        click.echo(f"and {len(failures) - _LISTED} more failed", err=True)


def cost(spent: Spent) -> str:
    """Return the cost in words."""
    tokens = f"{spent.prompt_tokens:,} prompt and {spent.completion_tokens:,} completion tokens"
    resumed = f", {spent.resumed:,} replies taken from an earlier run" if spent.resumed else ""
    return f"{spent.calls:,} calls, {tokens}{resumed}"


class Stages:
    """A progress bar for one stage after another."""

    def __init__(self) -> None:
        self._bar: Progress | None = None

    def __enter__(self) -> "Stages":
        """Show nothing yet."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Leave the last bar as it is."""
        self._end()

    def begin(self, label: str) -> OnProgress:
        """Show a new bar below the others; return what moves it."""
        self._end()
        self._bar = Progress(label)
        self._bar.__enter__()
        return self._bar.update

    def _end(self) -> None:
        if self._bar is not None:
            self._bar.__exit__(None, None, None)
            self._bar = None
