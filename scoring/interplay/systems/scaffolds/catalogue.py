"""Find scaffolds by the names of their files, and put them between a driver and a model."""

from collections.abc import Callable, Mapping
from types import ModuleType

import msgspec

from interplay.core import extensions
from interplay.core.discovery import Catalogue
from interplay.core.driver import Ask, Done, Steps, advance, begin
from interplay.core.driver import P as P  # noqa: PLC0414  part of this module's interface
from interplay.core.errors import UnknownName
from interplay.core.records import System
from interplay.core.text import nearest
from interplay.systems.scaffolds.base import Scaffold as Scaffold  # noqa: PLC0414  part of this module's interface

SCAFFOLDS: Catalogue[ModuleType] = Catalogue(
    "interplay.systems.scaffolds", "", "scaffold", shared=frozenset({"base", "catalogue"}), group=extensions.SCAFFOLDS
)


names = SCAFFOLDS.names


def load(name: str, params: Mapping[str, str] | None = None) -> Scaffold:
    """Return the scaffold called *name* with these parameters, which have defaults.

    Raises ``UnknownName`` for a scaffold or a parameter that there is not, or a value that does not fit.
    """
    module = SCAFFOLDS.load(name)
    given = dict(params or {})
    known = [field.name for field in msgspec.structs.fields(module.Params)]
    for key in given:
        if key not in known:
            has = f"it takes {', '.join(known)}" if known else "it takes none"
            raise UnknownName(f"the scaffold {name} has no parameter {key!r}{nearest(key, known)}; {has}")
    try:
        chosen = msgspec.convert(given, module.Params, strict=False)
    except msgspec.ValidationError as error:
        raise UnknownName(f"invalid parameter of the scaffold {name}: {error}") from None
    scaffold: Scaffold = module.make(chosen)
    return scaffold


def system_of(system: System, scaffold: Scaffold) -> System:
    """Return *system* as submissions name it: the scaffold is part of the name, its parameters are listed.

    Parameters that are not the scaffold's defaults are part of the name, too: ``m-rap-depth4``.
    """
    if scaffold.name == "direct":
        return system
    params = {f"{scaffold.name}_{key}": value for key, value in scaffold.params.items()}
    defaults = load(scaffold.name).params
    others = (f"-{key}{value}" for key, value in scaffold.params.items() if value != defaults[key])
    name, *asked = system.name.partition(" (")  # how a model is asked stands last, in brackets
    name = "".join([f"{name}-{scaffold.name}", *others, *asked])
    return msgspec.structs.replace(system, name=name, scaffold=scaffold.name, params=system.params | params)


def scaffolded(steps: Steps[P], scaffold_of: Callable[[str], Scaffold]) -> Steps[P]:
    """Drive *steps*, where the scaffold of the player who is asked thinks before each reply."""
    ask: Ask | Done[P] = begin(steps)
    while not isinstance(ask, Done):
        ask = advance(steps, (yield from scaffold_of(ask.player).think(ask)))
    return ask.prediction
