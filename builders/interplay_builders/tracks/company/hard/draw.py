"""Draw what happens in a dialogue of the split ``hard``, act by act, from a named stream."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay_builders.tracks.company.draw import kinds_of
from interplay_builders.tracks.company.hard.minds import Act, Minds
from interplay_builders.tracks.company.knowledge import ALL, YOU
from interplay_builders.tracks.company.story import Scene
from interplay_builders.tracks.company.texts import NAMES, Setting

_USUAL = {"change": 3, "tell_one": 3, "tell_all": 1, "retract": 1, "walk": 6}
_REMARKS = 32
VALUES = 4
"""Values that a topic changes between."""
TRIES = 10
"""Acts of a kind that are drawn before another kind is."""
OVERHEARD = 8
"""One in so many remarks between people is overheard."""


@dataclass(frozen=True, slots=True)
class Script(Scene):
    """One dialogue. Acts refer to people and topics by their index in ``people`` and ``topics``."""

    acts: tuple[Act, ...]


def kinds(named: int) -> tuple[str, ...]:
    """Return kinds of acts, each as often as it is tried; *named* in 8 remarks name the thing that they pass on."""
    remarks = {"pass": _REMARKS * named // 8, "news": _REMARKS - _REMARKS * named // 8}
    shares = {f"{kind}_one": n * 2 // 3 for kind, n in remarks.items()}
    alike = dict.fromkeys(("correct", "gather"), named // 3)  # not where remarks are hard to follow
    public = {f"{kind}_all": n // 3 for kind, n in remarks.items()}
    return kinds_of({**_USUAL, "update_one": 14 - 2 * named, **alike, **shares, **public})


class Happening:
    """Draws acts that make sense at their time. *values* are those that each topic can have."""

    def __init__(self, minds: Minds, values: Sequence[Sequence[str]], named: int, stream: Stream) -> None:
        self.minds, self._values, self._kinds, self._stream = minds, values, kinds(named), stream

    def acts(self, count: int) -> Iterator[Act]:
        """Yield *count* acts, each after it has happened."""
        for _ in range(count):
            act = None
            while act is None:
                name = self._stream.choice(self._kinds)
                act = next(filter(None, (self._draw(name) for _ in range(TRIES))), None)
            self.minds.apply(act)
            yield act

    def _draw(self, name: str) -> Act | None:
        """Return an act, or nothing where it cannot happen or would make no difference to anybody."""
        minds, choice = self.minds, self._stream.choice
        kind, _, whom = name.partition("_")
        match kind:
            case "change":
                topic = choice(list(minds.current))
                others = [value for value in self._values[topic] if value != minds.current[topic]]
                return Act("change", topic=topic, value=choice(others))
            case "walk":
                who = choice(minds.people)
                walk = Act("leave" if who in minds.present else "join", listener=who)
                return walk if minds.present != {who} else None
            case "gather":
                return Act("gather") if len(minds.present) < len(minds.people) - 1 else None
            case "correct":
                wrong = [t for t in minds.current if minds.outdated(t)]
                return Act("correct", topic=choice(wrong)) if wrong else None
            case "tell":
                topic = choice(list(minds.current))
                listener = ALL if whom == "all" else choice(minds.people)
                act = Act("tell", YOU, listener, topic, minds.current[topic])
                return act if minds.is_useful(act) else None
            case _:
                return self._remark(kind, is_public=whom == "all" or kind == "retract")

    def _remark(self, kind: str, *, is_public: bool) -> Act | None:
        """Return what somebody says to somebody else, or to everyone in the room."""
        minds, choice = self.minds, self._stream.choice
        speaker = choice(sorted(minds.present) if is_public else minds.people)
        listener = ALL if is_public else choice([p for p in minds.people if p != speaker])
        topics = [t for t in minds.current if minds.belief(t, speaker)]
        if len(topics) < 1 + (kind == "update") or (is_public and len(minds.present) == 1):
            return None
        topic = choice(topics) if kind in {"pass", "retract"} else -1
        act = Act(kind, speaker, listener, topic)  # type: ignore[arg-type]  # one of ``kinds``
        hearers = minds.hearing(act).openly
        outside = [p for p in minds.people if p not in hearers and not (is_public and p in minds.present)]
        if outside and not self._stream.below(OVERHEARD):
            act = replace(act, eavesdropper=choice(outside), spotted=not self._stream.below(3))
        return act if minds.is_useful(act) else None


class Level(NamedTuple):
    """How long dialogues are, how many people and things they are about, and how many of 8 remarks name the thing.

    Questions of the third order are put to *asked* of the people. *voices* are ways of telling.
    """

    acts: int
    people: int
    topics: int
    named: int
    asked: int
    voices: tuple[str, ...]


def script(setting: Setting, voice: str, level: Level, stream: Stream) -> Script:
    """Return a dialogue of a *level* about things of *setting*."""
    people = level.people
    names = sorted(stream.sample(NAMES, people))
    chosen = [setting.topics[n] for n in sorted(stream.sample(range(len(setting.topics)), level.topics))]
    values = [stream.sample(topic.values, VALUES) for topic in chosen]
    present = frozenset(stream.sample(range(people), people - 2))
    start = {t: topic_values[0] for t, topic_values in enumerate(values)}
    happening = Happening(Minds(people, present, start), values, level.named, stream)
    topics = tuple((topic.label, topic.clause) for topic in chosen)
    return Script(setting, voice, tuple(names), topics, present, start, tuple(happening.acts(level.acts)))
