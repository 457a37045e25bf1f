"""How much of a release a submission covers: refuse gaps, and say when it is about a sample."""

from interplay.core import canonical
from interplay.core.errors import RecordError
from interplay.core.findings import Finding, shown_path
from interplay.submissions.reading import Submission


def refuse(submission: Submission, *, allow_partial: bool) -> None:
    """Raise ``RecordError`` when a submission, read to its end, holds errors, or gaps that are not allowed."""
    if submission.errors:
        raise RecordError(f"{submission.path} cannot be scored", submission.errors)
    if not allow_partial and (gap := gaps(submission)):
        raise RecordError(f"{submission.path} is not complete", gap)


def gaps(submission: Submission) -> tuple[Finding, ...]:
    """Return the finding that says what a submission lacks and what can be done about it; nothing where it is whole."""
    missing = submission.missing()
    if not missing:
        return ()
    lacking = sum(count for _, count in missing)
    expected = len(submission.items) * submission.header.trials
    named = ", ".join(item_id for item_id, _ in missing[:3]) + (", …" if len(missing) > 3 else "")
    message = (
        f"found {expected - lacking} of {expected} predictions, expected all; missing: {named}. "
        "Run them, or pass --allow-partial (in Python allow_partial=True) to score them as not played"
    )
    return (Finding(severity="error", file=shown_path(submission.path), message=message),)


def sample_mark(submission: Submission) -> str:
    """Return what a comparability key says of a report on some of the items: how many they are, and their digest."""
    if not submission.is_sample:
        return ""
    digest = canonical.sha256("".join(f"{item_id}\n" for item_id in sorted(submission.items)).encode())
    return f" sample:{len(submission.items)}/{submission.claimed}:{digest[:16]}"


def sample_warnings(submission: Submission) -> tuple[Finding, ...]:
    """Return the warning of a report on some of the items; nothing where it is about all of them."""
    if not submission.is_sample:
        return ()
    splits = ", ".join(submission.header.splits)
    message = (
        f"the scores are those of a sample of {len(submission.items)} of the {submission.claimed} items of {splits}"
    )
    return (Finding(severity="warning", file=shown_path(submission.path), message=message),)
