"""Read the numbered notes of a question of the company track back, to say which of them decide its answer, and why.

Rows hold notes as text alone. What is said here is computed from that text by the rules that the text states, and is
said only where it leads to the row's own answer.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from interplay.tracks.company.records import Item

_THINGS = {
    "the opening time": "the fair opens at {}",
    "the ticket price": "a ticket costs {}",
    "the location of the concert": "the concert takes place {}",
    "the theme of the parade": "the theme of the parade is {}",
    "the call time": "the crew meets at {}",
    "the location of the last scene": "the last scene will be shot {}",
    "the title of the film": "the title of the film is {}",
    "the name of the villain": "the name of the villain is {}",
    "the destination of the hike": "the hike goes to {}",
    "the meeting point": "the group meets {}",
    "the number of the bus": "the bus to take is number {}",
    "the departure time of the bus": "the bus leaves at {}",
    "the moving day": "the move takes place on {}",
    "the name of the moving company": "the moving company is {}",
    "the color of the new walls": "the new walls will be {}",
    "the door code": "the door code is {}",
    "the topic of the exhibition": "the exhibition is about {}",
    "the name of the main sponsor": "the main sponsor is {}",
    "the location of the exhibition": "the exhibition will be shown in {}",
    "the number of exhibits": "there are {} exhibits",
    "the starting time of the first race": "the first race starts at {}",
    "the radio channel": "the radio channel is {}",
    "the color of the last buoy": "the last buoy is {}",
    "the name of the guest of honor": "the guest of honor is {}",
}
"""What a thing is called, and what is said of it."""
_CLAUSES = {
    thing: re.compile(re.escape(clause).replace(r"\{\}", "(.+?)") + r"(?:[.?]”?)?$", re.IGNORECASE)
    for thing, clause in _THINGS.items()
}
_LABEL = re.compile("|".join(sorted(map(re.escape, _THINGS), key=len, reverse=True)))
_NOTE = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
_LEAVES = re.compile(r"\b(?:leaves|left|goes out|went out|steps outside|stepped outside)\b")
_COMES = re.compile(r"\b(?:comes|came|walks|walked) in")

Kind = Literal["change", "correct", "tell", "pass", "leave", "join"]


class Note(NamedTuple):
    """What a note says: ``listener`` is nothing for everyone in the room, ``thing`` for the last one told."""

    kind: Kind
    speaker: str
    listener: str
    thing: str
    value: str


class Held(NamedTuple):
    """A value that is so, is believed, or was heard, and the notes that led to it, the last one first."""

    value: str
    notes: tuple[int, ...]


class Why(NamedTuple):
    """Why an answer is right: in a sentence, with the notes that decide it, as they stand in the text."""

    question: str
    sentence: str
    notes: tuple[str, ...]


Answer = tuple[tuple[str, ...], str, tuple[int, ...]]
"""An answer, why it is right, and the numbers of the notes that it comes from."""


class _Told:
    """Who was told what, note by note."""

    def __init__(self, item: Item, start: str) -> None:
        self.people = item.people
        self.now = {thing: Held(value, ()) for line in start.splitlines() for thing, value, _ in _stated(line)}
        inside = next(line for line in start.splitlines() if line.startswith("At the start, ")).partition(" in the ")[0]
        self.inside = {name: Held("", ()) for name in item.people if name in inside}
        self.beliefs: dict[tuple[str, str], Held] = {}
        self.heard: dict[tuple[str, str, str], Held] = {}
        self.latest: dict[str, str] = {}
        self.outside: dict[str, tuple[int, ...]] = {name: () for name in item.people if name not in self.inside}
        self.missed: dict[tuple[str, str], list[tuple[int, ...]]] = {}
        """Person and thing -> notes by which everyone in the room was told since this person was, and of going out."""
        self.sayings: dict[str, list[int]] = {}
        """Thing -> notes by which anybody was told of it."""

    def take(self, number: int, note: Note) -> None:
        """Let *note* happen."""
        match note.kind:
            case "change":
                self.now[note.thing] = Held(note.value, (number,))
            case "leave":
                self.inside.pop(note.listener)
                self.outside[note.listener] = (number,)
            case "join":
                self.outside.pop(note.listener)
                self.inside[note.listener] = Held("", (number,))
            case "correct":
                for name in self.people:
                    held = self.beliefs.get((name, note.thing))
                    if held is not None and held.value != self.now[note.thing].value:
                        self._say(number, "", {name: Held("", held.notes)}, note.thing, self.now[note.thing])
            case _:
                thing = note.thing or self.latest[note.speaker]
                said = self.beliefs[note.speaker, thing] if note.speaker else self.now[thing]
                listeners = {note.listener: Held("", ())} if note.listener else self.inside
                self._say(number, note.speaker, listeners, thing, said)
                for name in () if note.listener else self.outside:
                    self.missed.setdefault((name, thing), []).append((number, *self.outside[name]))

    def _say(self, number: int, speaker: str, listeners: dict[str, Held], thing: str, said: Held) -> None:
        told = [name for name in listeners if name != speaker]
        self.sayings.setdefault(thing, []).append(number)
        for name in told:
            notes = dict.fromkeys((number, *listeners[name].notes, *said.notes))
            self.beliefs[name, thing] = Held(said.value, tuple(notes))
            self.latest[name] = thing
            self.missed.pop((name, thing), None)
        for one in (*told, *([speaker] if speaker else [])):
            for other in (*told, speaker):
                self.heard[one, other, thing] = Held(said.value, (number, *said.notes))


def why(item: Item) -> Why | None:
    """Return why the answer to *item* is right; ``None`` where its text is in words that are not known here."""
    text = item.messages[0].content
    notes = {int(number): line for number, line in _NOTE.findall(text)}
    try:
        question = text.split("\n\n")[-2]
        told = _Told(item, text.partition("\n1. ")[0])
        for number, line in notes.items():
            told.take(number, _read(line, item.people))
        answer, sentence, decisive = _answer(item, told, question)
    except (KeyError, IndexError, StopIteration):
        return None
    if answer != item.gold:
        return None
    return Why(question, sentence, tuple(f"{number}. {notes[number]}" for number in sorted(set(decisive))))


def _stated(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the thing of which *text* says something at its end, its value, and what stands before."""
    for thing, clause in _CLAUSES.items():
        if found := clause.search(text):
            yield thing, found[1], text[: found.start()]


