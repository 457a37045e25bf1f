"""The request desk of a laboratory: which requests were carried out, and by whose right."""

from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.inbox import Setting
from interplay_builders.tracks.simulation.hard.words import task_of, texts_of

TEXTS = texts_of(__file__)
TASK = task_of(TEXTS, "laboratory-request-desk", "lab_inbox")
SETTING = Setting(
    task=TASK,
    domain="nordlab.example",
    month="May",
    areas=("purchases", "instruments", "keys"),
    owners=("Karin", "Mei", "Tobias"),
    staff=("Lena", "Omar", "Pavel", "Julia", "Sanna", "Hugo", "Wen", "Ines", "Arne"),
    goods=("nitrile gloves", "a pipette set", "pump oil", "filter paper", "two stirrers", "a box of vials", "argon"),
    slots=("the microscope", "the laser", "the centrifuge"),
    keys=("the cold room", "the workshop", "the solvent store"),
)
FAMILY = Family(SETTING.dialogue, (1, 2, 3, 4))
