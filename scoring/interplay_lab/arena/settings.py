"""What a system of an arena plays with: its configuration, and the arena's defaults where that says nothing."""

from dataclasses import dataclass, replace

from interplay.core.errors import UnknownName
from interplay.core.pricing import Rates
from interplay.systems import catalogue
from interplay.systems.base import HUMAN, Sampling
from interplay.systems.endpoint import EndpointOptions
from interplay.systems.scaffolds import catalogue as scaffolds
from interplay.systems.scaffolds.base import Scaffold
from interplay.tracks.games.track import TRACK
from interplay_lab.arena.configurations import Configuration

BOT = "bot"
_UNPAID = (BOT, HUMAN, "local")
_HINTS = {"on": True, "off": False}


@dataclass(frozen=True, slots=True)
class Defaults:
    """What holds for every system that does not say otherwise."""

    sampling: Sampling
    endpoint: EndpointOptions
    price: Rates | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """All that one system plays with. ``price`` is nothing where nobody pays or nobody said, ``hints`` where unsaid."""

    given: Configuration
    kind: str
    scaffold: Scaffold
    sampling: Sampling
    endpoint: EndpointOptions
    price: Rates | None
    hints: bool | None

    @property
    def lacks_price(self) -> bool:
        """Whether it costs money and nobody said how much."""
        return self.price is None and self.kind not in _UNPAID

    def name(self, default: str) -> str:
        """Return what it is called; hints are part of the name that it has by itself, as its scaffold is."""
        suffix = {None: "", True: "-hints", False: "-no-hints"}
        return self.given.name or default + suffix[self.hints]


def setting(one: Configuration, defaults: Defaults) -> Setting:
    """Return what a system plays with; raise ``UnknownName`` for a model, bot or scaffold that there is not."""
    kind, _ = catalogue.parsed(one.model, TRACK.bots)
    if kind in {BOT, HUMAN} and one.scaffold != "direct":
        raise UnknownName(f"the scaffold {one.scaffold} is for models; {one.model} replies without one")
    if kind in {BOT, HUMAN} and one.hints is not None:
        raise UnknownName(f"hints = {one.hints!r} is for models; {one.model} is given the legal moves in any case")
    return Setting(
        given=one,
        kind=kind,
        scaffold=scaffolds.load(one.scaffold, {key: str(value) for key, value in one.params.items()}),
        sampling=_sampling(one, defaults.sampling),
        endpoint=_endpoint(one, defaults.endpoint),
        price=None if kind in _UNPAID else one.price or defaults.price,
        hints=None if one.hints is None else _HINTS[one.hints],
    )


def _sampling(one: Configuration, own: Sampling) -> Sampling:
    temperature = own.temperature if one.temperature is None else one.temperature
    return Sampling(
        None if temperature == "none" else temperature,
        one.max_tokens or own.max_tokens,
        own.seed if one.seed is None else one.seed,
    )


def _endpoint(one: Configuration, own: EndpointOptions) -> EndpointOptions:
    return replace(own, base_url=one.base_url or own.base_url, api_key_env=one.api_key_env or own.api_key_env)
