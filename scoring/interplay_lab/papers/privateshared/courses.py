"""The course of a slot in an episode: the truth after each round, and the system's claim."""

from collections.abc import Iterator
from dataclasses import dataclass

from interplay.submissions.reading import open_submission
from interplay.tracks.scorekeeping.records import Item, Prediction
from interplay.tracks.scorekeeping.rules import Knowledge, Plan, plan_of, probe_label
from interplay_lab.papers.evidence import Given, Scored


@dataclass(frozen=True, slots=True)
class Course:
    """One slot over all probing rounds: ``truth`` (is it shared) and the system's ``claims``.

    A claim is ``None`` where no reply to the probe had the requested form.
    """

    truth: tuple[bool, ...]
    claims: tuple[bool | None, ...]

    @property
    def shift(self) -> int | None:
        """First round in which the slot is shared, or ``None``."""
        return next((number for number, shared in enumerate(self.truth) if shared), None)

    @property
    def claim(self) -> int | None:
        """First round in which the system claims that the slot is shared, or ``None``."""
        return next((number for number, claimed in enumerate(self.claims) if claimed), None)

    @property
    def lag(self) -> int | None:
        """Rounds from the shift to the claim: negative for an early claim, ``None`` without a shift or a claim."""
        return None if self.shift is None or self.claim is None else self.claim - self.shift

    @property
    def is_seen(self) -> bool:
        """Whether the system claimed private in the round before the shift and shared in the round of the shift."""
        at = self.shift
        return at is not None and at > 0 and self.claims[at - 1] is False and self.claims[at] is True

    @property
    def is_taken_back(self) -> bool:
        """Whether the system claimed private for the shared slot after it had claimed shared."""
        claim = self.claim
        pairs = list(zip(self.truth, self.claims, strict=True))
        return claim is not None and any(shared and claimed is False for shared, claimed in pairs[claim + 1 :])

    @property
    def is_right(self) -> bool:
        """Whether the claim of every round is correct."""
        return self.truth == self.claims


def courses(plan: Plan, prediction: Prediction) -> list[Course]:
    """Return the courses of the slots that every round of a completed episode probes, in the item's order."""
    knowledge, tags, rules = Knowledge(plan), plan.item.tags, plan.item.rules
    answers = {answer.round: answer.text for answer in prediction.answers}
    claims = {(p.round, p.slot): probe_label(p.attempts[-1], tags, rules) for p in prediction.probes}
    truths: list[tuple[bool, ...]] = []
    for number in range(len(plan.probed)):
        knowledge.update(number)
        if number:
            knowledge.answer(number, answers[number])
        truths.append(tuple(knowledge.shared))
    return [
        Course(tuple(truth[slot] for truth in truths), tuple(claims[n, name] for n in range(len(truths))))
        for slot, name in enumerate(plan.names)
        if all((n, name) in claims for n in range(len(truths)))
    ]


def played(given: Given, entry: Scored) -> Iterator[tuple[Item, list[Course]]]:
    """Yield the item and the courses of each completed episode of *entry*."""
    ended = {(grade.item_id, grade.trial) for grade in entry.grades if grade.status == "played"}
    submission = open_submission(entry.path, given.release)
    plans: dict[str, Plan] = {}
    for _, prediction in submission.records():
        if (prediction.item_id, prediction.trial) in ended:
            item = submission.items[prediction.item_id]
            plan = plans.setdefault(item.item_id, plan_of(item))
            yield item, courses(plan, prediction)
