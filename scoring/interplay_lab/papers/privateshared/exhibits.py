"""Tables and figures of what the document of privateshared describes; it numbers none, so they go by their names."""

from typing import Final

from interplay_lab.papers.privateshared import experiments, rounds, shifts
from interplay_lab.papers.records import Exhibit

TRACK: Final = "scorekeeping"

EXHIBITS: Final = (
    Exhibit("Main score", "Main score of each system, and what it is made of", experiments.scores),
    Exhibit("Experiments", "Kappa and slot filling by experiment", experiments.table),
    Exhibit("Kappa", "Kappa by experiment", experiments.figure("kappa", "kappa", 2)),
    Exhibit("Slot filling", "Slot filling by experiment", experiments.figure("slot_filling", "slot filling", 2)),
    Exhibit("Rounds", "Accuracy by probing round, five slots", rounds.figure),
    Exhibit("Rounds of all lengths", "Accuracy by probing round, every split and length", rounds.table),
    Exhibit("Shifts", "The turn at which a slot shifts from private to shared, and whether it is told", shifts.table),
    Exhibit("Lags", "How long after the shift of a slot it is first said to be shared", shifts.figure),
)
"""From the score that sums up an episode to single slots."""
