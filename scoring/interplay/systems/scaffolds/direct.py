"""No scaffold: the model's first reply counts."""

from collections.abc import Mapping

from interplay.core.driver import Ask
from interplay.core.records import Record, Scalar
from interplay.systems.scaffolds.base import Scaffold, Thinking


class Params(Record, frozen=True):
    """Nothing can be set."""


class Direct:
    """The plain scaffold: asks once and sends the model's reply as it is."""

    name = "direct"
    searches = False
    own_tokens = 0

    def __init__(self, params: Params) -> None:
        del params
        self.params: Mapping[str, Scalar] = {}

    def think(self, ask: Ask) -> Thinking:
        """Ask once."""
        return (yield ask)

    def calls(self, actions: int) -> int:
        """Return 1."""
        del actions
        return 1


def make(params: Params) -> Scaffold:
    """Return the scaffold."""
    return Direct(params)
