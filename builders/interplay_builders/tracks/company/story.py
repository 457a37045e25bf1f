"""The script of a dialogue before it is worded: people, topics, who is present at the start, and events."""

from dataclasses import dataclass

from interplay_builders.tracks.company.knowledge import Company, Event, after
from interplay_builders.tracks.company.texts import Setting


@dataclass(frozen=True, slots=True)
class Scene:
    """What a dialogue starts with.

    ``topics`` are pairs of a label and a clause that contains ``{value}``. ``values`` are the initial values; topics
    introduced by a later event have none.
    """

    setting: Setting
    voice: str
    people: tuple[str, ...]
    topics: tuple[tuple[str, str], ...]
    present_at_start: frozenset[int]
    values: dict[int, str]

    def clause(self, topic: int, value: str) -> str:
        """Return the clause that states that *topic* has *value*."""
        return self.topics[topic][1].format(value=value)


@dataclass(frozen=True, slots=True)
class Story(Scene):
    """One dialogue. Events refer to people and topics by their index in ``people`` and ``topics``."""

    events: tuple[Event, ...]

    def beliefs_at_start(self) -> Company:
        """Return the beliefs of everyone before the first event."""
        return Company(len(self.people), self.present_at_start, self.values)

    def beliefs_at_end(self) -> Company:
        """Return the beliefs of everyone after the last event."""
        return after(self.beliefs_at_start(), self.events)
