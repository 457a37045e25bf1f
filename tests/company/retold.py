"""A second account of who knows what: it reads the words of a message and looks back from each moment.

It shares nothing with the engine of the builders but the texts, which it turns into patterns.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from interplay_builders.tracks.company.texts import Setting, Texts, texts

YOU = "you"


@dataclass(frozen=True)
class Said:
    speaker: str
    listeners: frozenset[str]
    topic: str
    value: str


@dataclass
class Retold:
    """What a message says has happened: lines as (kind, words), people, rooms, values at the start."""

    people: tuple[str, ...]
    inside: frozenset[str]
    start: dict[str, str]
    lines: list[tuple[str, dict[str, str]]]
    said: list[list[Said]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for at in range(len(self.lines)):
            self.said.append(list(self._said(at)))

    def value(self, topic: str, at: int) -> str | None:
        for kind, words in reversed(self.lines[:at]):
            if kind in {"change", "learn"} and words["topic"] == topic:
                return words["value"]
        return self.start.get(topic)

    def is_inside(self, person: str, at: int) -> bool:
        for kind, words in reversed(self.lines[:at]):
            if kind in {"leave", "join"} and words["a"] == person:
                return kind == "join"
        return person in self.inside

    def last_heard(self, person: str, at: int, topic: str | None = None) -> Said | None:
        for saying in reversed(self.said[:at]):
            for one in saying:
                if person in one.listeners and topic in {None, one.topic}:
                    return one
        return None

    def belief(self, person: str, topic: str, at: int | None = None) -> str | None:
        heard = self.last_heard(person, len(self.lines) if at is None else at, topic)
        return None if heard is None else heard.value

    def knows(self, person: str, topic: str) -> bool:
        belief = self.belief(person, topic)
        return belief is not None and belief == self.value(topic, len(self.lines))

    def thinks_known(self, person: str, other: str, topic: str) -> bool:
        for saying in reversed(self.said):
            for one in reversed(saying):
                if one.topic == topic and {person, other} <= one.listeners | {one.speaker}:
                    return self.belief(person, topic) == one.value
        return False

    def _said(self, at: int) -> Iterator[Said]:
        kind, words = self.lines[at]
        room = frozenset(p for p in self.people if self.is_inside(p, at))
        if kind == "correct":
            value = self.value(words["topic"], at)
            for person in self.people:
                if value is not None and self.belief(person, words["topic"], at) not in {None, value}:
                    yield Said(YOU, frozenset({person}), words["topic"], value)
        elif kind.startswith("tell"):
            value = self.value(words["topic"], at)
            assert value is not None
            assert words.get("value", value) == value
            yield Said(YOU, room if kind == "tell_all" else frozenset({words["a"]}), words["topic"], value)
        elif kind.startswith(("pass", "latest")):
            speaker, topic = words["b"], words.get("topic")
            heard = self.last_heard(speaker, at, topic)
            assert heard is not None
            assert kind.endswith("_one") or speaker in room
            listeners = frozenset({words["a"]}) if kind.endswith("_one") else room - {speaker}
            yield Said(speaker, listeners, heard.topic, heard.value)


def retold(message: str, people: Sequence[str], setting: Setting, topics: Sequence[tuple[str, str]]) -> Retold:
    """Read a message back; *topics* are pairs of label and clause."""
    shared = texts()
    start = {}
    for line in message.split("\n\n")[1].splitlines()[1:]:
        _, topic, value = next(_stated(line.removeprefix("- ").removesuffix("."), topics))
        start[topic] = value
    places = next(line for line in message.splitlines() if line.startswith("At the start, "))
    inside = places.split(f" in {setting.room}")[0]
    lines = []
    for line in re.findall(r"^\d+\. (.*)$", message, re.MULTILINE):
        found = list(_read(line, shared, tuple(people), setting.room, tuple(topics)))
        found = [one for one in found if one[0] != "learn"] or found  # "now" is no part of a value
        assert found, line
        assert all(one == found[0] for one in found), (line, found)
        lines.append(found[0])
    return Retold(tuple(people), frozenset(p for p in people if re.search(rf"\b{p}\b", inside)), start, lines)


def _stated(text: str, topics: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    for label, clause in topics:
        before, after = clause.split("{value}")
        if text.lower().startswith(before.lower()) and text.endswith(after):
            yield text, label, text[len(before) : len(text) - len(after)]


def _read(
    line: str, shared: Texts, people: tuple[str, ...], room: str, topics: tuple[tuple[str, str], ...]
) -> Iterator[tuple[str, dict[str, str]]]:
    for kind, pattern in _patterns(people, room):
        for matched in (m for m in [pattern.fullmatch(line)] if m):
            words = {name: text for name, text in matched.groupdict().items() if name in {"a", "b"}}
            if "label" in matched.groupdict():
                if matched["label"] not in {label for label, _ in topics}:
                    continue
                words["topic"] = matched["label"]
            if "clause" in matched.groupdict():
                stated = list(_stated(matched["clause"], topics))
                if not stated:
                    continue
                (_, words["topic"], words["value"]) = stated[0]
            yield kind.removesuffix("!"), words


@cache
def _patterns(people: tuple[str, ...], room: str) -> list[tuple[str, re.Pattern[str]]]:
    shared, found = texts(), []
    for voice in shared.voices.values():
        for kind in voice.__struct_fields__:
            for wording in getattr(voice, kind):
                seen: set[str] = set()

                def group(match: re.Match[str], seen: set[str] = seen) -> str:
                    name = match[1].lower()
                    if name == "room":
                        return re.escape(room)
                    if name in seen:
                        return f"(?P={name})"
                    seen.add(name)
                    return f"(?P<{name}>{'|'.join(people) if name in 'ab' else '.+'})"

                pattern = re.sub(r"\\\{(\w+)\\\}", group, re.escape(wording))
                found.append((kind, re.compile(pattern)))
    return found
