"""The predictions that pages show: read from the submissions again, and graded again, these alone."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from interplay.core import jsonl
from interplay.judging.records import JUDGMENT_TYPES, Judgment, JudgmentsHeader
from interplay.judging.results.reading import read_header as read_judge
from interplay.submissions.pool import ItemPool
from interplay.submissions.reading import open_submission
from interplay.tracks.base import Grade

MOST_TRIALS = 3
"""Trials of an item that a page shows."""


class Shown(NamedTuple):
    """One prediction with its item and grade."""

    item: Any
    prediction: Any
    grade: Grade


class Said(NamedTuple):
    """What a judge said of one text."""

    judge: str
    part: str
    order: str
    verdict: str
    reply: str


def shown(path: Path, pool: ItemPool, wanted: Collection[str]) -> dict[str, list[Shown]]:
    """Return the first trials of the items *wanted* in the submission at *path*, by item, which was scored before."""
    submission = open_submission(path, pool.release, pool=pool)
    found: dict[str, list[Shown]] = {}
    for _, record in submission.records():
        item_id, _ = submission.track.identity(record)
        if item_id in wanted and len(found.get(item_id, ())) < MOST_TRIALS:
            item = submission.items[item_id]
            found.setdefault(item_id, []).append(Shown(item, record, submission.track.grader(item)(record)))
    return found


Judged = Mapping[tuple[str, str], list[Said]]
"""(sha256 of a submission, item id) -> what judges said."""


def judged(paths: Collection[Path]) -> Judged:
    """Return what judges said, of files that were found to be about the submissions."""
    found: dict[tuple[str, str], list[Said]] = {}
    for path in paths:
        header = read_judge(path)
        for one in _judgments(path):
            said = Said(header.judge, one.part, one.order, _verdict(one), one.reply or one.unscored or "no reply")
            for named in header.submissions:
                found.setdefault((named.sha256, one.item_id), []).append(said)
    return found


def _judgments(path: Path) -> Iterator[Judgment]:
    reader: jsonl.Reader[Any] = jsonl.Reader(path, *JUDGMENT_TYPES)
    return (record for _, record in reader.body(JudgmentsHeader, "a judgment"))


def _verdict(one: Judgment) -> str:
    return "none" if one.verdict is None else str(one.verdict)
