"""The options of the verbs that ask a system: which one it is, how it draws and thinks, how its server is asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from interplay.cli.shared.options import ReplyLimit, grouped, transport_option
from interplay.cli.shared.parsing import pairs, seconds
from interplay.cli.shared.parsing import temperature as read_temperature

if TYPE_CHECKING:
    from interplay.systems.agent import Agent
    from interplay.systems.base import Sampling
    from interplay.systems.endpoint import EndpointOptions, Transport
    from interplay.systems.scaffolds.base import Scaffold
    from interplay.tracks.base import Track

F = TypeVar("F", bound=Callable[..., Any])
_SYSTEM, _SAMPLING, _REQUESTS = grouped("System"), grouped("Sampling"), grouped("Requests")
_MODEL = _SYSTEM("--model", required=True, metavar="KIND:NAME", help="openai:NAME, local:smollm2, bot:NAME, or human.")
_SERVER = (
    _SYSTEM("--base-url", metavar="URL", help="OpenAI-compatible server, for example http://localhost:8000/v1."),
    _SYSTEM("--api-key-env", default="OPENAI_API_KEY", show_default=True, help="Variable that holds the key."),
)
_THINKING = (
    _SYSTEM("--scaffold", default="direct", show_default=True, help="direct, cot, prune or rap."),
    _SYSTEM("--scaffold-param", "params", multiple=True, metavar="KEY=VALUE", help="For example iterations=5."),
    _SYSTEM("--name", metavar="NAME", help="What tables call the system.  [default: from model and scaffold]"),
)
_ASKING = (
    _SAMPLING("--temperature", default="0", show_default=True, callback=read_temperature, help="A number or 'none'."),
    _SAMPLING("--max-tokens", cls=ReplyLimit, type=click.IntRange(1), help="Most tokens of a reply."),
    _SAMPLING(
        "--sampling-seed", type=click.IntRange(-(2**63), 2**63 - 1), help="Seed of replies; trials count up from it."
    ),
    _REQUESTS("--concurrency", default=8, show_default=True, type=click.IntRange(1, 1_000), help="Dialogues at once."),
    _REQUESTS("--timeout", default=120.0, show_default=True, callback=seconds, help="Seconds a request."),
    _REQUESTS(
        "--max-retries", default=6, show_default=True, type=click.IntRange(0, 100), help="After 429, 5xx, time-outs."
    ),
    _REQUESTS("--max-calls", type=click.IntRange(0), help="Stop before sending more requests than this."),
    transport_option,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """The system under test as the command line describes it."""

    model: str
    base_url: str | None
    api_key_env: str
    scaffold: str
    params: tuple[str, ...]
    name: str | None
    temperature: float | None
    max_tokens: int | None
    sampling_seed: int | None
    concurrency: int
    timeout: float
    max_retries: int
    max_calls: int | None
    transport: "Transport"

    def endpoint(self, tell: "Callable[[str], None] | None" = None) -> "EndpointOptions":
        """Return where its server is, and how it is asked; *tell* is told of waits and of a server that is down."""
        from interplay.systems.endpoint import EndpointOptions

        place = EndpointOptions(
            self.base_url, self.api_key_env, self.timeout, self.max_retries, transport=self.transport
        )
        return place if tell is None else replace(place, tell=tell)

    def sampling(self, track: "Track[Any, Any]") -> "Sampling":
        """Return how it draws its replies on a track."""
        from interplay.systems.base import Sampling

        return Sampling(self.temperature, self.max_tokens or track.reply_tokens, self.sampling_seed)

    def thinking(self) -> "Scaffold":
        """Return its scaffold; raise ``UsageError`` for a system that has no use for one."""
        from interplay.systems.scaffolds import catalogue

        found = catalogue.load(self.scaffold, dict(pairs("--scaffold-param", self.params)))
        if found.name != "direct" and self.model.startswith(("bot:", "human")):
            raise click.UsageError(f"--scaffold {found.name} is for models; {self.model} replies without one")
        return found

    def agent(self, track: "Track[Any, Any]", tell: "Callable[[str], None] | None" = None) -> "Agent":
        """Return the system for a track."""
        from interplay.systems import catalogue
        from interplay.systems.agent import Agent

        thinking = self.thinking()
        place = self.endpoint(tell)
        return Agent(catalogue.load(self.model, track.bots, self.sampling(track), place), thinking, self.name)


def system_options(function: F) -> Callable[..., Any]:
    """Add the options of a system under test, which the verb takes together as ``system``."""
    names = tuple(field.name for field in fields(Asked))

    @wraps(function)
    def taken(*args: Any, **given: Any) -> Any:
        asked = Asked(**{name: given.pop(name) for name in names})
        return function(*args, system=asked, **given)

    return _with((_MODEL, *_SERVER, *_THINKING, *_ASKING), taken)


def asking_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add those options that say how systems are asked, and not which one is."""
    return _with((*_SERVER, *_ASKING), function)


def _with(options: Sequence[Callable[..., Any]], function: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(options):
        function = option(function)
    return function
