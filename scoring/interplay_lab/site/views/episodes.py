"""A scorekeeping dialogue as a timeline: the questioner's knowledge in each round, and its replies."""

from itertools import groupby
from typing import Any, NamedTuple

from interplay.tracks.scorekeeping.dialogue import current_value, probe_text
from interplay.tracks.scorekeeping.informative import informative
from interplay.tracks.scorekeeping.records import Item, Prediction, Probe
from interplay.tracks.scorekeeping.rules import Knowledge, plan_of, probe_label
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


Row = dict[str, Any]
"""Values of a part of the page."""


def timeline(entry: Entry, href: str, trial: Trial) -> Row:
    """Return the timeline of a whole dialogue of the system of *entry*."""
    item, prediction = trial.item, trial.prediction
    detail: Any = trial.grade.detail
    score, mark = standing(entry, item.item_id)
    if detail.status == "aborted":
        score, mark = f"aborted in round {len(detail.rounds) - 1}", "bad"
    boxes, rounds = _played(item, prediction)
    values = [dict.fromkeys(current_value(item, slot.name, n) for n in range(len(item.rounds))) for slot in item.slots]
    slots = [(slot.name, values[n], [row[n] for row in boxes]) for n, slot in enumerate(item.slots)]
    about = {"label": entry.label, "href": href, "score": score, "mark": mark, "reason": trial.grade.reason or ""}
    return {**about, "slots": slots, "rounds": rounds, "detail": detail}


def is_scored(item: Item) -> bool:
    """Return whether the item counts for the track's headline, which is about dialogues with changing facts."""
    return bool(informative(plan_of(item)))


def _played(item: Item, prediction: Prediction) -> tuple[list[list[Row]], list[Row]]:
    """Return the boxes of each played round in the order of the slots, and the rounds of the dialogue.

    ``number`` counts the probes of a round from 1; it is 0 for a slot without a probe.
    """
    plan = plan_of(item)
    counted, knowledge = informative(plan), Knowledge(plan)
    answers = {answer.round: answer.text for answer in prediction.answers}
    replies = {(probe.round, probe.slot): probe.attempts for probe in prediction.probes}
    boxes: list[list[Row]] = []
    rounds: list[Row] = []
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
        answer = clean(cut(answers.get(number, ""), MOST))
        rounds.append({"number": number, "round": round_, "answer": answer, "heard": heard, "probes": probes.values()})
        changed, places = {update.slot for update in round_.updates}, {name: n for n, name in enumerate(probes, 1)}
        boxes.append(
            [
                {
                    "truth": truths[name],
                    "asked": plan.requested[number] == index,
                    "changed": name in changed,
                    "number": places.get(name, 0),
                    "probe": probes.get(name),
                }
                for index, name in enumerate(plan.names)
            ]
        )
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
