"""The round in which a slot shifts from private to shared, and the round in which a system first says so."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from interplay.submissions.reading import open_submission
from interplay.tables.table import Cell, Table
from interplay.tracks.scorekeeping.records import Prediction
from interplay.tracks.scorekeeping.rules import Knowledge, Plan, plan_of, probe_label
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.privateshared.groups import MISSING, PAPER, TRACK, WORDS, notes, on_track
from interplay_lab.papers.records import Content, Figure, Missing, Series, columns_of

FAR: Final = 3
"""The figure has one bar for claims this many rounds early or more, and one for as late."""
_NEAR: Final = tuple(f"{lag:+d}" if lag else "0" for lag in range(1 - FAR, FAR))
PLACES: Final = (f"-{FAR} or less", *_NEAR, f"+{FAR} or more", "never")


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


def _shifting(given: Given) -> list[tuple[str, str, list[Course]]]:
    """Return the courses of the slots that shift in completed episodes, by system and split."""
    systems = []
    for entry in given.on(TRACK):
        completed = {(grade.item_id, grade.trial) for grade in entry.grades if grade.status == "played"}
        submission = open_submission(entry.path, given.release)
        by_split: dict[str, list[Course]] = {}
        for _, prediction in submission.records():
            if (prediction.item_id, prediction.trial) in completed:
                item = submission.items[prediction.item_id]
                slots = [course for course in courses(plan_of(item), prediction) if course.shift is not None]
                by_split.setdefault(item.split, []).extend(slots)
        systems += [(entry.label, split, slots) for split, slots in sorted(by_split.items()) if slots]
    return systems


@on_track
def table(given: Given) -> Content:
    """Return how often systems claim a shift early, on time, late or never, and other shares of slots."""
    systems = _shifting(given)
    if not systems:
        return MISSING["episode"]
    rows = tuple((label, split, *_row(slots)) for label, split, slots in systems)
    return Table(columns_of(WORDS["shifts_columns"]), rows, (*WORDS["shifts"].values(), *notes(given)))


def _row(slots: Sequence[Course]) -> tuple[Cell, ...]:
    lags = [course.lag for course in slots if course.lag is not None]
    counts = [sum(lag < 0 for lag in lags), lags.count(0), sum(lag > 0 for lag in lags), len(slots) - len(lags)]
    counts += [sum(getattr(course, f"is_{name}") for course in slots) for name in ("seen", "taken_back", "right")]
    return (len(slots), *(count / len(slots) for count in counts), sum(lags) / len(lags) if lags else None)


@on_track
def figure(given: Given) -> Content:
    """Return the distribution of lags over the slots of the document's split."""
    series = [_bars(label, slots) for label, split, slots in _shifting(given) if split == PAPER]
    if not series:
        return Missing(reason=f"no episode of the split {PAPER} was completed; needed: one")
    about = (WORDS["shifts"]["shift"], f"Split {PAPER}.", *notes(given))
    return Figure("bars", "rounds after the shift", "slots", PLACES, tuple(series), "percent", 1, about)


def _bars(label: str, slots: Sequence[Course]) -> Series:
    lags = (course.lag for course in slots)
    counts = Counter(len(PLACES) - 1 if lag is None else min(max(lag, -FAR), FAR) + FAR for lag in lags)
    return Series(name=label, values=tuple(counts[index] / len(slots) for index in range(len(PLACES))))
