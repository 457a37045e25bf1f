"""The input of exhibits: scored submissions with all their grades, judgments, and files of match results."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar, cast

from interplay.core.records import Header
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.core.text import noop
from interplay.ratings.files import is_submission
from interplay.running.journal import refuse_unfinished
from interplay.scoring.score import Options, score
from interplay.submissions.cache import ItemCache
from interplay.submissions.files import copies
from interplay.submissions.reading import open_submission
from interplay.tables.notes import labels
from interplay.tracks.base import Grade
from interplay_lab.judging import scores

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Scored:
    """A scored submission: its ``label`` in tables, its report, its items by id, and every grade."""

    path: Path
    label: str
    header: Header
    report: Report
    items: Mapping[str, Any]
    grades: tuple[Grade, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """The input of an analysis: submissions in the order of their files, and the paths of matches and judgments.

    ``cache`` holds by name what several exhibits of a paper share.
    """

    release: Release
    submissions: tuple[Scored, ...]
    matches: tuple[Path, ...] = ()
    judgments: tuple[Path, ...] = ()
    warnings: tuple[str, ...] = ()
    cache: dict[str, object] = field(default_factory=dict, repr=False, compare=False)

    def on(self, track: str) -> tuple[Scored, ...]:
        """Return the submissions on *track*."""
        return tuple(entry for entry in self.submissions if entry.report.track == track)

    def selections(self, track: str) -> tuple[str, ...]:
        """Return a note for each submission on *track* that does not cover all items of its splits."""
        return tuple(f"{entry.label}: {entry.report.selected}." for entry in self.on(track) if entry.report.selected)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """Return the result of *make*, which is called once for each *name*."""
        if name not in self.cache:
            self.cache[name] = make()
        return cast("T", self.cache[name])


def gather(
    paths: Sequence[Path],
    release: Release,
    judgments: Sequence[Path] = (),
    *,
    allow_partial: bool = False,
    on_progress: Callable[[int, int], None] = noop,
) -> Given:
    """Score the submissions among *paths*; the other files, which are match results, are kept unread.

    *on_progress* is called with the number of graded predictions and of all. Raises ``RecordError`` for a submission
    that cannot be scored and for a file that is given twice.
    """
    copied = copies(paths)
    for path in paths:
        refuse_unfinished(path)
    files = [path for path in paths if is_submission(path)]
    options, cache = Options(allow_partial=allow_partial), ItemCache(release)
    opened = [open_submission(path, release, cache=cache) for path in files]
    total, done = sum(len(file.items) * file.header.trials for file in opened), count(1)
    grades: list[list[Grade]] = [[] for _ in files]

    def add(into: list[Grade], grade: Grade) -> None:
        into.append(grade)
        on_progress(next(done), total)

    each = zip(files, grades, strict=True)
    reports = [score(path, release, options, partial(add, marks), cache) for path, marks in each]
    if judgments:
        reports = scores.add(reports, files, judgments, release)
    named = zip(opened, labels(reports), reports, grades, strict=True)
    return Given(
        release=release,
        submissions=tuple(
            Scored(file.path, label, file.header, report, file.items, tuple(marks))
            for file, label, report, marks in named
        ),
        matches=tuple(path for path in paths if path not in files),
        judgments=tuple(judgments),
        warnings=tuple(map(str, copied)),
    )
