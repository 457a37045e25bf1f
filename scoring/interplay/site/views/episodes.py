"""A scorekeeping dialogue as a timeline: what the questioner knows in each round, and what the system said of it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from interplay.site.scored import Entry
from interplay.site.shown import Said, Shown
from interplay.site.texts import clean, cut
from interplay.site.views.replies import standing
from interplay.tracks.scorekeeping.dialogue import current_value
from interplay.tracks.scorekeeping.informative import informative
from interplay.tracks.scorekeeping.records import Item, Prediction
from interplay.tracks.scorekeeping.rules import Heard, Knowledge, plan_of, probe_label

MOST = 1_500
"""Characters shown of a reply."""


class Box(NamedTuple):
    """A slot in a round: what is true of it (``shared``, ``private``, ``stale``), what happened, and the probe."""

    truth: str
    asked: bool
    changed: bool
    probe: str
    right: bool | None
    counts: bool
    said: str


class Slot(NamedTuple):
    """A line of the timeline: a slot, its value at the start and the values that it got, and a box for each round."""

    name: str
    values: tuple[str, ...]
    boxes: tuple[Box, ...]


class Spoken(NamedTuple):
    """A round of the dialogue: private changes, the request, the answer, and what came of it."""

    number: int
    updates: tuple[str, ...]
    request: str
    answer: str
    outcome: str
    mark: str


class Timeline(NamedTuple):
    """A whole dialogue of one system."""

    label: str
    href: str
    score: str
    mark: str
    reason: str
    slots: tuple[Slot, ...]
    rounds: tuple[Spoken, ...]
    facts: tuple[tuple[str, str], ...]
    said: tuple[Said, ...]


def timeline(entry: Entry, href: str, shown: Shown) -> Timeline:
    """Return the timeline of a dialogue of the system of *entry*."""
    item, prediction = shown.item, shown.prediction
    detail: Any = shown.grade.detail
    score, mark = standing(entry, item.item_id)
    boxes, rounds = _played(item, prediction)
    slots = tuple(
        Slot(slot.name, tuple(dict.fromkeys(_values(item, slot.name))), tuple(row[n] for row in boxes))
        for n, slot in enumerate(item.slots)
    )
    facts = (("slots filled", detail.slot_filling), ("accuracy of probes", detail.accuracy), ("kappa", detail.kappa))
    informed = ("accuracy of informative probes", detail.informative_accuracy)
    numbers = tuple((name, f"{value:.2f}") for name, value in (*facts, informed) if value is not None)
    reason = shown.grade.reason or ""
    return Timeline(entry.label, href, score, mark, reason, slots, tuple(rounds), numbers, ())


def _values(item: Item, slot: str) -> Iterator[str]:
    return (current_value(item, slot, number) for number in range(len(item.rounds)))


def _played(item: Item, prediction: Prediction) -> tuple[list[list[Box]], list[Spoken]]:
    """Return the boxes of each round that was played, in the order of the slots, and what was spoken in it."""
    plan = plan_of(item)
    truths, knowledge = informative(plan), Knowledge(plan)
    answers = {answer.round: answer.text for answer in prediction.answers}
    probes = {(probe.round, probe.slot): probe.attempts for probe in prediction.probes}
    boxes: list[list[Box]] = []
    rounds: list[Spoken] = []
    for number, round_ in enumerate(item.rounds):
        if number and number not in answers:
            break
        knowledge.update(number)
        heard = knowledge.answer(number, answers[number]) if number else None
        rounds.append(_spoken(item, number, answers.get(number, ""), heard))
        changed = {update.slot for update in round_.updates}
        row = []
        for place, name in enumerate(plan.names):
            truth = "shared" if knowledge.shared[place] else "stale" if knowledge.stale[place] else "private"
            attempts = probes.get((number, name), ())
            label = probe_label(attempts[-1], item.tags, item.rules) if attempts else None
            said = "" if not attempts else "unparsable" if label is None else "yes" if label else "no"
            right = None if not attempts else label is knowledge.shared[place]
            text = clean(cut(attempts[-1], 200)) if attempts else ""
            asked = plan.requested[number] == place
            row.append(Box(truth, asked, name in changed, said, right, (number, place) in truths, text))
        boxes.append(row)
        if number and heard is None:
            break
    return boxes, rounds


def _spoken(item: Item, number: int, answer: str, heard: Heard | None) -> Spoken:
    round_ = item.rounds[number]
    updates = tuple(update.text or f"{update.slot}: {update.value}" for update in round_.updates)
    request = "" if round_.request is None else round_.request.text or f"asks for {round_.request.slot}"
    outcome, mark = "", ""
    if number and heard is None:
        outcome, mark = "not an answer in its form, so the dialogue ends", "bad"
    elif heard is not None:
        outcome, mark = ("fills the slot", "good") if heard.filled else ("does not fill the slot", "bad")
    return Spoken(number, updates, request, clean(cut(answer, MOST)), outcome, mark)
