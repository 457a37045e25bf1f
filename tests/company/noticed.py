"""A second account of who noticed what: it reads the words of a message and looks back for each question.

It shares nothing with the engine of the builders but the texts, which it turns into patterns. A remark is noticed along
a chain of persons by one rule: all of them were spoken to or spoke; or the first listened in, and the others did not;
or the first spoke and saw the second listen in, and the others did not.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations

from interplay_builders.tracks.company.texts import Setting, hard_texts, texts


@dataclass(frozen=True)
class Remark:
    """Something said: its speaker, empty for the answerer, and topic -> value, empty where it was taken back."""

    speaker: str
    openly: frozenset[str]
    listener: str
    spotted: bool
    content: dict[str, str]
    single: bool

    def reaches(self, chain: Sequence[str]) -> bool:
        if self.listener not in chain:
            return self.openly >= {*chain}
        if chain[0] == self.listener:
            return self.listener not in chain[1:] and self.openly >= {*chain[1:]}
        is_spotted = self.spotted and tuple(chain[:2]) == (self.speaker, self.listener)
        return is_spotted and self.listener not in chain[2:] and self.openly >= {*chain[2:]}


@dataclass
class Noticed:
    """What a message says has happened: lines as (kind, words, listener, spotted), people, who is inside, values."""

    people: tuple[str, ...]
    inside: set[str]
    now: dict[str, str]
    lines: list[tuple[str, dict[str, str], str, bool]]
    remarks: list[Remark] = field(default_factory=list)
    about: defaultdict[str, list[Remark]] = field(default_factory=lambda: defaultdict(list))
    outdated: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        for line in self.lines:
            self._happen(*line)

    def belief(self, topic: str, *chain: str) -> str:
        for remark in reversed(self.about[topic]):
            if remark.reaches(chain):
                return remark.content[topic]
        return ""

    def thinks_known(self, topic: str, *chain: str) -> bool:
        before = self.belief(topic, *chain[:-1])
        return bool(before) and before == self.belief(topic, *chain)

    def third(self, person: str) -> int:
        pairs = [pair for pair in permutations(self.people, 2) if person not in pair]
        return sum(self.thinks_known(topic, person, *pair) for pair in pairs for topic in self.now)

    def _remember(self, remark: Remark) -> None:
        self.remarks.append(remark)
        for topic in remark.content:
            self.about[topic].append(remark)

    def _happen(self, kind: str, words: dict[str, str], listener: str, spotted: bool) -> None:
        topic = words.get("topic", "")
        match kind:
            case "change":
                self.now[topic] = words["value"]
            case "leave":
                self.inside.remove(words["a"])
            case "join":
                assert words["a"] not in self.inside
                self.inside.add(words["a"])
            case "gather":
                self.inside = {*self.people}
            case "correct":
                for person in self.people:
                    if self.belief(topic, person) not in {"", self.now[topic]}:
                        self._remember(Remark("", frozenset({person}), "", False, {topic: self.now[topic]}, True))
            case _:
                self._speak(kind, words, listener, spotted)

    def _speak(self, kind: str, words: dict[str, str], listener: str, spotted: bool) -> None:
        speaker, topic = words.get("b", ""), words.get("topic", "")
        to_room = "a" not in words
        assert not to_room or speaker in {"", *self.inside}
        assert not (to_room and listener in self.inside)
        openly = frozenset((self.inside if to_room else {words["a"]}) | ({speaker} - {""}))
        if kind == "tell":
            assert words.get("value", self.now[topic]) == self.now[topic]
            content = {topic: self.now[topic]}
        elif kind == "retract":
            content = {topic: ""}
        elif kind == "news":
            content = self._last_heard(speaker)
        elif kind == "update":
            content = {t: value for t in self.now if (value := self.belief(t, speaker))}
        else:
            content = {topic: self.belief(topic, speaker)}
        is_single = kind not in {"retract", "update"}
        assert content
        assert all(content.values()) or kind == "retract"
        if speaker:
            untrue = sum(value not in {"", self.now[topic]} for topic, value in content.items())
            self.outdated[speaker] += untrue * len({*openly, listener} - {speaker, ""})
        self._remember(Remark(speaker, openly, listener, spotted, content, is_single))

    def _last_heard(self, person: str) -> dict[str, str]:
        for remark in reversed(self.remarks):
            if person in {*remark.openly, remark.listener} - {remark.speaker}:
                assert remark.single, "what was heard last has to be clear"
                [topic] = remark.content
                return {topic: self.belief(topic, person)}
        raise AssertionError(f"{person} never heard anything")


def noticed(message: str, people: Sequence[str], setting: Setting, topics: Sequence[tuple[str, str]]) -> Noticed:
    """Read a message back; *topics* are pairs of label and clause."""
    now = {}
    for line in message.split("\n\n")[1].splitlines()[1:]:
        topic, value = next(_stated(line.removeprefix("- ").removesuffix("."), topics))
        now[topic] = value
    places = next(line for line in message.splitlines() if line.startswith("At the start, "))
    inside = places.split(f" {setting.room}")[0]
    lines = []
    for line in re.findall(r"^\d+\. (.*)$", message, re.MULTILINE):
        readings = list(_read(line, tuple(people), setting.room, tuple(topics)))
        assert readings, line
        assert all(reading == readings[0] for reading in readings), (line, readings)
        lines.append(readings[0])
    return Noticed(tuple(people), {p for p in people if re.search(rf"\b{p}\b", inside)}, now, lines)


def _stated(text: str, topics: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for label, clause in topics:
        before, after = clause.split("{value}")
        if text.lower().startswith(before.lower()) and text.endswith(after):
            yield label, text[len(before) : len(text) - len(after)]


def _read(
    line: str, people: tuple[str, ...], room: str, topics: tuple[tuple[str, str], ...]
) -> Iterator[tuple[str, dict[str, str], str, bool]]:
    for name, listening, pattern in _patterns(people, room):
        if match := pattern.fullmatch(line):
            kind = name.removeprefix("aside_").partition("_")[0]
            words = {who: text for who, text in match.groupdict().items() if who in {"a", "b"}}
            label, clause = match.groupdict().get("label"), match.groupdict().get("clause")
            if label is not None:
                if label not in {known for known, _ in topics}:
                    continue
                words["topic"] = label
            if clause is not None:
                stated = list(_stated(clause, topics))
                if not stated:
                    continue
                words["topic"], words["value"] = stated[0]
            yield kind, words, match.groupdict().get("x") or "", listening == "spots"


@cache
def _patterns(people: tuple[str, ...], room: str) -> list[tuple[str, str, re.Pattern[str]]]:
    known, patterns = "|".join(people), []
    usual = ("change", "tell_one", "tell_all", "correct", "pass_one", "pass_all", "leave", "join")
    for name, further in hard_texts().voices.items():
        kinds = {kind: getattr(texts().voices[name], kind) for kind in usual if kind not in further} | further
        for kind, wordings in kinds.items():
            if kind.startswith(("overhears", "spots")):
                continue
            whom = "all" if kind.endswith("_all") or kind == "retract" else "one"
            plain = not kind.startswith("aside")
            for wording in wordings:
                if plain:
                    patterns.append((kind, "", _pattern(wording, known, room)))
                if kind.startswith("aside") or (whom == "all" and not kind.startswith("tell")):
                    patterns += [
                        (kind, listening, _pattern(f"{wording} {listens}", known, room))
                        for listening in ("overhears", "spots")
                        for listens in further[f"{listening}_{whom}"]
                    ]
    return patterns


def _pattern(wording: str, known: str, room: str) -> re.Pattern[str]:
    names: set[str] = set()

    def group(match: re.Match[str]) -> str:
        name = match[1].lower()
        if name == "room":
            return re.escape(room)
        if name in names:
            return f"(?P={name})"
        names.add(name)
        return f"(?P<{name}>{known if name in 'abx' else '.+'})"

    return re.compile(re.sub(r"\\\{(\w+)\\\}", group, re.escape(wording)))
