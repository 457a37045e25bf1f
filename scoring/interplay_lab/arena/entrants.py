"""The systems of an arena as it plays them: models with scaffolds, one name each, and a price."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import msgspec

from interplay.core.driver import Ask, Reply
from interplay.core.errors import ContextError, FatalModelError, ModelError
from interplay.core.pricing import Rates, cost
from interplay.core.records import System
from interplay.running.budget import Budget, Price
from interplay.systems import catalogue
from interplay.systems.agent import DEFAULT_NAME, Agent
from interplay.systems.base import HUMAN, Meter, Model, unmetered
from interplay.systems.bots import BotModel
from interplay.systems.scaffolds import catalogue as scaffolds
from interplay.tracks.games.track import TRACK
from interplay_lab.arena.configurations import Configuration, refuse_copies, refuse_lonely, refuse_namesakes
from interplay_lab.arena.settings import Defaults, setting


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
    What a bot is asked is sent nowhere, so it counts as no request.
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
            reply = await self._model.reply(ask, unmetered if isinstance(self._model, BotModel) else meter)
        except ContextError:
            return Reply("")
        except FatalModelError as error:
            is_person = self.system.provider == HUMAN
            why = str(error).partition(";")[0] if is_person else error  # the arena says itself what is kept
            raise FatalModelError(f"{self._name}: {why}") from None
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
    refuse_lonely(systems)
    refuse_copies([one for one in systems if isinstance(one, Configuration)])
    made = sorted((_entrant(one, defaults, till) for one in systems), key=lambda one: one.name)
    refuse_namesakes(one.name for one in made)
    return tuple(made)


async def close(systems: Iterable[Entrant]) -> None:
    """Let go of the systems."""
    for entrant in systems:
        await entrant.agent.model.close()


def _entrant(one: Configuration | Model, defaults: Defaults, till: Budget) -> Entrant:
    if not isinstance(one, Configuration):
        return _seated(Agent(one, scaffolds.load("direct")), till, defaults.price)
    own = setting(one, defaults)
    agent = Agent(catalogue.load(one.model, TRACK.bots, own.sampling, own.endpoint), own.scaffold)
    return _seated(replace(agent, name=own.name(agent.system.name)), till, own.price, hints=own.hints)


def _seated(agent: Agent, till: Budget, rates: Rates | None, *, hints: bool | None = None) -> Entrant:
    name, default = agent.system.name, replace(agent, name=None).system.name
    price: Price = free if rates is None else partial(cost, rates)
    system = agent.model.system
    if name != default:
        system = msgspec.structs.replace(system, params=system.params | {DEFAULT_NAME: default})
    return Entrant(replace(agent, model=Player(agent.model, system, name, till, price)), name, hints, rates)


def free(_prompt_tokens: int, _completion_tokens: int) -> float:
    """Return what tokens cost that nobody pays for."""
    return 0.0
