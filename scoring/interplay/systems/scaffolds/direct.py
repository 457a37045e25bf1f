"""No scaffold: the model's first reply counts."""

from interplay.core.driver import Ask
from interplay.core.records import Record
from interplay.systems.scaffolds.catalogue import Scaffold, Thinking


class Params(Record, frozen=True):
    """Nothing can be set."""


def make(params: Params) -> Scaffold:  # noqa: ARG001  there are none
    """Return the plain scaffold, which asks once and sends the model's reply as it is."""

    def think(ask: Ask) -> Thinking:
        return (yield ask)

    return Scaffold("direct", think)
