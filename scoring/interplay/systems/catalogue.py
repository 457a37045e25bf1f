"""Systems under test: an OpenAI-compatible endpoint, a local model, a track's bots."""

from collections.abc import Callable, Mapping

from interplay.core.discovery import unknown
from interplay.core.driver import Ask
from interplay.core.errors import UnknownName
from interplay.core.text import nearest
from interplay.systems.base import Model as Model  # noqa: PLC0414  part of this module's interface
from interplay.systems.base import Sampling as Sampling  # noqa: PLC0414  part of this module's interface
from interplay.systems.bots import BotModel
from interplay.systems.endpoint import Endpoint, EndpointOptions
from interplay.systems.endpoint import check as check_endpoint

KINDS = ("openai", "local", "bot", "human")


def check(spec: str, bots: Mapping[str, Callable[[Ask], str]], endpoint: EndpointOptions) -> None:
    """Raise what ``load`` would raise for *spec*, without loading a model or speaking to a server."""
    kind, name = parsed(spec, bots)
    if kind == "local":
        from interplay.systems import local  # noqa: PLC0415  needs an extra

        local.check(name)
    if kind == "openai":
        check_endpoint(endpoint)


def parsed(spec: str, bots: Mapping[str, Callable[[Ask], str]]) -> tuple[str, str]:
    """Return kind and name of a model; raise ``UnknownName`` where there can be none that is so called."""
    kind, _, name = spec.partition(":")
    if kind not in KINDS or not (name or kind == "human"):
        expected = "openai:NAME, local:NAME, bot:NAME or human"
        raise UnknownName(f"unknown model {spec!r}{nearest(kind, KINDS)}; expected {expected}")
    if kind == "bot" and name not in bots:
        raise unknown("bot", name, bots)
    return kind, name


def load(
    spec: str,
    bots: Mapping[str, Callable[[Ask], str]],
    sampling: Sampling,
    endpoint: EndpointOptions,
) -> Model:
    """Return the system that *spec* names: ``openai:NAME``, ``local:smollm2``, ``bot:NAME`` or ``human``.

    Raises ``UnknownName`` for a spec of another form, or a bot that the track does not have.
    """
    kind, name = parsed(spec, bots)
    if kind == "human":
        from interplay.systems.human import Human  # noqa: PLC0415  only people need it

        return Human(name or "human")
    if kind == "bot":
        return BotModel(name, bots[name])
    if kind == "local":
        from interplay.systems.local import LocalModel  # noqa: PLC0415  needs an extra

        return LocalModel(name, sampling)
    return Endpoint(name, sampling, endpoint)
