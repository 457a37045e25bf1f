"""The texts of the track, as written by people: one TOML file a domain, and what all domains share."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from interplay.core.records import Record
from interplay_builders.tracks.base import read_toml

HERE = Path(__file__).parent
MIN_VALUES, MIN_REQUESTS, MIN_PROBES = 10, 3, 5
MIN_REPEATS = 3
"""Wordings of repeats and of updates that a slot needs in the corrections split, in which none comes twice."""


Split = Literal["base", "corrections"]
Table = dict[str, tuple[str, ...]]
"""Values by slot; all combinations are plausible."""

_OF_CHANGES = re.compile(r"\[([^\]]*)\]")


def worded(text: str, *, has_changed: bool) -> str:
    """Return *text* as it is said: words in brackets, such as ``[ now]``, are for values that have changed."""
    return _OF_CHANGES.sub(r"\1" if has_changed else "", text)


_AGAIN = re.compile(r"\b(?:again|once more|one more time|back to)\b", re.IGNORECASE)


def says_again(text: str) -> bool:
    """Return whether a request says that its slot was asked for before."""
    return _AGAIN.search(text) is not None


_LEADS_IN = re.compile(r"^(?:let's|turning to|moving on|as for|next,)", re.IGNORECASE)


def leads_in(text: str) -> bool:
    """Return whether a request changes the subject, so that another one must come before it."""
    return _LEADS_IN.search(text) is not None


class SlotTexts(Record, frozen=True):
    """Everything that can be said about one slot. ``repeats`` and ``updates`` serve the corrections split.

    In probes, words in brackets are said from the slot's first correction on. A correction never goes between two
    values of one list of ``alike``: they do not exclude each other, or do not differ in what the label names. It stays
    within one list of ``comparable``, if there are any: "in six weeks" may be no other date than "in mid-October".
    """

    label: str
    values: Annotated[tuple[str, ...], Meta(min_length=MIN_VALUES)]
    requests: Annotated[tuple[str, ...], Meta(min_length=MIN_REQUESTS)]
    probes: Annotated[tuple[str, ...], Meta(min_length=MIN_PROBES)]
    repeats: tuple[str, ...] = ()
    updates: tuple[str, ...] = ()
    alike: tuple[tuple[str, ...], ...] = ()
    comparable: tuple[tuple[str, ...], ...] = ()
    splits: tuple[Split, ...] = ("base", "corrections")


class Domain(Record, frozen=True):
    """One setting: who asks, what the answerer is told, and its slots in prompt order.

    ``fits`` says which values go together: the values of the slots that a list of tables is about must all be in one of
    its tables. ``edition`` is raised when published texts are corrected, for corrected rows need new ids.
    """

    name: str
    title: str
    questioner: str
    partner: str
    opening: str
    unknown: str
    slots: dict[str, SlotTexts]
    fits: dict[str, tuple[Table, ...]] = {}
    edition: Annotated[int, Meta(ge=1)] = 1

    @property
    def slug(self) -> str:
        """What names the domain in the ids of its items."""
        return self.slug_of(self.edition)

    def slug_of(self, edition: int) -> str:
        """Return the slug of an *edition*."""
        return self.name if edition == 1 else f"{self.name}.{edition}"

    @property
    def corrects(self) -> bool:
        """Whether the domain has the texts that corrections need."""
        return all(min(len(s.repeats), len(s.updates)) >= MIN_REPEATS for s in self.slots_of("corrections").values())

    def slots_of(self, split: Split) -> Mapping[str, SlotTexts]:
        """Return the slots that the items of *split* have, in prompt order."""
        return {name: texts for name, texts in self.slots.items() if split in texts.splits}


class Protocol(Record, frozen=True):
    """What all domains share: tags, the rules and the suffixes of probes."""

    moderator: str
    answer: str
    aside: str
    rules: str
    corrections: str
    closing: str
    suffixes: tuple[str, ...]


def domains(folder: Path = HERE / "domains") -> tuple[Domain, ...]:
    """Return every domain, sorted by name."""
    return tuple(read_toml(path, Domain) for path in sorted(folder.glob("*.toml")))


def protocol() -> Protocol:
    """Return what all domains share."""
    return read_toml(HERE / "protocol.toml", Protocol)
