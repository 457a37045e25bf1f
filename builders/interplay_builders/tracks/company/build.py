"""The company track of a release: questions about dialogues of moderate length, and the split ``hard``."""

from collections.abc import Iterator, Sequence

from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.core.records import Finding, Header
from interplay.tracks.company.records import Item, Prediction
from interplay_builders.tracks.base import DataFile, TrackFiles
from interplay_builders.tracks.company import draw, texts, wording
from interplay_builders.tracks.company.hard import build as hard
from interplay_builders.tracks.company.probes import Choice, Chooser
from interplay_builders.tracks.company.story import Story

SPLIT = "standard"
ID = "company"
"""What the ids of the split begin with."""
DIALOGUES, PEOPLE = 60, 5
EVENTS = (40, 60, 80)
DRAWN = 80
"""Dialogues drawn for each one that is kept; the kept ones give rules of thumb no advantage."""


def build(seed: str, canary: str) -> TrackFiles:
    """Return the questions of the release."""
    files = (
        DataFile("company/company.jsonl.gz", "company", Item, tuple(_items(seed, canary)), (SPLIT,)),
        DataFile("company/hard.jsonl.gz", "company", Item, tuple(hard.items(seed, canary)), (hard.SPLIT,)),
    )
    return TrackFiles("company", (hard.SPLIT, SPLIT), files, (Header, Prediction))


def check() -> tuple[Finding, ...]:
    """Return nothing: texts are read strictly, and what items must satisfy is tested on drawn ones."""
    texts.texts()
    texts.hard_texts()
    for folder in (texts.SETTINGS, texts.LONG, texts.HARD):
        texts.settings(folder)
    return ()


def dialogues(seed: str) -> Iterator[tuple[str, Story, Choice]]:
    """Yield the name of the setting, the dialogue, and its probes, of each dialogue."""
    chooser, known, voices = Chooser(), texts.settings(), sorted(texts.texts().voices)
    for number in range(DIALOGUES):
        setting = sorted(known)[number % len(known)]
        voice = voices[number // len(known) % len(voices)]
        events = EVENTS[(number + number // 18) % len(EVENTS)]
        drawn = []
        for attempt in range(DRAWN):
            stream = Stream("company/dialogues", seed, f"{number}/{attempt}")
            drawn.append((draw.story(known[setting], voice, PEOPLE, events, stream), stream))
        story, choice = _kept(chooser, drawn)
        chooser.take(choice.gains)
        yield setting, story, choice


def _kept(chooser: Chooser, drawn: Sequence[tuple[Story, Stream]]) -> tuple[Story, Choice]:
    """Return the first dialogue about which all kinds can be asked, those that help rules of thumb least in front."""
    for story, stream in sorted(drawn, key=lambda pair: chooser.hint(pair[0])):
        choice = chooser.propose(story, stream)
        if choice is not None:
            return story, choice
    raise RecordError(f"none of {len(drawn)} dialogues of the company track has probes of every kind")


def _items(seed: str, canary: str) -> Iterator[Item]:
    shared = texts.texts()
    for number, (setting, story, choice) in enumerate(dialogues(seed)):
        stream = Stream("company/wordings", seed, str(number))
        narrative = wording.narrative(story, shared, stream)
        for index, probe in enumerate(choice.probes):
            dialogue = f"{ID}/{number}"
            yield Item(
                canary=canary,
                item_id=f"{dialogue}/{index}",
                split=SPLIT,
                kind=probe.kind,
                setting=setting,
                dialogue=dialogue,
                events=len(story.events),
                people=story.people,
                messages=(wording.message(narrative, *wording.asked(story, shared, probe, stream)),),
                gold=probe.gold,
            )
