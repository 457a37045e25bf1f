"""What there is to judge in submissions: replies, pairs of replies, clues."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interplay.core import canonical, replies
from interplay.core.errors import RecordError
from interplay.core.release import Release
from interplay.core.text import counted, noop
from interplay.judging.judge import Judge
from interplay.judging.judge import Subject as Kind
from interplay.judging.prompts import JudgedText, Material
from interplay.judging.records import JudgedSubmission, Order
from interplay.submissions.reading import Submission, open_submission
from interplay.tracks.base import PredictionError
from interplay.tracks.games import catalogue
from interplay.tracks.games.verdicts import Clue, Verified
from interplay.tracks.simulation.records import Prediction

TRACKS: Mapping[Kind, str] = {"reply": "simulation", "points": "simulation", "pair": "simulation", "clue": "games"}
Where = tuple[tuple[str, str], ...]
Trial = tuple[str, int]
Note = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing to judge: whose it is, what the judge is shown, and the digest of the item that it belongs to."""

    item_id: str
    trial: int
    part: str
    order: Order
    material: Material
    item_sha256: str

    @property
    def identity(self) -> tuple[str, int, str, Order]:
        """Return what distinguishes the subject from the others of its submissions."""
        return self.item_id, self.trial, self.part, self.order


@dataclass(frozen=True, slots=True)
class Judged:
    """A submission read whole: its predictions by item and trial."""

    submission: Submission
    predictions: Mapping[Trial, Any]

    @property
    def named(self) -> JudgedSubmission:
        """Return the submission as judgments name it."""
        return JudgedSubmission(sha256=self.submission.sha256, system=self.submission.header.system)


def opened(path: Path, release: Release) -> Judged:
    """Return the submission at *path*; raise ``RecordError`` with what is wrong with it."""
    submission = open_submission(path, release)
    track = submission.track
    predictions = {track.identity(record): record for _, record in submission.records()}
    if submission.errors:
        raise RecordError(f"{path} cannot be judged", submission.errors)
    return Judged(submission, predictions)


def subjects(judge: Judge, judged: tuple[Judged, ...], where: Where = (), on_note: Note = noop) -> list[Subject]:
    """Return what *judge* is asked about, those with a common beginning of their prompts side by side.

    Items are those whose keys have the values of *where*. *on_note* is called where items have no points to ask about.
    Raises ``RecordError`` for submissions that the judge is not for, or with which nothing can be compared.
    """
    _check(judge, judged)
    if judge.file.subject == "clue":
        unsorted = list(_clues(judged[0], where))
    elif judge.file.subject == "pair":
        unsorted = list(_pairs(judged[0], judged[1], where))
    else:
        unsorted = list(_replies(judge, judged[0], where, on_note))
    return sorted(unsorted, key=_order)


def _order(subject: Subject) -> tuple[tuple[str, ...], str, int, str, str]:
    texts = tuple(message.content for message in subject.material.dialogue) or (subject.material.texts[0].text,)
    return texts, subject.item_id, subject.trial, subject.part, subject.order


def _check(judge: Judge, judged: tuple[Judged, ...]) -> None:
    kind = judge.file.subject
    if kind not in TRACKS:
        raise RecordError(f"the judge {judge.name} is for collected dialogues, not for submissions")
    expected = 2 if kind == "pair" else 1
    if len(judged) != expected:
        what = "two submissions to compare" if kind == "pair" else "one submission"
        raise RecordError(f"the judge {judge.name} takes {what}; found {len(judged)}")
    for submission in judged:
        name = submission.submission.track.name
        if name != TRACKS[kind]:
            path = submission.submission.path
            raise RecordError(f"{path} is a submission on {name}; the judge {judge.name} is for {TRACKS[kind]}")


def _fitting(judged: Judged, where: Where) -> Iterator[tuple[Any, int, Any, str]]:
    submission = judged.submission
    digests: dict[str, str] = {}
    for (item_id, trial), prediction in judged.predictions.items():
        item = submission.items[item_id]
        if set(where) <= set(submission.track.where(item).items()):
            if item_id not in digests:
                digests[item_id] = canonical.sha256(canonical.encode(item))
            yield item, trial, prediction, digests[item_id]


def _replies(judge: Judge, judged: Judged, where: Where, on_note: Note) -> Iterator[Subject]:
    lacking = set()
    for item, trial, prediction, digest in _fitting(judged, where):
        if not judge.is_about(item.item_id):
            lacking.add(item.item_id)
        elif prediction.response is not None:
            points = "\n".join(f"{n}. {p}" for n, p in enumerate(judge.file.points.get(item.item_id, ()), 1))
            texts = (JudgedText("response", replies.visible(prediction.response)), JudgedText("points", points))
            material = Material(item.task, item.messages, texts[: 2 if points else 1])
            yield Subject(item.item_id, trial, "", "single", material, digest)
    if lacking:
        on_note(f"{counted(len(lacking), 'scripts')} without points: the judge {judge.name} is not asked about them")


def _pairs(first: Judged, second: Judged, where: Where) -> Iterator[Subject]:
    for item, trial, mine, digest in _fitting(first, where):
        other: Prediction | None = second.predictions.get((item.item_id, trial))
        if other is None or mine.response is None or other.response is None:
            continue
        visible = replies.visible(mine.response), replies.visible(other.response)
        orders: tuple[tuple[Order, str, str], ...] = (("ab", visible[0], visible[1]), ("ba", visible[1], visible[0]))
        for order, a, b in orders:
            texts = (JudgedText("response_a", a), JudgedText("response_b", b))
            yield Subject(item.item_id, trial, "", order, Material(item.task, item.messages, texts), digest)


def _clues(judged: Judged, where: Where) -> Iterator[Subject]:
    for item, trial, prediction, digest in _fitting(judged, where):
        for clue in clues_of(judged.submission, item, prediction):
            if clue.speaks:
                material = Material(texts=(JudgedText("word", clue.word), JudgedText("clue", clue.text)))
                yield Subject(item.item_id, trial, clue.part, "single", material, digest)


def clues_of(submission: Submission, item: Any, prediction: Any) -> tuple[Clue, ...]:
    """Return the clues that the system gave in a match; none in a game without clues.

    Raises ``RecordError`` when the match does not verify.
    """
    analysis = catalogue.analysis_of(item.game)
    if analysis is None or analysis.clues is None:
        return ()
    try:
        grade = submission.track.grader(item)(prediction)
    except PredictionError as error:
        raise RecordError(f"{submission.path} cannot be judged: {item.item_id}: {error.path}: {error}") from None
    return analysis.clues(grade.source) if isinstance(grade.source, Verified) else ()
