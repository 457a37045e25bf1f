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

KINDS = ("openai", "local", "bot", "human")


def load(
    spec: str,
    bots: Mapping[str, Callable[[Ask], str]],
    sampling: Sampling,
    endpoint: EndpointOptions,
) -> Model:
    """Return the system that *spec* names: ``openai:NAME``, ``local:smollm2``, ``bot:NAME`` or ``human``.

    Raises ``UnknownName`` for a spec of another form, or a bot that the track does not have.
    """
    kind, _, name = spec.partition(":")
    if kind not in KINDS or not (name or kind == "human"):
        expected = "openai:NAME, local:NAME, bot:NAME or human"
        raise UnknownName(f"unknown model {spec!r}{nearest(kind, KINDS)}; expected {expected}")
    if kind == "human":
        from interplay.systems.human import Human  # noqa: PLC0415  only people need it

        return Human(name or "human")
    if kind == "bot":
        if name not in bots:
            raise unknown("bot", name, bots)
        return BotModel(name, bots[name])
    if kind == "local":
        from interplay.systems.local import LocalModel  # noqa: PLC0415  needs an extra

        return LocalModel(name, sampling)
    return Endpoint(name, sampling, endpoint)
