"""Who believes what, and who thinks that somebody thinks that somebody believes it: the gold labels of ``hard``.

A *chain* of persons stands for what the first thinks that the second thinks that the last believes; a chain of one is
that person's own belief. Whatever is said has a *hearing*, and each chain along which people notice it takes over what
was said. The rules are those that the prompt states; ``hard.toml`` has their words.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from interplay_builders.tracks.company.knowledge import ALL, YOU

NOBODY = -2
ORDER = 3
"""The longest chain that is kept."""
Kind = Literal["change", "tell", "correct", "pass", "news", "update", "retract", "leave", "join", "gather"]
Chain = tuple[int, ...]


class Act(Struct, frozen=True, gc=False):
    """Something that happens, people and topics being numbers from 0.

    ``change``, ``tell``, ``correct``, ``pass``, ``leave`` and ``join`` are as in the shorter dialogues. ``news``:
    *speaker* passes on what that person heard last; ``update``: all that *speaker* believes. ``retract``: *speaker*
    tells everyone in the room that nothing is certain about *topic*. ``gather``: all who are outside come in.
    *eavesdropper* hears what is said and is noticed by nobody, or if *spotted* by the speaker alone.
    """

    kind: Kind
    speaker: int = YOU
    listener: int = ALL
    topic: int = -1
    value: str = ""
    eavesdropper: int = NOBODY
    spotted: bool = False


class Hearing(Struct, frozen=True, gc=False):
    """Who hears something said: ``openly`` those who all notice each other, and who listens in or notices that."""

    openly: frozenset[int]
    eavesdropper: int = NOBODY
    spotter: int = NOBODY

    def seen_by(self, person: int) -> "Hearing":
        """Return what *person*, who hears it, takes this hearing to be."""
        return Hearing(self.openly, self.eavesdropper if person == self.spotter else NOBODY)


@lru_cache(maxsize=512)
def chains(hearing: Hearing, order: int = ORDER, above: int = NOBODY) -> tuple[Chain, ...]:
    """Return the chains of at most *order* persons, *above* not the first, along which a hearing is noticed."""
    hearers = hearing.openly | ({hearing.eavesdropper} - {NOBODY})
    result: list[Chain] = []
    for person in sorted(hearers - {above}):
        result.append((person,))
        if order > 1:
            result += [(person, *rest) for rest in chains(hearing.seen_by(person), order - 1, person)]
    return tuple(result)


class Entry(Struct, frozen=True, gc=False):
    """What a chain of persons arrives at: a value, empty for none, and the last act that led to it."""

    value: str = ""
    act: int = -1


NOTHING = Entry()


class Minds:
    """The state of mind of everyone in a dialogue, which ``apply`` moves on; *values* are those at the start."""

    def __init__(self, people: int, present: Iterable[int], values: Mapping[int, str]) -> None:
        self.people = range(people)
        self.present = set(present)
        self.current = dict(values)
        self.count = 0
        self.latest: list[int | None] = [None] * people
        """By person the topic heard of last, ``None`` for none or several."""
        self._entries: dict[tuple[Chain, int], Entry] = {}

    def entry(self, topic: int, *chain: int) -> Entry:
        """Return what *chain* arrives at about *topic*."""
        return self._entries.get((chain, topic), NOTHING)

    def belief(self, topic: int, *chain: int) -> str:
        """Return the value that the first of *chain* thinks that ... the last believes; empty for none."""
        return self.entry(topic, *chain).value

    def knows(self, topic: int, person: int) -> bool:
        """Return whether *person* believes the value of now."""
        return self.belief(topic, person) == self.current[topic]

    def thinks_known(self, topic: int, *chain: int) -> bool:
        """Return whether the first of *chain*, two or three persons, thinks that ... the last knows *topic*."""
        value = self.belief(topic, *chain[:-1])
        return value != "" and value == self.belief(topic, *chain)

    def outdated(self, topic: int) -> tuple[int, ...]:
        """Return who believes another value of *topic* than that of now."""
        return tuple(p for p in self.people if self.belief(topic, p) not in {"", self.current[topic]})

    def content(self, act: Act) -> dict[int, Entry]:
        """Return topic -> what is said of it in *act*; empty where there is nothing to say."""
        match act.kind:
            case "tell" | "correct":
                return {act.topic: Entry(self.current[act.topic])}
            case "retract":
                return {act.topic: NOTHING}
            case "update":
                topics: Iterable[int | None] = self.current
            case _:
                topics = [self.latest[act.speaker] if act.kind == "news" else act.topic]
        return {t: e for t in topics if t is not None and (e := self.entry(t, act.speaker)).value}

    def hearing(self, act: Act) -> Hearing:
        """Return who hears what is said in *act*."""
        listeners = self.present if act.listener == ALL else {act.listener}
        openly = frozenset(listeners | ({act.speaker} - {YOU}))
        return Hearing(openly, act.eavesdropper, act.speaker if act.spotted else NOBODY)

    def is_useful(self, act: Act) -> bool:
        """Return whether something said changes what anybody believes, or thinks of others."""
        entries, noticed = self._entries, chains(self.hearing(act))
        return any(
            entries.get((chain, topic), NOTHING).value != entry.value
            for topic, entry in self.content(act).items()
            for chain in noticed
        )

    def apply(self, act: Act) -> None:
        """Let *act* happen."""
        match act.kind:
            case "change":
                self.current[act.topic] = act.value
            case "leave":
                self.present.discard(act.listener)
            case "join":
                self.present.add(act.listener)
            case "gather":
                self.present.update(self.people)
            case "correct":
                for person in self.outdated(act.topic):
                    self._speak(Act("correct", listener=person, topic=act.topic))
            case _:
                self._speak(act)
        self.count += 1

    def _speak(self, act: Act) -> None:
        content, hearing = self.content(act), self.hearing(act)
        for topic, entry in content.items():
            new = Entry(entry.value, self.count)
            self._entries.update(dict.fromkeys([(chain, topic) for chain in chains(hearing)], new))
        is_single = len(content) == 1 and act.kind not in {"update", "retract"}
        for person in (hearing.openly | {hearing.eavesdropper}) - {act.speaker, NOBODY}:
            self.latest[person] = next(iter(content)) if is_single else None
