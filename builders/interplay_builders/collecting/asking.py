"""Shared parts of the commands that ask models: options, models, progress and cost."""

import functools
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

import click
from msgspec.structs import replace

from interplay.cli.shared.progress import Progress
from interplay.core.errors import UnknownName
from interplay.running.budget import Spent
from interplay.systems import catalogue
from interplay.systems.base import Model
from interplay.systems.spec import SystemSpec, parse
from interplay_builders.collecting.engine import Limits, OnProgress
from interplay_builders.collecting.records import Failure

Role = tuple[float, int]
"""Temperature, and most tokens of a reply."""
USER_AGENT: Role = (1.2, 300)
SIMULATOR: Role = (0.0, 1024)
"""Section 3.2 of the paper."""
TASK_MAKER: Role = (1.0, 1024)
JUDGE: Role = (0.0, 1024)
"""The paper does not state these."""

Command = Callable[..., None]
_LISTED = 10


def endpoint_options(command: Command) -> Command:
    """Add the options that say where models are; the command gets them as ``server``."""

    @click.option("--base-url", metavar="URL", help="OpenAI-compatible server, for example http://localhost:8000/v1.")
    @click.option("--api-key-env", default="OPENAI_API_KEY", help="Environment variable with the key.")
    @click.option("--timeout", default=120.0, type=click.FloatRange(0.01, 86_400), help="Seconds.")
    @click.option("--max-retries", default=6, type=click.IntRange(0, 100), help="Retries after status 429 or 5xx.")
    @functools.wraps(command)
    def bundled(*, base_url: str | None, api_key_env: str, timeout: float, max_retries: int, **others: Any) -> None:
        server = SystemSpec(
            model="", base_url=base_url, api_key_env=api_key_env, timeout=timeout, max_retries=max_retries
        )
        command(server=server, **others)

    return bundled


def limit_options(command: Command) -> Command:
    """Add the options that say how work is done; the command gets them as ``limits`` and ``attempts``."""

    @click.option("--attempts", default=3, type=click.IntRange(1, 100), help="Attempts to get a readable reply.")
    @click.option("--concurrency", default=8, type=click.IntRange(1, 1_000), help="Requests in parallel.")
    @click.option("--max-calls", type=click.IntRange(0), help="Limit the number of requests per invocation.")
    @click.option("--record-errors", is_flag=True, help="Omit what got no answer instead of leaving it for a retry.")
    @functools.wraps(command)
    def bundled(*, concurrency: int, max_calls: int | None, record_errors: bool, **others: Any) -> None:
        command(limits=Limits(concurrency, max_calls, record_errors), **others)

    return bundled


def model(name: str, role: Role, server: SystemSpec) -> Model:
    """Return the model called *name*, ``openai:NAME`` or ``local:NAME``, asked as its *role* says."""
    spec = parse(name, replace(server, temperature=role[0], max_tokens=role[1]))
    if spec.kind not in {"openai", "local"}:
        raise UnknownName(f"unknown model {name!r}; expected openai:NAME or local:NAME")
    return catalogue.load(spec, {})


def say_failures(failures: Sequence[Failure]) -> None:
    """Print failures on stderr."""
    for failure in failures[:_LISTED]:
        click.echo(f"failed: {failure.what}: {failure.problem}", err=True)
    if len(failures) > _LISTED:
        click.echo(f"and {len(failures) - _LISTED} more failed", err=True)


def cost(spent: Spent) -> str:
    """Return the cost in words."""
    tokens = f"{spent.prompt_tokens:,} prompt and {spent.completion_tokens:,} completion tokens"
    resumed = f", {spent.resumed:,} replies reused from an earlier run" if spent.resumed else ""
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
