"""A model together with the scaffold in which it thinks."""

from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from interplay.core.records import System
from interplay.systems.base import Model
from interplay.systems.scaffolds import catalogue
from interplay.systems.scaffolds.base import Scaffold

DEFAULT_NAME: Final = "default_name"
"""The parameter in which a system of an arena keeps what it is called where nobody names it."""


@dataclass(frozen=True, slots=True)
class Agent:
    """A model with the scaffold in which it thinks, and a name of its own where it has one."""

    model: Model
    scaffold: Scaffold
    name: str | None = None

    @property
    def system(self) -> System:
        """Return the agent as submissions name it: with its own name, or one made of model and scaffold."""
        system = catalogue.system_of(self.model.system, self.scaffold)
        return system if self.name is None else replace(system, name=self.name)
