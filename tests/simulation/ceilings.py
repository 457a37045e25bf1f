"""How much the uninformed baselines may pass, and how close the faulty ones must come to their rates."""

from collections.abc import Sequence
from dataclasses import dataclass

from interplay.core.driver import drive
from interplay.tracks.simulation.bots import BOTS
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay.tracks.simulation.track import TRACK, is_decided

CEILINGS = {
    "empty": 0.0,
    "refuse": 0.0,
    "constant": 0.005,
    "echo": 0.01,
    "longest": 0.02,
    "last-reply": 0.02,
    "earlier-reply": 0.02,
    "template": 0.02,
}
"""Greatest share of the scripts that a program decides whose content checks a bot without knowledge may all pass.

An earlier reply is right where a state is shown again, which the gates hold below 2%. Templates have the form of a task
and a guess that is right most often.
"""
ROOM = 0.06
"""How far the share of failed scripts of a faulty bot may be from its rate."""


@dataclass(frozen=True)
class Rates:
    """Shares of the scripts that a program decides that a bot passes, by content and strictly."""

    content: float
    strict: float


def rates(scripts: Sequence[Script], bot: str) -> Rates:
    """Return what a bot passes."""
    graded = []
    for script in filter(is_decided, scripts):
        reply = drive(TRACK.episode(script, 0), BOTS[bot]).response
        assert reply is not None
        graded.append(grade(script, reply))
    passed = (sum(bool(getattr(found, name)) for found in graded) for name in ("content", "strict"))
    return Rates(*(count / len(graded) for count in passed))
