"""A dialogue before it is put into words: people, topics, who is where at the start, and what happens."""

from dataclasses import dataclass

from interplay_builders.tracks.company.knowledge import Company, Event, after
from interplay_builders.tracks.company.texts import Setting


@dataclass(frozen=True, slots=True)
class Story:
    """One dialogue. People and topics of *events* are places in *people* and *topics*.

    ``topics`` are pairs of label and clause, the clause with ``{value}`` in it; ``values`` hold at the start, and are
    fewer where topics begin with a change.
    """

    setting: Setting
    voice: str
    people: tuple[str, ...]
    topics: tuple[tuple[str, str], ...]
    present: frozenset[int]
    values: dict[int, str]
    events: tuple[Event, ...]

    def start(self) -> Company:
        """Return the state of mind of everyone before anything has happened."""
        return Company(len(self.people), self.present, self.values)

    def end(self) -> Company:
        """Return the state of mind of everyone when all has happened."""
        return after(self.start(), self.events)

    def clause(self, topic: int, value: str) -> str:
        """Return the clause that says that *topic* has *value*."""
        return self.topics[topic][1].format(value=value)
