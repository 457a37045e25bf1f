"""Systems under test by what they are called: a model on a server, a local model, a track's bot, a person."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from msgspec.structs import replace

from interplay.core import extensions
from interplay.core.discovery import unknown
from interplay.core.errors import UnknownName
from interplay.core.extras import require
from interplay.core.text import nearest, noop
from interplay.systems.base import HUMAN, Agent, BotModel, Bots, Model
from interplay.systems.endpoint import Endpoint
from interplay.systems.endpoint import check as check_endpoint
from interplay.systems.scaffolds import catalogue as scaffolds
from interplay.systems.scaffolds.catalogue import Scaffold
from interplay.systems.spec import SystemSpec

BOT = "bot"
RANDOM = "random"
LOCAL = "local"
KINDS = ("openai", LOCAL, BOT, HUMAN)
LAB = frozenset({LOCAL, HUMAN})
"""Kinds that other packages load, see ``extensions.SYSTEMS``."""
Sleep = Callable[[float], Awaitable[object]]


class Field(Protocol):
    """What a system has to know of the track that it is run on."""

    @property
    def bots(self) -> Bots: ...

    @property
    def reply_tokens(self) -> int: ...

    @property
    def random_bot(self) -> str: ...


def check(spec: SystemSpec, field: Field) -> None:
    """Raise what ``agent`` would raise for *spec*, without loading a model or speaking to a server."""
    scaffold(spec)
    kind = parsed(_named(spec, field), field.bots)
    if kind in LAB:
        extensions.system_loader(kind)(spec)
    if kind == "openai":
        check_endpoint(spec)


def parsed(spec: SystemSpec, bots: Bots) -> str:
    """Return the kind of a system; raise ``UnknownName`` where there can be none that is so called."""
    if spec.kind not in KINDS or not (spec.model_name or spec.kind == HUMAN):
        expected = "openai:NAME, local:NAME, bot:NAME or human"
        raise UnknownName(f"unknown model {spec.model!r}{nearest(spec.kind, KINDS)}; expected {expected}")
    if spec.kind == BOT and spec.model_name not in bots:
        raise unknown("bot", spec.model_name, bots)
    if spec.kind == LOCAL and spec.extras:
        raise UnknownName(f"{next(iter(spec.extras))} is for models on a server; {spec.model} runs without one")
    if spec.kind == "openai" and spec.observation != "text":
        require("resvg_py", "sending pictures")
    return spec.kind


def load(spec: SystemSpec, bots: Bots, on_message: Callable[[str], None] = noop, sleep: Sleep = asyncio.sleep) -> Model:
    """Return the model of a system; raise ``UnknownName`` for one of another form, or a bot that the track lacks."""
    kind = parsed(spec, bots)
    if kind in LAB:
        model: Model = extensions.system_loader(kind)(spec)()
        return model
    if kind == BOT:
        return BotModel(spec.model_name, bots[spec.model_name])
    return Endpoint(spec, on_message, sleep)


def scaffold(spec: SystemSpec) -> Scaffold:
    """Return the scaffold of a system; raise ``UnknownName`` for a system that has no use for one."""
    loaded = scaffolds.load(spec.scaffold, {key: str(value) for key, value in spec.params.items()})
    if loaded.name != "direct" and spec.kind in {BOT, HUMAN}:
        raise UnknownName(f"the scaffold {loaded.name} is for models; {spec.model} replies without one")
    return loaded


def agent(
    spec: SystemSpec, field: Field, on_message: Callable[[str], None] = noop, sleep: Sleep = asyncio.sleep
) -> Agent:
    """Return a system for the track *field*; *on_message* is told of waits and of a server that is down.

    *sleep* is what waits before a request is repeated.
    """
    thinking = scaffold(spec)
    named = _named(spec, field).within(field.reply_tokens)
    return Agent(load(named, field.bots, on_message, sleep), thinking, spec.name)


def _named(spec: SystemSpec, field: Field) -> SystemSpec:
    """Return the system with the bot of the track that ``bot:random`` is."""
    return replace(spec, model=f"{BOT}:{field.random_bot}") if spec.model == f"{BOT}:{RANDOM}" else spec
