"""The split ``hard``: questions about several people in long dialogues, at four levels."""

from collections.abc import Iterator, Sequence

from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.tracks.company.records import Item, Shortcut
from interplay_builders.tracks.company import texts
from interplay_builders.tracks.company.hard import wording
from interplay_builders.tracks.company.hard.draw import Level, Script, script
from interplay_builders.tracks.company.hard.probes import Candidate, propose
from interplay_builders.tracks.company.hard.shortcuts import BOTS, RULES, Subject, View, answers
from interplay_builders.tracks.company.wording import message

SPLIT = "hard"
_PROSE, _LOG = ("told", "noted", "spoken"), ("log",)
LEVELS = (
    Level(40, 4, 3, 6, 3, _PROSE),
    Level(240, 6, 6, 3, 4, _PROSE),
    Level(800, 8, 8, 2, 6, _LOG),
    Level(1600, 12, 8, 0, 12, _LOG),
)
DIALOGUES = 24
"""Dialogues of a level."""
ATTEMPTS = 100
"""The most dialogues that are drawn for each one that is kept."""


def dialogues(seed: str) -> Iterator[tuple[str, View, list[Candidate]]]:
    """Yield the name of the setting, the dialogue, and its questions, of each dialogue."""
    names = sorted(texts.settings(texts.HARD))
    for number in range(DIALOGUES * len(LEVELS)):
        yield names[number % len(names)], *_drawn(seed, number)


def _drawn(seed: str, number: int) -> tuple[View, list[Candidate]]:
    """Return a dialogue that has questions of every kind, and its questions."""
    known, level = texts.settings(texts.HARD), LEVELS[number // DIALOGUES]
    setting = known[sorted(known)[number % len(known)]]
    voice = level.voices[number // len(known) % len(level.voices)]
    for attempt in range(ATTEMPTS):
        stream = Stream("company/hard", seed, f"{number}/{attempt}")
        view = View(script(setting, voice, level, stream))
        if chosen := propose(view, stream, level.asked):
            return view, chosen
    raise RecordError(f"none of {ATTEMPTS} dialogues of company's hard split has questions of every kind")


def items(seed: str, canary: str) -> Iterator[Item]:
    """Yield the questions of the split."""
    shared, further = texts.texts(), texts.hard_texts()
    for number, (setting, view, chosen) in enumerate(dialogues(seed)):
        drawn, stream = view.script, Stream("company/hard/wordings", seed, str(number))
        narrative = wording.narrative(drawn, shared, further, stream)
        for index, candidate in enumerate(chosen):
            subject = candidate.subject
            yield Item(
                canary=canary,
                item_id=f"{SPLIT}/{number}/{index}",
                split=SPLIT,
                kind=subject.kind,
                setting=setting,
                dialogue=f"{SPLIT}/{number}",
                events=len(drawn.acts),
                people=tuple(drawn.people[person] for person in subject.group),
                messages=(message(narrative, wording.asked(drawn, further, subject, stream), further.closing),),
                gold=_words(drawn, subject, candidate.gold),
                shortcuts=tuple(_shortcut(bot, view, subject) for bot in BOTS),
            )


def _shortcut(bot: str, view: View, subject: Subject) -> Shortcut:
    """Return the answer of the first of a bot's rules that the kind of question has."""
    rules = RULES[subject.kind]
    name = next(rule for rule in BOTS[bot] if rule in rules)
    return Shortcut(bot=bot, answer=_words(view.script, subject, answers(view, subject, rules[name])))


def _words(drawn: Script, subject: Subject, numbers: Sequence[int]) -> tuple[str, ...]:
    """Return each person of the group with their number."""
    return tuple(f"{drawn.people[person]} {number}" for person, number in zip(subject.group, numbers, strict=True))
