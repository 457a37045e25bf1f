"""What an output holds before a run begins."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interplay.core.errors import OutputError, RecordError
from interplay.core.records import Header, Record
from interplay.core.release import Release
from interplay.running.journal import differences
from interplay.running.options import Chosen
from interplay.submissions.coverage import told
from interplay.submissions.reading import open_submission, read_header
from interplay.tracks.base import Track

Trial = tuple[str, int]
"""Item id and trial number."""


@dataclass(frozen=True, slots=True)
class Finished:
    """What an output already holds; ``header`` is ``None`` when there is no output yet.

    ``is_wider`` says that the output is about more items than the run, and about all of the run's.
    """

    header: Header | None = None
    predictions: dict[Trial, Record] = field(default_factory=dict)
    is_wider: bool = False


def load_finished(track: Track[Any, Any], release: Release, output: Path, header: Header, chosen: Chosen) -> Finished:
    """Return the predictions that *output* already holds for the same system; failed ones are tried again.

    Raises ``OutputError`` when *output* is another system's, or about other items than those of *chosen*, so that
    neither would hold the other; ``RecordError`` when it is not a sound submission. It is never overwritten then.
    """
    if not output.exists():
        return Finished()
    found = read_header(output)
    differs = differences(found, header)
    if found.splits != header.splits:
        differs.append(f"splits are {', '.join(header.splits)}, were {', '.join(found.splits)}")
    if found.trials > header.trials:
        differs.append(f"trials are {header.trials}, were {found.trials}")
    if differs:
        differ = "; ".join(differs)
        raise OutputError(f"{output} is the submission of another run ({differ}); choose another output or delete it")
    submission = open_submission(output, release)
    records = (record for _, record in submission.records())
    predictions = {track.identity(record): record for record in records if not track.is_error(record)}
    if submission.errors:
        raise RecordError(f"{output} is damaged; mend it, or choose another output", submission.errors)
    asked = {track.item_id(item) for item in chosen.items}
    is_wider = not {item_id for item_id, _ in submission.seen_trials()} <= asked
    if is_wider and not asked <= submission.items.keys():
        about = told(submission) or "all items of its splits"
        raise OutputError(f"{output} is about other items ({about}); choose another output or delete it")
    return Finished(found, predictions, is_wider)
