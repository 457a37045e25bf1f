"""Find plug-ins by the names of their files: a new game, judge, check, scaffold or track is a new file, and no list."""

import importlib
import pkgutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Generic, TypeVar, cast

from interplay.core import extensions
from interplay.core.errors import UnknownName
from interplay.core.text import nearest

T = TypeVar("T")


@dataclass(frozen=True)
class Catalogue(Generic[T]):
    """The plug-ins of one kind: what the modules of *package* define as *attribute*; the modules where that is empty.

    *kind* is the word for one of them in messages. With *module*, a plug-in is a folder that holds a module of this
    name, such as ``rules``; otherwise it is a file. Modules called in *shared*, and those whose names begin with an
    underscore, are not plug-ins. Packages that other distributions name as entry points of *group* are searched like
    *package* itself. Nothing but the plug-in that is asked for gets imported.
    """

    package: str
    attribute: str
    kind: str
    module: str = ""
    shared: frozenset[str] = frozenset()
    group: str = ""

    def names(self) -> tuple[str, ...]:
        """Return the name of every plug-in, sorted."""
        return tuple(sorted({name for package in self._packages() for name in self._names(package)}))

    def check(self, name: str) -> str:
        """Return *name* when there is a plug-in of that name; raise ``UnknownName`` with the nearest one otherwise."""
        if name not in self.names():
            raise unknown(self.kind, name, self.names())
        return name

    def load(self, name: str) -> T:
        """Return the plug-in called *name*; raise ``UnknownName`` with the nearest name when there is none."""
        self.check(name)
        package = next(package for package in self._packages() if name in self._names(package))
        module = importlib.import_module(".".join(filter(None, (package, name, self.module))))
        return cast("T", getattr(module, self.attribute) if self.attribute else module)

    def _packages(self) -> tuple[str, ...]:
        return (self.package, *(extensions.packages(self.group) if self.group else ()))

    def _names(self, package: str) -> tuple[str, ...]:
        folders = tuple((sys.modules.get(package) or importlib.import_module(package)).__path__)
        return tuple(name for name in _listed(folders, self.module) if name not in self.shared)


def unknown(kind: str, name: str, known: Iterable[str], or_else: str = "") -> UnknownName:
    """Return the error that nothing of a *kind* is called *name*; it names the nearest, and all *known* names.

    *or_else* is what is accepted beside a name.
    """
    names = tuple(known)
    expected = ", ".join(names) + (f", or {or_else}" if or_else else "")
    return UnknownName(f"unknown {kind} {name!r}{nearest(name, names)}; expected one of {expected}")


@lru_cache(maxsize=64)
def _listed(path: tuple[str, ...], module: str) -> tuple[str, ...]:
    entries = [entry for entry in pkgutil.iter_modules(path) if not entry.name.startswith("_")]
    if not module:
        return tuple(sorted(entry.name for entry in entries if not entry.ispkg))
    holds = {entry.name for entry in entries for folder in path if Path(folder, entry.name, f"{module}.py").is_file()}
    return tuple(sorted(holds))
