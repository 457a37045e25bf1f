"""Score a submission: grade each prediction, average over trials and items, bound what chance leaves open.

Memory does not grow with the number of predictions: an item keeps sums, and grades are dropped once added.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interplay.core.release import Release
from interplay.core.reports import REPORT, ItemScore, Report, Statistic, rounded
from interplay.core.text import noop
from interplay.core.version import __version__
from interplay.scoring.grading import grade
from interplay.scoring.tally import Tally
from interplay.submissions import coverage
from interplay.submissions.cache import ItemCache
from interplay.submissions.reading import Submission, open_submission
from interplay.tracks.base import Grade, Track


@dataclass(frozen=True, slots=True)
class Options:
    """How a submission is scored. ``allow_partial`` scores what is missing as not played instead of refusing.

    ``items`` are the ids of the only items that the report is about, which it says. With several ``workers``, as many
    processes share the grading; *on_grade* then sees grades in another order, some without ``source``. If ``trusted``,
    opponents' moves are taken as they are written in files that the hashes of an unmodified release cover. Without
    ``analyses``, statistics that no table shows are left out; a ``summary`` holds the parts of short tables and no
    values of items.
    """

    allow_partial: bool = False
    workers: int = 1
    items: frozenset[str] | None = None
    trusted: bool = False
    analyses: bool = True
    summary: bool = False

    def __post_init__(self) -> None:
        """Refuse numbers with which nothing could be scored."""
        if self.workers < 1:
            raise ValueError(f"workers: found {self.workers}, expected at least 1")
        if self.items is not None and not self.items:
            raise ValueError("found no items to score, expected at least 1")


def score(
    path: str | Path,
    release: Release,
    options: Options | None = None,
    on_grade: Callable[[Grade], None] = noop,
    cache: ItemCache | None = None,
    keep: Callable[[Grade], object] = noop,
) -> Report:
    """Return the report of the submission at *path*.

    *on_grade* is called with each grade as it is computed; *keep* makes what grades of other processes have as
    ``source``. Calls that share a *cache* of the items of *release* read
    them once. Raises ``RecordError`` with all findings when the submission holds errors, or lacks predictions and
    ``allow_partial`` is not set.
    """
    options = Options() if options is None else options
    trusted = options.trusted and not release.modified and Path(path).is_relative_to(release.root)
    submission = open_submission(Path(path), release, options.items, cache, trusted=trusted)
    graded = grade(submission, release, options.workers, on_grade, analyses=options.analyses, keep=keep)
    coverage.refuse(submission, allow_partial=options.allow_partial)
    statistics = () if graded.analyst is None else graded.analyst.statistics()
    return _report(submission, release, graded.tally, statistics, is_short=options.summary)


def _report(
    submission: Submission, release: Release, tally: Tally, statistics: tuple[Statistic, ...], *, is_short: bool
) -> Report:
    from interplay.scoring.budgets import budgeted  # noqa: PLC0415  loads numpy, which only reports need
    from interplay.scoring.groups import groupings_of, groups  # noqa: PLC0415

    header, track = submission.header, submission.track
    digest, means = release.digest(track.name, header.splits), tally.means()
    deterministic = header.system.name in {f"bot-{name}" for name in track.deterministic}
    more = _parts(track, header.splits)
    groupings = ((), track.summary_by, *track.notes_by) if is_short else groupings_of(tally, more)
    metrics = groups(tally, means, groupings, deterministic=deterministic)
    budgets, half, share = budgeted(tally, means, deterministic=deterministic)
    asked = f"splits:{'+'.join(header.splits)}{coverage.mark(submission)}"
    key = f"{track.name}/{track.scoring_version} items:{digest[:16]} {asked} judge:none{coverage.observed(submission)}"
    modified = release.modified or header.modified
    return Report(
        format=REPORT,
        track=track.name,
        headline_name=track.headline.name,
        release=release.manifest.release,
        manifest_sha256=release.manifest_sha256,
        track_sha256=digest,
        modified_dataset=modified,
        submission_sha256=submission.sha256,
        submission_release=header.release,
        package_version=__version__,
        comparability_key=f"modified {key}" if modified else key,
        system=header.system,
        splits=header.splits,
        selection=header.selection if submission.is_as_selected else None,
        selected=coverage.summary(submission),
        trials=header.trials,
        counts=metrics[0].counts,
        groups=metrics,
        budgets=budgets,
        half_score=half,
        lower_bound_share=share,
        statistics=statistics,
        per_item=tuple(_item_score(tally, item_id, values) for item_id, values in means.items()),
        warnings=(*submission.findings, *coverage.warnings(submission)),
        bibtex=bibtex(release),
    )


def _parts(track: Track[Any, Any], splits: Collection[str]) -> tuple[tuple[str, ...], ...]:
    """Return the keys of the parts that tables and notes show; several splits of a headline have parts of their own."""
    by_split = [("split", *track.table_by)] * (len({*track.front} & {*splits}) > 1)
    return (track.table_by, *track.also_by, *track.notes_by, *by_split)


def bibtex(release: Release) -> str:
    """Return the BibTeX entry that cites *release* by version and hash."""
    manifest = release.manifest
    return (
        f"@misc{{interplay_{manifest.release.replace('.', '_')},\n"
        f"  title = {{{manifest.name}: a verifiable benchmark of language models in interaction}},\n"
        f"  author = {{{{The {manifest.name} maintainers}}}},\n"
        f"  howpublished = {{Dataset release {manifest.release}}},\n"
        f"  note = {{manifest sha256 {release.manifest_sha256}}}\n}}"
    )


def _item_score(tally: Tally, item_id: str, means: Mapping[str, float | None]) -> ItemScore:
    item, missing = tally.items[item_id], tally.missing(item_id)
    values = {name: None if value is None else rounded(value) for name, value in means.items()}
    reason = item.reason or ("not submitted" if missing else None)
    undefined = [name for name, value in values.items() if value is None]
    return ItemScore(
        item_id=item_id,
        where=tally.where[item_id],
        counts={**item.statuses, "missing": missing},
        values=values,
        reasons=dict.fromkeys(undefined, reason or "not defined for this item"),
    )
