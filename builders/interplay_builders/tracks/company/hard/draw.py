"""Draw what happens in a dialogue of the split ``hard``, act by act, from a named stream."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay_builders.tracks.company.draw import kinds_of
from interplay_builders.tracks.company.hard.minds import Act, Minds
from interplay_builders.tracks.company.knowledge import ALL, YOU
from interplay_builders.tracks.company.story import Scene
from interplay_builders.tracks.company.texts import NAMES, Setting

_OF_THE_ANSWERER = {"change": 4, "tell_one": 3, "tell_all": 1, "correct": 1}
_OF_PEOPLE = {"pass_one": 12, "pass_all": 6, "news_one": 10, "news_all": 4, "update_one": 3, "retract": 1}
KINDS = kinds_of({**_OF_THE_ANSWERER, **_OF_PEOPLE, "leave": 5, "join": 5, "gather": 1})
"""Each kind of act as often as it is tried; one that cannot happen is drawn again."""
OVERHEARD = 4
"""One in so many remarks between people is overheard."""


@dataclass(frozen=True, slots=True)
class Script(Scene):
    """One dialogue. Acts refer to people and topics by their index in ``people`` and ``topics``."""

    acts: tuple[Act, ...]

    def minds_at_start(self) -> Minds:
        """Return the state of mind of everyone before the first act."""
        return Minds(len(self.people), self.present_at_start, self.values)


class Happening:
    """Draws acts that make sense at their time. *values* are those of each topic in order, the first one at start."""

    def __init__(self, minds: Minds, values: Sequence[Sequence[str]], stream: Stream) -> None:
        self.minds, self._stream = minds, stream
        self._unused = [list(reversed(topic_values[1:])) for topic_values in values]

    def acts(self, count: int) -> Iterator[Act]:
        """Yield *count* acts, each after it has happened."""
        for _ in range(count):
            act = None
            while act is None:
                act = self._draw(self._stream.choice(KINDS))
            self.minds.apply(act)
            yield act

    def _draw(self, name: str) -> Act | None:
        """Return an act, or nothing where it cannot happen or would make no difference to anybody."""
        minds, choice = self.minds, self._stream.choice
        kind, _, whom = name.partition("_")
        match kind:
            case "change":
                topics = [t for t, values in enumerate(self._unused) if values]
                return self._changed(choice(topics)) if topics else None
            case "leave" | "join":
                who = [p for p in minds.people if (p in minds.present) is (kind == "leave")]
                is_possible = len(who) > (kind == "leave")
                return Act("leave" if kind == "leave" else "join", listener=choice(who)) if is_possible else None
            case "gather":
                return Act("gather") if len(minds.present) < len(minds.people) - 1 else None
            case "correct":
                wrong = [t for t in minds.current if minds.outdated(t)]
                return Act("correct", topic=choice(wrong)) if wrong else None
            case "tell":
                topic = choice(list(minds.current))
                listener = ALL if whom == "all" else choice(minds.people)
                return self._useful(Act("tell", YOU, listener, topic, minds.current[topic]))
            case _:
                return self._remark(kind, is_public=whom == "all" or kind == "retract")

    def _changed(self, topic: int) -> Act:
        return Act("change", topic=topic, value=self._unused[topic].pop())

    def _remark(self, kind: str, *, is_public: bool) -> Act | None:
        """Return what somebody says to somebody else, or to everyone in the room."""
        minds, choice = self.minds, self._stream.choice
        speaker = choice(sorted(minds.present) if is_public else minds.people)
        listener = ALL if is_public else choice([p for p in minds.people if p != speaker])
        topics = [t for t in minds.current if minds.belief(t, speaker)]
        if len(topics) < 1 + (kind == "update") or (is_public and len(minds.present) == 1):
            return None
        topic = choice(topics) if kind in {"pass", "retract"} else -1
        act = Act(kind, speaker, listener, topic)  # type: ignore[arg-type]  # one of ``KINDS``
        hearers = minds.hearing(act).openly
        outside = [p for p in minds.people if p not in hearers and not (is_public and p in minds.present)]
        if outside and not self._stream.below(OVERHEARD):
            act = replace(act, eavesdropper=choice(outside), spotted=not self._stream.below(3))
        return self._useful(act)

    def _useful(self, act: Act) -> Act | None:
        """Return *act* if it changes what anybody believes, or thinks of others."""
        minds = self.minds
        is_new = any(minds.belief(topic, *chain) != entry.value for chain, topic, entry in minds.effects(act))
        return act if is_new else None


def script(setting: Setting, voice: str, people: int, topics: int, acts: int, stream: Stream) -> Script:
    """Return a dialogue of so many *acts* among so many *people*, about some *topics* of *setting*."""
    names = sorted(stream.sample(NAMES, people))
    chosen = [setting.topics[n] for n in sorted(stream.sample(range(len(setting.topics)), topics))]
    values = [stream.shuffled(topic.values) for topic in chosen]
    present = frozenset(stream.sample(range(people), people - 2))
    start = {t: topic_values[0] for t, topic_values in enumerate(values)}
    happening = Happening(Minds(people, present, start), values, stream)
    return Script(
        setting=setting,
        voice=voice,
        people=tuple(names),
        topics=tuple((topic.label, topic.clause) for topic in chosen),
        present_at_start=present,
        values=start,
        acts=tuple(happening.acts(acts)),
    )
