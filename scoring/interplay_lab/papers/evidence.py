"""What exhibits are made from: scored submissions with all their grades, judgments, and files of match results."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, TypeVar, cast

from interplay.core.records import Header
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.judging.results import scores as judged
from interplay.ratings.files import is_submission
from interplay.running.journal import refuse_unfinished
from interplay.scoring.score import Options, score
from interplay.submissions import copies
from interplay.submissions.pool import ItemPool
from interplay.submissions.reading import open_submission
from interplay.tables.notes import labels
from interplay.tracks.base import Grade

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Scored:
    """A submission that was scored: its ``label`` in tables, its report, its items by id, and every grade."""

    path: Path
    label: str
    header: Header
    report: Report
    items: Mapping[str, Any]
    grades: tuple[Grade, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """All that was given: the submissions in the order of their files, of ``matches`` and ``judgments`` the paths.

    ``made`` holds what exhibits of one paper share, by name.
    """

    release: Release
    submissions: tuple[Scored, ...]
    matches: tuple[Path, ...] = ()
    judgments: tuple[Path, ...] = ()
    warnings: tuple[str, ...] = ()
    made: dict[str, object] = field(default_factory=dict, repr=False, compare=False)

    def on(self, track: str) -> tuple[Scored, ...]:
        """Return the submissions on *track*."""
        return tuple(one for one in self.submissions if one.report.track == track)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """Return what *make* gives, called for the first exhibit that asks for it under this *name*."""
        if name not in self.made:
            self.made[name] = make()
        return cast("T", self.made[name])


def gather(
    paths: Sequence[Path],
    release: Release,
    judgments: Sequence[Path] = (),
    *,
    allow_partial: bool = False,
    tell: Callable[[int, int], None] = lambda _done, _total: None,
) -> Given:
    """Score the submissions among *paths*, and keep the others, which are match results, for those who read them.

    *tell* hears how many of how many predictions are graded. Raises ``RecordError`` for a submission that cannot be
    scored, and for a file that is there twice.
    """
    copied = copies.check(paths)
    for path in paths:
        refuse_unfinished(path)
    held = [path for path in paths if is_submission(path)]
    options, pool = Options(allow_partial=allow_partial), ItemPool(release)
    opened = [open_submission(path, release, pool=pool) for path in held]
    total, done = sum(len(one.items) * one.header.trials for one in opened), count(1)
    grades: list[list[Grade]] = [[] for _ in held]

    def keep(own: list[Grade]) -> Callable[[Grade], None]:
        def add(grade: Grade) -> None:
            own.append(grade)
            tell(next(done), total)

        return add

    reports = [score(path, release, options, keep(own), pool) for path, own in zip(held, grades, strict=True)]
    if judgments:
        reports = judged.add(reports, held, judgments, release)
    named = zip(opened, labels(reports), reports, grades, strict=True)
    return Given(
        release=release,
        submissions=tuple(
            Scored(one.path, label, one.header, report, one.items, tuple(own)) for one, label, report, own in named
        ),
        matches=tuple(path for path in paths if path not in held),
        judgments=tuple(judgments),
        warnings=tuple(map(str, copied)),
    )
