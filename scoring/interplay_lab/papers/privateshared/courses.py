"""What was true of a slot after each round, and what the system said of it: the course of one slot of an episode."""

from collections.abc import Iterator
from dataclasses import dataclass

from interplay.submissions.reading import open_submission
from interplay.tracks.scorekeeping.records import Item, Prediction
from interplay.tracks.scorekeeping.rules import Knowledge, Plan, plan_of, probe_label
from interplay_lab.papers.evidence import Given, Scored


@dataclass(frozen=True, slots=True)
class Course:
    """One slot from the first probing round to the last: ``truth`` (is it shared), and what was ``said`` of it.

    ``said`` is ``None`` where a probe got no reply in its form.
    """

    truth: tuple[bool, ...]
    said: tuple[bool | None, ...]

    @property
    def shift(self) -> int | None:
        """Round at which the slot first turns shared; ``None`` where it never does."""
        return next((place for place, shared in enumerate(self.truth) if shared), None)

    @property
    def claim(self) -> int | None:
        """Round at which the system first says that it is shared; ``None`` where it never does."""
        return next((place for place, said in enumerate(self.said) if said), None)

    @property
    def lag(self) -> int | None:
        """Rounds from the shift to the claim: negative where it came too early, ``None`` where either never came."""
        return None if self.shift is None or self.claim is None else self.claim - self.shift

    @property
    def is_seen(self) -> bool:
        """Whether the system said private in the round before the shift and shared in its round."""
        at = self.shift
        return at is not None and at > 0 and self.said[at - 1] is False and self.said[at] is True

    @property
    def is_taken_back(self) -> bool:
        """Whether the system said private of the slot while it was shared, after it had said shared of it."""
        claim = self.claim
        pairs = list(zip(self.truth, self.said, strict=True))
        return claim is not None and any(shared and said is False for shared, said in pairs[claim + 1 :])

    @property
    def is_right(self) -> bool:
        """Whether every round was answered rightly."""
        return self.truth == self.said


def courses(plan: Plan, prediction: Prediction) -> list[Course]:
    """Return the course of each slot that every round probes, in the item's order, of an episode played to its end."""
    knowledge, tags, rules = Knowledge(plan), plan.item.tags, plan.item.rules
    answers = {answer.round: answer.text for answer in prediction.answers}
    said = {(p.round, p.slot): probe_label(p.attempts[-1], tags, rules) for p in prediction.probes}
    truths: list[tuple[bool, ...]] = []
    for number in range(len(plan.probed)):
        knowledge.update(number)
        if number:
            knowledge.answer(number, answers[number])
        truths.append(tuple(knowledge.shared))
    return [
        Course(tuple(truth[slot] for truth in truths), tuple(said[n, name] for n in range(len(truths))))
        for slot, name in enumerate(plan.names)
        if all((n, name) in said for n in range(len(truths)))
    ]


def played(given: Given, one: Scored) -> Iterator[tuple[Item, list[Course]]]:
    """Yield the item and the courses of each episode of *one* that was played to its end."""
    ended = {(grade.item_id, grade.trial) for grade in one.grades if grade.status == "played"}
    submission = open_submission(one.path, given.release)
    plans: dict[str, Plan] = {}
    for _, prediction in submission.records():
        if (prediction.item_id, prediction.trial) in ended:
            item = submission.items[prediction.item_id]
            plan = plans.setdefault(item.item_id, plan_of(item))
            yield item, courses(plan, prediction)
