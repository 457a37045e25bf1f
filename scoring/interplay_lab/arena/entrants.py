"""The systems of an arena, ready to play: models with scaffolds, unique names and prices."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import msgspec

from interplay.core.driver import Ask, Reply
from interplay.core.errors import ContextError, FatalModelError, ModelError, UnknownName
from interplay.core.records import Scalar, System
from interplay.core.text import noop, quoted
from interplay.running.budget import Budget, Price
from interplay.systems import catalogue
from interplay.systems.base import DEFAULT_NAME, HUMAN, Agent, BotModel, Meter, Model
from interplay.systems.scaffolds import catalogue as scaffolds
from interplay.systems.spec import Rates, cost
from interplay.tracks.games.track import TRACK
from interplay_lab.arena.configurations import ADVICE, Competitor, check, refuse_too_few

NOTHING: Rates = (0.0, 0.0)
"""What the tokens of free systems cost."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A system of an arena, under its name in files and tables.

    ``hints``: whether its prompts list the legal moves, ``None`` as the matches have it. ``price`` is ``None`` if the
    system is free or has no known price.
    """

    agent: Agent
    name: str
    hints: bool | None = None
    price: Rates | None = None


class Player:
    """A model whose errors name its system, and whose requests are paid from a *till* that all systems share.

    A request that exceeds the model's context gets an empty reply, and the match continues. Decisions of bots do not
    count as requests.
    """

    def __init__(self, model: Model, params: dict[str, Scalar], name: str, till: Budget, price: Price) -> None:
        self._model, self._params, self._name, self._till, self._price = model, params, name, till, price

    @property
    def system(self) -> System:
        """The model as files name it, with more parameters."""
        system = self._model.system
        return msgspec.structs.replace(system, params=system.params | self._params)

    async def reply(self, ask: Ask, meter: Meter = noop) -> Reply:
        """Return the model's reply, after reserving dollars for it, and a turn."""
        worst = self._till.worst(ask, self._price)
        await self._till.reserve(worst)
        reply = None
        try:
            if isinstance(self._model, BotModel):
                meter = noop
            else:
                await self._till.pace.turn()
            reply = await self._model.reply(ask, meter)
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
        """Close the model."""
        await self._model.close()


def entrants(
    systems: Sequence[Competitor | Model],
    till: Budget,
    price: Rates | None = None,
    on_message: Callable[[str], None] = noop,
) -> tuple[Entrant, ...]:
    """Return the *systems* ready to play, sorted by name; *price* is that of models which are objects.

    Raises ``UnknownName`` for fewer than two systems, for equal names, and for unknown models, bots or scaffolds;
    ``FatalModelError`` for an invalid server.
    """
    refuse_too_few(systems)
    ready = [_entrant(system, till, price, on_message) for system in systems]
    for number, name in enumerate(names := [entrant.name for entrant in ready]):
        if name in names[:number]:
            raise UnknownName(f"two systems are named {quoted(name)}; {ADVICE}")
    return tuple(sorted(ready, key=lambda entrant: entrant.name))


async def close(systems: Iterable[Entrant]) -> None:
    """Close the systems."""
    for entrant in systems:
        await entrant.agent.model.close()


def _entrant(
    system: Competitor | Model, till: Budget, price: Rates | None, on_message: Callable[[str], None]
) -> Entrant:
    if isinstance(system, Competitor):
        check(system)
        agent = catalogue.agent(msgspec.structs.replace(system, name=None), TRACK, on_message, till.pace.pause)
        agent = replace(agent, name=system.named(agent.system.name))
        rates, hints = system.rates, system.sees_hints
    else:
        agent, rates, hints = Agent(system, scaffolds.load("direct")), price, None
    name, default = agent.system.name, replace(agent, name=None).system.name
    more: dict[str, Scalar] = {} if name == default else {DEFAULT_NAME: default}
    player = Player(agent.model, more, name, till, partial(cost, rates or NOTHING))
    return Entrant(replace(agent, model=player), name, hints, rates)
