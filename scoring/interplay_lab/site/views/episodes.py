"""A scorekeeping dialogue as a timeline: the questioner's knowledge in each round, and its replies."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from interplay.tracks.scorekeeping.dialogue import current_value, probe_text
from interplay.tracks.scorekeeping.informative import informative
from interplay.tracks.scorekeeping.records import Item, Prediction, Probe
from interplay.tracks.scorekeeping.rules import Heard, Knowledge, plan_of, probe_label
from interplay_lab.site.predictions import Trial
from interplay_lab.site.scored import Entry
from interplay_lab.site.texts import clean, cut
from interplay_lab.site.views.replies import standing

MOST, MOST_OF_PROBE = 1_500, 300
"""Most characters of an answer, and of a reply to a probe."""
TRUTHS = {"shared": "told", "private": "not told", "stale": "told, and changed since"}
"""The truth about a fact in a round: its class on the page, and its text."""


class Probed(NamedTuple):
    """A probe: its question, the raw replies with their counts, the reading of the last one, and the truth.

    ``read`` is yes, no, or empty for an unparsable reply; ``due`` is the right reply.
    """

    slot: str
    question: str
    attempts: tuple[tuple[str, int], ...]
    read: str
    due: str
    truth: str
    counts: bool

    @property
    def right(self) -> bool:
        """Whether the reply is right."""
        return self.read == self.due


class Box(NamedTuple):
    """A slot in a round: its truth (``shared``, ``private``, ``stale``), its events, and the probe.

    ``number`` counts the probes of a round from 1; it is 0 without a probe.
    """

    truth: str
    asked: bool
    changed: bool
    number: int
    probe: Probed | None


class Slot(NamedTuple):
    """A row of the timeline: a slot, its successive values, and a box for each round."""

    name: str
    values: tuple[str, ...]
    boxes: tuple[Box, ...]


Spoken = dict[str, object]
"""A round of the dialogue: private changes, the request, the answer, its outcome, and the probes."""


def timeline(entry: Entry, href: str, trial: Trial) -> dict[str, object]:
    """Return the timeline of a whole dialogue of the system of *entry*."""
    item, prediction = trial.item, trial.prediction
    detail: Any = trial.grade.detail
    score, mark = standing(entry, item.item_id)
    if detail.status == "aborted":
        score, mark = f"aborted in round {len(detail.rounds) - 1}", "bad"
    boxes, rounds = _played(item, prediction)
    slots = tuple(
        Slot(slot.name, tuple(dict.fromkeys(_values(item, slot.name))), tuple(row[n] for row in boxes))
        for n, slot in enumerate(item.slots)
    )
    facts = (("slots filled", detail.slot_filling), ("accuracy of probes", detail.accuracy), ("kappa", detail.kappa))
    informed = ("accuracy of informative probes", detail.informative_accuracy)
    numbers = tuple((name, f"{value:.2f}") for name, value in (*facts, informed) if value is not None)
    about = {"label": entry.label, "href": href, "score": score, "mark": mark, "reason": trial.grade.reason or ""}
    return {**about, "slots": slots, "rounds": rounds, "facts": numbers}


def is_scored(item: Item) -> bool:
    """Return whether the item counts for the track's headline, which is about dialogues with changing facts."""
    return bool(informative(plan_of(item)))


def _values(item: Item, slot: str) -> Iterator[str]:
    return (current_value(item, slot, number) for number in range(len(item.rounds)))


def _played(item: Item, prediction: Prediction) -> tuple[list[list[Box]], list[Spoken]]:
    """Return the boxes of each played round in the order of the slots, and the rounds of the dialogue."""
    plan = plan_of(item)
    counted, knowledge = informative(plan), Knowledge(plan)
    answers = {answer.round: answer.text for answer in prediction.answers}
    replies = {(probe.round, probe.slot): probe.attempts for probe in prediction.probes}
    boxes: list[list[Box]] = []
    rounds: list[Spoken] = []
    for number, round_ in enumerate(item.rounds):
        if number and number not in answers:
            break
        knowledge.update(number)
        heard = knowledge.answer(number, answers[number]) if number else None
        truths = {name: _truth(knowledge, index) for index, name in enumerate(plan.names)}
        probes = {
            probe.slot: _probed(item, probe, replies[number, probe.slot], truths[probe.slot], is_counted)
            for probe in round_.probes
            if (number, probe.slot) in replies
            for is_counted in ((number, plan.names.index(probe.slot)) in counted,)
        }
        rounds.append(_spoken(item, number, answers.get(number, ""), heard, tuple(probes.values())))
        changed, places = {update.slot for update in round_.updates}, {name: n for n, name in enumerate(probes, 1)}
        row = [(name, plan.requested[number] == index) for index, name in enumerate(plan.names)]
        boxes.append([Box(truths[n], asked, n in changed, places.get(n, 0), probes.get(n)) for n, asked in row])
        if number and heard is None:
            break
    return boxes, rounds


def _truth(knowledge: Knowledge, index: int) -> str:
    return "shared" if knowledge.shared[index] else "stale" if knowledge.stale[index] else "private"


def _probed(item: Item, probe: Probe, raw: tuple[str, ...], truth: str, counts: bool) -> Probed:  # noqa: FBT001  a fact
    """Return a probe with its raw replies; equal successive replies are counted together."""
    question = f"whether {probe.slot} is known" if probe.text is None else probe_text(item, probe, 0)
    label = probe_label(raw[-1], item.tags, item.rules)
    read = "" if label is None else "yes" if label else "no"
    attempts = tuple((text, len([*same])) for text, same in groupby(clean(cut(t, MOST_OF_PROBE)) for t in raw))
    return Probed(probe.slot, question, attempts, read, "yes" if truth == "shared" else "no", TRUTHS[truth], counts)


def _spoken(item: Item, number: int, answer: str, heard: Heard | None, probes: tuple[Probed, ...]) -> Spoken:
    round_ = item.rounds[number]
    updates = tuple(update.text or f"{update.slot}: {update.value}" for update in round_.updates)
    request = "" if round_.request is None else round_.request.text or f"asks for {round_.request.slot}"
    outcome, mark = "", ""
    if number and heard is None:
        outcome, mark = "an unparsable answer, which ends the dialogue", "bad"
    elif heard is not None:
        outcome, mark = ("fills the slot", "good") if heard.filled else ("does not fill the slot", "bad")
    spoken = {"number": number, "updates": updates, "request": request, "answer": clean(cut(answer, MOST))}
    return {**spoken, "outcome": outcome, "mark": mark, "probes": probes}
