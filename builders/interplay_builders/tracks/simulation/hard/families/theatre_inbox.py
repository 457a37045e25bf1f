"""The front office of a theatre on tour: which requests were carried out, and by whose right."""

from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.inbox import Setting
from interplay_builders.tracks.simulation.hard.words import task_of, texts_of

TEXTS = texts_of(__file__)
SETTING = Setting(task_of(TEXTS, "theatre-front-office", "theatre_inbox"), TEXTS)
FAMILY = Family(SETTING.dialogue)
