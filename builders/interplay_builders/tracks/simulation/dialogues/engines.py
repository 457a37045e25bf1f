"""Engines: reference simulators that compute the true replies of the dialogues of one task."""

import importlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar, get_type_hints

import msgspec

from interplay.core.errors import RecordError
from interplay.tracks.simulation.records import Check

A_contra = TypeVar("A_contra", contravariant=True)
FAMILIES = "interplay_builders.tracks.simulation.families"
"""The package whose folders are the families."""
_NAME = re.compile(r"[a-z]\w*\.[A-Z]\w*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Answer:
    """A true reply, and the checks that decide whether another reply says the same.

    ``encode`` turns the text, on which the edits of wrong replies work, into what is sent; by default nothing changes.
    """

    text: str
    checks: tuple[Check, ...]
    encode: Callable[[str], str] = str

    @property
    def reply(self) -> str:
        """What is sent."""
        return self.encode(self.text)


class Engine(Protocol[A_contra]):
    """A simulated system with its state, created for each dialogue.

    A file's ``do`` is read as the type of ``asked``: commands (``Sequence[str]``), or a record of the engine's own. A
    constructor with the parameter ``setup`` is given the file's ``[setup]``, read as the type of that parameter.
    """

    def answer(self, asked: A_contra, /) -> Answer:
        """Obey one request and return the reply; raise ``ValueError`` or ``RecordError`` for what is not known."""


EngineClass = Callable[..., Engine[Any]]
Start = Callable[[], Engine[Any]]


def named(folder: Path, name: str) -> EngineClass:
    """Return the engine called ``module.Class`` in the folder of a family; raise ``RecordError`` if there is none."""
    module, _, kind = name.partition(".")
    kind_ = None
    if _NAME.fullmatch(name) and (folder / f"{module}.py").is_file():
        kind_ = getattr(importlib.import_module(f"{FAMILIES}.{folder.name}.{module}"), kind, None)
    if not isinstance(kind_, type) or not hasattr(kind_, "answer"):
        raise RecordError(f"found the engine {name!r}, expected module.Class in the folder {folder.name!r}")
    engine: EngineClass = kind_
    return engine


def ready(engine: EngineClass, setup: dict[str, Any] | None) -> Start:
    """Return what makes a fresh engine in the state that *setup* describes; raise ``ValueError`` where it cannot."""
    wanted = get_type_hints(getattr(engine, "__init__")).get("setup")  # noqa: B009  mypy distrusts __init__ of classes
    if wanted is None:
        if setup is not None:
            raise ValueError("found setup, expected none for this engine")
        return engine
    start = msgspec.convert(setup or {}, wanted)
    return lambda: engine(setup=start)


def answered(engine: Engine[Any], asked: object) -> Answer:
    """Return the engine's answer to what a file asks it."""
    hints = get_type_hints(engine.answer)
    kind = next(kind for name, kind in hints.items() if name != "return")
    return engine.answer(msgspec.convert(asked, kind))
