"""The split ``hard``: questions of the third order about long dialogues, at four levels."""

from collections.abc import Iterator
from typing import NamedTuple

from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.tracks.company.records import Item, Shortcut
from interplay_builders.tracks.company import texts
from interplay_builders.tracks.company.hard import wording
from interplay_builders.tracks.company.hard.draw import script
from interplay_builders.tracks.company.hard.probes import Candidate, Gold, propose
from interplay_builders.tracks.company.hard.shortcuts import BOTS, RULES, Subject, View, answers
from interplay_builders.tracks.company.probes import Balance
from interplay_builders.tracks.company.wording import message

SPLIT = "hard"


class Level(NamedTuple):
    """How long the dialogues of a level are, and how many people and things they are about."""

    acts: int
    people: int
    topics: int


LEVELS = (Level(80, 5, 4), Level(160, 5, 5), Level(320, 6, 6), Level(640, 6, 8))
DIALOGUES = 8
"""Dialogues of a level."""
DRAWN = 24
"""Dialogues drawn for each one that is kept; the kept ones give rules of thumb no advantage."""


def dialogues(seed: str) -> Iterator[tuple[str, View, list[Candidate]]]:
    """Yield the name of the setting, the dialogue, and its questions, of each dialogue."""
    balance, known, voices = Balance(RULES), texts.settings(texts.HARD), sorted(texts.texts().voices)
    for number in range(DIALOGUES * len(LEVELS)):
        setting, voice = sorted(known)[number % len(known)], voices[number // len(known) % len(voices)]
        level = LEVELS[number // DIALOGUES]
        drawn = []
        for attempt in range(DRAWN):
            stream = Stream("company/hard", seed, f"{number}/{attempt}")
            view = View(script(known[setting], voice, level.people, level.topics, level.acts, stream))
            chosen, gains = propose(balance, view, stream, is_deep=level is not LEVELS[0])
            if chosen:
                drawn.append((balance.worth(gains), attempt, view, chosen, gains))
        if not drawn:
            raise RecordError(f"none of {DRAWN} dialogues of company's hard split has questions of every kind")
        *_, view, chosen, gains = min(drawn)
        balance.take(gains)
        yield setting, view, chosen


def items(seed: str, canary: str) -> Iterator[Item]:
    """Yield the questions of the split."""
    shared, further = texts.texts(), texts.hard_texts()
    for number, (setting, view, chosen) in enumerate(dialogues(seed)):
        drawn, stream = view.script, Stream("company/hard/wordings", seed, str(number))
        narrative = wording.narrative(drawn, shared, further, stream)
        for index, candidate in enumerate(chosen):
            subject = candidate.subject
            closing = shared.closing.names if subject.kind == "whom" else shared.closing.yes_no
            named = subject.others or range(len(drawn.people))
            yield Item(
                canary=canary,
                item_id=f"{SPLIT}/{number}/{index}",
                split=SPLIT,
                kind=subject.kind,
                setting=setting,
                dialogue=f"{SPLIT}/{number}",
                events=len(drawn.acts),
                people=tuple(drawn.people[person] for person in named),
                messages=(message(narrative, wording.asked(drawn, further, subject, stream), closing),),
                gold=_words(candidate.gold, drawn.people),
                shortcuts=tuple(_shortcut(bot, view, subject, drawn.people) for bot in BOTS),
            )


def _shortcut(bot: str, view: View, subject: Subject, people: tuple[str, ...]) -> Shortcut:
    """Return the answer of the first of a bot's rules that the kind of question has."""
    name = next(rule for rule in BOTS[bot] if rule in RULES[subject.kind])
    return Shortcut(bot=bot, answer=_words(answers(view, subject, name), people))


def _words(gold: Gold, people: tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(gold, bool):
        return ("yes",) if gold else ("no",)
    return tuple(people[person] for person in sorted(gold))
