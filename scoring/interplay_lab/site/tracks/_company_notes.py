"""Why the answer to a company question is right, by the notes and rules of its text; a CSV has the things to know."""

import csv
import re
from collections import defaultdict
from collections.abc import Collection
from importlib.resources import files
from itertools import product
from typing import NamedTuple

from interplay.tracks.company.records import Item

_WORDS = csv.reader(files(__package__).joinpath("_company_words.csv").read_text(encoding="utf-8").splitlines()[1:])
_PATTERNS = {thing: re.escape(clause).replace(r"\{value\}", "(.+?)") for thing, clause in _WORDS}
_CLAUSES = {thing: re.compile(pattern + r"(?:[.?]”?)?$", re.IGNORECASE) for thing, pattern in _PATTERNS.items()}
_LABEL = re.compile("|".join(sorted(map(re.escape, _CLAUSES), key=len, reverse=True)))
_NOTE = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)


class Belief(NamedTuple):
    """A value that is so, is believed, or was heard, and the notes that led to it, the last one first."""

    value: str = ""
    notes: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"was last told “{self.value}” in note {self.notes[0]}" if self.notes else "was never told"


class Why(NamedTuple):
    """Why an answer is right: in a sentence, with the notes that decide it, as they stand in the text."""

    question: str
    sentence: str
    notes: tuple[str, ...]


class _Story:
    def __init__(self, people: Collection[str], start: str) -> None:
        inside = next(line for line in start.splitlines() if line.startswith("At the start, ")).partition(" in the ")[0]
        self.now = {thing: Belief(value) for thing, value, _ in map(_stated, start.splitlines()) if value}
        self.rooms: list[dict[str, tuple[int, ...]]] = [{}, {}]
        for name in people:
            self.rooms[name not in inside][name] = ()
        self.beliefs = {name: defaultdict[str, Belief](Belief) for name in people}
        self.heard = defaultdict[tuple[str, str, str], Belief](Belief)
        self.latest: dict[str, str] = {}
        self.missed = defaultdict[tuple[str, str], list[tuple[int, ...]]](list)
        self.calls = defaultdict[str, list[int]](list)

    def take(self, number: int, line: str) -> None:
        """Let a note happen; raise ``LookupError`` or ``ValueError`` for one in words that are not known here."""
        thing, value, words = _stated(line)
        named = [name for name in re.findall(r"\w+", words) if name in self.beliefs]
        is_mine, (inside, outside) = re.match(r"(?:You|I)\b", words), self.rooms
        if thing and not named and re.search("chang", words, re.IGNORECASE):
            self.now[thing] = Belief(value, (number,))
        elif "wrong about" in words:
            for name, beliefs in self.beliefs.items():
                if beliefs[thing].notes and beliefs[thing].value != self.now[thing].value:
                    self._inform(number, "", {name: beliefs[thing].notes}, thing)
        elif "everyone in" in words.lower():
            speaker = "" if is_mine else named[0]
            self._inform(number, speaker, inside, thing or self.latest[speaker])
            for name, notes in outside.items():
                self.missed[name, thing or self.latest[speaker]].append((number, *notes))
        elif len(set(named)) == 1 and not is_mine:
            here, there = self.rooms if named[0] in inside else self.rooms[::-1]
            del here[named[0]]
            there[named[0]] = (number,)
        else:
            speaker = "" if is_mine else max(named, key=named.count)  # named twice, or first
            listener = next(name for name in named if name != speaker)
            self._inform(number, speaker, {listener: ()}, thing or self.latest[speaker])

    def _inform(self, number: int, speaker: str, to: dict[str, tuple[int, ...]], thing: str) -> None:
        value, notes = self.beliefs[speaker][thing] if speaker else self.now[thing]
        listeners = [name for name in to if name != speaker]
        self.calls[thing].append(number)
        for name in listeners:
            self.beliefs[name][thing] = Belief(value, tuple(dict.fromkeys((number, *to[name], *notes))))
            self.latest[name] = thing
            self.missed.pop((name, thing), None)
        for hearer, other in product({*listeners, speaker}, repeat=2):
            self.heard[hearer, other, thing] = Belief(value, (number, *notes))


def why(item: Item) -> Why | None:
    """Return why the answer to *item* is right; ``None`` where its text is in words that are not known here.

    Nor is there a reason in the split ``hard``: its answers count dozens of cases, too many for a sentence.
    """
    if item.split == "hard":
        return None
    text = item.messages[0].content
    notes = dict(_NOTE.findall(text))
    try:
        question, story = text.split("\n\n")[-2], _Story(item.people, text.partition("\n1. ")[0])
        for number, line in notes.items():
            story.take(int(number), line)
        answer, sentence, numbers = _answer(item, story, question)
    except (LookupError, ValueError, StopIteration):
        return None
    decisive = tuple(f"{number}. {notes[str(number)]}" for number in sorted(set(numbers)))
    return Why(question, f"{sentence}.", decisive) if answer == item.gold else None


def _stated(text: str) -> tuple[str, str, str]:
    """Return the thing that *text* is about, its value if its end says one, and what stands before."""
    for thing, clause in _CLAUSES.items():
        if match := clause.search(text):
            return thing, match[1], text[: match.start()]
    return (*_LABEL.findall(text)[-1:], "")[0], "", text


def _answer(item: Item, story: _Story, question: str) -> tuple[tuple[str, ...], str, list[int]]:
    thing, value, _ = _stated(question)
    now, named = story.now[thing], [name for name in re.findall(r"\w+", question) if name in item.people]
    who, *others = named or item.people
    truth = f"at the end it is “{now.value}”, {f'since note {now.notes[0]}' if now.notes else 'as at the start'}"
    believed, missed = story.beliefs[who][thing], story.missed[who, thing]
    numbers, is_yes, sentence = [*believed.notes], believed.value == now.value, f"{who} {believed}"
    if item.kind == "recall":
        beliefs = {name: story.beliefs[name][thing] for name in item.people}
        numbers = [*now.notes, *(number for belief in beliefs.values() for number in belief.notes)]
        knowing = tuple(name for name, belief in beliefs.items() if belief.value == now.value)
        return knowing, "; ".join((*(f"{name} {belief}" for name, belief in beliefs.items()), truth)), numbers
    if item.kind == "second":
        heard = story.heard[who, others[0], thing] if believed.notes else Belief()
        is_yes, hearing = bool(believed.notes) and believed.value == heard.value, f"heard {others[0]} say or be told"
        equal, numbers = "the same" if is_yes else "which is not the same", [*numbers, *heard.notes]
        last = f"last {hearing} “{heard.value}” in note {heard.notes[0]}, {equal}" if heard.notes else ""
        sentence += f", and {last or f'never {hearing} anything about it'}" if believed.notes else ""
    elif item.kind == "stale":
        is_yes = believed.value.lower() == value.lower()
    else:
        times = " and ".join(str(notes[0]) for notes in missed)
        out = f", and was outside when everyone in the room was told in note {times}" if missed and not is_yes else ""
        sentence, numbers = f"{sentence}{out}; {truth}", [*numbers, *now.notes]
        if not is_yes:
            numbers += (*(n for notes in missed for n in notes), *([] if believed.notes else story.calls[thing]))
    return ("yes",) if is_yes else ("no",), sentence, numbers
