"""The predictions on pages, which are read from the submissions and graded once more."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from interplay.core import jsonl
from interplay.judging.records import JUDGMENT_TYPES, Judgment, JudgmentsHeader, read_header
from interplay.submissions import reading
from interplay.submissions.cache import ItemCache
from interplay.submissions.reading import open_submission
from interplay.tracks import catalogue
from interplay.tracks.base import Grade
from interplay_lab.site.seen import LONGEST
from interplay_lab.site.texts import cut

MOST_TRIALS = 3
"""Most trials of an item on a page."""


class Trial(NamedTuple):
    """One prediction with its item and grade."""

    item: Any
    prediction: Any
    grade: Grade


class JudgeReply(NamedTuple):
    """A judge's verdict on one text, with its reply."""

    judge: str
    part: str
    order: str
    verdict: str
    reply: str


def read_trials(path: Path, cache: ItemCache, wanted: Collection[str]) -> dict[str, list[Trial]]:
    """Return the first trials of the items *wanted* in the scored submission at *path*, by item."""
    submission = open_submission(path, cache.release, cache=cache)
    by_item: dict[str, list[Trial]] = {}
    for _, record in submission.records():
        item_id, _ = submission.track.identity(record)
        if item_id in wanted and len(by_item.get(item_id, ())) < MOST_TRIALS:
            item = submission.items[item_id]
            grade = submission.track.trusting_grader(item)(record)  # its opponents were verified when it was scored
            by_item.setdefault(item_id, []).append(Trial(item, record, grade))
    return by_item


Replies = Mapping[tuple[str, int], Sequence[tuple[str, str]]]
"""(Item id, trial) -> replies, each with what it replies to, which is empty where there is just one."""


def read_replies(path: Path) -> Replies:
    """Return all replies of the scored submission at *path*, long ones cut."""
    header, records = reading.read(path)
    identity = catalogue.load(header.track).identity
    return {identity(record): [(label, cut(text, LONGEST)) for label, text in _replies(record)] for record in records}


def _replies(record: Any) -> Iterator[tuple[str, str]]:
    answers = [(answer.round, 0, "answer", answer.text) for answer in getattr(record, "answers", ())]
    probes = getattr(record, "probes", ())
    answers += [(probe.round, 1, probe.slot, " / ".join(probe.attempts)) for probe in probes]
    yield from ((f"round {number}, {what}", text) for number, _, what, text in sorted(answers, key=lambda a: a[:2]))
    response = getattr(record, "response", None)
    texts = [*getattr(record, "earlier", ()), *([] if response is None else [response])]
    yield from ((f"reply {n}" if len(texts) > 1 else "", text) for n, text in enumerate(texts, 1))
    if record.error:
        yield "error", record.error


JudgeReplies = Mapping[tuple[str, str], list[JudgeReply]]
"""(sha256 of a submission, item id) -> verdicts of judges."""


def read_judge_replies(paths: Collection[Path]) -> JudgeReplies:
    """Return the verdicts in files of judgments that match the submissions."""
    by_item: dict[tuple[str, str], list[JudgeReply]] = {}
    for path in paths:
        header = read_header(path)
        for judgment in _judgments(path):
            verdict, text = _verdict(judgment), judgment.reply or judgment.unscored or "no reply"
            reply = JudgeReply(header.judge, judgment.part, judgment.order, verdict, text)
            for named in header.submissions:
                by_item.setdefault((named.sha256, judgment.item_id), []).append(reply)
    return by_item


def _judgments(path: Path) -> Iterator[Judgment]:
    reader: jsonl.Reader[Any] = jsonl.Reader(path, *JUDGMENT_TYPES)
    return (record for _, record in reader.body(JudgmentsHeader, "a judgment"))


def _verdict(judgment: Judgment) -> str:
    return "none" if judgment.verdict is None else str(judgment.verdict)
