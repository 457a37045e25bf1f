"""Records of the horizon track."""

from typing import Annotated, Literal

from msgspec import Meta

from interplay.core import tokens
from interplay.core.records import Count, Message, Name, Record
from interplay.tracks.single_turn import Answer

Layout = Literal["single", "turns", "turns_true"]
Text = Annotated[str, Meta(max_length=100_000)]
BUDGETS = tokens.BUDGETS[1:]
"""Tokens of a reply, reasoning included, at which horizons are reported."""
BUDGET = 4_096
"""The budget of the headline."""
TURNS = 8
"""Reports that the layouts turns and turns_true ask for."""


class Line(Record, frozen=True):
    """A line of a report: its label, and what kind of value follows it.

    number: a decimal number, compared exactly, ``12`` and ``12.00`` alike; word: a name or phrase, in any case; words:
    names separated by commas in the order that the brief asks for, or the word none. ``allowed`` are all words that the
    value may hold, so that it can be distinguished from a remark; empty for numbers.
    """

    label: Name
    kind: Literal["number", "word", "words"]
    allowed: tuple[Name, ...] = ()


class Item(Record, frozen=True):
    """A session of *level* operations, and the report that it leads to.

    layout: single: all operations in one message; turns: the same in several messages with a report after each, the
    system's replies in its history; turns_true: one turn of the same, with true reports in the history.
    ``session`` is the same for all layouts of a session, ``turn`` counts from 1 and is the last one that the item
    asks for. ``messages`` are what a model is shown first; in the layout turns ``requests`` are what follows its
    replies. ``expected`` has a report for each reply asked for: its values in the order of ``report``.
    """

    canary: str
    item_id: Name
    split: Name
    family: Name
    layout: Layout
    level: Annotated[int, Meta(ge=1, le=2**20)]
    session: Name
    turn: Annotated[int, Meta(ge=1, le=100)]
    messages: tuple[Message, ...]
    requests: tuple[str, ...]
    report: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=50)]
    expected: Annotated[tuple[tuple[str, ...], ...], Meta(min_length=1, max_length=100)]


class Prediction(Answer, frozen=True, tag_field="record", tag="prediction", omit_defaults=True):
    """The raw reply to an item's last request, or ``null`` with the reason in ``error``.

    ``earlier`` are the replies before it, in the layout turns. ``budget`` is the number of tokens to which each reply
    was limited, reasoning included, where that is known. ``finish_reason`` is ``length`` where the limit cut the last
    reply, and ``usage`` counts the tokens of all replies, ``most_tokens`` those of the longest.
    """

    earlier: Annotated[tuple[Text, ...], Meta(max_length=100)] = ()
    most_tokens: Count = 0
    budget: Annotated[int, Meta(ge=0, le=2**31)] = 0
