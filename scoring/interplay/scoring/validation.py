"""What is wrong with a submission, found out without scoring it."""

from dataclasses import dataclass
from pathlib import Path

from interplay.core import caches
from interplay.core.errors import RecordError, in_lines
from interplay.core.records import Finding
from interplay.core.release import Release
from interplay.submissions.accepting import NOTHING, Given, accepted
from interplay.submissions.cache import ItemCache
from interplay.submissions.coverage import advice, gaps, summary
from interplay.submissions.reading import Submission, open_submission


@dataclass(frozen=True, slots=True)
class Validation:
    """What reading a submission to its end has found; printing it says everything.

    ``valid`` of ``expected`` predictions can be scored; ``missing`` names the items that lack some, with how many.
    Where the first line is not a header of this dataset, nothing else is read: ``track`` is empty, both counts are 0.
    """

    path: Path
    track: str
    valid: int
    expected: int
    findings: tuple[Finding, ...]
    missing: tuple[tuple[str, int], ...]
    selected: str = ""
    """Which items it is about, in words; empty where they are all items of its splits."""

    @property
    def ok(self) -> bool:
        """Whether the submission can be scored as it is; there may be warnings."""
        return not any(finding.severity == "error" for finding in self.findings)

    @property
    def summary(self) -> str:
        """Track and coverage in one line, empty where the header could not be read."""
        about = f" ({self.selected})" if self.selected else ""
        return f"{self.path}: {self.track}, {self.valid} of {self.expected} predictions{about}" if self.track else ""

    def __str__(self) -> str:
        """Return the summary, and a line for each finding."""
        return "\n".join(filter(None, (self.summary, *in_lines(self.findings, with_severity=True))))


def validate(path: str | Path, release: Release, cache: ItemCache | None = None) -> Submission:
    """Return the submission at *path*, read to its end: ``findings`` and ``missing()`` say what is wrong with it.

    Calls that share a *cache* of the items of *release* read them once.
    """
    submission = open_submission(Path(path), release, cache=cache)
    with caches.unused():
        for _ in submission:
            pass
    return submission


def validation_of(path: Path, release: Release, given: Given = NOTHING, cache: ItemCache | None = None) -> Validation:
    """Return what is wrong with the submission at *path*, a header that does not fit *release* included.

    Replies without a header are checked as the submission that they make with what is *given*.
    """
    try:
        with accepted([path], release, given, "validate") as files:
            submission = validate(files.paths[0], release, cache)
            missing = submission.missing()
            expected = len(submission.items) * submission.header.trials
            return Validation(
                path=path,
                track=submission.track.name,
                valid=expected - sum(count for _, count in missing),
                expected=expected,
                findings=files.findings((*submission.findings, *gaps(submission), *advice(submission))),
                missing=tuple(missing),
                selected=summary(submission),
            )
    except RecordError as error:
        message = str(error).removeprefix(f"{path} ")
        return Validation(path, "", 0, 0, error.findings or (Finding.about(path, message),), ())
