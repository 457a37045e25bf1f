"""The predictions on pages, which are read from the submissions and graded once more."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from interplay.core import jsonl
from interplay.judging.records import JUDGMENT_TYPES, Judgment, JudgmentsHeader, read_header
from interplay.submissions.cache import ItemCache
from interplay.submissions.reading import open_submission
from interplay.tracks.base import Grade
from interplay_lab.judging.certificates import split, status

MOST_TRIALS = 3
"""Most trials of an item on a page."""


class Trial(NamedTuple):
    """One prediction with its item and grade."""

    item: Any
    prediction: Any
    grade: Grade


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


JudgeReplies = Mapping[tuple[str, str], list[tuple[str, Judgment]]]
"""(sha256 of a submission, item id) -> judges with their judgments."""


def read_judge_replies(paths: Collection[Path]) -> JudgeReplies:
    """Return the judgments in files that match the submissions."""
    by_item: dict[tuple[str, str], list[tuple[str, Judgment]]] = {}
    judgments, certificates = split(paths)
    for path in judgments:
        header = read_header(path)
        judge = ", ".join(filter(None, (header.judge, status(header, certificates))))
        reader: jsonl.Reader[Any] = jsonl.Reader(path, *JUDGMENT_TYPES)
        for _, judgment in reader.body(JudgmentsHeader, "a judgment"):
            for named in header.submissions:
                by_item.setdefault((named.sha256, judgment.item_id), []).append((judge, judgment))
    return by_item
