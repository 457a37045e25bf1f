"""How much of a release a submission covers: refuse gaps, and say when it is about some of the items."""

from interplay.core.errors import RecordError
from interplay.core.records import Finding
from interplay.core.text import quoted
from interplay.submissions import selection
from interplay.submissions.reading import Submission


def refuse(submission: Submission, *, allow_partial: bool) -> None:
    """Raise ``RecordError`` when a submission, read to its end, holds errors, or gaps that are not allowed."""
    if submission.errors:
        raise RecordError(f"{submission.path} cannot be scored", submission.errors)
    if not allow_partial and (gap := gaps(submission)):
        raise RecordError(f"{submission.path} is incomplete", gap)


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
        "Run them, or pass --allow-partial (in Python allow_partial=True, or items= to score only some) to score them "
        "as not played"
    )
    return (Finding.about(submission.path, message),)


def summary(submission: Submission) -> str:
    """Return in words which items a submission is about; nothing where it is about all of its splits, as they are."""
    rule = submission.header.selection if submission.is_as_selected else None
    summary = selection.summary(rule, len(submission.items), submission.n_in_splits)
    rival = submission.header.rival
    if not summary or rival is None:
        return summary
    return f"against {rival.name if rival.name.isprintable() else quoted(rival.name)}, {summary}"


def mark(submission: Submission) -> str:
    """Return the comparability key's part for a report on some items, or changed ones: number, digest, options."""
    if not summary(submission):
        return ""
    rule = submission.header.selection
    options = {} if rule is None else rule.options
    named = ",".join(selection.option_named(*option) for option in sorted(options.items()))
    digest = selection.digest(submission.track, submission.items.values(), rule)
    sampled = f" sample:{len(submission.items)}/{submission.n_in_splits}:{digest[:16]}"
    return sampled + (f" options:{named}" if named else "")


def observed(submission: Submission) -> str:
    """Return the comparability key's part for a system that was sent pictures of boards."""
    observation = submission.header.system.params.get("observation")
    return f" observation:{observation}" if observation in {"image", "both"} else ""


def warnings(submission: Submission) -> tuple[Finding, ...]:
    """Return warnings about a report: that it covers a part of the items, and ``advice``."""
    about, splits = summary(submission), ", ".join(submission.header.splits)
    partial = Finding.about(submission.path, f"the scores cover only some items of {splits}: {about}", is_error=False)
    return (*([partial] if about else ()), *advice(submission))


def advice(submission: Submission) -> tuple[Finding, ...]:
    """Return warnings of other splits than the headline's, and of unusable replies."""
    main, track, messages = submission.main_splits, submission.track, []
    splits = dict.fromkeys(track.where(item)["split"] for item in submission.items.values())
    if set(splits) > set(main):
        messages = [f"the score covers the splits {' and '.join(splits)}; the headline is about {', '.join(main)}"]
    messages += submission.health.warnings(submission.header, track)
    return tuple(Finding.about(submission.path, message, is_error=False) for message in messages)
