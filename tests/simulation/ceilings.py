"""How much the bots that know nothing may pass, and how close the faulty ones must come to their rates."""

from collections.abc import Sequence
from dataclasses import dataclass

from interplay.core.driver import drive
from interplay.tracks.simulation.bots import BOTS
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay.tracks.simulation.track import TRACK

CEILINGS = {"empty": 0.0, "echo": 0.01, "refuse": 0.0, "longest": 0.02}
"""Greatest share of scripts with content checks whose content checks a bot without knowledge may all pass.

An earlier reply is right where a state is shown again, which the gates hold below 2%.
"""
ROOM = 0.06
"""How far the share of failed scripts of a faulty bot may be from its rate."""


@dataclass(frozen=True)
class Rates:
    """Shares of scripts that a bot passes: by content among those with content checks, strictly among all checked."""

    content: float
    strict: float


def rates(scripts: Sequence[Script], bot: str) -> Rates:
    """Return what a bot passes."""
    graded = []
    for script in (script for script in scripts if script.checks):
        reply = drive(TRACK.episode(script, 0), BOTS[bot]).response
        assert reply is not None
        graded.append(grade(script, reply))
    content = [found.content for found in graded if found.content is not None]
    return Rates(sum(content) / len(content), sum(bool(found.strict) for found in graded) / len(graded))
