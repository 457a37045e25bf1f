"""Scaffolds: what a model is asked before its reply counts. Each file is one; it turns an ask into several."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping

import msgspec

from interplay.errors import UnknownName, nearest
from interplay.exchange import Ask, Done, Steps, advance, begin
from interplay.exchange import P as P
from interplay.scaffolds.base import Scaffold as Scaffold
from interplay.types import System


def names() -> tuple[str, ...]:
    """Return the name of every scaffold, sorted."""
    found = (m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))
    return tuple(sorted(name for name in found if name != "base"))


def load(name: str, params: Mapping[str, str] | None = None) -> Scaffold:
    """Return the scaffold called *name* with these parameters, which have defaults.

    Raises ``UnknownName`` for a scaffold or a parameter that there is not, or a value that does not fit.
    """
    if name not in names():
        raise UnknownName(f"unknown scaffold {name!r}{nearest(name, names())}; expected one of {', '.join(names())}")
    module = importlib.import_module(f"{__name__}.{name}")
    given = dict(params or {})
    known = [field.name for field in msgspec.structs.fields(module.Params)]
    for key in given:
        if key not in known:
            has = f"it takes {', '.join(known)}" if known else "it takes none"
            raise UnknownName(f"the scaffold {name} has no parameter {key!r}{nearest(key, known)}; {has}")
    try:
        chosen = msgspec.convert(given, module.Params, strict=False)
    except msgspec.ValidationError as error:
        raise UnknownName(f"a parameter of the scaffold {name} does not fit: {error}") from None
    scaffold: Scaffold = module.make(chosen)
    return scaffold


def system_of(system: System, scaffold: Scaffold) -> System:
    """Return *system* as submissions name it: the scaffold is part of the name, its parameters are listed."""
    if scaffold.name == "direct":
        return system
    params = {f"{scaffold.name}_{key}": value for key, value in scaffold.params.items()}
    name = f"{system.name}-{scaffold.name}"
    return msgspec.structs.replace(system, name=name, scaffold=scaffold.name, params=system.params | params)


def scaffolded(steps: Steps[P], scaffold_of: Callable[[str], Scaffold]) -> Steps[P]:
    """Drive *steps*, where the scaffold of the player who is asked thinks before each reply."""
    ask: Ask | Done[P] = begin(steps)
    while not isinstance(ask, Done):
        ask = advance(steps, (yield from scaffold_of(ask.player).think(ask)))
    return ask.prediction
