"""Records of the scorekeeping track: items as published, predictions as submitted."""

from typing import Annotated, Literal

from msgspec import Meta

from interplay.core.records import Extension, Name, Record, TrialNumber, Usage

Text = Annotated[str, Meta(max_length=100_000)]
RoundNumber = Annotated[int, Meta(ge=0, le=1_000)]


class Tags(Record, frozen=True):
    """Words that mark who speaks (``questioner``, ``moderator``) and what kind of reply follows, without the colon."""

    questioner: Name
    moderator: Name
    answer: Name
    aside: Name


class Rules(Record, frozen=True):
    """Which variant of the rules an item is played and scored by.

    ``continuation``: whether a reply that goes on after a line break is invalid. ``after_failed_probe``: whether a
    probing round stops at the failed probe that aborts the episode, or is finished first.
    ``attempts``: how often a probe is put before it has failed; ``failures``: how many probes may fail until the
    episode is aborted, those before the last counting as wrong. ``tag``: whether the tag must open the raw reply as
    it is written, as the reference implementation has it, or may follow reasoning, in any case, with Markdown.
    ``answers``: whether an answer fills its slot whatever else it says and aborts the episode without its form
    (``any``, the reference implementation's rule), or fills it only if it gives the current value, reveals nothing
    that was not asked for, and has its form, and never aborts (``asked``).
    """

    continuation: Literal["invalid", "accepted"] = "invalid"
    after_failed_probe: Literal["stop", "finish"] = "stop"
    attempts: Annotated[int, Meta(ge=1, le=20)] = 5
    failures: Annotated[int, Meta(ge=1, le=1_000)] = 1
    tag: Literal["exact", "plain"] = "exact"
    answers: Literal["any", "asked"] = "any"


class Slot(Record, frozen=True):
    """A fact that the answerer knows: its name, its label in the prompt and its value at the start."""

    name: Name
    label: str
    value: Name


class Update(Record, frozen=True):
    """A private change: from now on the slot has another value, which the questioner has not heard."""

    slot: Name
    value: Name
    text: str | None


class Request(Record, frozen=True):
    """A question of the questioner. ``text`` is ``null`` in imports whose source holds only the ``variant`` index."""

    slot: Name
    variant: int
    text: str | None


class Probe(Record, frozen=True):
    """A side question of the moderator: does the questioner know this slot's value? Yes means shared."""

    slot: Name
    variant: int
    text: str | None


class Round(Record, frozen=True):
    """Updates, then a request and its answer, then probes. Round 0 has neither updates nor a request."""

    updates: tuple[Update, ...]
    request: Request | None
    probes: tuple[Probe, ...]


class Item(Record, frozen=True):
    """One dialogue, with every choice already made.

    ``suffixes`` are appended to a probe, one for each attempt (the last one again if there are fewer).
    """

    canary: str
    item_id: Name
    split: Name
    domain: Name
    rules: Rules
    tags: Tags
    slots: tuple[Slot, ...]
    initial_prompt: str
    suffixes: tuple[str, ...]
    rounds: tuple[Round, ...]


class Answer(Record, frozen=True, gc=False, omit_defaults=True):
    """The raw reply to the request of a round; ``cut`` where its server ended it at the limit of tokens."""

    round: RoundNumber
    text: Text
    cut: bool = False


class ProbeReplies(Record, frozen=True, gc=False, omit_defaults=True):
    """The raw replies to one probe: failed attempts first, in order; ``cut`` where the last one was cut off."""

    round: RoundNumber
    slot: Name
    attempts: Annotated[tuple[Text, ...], Meta(min_length=1, max_length=20)]
    cut: bool = False


class Prediction(Record, frozen=True, tag_field="record", tag="prediction", omit_defaults=True):
    """Everything a system sent in one dialogue. With ``error`` set the dialogue broke off and counts as failed.

    ``workings`` are what a scaffold had the model write before, and what a server sent separately as reasoning.
    """

    item_id: Name
    trial: TrialNumber = 0
    answers: Annotated[tuple[Answer, ...], Meta(max_length=1_000)] = ()
    probes: Annotated[tuple[ProbeReplies, ...], Meta(max_length=100_000)] = ()
    error: Annotated[str, Meta(min_length=1, max_length=2_000)] | None = None
    workings: Annotated[tuple[Text, ...], Meta(max_length=10_000)] = ()
    usage: Usage | None = None
    x: Extension = {}
