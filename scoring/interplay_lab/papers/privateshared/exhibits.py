"""Tables and figures that the document of privateshared describes, by name, since it has no numbers for them."""

from functools import partial
from typing import Final

from interplay_lab.papers.privateshared import experiments, rounds, shifts
from interplay_lab.papers.privateshared.groups import on_track
from interplay_lab.papers.records import Exhibit

TRACK: Final = "scorekeeping"

EXHIBITS: Final = (
    Exhibit("Main score", "Main score of each system, and its components", experiments.scores),
    Exhibit("Experiments", "Kappa and slot filling by experiment", experiments.table),
    Exhibit("Kappa", "Kappa by experiment", on_track(partial(experiments.figure, name="kappa"))),
    Exhibit("Slot filling", "Slot filling by experiment", on_track(partial(experiments.figure, name="slot_filling"))),
    Exhibit("Rounds", "Accuracy by probing round, five slots", rounds.figure),
    Exhibit("Rounds of all lengths", "Accuracy by probing round, every split and length", rounds.table),
    Exhibit("Shifts", "When a slot shifts from private to shared, and when the system says so", shifts.table),
    Exhibit("Lags", "Rounds from a slot's shift to the first claim that it is shared", shifts.figure),
)
"""From whole episodes to single slots."""
