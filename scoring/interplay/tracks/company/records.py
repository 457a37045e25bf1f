"""Records of the company track."""

from typing import Annotated, Literal

from msgspec import Meta

from interplay.core.records import Message, Name, Record
from interplay.tracks.single_turn import Answer


class Shortcut(Record, frozen=True):
    """What a rule of thumb answers to a question: the name of the bot that replies with it, and its answer."""

    bot: Name
    answer: tuple[Name, ...]


class Item(Record, frozen=True):
    """One question about who knows what at the end of a dialogue among several people.

    ``kind``: whether somebody knows a thing (``first``), whether somebody believes something outdated (``stale``),
    whether somebody thinks that somebody else knows (``second``), or who knows (``recall``). In the split ``hard``, a
    number for each of ``people``: how often they think that somebody thinks that somebody else knows a thing
    (``third``), or how often people heard from them what was out of date (``outdated``). ``dialogue`` is the same in
    all items about one dialogue of ``events`` events. ``messages`` are what a model is shown. ``gold`` is *yes* or
    *no*, or in lists some of ``people``, at least one of them and never all, or each of them with a number, as in
    *Ada 3*. ``shortcuts`` are answers of rules of thumb.
    """

    canary: str
    item_id: Name
    split: Name
    kind: Literal["first", "stale", "second", "recall", "third", "outdated"]
    setting: Name
    dialogue: Name
    events: Annotated[int, Meta(ge=1, le=100_000)]
    people: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=100)]
    messages: tuple[Message, ...]
    gold: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=100)]
    shortcuts: tuple[Shortcut, ...] = ()

    @property
    def is_list(self) -> bool:
        """Whether names are asked for, or a number for each name."""
        return self.kind == "recall" or self.is_whole

    @property
    def is_whole(self) -> bool:
        """Whether a number for each name is asked for, and all must be right."""
        return self.kind in {"third", "outdated"}


class Prediction(Answer, frozen=True, tag_field="record", tag="prediction", omit_defaults=True):
    """The raw reply to one question, or ``null`` with the reason in ``error``."""