def _read(line: str, people: Sequence[str]) -> Note:
    """Return what a note says; raise ``IndexError`` where that cannot be told."""
    thing, value, words = next(_stated(line), ("", "", line))
    label = _LABEL.search(line)
    thing = thing or (label[0] if label else "")
    named = [name for name in re.findall(r"\w+", words) if name in people]
    to_all = "everyone in" in words.lower()
    if thing and not named and re.search("chang", words, re.IGNORECASE):
        return Note("change", "", "", thing, value)
    if "wrong about" in words:
        return Note("correct", "", "", thing, "")
    if re.match(r"(?:You|I)\b", words):
        return Note("tell", "", "" if to_all else named[0], thing, value)
    if to_all:
        return Note("pass", named[0], "", thing, "")
    if len(set(named)) == 2:  # who is named twice speaks, else who is named first
        speaker = next((name for name in named if named.count(name) > 1), named[0])
        return Note("pass", speaker, next(name for name in named if name != speaker), thing, "")
    if _LEAVES.search(words) or _COMES.search(words):
        return Note("leave" if _LEAVES.search(words) else "join", "", named[0], "", "")
    raise IndexError(line)


def _answer(item: Item, told: _Told, question: str) -> Answer:
    """Return the answer to a question, why that is so, and the notes that it comes from."""
    thing, value, _ = next(_stated(question), ("", "", ""))
    thing = thing or _LABEL.findall(question)[-1]
    named = [name for name in re.findall(r"\w+", question) if name in item.people]
    match item.kind:
        case "recall":
            return _recalled(told, thing)
        case "second":
            return _thought(told, named[0], named[1], thing)
        case "stale":
            return _believed(told, named[0], thing, value)
        case _:
            return _known(told, named[0], thing)


def _known(told: _Told, who: str, thing: str) -> Answer:
    own, now = told.beliefs.get((who, thing)), told.now[thing]
    if own is not None and own.value == now.value:
        return ("yes",), f"{who} {_last(own)}; that is so at the end, {_since(now)}.", _all(own, now)
    missed = told.missed.get((who, thing), [])
    others = told.sayings.get(thing, []) if own is None else []
    numbers = " and ".join(str(numbers[0]) for numbers in missed)
    out = f", and was outside when everyone in the room was told in note {numbers}" if missed else ""
    truth = f"at the end it is “{now.value}”, {_since(now)}"
    return (
        ("no",),
        f"{who} {_last(own)}{out}; {truth}.",
        _all(own, now, *(Held("", one) for one in (*missed, tuple(others)))),
    )


def _believed(told: _Told, who: str, thing: str, value: str) -> Answer:
    own = told.beliefs.get((who, thing))
    if own is None:
        return ("no",), f"{who} {_last(own)}.", ()
    if own.value.lower() == value.lower():
        return ("yes",), f"{who} {_last(own)}, as the question has it.", own.notes
    return ("no",), f"{who} {_last(own)}, which is not what the question has.", own.notes


def _thought(told: _Told, who: str, other: str, thing: str) -> Answer:
    own, heard = told.beliefs.get((who, thing)), told.heard.get((who, other, thing))
    if own is None or heard is None:
        nothing = f", and never heard {other} say or be told anything about it" if own else ""
        return ("no",), f"{who} {_last(own)}{nothing}.", _all(own)
    is_same = own.value == heard.value
    hearing = f"last heard {other} say or be told “{heard.value}” in note {heard.notes[0]}"
    beside = "the same" if is_same else "which is not the same"
    return ("yes",) if is_same else ("no",), f"{who} {_last(own)}, and {hearing}, {beside}.", _all(own, heard)


def _recalled(told: _Told, thing: str) -> Answer:
    now, held = told.now[thing], {name: told.beliefs.get((name, thing)) for name in told.people}
    knowing = tuple(name for name, own in held.items() if own is not None and own.value == now.value)
    parts = "; ".join(f"{name} {_last(own)}" for name, own in held.items())
    return knowing, f"At the end it is “{now.value}”, {_since(now)}. {parts}.", _all(now, *held.values())


def _last(held: Held | None) -> str:
    return f"was last told “{held.value}” in note {held.notes[0]}" if held else "was never told"


def _since(now: Held) -> str:
    return f"since note {now.notes[0]}" if now.notes else "as at the start"


def _all(*held: Held | None) -> tuple[int, ...]:
    return tuple(number for one in held if one for number in one.notes)
