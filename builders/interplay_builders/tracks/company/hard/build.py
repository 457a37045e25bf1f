"""The split ``hard``: questions about several people in long dialogues, at four levels."""

from collections.abc import Iterator, Sequence
from itertools import islice

from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.tracks.company.records import Item, Shortcut
from interplay_builders.tracks.company import texts
from interplay_builders.tracks.company.hard import wording
from interplay_builders.tracks.company.hard.draw import Level, Script, script
from interplay_builders.tracks.company.hard.probes import Candidate, propose
from interplay_builders.tracks.company.hard.shortcuts import BOTS, RULES, Subject, View, answers
from interplay_builders.tracks.company.probes import Balance, Gains
from interplay_builders.tracks.company.wording import message

SPLIT = "hard"


LEVELS = (Level(80, 5, 4, 5, 3), Level(160, 5, 6, 3, 3), Level(320, 6, 8, 2, 4), Level(640, 6, 8, 0, 5))
DIALOGUES = 16
"""Dialogues of a level."""
DRAWN, ATTEMPTS = 3, 100
"""Dialogues compared for each one that is kept, so that no rule of thumb gains, and the most that are drawn."""
Drawn = tuple[float, int, View, list[Candidate], Gains]


def dialogues(seed: str) -> Iterator[tuple[str, View, list[Candidate]]]:
    """Yield the name of the setting, the dialogue, and its questions, of each dialogue."""
    balance, names = Balance(RULES), sorted(texts.settings(texts.HARD))
    for number in range(DIALOGUES * len(LEVELS)):
        kept = min(islice(_drawn(seed, number, balance), DRAWN), default=None)
        if kept is None:
            raise RecordError(f"none of {ATTEMPTS} dialogues of company's hard split has questions of every kind")
        *_, view, chosen, gains = kept
        balance.take(gains)
        yield names[number % len(names)], view, chosen


def _drawn(seed: str, number: int, balance: Balance) -> Iterator[Drawn]:
    """Yield dialogues that have questions of every kind, with what rules of thumb would have gained by them."""
    known, level = texts.settings(texts.HARD), LEVELS[number // DIALOGUES]
    voices = sorted({*texts.texts().voices} - ({"spoken"} if level is LEVELS[-1] else set()))  # the longest one
    setting, voice = known[sorted(known)[number % len(known)]], voices[number // len(known) % len(voices)]
    for attempt in range(ATTEMPTS):
        stream = Stream("company/hard", seed, f"{number}/{attempt}")
        view = View(script(setting, voice, level, stream))
        chosen, gains = propose(balance, view, stream, level.asked)
        if chosen:
            yield balance.worth(gains), attempt, view, chosen, gains


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
