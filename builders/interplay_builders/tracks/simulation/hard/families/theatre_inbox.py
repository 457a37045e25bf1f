"""The front office of a theatre on tour: which requests were carried out, and by whose right."""

from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.inbox import Setting
from interplay_builders.tracks.simulation.hard.words import task_of, texts_of

TEXTS = texts_of(__file__)
TASK = task_of(TEXTS, "theatre-front-office", "theatre_inbox")
SETTING = Setting(
    task=TASK,
    domain="lantern.example",
    month="June",
    areas=("the costumes", "the rooms", "the keys"),
    owners=("Ruth", "Diego", "Nora"),
    staff=("Ivo", "Maud", "Kofi", "Elsa", "Tim", "Lotte", "Basil", "Yara", "Finn"),
    goods=("twelve hats", "a bolt of velvet", "stage boots", "ruffs", "a fur cape", "buttons", "two wigs"),
    slots=("the studio", "the foyer", "the paint loft"),
    keys=("the armoury", "the prop cellar", "the lighting box"),
)
FAMILY = Family(SETTING.dialogue, (1, 2, 3, 4))
