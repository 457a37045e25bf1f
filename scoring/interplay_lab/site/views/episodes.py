"""A scorekeeping dialogue as a timeline: the questioner's knowledge in each round, and its replies."""

from itertools import groupby
from typing import Any

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
            probe.slot: _probed(item, probe, replies[number, probe.slot], truths[probe.slot])
            for probe in round_.probes
            if (number, probe.slot) in replies
        }
        for name, probed in probes.items():
            probed["counts"] = (number, plan.names.index(name)) in counted
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


def _probed(item: Item, probe: Probe, raw: tuple[str, ...], truth: str) -> Row:
    """Return a probe: its question, the replies with their counts, the reading of the last one, and what is due.

    What was read is yes, no, or nothing for an unparsable reply.
    """
    question = f"whether {probe.slot} is known" if probe.text is None else probe_text(item, probe, 0)
    label, due = probe_label(raw[-1], item.tags, item.rules), "yes" if truth == "shared" else "no"
    read = "" if label is None else "yes" if label else "no"
    attempts = [(text, len([*same])) for text, same in groupby(clean(cut(reply, MOST_OF_PROBE)) for reply in raw)]
    about = {"question": question, "attempts": attempts, "read": read, "due": due, "right": read == due}
    return {**about, "truth": TRUTHS[truth]}
