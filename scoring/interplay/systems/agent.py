"""A model together with the scaffold in which it thinks."""

from dataclasses import dataclass

from interplay.core.records import System
from interplay.systems.base import Model
from interplay.systems.scaffolds import catalogue
from interplay.systems.scaffolds.base import Scaffold


@dataclass(frozen=True, slots=True)
class Agent:
    """A model with the scaffold in which it thinks."""

    model: Model
    scaffold: Scaffold

    @property
    def system(self) -> System:
        """Return the agent as submissions name it."""
        return catalogue.system_of(self.model.system, self.scaffold)
