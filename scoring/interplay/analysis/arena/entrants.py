"""The systems of an arena as it plays them: models with scaffolds, one name each, and a price."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import msgspec

from interplay.analysis.arena.configurations import Configuration, refuse_copies, refuse_namesakes
from interplay.core.driver import Ask, Reply
from interplay.core.errors import ContextError, FatalModelError, ModelError, UnknownName
from interplay.core.pricing import Rates, cost
from interplay.core.records import System
from interplay.running.budget import Budget, Price
from interplay.systems import catalogue
from interplay.systems.agent import DEFAULT_NAME, Agent
from interplay.systems.base import HUMAN, Meter, Model, Sampling, unmetered
from interplay.systems.endpoint import EndpointOptions
from interplay.systems.scaffolds import catalogue as scaffolds
from interplay.tracks.games.track import TRACK

_UNPAID = ("bot", "human", "local")
_HINTS = {"on": True, "off": False}


@dataclass(frozen=True, slots=True)
class Defaults:
    """What holds for every system that does not say otherwise."""

    sampling: Sampling
    endpoint: EndpointOptions
    price: Rates | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    """A system of an arena, under the name that files and tables give it.

    ``hints`` says whether it is told the legal moves; nothing where that is as in all matches. ``price`` is what it
    costs, nothing where nobody pays or nobody said.
    """

    agent: Agent
    name: str
    hints: bool | None = None
    price: Rates | None = None

    @property
    def is_person(self) -> bool:
        """Whether it can be asked one thing at a time only."""
        return self.agent.system.provider == HUMAN


class Player:
    """A model whose errors say which system it is, and whose requests are paid for from a *till* that others share.

    A request that is longer than the model can take in gets an empty reply: the match goes on, without this system.
    """

    def __init__(self, model: Model, system: System, name: str, till: Budget, price: Price) -> None:
        self.system = system
        self._model, self._name, self._till, self._price = model, name, till, price

    async def reply(self, ask: Ask, meter: Meter = unmetered) -> Reply:
        """Return the model's reply, once dollars for it are set aside."""
        worst = self._till.worst(ask, self._price)
        await self._till.reserve(worst)
        reply = None
        try:
            reply = await self._model.reply(ask, meter)
        except ContextError:
            return Reply("")
        except FatalModelError as error:
            raise FatalModelError(f"{self._name}: {error}") from None
        except ModelError as error:
            raise ModelError(f"{self._name}: {error}") from None
        finally:
            await self._till.settle(worst, reply, self._price)
        return reply

    async def close(self) -> None:
        """Let go of the model."""
        await self._model.close()


def entrants(systems: Sequence[Configuration | Model], defaults: Defaults, till: Budget) -> tuple[Entrant, ...]:
    """Return the *systems* ready to play, sorted by name.

    Raises ``UnknownName`` for fewer than two, for two of one name, and for models, bots or scaffolds that there are
    not; ``FatalModelError`` for a server that cannot be one.
    """
    if len(systems) < 2:
        raise UnknownName(
            f"found {len(systems)} system{'s' * (not systems)}, expected at least two that play each other"
        )
    refuse_copies([one for one in systems if isinstance(one, Configuration)])
    found = sorted((_entrant(one, defaults, till) for one in systems), key=lambda made: made.name)
    refuse_namesakes(made.name for made in found)
    return tuple(found)


async def close(systems: Iterable[Entrant]) -> None:
    """Let go of the systems."""
    for entrant in systems:
        await entrant.agent.model.close()


def _entrant(one: Configuration | Model, defaults: Defaults, till: Budget) -> Entrant:
    if not isinstance(one, Configuration):
        return _seated(Agent(one, scaffolds.load("direct")), till, defaults.price)
    kind, _ = catalogue.parsed(one.model, TRACK.bots)
    if one.scaffold != "direct" and kind in {"bot", "human"}:
        raise UnknownName(f"the scaffold {one.scaffold} is for models; {one.model} replies without one")
    if one.hints is not None and kind in {"bot", "human"}:
        raise UnknownName(f"hints = {one.hints!r} is for models; {one.model} is given the legal moves in any case")
    params = {key: str(value) for key, value in one.params.items()}
    thinking = scaffolds.load(one.scaffold, params)
    model = catalogue.load(one.model, TRACK.bots, _sampling(one, defaults), _endpoint(one, defaults))
    price = None if kind in _UNPAID else one.price or defaults.price
    agent = Agent(model, thinking)
    return _seated(replace(agent, name=_name(one, agent.system.name)), till, price, hints=_HINTS.get(one.hints or ""))


def _name(one: Configuration, default: str) -> str:
    """Return what a system is called; hints are part of the name that it has by itself, as its scaffold is."""
    return one.name or default + {"on": "-hints", "off": "-no-hints"}.get(one.hints or "", "")


def _seated(agent: Agent, till: Budget, rates: Rates | None, *, hints: bool | None = None) -> Entrant:
    name, default = agent.system.name, replace(agent, name=None).system.name
    price: Price = free if rates is None else partial(cost, rates)
    system = agent.model.system
    if name != default:
        system = msgspec.structs.replace(system, params=system.params | {DEFAULT_NAME: default})
    return Entrant(replace(agent, model=Player(agent.model, system, name, till, price)), name, hints, rates)


def lacks_price(one: Configuration, defaults: Defaults) -> bool:
    """Return whether a system costs money and nobody said how much."""
    return one.model.partition(":")[0] not in _UNPAID and (one.price or defaults.price) is None


def free(_prompt_tokens: int, _completion_tokens: int) -> float:
    """Return what tokens cost that nobody pays for."""
    return 0.0


def _sampling(one: Configuration, defaults: Defaults) -> Sampling:
    own = defaults.sampling
    temperature = own.temperature if one.temperature is None else one.temperature
    return Sampling(
        None if temperature == "none" else temperature,
        one.max_tokens or own.max_tokens,
        own.seed if one.seed is None else one.seed,
    )


def _endpoint(one: Configuration, defaults: Defaults) -> EndpointOptions:
    own = defaults.endpoint
    return replace(own, base_url=one.base_url or own.base_url, api_key_env=one.api_key_env or own.api_key_env)
